//! The time that is given is used, all but the overhead, and nothing else is charged to it.

use std::time::{Duration, Instant};

use yomi_engine::clock::{Clock, Overtime};
use yomi_engine::game::Side;
use yomi_engine::limits::Stop;
use yomi_engine::random::Random;
use yomi_protocol::notation::ggf;
use yomi_protocol::session::{Bounds, KINDS, PlayerChoice, SearchInfo, Session};

fn session(player: Option<&str>) -> Session {
    let choice =
        PlayerChoice { player: player.map(str::to_owned), seed: 0, ..PlayerChoice::default() };
    let mut session = Session::new(&KINDS[0], None, choice).unwrap();
    session.prepare().unwrap();
    session
}

fn think(session: &mut Session, bounds: Bounds) -> SearchInfo {
    session.think(None, bounds).unwrap().run(&Stop::default(), &mut |_| ())
}

const fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// The quickest of a few, as a busy machine may hold up any one of them: all are at least as long
/// as they should be.
fn shortest(mut act: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| act()).min().unwrap()
}

/// What the processor has worked for this thread: under a limit of time no more than the clock on
/// the wall shows, however busy the machine is.
#[cfg(unix)]
fn worked() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The thinking takes `expected` milliseconds by the clock, and no more than 10 ms above that of
/// the processor's time.
#[cfg(unix)]
fn takes(expected: u64, session: &mut Session, bounds: Bounds, player: Option<&str>) {
    let before = worked();
    let elapsed = think(session, bounds).elapsed;
    let worked = worked() - before;
    assert!(elapsed >= milliseconds(expected), "{player:?}: {elapsed:?}");
    assert!(worked < milliseconds(expected + 10), "{player:?}: {worked:?}");
}

#[cfg(unix)]
#[test]
fn a_time_for_every_move_is_used_but_for_the_overhead() {
    for player in [
        Some("expert"),
        Some("uct(playouts=1000000000)"),
        Some("negascout(depth=60,deepen=on,eval=mobility)"),
    ] {
        let mut session = session(player);
        let period = Overtime { period: milliseconds(100), moves: 1 };
        session.set_terms(Some(Clock::byo_yomi(Duration::ZERO, period)));
        takes(90, &mut session, Bounds::default(), player);
        session.set_terms(None);
        let fixed = Bounds { time: Some(milliseconds(100)), ..Bounds::default() };
        takes(90, &mut session, fixed, player);
        session.set_option("MoveTime", "100").unwrap();
        session.set_option("overhead", "40").unwrap();
        takes(60, &mut session, Bounds::default(), player);
        // Of a short time half is left.
        session.set_option("overhead", "90").unwrap();
        takes(50, &mut session, Bounds::default(), player);
    }
}

#[test]
fn the_default_player_uses_its_clock() {
    // The default player beyond its opening book.
    let mut session = session(Some("expert"));
    session.set_terms(Some(Clock::sudden_death(milliseconds(3000))));
    let SearchInfo { elapsed, lines, .. } = think(&mut session, Bounds::default());
    // A share of the game, more or less, and no more than it may ever take.
    assert!(elapsed > milliseconds(20) && elapsed < milliseconds(1000), "{elapsed:?}");
    assert!(lines[0].depth >= 8, "{lines:?}");
    session.spend(Side::First, elapsed);
    assert!(session.clock(Side::First).unwrap().remaining > milliseconds(2000));
}

/// A forced move is not thought about where time is limited.
#[test]
fn forced_moves_cost_little() {
    let mut session = session(None);
    let mut random = Random::from_seed(1);
    // An open game in which the side to move has one move.
    while session.game().moves().len() != 1 || session.game().turns() < 10 {
        if session.game().turns() > 30 || session.is_over() {
            session.restart();
        }
        let moves = session.game().moves();
        session.play(None, &moves[random.below(moves.len())]).unwrap();
    }
    let period = Overtime { period: Duration::from_secs(3), moves: 1 };
    let each = Clock::byo_yomi(Duration::ZERO, period);
    let fixed = Bounds { time: Some(Duration::from_secs(3)), ..Bounds::default() };
    for (clock, bounds) in [
        (Some(Clock::sudden_death(Duration::from_secs(60))), Bounds::default()),
        (Some(each), Bounds::default()),
        (None, fixed),
    ] {
        session.set_terms(clock);
        let elapsed = shortest(|| think(&mut session, bounds).elapsed);
        assert!(elapsed < milliseconds(200), "{elapsed:?}");
    }
}

/// Referees leave forced passes out and ask the side that moves next: it has all its moves to think
/// about, not the one of the side that passes.
#[test]
fn a_move_after_a_pass_left_out_has_its_time() {
    let mut session = session(Some("expert"));
    for mv in "c4 c3 e6 b4 a4 a5 c2 d2 b2 a3 e2 e1".split(' ') {
        session.play(None, mv).unwrap();
    }
    assert_eq!((session.game().side(), session.game().moves().len()), (Side::First, 1));
    let period = Overtime { period: milliseconds(300), moves: 1 };
    let each = Clock::byo_yomi(Duration::ZERO, period);
    let fixed = Bounds { time: Some(milliseconds(300)), ..Bounds::default() };
    for (clock, bounds) in [(Some(each), Bounds::default()), (None, fixed)] {
        session.set_terms(clock);
        let task = session.think(Some(Side::Second), bounds).unwrap();
        let elapsed = task.run(&Stop::default(), &mut |_| ()).elapsed;
        assert!(elapsed >= milliseconds(280), "{elapsed:?}");
    }
}

/// A game from a file is played within the session's time, unless its own clocks are taken.
#[test]
fn a_game_from_a_file_has_the_time_of_the_session() {
    let text = "(;GM[Othello]PB[a]PW[b]TI[5:00]TY[8]BO[8 \
                ---------------------------O*------*O--------------------------- *]B[F5//10];)";
    let record = ggf::game(text).unwrap();
    let mut session = session(Some("negamax(depth=1)"));
    let terms = Clock::sudden_death(milliseconds(3000));
    session.set_terms(Some(terms));
    session.set_clock(Side::First, None);
    session.load(&record).unwrap();
    assert_eq!(Side::BOTH.map(|side| session.clock(side)), [Some(terms); 2]);
    session.take_clocks(&record);
    let left = Side::BOTH.map(|side| session.clock(side).unwrap().remaining.as_secs());
    assert_eq!(left, [290, 300]);
}

/// Another game begins with full clocks, as another board does.
#[test]
fn another_game_has_full_clocks() {
    let mut session = session(Some("random"));
    let terms = Clock::sudden_death(milliseconds(3000));
    session.set_terms(Some(terms));
    session.spend(Side::First, milliseconds(2900));
    session.switch("tic-tac-toe").unwrap();
    assert_eq!(Side::BOTH.map(|side| session.clock(side)), [Some(terms); 2]);
}

/// `TI[0]` is how a game without clocks is written.
#[test]
fn a_clock_of_nothing_is_none() {
    let mut session = session(None);
    for (clock, left) in [("0", None), ("0//0", None), ("1:00", Some(60)), ("0/5", Some(0))] {
        let record = ggf::game(&format!("(;GM[Othello]TI[{clock}]TY[8]B[f5];)")).unwrap();
        session.take_clocks(&record);
        let found = session.clock(Side::Second).map(|clock| clock.remaining.as_secs());
        assert_eq!(found, left, "{clock}");
    }
}

/// A search without an end goes on beyond the level that is played without limits.
#[test]
fn endless_searches_go_on() {
    let mut session = session(Some("expert"));
    let stop = Stop::default();
    let bounds = Bounds { endless: true, ..Bounds::default() };
    let info = session.think(None, bounds).unwrap().run(&stop, &mut |info| {
        if info.best().is_some_and(|line| line.depth > 11) {
            stop.raise();
        }
    });
    assert!(info.best().unwrap().depth > 11);
}

/// What a player needs to begin with is there before it is asked, in every game.
#[test]
fn a_table_is_not_charged_to_the_first_move() {
    let since = Instant::now();
    let mut session = session(Some("expert(table=256)"));
    let prepared = since.elapsed();
    for _ in 0..3 {
        let first = shortest(|| {
            let since = Instant::now();
            think(&mut session, Bounds { depth: Some(1), ..Bounds::default() });
            since.elapsed()
        });
        assert!(first < prepared / 4, "{first:?} after {prepared:?}");
        session.restart();
    }
}
