use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Kind, Playable, Player, players};

fn every_player_plays<G: Playable>(start: &G) {
    for entry in players::<G>() {
        let player = Player::<G>::parse(entry.name).unwrap();
        let report =
            player.searcher(Random::from_seed(1)).search(start, &Limits::default(), &mut |_| ());
        assert!(report.best.is_some_and(|mv| start.is_legal(mv)), "{}", entry.name);
    }
}

#[test]
fn the_strongest_player_of_every_game_exists() {
    fn strongest<G: Playable>() {
        assert_eq!(yomi_engine::roster::strongest::<G>().to_string(), G::STRONGEST);
    }
    strongest::<Othello4>();
    strongest::<Othello6>();
    strongest::<Othello8>();
    strongest::<Othello10>();
    strongest::<Go>();
    strongest::<TicTacToe>();
    strongest::<ExplicitTree>();
}

#[test]
fn every_player_plays_with_its_defaults() {
    every_player_plays(&Othello4::default());
    every_player_plays(&TicTacToe::default());
    every_player_plays(&Go::default());
    every_player_plays(&"[[1 2] [3 4]]".parse::<ExplicitTree>().unwrap());
}

/// The declared defaults and ranges are the ones in force.
#[test]
fn declared_values_are_accepted_and_their_neighbours_refused() {
    for entry in players::<Othello8>() {
        for parameter in entry.parameters {
            let parse = |value: String| {
                Player::<Othello8>::parse(&format!("{}({}={value})", entry.name, parameter.name))
                    .map(|_| ())
            };
            match parameter.kind {
                Kind::Integer { least, most, default } => {
                    assert!(
                        [least, most, default]
                            .into_iter()
                            .all(|value| parse(value.to_string()).is_ok())
                    );
                    assert!(
                        parse((least - 1).to_string()).is_err()
                            && parse((most + 1).to_string()).is_err()
                    );
                }
                Kind::Real { least, most, default } => {
                    assert!(
                        [least, most, default]
                            .into_iter()
                            .all(|value| parse(value.to_string()).is_ok())
                    );
                    let beside = [least - 0.001, most + 0.001, f64::NAN, f64::INFINITY];
                    assert!(beside.into_iter().all(|value| parse(value.to_string()).is_err()));
                }
                Kind::Choice(words) => {
                    assert!(words.iter().all(|word| parse((*word).to_owned()).is_ok()));
                    assert!(parse("nonsense".to_owned()).is_err());
                }
                Kind::Evaluator { .. } => {
                    assert!(
                        Othello8::evaluators()
                            .iter()
                            .all(|evaluator| parse(evaluator.name.to_owned()).is_ok())
                    );
                    assert!(parse("nonsense".to_owned()).is_err());
                }
                Kind::Player { .. } => assert!(parse("minimax(depth=3)".to_owned()).is_ok()),
            }
        }
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let error = |text: &str| Player::<Othello8>::parse(text).unwrap_err().to_string();
    assert_eq!(
        error("minmax(depth=2)"),
        "column 1: unknown player `minmax` (there are random, tactics, minimax, negamax, \
         alphabeta, negascout, exact, last, flat_mc, uct, tutorial_flat_mc, tutorial_uct, expert); \
         did you mean `minimax`?"
    );
    assert_eq!(
        error("minimax(dept=2)"),
        "column 9: `minimax` has no parameter `dept` (it has depth, eval, pass, ties, time, \
         nodes); did you mean `depth`?"
    );
    assert_eq!(error("minimax(depth=0)"), "column 15: expected depth from 1 to 60, found `0`");
    assert_eq!(error("uct(c=-0.5)"), "column 7: expected c from 0 to 1000, found `-0.5`");
    assert_eq!(error("uct(c=big)"), "column 7: expected c from 0 to 1000, found `big`");
    assert_eq!(error("minimax(depth=two)"), "column 15: expected depth from 1 to 60, found `two`");
    assert_eq!(error("minimax(depth=2,depth=3)"), "column 17: `depth` is given twice");
    assert_eq!(
        error("minimax(depth=2"),
        "column 16: expected `,` or `)`, found the end of the text"
    );
    assert_eq!(
        error("minimax(eval=disc)"),
        "column 14: unknown evaluator `disc` (there are discs, tutorial, mobility, square_weights, \
         estimate); did you mean `discs`?"
    );
    assert_eq!(
        error("random(depth=2)"),
        "column 8: `random` has no parameter `depth` (it has none)"
    );
    let elsewhere = Player::<Othello6>::parse("last(then=expert)").unwrap_err();
    assert_eq!(elsewhere.to_string(), "column 11: `expert` plays on 8×8 boards only");
    assert_eq!(
        error("minimax(ties=lst)"),
        "column 14: expected ties to be first or last or random, found `lst`; did you mean `last`?"
    );
    assert_eq!(
        error("last(then=last(then=rndom))"),
        "column 21: unknown player `rndom` (there are random, tactics, minimax, negamax, \
         alphabeta, negascout, exact, last, flat_mc, uct, tutorial_flat_mc, tutorial_uct, expert); \
         did you mean `random`?"
    );
}

/// A clock or a race between threads makes a player unrepeatable, its own or that of a player
/// inside it.
#[test]
fn players_say_whether_they_repeat_themselves() {
    let repeatable = |text: &str| Player::<Othello8>::parse(text).unwrap().is_repeatable();
    for text in [
        "random",
        "uct",
        "uct(playouts=50,threads=4)",
        "flat_mc(time=0)",
        "last(then=uct(reuse=on))",
        "expert",
        "expert(nodes=5000)",
        "alphabeta(nodes=5000)",
    ] {
        assert!(repeatable(text), "{text}");
    }
    for text in [
        "uct(time=5)",
        "flat_mc(playouts=9,time=1)",
        "last(then=last(then=uct(time=5)))",
        "expert(threads=2)",
        "expert(time=5)",
        "negascout(time=5)",
        "last(time=5)",
    ] {
        assert!(!repeatable(text), "{text}");
    }
}

/// Nothing is drawn where the end is solved from the first move, unless a limit may prevent that.
#[test]
fn players_say_from_where_on_nothing_is_drawn() {
    let decided =
        |text: &str, empties| Player::<Othello8>::parse(text).unwrap().is_deterministic(empties);
    for (text, most) in [
        ("random", 0),
        ("exact", 10),
        ("exact(empties=12)", 12),
        ("exact(empties=12,nodes=0)", 12),
        ("exact(empties=12,nodes=9)", 0),
        ("last(empties=8)", 8),
        ("last(empties=8,then=exact)", 10),
        ("last(empties=8,nodes=9,then=exact)", 10),
        ("last(empties=8,then=alphabeta)", 60),
        ("alphabeta(depth=2)", 60),
        ("minimax(ties=random)", 0),
    ] {
        for empties in 0..=60 {
            assert_eq!(decided(text, empties), empties <= most, "{text} {empties}");
        }
    }
}

/// What a clock or a race between threads decides is not drawn: the same game twice is the same
/// observation.
#[test]
fn a_clock_draws_nothing() {
    for (text, drawn) in [
        ("alphabeta(time=5)", false),
        ("negascout(time=5)", false),
        ("expert(threads=2)", false),
        ("expert(time=5)", false),
        ("last(time=5,then=alphabeta(depth=2))", false),
        ("minimax(time=5)", false),
        ("expert(book=on)", true),
        ("exact(time=5)", true),
        ("last(time=5,then=random)", true),
        ("minimax(time=5,ties=random)", true),
        ("uct(time=5)", true),
    ] {
        let player = Player::<Othello8>::parse(text).unwrap();
        assert_eq!((player.draws(10), player.is_deterministic(10)), (drawn, false), "{text}");
    }
}

/// A colon stands for the brackets around the whole, which shells would want quoted.
#[test]
fn players_without_brackets() {
    let parsed = |text: &str| Player::<Othello8>::parse(text).map(|player| player.to_string());
    let nested = "last:empties=8,then=minimax(depth=3,eval=discs)";
    assert_eq!(parsed(nested).unwrap(), "last(empties=8,then=minimax(depth=3,eval=discs))");
    assert_eq!(parsed("alphabeta:depth=3").unwrap(), "alphabeta(depth=3)");
    assert_eq!(
        parsed("alphabeta:").unwrap_err().to_string(),
        "column 11: expected a parameter such as depth=4, found the end of the text"
    );
    assert!(parsed("alphabeta(depth=3):table=1").is_err() && parsed("alphabeta:depth=3)").is_err());
}

#[test]
fn evaluator_weights_are_parameters() {
    assert!(Player::<Othello8>::parse("minimax(eval=tutorial(corner=-3,lead=0))").is_ok());
    assert!(Player::<Othello8>::parse("minimax(eval=tutorial(corner=5000))").is_err());
}

/// `last` plays perfectly at the end: against itself it gets the exact score of the position where
/// it switches.
#[test]
fn last_switches_to_perfect_play() {
    let search = |text: &str, position: &Othello4| {
        let mut searcher = Player::<Othello4>::parse(text).unwrap().searcher(Random::from_seed(0));
        searcher.search(position, &Limits::default(), &mut |_| ())
    };
    let mut position = Othello4::default();
    let (mut solved, mut guessed) = (Vec::new(), 0);
    loop {
        let report = search("last(empties=8,then=minimax(depth=1))", &position);
        if position.empties() > 8 {
            assert!(!report.exact, "{position}");
            guessed += 1;
        } else {
            let exact = search("exact(empties=16)", &position).score;
            let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
            solved.push(sign * exact.0);
        }
        let Some(mv) = report.best else { break };
        position = position.play(mv);
    }
    assert!(guessed > 3 && solved.len() > 5, "{guessed} moves, then {solved:?}");
    assert!(solved.iter().all(|score| *score == solved[0]), "{solved:?}");
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text: String, nearly in "(minimax|last|random|depth|eval|then|[(),= 0-9])*") {
        let _ = Player::<Othello8>::parse(&text);
        if let Ok(player) = Player::<Othello8>::parse(&nearly) {
            let printed = player.to_string();
            prop_assert_eq!(Player::<Othello8>::parse(&printed).unwrap().to_string(), printed);
        }
    }
}

/// What there is no memory for is an error that names it. (`checked` sizes: nothing is reserved on
/// the way.)
#[test]
fn tables_without_memory_are_errors() {
    use yomi_engine::search::{NoMemory, TranspositionTable};

    assert_eq!(
        TranspositionTable::<Othello8>::new(usize::MAX).unwrap_err(),
        NoMemory { mebibytes: usize::MAX }
    );
    assert_eq!(NoMemory { mebibytes: 4096 }.to_string(), "no memory for a table of 4096 MiB");
}

/// The points of the first player in games from random openings, each played with both colours; a
/// win is 2.
fn score<G: Playable>(start: &G, players: [&str; 2], openings: u64) -> u32 {
    let players = players.map(|text| Player::<G>::parse(text).unwrap());
    let game = |seed: u64, first: usize| {
        let mut random = Random::from_seed(seed);
        let mut position = start.clone();
        for _ in 0..6 {
            position =
                position.playout_move(&mut random).map_or(position.clone(), |mv| position.play(mv));
        }
        let opener = position.side_to_move();
        let mut searchers = [0, 1].map(|player| players[player].searcher(Random::from_seed(0)));
        let mut at = first;
        while let Some(mv) = searchers[at].search(&position, &Limits::default(), &mut |_| ()).best {
            (position, at) = (position.play(mv), 1 - at);
        }
        let points = position.final_score().unwrap().0;
        let points = if position.side_to_move() == opener { points } else { -points };
        (1 + if first == 0 { points.signum() } else { -points.signum() }) as u32
    };
    (0..openings).map(|seed| game(seed, 0) + game(seed, 1)).sum()
}

/// What estimates the final margin plays better at equal depth than what only ranks positions.
#[test]
fn the_estimate_is_the_best_guess() {
    for other in ["tutorial", "square_weights", "mobility"] {
        let players =
            ["alphabeta(depth=2,eval=estimate)", &format!("alphabeta(depth=2,eval={other})")];
        let small = score(&Othello6::default(), players, 40);
        let large = score(&Othello10::default(), players, 20);
        assert!(small > 88 && large > 44, "against {other}: {small} of 160 and {large} of 80");
    }
}
