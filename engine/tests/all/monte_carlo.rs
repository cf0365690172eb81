use std::time::{Duration, Instant};

use yomi_engine::evaluate::{Discs, Evaluator, FinalScore, Tutorial};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::explicit_tree::{Branch, ExplicitTree};
use yomi_engine::games::go::{Go, Move};
use yomi_engine::games::othello::{Othello6, Othello8};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::{Budget, Limits, Stop};
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::search::{
    Decision, Exact, Playout, Quota, Report, Reward, Sampled, Searcher, TranspositionTable, Uct,
    UctSettings,
};

use crate::random_game;

const fn of(playouts: u64) -> Quota {
    Quota { playouts, elastic: false }
}

const SETTINGS: UctSettings = UctSettings {
    quota: of(1000),
    exploration: std::f64::consts::SQRT_2,
    threshold: 1,
    decision: Decision::Visits,
    reuse: false,
    memory: 1 << 26,
};

fn uct<G: Game, E: Evaluator<G>>(
    settings: UctSettings,
    evaluator: E,
    reward: Reward,
    threads: usize,
) -> Uct<G, E> {
    let playout = Playout { depth: u32::MAX, evaluator, reward };
    Uct::new(settings, playout, Random::from_seed(1), threads)
}

fn search<G: Game>(searcher: &mut dyn Searcher<G>, position: &G) -> Report<G::Move> {
    searcher.search(position, &Limits::default(), &mut |_| ())
}

/// The mean share that `count` playouts from `position` give to its side to move.
fn mean<G: Game, E: Evaluator<G>>(playout: &Playout<E>, position: &G, count: u32) -> f64 {
    let (mut random, mut budget) = (Random::from_seed(5), Budget::new(&Limits::default()));
    let mut play = || playout.play(position.clone(), &mut random, &mut budget).unwrap();
    let first = (0..count).map(|_| play()).sum::<f64>() / f64::from(count);
    if position.side_to_move() == Side::First { first } else { 1.0 - first }
}

/// Half the games go left and win, of the others a third draw: ½ + ½ · ⅓ · ½ = 7⁄12.
#[test]
fn playouts_sample_the_expectation() {
    for text in ["[4 [0 -1 -2]]", "min [-4 [0 1 2]]"] {
        let playout = Playout { depth: 9, evaluator: FinalScore, reward: Reward::Outcome };
        let share = mean(&playout, &text.parse::<ExplicitTree>().unwrap(), 20_000);
        assert!(
            (share - 7.0 / 12.0).abs() < 0.014,
            "the standard error is 0.0034, {text}: {share}"
        );
    }
    // Random play from the start of Othello: the lab counts 44.9 % wins and 4 % draws for Black.
    let playout = Playout { depth: u32::MAX, evaluator: Discs, reward: Reward::Outcome };
    let black = mean(&playout, &Othello8::default(), 20_000);
    assert!((black - 0.47).abs() < 0.014, "{black}");
}

#[test]
fn short_playouts_are_judged_by_the_evaluator() {
    for (depth, discs) in [(0, 0.0), (1, 3.0)] {
        let playout = Playout { depth, evaluator: Discs, reward: Reward::Score { margin: 64 } };
        // Every first move turns one disc, whoever makes it.
        assert_eq!(mean(&playout, &Othello8::default(), 8), 0.5 + discs / 128.0);
        assert_eq!(mean(&playout, &Othello8::default().passed(), 8), 0.5 + discs / 128.0);
    }
    // The page's evaluator counts differences, and at the start there are none.
    let playout = Playout { depth: 0, evaluator: Tutorial::PAGE, reward: Reward::Outcome };
    assert_eq!(mean(&playout, &Othello8::default(), 1), 0.5);
}

/// Visits and sums of the root's moves after `playouts`, in the order the tree is written.
fn sampled(text: &str, settings: UctSettings, reward: Reward) -> Vec<Sampled<Branch>> {
    let tree: ExplicitTree = text.parse().unwrap();
    let mut uct = uct(settings, FinalScore, reward, 1);
    search(&mut uct, &tree);
    let mut moves = uct.root_moves();
    moves.sort_by_key(|sampled| sampled.mv.0);
    moves
}

/// Before the first playout there is no order of the moves, but one to play.
#[test]
fn lines_without_a_playout_have_a_move() {
    for nodes in [0, 10] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut uct = uct(SETTINGS, FinalScore, Reward::Outcome, 1);
        let lines = uct.search_lines(&Othello8::default(), 3, &limits, &mut |_| ());
        assert!(lines.len() == 1 && lines[0].best.is_some(), "{nodes}: {lines:?}");
    }
}

/// By hand, with c = √2, for a win W, a draw D and a loss L that are known after one playout each:
/// u = mean + √(2 ln N ⁄ n).
///
/// |  N |    W   |    D   |    L   | chosen |
/// | -: | -----: | -----: | -----: | ------ |
/// |  3 | 2.4823 | 1.9823 | 1.4823 | W |
/// |  4 | 2.1774 | 2.1651 | 1.6651 | W |
/// |  5 | 2.0358 | 2.2941 | 1.7941 | D |
/// |  6 | 2.0929 | 1.8386 | 1.8930 | W |
/// |  7 | 1.9864 | 1.8950 | 1.9728 | W |
/// |  8 | 1.9120 | 1.9420 | 2.0393 | L |
/// |  9 | 1.9375 | 1.9823 | 1.4823 | D |
/// | 10 | 1.9597 | 1.7390 | 1.5174 | W |
#[test]
fn selection_follows_the_uct_values() {
    let visits = |playouts| -> [u64; 3] {
        let moves = sampled(
            "[W=5 D=0 L=-5]",
            UctSettings { quota: of(playouts), ..SETTINGS },
            Reward::Outcome,
        );
        [0, 1, 2].map(|place| moves[place].visits)
    };
    let mut expected = [1, 1, 1];
    assert_eq!(visits(3), expected);
    for (playouts, chosen) in (4..).zip([0, 0, 1, 0, 0, 2, 1, 0]) {
        expected[chosen] += 1;
        assert_eq!(visits(playouts), expected, "after {playouts} playouts");
    }
}

/// Every playout is counted once at every level, with the share of the side that moved there.
#[test]
fn statistics_on_a_known_tree() {
    for (text, means) in
        [("[W=5 D=0 L=-5]", [1.0, 0.5, 0.0]), ("min [W=5 D=0 L=-5]", [0.0, 0.5, 1.0])]
    {
        let moves = sampled(text, UctSettings { quota: of(500), ..SETTINGS }, Reward::Outcome);
        assert_eq!([0, 1, 2].map(|place| moves[place].mean()), means);
        assert_eq!(moves.iter().map(|sampled| sampled.visits).sum::<u64>(), 500);
    }
    let by_score = sampled("[3 -1 9]", SETTINGS, Reward::Score { margin: 4 });
    assert_eq!([0, 1, 2].map(|place| by_score[place].mean()), [0.875, 0.375, 1.0]);
    // Below its threshold a move is sampled as a whole: half its games end in 5 and half in -5.
    let late = UctSettings { quota: of(2000), threshold: 100_000, ..SETTINGS };
    let [only] = sampled("[[5 -5]]", late, Reward::Outcome)[..] else { panic!("one move") };
    assert!((only.mean() - 0.5).abs() < 0.05, "the standard error is 0.011: {}", only.mean());
    // Above it, the opponent's good reply is found.
    let [only] = sampled("[[5 -5]]", UctSettings { threshold: 10, ..late }, Reward::Outcome)[..]
    else {
        panic!("one move")
    };
    assert!(only.mean() < 0.1, "{}", only.mean());
}

/// The worked examples of the pages: the small tree's best move is N1, the ending's is B. Random
/// replies make flat Monte-Carlo prefer A, whose mean is the best, and it never learns better.
#[test]
fn uct_reads_what_flat_monte_carlo_only_samples() {
    let best = |text: &str, player: &str| {
        let tree: ExplicitTree = text.parse().unwrap();
        let player = Player::<ExplicitTree>::parse(player).unwrap();
        let report = search(&mut *player.searcher(Random::from_seed(3)), &tree);
        tree.play(report.best.unwrap()).name().to_owned()
    };
    let (s2, s4) = ("N0[N1[7 12] N2[-5 -10] N3[20 -3]]", "White[A[24 -2] B[4 0] C[-12 -6]]");
    for decision in ["visits", "value"] {
        let uct = format!("uct(playouts=3000,reward=score,margin=24,final={decision})");
        assert_eq!([best(s2, &uct), best(s4, &uct)], ["N1", "B"]);
    }
    assert_eq!(best(s4, "flat_mc(playouts=3000,reward=score,margin=24)"), "A");
}

/// A random tree of the given height whose leaves are wins, draws and losses.
fn random_tree(height: u32, random: &mut Random) -> String {
    if height == 0 {
        return ["-1", "0", "1"][random.below(3)].to_owned();
    }
    let children: Vec<String> =
        (0..2 + random.below(3)).map(|_| random_tree(height - 1, random)).collect();
    format!("[{}]", children.join(" "))
}

/// With playouts enough, the move is one that minimax values as highly as its best (Kocsis and
/// Szepesvári, theorem 6).
#[test]
fn uct_converges_to_minimax() {
    let mut random = Random::from_seed(11);
    for number in 0..100 {
        let text = random_tree(4, &mut random);
        let tree: ExplicitTree = text.parse().unwrap();
        let value = |position: &ExplicitTree| {
            search(&mut Exact::new(TranspositionTable::off()), position).score
        };
        let decision = [Decision::Visits, Decision::Value][number % 2];
        let mut uct = uct(
            UctSettings { quota: of(20_000), decision, ..SETTINGS },
            FinalScore,
            Reward::Outcome,
            1,
        );
        let chosen = search(&mut uct, &tree).best.unwrap();
        assert_eq!(-value(&tree.play(chosen)), value(&tree), "{text}");
    }
}

/// Whatever position of tic-tac-toe random games come to, the move keeps its value: no win and no
/// draw is given away.
#[test]
fn uct_plays_tic_tac_toe_perfectly() {
    let value =
        |position: &TicTacToe| search(&mut Exact::new(TranspositionTable::off()), position).score;
    for seed in 0..60 {
        for position in random_game(TicTacToe::default(), &mut Random::from_seed(seed)) {
            let mut uct =
                uct(UctSettings { quota: of(3000), ..SETTINGS }, FinalScore, Reward::Outcome, 1);
            let Some(chosen) = search(&mut uct, &position).best else { continue };
            assert_eq!(-value(&position.play(chosen)), value(&position), "{chosen} in\n{position}");
        }
    }
}

/// The same stream gives the same search, on any machine: nothing but chance, arithmetic and the
/// order of moves decides. If these figures change, all published games of these players have
/// changed.
#[test]
fn searches_are_golden() {
    let golden = |text: &str| {
        let player = Player::<Othello8>::parse(text).unwrap();
        let position: Othello8 =
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse().unwrap();
        let report = search(&mut *player.searcher(Random::from_seed(7)), &position);
        (report.best.unwrap().to_string(), report.score.0, report.nodes)
    };
    let players = [
        "flat_mc(playouts=500)",
        "uct(playouts=2000)",
        "uct(playouts=2000,threads=2,reward=score)",
    ];
    let expected = [("h1", 661, 7228), ("h1", 674, 28_996), ("h1", 13_505, 28_900)];
    assert_eq!(
        players.map(golden),
        expected.map(|(best, score, nodes)| (best.to_owned(), score, nodes))
    );
}

/// Won or lost, whose turn it is has nothing to gain: not by filling an eye, nor by a stone in the
/// other's eye.
#[test]
fn playouts_pass_where_nothing_is_to_be_gained() {
    let settled = [".X.XO/XXXXO/OOOOO/O.OOO/OOO.O", ".X.XO/XXXXO/OOOOO/OOOOO/O..O."];
    for board in settled {
        for (side, komi) in [("X", 0), ("X", -20), ("O", 0), ("O", -20)] {
            let position: Go = format!("{board} {side} komi={komi}").parse().unwrap();
            for player in ["uct(playouts=1000)", "flat_mc"] {
                let player = Player::<Go>::parse(player).unwrap();
                let mut searcher = player.searcher(Random::from_seed(1));
                for position in [&position, &position.play(Move::Pass)] {
                    let best = search(&mut *searcher, position).best;
                    assert_eq!(best, Some(Move::Pass), "{player}: {position}");
                }
            }
        }
    }
}

/// An eye of one's own is no move to be tried, however few playouts there are to find out what it
/// costs.
#[test]
fn flat_monte_carlo_fills_no_eye() {
    let position: Go = "XX./XXX/.XX X komi=0".parse().unwrap();
    let player = Player::<Go>::parse("flat_mc(playouts=3)").unwrap();
    for seed in 0..20 {
        let best = search(&mut *player.searcher(Random::from_seed(seed)), &position).best;
        assert_eq!(best, Some(Move::Pass), "seed {seed}");
    }
}

/// White's stone is as good as dead, but if both sides pass now it counts and Black loses by two
/// points. Playouts hardly ever have White pass, so a pass looks as good to them as the capture.
#[test]
fn flat_monte_carlo_does_not_pass_what_is_won_away() {
    let position: Go = "O.XXX/.XXX./XXXX./X.XXX/XXX.X X komi=22".parse().unwrap();
    let player = Player::<Go>::parse("flat_mc(playouts=150)").unwrap();
    for seed in 0..40 {
        let best = search(&mut *player.searcher(Random::from_seed(seed)), &position).best;
        assert_ne!(best, Some(Move::Pass), "seed {seed}");
    }
}

/// On C3 White takes two stones and lives, and Black saves them and kills: a pass gives that away.
#[test]
fn uct_plays_on_where_something_is_to_be_gained() {
    for side in ["X", "O"] {
        let position: Go = format!(".XXX./XXXXX/OO.OO/OOXOO/.OXO. {side} komi=0").parse().unwrap();
        let best = search(&mut uct(SETTINGS, FinalScore, Reward::Outcome, 1), &position).best;
        assert_eq!(best.map(|best| best.to_string()), Some("C3".to_owned()), "{position}");
    }
}

#[test]
fn every_thread_does_its_share() {
    let settings = UctSettings { quota: of(1001), ..SETTINGS };
    let start = Othello8::default();
    let run = || {
        let mut uct = uct(settings, Discs, Reward::Outcome, 3);
        (search(&mut uct, &start), uct.root_moves())
    };
    let (report, moves) = run();
    assert_eq!(report.leaves, 1001);
    assert_eq!(moves.iter().map(|sampled| sampled.visits).sum::<u64>(), 1001);
    assert_eq!(run(), (report, moves), "without a clock several threads repeat themselves too");
}

/// The kept part of the tree is what the last search knew of it, and counts beside the new
/// playouts.
#[test]
fn a_reused_tree_goes_on_growing() {
    let mut uct =
        uct(UctSettings { quota: of(2000), reuse: true, ..SETTINGS }, Discs, Reward::Outcome, 1);
    let visits =
        |uct: &Uct<_, _>| uct.root_moves().iter().map(|sampled| sampled.visits).sum::<u64>();
    let mut position = Othello8::default();
    let line = search(&mut uct, &position).pv;
    assert!(visits(&uct) == 2000 && line.len() > 2);
    search(&mut uct, &position);
    assert_eq!(visits(&uct), 4000, "the same position again");
    let line = search(&mut uct, &position).pv;
    for mv in &line[..2] {
        position = position.play(*mv);
    }
    let report = search(&mut uct, &position);
    assert!(report.leaves == 2000 && visits(&uct) > 2000, "{} after two moves", visits(&uct));
    search(&mut uct, &Othello8::default());
    assert_eq!(visits(&uct), 2000, "an unexpected position starts anew");
}

#[test]
fn memory_is_bounded_and_reported() {
    for threads in [1, 2] {
        let settings = UctSettings { quota: of(30_000), memory: 1 << 20, reuse: true, ..SETTINGS };
        let mut full = uct(settings, Discs, Reward::Outcome, threads);
        let report = search(&mut full, &Othello8::default());
        assert!((900_000..=1 << 20).contains(&report.memory), "{} bytes", report.memory);
        assert_eq!(full.root_moves().iter().map(|sampled| sampled.visits).sum::<u64>(), 30_000);
        assert!(search(&mut full, &Othello8::default()).memory <= 1 << 20);
    }
}

#[test]
fn limits_end_a_search_with_a_legal_move() {
    let stop = Stop::default();
    stop.raise();
    let limits = [
        (Limits { nodes: Some(0), ..Limits::default() }, 0),
        (Limits { nodes: Some(5000), ..Limits::default() }, 5000),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, 1024),
        (Limits { stop, ..Limits::default() }, 1024),
    ];
    for text in [
        "uct(playouts=1000000)",
        "uct(time=60000)",
        "uct(time=60000,threads=2)",
        "flat_mc(time=60000)",
    ] {
        let player = Player::<Othello8>::parse(text).unwrap();
        let threads = if text.contains("threads") { 2 } else { 1 };
        for (limits, most) in &limits {
            let start = Othello8::default();
            let report = player.searcher(Random::from_seed(1)).search(&start, limits, &mut |_| ());
            assert!(report.best.is_some_and(|mv| start.is_legal(mv)), "{text} {limits:?}");
            let most = if limits.nodes.is_some() { *most } else { most * threads };
            assert!(report.nodes <= most, "{text}: {} nodes", report.nodes);
        }
    }
    // The player's own clock, and a game that is over.
    let clock = Instant::now();
    let player = Player::<Othello6>::parse("uct(time=30)").unwrap();
    assert!(search(&mut *player.searcher(Random::from_seed(1)), &Othello6::default()).leaves > 10);
    assert!((30..3000).contains(&clock.elapsed().as_millis()), "{:?}", clock.elapsed());
    let over = random_game(Othello6::default(), &mut Random::from_seed(1)).pop().unwrap();
    assert_eq!(search(&mut *player.searcher(Random::from_seed(1)), &over).best, None);
}
