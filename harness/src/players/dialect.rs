//! How a program is told of a game and asked for its moves, in each of the protocols.

use std::time::Duration;

use web_time::Instant;
use yomi_engine::clock::Clock;
use yomi_engine::game::Side;
use yomi_engine::limits::Stop;
use yomi_protocol::gtp::vertex;

use super::engine::{Engine, Protocol};
use super::limits::TimeControlKind;
use super::process::Process;
use super::programs::{NewGame, SEED};
use super::reason::Reason;
use super::seat::Trouble;
use crate::games::LabGame;
use crate::terminal::shortened;

/// From this main time on a clock is told in whole seconds. Many programs read no others; where a
/// second is much, they would be told too little.
const WHOLE_SECONDS_FROM: Duration = Duration::from_secs(10);

/// What a program is asked or told in a position.
pub(super) struct Turn<'a, G: LabGame> {
    /// The position.
    pub(super) position: &'a G,
    /// The clocks of Black and White, where they have any.
    pub(super) clocks: [Option<Clock>; 2],
    /// The most that the answer may take by the program's own clock.
    pub(super) longest: Option<Duration>,
    /// Ends the waiting.
    pub(super) stop: &'a Stop,
}

impl Process {
    /// What is said once, before the first game.
    pub(super) fn set_up(&mut self, stop: &Stop) -> Result<(), Trouble> {
        let limit = self.engine.start_timeout;
        let setup = self.engine.setup.clone();
        match self.engine.protocol {
            Protocol::Gtp => {
                setup.iter().try_for_each(|line| self.ask_gtp(line, limit, stop).map(drop))
            }
            Protocol::Ugi => {
                self.say("ugi", stop)?;
                self.wait(limit, stop, |line| (line == "ugiok").then_some(()))?;
                if let Some(level) = self.engine.level {
                    self.say(&format!("setoption name Level value {level}"), stop)?;
                }
                setup.iter().try_for_each(|line| self.say(line, stop))
            }
            Protocol::NBoard => {
                self.say("nboard 2", stop)?;
                setup.iter().try_for_each(|line| self.say(line, stop))?;
                match self.engine.depth.or(self.engine.level) {
                    Some(depth) => self.say(&format!("set depth {depth}"), stop),
                    None => Ok(()),
                }
            }
        }
    }

    /// Begins a game: nothing of the one before is left.
    pub(super) fn new_game<G: LabGame>(
        &mut self,
        game: &NewGame<'_, G>,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        self.moves.clear();
        let (start, limit) = (game.start, self.engine.start_timeout);
        let own = self.engine.each_game.iter();
        let own: Vec<String> =
            own.map(|line| line.replace(SEED, &game.seed().to_string())).collect();
        match self.engine.protocol {
            Protocol::Gtp => {
                // In Go `play` may name either colour at any time; elsewhere Black begins.
                if start.komi().is_none() && start.side_to_move() != Side::First {
                    let problem =
                        "engine: games over GTP start with Black, except in Go".to_owned();
                    return Err(Trouble::Impossible(problem));
                }
                let board = [format!("boardsize {}", start.size()), "clear_board".to_owned()];
                let komi = start.komi().map(|komi| format!("komi {komi}"));
                for line in board.into_iter().chain(komi) {
                    self.ask_gtp(&line, limit, stop)?;
                }
                self.set_gtp_clock(limit, stop)?;
                own.iter().try_for_each(|line| self.ask_gtp(line, limit, stop).map(drop))?;
            }
            Protocol::Ugi => {
                if start.side_to_move() != Side::First {
                    let problem = "engine: games over UGI start with Black".to_owned();
                    return Err(Trouble::Impossible(problem));
                }
                own.iter().try_for_each(|line| self.say(line, stop))?;
                self.say("uginewgame\nisready", stop)?;
                self.wait(limit, stop, |line| (line == "readyok").then_some(()))?;
            }
            Protocol::NBoard => {
                let Some(game) = start.ggf(self.ggf_clock().as_deref()) else {
                    let problem = "engine: the NBoard protocol is for Othello".to_owned();
                    return Err(Trouble::Impossible(problem));
                };
                own.iter().try_for_each(|line| self.say(line, stop))?;
                self.say(&format!("set game {game}"), stop)?;
                self.ping(limit, stop)?;
            }
        }
        self.hear_opening(game, stop)
    }

    /// Tells the program the moves that were not the players' own.
    fn hear_opening<G: LabGame>(
        &mut self,
        game: &NewGame<'_, G>,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        // Where every move adds an increment to its player's clock, one that nobody thought about
        // has taken as long.
        let time = self.increment().filter(|_| self.engine.protocol == Protocol::NBoard);
        let mut position = game.start.clone();
        for &mv in game.opening {
            let turn = Turn { position: &position, clocks: [None; 2], longest: None, stop };
            self.hear(&turn, mv, time)?;
            position = position.play(mv);
        }
        Ok(())
    }

    /// What each move adds to the program's clock, if anything.
    fn increment(&self) -> Option<Duration> {
        match self.engine.control?.kind {
            TimeControlKind::Game(_, increment) => Some(increment).filter(|time| !time.is_zero()),
            TimeControlKind::Move(_) => None,
        }
    }

    /// The program's clock in GGF, without a second chance.
    fn ggf_clock(&self) -> Option<String> {
        match self.engine.control?.kind {
            TimeControlKind::Game(main, increment) => {
                Some(format!("{}/{}/0", main.as_secs_f64(), increment.as_secs_f64()))
            }
            TimeControlKind::Move(_) => None,
        }
    }

    /// Tells the program its clock, in GTP's whole seconds: a main time without overtime, since an
    /// increment is none; what it adds is in every `time_left`. Who has no word for time is told no
    /// more, and the lab's clock counts all the same. Only a time a move that no clock watches must
    /// be understood.
    fn set_gtp_clock(&mut self, limit: Duration, stop: &Stop) -> Result<(), Trouble> {
        let control = self.engine.control.map(|control| control.kind);
        let line = match (control, self.engine.time) {
            (Some(TimeControlKind::Game(main, _)), _) => {
                if main >= WHOLE_SECONDS_FROM {
                    self.decimals = self.decimals.map(|_| 0);
                }
                // Zero would be no limit at all.
                format!("time_settings {} 0 0", main.as_secs().max(1))
            }
            (_, Some(time)) => format!("time_settings 0 {} 1", time.as_secs_f64()),
            (_, None) => return Ok(()),
        };
        if control.is_none() {
            return self.ask_gtp(&line, limit, stop).map(drop);
        }
        if self.decimals.is_some() && !self.answer_of_gtp(&line, limit, stop)?.starts_with('=') {
            self.decimals = None;
        }
        Ok(())
    }

    /// Tells the program what is left of a clock: in whole seconds, as GTP has it, or with decimals
    /// where seconds are few; if it does not take these, in whole seconds, and if it does not take
    /// those, no more.
    fn tell_gtp_clock(
        &mut self,
        (side, clock): (Side, Clock),
        limit: Duration,
        stop: &Stop,
    ) -> Result<(), Trouble> {
        while let Some(decimals) = self.decimals {
            let line = format!("time_left {} {} 0", colour(side), seconds(clock, decimals));
            if self.answer_of_gtp(&line, limit, stop)?.starts_with('=') {
                break;
            }
            self.decimals = (decimals > 0).then_some(0);
        }
        Ok(())
    }

    /// The program's move; none when the game is over. A forced pass is not asked for.
    pub(super) fn choose<G: LabGame>(
        &mut self,
        turn: &Turn<'_, G>,
    ) -> Result<Option<G::Move>, Trouble> {
        let moves: Vec<G::Move> = turn.position.moves().collect();
        match moves.as_slice() {
            [] => return Ok(None),
            [only] if G::is_pass(*only) => return Ok(Some(*only)),
            _ => {}
        }
        let answer = self.in_time(turn, |process, limit| process.asked(turn, limit))?;
        let word = answer.split([' ', '/', '\t']).find(|word| !word.is_empty()).unwrap_or_default();
        let word = match self.engine.protocol {
            Protocol::Gtp if has_column_i::<G>() => vertex::square(word),
            _ => word.to_owned(),
        };
        let read = [word.clone(), word.to_lowercase(), word.to_uppercase()];
        let known = read.iter().find_map(|word| word.parse::<G::Move>().ok());
        match known {
            None if self.engine.protocol == Protocol::Gtp
                && word.eq_ignore_ascii_case("resign") =>
            {
                Err(Trouble::Resigned)
            }
            Some(mv) if moves.contains(&mv) => Ok(Some(mv)),
            Some(_) => Err(Trouble::Forfeit(Reason::IllegalMove, shortened(&answer, 100))),
            None if word.is_empty() => {
                Err(Trouble::Forfeit(Reason::Nonsense, "no move in the answer".to_owned()))
            }
            None => Err(Trouble::Forfeit(Reason::Nonsense, shortened(&answer, 100))),
        }
    }

    /// What comes of `asking`, which may wait no longer than the program's clock has; where it has
    /// none, no longer than a program may be silent.
    fn in_time<G: LabGame, T>(
        &mut self,
        turn: &Turn<'_, G>,
        asking: impl FnOnce(&mut Self, Duration) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let limit = turn.longest.unwrap_or(self.engine.move_timeout);
        match asking(self, limit) {
            Err(Trouble::Forfeit(Reason::Timeout, words)) if turn.longest.is_some() => {
                Err(Trouble::Forfeit(Reason::TimeForfeit, words))
            }
            answer => answer,
        }
    }

    /// What the program answers when it is asked for a move.
    fn asked<G: LabGame>(
        &mut self,
        turn: &Turn<'_, G>,
        limit: Duration,
    ) -> Result<String, Trouble> {
        let Turn { position, clocks, stop, .. } = *turn;
        // Whatever else it is told first, its answers have no more than that together.
        let since = Instant::now();
        let left = || limit.saturating_sub(since.elapsed());
        match self.engine.protocol {
            Protocol::Gtp => {
                for (side, clock) in Side::BOTH.into_iter().zip(clocks) {
                    if let Some(clock) = clock {
                        self.tell_gtp_clock((side, clock), left(), stop)?;
                    }
                }
                let line = format!("genmove {}", colour(position.side_to_move()));
                self.ask_gtp(&line, left(), stop)
            }
            Protocol::Ugi => {
                let moves = self.moves.join(" ");
                let limits = ugi_limits(&self.engine, clocks);
                self.say(&format!("position startpos moves {moves}\ngo{limits}"), stop)?;
                self.wait(limit, stop, |line| {
                    let answer = line.strip_prefix("bestmove")?;
                    let is_word = answer.is_empty() || answer.starts_with(char::is_whitespace);
                    is_word.then(|| answer.trim().to_owned())
                })
            }
            Protocol::NBoard => {
                self.ping(left(), stop)?;
                self.say("go", stop)?;
                self.wait(left(), stop, |line| {
                    line.strip_prefix("===").map(str::trim).map(of_nboard)
                })
            }
        }
    }

    /// Tells the program a move, with the time it took if it is the program's own, or nobody's; of
    /// its own it knows, unless the protocol has it otherwise.
    pub(super) fn hear<G: LabGame>(
        &mut self,
        turn: &Turn<'_, G>,
        mv: G::Move,
        own: Option<Duration>,
    ) -> Result<(), Trouble> {
        let Turn { position, stop, .. } = *turn;
        let pass = G::is_pass(mv);
        let word = if pass { "pass".to_owned() } else { mv.to_string() };
        self.moves.push(word.clone());
        match self.engine.protocol {
            // A forced pass was not asked for.
            Protocol::Gtp if own.is_some() && !pass => Ok(()),
            Protocol::Gtp => {
                let word = if has_column_i::<G>() { vertex::of_square(&word) } else { word };
                let line = format!("play {} {word}", colour(position.side_to_move()));
                self.in_time(turn, |process, limit| match pass {
                    // Some programs know no passes and leave out those that are forced.
                    true => process.answer_of_gtp(&line, limit, stop).map(drop),
                    false => process.ask_gtp(&line, limit, stop).map(drop),
                })
            }
            Protocol::Ugi => Ok(()),
            Protocol::NBoard => {
                let mv = if pass { "PA".to_owned() } else { word.to_uppercase() };
                let time = own.filter(|_| self.engine.control.is_some());
                let time = if pass { self.increment().or(time) } else { time };
                let time = time.map_or(String::new(), |own| format!("//{:.3}", own.as_secs_f64()));
                self.say(&format!("move {mv}{time}"), stop)
            }
        }
    }

    fn ping(&mut self, limit: Duration, stop: &Stop) -> Result<(), Trouble> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.say(&format!("ping {}", self.pings), stop)?;
        self.wait(limit, stop, |line| (line == pong).then_some(()))
    }

    /// The text of GTP's answer to a command.
    fn ask_gtp(&mut self, line: &str, limit: Duration, stop: &Stop) -> Result<String, Trouble> {
        let answer = self.answer_of_gtp(line, limit, stop)?;
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(Trouble::Forfeit(
                Reason::Nonsense,
                shortened(&format!("{line}: {answer}"), 200),
            )),
        }
    }

    /// The first line of GTP's answer to a command, be it a success or not. The others, which may
    /// begin like an answer, are passed over up to the empty line that ends it.
    fn answer_of_gtp(
        &mut self,
        line: &str,
        limit: Duration,
        stop: &Stop,
    ) -> Result<String, Trouble> {
        self.say(line, stop)?;
        let answer = self.wait(limit, stop, |line| is_answer(line).then(|| line.to_owned()))?;
        self.pass_over_rest(stop)?;
        Ok(answer)
    }
}

/// A move as the other protocols have it: NBoard's pass is `PA`.
fn of_nboard(answer: &str) -> String {
    let end = answer.find(['/', ' ']).unwrap_or(answer.len());
    if answer[..end].eq_ignore_ascii_case("PA") { "pass".to_owned() } else { answer.to_owned() }
}

/// Whether a line begins an answer of GTP: programs may greet with a line of `=`.
fn is_answer(line: &str) -> bool {
    line.starts_with(['=', '?']) && !line.starts_with("==")
}

/// Whether the game calls a column I, which GTP does not.
fn has_column_i<G: LabGame>() -> bool {
    "i1".parse::<G::Move>().is_ok()
}

fn colour(side: Side) -> &'static str {
    if side == Side::First { "black" } else { "white" }
}

/// Never more than there is: what is less than the last of 0 or 3 decimals is left out.
fn seconds(clock: Clock, decimals: u32) -> String {
    let left = clock.remaining.as_millis();
    match decimals {
        0 => (left / 1000).to_string(),
        _ => format!("{}.{:03}", left / 1000, left % 1000),
    }
}

/// What bounds a search over UGI.
fn ugi_limits(engine: &Engine, clocks: [Option<Clock>; 2]) -> String {
    let Engine { depth, nodes, time, .. } = engine;
    let mut limits = String::new();
    for (name, clock) in ["p1", "p2"].into_iter().zip(clocks) {
        if let Some(Clock { remaining, increment, .. }) = clock {
            let [time, increment] = [remaining, increment].map(|time| time.as_millis());
            limits += &format!(" {name}time {time} {name}inc {increment}");
        }
    }
    let depth = depth.map(|depth| format!(" depth {depth}"));
    let nodes = nodes.map(|nodes| format!(" nodes {nodes}"));
    let time = time.map(|time| format!(" movetime {}", time.as_millis()));
    limits + &[depth, nodes, time].into_iter().flatten().collect::<String>()
}
