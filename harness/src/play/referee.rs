//! One game, refereed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use yomi_engine::game::Side;
use yomi_engine::limits::{Limits, Stop};

use crate::games::LabGame;
use crate::plan::key::GameKey;
use crate::players::{Contender, NewGame, Programs, Seat, Trouble, beginning, name};
use crate::run::record::{Forfeit, Game, RESIGNED, Times};

/// What a game is played from.
#[derive(Debug)]
pub struct Setup<'a, G: LabGame> {
    /// The position it starts from.
    pub start: &'a G,
    /// The moves that are made before the players are asked.
    pub opening: &'a [G::Move],
    /// Black before White.
    pub players: [&'a Contender<G>; 2],
    /// Where random numbers come from: the same key gives the same game.
    pub key: GameKey,
    /// Whether moves are timed even where no clock runs.
    pub timed: bool,
}

impl<G: LabGame> Setup<'_, G> {
    /// Whether both are players of this program that nobody times or tells anything.
    fn is_undisturbed(&self) -> bool {
        let alone = |player: &Contender<G>| !player.is_program() && player.control().is_none();
        !self.timed && self.players.into_iter().all(alone)
    }
}

/// Plays one game; `None` if it was stopped before its end. A player that crashes, oversteps its
/// clock, makes no legal move or none at all, or resigns loses. Programs at the board come from
/// `programs` and go back to it.
///
/// # Errors
/// When a player cannot play at all: there is no memory for its table.
pub fn play<G: LabGame>(
    setup: &Setup<'_, G>,
    programs: &Programs,
    stop: &Stop,
) -> Result<Option<Game<'static>>, String> {
    let Setup { start, opening, .. } = *setup;
    let mut course = Course {
        position: start.clone(),
        nodes: setup.players.map(|player| (!player.is_program()).then_some(0)),
        plies: 0,
        moves: String::with_capacity(128),
        times: None,
    };
    course.position = opening.iter().fold(course.position, |position, &mv| position.play(mv));
    let trouble = match setup.is_undisturbed() {
        true => course.run_undisturbed(setup, stop),
        false => course.run_seated(setup, programs, stop),
    };
    match trouble.err() {
        None => Ok(Some(course.finished())),
        Some((_, Trouble::Stopped)) => Ok(None),
        Some((_, Trouble::Impossible(problem))) => Err(problem),
        Some((side, Trouble::Forfeit(reason, words))) => {
            let black = side == Side::First;
            let forfeit = Forfeit { black, words: words.into() };
            Ok(Some(course.lost(side, reason.word(), Some(forfeit))))
        }
        Some((side, Trouble::Resigned)) => Ok(Some(course.lost(side, RESIGNED, None))),
    }
}

/// Both players, Black before White.
type Seats<G> = [Seat<G>; 2];

/// The players at the board, or what trouble there was with one.
fn seated<G: LabGame>(
    setup: &Setup<'_, G>,
    programs: &Programs,
    stop: &Stop,
) -> Result<Seats<G>, (Side, Trouble)> {
    let Setup { start, opening, players, key, timed } = *setup;
    let take = |side: Side| {
        let game = NewGame { start, opening, key, side };
        Seat::take(players[side as usize], &game, timed, (programs, stop))
            .map_err(|trouble| (side, trouble))
    };
    let mut black = take(Side::First)?;
    match take(Side::Second) {
        Ok(white) => Ok([black, white]),
        Err((side, trouble)) => {
            match trouble {
                Trouble::Stopped => black.abandon(),
                _ => black.leave(programs),
            }
            Err((side, trouble))
        }
    }
}

/// Sends the players home after a game that ended with `trouble` or without: all but one that made
/// it, and nobody from a game that was stopped. `told` has the game in words.
fn dismiss<G: LabGame>(
    mut seats: Seats<G>,
    trouble: Option<&(Side, Trouble)>,
    programs: &Programs,
    told: &dyn Fn() -> String,
) {
    let culprit = match trouble {
        None | Some((_, Trouble::Resigned)) => None,
        Some((_, Trouble::Stopped)) => return seats.iter_mut().for_each(Seat::abandon),
        Some((side, _)) => Some(*side),
    };
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        match trouble {
            Some((_, Trouble::Forfeit(reason, words))) if Some(side) == culprit => {
                seat.note_loss(programs, *reason, &format!("{words} ({} {})", name(side), told()));
            }
            _ if Some(side) != culprit => seat.leave(programs),
            _ => {}
        }
    }
}

/// What the players' moves took, if any was timed.
fn times<G: LabGame>([black, white]: &Seats<G>) -> Option<Times> {
    let spent = [black.spent, white.spent];
    (spent[0].moves + spent[1].moves > 0).then(|| Times {
        micros: spent.map(|spent| spent.total.as_micros() as u64),
        moves: spent.map(|spent| spent.moves),
    })
}

/// A game under way.
struct Course<G> {
    position: G,
    nodes: [Option<u64>; 2],
    plies: u32,
    moves: String,
    times: Option<Times>,
}

impl<G: LabGame> Course<G> {
    /// Plays to the end at the board, or until there is trouble with a side.
    fn run_seated(
        &mut self,
        setup: &Setup<'_, G>,
        programs: &Programs,
        stop: &Stop,
    ) -> Result<(), (Side, Trouble)> {
        let mut seats = seated(setup, programs, stop)?;
        let trouble = self.run(&mut seats, stop).err();
        self.times = times(&seats);
        dismiss(seats, trouble.as_ref(), programs, &|| self.told(setup));
        trouble.map_or(Ok(()), Err)
    }

    fn run(&mut self, seats: &mut Seats<G>, stop: &Stop) -> Result<(), (Side, Trouble)> {
        let listened = seats.iter().any(Seat::listens);
        loop {
            let side = self.position.side_to_move();
            let clocks = [seats[0].clock(), seats[1].clock()];
            let chosen = seats[side as usize]
                .choose(&self.position, clocks, stop)
                .map_err(|trouble| (side, trouble))?;
            let Some((mv, nodes)) = chosen else { return Ok(()) };
            self.note(mv, nodes);
            if listened {
                self.tell(seats, mv, stop)?;
            }
            self.position = self.position.play(mv);
        }
    }

    /// The same between players that need no seat: of random moves the lab must not take longer
    /// than the players.
    fn run_undisturbed(
        &mut self,
        setup: &Setup<'_, G>,
        stop: &Stop,
    ) -> Result<(), (Side, Trouble)> {
        let searcher = |side: Side| {
            let searcher = setup.players[side as usize].searcher(setup.key.player(side));
            searcher.map_err(|problem| (side, Trouble::Impossible(problem)))
        };
        let mut searchers = [searcher(Side::First)?, searcher(Side::Second)?];
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let game = AssertUnwindSafe(|| {
            loop {
                let side = self.position.side_to_move();
                let searcher = &mut searchers[side as usize];
                let report = searcher.search(&self.position, &limits, &mut |_| ());
                // A search that was stopped may have made any move.
                if stop.is_raised() {
                    return Err((side, Trouble::Stopped));
                }
                let Some(mv) = report.best else { return Ok(()) };
                // Noted once it is made: what cannot be is not in the record of the game.
                let next = self.position.play(mv);
                self.note(mv, report.nodes);
                self.position = next;
            }
        });
        catch_unwind(game).unwrap_or_else(|panic| {
            let side = self.position.side_to_move();
            Err((side, Trouble::crash(&*panic)))
        })
    }

    /// Takes note of a move that is about to be made.
    fn note(&mut self, mv: G::Move, nodes: u64) {
        if let Some(all) = &mut self.nodes[self.position.side_to_move() as usize] {
            *all += nodes;
        }
        self.plies += 1;
        if !G::is_pass(mv) {
            G::write_move(mv, &mut self.moves);
        }
    }

    /// Tells both players of a move. What is over is over: a program may end with the game.
    fn tell(&self, seats: &mut Seats<G>, mv: G::Move, stop: &Stop) -> Result<(), (Side, Trouble)> {
        let side = self.position.side_to_move();
        for listener in Side::BOTH {
            let seat = &mut seats[listener as usize];
            let heard = seat.hear(&self.position, mv, listener == side, stop);
            let Err(trouble) = heard else { continue };
            if !trouble.is_a_loss() || self.position.play(mv).final_score().is_none() {
                return Err((listener, trouble));
            }
        }
        Ok(())
    }

    /// How it came where it is: by the opening and the moves after it, as `games.csv` has them.
    fn told(&self, setup: &Setup<'_, G>) -> String {
        let words = beginning(setup.start, setup.opening);
        if self.moves.is_empty() { words } else { words + " and " + &self.moves }
    }

    fn finished(self) -> Game<'static> {
        let score =
            self.position.final_score().expect("a player without a move means the game is over").0;
        let difference = if self.position.side_to_move() == Side::First { score } else { -score };
        let (points, end) = (self.position.points(), self.position.ending());
        self.game(points, difference, end, None)
    }

    /// The loser has no points, the winner all there are.
    fn lost(
        self,
        loser: Side,
        reason: &'static str,
        forfeit: Option<Forfeit<'static>>,
    ) -> Game<'static> {
        let all = self.position.all_points();
        let (points, difference) = match loser {
            Side::First => ([0, all], -(all as i32)),
            Side::Second => ([all, 0], all as i32),
        };
        self.game(points, difference, reason, forfeit)
    }

    fn game(
        self,
        points: [u32; 2],
        difference: i32,
        end: &'static str,
        forfeit: Option<Forfeit<'static>>,
    ) -> Game<'static> {
        let Self { nodes, plies, moves, times, .. } = self;
        let (end, moves) = (end.into(), moves.into());
        Game { points, difference, plies, end, nodes, moves, forfeit, times }
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::game::Game as _;
    use yomi_engine::games::othello::{Othello8, parse_moves};

    use super::*;

    #[test]
    fn the_record_replays_to_the_result() {
        let players = ["random", "minimax(depth=1,eval=discs)"]
            .map(|text| Contender::<Othello8>::parse(text).unwrap());
        for number in 0..50 {
            let first = if number % 2 == 0 { Side::First } else { Side::Second };
            let key = GameKey::new(1, "test", first, "a", "b", number);
            let start = Othello8::default().started_by(first);
            let players = players.each_ref();
            let programs = Programs::default();
            let play = |timed| {
                let setup = Setup { start: &start, opening: &[], players, key, timed };
                play(&setup, &programs, &Stop::default()).unwrap().unwrap()
            };
            let played = play(false);
            let moves = parse_moves(&start, &played.moves).unwrap();
            let end = moves.iter().fold(start, |position, &mv| position.play(mv));
            assert_eq!((end.points(), moves.len() as u32), (played.points, played.plies));
            assert_eq!(play(false), played);
            // Watching the time changes nothing else.
            let timed = play(true);
            assert!(timed.times.is_some());
            assert_eq!(Game { times: None, ..timed }, played);
        }
    }
}
