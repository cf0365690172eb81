//! A game with all that is known about it, whatever the format it was written in.
//!
//! The moves of a record are legal: they are checked when they are added, and so never again.

use std::time::Duration;

use yomi_engine::game::Side;
use yomi_engine::games::othello::{Kernel, Move, Othello};

use super::{Board, Ending, Format, Outcome, Verdict};

/// A game from a start position, with what is known about the players, the clocks and each move.
///
/// A text that is not known is empty. Passes are always among the moves, also where a format leaves
/// them out.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    start: Board,
    plies: Vec<Ply>,
    end: Board,
    /// Black and White.
    pub players: [Player; 2],
    /// The time of Black and of White, if it was limited.
    pub clocks: [Option<Clock>; 2],
    /// When it was played, as the source writes it.
    pub date: String,
    /// Where it was played: a city, a server, a program.
    pub place: String,
    /// The tournament or match.
    pub event: String,
    /// The result as the source has it, which need not be that of the last position; `None` if the
    /// game is unfinished or nothing is said.
    pub outcome: Option<Outcome>,
    /// A comment on the whole game or its start.
    pub comment: String,
    /// What moves of the start position are worth, as OBF files say.
    pub scores: Vec<ScoredMove>,
    /// Whether this game is the second of a synchro pair with the record before it: the same
    /// opening at the same time, colours swapped.
    pub is_second_of_pair: bool,
    /// How many variations the reader left aside; a record holds the main line only.
    pub variations: usize,
    /// Whether the reader took it upside down, since as its program counts rows it is not legal.
    pub is_turned_over: bool,
    /// What else the source says, kept for files of the same format.
    pub tags: Vec<Tag>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move, legal where it was played.
    pub mv: Move,
    /// What is known about it.
    pub note: Note,
    /// Whether it is a pass that the source leaves out.
    pub is_implied: bool,
}

/// Whether the source names a pass makes no difference.
impl PartialEq for Ply {
    fn eq(&self, other: &Self) -> bool {
        (self.mv, &self.note) == (other.mv, &other.note)
    }
}

/// What is known about a move besides itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// The time its player took for it.
    pub time: Option<Duration>,
    /// What its player thought it to be worth, in discs from that player's view.
    pub evaluation: Option<f64>,
    /// A comment.
    pub comment: String,
    /// What else the source says about it.
    pub tags: Vec<Tag>,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// Empty if not known.
    pub name: String,
    /// On the scale of the source.
    pub rating: Option<f64>,
}

/// The time a player has, as GGF states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub main: Duration,
    /// Added after each own move.
    pub increment: Duration,
    /// Added once when the time is over; `None` if the source does not say, which means two minutes
    /// in GGF.
    pub grace: Option<Duration>,
}

/// What a move of the start position is worth, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredMove {
    /// Not necessarily legal: problem files use a pass as a mark.
    pub mv: Move,
    /// In discs, from the view of the side to move.
    pub score: f64,
}

/// A named value of one format that no field of a record stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Whose names these are.
    pub format: Format,
    /// Its name there, such as `KM`.
    pub name: String,
    /// Its values; only SGF has more than one.
    pub values: Vec<String>,
}

/// A move that cannot be added to a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct MoveError {
    /// Which move it would have been, from 1, passes counted.
    pub number: usize,
    /// Who wanted to play it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// Why not.
    pub reason: Reason,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Only these can.
    Illegal(Vec<Move>),
    /// It is the turn of the other side, which has a move.
    NotItsTurn,
    /// Neither side has a move any more.
    GameOver,
}

impl MoveError {
    fn text(&self) -> String {
        let colour = if self.side == Side::First { "Black" } else { "White" };
        let expected = match &self.reason {
            Reason::NotItsTurn => "the other side, whose turn it is".to_owned(),
            Reason::GameOver => "no move, since the game is over".to_owned(),
            Reason::Illegal(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                format!("a legal move ({})", moves.join(" "))
            }
        };
        format!("expected {expected}, found {} by {colour} as move {}", self.mv, self.number)
    }
}

/// A board of another size was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a game on {expected}×{expected}, found one on {found}×{found}")]
pub struct WrongSize {
    /// The side of the board asked for.
    pub expected: usize,
    /// The side of the record's board.
    pub found: usize,
}

impl Record {
    /// A game of which nothing is known but where it starts.
    #[must_use]
    pub fn new(start: Board) -> Self {
        Self {
            start,
            plies: Vec::new(),
            end: start,
            players: Default::default(),
            clocks: [None; 2],
            date: String::new(),
            place: String::new(),
            event: String::new(),
            outcome: None,
            comment: String::new(),
            scores: Vec::new(),
            is_second_of_pair: false,
            variations: 0,
            is_turned_over: false,
            tags: Vec::new(),
        }
    }

    /// Where the game starts.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Whether that is the start position of its board, with Black to move.
    #[must_use]
    pub fn starts_as_usual(&self) -> bool {
        self.start == Board::start(self.start.size())
    }

    /// The moves so far, passes among them.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves so far without what is known about them.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// The moves so far with the side that made each.
    pub fn plies_by_side(&self) -> impl Iterator<Item = (Side, &Ply)> {
        let first = self.start.side_to_move();
        self.plies.iter().zip([first, !first].into_iter().cycle()).map(|(ply, side)| (side, ply))
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// The result as the source has it, or else that of a game whose moves lead to its end.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        self.outcome.or_else(|| self.end.final_score().map(Outcome::of_score))
    }

    /// Whether the source has another score than that of the moves, which lead to the game's end.
    /// Discs alone may be counted, without the empty squares.
    #[must_use]
    pub fn contradicts_its_result(&self) -> bool {
        let (Some(score), Some(outcome)) = (self.end.final_score(), self.outcome) else {
            return false;
        };
        let agrees = match outcome.verdict {
            Verdict::Net(net) => [score, self.end.lead()].map(f64::from).contains(&net),
            Verdict::Winner(Side::First) => score > 0,
            Verdict::Winner(Side::Second) => score < 0,
        };
        outcome.ending == Ending::Played && !agrees
    }

    /// What is known about the last move, to be added to; `None` before the first move.
    pub fn last_note(&mut self) -> Option<&mut Note> {
        self.plies.last_mut().map(|ply| &mut ply.note)
    }

    /// The position at the start and after each move.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = vec![self.start];
        for mv in self.moves() {
            boards.extend(boards[boards.len() - 1].play(mv));
        }
        boards
    }

    /// The position at the start and after each move.
    ///
    /// # Errors
    /// If the game is not on a board of `K`'s size.
    pub fn positions<K: Kernel>(&self) -> Result<Vec<Othello<K>>, WrongSize> {
        let wrong = WrongSize { expected: K::SIZE, found: self.start.size().side() };
        self.boards().iter().map(|board| board.position().ok_or(wrong)).collect()
    }

    /// Adds a move of the side to move; if that has to pass and `mv` is no pass, the pass is added
    /// before it.
    ///
    /// # Errors
    /// If the move is not legal; the record is unchanged then.
    pub fn play(&mut self, mv: Move, note: Note) -> Result<(), MoveError> {
        let implied_pass = mv != Move::Pass && self.end.is_legal(Move::Pass);
        let side = if implied_pass { !self.end.side_to_move() } else { self.end.side_to_move() };
        self.play_as(side, mv, note)
    }

    /// Adds a move of `side`; if the other side is to move and has to pass, the pass is added
    /// before it.
    ///
    /// # Errors
    /// If the move is not legal or the other side has a move; the record is unchanged then.
    pub fn play_as(&mut self, side: Side, mv: Move, note: Note) -> Result<(), MoveError> {
        let passed = if side == self.end.side_to_move() { None } else { self.end.play(Move::Pass) };
        let position = passed.unwrap_or(self.end);
        let number = self.plies.len() + 1 + usize::from(passed.is_some());
        let error = |reason| MoveError { number, side, mv, reason };
        if self.end.is_over() {
            return Err(error(Reason::GameOver));
        }
        if side != position.side_to_move() {
            return Err(error(Reason::NotItsTurn));
        }
        self.end = position.play(mv).ok_or_else(|| error(Reason::Illegal(position.moves())))?;
        let implied = |_| Ply { mv: Move::Pass, note: Note::default(), is_implied: true };
        self.plies.extend(passed.map(implied));
        self.plies.push(Ply { mv, note, is_implied: false });
        Ok(())
    }

    /// Takes over what `source` says of the moves that both begin with, and if it is the same game,
    /// all that it says.
    pub fn adopt(&mut self, source: &Self) {
        if self.start != source.start {
            return;
        }
        if self.moves().eq(source.moves()) {
            *self = Self { outcome: source.outcome.or(self.outcome), ..source.clone() };
            return;
        }
        self.comment.clone_from(&source.comment);
        let both = self.plies.iter_mut().zip(&source.plies);
        for (own, ply) in both.take_while(|(own, ply)| own.mv == ply.mv) {
            own.clone_from(ply);
        }
    }

    /// Takes back all moves after the first `plies`.
    pub fn truncate(&mut self, plies: usize) {
        if plies < self.plies.len() {
            self.end = self.boards()[plies];
            self.plies.truncate(plies);
        }
    }

    /// Takes back the move of this number among those that the source names, from 0, and all after
    /// it. Passes left out before it stay.
    pub fn truncate_named(&mut self, number: usize) {
        let mut named = (0..self.plies.len()).filter(|&ply| !self.plies[ply].is_implied);
        if let Some(ply) = named.nth(number) {
            self.truncate(ply);
        }
    }

    /// The time `side` has left, by GGF's rule: its clock less what its moves took, with the
    /// increment for each of them, and the grace time once that is used up; `None` without a clock.
    #[must_use]
    pub fn time_left(&self, side: Side) -> Option<Duration> {
        let clock = self.clocks[side as usize]?;
        let mut grace = Some(clock.grace.unwrap_or(Clock::DEFAULT_GRACE));
        let mut left = clock.main;
        for (_, ply) in self.plies_by_side().filter(|(mover, _)| *mover == side) {
            let spent = ply.note.time.unwrap_or_default();
            if left < spent {
                left = left.saturating_add(grace.take().unwrap_or_default());
            }
            left = left.saturating_sub(spent).saturating_add(clock.increment);
        }
        Some(left)
    }
}

impl Clock {
    /// The grace time where GGF names none.
    pub const DEFAULT_GRACE: Duration = Duration::from_secs(120);

    /// A clock with nothing but time for the whole game.
    #[must_use]
    pub fn absolute(main: Duration) -> Self {
        Self { main, increment: Duration::ZERO, grace: None }
    }
}
