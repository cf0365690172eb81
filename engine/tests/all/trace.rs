use std::fmt::Debug;

use yomi_engine::game::Game;
use yomi_engine::games::explicit_tree::ExplicitTree;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Othello4, Othello6, Othello8, Othello10};
use yomi_engine::games::tictactoe::TicTacToe;
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::{Playable, Player};
use yomi_engine::search::{Ending, Recorder, Report, Round, Sampling, Statistics, Trace};

use crate::random_game;

/// Searchers of trees, whose windows and values are checked as well.
const TREES: [&str; 15] = [
    "minimax(depth=2)",
    "minimax(depth=3,pass=ply,ties=last)",
    "minimax(depth=2,pass=penalty,ties=last)",
    "minimax(depth=3,pass=reward,ties=random)",
    "negamax(depth=2)",
    "negamax(depth=2,deepen=on)",
    "alphabeta(depth=1)",
    "alphabeta(depth=3)",
    "alphabeta(depth=3,table=1,deepen=on)",
    "negascout(depth=3)",
    "negascout(depth=3,table=1)",
    "alphabeta(nodes=70)",
    "exact(empties=6)",
    "exact(empties=6,table=1)",
    "last(empties=5,then=alphabeta)",
];
const SAMPLERS: [&str; 7] = [
    "flat_mc(playouts=100)",
    "flat_mc(playouts=50,playout_depth=3)",
    "uct(playouts=150)",
    "uct(playouts=100,threshold=5,c=0.7,final=value)",
    "uct(playouts=100,playout_depth=4,reward=score)",
    "uct(nodes=500)",
    "uct(playouts=60,memory=1,reuse=on)",
];
const TUTORIAL_SAMPLERS: [&str; 5] = [
    "tutorial_flat_mc(playouts=60)",
    "tutorial_flat_mc(playouts=60,playout_depth=0,listing=python)",
    "tutorial_uct(playouts=200)",
    "tutorial_uct(playouts=100,threshold=0,playout_depth=20)",
    "tutorial_uct(playouts=150,threshold=3,backup=mover,nodes=900)",
];

/// What a search says unwatched, and what was seen of it.
type Watched<M> = (Report<M>, Trace<M>);

/// The search of one player, watched and unwatched; `None` where the player shows nothing.
fn watch<G: Playable>(position: &G, text: &str) -> Option<Watched<G::Move>> {
    let player = Player::<G>::parse(text).unwrap();
    let limits = Limits::default();
    let searcher = || player.searcher(Random::from_seed(11));
    let unwatched = searcher().search(position, &limits, &mut |_| ());
    let mut recorder = Recorder::new(usize::MAX, limits.stop.clone());
    let watched = searcher().trace(position, &limits, &mut recorder)?;
    assert_eq!(watched, unwatched, "{text} is the same when it is watched\n{position}");
    Some((unwatched, recorder.finish().unwrap()))
}

/// The trace alone says what the search reports.
fn tells_all<M: Copy + PartialEq + Debug>(report: &Report<M>, trace: &Trace<M>, text: &str) {
    assert_eq!(trace.entered(), report.nodes, "{text}");
    assert_eq!(trace.leaves(), report.leaves, "{text}");
    assert_eq!(trace.chosen, report.best, "{text}");
    if report.depth > 0 {
        assert_eq!(trace.value(), Some(report.score), "{text}");
    }
}

/// Every value follows from the values below it, every window from what was found before, and no
/// move is missing without a cut.
fn is_sound<G: Game>(start: &G, trace: &Trace<G::Move>, windows: bool) {
    for (number, node) in trace.nodes.iter().enumerate() {
        let position = trace.position(start, number);
        assert_eq!(node.maximises, position.side_to_move() == start.side_to_move());
        let Some(value) = node.value else { continue };
        let searched = matches!(node.ending, Ending::Searched | Ending::Cut);
        assert_eq!(searched, !node.children.is_empty());
        if !searched {
            continue;
        }
        let standing = trace.standing(number, node.children.len());
        assert_eq!(standing.best, Some(value), "{position}");
        let tried = |mv| node.children.iter().any(|&child| trace.nodes[child].mv == Some(mv));
        let untried: Vec<_> = position.moves().filter(|&mv| !tried(mv)).collect();
        assert_eq!(trace.left_out(&position, number), untried);
        let window = node.window.filter(|_| node.ending == Ending::Cut);
        if let Some(window) = window {
            let beyond = if node.maximises { value >= window.beta } else { value <= window.alpha };
            assert!(beyond, "{value} in {window:?}");
        } else {
            assert!(untried.is_empty());
        }
        for (place, &child) in node.children.iter().enumerate().filter(|_| windows) {
            assert_eq!(trace.nodes[child].window, trace.standing(number, place).window);
        }
    }
}

/// The chosen move is one of the best at the root: the first, or the last where the rule says so.
fn chooses_the_best<M: Copy + PartialEq + Debug>(trace: &Trace<M>, text: &str) {
    let Some(root) = trace.root().filter(|&root| trace.nodes[root].value.is_some()) else { return };
    let node = &trace.nodes[root];
    let best = || node.children.iter().map(|&c| &trace.nodes[c]).filter(|c| c.value == node.value);
    let expected = if text.contains("ties=last") { best().last() } else { best().next() };
    if text.contains("ties=random") || text == "perfect" {
        assert!(node.children.is_empty() || best().any(|child| child.mv == trace.chosen), "{text}");
    } else if let Some(expected) = expected {
        assert_eq!(trace.chosen, expected.mv, "{text}");
    }
}

fn trees<G: Playable>(position: &G) {
    for text in TREES {
        let Some((report, trace)) = watch(position, text) else {
            assert!(text.starts_with("exact") && position.empties() > 6, "{text}");
            continue;
        };
        tells_all(&report, &trace, text);
        is_sound(position, &trace, text.starts_with("alphabeta"));
        chooses_the_best(&trace, text);
    }
}

/// Rounds go where the bounds before them say, so the statistics are those of the search.
fn follows_its_bounds<M: Copy + PartialEq + Debug>(sampling: &Sampling<M>, text: &str) {
    let mut statistics = Statistics::new(sampling.rules);
    for round in &sampling.rounds {
        let before = statistics.clone();
        statistics.add(round);
        let mut here = 0;
        for &mv in &round.path {
            let children = &statistics.nodes[here].children;
            // The page's bounds are those before the round; what it opens in the round is new.
            let bound = |child: usize| match before.nodes.get(child) {
                Some(_) => before.bound(child),
                None => Some(f64::INFINITY),
            };
            let best = children.iter().copied().rev();
            let best = best.max_by(|&one, &other| bound(one).partial_cmp(&bound(other)).unwrap());
            let best = best.unwrap();
            if bound(best).is_some() {
                assert_eq!(statistics.nodes[best].mv, Some(mv), "{text}: {round:?}");
            }
            here = children.iter().copied().find(|&c| statistics.nodes[c].mv == Some(mv)).unwrap();
        }
    }
}

fn samplers<G: Playable>(position: &G, texts: &[&str]) {
    for text in texts {
        let (report, trace) = watch(position, text).unwrap();
        tells_all(&report, &trace, text);
        if let Some(sampling) = &trace.sampling {
            follows_its_bounds(sampling, text);
            let rounds = sampling.rounds.iter().map(|round: &Round<_>| round.nodes);
            assert_eq!(rounds.sum::<u64>() + sampling.abandoned, report.nodes, "{text}");
        }
    }
}

/// Positions of random games that go on.
fn positions<G: Game>(start: &G, games: u64, every: usize) -> Vec<G> {
    let game = |seed| random_game(start.clone(), &mut Random::from_seed(seed));
    (0..games)
        .flat_map(|seed| game(seed).into_iter().skip(seed as usize % every).step_by(every))
        .collect()
}

#[test]
fn on_othello_of_all_sizes() {
    fn check<G: Playable>(start: &G, games: u64, every: usize) {
        for position in positions(start, games, every) {
            trees(&position);
            if position.moves().len() > 0 {
                samplers(&position, &SAMPLERS);
                samplers(&position, &TUTORIAL_SAMPLERS);
            }
        }
    }
    check(&Othello4::default(), 6, 2);
    check(&Othello6::default(), 3, 5);
    check(&Othello8::default(), 3, 13);
    check(&Othello10::default(), 1, 31);
}

#[test]
fn on_tic_tac_toe() {
    for position in positions(&TicTacToe::default(), 6, 2) {
        trees(&position);
        let (report, trace) = watch(&position, "perfect").unwrap();
        tells_all(&report, &trace, "perfect");
        is_sound(&position, &trace, false);
        chooses_the_best(&trace, "perfect");
        if position.moves().len() > 0 {
            samplers(&position, &SAMPLERS);
        }
    }
}

#[test]
fn on_small_go() {
    let start: Go = ".../.../... X komi=0.5".parse().unwrap();
    for position in positions(&start, 2, 9) {
        trees(&position);
        if position.moves().len() > 0 {
            samplers(&position, &SAMPLERS);
        }
    }
}

#[test]
fn on_trees_written_out() {
    let texts =
        ["N0(N1(7,12),N2(-5,-10),N3(20,-3))", "min [[1 [2 -3] 4] [[5 5] 5] -2]", "[3 3 3]", "7"];
    for text in texts {
        let tree: ExplicitTree = text.parse().unwrap();
        trees(&tree);
        if tree.moves().len() > 0 {
            samplers(&tree, &SAMPLERS);
        }
    }
}

/// The small-tree page's cut: N2 returns -5, which is no more than the 7 that Max already has.
#[test]
fn the_page_s_cut() {
    let tree: ExplicitTree = "N0(N1(7,12),N2(-5,-10),N3(20,-3))".parse().unwrap();
    let (_, trace) = watch(&tree, "alphabeta(depth=2)").unwrap();
    let cut: Vec<_> =
        (0..trace.nodes.len()).filter(|&n| trace.nodes[n].ending == Ending::Cut).collect();
    let [n2, n3] = cut.as_slice() else { panic!("{cut:?}") };
    let at = |node| {
        let position = trace.position(&tree, node);
        let alpha = trace.nodes[node].window.map(|window| window.alpha.0);
        let left_out = trace.left_out(&position, node).len();
        (position.name().to_owned(), trace.nodes[node].value.map(|v| v.0), alpha, left_out)
    };
    assert_eq!(at(*n2), ("N2".to_owned(), Some(-5), Some(7), 1));
    // N3's second leaf is visited: only then is the value known to be too small.
    assert_eq!(at(*n3), ("N3".to_owned(), Some(-3), Some(7), 0));
}

#[test]
fn a_search_that_does_too_much_is_stopped() {
    let start = Othello8::default();
    let limits = Limits::default();
    let mut recorder = Recorder::new(5_000, limits.stop.clone());
    let player = Player::<Othello8>::parse("negamax(depth=9)").unwrap();
    let report = player.searcher(Random::from_seed(0)).trace(&start, &limits, &mut recorder);
    assert!(report.unwrap().nodes < 10_000);
    assert_eq!(recorder.finish(), None);
}

/// There is room for as many nodes as the recorder is made for, and not for one more.
#[test]
fn a_recorder_has_the_room_it_was_given() {
    let tree: ExplicitTree = "[[1 2] [3 4]]".parse().unwrap();
    for (most, whole) in [(7, true), (6, false)] {
        let limits = Limits::default();
        let mut recorder = Recorder::new(most, limits.stop.clone());
        let player = Player::parse("negamax(depth=9)").unwrap();
        player.searcher(Random::from_seed(0)).trace(&tree, &limits, &mut recorder);
        assert_eq!((recorder.finish().is_some(), limits.stop.is_raised()), (whole, !whole));
    }
}

#[test]
fn players_that_show_nothing_say_so() {
    for text in ["random", "expert", "uct(threads=2)", "exact", "tactics"] {
        assert!(watch(&Othello8::default(), text).is_none(), "{text}");
    }
}
