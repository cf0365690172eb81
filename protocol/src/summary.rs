//! What a file of games holds, for `yomi convert --info`.

use std::collections::BTreeMap;
use std::fmt;

use yomi_engine::game::Side;
use yomi_engine::games::othello::Move;
use yomi_protocol::console::counted;
use yomi_protocol::notation::{GameError, Record, Size};
use yomi_protocol::visible::visible;

/// Counts over the games of a file.
#[derive(Default)]
pub(crate) struct Summary {
    games: usize,
    unreadable: usize,
    first_problem: Option<GameError>,
    sizes: BTreeMap<Size, usize>,
    /// Games from another position than the usual one.
    set_up: usize,
    moves: usize,
    passes: usize,
    finished: usize,
    /// Won by Black, won by White, drawn, without a result.
    results: [usize; 4],
    /// Whose result is not that of the last position.
    contradicted: usize,
    /// That are legal upside down only.
    turned_over: usize,
    players: BTreeMap<String, usize>,
    events: BTreeMap<String, usize>,
    /// The first and the last date as a text.
    dates: Option<(String, String)>,
    timed: usize,
    evaluated: usize,
    commented: usize,
    scored: usize,
}

impl Summary {
    /// Players and events beyond these are only counted.
    const SHOWN: usize = 5;

    /// How many games could be read.
    pub(crate) fn games(&self) -> usize {
        self.games
    }

    /// How many could not.
    pub(crate) fn problems(&self) -> usize {
        self.unreadable
    }

    /// What is wrong with the first of these.
    pub(crate) fn first_problem(&self) -> Option<&GameError> {
        self.first_problem.as_ref()
    }

    /// Counts a game, or keeps what is wrong with it.
    pub(crate) fn add(&mut self, game: Result<Record, GameError>) {
        match game {
            Ok(record) => self.count(&record),
            Err(error) => {
                self.unreadable += 1;
                self.first_problem.get_or_insert(error);
            }
        }
    }

    fn count(&mut self, record: &Record) {
        self.games += 1;
        *self.sizes.entry(record.start().size()).or_default() += 1;
        self.set_up += usize::from(!record.starts_as_usual());
        let passes = record.moves().filter(|mv| *mv == Move::Pass).count();
        self.moves += record.moves().len() - passes;
        self.passes += passes;
        self.finished += usize::from(record.end().is_over());
        self.results[result(record)] += 1;
        self.contradicted += usize::from(record.contradicts_its_result());
        self.turned_over += usize::from(record.is_turned_over);
        for player in record.players.iter().filter(|player| !player.name.is_empty()) {
            *self.players.entry(player.name.clone()).or_default() += 1;
        }
        if !record.event.is_empty() {
            *self.events.entry(record.event.clone()).or_default() += 1;
        }
        if !record.date.is_empty() {
            let (first, last) =
                self.dates.get_or_insert((record.date.clone(), record.date.clone()));
            if record.date < *first {
                first.clone_from(&record.date);
            } else if record.date > *last {
                last.clone_from(&record.date);
            }
        }
        let notes = || record.plies().iter().map(|ply| &ply.note);
        self.timed += usize::from(notes().any(|note| note.time.is_some()));
        self.evaluated += usize::from(notes().any(|note| note.evaluation.is_some()));
        let commented = !record.comment.is_empty() || notes().any(|note| !note.comment.is_empty());
        self.commented += usize::from(commented);
        self.scored += usize::from(!record.scores.is_empty());
    }
}

/// The place in `results` of what the record says, or else the board.
fn result(record: &Record) -> usize {
    match record.result().map(|outcome| outcome.verdict.winner()) {
        Some(Some(Side::First)) => 0,
        Some(Some(Side::Second)) => 1,
        Some(None) => 2,
        None => 3,
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games           {}", self.games)?;
        for (size, games) in &self.sizes {
            let side = size.side();
            writeln!(f, "board           {side}×{side} ({})", counted(*games, "game"))?;
        }
        optional(f, "set up", self.set_up)?;
        let moves = counted(self.moves, "move");
        writeln!(f, "moves           {moves} and {}", passes(self.passes))?;
        writeln!(f, "finished        {}", counted(self.finished, "game"))?;
        let [black, white, draws, none] = self.results;
        writeln!(
            f,
            "results         Black won {black}, White won {white}, drawn {draws}, none {none}"
        )?;
        optional(f, "not as played", self.contradicted)?;
        optional(f, "upside down", self.turned_over)?;
        most_frequent(f, "players", &self.players)?;
        most_frequent(f, "events", &self.events)?;
        match &self.dates {
            Some((first, last)) if first == last => {
                writeln!(f, "date            {}", visible(first))?;
            }
            Some((first, last)) => {
                writeln!(f, "dates           {} to {}", visible(first), visible(last))?;
            }
            None => {}
        }
        optional(f, "times of moves", self.timed)?;
        optional(f, "evaluations", self.evaluated)?;
        optional(f, "comments", self.commented)?;
        optional(f, "scored moves", self.scored)?;
        optional_problem(f, self.unreadable, self.first_problem.as_ref())
    }
}

fn passes(count: usize) -> String {
    if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") }
}

fn optional(f: &mut fmt::Formatter<'_>, name: &str, games: usize) -> fmt::Result {
    if games == 0 { Ok(()) } else { writeln!(f, "{name:<15} in {}", counted(games, "game")) }
}

fn optional_problem(
    f: &mut fmt::Formatter<'_>,
    count: usize,
    first: Option<&GameError>,
) -> fmt::Result {
    match first {
        None => Ok(()),
        Some(error) => writeln!(f, "problems        {count}\nfirst problem   {error}"),
    }
}

/// How many names there are, and those with most games.
fn most_frequent(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    names: &BTreeMap<String, usize>,
) -> fmt::Result {
    if names.is_empty() {
        return Ok(());
    }
    let mut order: Vec<(&String, &usize)> = names.iter().collect();
    order.sort_by_key(|(_, games)| std::cmp::Reverse(**games));
    let shown = order.iter().take(Summary::SHOWN);
    let shown: Vec<String> =
        shown.map(|(name, games)| format!("{} ({games})", visible(name))).collect();
    let more = if order.len() > shown.len() { ", …" } else { "" };
    writeln!(f, "{title:<15} {}: {}{more}", names.len(), shown.join(", "))
}
