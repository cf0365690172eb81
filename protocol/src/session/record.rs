//! Between a session and a game on file.

use yomi_engine::clock::Clock;
use yomi_engine::game::Side;
use yomi_engine::games::othello::Move;

use super::{Kind, Refusal, Session};
use crate::notation::{Board, Ending, Note, Outcome, Record, Size, Verdict};

impl Session {
    /// Whether games of this kind can be read from files and written to them.
    #[must_use]
    pub fn has_files(&self) -> bool {
        self.kind().name == OTHELLO
    }

    /// Continues a recorded Othello game: its board and its moves. The clocks stand as at the start
    /// of a game.
    ///
    /// # Errors
    /// If the player named by the user does not play on its board. The session is then as it was.
    pub fn load(&mut self, record: &Record) -> Result<(), Refusal> {
        let size = record.start().size().side() as u32;
        if !self.has_files() || size != self.game().size() {
            let othello = Kind::named(OTHELLO).ok_or(Refusal::Game)?;
            self.reopen(othello, size, self.choice.clone())?;
        }
        self.set_up(Some(&record.start().board_string()))?;
        let moves: Vec<String> = record.moves().map(|mv| mv.to_string()).collect();
        // A record holds legal moves only.
        self.play_all(moves.iter().map(String::as_str)).map_err(|(_, refusal)| refusal)?;
        self.clocks = self.time_controls;
        Ok(())
    }

    /// Sets the clocks to what the moves of a recorded game leave on its own. A clock without any
    /// time is none: so games without clocks are written (`TI[0]`).
    pub fn take_clocks(&mut self, record: &Record) {
        for side in Side::BOTH {
            let clock = record.clocks[side as usize]
                .filter(|clock| !(clock.main.is_zero() && clock.increment.is_zero()));
            let left = clock
                .and_then(|clock| Some(Clock::fischer(record.time_left(side)?, clock.increment)));
            self.set_clock(side, left);
        }
    }

    /// The game so far as a record; `None` if it is not Othello.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let size = Size::try_from(self.game().size() as usize).ok().filter(|_| self.has_files())?;
        let mut record = Record::new(Board::parse(size, &self.game().start_line()).ok()?);
        for (_, mv) in self.game().history() {
            record.play(mv.parse::<Move>().ok()?, Note::default()).ok()?;
        }
        let played = |lead| Outcome { verdict: Verdict::Net(lead), ending: Ending::Played };
        record.outcome = self.score().ok().map(played);
        Some(record)
    }
}

const OTHELLO: &str = "Othello";
