//! A game session: what a frontend can do with a game, whatever it speaks. No input, no output, no
//! threads: thinking is handed out as a [`Task`], and what it found is handed back.
//!
//! - [`game`]: the position and its history, moves as text; `progress` does it for known rules;
//! - [`kinds`]: which games there are;
//! - [`search`]: searches for a move, and what they report;
//! - [`options`]: what can be set.

pub mod game;
pub mod kinds;
pub mod options;
mod progress;
mod record;
mod refusal;
pub mod search;

use std::time::Duration;

use yomi_engine::clock::{Allotment, Clock};
use yomi_engine::game::Side;
use yomi_engine::roster::RosterError;

pub use game::{AnyGame, PlayerChoice};
pub use kinds::{KINDS, Kind};
pub use options::{OPTIONS, OptionError, OptionKind};
pub use refusal::Refusal;
pub(crate) use search::own;
pub use search::{Bounds, Line, SearchInfo, Task};

/// One game, who plays it and under which limits.
///
/// ```
/// use yomi_engine::limits::Stop;
/// use yomi_protocol::session::{Bounds, KINDS, PlayerChoice, Session};
///
/// let player = Some("alphabeta(depth=3)".to_owned());
/// let choice = PlayerChoice { player, seed: 1, ..PlayerChoice::default() };
/// let mut session = Session::new(&KINDS[0], None, choice)?;
/// session.play(None, "f5")?;
/// // The search may run on any thread.
/// let search = session.think(None, Bounds::default())?;
/// let info = search.run(&Stop::default(), &mut |_| ());
/// let best = info.best().expect("the game goes on").moves[0].clone();
/// session.play(None, &best)?;
/// # Ok::<(), yomi_protocol::session::Refusal>(())
/// ```
pub struct Session {
    kind: &'static Kind,
    game: Box<dyn AnyGame>,
    choice: PlayerChoice,
    /// Set by the user, for every move.
    standing: Bounds,
    /// The clocks games start with, and how they stand, `First` before `Second`.
    time_controls: [Option<Clock>; 2],
    clocks: [Option<Clock>; 2],
    /// What passes on every move without thinking.
    overhead: Duration,
    komi: Option<f64>,
    /// Whether players are built before they are asked.
    ready: bool,
}

impl Session {
    /// A session at the start of a game of `kind`, on its usual board unless `size` says otherwise.
    ///
    /// # Errors
    /// If there is no such board ([`Refusal::Size`]) or the player's text is wrong
    /// ([`Refusal::Unreadable`]).
    pub fn new(
        kind: &'static Kind,
        size: Option<u32>,
        choice: PlayerChoice,
    ) -> Result<Self, Refusal> {
        Self::open(kind, size, choice, 0)
    }

    /// A session at the start of the game of this `number`.
    fn open(
        kind: &'static Kind,
        size: Option<u32>,
        choice: PlayerChoice,
        number: u64,
    ) -> Result<Self, Refusal> {
        let size = size.unwrap_or(kind.usual_size);
        if !kind.sizes.contains(&size) {
            return Err(Refusal::Size(kind.expected_sizes()));
        }
        let unreadable = |error: RosterError| Refusal::Unreadable(error.to_string());
        let game = kind.open(size, &choice, number).map_err(unreadable)?;
        let (time_controls, clocks) = ([None; 2], [None; 2]);
        let (standing, overhead) = (Bounds::default(), Clock::OVERHEAD);
        Ok(Self {
            kind,
            game,
            choice,
            standing,
            time_controls,
            clocks,
            overhead,
            komi: None,
            ready: false,
        })
    }

    /// Builds the player now, and every later one when it is named: a large table takes seconds
    /// that no clock should be charged for. Without this a player is built when it is first asked.
    ///
    /// # Errors
    /// If the system has not the memory that the player needs.
    pub fn prepare(&mut self) -> Result<(), Refusal> {
        self.ready = true;
        self.game.prepare()
    }

    /// The game that is played.
    #[must_use]
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The position and its history.
    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.moves().is_empty()
    }

    /// Starts another game of the same kind on the same board.
    pub fn restart(&mut self) {
        // The start position cannot be refused.
        let _ = self.game.set_up(None);
        self.game.forget();
        self.clocks = self.time_controls;
    }

    /// Starts a game on a board of `size` lines.
    ///
    /// # Errors
    /// If the game is not played on such a board, or the player named by the user does not play
    /// there.
    pub fn resize(&mut self, size: u32) -> Result<(), Refusal> {
        self.reopen(self.kind, size, self.choice.clone()).map_err(|refusal| match refusal {
            Refusal::Unreadable(problem) => Refusal::Size(problem),
            other => other,
        })?;
        self.clocks = self.time_controls;
        Ok(())
    }

    /// Starts a game of another kind on its usual board, with full clocks. The same kind again
    /// changes nothing.
    ///
    /// # Errors
    /// If there is no such game ([`Refusal::Game`]) or the player named by the user does not play
    /// it ([`Refusal::Unreadable`]).
    pub fn switch(&mut self, name: &str) -> Result<(), Refusal> {
        let kind = Kind::named(name).ok_or(Refusal::Game)?;
        if kind.name == self.kind.name {
            return Ok(());
        }
        self.reopen(kind, kind.usual_size, self.choice.clone())?;
        self.clocks = self.time_controls;
        Ok(())
    }

    /// Puts up the start position, or the one written on a line; what the player has learnt stays.
    ///
    /// # Errors
    /// If the line cannot be read.
    pub fn set_up(&mut self, line: Option<&str>) -> Result<(), Refusal> {
        self.game.set_up(line)
    }

    /// Plays a move: see [`AnyGame::play`].
    ///
    /// # Errors
    /// If it is no move, not legal or not this side's turn.
    pub fn play(&mut self, side: Option<Side>, mv: &str) -> Result<(), Refusal> {
        self.game.play(side, mv)
    }

    /// Plays several moves of the sides whose turn it is, or none of them.
    ///
    /// # Errors
    /// The number of the first that cannot be played, from 0, and why.
    pub fn play_all<'a>(
        &mut self,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), (usize, Refusal)> {
        let before = self.game.turns();
        for (number, mv) in moves.into_iter().enumerate() {
            if let Err(refusal) = self.game.play(None, mv) {
                while self.game.turns() > before {
                    let _ = self.game.undo();
                }
                return Err((number, refusal));
            }
        }
        Ok(())
    }

    /// Takes the last turn back.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.game.undo()
    }

    /// The thinking about the next move of `side`, or of the side whose turn it is, within its
    /// clock, the user's standing limits and `bounds`.
    ///
    /// # Errors
    /// If it is not this side's turn, or there is no memory for the player.
    pub fn think(&mut self, side: Option<Side>, bounds: Bounds) -> Result<Task, Refusal> {
        self.think_of(side, 1, bounds)
    }

    /// The same about its `count` best moves.
    ///
    /// # Errors
    /// As for [`think`](Self::think).
    pub fn think_of(
        &mut self,
        side: Option<Side>,
        count: usize,
        bounds: Bounds,
    ) -> Result<Task, Refusal> {
        let bounds = self.bounded(bounds);
        let clock = self.clocks[side.unwrap_or(self.game.side()) as usize];
        let prospect = self.game.prospect(side)?;
        let bounds = if bounds.endless { bounds } else { self.timed(bounds, clock, prospect) };
        self.game.think(side, count, bounds)
    }

    /// The bounds less the overhead, and within `clock`, for a side that can choose from `choices`
    /// moves now and has to think about `moves_left` until the end.
    fn timed(
        &self,
        bounds: Bounds,
        clock: Option<Clock>,
        (choices, moves_left): (usize, u32),
    ) -> Bounds {
        /// Enough for a few plies.
        const LEAST: Duration = Duration::from_micros(200);
        /// Enough to say what a move is worth that is the only one.
        const GLANCE: Duration = Duration::from_millis(50);
        let longest = if choices == 1 { GLANCE } else { Duration::MAX };
        let fixed = bounds.time.map(|time| (time - self.overhead.min(time / 2)).min(longest));
        let Some(clock) = clock else {
            return Bounds { time: fixed.map(|time| time.max(LEAST)), ..bounds };
        };
        let Allotment { target, most } = clock.allot(moves_left, self.overhead);
        let time = fixed.map_or(most.min(longest), |fixed| fixed.min(most)).max(LEAST);
        // Where all may be spent on every move there is nothing to be saved.
        Bounds { time: Some(time), target: (target < most).then_some(target), ..bounds }
    }

    /// The thinking about the `count` best moves of the side whose turn it is, not bound by any
    /// clock.
    ///
    /// # Errors
    /// If there is no memory for the player.
    pub fn compare(&mut self, count: usize, bounds: Bounds) -> Result<Task, Refusal> {
        let bounds = Bounds { without_book: true, ..self.bounded(bounds) };
        self.game.think(None, count, bounds)
    }

    /// The thinking about an earlier position of the game, not bound by any clock.
    ///
    /// # Errors
    /// If there is no memory for the player.
    pub fn think_back(&mut self, plies: usize, bounds: Bounds) -> Result<Task, Refusal> {
        let bounds = Bounds { without_book: true, ..self.bounded(bounds) };
        self.game.think_back(plies, bounds)
    }

    /// The clock of `side` after it has used `elapsed` for a move, by somebody else's watch.
    pub fn spend(&mut self, side: Side, elapsed: Duration) {
        let clock = &mut self.clocks[side as usize];
        *clock = clock.map(|clock| clock.after(elapsed));
    }

    /// The same after it has thought for so long: on the way to the referee more passes.
    pub fn spend_thinking(&mut self, side: Side, elapsed: Duration) {
        self.spend(side, elapsed.saturating_add(self.overhead));
    }

    /// What is kept back of every limit of time from now on, though no more than half of one for a
    /// single move: it passes on every move without thinking.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// The clock every game starts with for both sides, from now on; `None` for no limit.
    pub fn set_terms(&mut self, clock: Option<Clock>) {
        self.time_controls = [clock; 2];
        self.clocks = self.time_controls;
    }

    /// How the clock of `side` stands.
    #[must_use]
    pub fn clock(&self, side: Side) -> Option<Clock> {
        self.clocks[side as usize]
    }

    /// Sets the clock of `side`.
    pub fn set_clock(&mut self, side: Side, clock: Option<Clock>) {
        self.clocks[side as usize] = clock;
    }

    /// What `Second` is given before the points are compared, in games that know it: in this one
    /// and the next. What the rules cannot have becomes what is nearest to it.
    pub fn set_komi(&mut self, komi: f64) {
        self.game.set_komi(komi);
        self.komi = Some(komi);
    }

    /// Puts stones or discs on the board before the first move: see [`AnyGame::place`].
    ///
    /// # Errors
    /// If a move was made, or the stones cannot lie there.
    pub fn place(&mut self, stones: &[(Side, &str)], side: Side) -> Result<(), Refusal> {
        self.game.place(stones, side)
    }

    /// The points of `First` minus those of `Second` as people count them, in Go without the dead
    /// stones.
    ///
    /// # Errors
    /// While the game goes on.
    pub fn counted_score(&self) -> Result<f64, Refusal> {
        self.game.counted_lead().ok_or(Refusal::NotOver)
    }

    /// The points of `First` minus those of `Second` by the rules alone, the board as it stands.
    ///
    /// # Errors
    /// While the game goes on.
    pub fn score(&self) -> Result<f64, Refusal> {
        self.game.lead().ok_or(Refusal::NotOver)
    }

    fn bounded(&self, bounds: Bounds) -> Bounds {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        if bounds.endless {
            return bounds;
        }
        Bounds {
            depth: least(bounds.depth, self.standing.depth),
            nodes: least(bounds.nodes, self.standing.nodes),
            time: least(bounds.time, self.standing.time),
            ..bounds
        }
    }

    /// Replaces the game by the next one; on an error everything stays, but a player that had to
    /// make room for the next one has forgotten what it had learnt.
    fn reopen(
        &mut self,
        kind: &'static Kind,
        size: u32,
        choice: PlayerChoice,
    ) -> Result<(), Refusal> {
        let mut fresh = Self::open(kind, Some(size), choice, self.game.next_number())?;
        let Self { standing, time_controls, clocks, overhead, komi, ready, .. } = *self;
        if let Some(komi) = komi {
            fresh.game.set_komi(komi);
        }
        if ready {
            // There may be no memory for both players.
            self.game.dismiss();
            if let Err(refusal) = fresh.game.prepare() {
                // There was memory for it before; else it is refused when it is asked.
                let _ = self.game.prepare();
                return Err(refusal);
            }
        }
        *self = Self { komi, standing, time_controls, clocks, overhead, ready, ..fresh };
        Ok(())
    }
}
