//! A match experiment: playing its games, and finding them in a journal.

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use yomi_engine::game::Side;
use yomi_engine::limits::Stop;

use crate::digest::Digest;
use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::plan::meetings::{Meetings, Names};
use crate::plan::openings::Opening;
use crate::plan::schedule::Cell;
use crate::plan::{Experiment, Match};
use crate::play::{Setup, play};
use crate::players::{Contender, Programs};
use crate::run::history::History;
use crate::run::pool::{Standing, Units};
use crate::run::record::{Game, Pair, Record};
use crate::run::stopping::Stopping;
use crate::stats::fingerprint::Fingerprint;
use crate::stats::pairs::PairScore;
use crate::stats::tally::Cluster;

use super::collected::{Lost, PairOutcome};
use super::engines::{self, Engines};

/// The games of a match as units of work, and as rows.
pub struct Games<'a, G: LabGame> {
    pub(super) experiment: &'a Experiment<G>,
    pub(super) matches: &'a Match<G>,
    pub(super) meetings: Meetings,
    names: Names<'a>,
    /// The contestants' players as text, which keys are made from.
    texts: Vec<String>,
    stopping: Mutex<Option<Stopping>>,
    programs: Programs,
    /// Kept only where somebody watches.
    standing: Option<Mutex<Points>>,
    /// Games lost by forfeit since this program began.
    forfeits: AtomicU64,
}

impl<G: LabGame> Units for Games<'_, G> {
    fn count(&self) -> u64 {
        self.meetings.count()
    }

    fn name(&self) -> &'static str {
        "pairs"
    }

    fn digest(&self) -> String {
        self.digest_of_schedule()
    }

    fn engines(&self) -> Engines {
        engines::digests(self.experiment.contestants.iter().map(|contestant| &contestant.player))
    }

    fn is_reproducible(&self) -> bool {
        self.experiment.is_reproducible()
    }

    fn rows(&self, unit: u64) -> u64 {
        self.meetings.unit(unit).0.cells.iter().flatten().count() as u64
    }

    fn cycle(&self) -> u64 {
        self.meetings.per_round()
    }

    fn unit(&self, record: &Record<'_>) -> Option<u64> {
        let Record::Pair(pair) = record else { return None };
        self.place(pair).map(|(unit, _)| unit)
    }

    fn prepare(&self, stop: &Stop) -> Result<(), LabError> {
        let contestants = &self.experiment.contestants;
        let at_board = self.matches.schedule.at_board(contestants.len());
        let players = contestants.iter().zip(at_board).filter(|&(_, plays)| plays);
        let players = players.map(|(contestant, _)| (&*contestant.name, &contestant.player));
        self.programs.try_out(players, &self.experiment.start, stop)
    }

    fn work(&self, unit: u64, stop: &Stop) -> Result<Option<Record<'_>>, String> {
        let (meeting, round) = self.meetings.unit(unit);
        let mut games = Vec::with_capacity(2);
        for cell in meeting.cells.into_iter().flatten() {
            match self.play(&self.matches.schedule.cells[cell], round, stop)? {
                Some(game) => {
                    // Only then: threads would hand the counter to and fro.
                    if game.forfeit.is_some() {
                        self.forfeits.fetch_add(1, Ordering::Relaxed);
                    }
                    games.push(game);
                }
                None => return Ok(None),
            }
        }
        let first =
            self.matches.schedule.cells[meeting.cells[0].expect("every meeting has a game")];
        let name = |index: usize| Cow::Borrowed(&*self.experiment.contestants[index].name);
        Ok(Some(Record::Pair(Pair {
            variant: Cow::Borrowed(&*self.experiment.variants[first.variant]),
            players: [name(first.black), name(first.white)],
            round,
            games,
        })))
    }

    fn score(&self, record: &Record<'_>) -> PairScore {
        match record {
            Record::Pair(pair) if self.matches.stop.is_some() || self.standing.is_some() => {
                let Some((unit, swapped)) = self.place(pair) else { return PairScore::default() };
                self.score_of(unit, swapped, pair)
            }
            _ => PairScore::default(),
        }
    }

    fn finished(&self, units: &[(u64, PairScore)]) -> bool {
        if let Some(standing) = &self.standing {
            let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
            for &(unit, score) in units {
                self.add_points(&mut standing, unit, score.points);
            }
        }
        let mut stopping = self.stopping.lock().unwrap_or_else(PoisonError::into_inner);
        stopping.as_mut().is_some_and(|stopping| {
            // It is about the player that was named first, who is White in the first game.
            units.iter().for_each(|&(unit, score)| stopping.add(unit, score.turned()));
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

    fn standing(&self) -> Vec<Standing> {
        let Some(standing) = &self.standing else { return Vec::new() };
        let standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
        let contestants = self.experiment.contestants.iter().zip(&*standing);
        let told = contestants.map(|(contestant, &[halves, games])| {
            let variant = &self.experiment.variants[contestant.variant];
            let name = match self.experiment.variants.len() {
                0 | 1 => contestant.name.clone(),
                _ => format!("{} ({variant})", contestant.name),
            };
            Standing { name, halves, games }
        });
        told.collect()
    }
}

/// Points in halves and games of each player.
type Points = Vec<[u64; 2]>;

impl<'a, G: LabGame> Games<'a, G> {
    /// The games of a match.
    #[must_use]
    pub fn new(experiment: &'a Experiment<G>, matches: &'a Match<G>) -> Self {
        let meetings = Meetings::new(&matches.schedule);
        let stopping = Mutex::new(matches.stop.map(|test| Stopping::new(test, meetings.count())));
        let names = meetings.names(experiment, &matches.schedule);
        let (programs, forfeits) = (Programs::default(), AtomicU64::new(0));
        let texts = experiment.numbered_players();
        let standing = None;
        Self { experiment, matches, meetings, names, texts, stopping, programs, standing, forfeits }
    }

    /// The same, with an account of how the players stand.
    #[must_use]
    pub fn watched(self) -> Self {
        let standing = Mutex::new(vec![[0; 2]; self.experiment.contestants.len()]);
        Self { standing: Some(standing), ..self }
    }

    /// The same; what other programs say on stderr goes into the folder of the run.
    #[must_use]
    pub fn logged(self, folder: &Path) -> Self {
        Self { programs: Programs::logged(folder), ..self }
    }

    /// Shares out the points of a unit, given those of the first game's Black.
    fn add_points(&self, standing: &mut Points, unit: u64, points: u8) {
        let (meeting, _) = self.meetings.unit(unit);
        let games = meeting.cells.iter().flatten().count() as u64;
        let Some(cell) = meeting.cells[0] else { return };
        let Cell { black, white, .. } = self.matches.schedule.cells[cell];
        if black != white {
            let points = u64::from(points);
            for (player, halves) in [(black, points), (white, (2 * games).saturating_sub(points))] {
                standing[player][0] += halves;
                standing[player][1] += games;
            }
        }
    }

    /// The unit of a pair of a journal, and whether its games stand there in the other order;
    /// `None` if it is not of this match.
    pub(super) fn place(&self, pair: &Pair<'_>) -> Option<(u64, bool)> {
        let players = pair.players.each_ref().map(|name| &**name);
        let found = self.names.find(&pair.variant, players, pair.round);
        found.filter(|&(unit, swapped)| self.fits(unit, swapped, pair))
    }

    /// Whether a record has the games of its meeting.
    fn fits(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> bool {
        let (meeting, _) = self.meetings.unit(unit);
        let games = meeting.cells.iter().flatten().count();
        pair.games.len() == games && !(swapped && games < 2)
    }

    /// What a pair's first player made of it.
    pub(super) fn score_of(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> PairScore {
        let rule = self.matches.winners[0];
        let points = pair.games.iter().enumerate().map(|(place, game)| {
            let first = if (place == 0) == swapped { Side::Second } else { Side::First };
            rule.winner(game.points).map_or(1, |winner| if winner == first { 2 } else { 0 })
        });
        let moves =
            (!self.is_drawn(unit)).then(|| Fingerprint::of_pair(&self.moves(unit, swapped, pair)));
        PairScore { points: points.sum(), moves }
    }

    /// Whether a player of a unit draws random numbers, others in every game.
    pub(super) fn is_drawn(&self, unit: u64) -> bool {
        self.players(unit).any(|(player, empties)| player.draws(empties))
    }

    /// The players of a unit, in each of its games, and the empty squares they begin with.
    fn players(&self, unit: u64) -> impl Iterator<Item = (&Contender<G>, u32)> {
        let (meeting, round) = self.meetings.unit(unit);
        let cells =
            meeting.cells.into_iter().flatten().map(|cell| self.matches.schedule.cells[cell]);
        cells.flat_map(move |Cell { black, white, first, .. }| {
            let empties = self.matches.openings.end(round, &self.experiment.start, first).empties();
            [black, white].map(|player| (&self.experiment.contestants[player].player, empties))
        })
    }

    /// The moves of the games of a pair, openings included, in the order of the meeting.
    pub(super) fn moves(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> Vec<Fingerprint> {
        let (meeting, round) = self.meetings.unit(unit);
        let games = meeting.cells.iter().flatten().enumerate().map(|(place, &cell)| {
            let game = &pair.games[if swapped { 1 - place } else { place }];
            let first = self.matches.schedule.cells[cell].first;
            let moves = self.matches.openings.record(round, first) + &game.moves;
            // With the same moves either may have failed.
            let loser = game.forfeit.as_ref().map(|forfeit| forfeit.black);
            Fingerprint::of_game(&moves, loser)
        });
        games.collect()
    }

    /// What a pair says beside its games' own figures; nothing where a player met itself.
    pub(super) fn outcome(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> Option<PairOutcome> {
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
            opening: self.matches.openings.number(round),
            score: self.score_of(unit, swapped, pair),
            difference: difference.sum(),
        })
    }

    /// The games of a pair that were lost by forfeit.
    pub(super) fn forfeits(&self, unit: u64, swapped: bool, pair: &Pair<'_>) -> Vec<Lost> {
        let games = pair.games.iter().enumerate();
        let lost = games.filter_map(|(place, game)| {
            let forfeit = game.forfeit.as_ref()?;
            let cell = self.meetings.unit(unit).0.cells[if swapped { 1 - place } else { place }]?;
            let Cell { black, white, .. } = self.matches.schedule.cells[cell];
            let [player, opponent] = if forfeit.black { [black, white] } else { [white, black] };
            let (reason, words) = (game.end.to_string(), forfeit.words.to_string());
            let game = self.matches.schedule.number(cell, pair.round);
            Some(Lost { player, opponent, game, reason, words })
        });
        lost.collect()
    }

    /// What a test says of the pairs in a journal.
    pub(super) fn test(&self, history: &History) -> Result<Option<Stopping>, LabError> {
        let Some(test) = self.matches.stop else { return Ok(None) };
        let mut stopping = Stopping::new(test, self.meetings.count());
        history.each(|line| {
            let Some(Record::Pair(pair)) = &line.record else { return };
            if let Some((unit, swapped)) = self.place(pair) {
                stopping.add(unit, self.score_of(unit, swapped, pair).turned());
            }
        })?;
        Ok(Some(stopping))
    }

    /// SHA-256 of everything that is to be played, in hexadecimal.
    fn digest_of_schedule(&self) -> String {
        let schedule = &self.matches.schedule;
        let mut digest = Digest::default();
        digest
            .add(format!("{} {} {}\n", self.experiment.key, self.experiment.seed, schedule.games));
        for cell in &schedule.cells {
            let [black, white] =
                [cell.black, cell.white].map(|index| &self.experiment.contestants[index]);
            let variant = &self.experiment.variants[cell.variant];
            digest.add(format!(
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
                digest.add(self.opening(0, round));
                digest.add("\n");
            }
        }
        digest.hexadecimal()
    }

    /// The games that a game of a unit's is no independent observation of: those from the same
    /// opening. From the start position these are all games of two players that leave nothing to
    /// chance, and those of its round where random numbers are drawn; of other programs it is not
    /// known, so there a pair's games are, and those of a `pair` with the same moves.
    pub(super) fn cluster(&self, unit: u64, pair: Fingerprint) -> Cluster {
        let (_, round) = self.meetings.unit(unit);
        let is_decided = |(player, empties): (&Contender<G>, u32)| player.is_deterministic(empties);
        match self.matches.openings.number(round) {
            Some(opening) => Cluster::Opening(opening),
            None if self.players(unit).all(is_decided) => Cluster::Opening(0),
            None if self.is_drawn(unit) => Cluster::Round(round),
            None => Cluster::Pair(pair),
        }
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
        let [black, white] = [cell.black, cell.white].map(|index| &*self.texts[index]);
        let Experiment { seed, key, .. } = self.experiment;
        let key = GameKey::new(*seed, key, cell.first, black, white, round);
        let setup = Setup {
            start: &self.matches.openings.start(round, &self.experiment.start, cell.first),
            opening: self.matches.openings.moves(round, cell.first),
            players,
            key,
            timed: is_timed(round) && cfg!(not(target_family = "wasm")),
        };
        play(&setup, &self.programs, stop)
    }
}

/// Whether a round is timed where no clock runs: not all are, since reading the time takes longer
/// than many moves, and of many games a small share tells enough. A web page has no such clock.
fn is_timed(round: u32) -> bool {
    round.is_multiple_of(if round < 1024 { 16 } else { 256 })
}

/// `black` or `white`.
#[must_use]
pub fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}
