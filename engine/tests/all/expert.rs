//! The expert against its specification, the textbook searchers, and against itself under other
//! circumstances.

use std::collections::HashSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use yomi_engine::evaluate::Evaluator;
use yomi_engine::expert::{
    self, Analysis, Expert, Outcome, Question, Selectivity, Settings, Strength, Techniques, UNIT,
};
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{InstructionSet, Move, Othello8, Symmetry, parse_moves};
use yomi_engine::limits::Limits;
use yomi_engine::random::Random;
use yomi_engine::roster::Player;
use yomi_engine::score::Score;
use yomi_engine::search::{AlphaBeta, Deepening, Searcher, TranspositionTable};

pub(crate) const SOLVE: Question =
    Question { strength: Strength::PERFECT, lines: 1, outcome: Outcome::Score };

pub(crate) fn expert(settings: Settings) -> Expert {
    Expert::new(settings).expect("memory for a small table")
}

pub(crate) fn small() -> Settings {
    Settings { mebibytes: 1, ..Settings::default() }
}

pub(crate) fn analyze(expert: &mut Expert, position: &Othello8, question: &Question) -> Analysis {
    expert.forget();
    expert.analyze(position, question, &Limits::default(), &mut |_| ())
}

/// The position of a random game with `empties` empty squares; `None` if the game ends before.
pub(crate) fn random_position(random: &mut Random, empties: u32) -> Option<Othello8> {
    let mut position = Othello8::default();
    while position.empties() > empties {
        let count = position.moves().len();
        if count == 0 {
            return None;
        }
        let mv = position.moves().nth(random.below(count)).unwrap();
        position = position.play(mv);
    }
    Some(position)
}

/// The textbook's exact score, in discs.
fn textbook(position: &Othello8) -> i32 {
    let player = Player::<Othello8>::parse("exact(empties=30,table=8)").unwrap();
    let mut searcher = player.searcher(Random::from_seed(0));
    searcher.search(position, &Limits::default(), &mut |_| ()).score.0
}

#[test]
fn exact_scores_are_the_textbooks() {
    let mut random = Random::from_seed(4);
    let mut experts: Vec<Expert> = InstructionSet::ALL
        .into_iter()
        .filter(|set| set.is_available())
        .map(|instructions| expert(Settings { instructions, ..small() }))
        .collect();
    for (empties, count) in
        (0..=10).map(|empties| (empties, 300)).chain([(11, 60), (12, 40), (13, 20), (14, 10)])
    {
        for _ in 0..count {
            let Some(position) = random_position(&mut random, empties) else { continue };
            let expected = textbook(&position);
            for expert in &mut experts {
                let analysis = analyze(expert, &position, &SOLVE);
                assert!(analysis.is_exact());
                assert_eq!(
                    analysis.lines[0].score,
                    Score(expected * UNIT),
                    "{}",
                    position.board_string()
                );
                let replayed = analysis.lines[0].moves.iter().fold(position, |at, mv| at.play(*mv));
                assert_eq!(
                    replayed.moves().len(),
                    0,
                    "the line of {} ends the game",
                    position.board_string()
                );
                let sign = if replayed.side_to_move() == position.side_to_move() { 1 } else { -1 };
                assert_eq!(replayed.final_score().unwrap().0 * sign, expected);
            }
        }
    }
}

#[test]
fn every_move_has_its_exact_score_and_winners_are_found_alone() {
    let mut random = Random::from_seed(5);
    let mut expert = expert(small());
    for _ in 0..60 {
        let Some(position) = random_position(&mut random, 9) else { continue };
        let all = analyze(&mut expert, &position, &Question { lines: usize::MAX, ..SOLVE });
        let passes = position.moves().next() == Some(Move::Pass);
        assert_eq!(all.lines.len(), position.moves().len().max(1));
        for line in &all.lines {
            if let (Some(mv), false) = (line.moves.first(), passes) {
                assert_eq!(line.score, Score(-textbook(&position.play(*mv)) * UNIT));
            }
        }
        assert!(all.lines.is_sorted_by_key(|line| -line.score.0));
        let question = Question { outcome: Outcome::WinDrawLoss, ..SOLVE };
        let winner = analyze(&mut expert, &position, &question);
        assert_eq!(winner.lines[0].score.0, all.lines[0].score.0.signum() * UNIT);
    }
    let over = format!("{} O", "X".repeat(64)).parse().unwrap();
    let question = Question { outcome: Outcome::WinDrawLoss, ..SOLVE };
    assert_eq!(analyze(&mut expert, &over, &question).lines[0].score, Score(-UNIT));
}

/// The expert's evaluation for the textbook searchers.
struct Evaluation;

impl Evaluator<Othello8> for Evaluation {
    fn evaluate(&self, position: &Othello8) -> Score {
        Settings::default().evaluation.value(position)
    }
}

fn has_pass_within(position: &Othello8, depth: u32) -> bool {
    depth > 0
        && position
            .moves()
            .any(|mv| mv == Move::Pass || has_pass_within(&position.play(mv), depth - 1))
}

/// With what cannot change values, one by one and all together, a search is as good as plain
/// alpha-beta.
#[test]
fn midgame_values_are_the_textbooks() {
    let mut random = Random::from_seed(6);
    let certain = Techniques { probcut: false, ..Techniques::ALL };
    let variants = [
        certain,
        Techniques { table: false, ..certain },
        Techniques { etc: false, ..certain },
        Techniques { ordering: false, ..certain },
        Techniques { null_window: false, ..certain },
        Techniques { aspiration: false, stability: false, ..certain },
    ];
    let mut experts: Vec<Expert> =
        variants.iter().map(|&techniques| expert(Settings { techniques, ..small() })).collect();
    let mut compared = 0;
    for round in 0..80 {
        let depth = 1 + round % 5;
        let Some(position) = random_position(&mut random, 25 + round % 30) else { continue };
        if has_pass_within(&position, depth) {
            continue;
        }
        let mut textbook = Deepening::new(
            AlphaBeta::new(Evaluation, TranspositionTable::new(0).unwrap()),
            depth,
            false,
        );
        let expected = textbook.search(&position, &Limits::default(), &mut |_| ()).score;
        let question =
            Question { strength: Strength::fixed(depth, Selectivity::CERTAIN, 0), ..SOLVE };
        for expert in &mut experts {
            let analysis = analyze(expert, &position, &question);
            assert_eq!(
                analysis.lines[0].score,
                expected,
                "depth {depth}: {}",
                position.board_string()
            );
            assert_eq!(analysis.depth, depth);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} searches compared");
}

/// A later line of an unsure search may find more than an earlier one.
#[test]
fn several_lines_come_best_first() {
    let mut random = Random::from_seed(21);
    let mut expert = expert(small());
    for empties in [14, 22, 30, 38, 46].repeat(8) {
        let Some(position) = random_position(&mut random, empties) else { continue };
        for level in [4, 7] {
            let question = Question { strength: Strength::level(level), lines: 4, ..SOLVE };
            let scores: Vec<Score> = analyze(&mut expert, &position, &question)
                .lines
                .iter()
                .map(|line| line.score)
                .collect();
            assert!(
                scores.is_sorted_by(|one, next| one >= next),
                "level {level}, {}: {scores:?}",
                position.board_string()
            );
        }
    }
}

#[test]
fn the_same_search_is_the_same_on_every_level_and_again() {
    let position: Othello8 =
        "-----O----OOO--X--OOX-XX--XOXXXX--XOOXXX--XOOOXX--OOOX-X-OOO-XX- X".parse().unwrap();
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let question = Question { strength: Strength::UNBOUNDED, lines: 2, outcome: Outcome::Score };
    let answers: Vec<Analysis> = InstructionSet::ALL
        .into_iter()
        .filter(|set| set.is_available())
        .flat_map(|instructions| {
            let mut expert = expert(Settings { instructions, ..small() });
            [(); 2].map(|()| {
                expert.forget();
                expert.analyze(&position, &question, &limits, &mut |_| ())
            })
        })
        .collect();
    assert!(answers[0].nodes >= 40_000 && answers[0].depth > 5);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

/// The signature that the programs say, and that of the change log's latest entry that has one, are
/// this engine's.
#[test]
fn the_signature_is_as_stated() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../CHANGELOG.md");
    let log = std::fs::read_to_string(path).unwrap();
    let stated =
        log.lines().find_map(|line| line.split_once("bench signature `")).expect("a signature").1;
    let bench =
        expert::bench(Settings { mebibytes: 32, ..Settings::default() }, |_, _| ()).unwrap();
    assert_eq!(stated.split('`').next().unwrap(), bench.signature().to_string());
    assert_eq!(yomi_engine::SIGNATURE, bench.signature());
    let said = format!(" (bench signature {})", bench.signature());
    assert!(yomi_engine::VERSION.ends_with(&said), "{}", yomi_engine::VERSION);
}

#[test]
fn settings_no_machine_can_meet_are_errors() {
    for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        assert!(Expert::new(Settings { mebibytes, ..Settings::default() }).is_err());
    }
    let mut nobody = expert(Settings { threads: 0, ..small() });
    assert_eq!(analyze(&mut nobody, &Othello8::default(), &SOLVE_TWO_PLIES).depth, 2);
}

const SOLVE_TWO_PLIES: Question = Question {
    strength: Strength::fixed(2, Selectivity::CERTAIN, 0),
    lines: 1,
    outcome: Outcome::Score,
};

/// The FForum suite's first positions and two long ones, with the published scores (facts from
/// radagast.se/othello/ffotest.html).
#[test]
fn published_endgames() {
    let suite = [
        ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", "g8", 18),
        ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", "a4", 10),
        ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", "d1", 2),
        ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", 38),
    ];
    let mut expert = expert(Settings { mebibytes: 32, ..Settings::default() });
    for (board, best, score) in suite {
        let analysis = analyze(&mut expert, &board.parse().unwrap(), &SOLVE);
        assert_eq!(analysis.lines[0].score, Score(score * UNIT), "{board}");
        assert_eq!(analysis.lines[0].moves[0], best.parse().unwrap(), "{board}");
    }
}

/// FForum #59: three moves win every disc. Searched like other endgames it takes ten million nodes.
#[test]
fn a_wipeout_is_proved_and_its_line_wins_every_disc() {
    let start: Othello8 = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X"
        .parse()
        .expect("a board string");
    for threads in [1, 2] {
        let mut expert = expert(Settings { mebibytes: 32, threads, ..Settings::default() });
        let analysis = analyze(&mut expert, &start, &SOLVE);
        assert_eq!(analysis.lines[0].score, Score(64 * UNIT));
        assert!(analysis.nodes < 1_000_000, "{}", analysis.nodes);
        let line = &analysis.lines[0].moves;
        assert!(["h4", "g8", "e8"].contains(&line[0].to_string().as_str()), "{line:?}");
        let end = line.iter().fold(start, |position, &mv| position.play(mv));
        assert_eq!(end.final_score().map(|score| score.0.abs()), Some(64), "{line:?}");
    }
}

#[test]
fn finished_games_and_passes_have_answers() {
    let full = "X".repeat(40) + &"O".repeat(24) + " O";
    let wiped = "X".repeat(10) + &"-".repeat(54) + " O";
    for (board, score) in [(full, -16), (wiped, -64)] {
        let analysis = analyze(&mut expert(small()), &board.parse().unwrap(), &SOLVE);
        assert_eq!(analysis.lines[0].score, Score(score * UNIT));
        assert!(analysis.lines[0].moves.is_empty() && analysis.is_exact());
    }
    let mut random = Random::from_seed(8);
    let passing = std::iter::repeat_with(|| random_position(&mut random, 8))
        .flatten()
        .find(|position| position.moves().next() == Some(Move::Pass))
        .unwrap();
    let analysis = analyze(&mut expert(small()), &passing, &SOLVE);
    assert_eq!(analysis.lines[0].moves[0], Move::Pass);
    assert_eq!(analysis.lines[0].score, Score(textbook(&passing) * UNIT));
    // The moves after a pass are no lines of their own, and take no search each.
    let all = Question { lines: usize::MAX, ..SOLVE };
    assert_eq!(analyze(&mut expert(small()), &passing, &all), analysis);
}

/// Moves that a mirror makes one have one value, and their lines are legal.
#[test]
fn moves_that_are_one_are_worth_the_same() {
    let mut expert = expert(small());
    let ask = |expert: &mut Expert, position: &Othello8, lines| {
        let question = Question { strength: Strength::level(8), lines, outcome: Outcome::Score };
        analyze(expert, position, &question).lines
    };
    let start = Othello8::default();
    for (lines, told) in [(2, 2), (4, 4), (9, 4)] {
        let found = ask(&mut expert, &start, lines);
        let firsts: HashSet<String> = found.iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!((found.len(), firsts.len()), (told, told));
        assert!(found.iter().all(|line| line.score == found[0].score), "{found:?}");
        for line in &found {
            line.moves.iter().fold(start, |position, &mv| {
                assert!(position.is_legal(mv), "{line:?}");
                position.play(mv)
            });
        }
    }
    // After these one mirror is left: of the moves each but those on its line has a twin.
    let after = parse_moves(&start, "f5f6e6").unwrap();
    let position = after.into_iter().fold(start, |position, mv| position.play(mv));
    let symmetries = Symmetry::ALL.into_iter().filter(|&by| position.transformed(by) == position);
    let symmetries: Vec<Symmetry> = symmetries.collect();
    assert_eq!(symmetries.len(), 2);
    let found = ask(&mut expert, &position, usize::MAX);
    assert_eq!(found.len(), position.moves().len());
    for line in &found {
        let Move::Place(square) = line.moves[0] else { panic!("no pass") };
        let twin = Move::Place(symmetries[1].map_square(square, 8));
        let twin = found.iter().find(|other| other.moves[0] == twin).expect("a twin");
        assert_eq!(twin.score, line.score);
    }
    assert!(found.is_sorted_by_key(|line| -line.score.0));
}

/// A question for no line is one for the best.
#[test]
fn no_lines_are_one() {
    let mut random = Random::from_seed(9);
    let mut expert = expert(small());
    for empties in [8, 10, 12] {
        let Some(position) = random_position(&mut random, empties) else { continue };
        let [none, one] =
            [0, 1].map(|lines| analyze(&mut expert, &position, &Question { lines, ..SOLVE }));
        assert_eq!(none, one);
    }
}

/// One engine for all cases below: building one takes longer than a case.
static SHARED: LazyLock<std::sync::Mutex<Expert>> = LazyLock::new(|| expert(small()).into());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any two disjoint sets of discs are a position, reachable or not.
    #[test]
    fn any_board_has_an_answer(a: u64, b: u64, c: u64, level in 0_u32..4, sparse: bool) {
        let mover = if sparse { a & b } else { a };
        let opponent = c & !mover & if sparse { b } else { !0 };
        let position = Othello8::new(mover, opponent, Side::First).unwrap();
        let strength = Strength::level(level);
        let question = Question { strength, lines: 3, outcome: Outcome::Score };
        let analysis = analyze(&mut SHARED.lock().unwrap(), &position, &question);
        match analysis.lines[0].moves.first() {
            Some(mv) => prop_assert!(position.is_legal(*mv)),
            None => prop_assert_eq!(position.moves().len(), 0),
        }
    }

    /// Boards that are nearly full but were never played to are solved as the textbook does.
    #[test]
    fn unreachable_endgames_are_solved_alike(
        discs: u64,
        gaps in prop::collection::vec(0_u32..64, 0..8),
    ) {
        let empty = gaps.iter().fold(0_u64, |set, square| set | 1 << square);
        let position = Othello8::new(discs & !empty, !discs & !empty, Side::Second).unwrap();
        let analysis = analyze(&mut SHARED.lock().unwrap(), &position, &SOLVE);
        prop_assert_eq!(analysis.lines[0].score, Score(textbook(&position) * UNIT));
    }
}
