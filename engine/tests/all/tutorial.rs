//! The win-rate page's players, move by move. The figures come from running the page's own listings
//! (docs/sources.md), not from this engine.

use yomi_engine::evaluate::{Discs, Evaluator, Tutorial, TutorialCount};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Move, Othello8};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::score::Score;

/// The pass rules of the two listings, with the number that stands for "better than everything" in
/// each.
const LISTINGS: [(&str, i64); 2] = [("penalty", 10_000_000), ("reward", 10_000_000_000)];

/// The page's player on a position: its move and the move's value.
fn plays(position: &Othello8, eval: &str, pass: &str) -> (String, Score) {
    let text = format!("minimax(depth=2,eval={eval},pass={pass},ties=last)");
    let mut searcher = Player::<Othello8>::parse(&text).unwrap().searcher(Random::from_seed(0));
    let report = searcher.search(position, &Limits::default(), &mut |_| ());
    (report.best.unwrap().to_string(), report.score)
}

/// A value as the listing prints it.
fn printed(score: Score, infinity: i64) -> i64 {
    match score {
        Score::INFINITY => infinity,
        score if score == -Score::INFINITY => -infinity,
        Score(value) => value.into(),
    }
}

/// Both evaluators as White sees them; Black sees the opposite.
fn for_white(position: &Othello8) -> [i32; 2] {
    let sign = if position.side_to_move() == Side::Second { 1 } else { -1 };
    let values =
        |position: &Othello8| [Discs.evaluate(position), Tutorial::PAGE.evaluate(position)];
    let for_the_other = values(&position.passed());
    assert_eq!(for_the_other, values(position).map(|value| -value), "{position}");
    values(position).map(|Score(value)| sign * value)
}

/// 656 random positions: both evaluators' values and, for both listings, the chosen moves with
/// their values. All positions in which the two listings differ are among them.
#[test]
fn both_listings_move_by_move() {
    let mut differing = 0;
    let rows: Vec<Vec<&str>> = include_str!("../data/tutorial-moves.csv")
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect())
        .collect();
    for row in &rows {
        let position: Othello8 = format!("{} {}", row[0], row[1]).parse().unwrap();
        assert_eq!(for_white(&position).map(|value| value.to_string()), row[2..4], "{position}");
        for (listing, (pass, infinity)) in LISTINGS.into_iter().enumerate() {
            for (place, eval) in ["discs", "tutorial"].into_iter().enumerate() {
                let (mv, score) = plays(&position, eval, pass);
                let column = 4 + 4 * listing + 2 * place;
                let found = [mv, printed(score, infinity).to_string()];
                assert_eq!(found, row[column..column + 2], "{eval}, {pass}\n{position}");
            }
        }
        differing += usize::from(row[4] != row[8] || row[6] != row[10]);
    }
    assert_eq!((rows.len(), differing), (656, 15));
}

/// The root moves of `position` with their values two plies deep, each as `a1 0`.
fn root_values(position: &Othello8, evaluator: &dyn Evaluator<Othello8>) -> Vec<String> {
    let value = |mv: Move| {
        let after = position.play(mv);
        let replies = after.moves().map(|reply| evaluator.evaluate(&after.play(reply)).0);
        format!("{mv} {}", replies.min().unwrap())
    };
    position.moves().map(value).collect()
}

/// Six positions taken apart by hand: board, evaluators for White, root values two plies deep, and
/// what both listings play.
#[test]
fn six_positions_part_by_part() {
    let position = |board: &str| board.parse::<Othello8>().unwrap();

    let start = Othello8::default();
    assert_eq!(for_white(&start), [0, 0]);
    assert_eq!(root_values(&start, &Discs), ["d3 0", "c4 0", "f5 0", "e6 0"]);
    assert_eq!(root_values(&start, &Tutorial::PAGE), ["d3 -2", "c4 -2", "f5 -2", "e6 -2"]);
    assert_eq!(plays(&start, "discs", "penalty"), ("e6".to_owned(), Score(0)));
    assert_eq!(plays(&start, "tutorial", "penalty"), ("e6".to_owned(), Score(-2)));

    let example = position("------------------X--------XOO----OOX-------X------------------- O");
    assert_eq!(for_white(&example), [0, 0]);
    let discs = ["d3 -2", "e3 -2", "c4 -2", "f5 -4", "d6 -2", "e7 0", "f7 -2"];
    assert_eq!(root_values(&example, &Discs), discs);
    let tutorial = ["d3 -1", "e3 1", "c4 1", "f5 -4", "d6 -7", "e7 -9", "f7 -8"];
    assert_eq!(root_values(&example, &Tutorial::PAGE), tutorial);
    assert_eq!(plays(&example, "discs", "reward"), ("e7".to_owned(), Score(0)));
    assert_eq!(
        plays(&example, "tutorial", "reward"),
        ("c4".to_owned(), Score(1)),
        "the last of two"
    );

    let middle = position("XX-O-----OOX-----XOXO----XXXO---OOXOX----O-X---------------O-O-- X");
    assert_eq!(for_white(&middle), [1, -4]);
    let discs = [
        "c1 -7", "a2 -7", "e2 -7", "f2 -7", "f3 -7", "f4 -3", "f5 -5", "a6 -7", "e6 -9", "a7 -7",
        "b7 -7",
    ];
    assert_eq!(root_values(&middle, &Discs), discs);
    let tutorial = [
        "c1 8", "a2 6", "e2 -12", "f2 -13", "f3 -11", "f4 -12", "f5 -6", "a6 -10", "e6 -1",
        "a7 -3", "b7 -13",
    ];
    assert_eq!(root_values(&middle, &Tutorial::PAGE), tutorial);
    assert_eq!(plays(&middle, "discs", "penalty"), ("f4".to_owned(), Score(-3)));
    assert_eq!(plays(&middle, "tutorial", "penalty"), ("c1".to_owned(), Score(8)));

    let wiped_out = position("-----------X----X-XX-----XXXX----XXXX----X-X----X--X----X------- O");
    assert_eq!(for_white(&wiped_out), [-17, -31]);
    assert_eq!(
        TutorialCount.evaluate(&wiped_out),
        Score(64 + 2 * 30),
        "a white win by the page's count"
    );
    assert_eq!(wiped_out.final_score(), Some(Score(-64)));

    let full = position("XXXXXXXOXOOOOOXOXOXXOXXOXOOXXOXOXOXOXOXOXOOXXXXOXXXXXOOOXOOOOOOO X");
    assert_eq!(for_white(&full), [-2, -1]);
    assert_eq!((TutorialCount.evaluate(&full), full.final_score()), (Score(2), Some(Score(2))));

    let passes = position("XXXXXXO-XXOOXXOOXXXXXOOOXXOXXOXXXXOOOXXXXX-OOXOXXXXOXOOX--OOOOOX X");
    assert_eq!(for_white(&passes), [-12, -78]);
    for eval in ["discs", "tutorial"] {
        assert_eq!(plays(&passes, eval, "penalty"), ("b8".to_owned(), Score::INFINITY));
    }
    assert_eq!(plays(&passes, "discs", "reward"), ("h1".to_owned(), Score(20)));
    assert_eq!(plays(&passes, "tutorial", "reward"), ("h1".to_owned(), Score(125)));
}

/// Black's and White's discs and Black's fate as the page counts it.
#[test]
fn winners_as_the_page_counts_them() {
    for discs in [(64, 0), (33, 31), (34, 29), (49, 0), (40, 20)] {
        assert!(TutorialCount::lead([discs.0, discs.1], 64) > 0, "{discs:?}");
    }
    for discs in [(32, 32), (33, 30), (48, 0), (36, 24)] {
        assert_eq!(TutorialCount::lead([discs.0, discs.1], 64), 0, "{discs:?}");
    }
    let white =
        [(32, 31), (47, 0), (13, 0), (35, 25), (35, 4), (31, 31), (0, 46), (30, 34), (40, 10)];
    for discs in white {
        assert!(TutorialCount::lead([discs.0, discs.1], 64) < 0, "{discs:?}");
    }
}

/// The Monte-Carlo players of the pages.
mod monte_carlo {
    use super::*;

    fn report(text: &str, position: &Othello8, seed: u64) -> (String, u64, u64) {
        let mut searcher =
            Player::<Othello8>::parse(text).unwrap().searcher(Random::from_seed(seed));
        let report = searcher.search(position, &Limits::default(), &mut |_| ());
        (report.best.unwrap().to_string(), report.nodes, report.leaves)
    }

    /// Playouts are counted in all; Python gives every move one; it and UCT play one ply more than
    /// they are told.
    #[test]
    fn playouts_are_counted_as_the_listings_do() {
        let start = Othello8::default();
        let flat = |playouts, depth, listing| {
            let text = format!(
                "tutorial_flat_mc(playouts={playouts},playout_depth={depth},listing={listing})"
            );
            let (_, nodes, leaves) = report(&text, &start, 1);
            (nodes, leaves)
        };
        // One node for the move itself and one for each ply of the playout; nobody passes so early.
        assert_eq!(flat(10, 3, "cpp"), (40, 10));
        assert_eq!(flat(10, 3, "python"), (50, 10));
        assert_eq!((flat(2, 3, "cpp").1, flat(2, 3, "python").1), (2, 4));
        let (_, nodes, leaves) = report("tutorial_uct(playouts=20,playout_depth=3)", &start, 1);
        // The root, the child and four plies each; no leaf has more than 20 visits yet.
        assert_eq!((nodes, leaves), (20 * 6, 20));
    }

    /// A leaf is opened once it has more visits than the threshold, not when it has as many.
    #[test]
    fn a_leaf_is_opened_above_the_threshold() {
        // One legal move, so every playout goes through the same child.
        let forced: Othello8 =
            "OX-------------------------------------------------------------- O".parse().unwrap();
        let nodes = |threshold, playouts| {
            let text =
                format!("tutorial_uct(playouts={playouts},playout_depth=0,threshold={threshold})");
            report(&text, &forced, 1).1
        };
        // White takes all: the game is over after c1, and a leaf without moves stays a leaf.
        assert_eq!(nodes(3, 10), 20);
        let longer = Othello8::default();
        let visits = |playouts| {
            report(
                &format!("tutorial_uct(playouts={playouts},playout_depth=0,threshold=0)"),
                &longer,
                1,
            )
            .1
        };
        // With threshold 0 each child is open after its first visit: the fifth playout is the first
        // to go deeper.
        assert_eq!((visits(4), visits(5)), (4 * 3, 4 * 3 + 4));
    }

    /// Without the change of sign the search hopes for the opponent's mistakes.
    #[test]
    fn the_missing_change_of_sign_is_optimism() {
        // At the page's thresholds the two searches are the same until the first leaf is opened.
        let start = Othello8::default();
        let one = |backup: &str, playouts| {
            report(
                &format!("tutorial_uct(playouts={playouts},playout_depth=20,backup={backup})"),
                &start,
                7,
            )
        };
        assert_eq!(one("root", 20), one("mover", 20));
        assert_ne!(one("root", 2000), one("mover", 2000));
    }
}
