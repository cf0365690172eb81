//! A match experiment: playing its games, finding them in a journal, and summing them up.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::plan::meetings::Meetings;
use crate::plan::openings::Opening;
use crate::plan::schedule::Cell;
use crate::plan::{Experiment, Match};
use crate::play::{Setup, play};
use crate::players::Programs;
use crate::run::journal::History;
use crate::run::pool::Units;
use crate::run::record::{Game, Pair, Record};
use crate::run::stopping::Stopping;
use crate::stats::tally::{self, Tally};

use super::collected::{Collected, Lost, PairOutcome, Place};

/// The games of a match as units of work, and as rows.
pub struct Games<'a, G: LabGame> {
    pub(super) experiment: &'a Experiment<G>,
    pub(super) matches: &'a Match<G>,
    pub(super) meetings: Meetings,
    stopping: Mutex<Option<Stopping>>,
    programs: Programs,
    /// Games lost by forfeit since this program began.
    forfeits: AtomicU64,
}

impl<G: LabGame> Units for Games<'_, G> {
    fn count(&self) -> u64 {
        self.meetings.count()
    }

    fn work(&self, unit: u64, stop: &Stop) -> Result<Option<Record<'static>>, String> {
        let (meeting, round) = self.meetings.unit(unit);
        let mut games = Vec::with_capacity(2);
        for cell in meeting.cells.into_iter().flatten() {
            match self.play(&self.matches.schedule.cells[cell], round, stop)? {
                Some(game) => {
                    self.forfeits.fetch_add(u64::from(game.forfeit.is_some()), Ordering::Relaxed);
                    games.push(game);
                }
                None => return Ok(None),
            }
        }
        let first =
            self.matches.schedule.cells[meeting.cells[0].expect("every meeting has a game")];
        let name = |index: usize| Cow::Owned(self.experiment.contestants[index].name.clone());
        Ok(Some(Record::Pair(Pair {
            variant: Cow::Owned(self.experiment.variants[first.variant].clone()),
            players: [name(first.black), name(first.white)],
            round,
            games,
        })))
    }

    fn points(&self, record: &Record<'_>) -> u8 {
        let Record::Pair(pair) = record else { return 0 };
        self.points_of(pair, false)
    }

    fn finished(&self, unit: u64, points: u8) -> bool {
        let mut stopping = self.stopping.lock().unwrap_or_else(PoisonError::into_inner);
        stopping.as_mut().is_some_and(|stopping| {
            stopping.add(unit, subject(points));
            stopping.verdict().is_some()
        })
    }

    fn status(&self) -> Option<String> {
        let stopping = self.stopping.lock().unwrap_or_else(PoisonError::into_inner);
        let forfeits = self.forfeits.load(Ordering::Relaxed);
        let forfeits = (forfeits > 0).then(|| format!("{forfeits} lost by forfeit"));
        let told: Vec<String> =
            stopping.as_ref().map(Stopping::status).into_iter().chain(forfeits).collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}

/// The points of the player that a test is about. It is the one that was named first, and White in
/// the first game.
fn subject(points: u8) -> u8 {
    4 - points
}

impl<'a, G: LabGame> Games<'a, G> {
    /// The games of a match.
    #[must_use]
    pub fn new(experiment: &'a Experiment<G>, matches: &'a Match<G>) -> Self {
        let meetings = Meetings::new(&matches.schedule);
        let stopping = Mutex::new(matches.stop.map(|test| Stopping::new(test, meetings.count())));
        let (programs, forfeits) = (Programs::default(), AtomicU64::new(0));
        Self { experiment, matches, meetings, stopping, programs, forfeits }
    }

    /// The same; what other programs say on stderr goes into the folder of the run.
    #[must_use]
    pub fn logged(self, folder: &Path) -> Self {
        Self { programs: Programs::logged(folder), ..self }
    }

    /// Goes on with a test where a journal has left it.
    pub fn resume(&self, collected: &Collected) {
        *self.stopping.lock().unwrap_or_else(PoisonError::into_inner) = collected.stopping.clone();
    }

    /// The points of a pair's first player, in halves.
    fn points_of(&self, pair: &Pair<'_>, swapped: bool) -> u8 {
        let rule = self.matches.winners[0];
        let points = pair.games.iter().enumerate().map(|(place, game)| {
            let first = if (place == 0) == swapped { Side::Second } else { Side::First };
            rule.winner(game.points).map_or(1, |winner| if winner == first { 2 } else { 0 })
        });
        points.sum()
    }

    /// What a pair says beside its games' own figures; nothing where a player met itself.
    fn outcome(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> Option<PairOutcome> {
        let (meeting, round) = self.meetings.unit(unit);
        let cell = self.matches.schedule.cells[meeting.cells[0]?];
        let difference = pair.games.iter().enumerate();
        let difference = difference.map(|(place, game)| {
            if (place == 0) == swapped { -game.difference } else { game.difference }
        });
        (cell.black != cell.white && pair.games.len() == 2).then(|| PairOutcome {
            variant: cell.variant,
            players: [cell.black, cell.white],
            round,
            points: self.points_of(pair, swapped),
            difference: difference.sum(),
        })
    }

    /// The games of a pair that were lost by forfeit.
    fn forfeits(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> Vec<Lost> {
        let games = pair.games.iter().enumerate();
        let lost = games.filter_map(|(place, game)| {
            let forfeit = game.forfeit.as_ref()?;
            let cell = self.meetings.unit(unit).0.cells[if swapped { 1 - place } else { place }]?;
            let Cell { black, white, .. } = self.matches.schedule.cells[cell];
            let [player, opponent] = if forfeit.black { [black, white] } else { [white, black] };
            let (reason, words) = (game.end.to_string(), forfeit.words.to_string());
            Some(Lost { player, opponent, round: pair.round, reason, words })
        });
        lost.collect()
    }

    /// What a test says of the pairs in a journal.
    fn test(&self, history: &History) -> Result<Option<Stopping>, LabError> {
        let Some(test) = self.matches.stop else { return Ok(None) };
        let names = self.meetings.names(self.experiment, &self.matches.schedule);
        let mut stopping = Stopping::new(test, self.meetings.count());
        history.each(|line| {
            let Some(Record::Pair(pair)) = &line.record else { return };
            let players = pair.players.each_ref().map(|name| &**name);
            if let Some((unit, swapped)) = names.find(&pair.variant, players, pair.round) {
                stopping.add(unit, subject(self.points_of(pair, swapped)));
            }
        })?;
        Ok(Some(stopping))
    }

    /// SHA-256 of all planned games, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let schedule = &self.matches.schedule;
        let mut hasher = Sha256::new();
        hasher.update(format!(
            "{} {} {}\n",
            self.experiment.key, self.experiment.seed, schedule.games
        ));
        for cell in &schedule.cells {
            let [black, white] =
                [cell.black, cell.white].map(|index| &self.experiment.contestants[index]);
            let variant = &self.experiment.variants[cell.variant];
            hasher.update(format!(
                "{variant}\n{}\n{}\n{}\n{}\n{}\n",
                black.name,
                black.player,
                white.name,
                white.player,
                colour(cell.first)
            ));
        }
        if self.matches.openings.are_shared() {
            for round in 0..schedule.games {
                hasher.update(self.opening(0, round));
                hasher.update("\n");
            }
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The games that game `round` of a cell is no independent observation of.
    fn cluster(&self, cell: usize, round: u32) -> Option<u32> {
        let Cell { black, white, .. } = self.matches.schedule.cells[cell];
        let deterministic = [black, white]
            .iter()
            .all(|&index| self.experiment.contestants[index].player.is_deterministic());
        self.matches.openings.cluster(round, deterministic)
    }

    /// The moves of game `round` of a cell that were not the players' own.
    pub(super) fn opening(&self, cell: usize, round: u32) -> String {
        let first = self.matches.schedule.cells[cell].first;
        self.matches.openings.text(round, first)
    }

    /// The side that moves first in game `round` of a cell.
    pub(super) fn first_mover(&self, cell: usize, round: u32) -> Side {
        let first = self.matches.schedule.cells[cell].first;
        match self.matches.openings.opening(round, first) {
            Some(Opening::Position(position)) => position.side_to_move(),
            _ => first,
        }
    }

    fn play(&self, cell: &Cell, round: u32, stop: &Stop) -> Result<Option<Game<'static>>, String> {
        let players =
            [cell.black, cell.white].map(|index| &self.experiment.contestants[index].player);
        let [black, white] = players.map(ToString::to_string);
        let key = GameKey::new(
            self.experiment.seed,
            &self.experiment.key,
            cell.first,
            &black,
            &white,
            round,
        );
        /// Of games without clocks one in so many is timed: reading the time takes longer than
        /// many a move. A web page has no such clock.
        const TIMED: u32 = 16;
        let setup = Setup {
            start: &self.matches.openings.start(round, &self.experiment.start, cell.first),
            opening: self.matches.openings.moves(round, cell.first),
            players,
            key,
            timed: round.is_multiple_of(TIMED) && cfg!(not(target_family = "wasm")),
        };
        play(&setup, &self.programs, stop)
    }

    /// What a journal has of this match.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn collect(&self, history: &History) -> Result<Collected, LabError> {
        let names = self.meetings.names(self.experiment, &self.matches.schedule);
        let mut collected = Collected { stopping: self.test(history)?, ..self.nothing() };
        let counted = collected.stopping.as_ref().and_then(Stopping::counted).unwrap_or(u64::MAX);
        history.each(|line| match &line.record {
            None => collected.damaged.push(line.number),
            Some(Record::Pair(pair)) => {
                let players = pair.players.each_ref().map(|name| &**name);
                let found = names.find(&pair.variant, players, pair.round);
                match found.filter(|&(unit, swapped)| self.fits(unit, swapped, pair)) {
                    // What was under way when a test had its verdict does not count.
                    Some((unit, _)) if unit >= counted => {}
                    Some((unit, swapped)) if collected.offsets[unit as usize].is_none() => {
                        collected.offsets[unit as usize] =
                            Some(Place { offset: line.offset, swapped });
                        self.take(unit, swapped, pair, &mut collected);
                    }
                    // A pair that was played again because its first line could not be read then
                    // says the same.
                    Some(_) => {}
                    None => collected.damaged.push(line.number),
                }
            }
            Some(_) => {}
        })?;
        Ok(collected)
    }

    /// Nothing played yet.
    pub(super) fn nothing(&self) -> Collected {
        Collected {
            tallies: vec![Tally::new(G::WINNERS); self.matches.schedule.cells.len()],
            offsets: vec![None; self.meetings.count() as usize],
            outcomes: Vec::new(),
            forfeits: Vec::new(),
            stopping: None,
            times: vec![[(0, 0); 2]; self.matches.schedule.cells.len()],
            lengths: BTreeMap::new(),
            ends: BTreeMap::new(),
            openings: BTreeMap::new(),
            differences: BTreeMap::new(),
            rated: OnceLock::new(),
            damaged: Vec::new(),
        }
    }

    /// Takes in the games of a unit.
    pub(super) fn take(
        &self,
        unit: u64,
        swapped: bool,
        pair: &Pair<'_>,
        collected: &mut Collected,
    ) {
        collected.outcomes.extend(self.outcome(unit, swapped, pair));
        collected.forfeits.extend(self.forfeits(unit, swapped, pair));
        self.count(unit, swapped, pair, collected);
    }

    /// Whether a record has the games of its meeting.
    fn fits(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> bool {
        let (meeting, _) = self.meetings.unit(unit);
        let games = meeting.cells.iter().flatten().count();
        pair.games.len() == games && !(swapped && games < 2)
    }

    fn count(&self, unit: u64, swapped: bool, pair: &Pair<'_>, collected: &mut Collected) {
        for (place, game) in pair.games.iter().enumerate() {
            let cells = self.meetings.cells(unit, if swapped { 1 - place } else { place });
            if let Some(&cell) = cells.first() {
                self.note(cell, pair.round, game, collected);
            }
            for &cell in cells {
                collected.tallies[cell].count(&tally::Game {
                    points: game.points,
                    difference: game.difference,
                    nodes: game.nodes,
                    cluster: self.cluster(cell, pair.round),
                    // The opening of a cell's game follows from its round.
                    moves: [&self.opening(cell, pair.round), &game.moves],
                });
            }
        }
    }

    /// Takes in what a game says besides its result in its cell.
    fn note(&self, cell: usize, round: u32, game: &Game<'_>, collected: &mut Collected) {
        if let Some(times) = game.times {
            for (side, sum) in collected.times[cell].iter_mut().enumerate() {
                sum.0 += times.micros[side];
                sum.1 += u64::from(times.moves[side]);
            }
        }
        *collected.lengths.entry(game.plies).or_default() += 1;
        *collected.ends.entry(game.end.to_string()).or_default() += 1;
        *collected.differences.entry(game.difference).or_default() += 1;
        let Cell { black, white, .. } = self.matches.schedule.cells[cell];
        if black != white {
            let first = self.first_mover(cell, round);
            let opening = if self.matches.openings.are_shared() { round } else { 0 };
            let winner = self.matches.winners[0].winner(game.points);
            let place = winner.map_or(1, |side| if side == first { 0 } else { 2 });
            collected.openings.entry(opening).or_default()[place] += 1;
        }
    }
}

/// `black` or `white`.
#[must_use]
pub fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}
