//! A player during a game: asked for its moves, told of all, and timed.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use web_time::Instant;
use yomi_engine::clock::{Allotment, Clock};
use yomi_engine::limits::{Limits, Stop};
use yomi_engine::search::Searcher;

use super::dialect::Turn;
use super::limits::TimeControl;
use super::process::Process;
use super::programs::{NewGame, Programs};
use super::reason::Reason;
use super::{Contender, Kind};
use crate::games::LabGame;

/// Why no move comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Somebody stopped the game.
    Stopped,
    /// The player gives the game up.
    Resigned,
    /// The player loses: the reason, and its last words.
    Forfeit(Reason, String),
    /// No game can be played with it at all.
    Impossible(String),
}

impl Trouble {
    /// A player of this program that panicked: a bug of one player is its own loss, not the end of
    /// everybody's games.
    pub(crate) fn crash(panic: &(dyn Any + Send)) -> Self {
        Self::Forfeit(Reason::Crash, last_words(panic))
    }

    /// Whether it costs the player the game.
    pub(crate) fn is_a_loss(&self) -> bool {
        matches!(self, Self::Resigned | Self::Forfeit(..))
    }
}

/// A player during a game.
pub(crate) struct Seat<G: LabGame> {
    player: AtBoard<G>,
    control: Option<TimeControl>,
    /// What bounds its searches: the same in every position unless a clock runs.
    limits: Limits,
    /// What was left of its game clock after its last move.
    clock: Option<Clock>,
    /// What it has taken since then to take note of moves: a part of its next one.
    heard: Duration,
    /// Whether its moves are timed.
    timed: bool,
    /// What its moves took, as far as they are timed.
    pub(crate) spent: Spent,
}

/// What the moves of a player took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// All of them.
    pub(crate) total: Duration,
    /// The last one.
    pub(crate) last: Duration,
    /// How many they were.
    pub(crate) moves: u32,
}

/// What plays.
enum AtBoard<G: LabGame> {
    /// In this program.
    Searcher(Box<dyn Searcher<G>>),
    /// Another program.
    Process(Box<Process>),
}

impl<G: LabGame> Seat<G> {
    /// The player of `contender` at the board, ready for a game; `timed` says whether its moves are
    /// timed even without a clock.
    pub(crate) fn take(
        contender: &Contender<G>,
        game: &NewGame<'_, G>,
        timed: bool,
        (programs, stop): (&Programs, &Stop),
    ) -> Result<Self, Trouble> {
        let player = match &contender.kind {
            Kind::InProcess(_) => {
                let searcher = contender.searcher(game.key.player(game.side));
                AtBoard::Searcher(searcher.map_err(Trouble::Impossible)?)
            }
            Kind::Process(engine) => AtBoard::Process(Box::new(programs.take(engine, game, stop)?)),
        };
        let control = contender.control();
        let clock = control.and_then(TimeControl::clock);
        let timed = timed || control.is_some();
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let (heard, spent) = (Duration::ZERO, Spent::default());
        Ok(Self { player, control, limits, clock, heard, timed, spent })
    }

    /// What is left of its game clock.
    pub(crate) fn clock(&self) -> Option<Clock> {
        let heard = self.heard;
        let left = |clock: Clock| clock.remaining.saturating_sub(heard);
        self.clock.map(|clock| Clock { remaining: left(clock), ..clock })
    }

    /// The move of the player in `position`, and the positions it entered for it; none when the
    /// game is over. `clocks` are those of both sides.
    pub(crate) fn choose(
        &mut self,
        position: &G,
        clocks: [Option<Clock>; 2],
        stop: &Stop,
    ) -> Result<Option<(G::Move, u64)>, Trouble> {
        if !self.timed {
            return self.think(position, clocks, stop);
        }
        let since = Instant::now();
        let Some(chosen) = self.think(position, clocks, stop)? else { return Ok(None) };
        let spent = since.elapsed() + std::mem::take(&mut self.heard);
        let Spent { total, moves, .. } = self.spent;
        // Nobody thinks about a pass that is the only move.
        let counts = !G::is_pass(chosen.0) || position.moves().nth(1).is_some();
        let moves = moves + u32::from(counts);
        self.spent = Spent { total: total + spent, last: spent, moves };
        self.check(spent)?;
        let left = |clock: Clock| clock.remaining.saturating_sub(spent);
        self.clock = self.clock.map(|clock| match counts {
            true => clock.after(spent),
            false => Clock { remaining: left(clock), ..clock },
        });
        Ok(Some(chosen))
    }

    /// A loss if a move has taken longer than it may.
    fn check(&self, spent: Duration) -> Result<(), Trouble> {
        match self.control.map(|control| control.longest(self.clock)) {
            Some(longest) if spent > longest => {
                let [spent, longest] = [spent, longest].map(|time| time.as_secs_f64());
                let words = format!(
                    "{spent:.3} s for a move, {longest:.3} s were allowed, margin included"
                );
                Err(Trouble::Forfeit(Reason::TimeForfeit, words))
            }
            _ => Ok(()),
        }
    }

    fn think(
        &mut self,
        position: &G,
        clocks: [Option<Clock>; 2],
        stop: &Stop,
    ) -> Result<Option<(G::Move, u64)>, Trouble> {
        let searcher = match &mut self.player {
            AtBoard::Searcher(searcher) => searcher,
            AtBoard::Process(process) => {
                let longest = longest(self.control, self.clock, self.heard);
                let turn = Turn { position, clocks, longest, stop };
                return process.choose(&turn).map(|mv| mv.map(|mv| (mv, 0)));
            }
        };
        if let Some(clock) = self.clock {
            self.limits = limits(position, clock, stop);
        }
        let search = AssertUnwindSafe(|| {
            let report = searcher.search(position, &self.limits, &mut |_| ());
            report.best.map(|mv| (mv, report.nodes))
        });
        let chosen = catch_unwind(search).map_err(|panic| Trouble::crash(&*panic))?;
        // A search that was stopped may have made any move.
        if stop.is_raised() {
            return Err(Trouble::Stopped);
        }
        Ok(chosen)
    }

    /// Whether it has to hear of moves: a player in this program sees the position when it is
    /// asked.
    pub(crate) fn listens(&self) -> bool {
        matches!(self.player, AtBoard::Process(_))
    }

    /// Hears of a move in `position`, its `own` or the other player's. What the player takes to
    /// answer belongs to its next move: who thinks then thinks on its own clock.
    pub(crate) fn hear(
        &mut self,
        position: &G,
        mv: G::Move,
        own: bool,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        let AtBoard::Process(process) = &mut self.player else { return Ok(()) };
        let longest = longest(self.control, self.clock, self.heard);
        let turn = Turn { position, clocks: [None; 2], longest, stop };
        let since = Instant::now();
        process.hear(&turn, mv, own.then_some(self.spent.last))?;
        if self.timed {
            self.heard += since.elapsed();
        }
        self.check(self.heard)
    }

    /// Notes beside what a program said why it lost.
    pub(crate) fn note_loss(&self, programs: &Programs, reason: Reason, words: &str) {
        if let AtBoard::Process(process) = &self.player {
            programs.note_loss(process, reason, words);
        }
    }

    /// Leaves the board of a game that was stopped: whatever the player does, it is not waited for.
    pub(crate) fn abandon(&mut self) {
        if let AtBoard::Process(process) = &mut self.player {
            process.abandon();
        }
    }

    /// Leaves the board after a game in good order.
    pub(crate) fn leave(self, programs: &Programs) {
        if let AtBoard::Process(process) = self.player {
            programs.keep(*process);
        }
    }
}

/// The most that the next answer of a player may take that has `heard` for so long.
fn longest(
    control: Option<TimeControl>,
    clock: Option<Clock>,
    heard: Duration,
) -> Option<Duration> {
    control.map(|control| control.longest(clock).saturating_sub(heard))
}

/// What bounds the search of a player whose clock stands at `clock`.
fn limits<G: LabGame>(position: &G, clock: Clock, stop: &Stop) -> Limits {
    /// Enough for a few plies.
    const LEAST: Duration = Duration::from_micros(200);
    let stop = stop.clone();
    let Allotment { target, most } = clock.allot(position.moves_left(), Clock::OVERHEAD);
    let target = (target < most).then_some(target);
    Limits { time: Some(most.max(LEAST)), target, stop, ..Limits::default() }
}

/// What a panic said.
fn last_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}
