//! The expert as a player of 8×8 Othello: its parameters, and what it answers in the terms of every
//! searcher.

use super::Recipe;
use super::arguments::{Arguments, Kind, Parameter};
use super::catalogue::{Entry, limited};
use super::evaluators::Playable;
use super::parameters::{NODES, TIME};
use super::syntax::RosterError;
use crate::expert::{
    Analysis, Book, BookMove, Evaluation, Expert, Line, Outcome, Question, Selectivity, Settings,
    Strength, Techniques,
};
use crate::game::Game;
use crate::games::othello::{Bits, InstructionSet, Kernel, Move, Othello, Othello8};
use crate::limits::Limits;
use crate::random::Random;
use crate::score::Unit;
use crate::search::{Lines, Report, Searcher};

const fn switch(name: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Choice(&["on", "off"]), meaning }
}

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "level",
        kind: Kind::Integer {
            least: 0,
            most: Strength::MAX_LEVEL as i64,
            default: ExpertPlayer::USUAL_LEVEL as i64,
        },
        meaning: "how well it plays at most; left out, with `depth`, `exact` and `selectivity`, as \
            well as limits of time or nodes allow, or 10",
    },
    Parameter {
        name: "depth",
        kind: Kind::Integer { least: 0, most: 60, default: 0 },
        meaning: "plies it looks ahead in the midgame, 0 for what the level says",
    },
    Parameter {
        name: "exact",
        kind: Kind::Integer { least: -1, most: 60, default: -1 },
        meaning: "empty squares from which it plays perfectly, -1 for what the level says, or the \
            one of that depth",
    },
    Parameter {
        name: "selectivity",
        kind: Kind::Choice(&["level", "50", "73", "87", "95", "98", "99", "100"]),
        meaning: "percentage of sureness at which ProbCut cuts in the midgame, 100 for never; \
            `level` is what the level says, or 100 where a depth is given",
    },
    Parameter {
        name: "margin",
        kind: Kind::Integer { least: 1, most: 1000, default: 100 },
        meaning: "per cent of the errors that ProbCut expects of shallow searches: with less it \
            cuts more",
    },
    TIME,
    NODES,
    Parameter {
        name: "table",
        kind: Kind::Integer { least: 0, most: 1 << 20, default: 16 },
        meaning: "MiB of transposition table, 0 for none",
    },
    Parameter {
        name: "threads",
        kind: Kind::Integer { least: 1, most: 256, default: 1 },
        meaning: "threads that search together, in the midgame from 8 plies on and in endgames",
    },
    Parameter {
        name: "isa",
        kind: Kind::Choice(&["best", "portable", "simd128", "avx2", "avx512"]),
        meaning: "instruction set; all play the same",
    },
    Parameter {
        name: "eval",
        kind: Kind::Choice(&["learned", "handmade"]),
        meaning: "how positions are judged: by weights learned from games, or by a dozen counts",
    },
    Parameter {
        name: "book",
        kind: Kind::Choice(&["off", "on"]),
        meaning: "answer from the opening book: at once, and any of the moves that are nearly \
            equal",
    },
    switch("etc", "ask the table about all moves before searching the first"),
    switch("stability", "cut by discs that cannot be turned any more"),
    switch("ordering", "try promising moves first"),
    switch("nullwindow", "check all moves but the first with a null window"),
    switch("aspiration", "start iterations with a narrow window"),
    switch("probcut", "let shallow searches stand for deep ones, within the selectivity"),
];

/// The expert, for 8×8 boards.
pub(super) fn entries<K: Kernel>() -> Vec<Entry<Othello<K>>>
where
    Othello<K>: Playable,
{
    match K::SIZE {
        8 => vec![Entry {
            name: "expert",
            meaning: "the engine for strength: bitboards, tables, selective search, exact endgames",
            parameters: PARAMETERS,
            build,
        }],
        _ => Vec::new(),
    }
}

fn build<K: Kernel>(arguments: &Arguments<'_>) -> Result<Recipe<Othello<K>>, RosterError>
where
    Othello<K>: Playable,
{
    let (settings, strength) = (settings(arguments)?, strength(arguments)?);
    let with_book = arguments.choice("book")? == 1;
    limited(arguments, move |random| {
        let book = with_book.then(|| (Book::embedded(), random));
        Ok(ExpertPlayer { expert: Expert::new(settings())?, strength, book })
    })
}

/// The settings of a player that is built now: weights may come after it was named.
fn settings(arguments: &Arguments<'_>) -> Result<impl Fn() -> Settings + use<>, RosterError> {
    let on = |name| arguments.choice(name).map(|place| place == 0);
    let mebibytes = arguments.integer("table")? as usize;
    let instructions = match arguments.choice("isa")? {
        0 => InstructionSet::best(),
        place => InstructionSet::ALL[place - 1].min(InstructionSet::best()),
    };
    let techniques = Techniques {
        table: mebibytes > 0,
        etc: on("etc")?,
        stability: on("stability")?,
        ordering: on("ordering")?,
        null_window: on("nullwindow")?,
        aspiration: on("aspiration")?,
        probcut: on("probcut")?,
    };
    let learned = arguments.choice("eval")? == 0;
    let margin = arguments.integer("margin")? as u16;
    let threads = arguments.integer("threads")? as usize;
    Ok(move || {
        let evaluation = if learned { Evaluation::learned() } else { Evaluation::handmade() };
        let evaluation = evaluation.with_errors(margin);
        Settings { mebibytes, threads, instructions, techniques, evaluation }
    })
}

/// The strength asked for; `None` where it is left to the limits.
fn strength(arguments: &Arguments<'_>) -> Result<Option<Strength>, RosterError> {
    if !["level", "depth", "exact", "selectivity"].into_iter().any(|name| arguments.is_given(name))
    {
        return Ok(None);
    }
    let mut strength = Strength::level(arguments.integer("level")? as u32);
    match arguments.integer("depth")? as u32 {
        0 => {}
        depth => {
            strength = Strength::fixed(depth, Selectivity::CERTAIN, Strength::level(depth).exact);
        }
    }
    if let Ok(exact) = u32::try_from(arguments.integer("exact")?) {
        strength = Strength::fixed(strength.depth, strength.selectivity, exact);
    }
    if let Some(place) = arguments.choice("selectivity")?.checked_sub(1) {
        strength.selectivity = Selectivity::all().nth(place).expect("a choice for each of them");
    }
    Ok(Some(strength))
}

struct ExpertPlayer {
    expert: Expert,
    strength: Option<Strength>,
    /// The opening book, and what chooses among its moves.
    book: Option<(&'static Book, Random)>,
}

impl ExpertPlayer {
    /// The level that answers within a second.
    const USUAL_LEVEL: u32 = 10;

    /// The strength asked for, or what the limits allow.
    fn strength(&self, limits: &Limits) -> Strength {
        self.strength.unwrap_or_else(|| match limits.depth {
            _ if limits.time.is_some() || limits.nodes.is_some() => Strength::UNBOUNDED,
            Some(depth) => {
                let level = Strength::level(depth);
                Strength { depth: level.depth.max(depth), ..level }
            }
            None => Strength::level(Self::USUAL_LEVEL),
        })
    }

    fn analyze<K: Kernel>(
        &mut self,
        position: &Othello<K>,
        lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let position = in_registers(position);
        let question = Question { strength: self.strength(limits), lines, outcome: Outcome::Score };
        self.expert.analyze(&position, &question, limits, progress)
    }

    /// A move of the book, if it has the position.
    fn book_move<K: Kernel>(&mut self, position: &Othello<K>) -> Option<Report<Move>> {
        let (book, random) = self.book.as_mut()?;
        let BookMove { mv, score } = book.choose(&in_registers(position), random)?;
        Some(Report {
            best: Some(mv),
            score,
            unit: Unit::Points(crate::expert::UNIT),
            exact: false,
            pv: vec![mv],
            depth: book.depth,
            certainty: book.selectivity.percent(),
            nodes: 0,
            leaves: 0,
            memory: 0,
            book: true,
        })
    }
}

/// The same position for the expert. The kernels of one size have the same squares in the same
/// places.
fn in_registers<K: Kernel>(position: &Othello<K>) -> Othello8 {
    let word = |bits: K::Bits| bits.as_u128() as u64;
    Othello8::new(word(position.mover()), word(position.opponent()), position.side_to_move())
        .expect("an 8×8 position")
}

impl<K: Kernel> Searcher<Othello<K>> for ExpertPlayer {
    fn search(
        &mut self,
        position: &Othello<K>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        match self.book_move(position) {
            Some(report) => report,
            None => self.search_without_book(position, limits, progress),
        }
    }

    fn search_without_book(
        &mut self,
        position: &Othello<K>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let best = |analysis: &Analysis| report(analysis, &analysis.lines[0]);
        best(&self.analyze(position, 1, limits, &mut |analysis| progress(&best(analysis))))
    }

    fn search_lines(
        &mut self,
        position: &Othello<K>,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<Othello<K>>),
    ) -> Vec<Report<Move>> {
        let analysis =
            self.analyze(position, count, limits, &mut |analysis| progress(&reports(analysis)));
        reports(&analysis)
    }

    fn renew(&mut self) -> bool {
        if self.book.is_some() {
            return false;
        }
        self.expert.forget();
        true
    }
}

/// The lines of an analysis that begin with a move.
fn reports(analysis: &Analysis) -> Vec<Report<Move>> {
    let lines = analysis.lines.iter().filter(|line| !line.moves.is_empty());
    lines.map(|line| report(analysis, line)).collect()
}

fn report(analysis: &Analysis, line: &Line) -> Report<Move> {
    Report {
        best: line.moves.first().copied(),
        score: line.score,
        unit: Unit::Points(crate::expert::UNIT),
        exact: analysis.is_exact(),
        pv: line.moves.clone(),
        depth: analysis.depth,
        certainty: analysis.selectivity.percent(),
        nodes: analysis.nodes,
        leaves: 0,
        memory: 0,
        book: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_selectivity_can_be_chosen() {
        let choices = PARAMETERS.iter().find(|parameter| parameter.name == "selectivity");
        let Some(Parameter { kind: Kind::Choice([_, choices @ ..]), .. }) = choices else {
            panic!("no choices");
        };
        let chosen = choices.iter().map(|choice| choice.parse());
        assert!(chosen.eq(Selectivity::all().map(Ok)));
    }

    /// Beyond what the highest level searches, too.
    #[test]
    fn a_limit_of_depth_is_reached() {
        let player = ExpertPlayer {
            expert: Expert::new(Settings { mebibytes: 1, ..Settings::default() }).unwrap(),
            strength: None,
            book: None,
        };
        for depth in [1, 16, 17, 35, 36, 50, 60] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            assert!(player.strength(&limits).depth >= depth, "{depth}");
        }
    }
}
