//! One game of the engine with itself: random moves, then searched ones, then perfect play.
//!
//! The random moves bring variety, the searched ones good play from there. Once few squares are
//! left the game is solved, and every position of the solved line is labelled with its exact score.
//! Those before it are labelled with how the game ended and with a forecast, the λ-return of Sutton
//! (1988): what the searches of this and all later positions said.
//!
//! A search judges mostly positions after a bad move, which good play does not meet. So a game has
//! *branches*: from a position of the game another move is made, and play goes on from there.

use std::collections::HashSet;

use yomi_engine::expert::{
    Evaluation, Expert, Line, Outcome, Question, Selectivity, Strength, UNIT,
};
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;

use crate::sample::{Sample, canonical};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The fewest and the most random moves at the beginning; each number is equally likely.
    pub random: (u32, u32),
    /// Plies of the searches after them.
    pub depth: u32,
    /// How sure these searches are.
    pub selectivity: Selectivity,
    /// Empty squares from which the game is solved.
    pub solved_at: u32,
    /// Whether only the position where solving begins is kept.
    pub only_solved: bool,
    /// Branches of each game. Every other one begins with the move that looks best to the
    /// evaluation among those that were not played, the others with any of them.
    pub branches: u32,
    /// The fewest empty squares of the positions that branches leave.
    pub branch_empties: u32,
}

impl Recipe {
    /// The samples of the game that `expert` plays from `start` on, and of its branches. They
    /// depend on nothing else: it forgets first.
    pub fn play(&self, expert: &mut Expert, start: &Othello8, random: &mut Random) -> Vec<Sample> {
        expert.forget();
        let mut path = Vec::new();
        let mut samples = self.play_on(expert, *start, &mut path);
        for branch in 0..self.branches {
            let places = self.places(&path);
            let tempting = branch % 2 == 0;
            if let Some(start) = branch_off(&places, expert.evaluation(), tempting, random) {
                samples.extend(self.play_on(expert, start, &mut path));
            }
        }
        samples
    }

    /// The samples of a game from `position` to the end. Its steps are added to `path`.
    fn play_on(
        &self,
        expert: &mut Expert,
        mut position: Othello8,
        path: &mut Vec<Step>,
    ) -> Vec<Sample> {
        let from = path.len();
        while position.empties() > self.solved_at && position.final_score().is_none() {
            let (mv, value) = self.choose(expert, &position);
            path.push(Step { position, mv, value: Some(value) });
            position = position.play(mv);
        }
        if self.only_solved {
            path.truncate(from);
        }
        let solved_from = path.len();
        while position.final_score().is_none() {
            let strength = Strength::PERFECT;
            let line = search(expert, &position, strength);
            for mv in line.moves {
                path.push(Step { position, mv, value: None });
                position = position.play(mv);
            }
        }
        if self.only_solved {
            path.truncate(solved_from + 1);
        }
        label(&path[from..], &position)
    }

    /// The steps that branches may leave.
    fn places<'a>(&self, path: &'a [Step]) -> Vec<&'a Step> {
        path.iter().filter(|step| step.position.empties() >= self.branch_empties).collect()
    }

    fn choose(&self, expert: &mut Expert, position: &Othello8) -> (Move, i32) {
        let strength = Strength::fixed(self.depth, self.selectivity, 0);
        let line = search(expert, position, strength);
        (line.moves[0], line.score.0)
    }
}

/// A position of a game.
struct Step {
    position: Othello8,
    /// The move played.
    mv: Move,
    /// What a search said of it, in units of [`UNIT`] a disc; `None` where the game was solved.
    value: Option<i32>,
}

/// A position after another move than the one played, in any of the `places`: any other move, or
/// with `tempting` the one that looks best to the evaluation. `None` if there was no choice, or the
/// game ends with the other move.
fn branch_off(
    places: &[&Step],
    evaluation: Evaluation,
    tempting: bool,
    random: &mut Random,
) -> Option<Othello8> {
    let step = (!places.is_empty()).then(|| places[random.below(places.len())])?;
    let others: Vec<Othello8> = step
        .position
        .moves()
        .filter(|mv| *mv != step.mv)
        .map(|mv| step.position.play(mv))
        .collect();
    // Seen by whose turn it is, so by the opponent unless he has to pass.
    let looks = |other: &&Othello8| {
        let value = evaluation.value(other).0;
        if other.side_to_move() == step.position.side_to_move() { -value } else { value }
    };
    let chosen = match tempting {
        true => others.iter().min_by_key(looks)?,
        false => others.get(random.below(others.len().max(1)))?,
    };
    chosen.final_score().is_none().then_some(*chosen)
}

/// What the next position's forecast counts in a forecast; the rest is the position's own search.
const MEMORY: f32 = 0.9;

/// Values go into samples as they are.
const _: () = assert!(crate::sample::UNIT as i32 == UNIT);

/// The expected line, at least one move long because the game is not over.
fn search(expert: &mut Expert, position: &Othello8, strength: Strength) -> Line {
    let question = Question { strength, lines: 1, outcome: Outcome::Score };
    let mut analysis = expert.analyze(position, &question, &Limits::default(), &mut |_| ());
    let line = analysis.lines.swap_remove(0);
    debug_assert!(line.score.0.abs() <= 64 * UNIT);
    line
}

/// The positions of `path`, without those where the mover has to pass, with the score of `end`.
fn label(path: &[Step], end: &Othello8) -> Vec<Sample> {
    let score = end.final_score().expect("the game is over").0;
    let mut forecast = (score * UNIT) as f32;
    let mut samples = Vec::new();
    for Step { position, value, .. } in path.iter().rev() {
        // Both are seen by the side that is to move at the end.
        let sign = if position.side_to_move() == end.side_to_move() { 1 } else { -1 };
        if let Some(value) = value {
            forecast += (1.0 - MEMORY) * ((sign * value) as f32 - forecast);
        }
        if position.legal() != 0 {
            let sample = Sample::new(position, sign * score, value.is_none());
            samples.push(Sample { forecast: (sign as f32 * forecast).round() as i16, ..sample });
        }
    }
    samples.reverse();
    samples
}

/// The position after `plies` random moves, not counting passes; `None` if the game was over before
/// or is over now.
pub fn random_position(random: &mut Random, plies: u32) -> Option<Othello8> {
    let mut position = Othello8::default();
    let empties = position.empties().checked_sub(plies)?;
    while position.empties() > empties {
        let moves: Vec<Move> = position.moves().collect();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    position.final_score().is_none().then_some(position)
}

/// Different positions after random moves, no two of them symmetric to each other.
#[derive(Debug)]
pub struct Starts {
    /// Where all randomness comes from.
    pub random: Random,
    seen: HashSet<(u64, u64)>,
    /// Draws since a start was taken.
    draws: u32,
}

impl Starts {
    /// Draws without a start that is taken after which no other is expected.
    const PATIENCE: u32 = 10_000;

    /// None so far.
    #[must_use]
    pub fn new(random: Random) -> Self {
        Self { random, seen: HashSet::new(), draws: 0 }
    }

    /// A position that was not there before, after as many random moves as `plies` draws for each
    /// try; `None` if it seems that there is none any more.
    pub fn next(&mut self, plies: impl Fn(&mut Random) -> u32) -> Option<Othello8> {
        while self.draws < Self::PATIENCE {
            self.draws += 1;
            let plies = plies(&mut self.random);
            let Some(start) = random_position(&mut self.random, plies) else { continue };
            if self.seen.insert(canonical(start.mover(), start.opponent())) {
                return Some(start);
            }
        }
        None
    }

    /// The last one is taken: there is patience again. Those that are not taken use it up.
    pub fn take(&mut self) {
        self.draws = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_engine::expert::Settings;
    use yomi_engine::game::Side;

    const RECIPE: Recipe = Recipe {
        random: (4, 50),
        depth: 2,
        selectivity: Selectivity::CERTAIN,
        solved_at: 10,
        only_solved: false,
        branches: 0,
        branch_empties: 0,
    };

    fn expert() -> Expert {
        Expert::new(Settings { mebibytes: 1, ..Settings::default() }).unwrap()
    }

    /// Labels called exact are compared with a search of their own.
    #[test]
    fn exact_labels_are_exact_and_the_others_are_the_end_of_the_game() {
        let (mut random, mut expert) = (Random::from_seed(3), expert());
        for _ in 0..20 {
            let start = random_position(&mut random, 30).unwrap();
            let samples = Recipe { branches: 3, ..RECIPE }.play(&mut expert, &start, &mut random);
            for sample in samples {
                assert_eq!(sample.exact, sample.empties() <= 10);
                assert!(!sample.exact || sample.forecast == sample.score);
                if !sample.exact {
                    continue;
                }
                let position =
                    Othello8::new(sample.mover, sample.opponent, start.side_to_move()).unwrap();
                expert.forget();
                let question =
                    Question { strength: Strength::PERFECT, lines: 1, outcome: Outcome::Score };
                let analysis =
                    expert.analyze(&position, &question, &Limits::default(), &mut |_| ());
                assert_eq!(analysis.lines[0].score.0, i32::from(sample.score) * UNIT / 128);
            }
        }
    }

    #[test]
    fn a_forecast_is_the_mean_of_what_later_searches_said() {
        let (first, last) = (Othello8::default(), Othello8::default().play("f5".parse().unwrap()));
        let end = Othello8::new(0b111, 1 << 63, Side::First).unwrap();
        let mv = "f5".parse().unwrap();
        let step = |position, value| Step { position, mv, value };
        let samples =
            label(&[step(first, Some(4 * UNIT)), step(last, Some(-UNIT)), step(first, None)], &end);
        // Black won by 62. The last search said 1 for Black, the first one 4.
        let last = 0.1 + 0.9 * 62.0;
        let first = 0.4 + 0.9 * last;
        let forecasts: Vec<f32> = samples.iter().map(|sample| sample.label(1.0)).collect();
        for (forecast, expected) in forecasts.iter().zip([first, -last, 62.0]) {
            assert!((forecast - expected).abs() < 0.01, "{forecasts:?}");
        }
        assert_eq!(samples.iter().map(Sample::discs).collect::<Vec<_>>(), [62.0, -62.0, 62.0]);
    }

    #[test]
    fn a_game_does_not_depend_on_the_games_before() {
        let mut random = Random::from_seed(5);
        let starts: Vec<_> =
            (10..20).map(|plies| random_position(&mut random, plies).unwrap()).collect();
        let mut used = expert();
        for start in &starts {
            let [one, other] = [&mut used, &mut expert()].map(|expert| {
                Recipe { branches: 2, ..RECIPE }.play(expert, start, &mut Random::from_seed(1))
            });
            assert_eq!(one, other);
        }
    }

    #[test]
    fn only_the_position_where_solving_begins_is_kept_if_asked() {
        let start = random_position(&mut Random::from_seed(9), 12).unwrap();
        let recipe = Recipe { only_solved: true, ..RECIPE };
        let samples = recipe.play(&mut expert(), &start, &mut Random::from_seed(1));
        assert_eq!(samples.len(), 1);
        assert!(samples[0].exact && samples[0].empties() == 10);
    }

    #[test]
    fn a_branch_begins_with_another_move_and_a_tempting_one_with_the_best_looking() {
        let mut random = Random::from_seed(2);
        let evaluation = Evaluation::handmade();
        for plies in 10..40 {
            let position = random_position(&mut random, plies).unwrap();
            let Some(mv) = position.moves().next() else { continue };
            let others: Vec<_> = position.moves().skip(1).map(|mv| position.play(mv)).collect();
            let step = Step { position, mv, value: None };
            for tempting in [false, true] {
                let Some(branch) = branch_off(&[&step], evaluation, tempting, &mut random) else {
                    assert!(others.is_empty() || others.iter().any(|o| o.final_score().is_some()));
                    continue;
                };
                assert!(others.contains(&branch));
                let value = |other: &Othello8| {
                    let value = evaluation.value(other).0;
                    if other.side_to_move() == position.side_to_move() { value } else { -value }
                };
                let best = others.iter().map(value).max();
                assert!(!tempting || Some(value(&branch)) == best);
            }
        }
    }
}
