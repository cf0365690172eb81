use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Bits, Move, Othello8, Square};
use yomi_engine::limits::Stop;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::stdio::replay;

use crate::session;

#[derive(Clone, Debug)]
enum Step {
    /// The legal move of this number, with evaluation and time.
    Legal(usize),
    /// Any square or pass.
    Any(Option<u32>),
    /// A game whose first moves are chosen by these numbers.
    Game(Vec<usize>),
    Go,
    Hint(usize),
    Analyze,
    Ping(u32),
    Learn,
    Noise(String),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<usize>().prop_map(Step::Legal),
        2 => proptest::option::weighted(0.8, 0_u32..64).prop_map(Step::Any),
        1 => proptest::collection::vec(any::<usize>(), 0..70).prop_map(Step::Game),
        3 => Just(Step::Go),
        2 => (0_usize..70).prop_map(Step::Hint),
        1 => Just(Step::Analyze),
        2 => any::<u32>().prop_map(Step::Ping),
        1 => Just(Step::Learn),
        1 => "[b-z ]{4,12}".prop_map(Step::Noise),
    ];
    proptest::collection::vec(step, 1..60)
}

/// Two letters a move.
fn square(mv: Move) -> String {
    if mv == Move::Pass { "PA".to_owned() } else { mv.to_string().to_uppercase() }
}

/// The model: the moves so far and the position that they led to.
#[derive(Default)]
struct Model(Vec<Move>, Othello8);

impl Model {
    /// After the moves that follow the numbers.
    fn of(numbers: &[usize]) -> Self {
        let mut model = Self::default();
        for number in numbers {
            let Some(mv) = model.legal(*number) else { break };
            model.play(mv);
        }
        model
    }

    fn legal(&self, number: usize) -> Option<Move> {
        let moves: Vec<Move> = self.1.moves().collect();
        moves.get(number % moves.len().max(1)).copied()
    }

    fn play(&mut self, mv: Move) {
        self.0.push(mv);
        self.1 = self.1.play(mv);
    }

    /// The game in GGF.
    fn game(&self) -> String {
        let mut text = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 ".to_owned()
            + "---------------------------O*------*O--------------------------- *]";
        for (place, &mv) in self.0.iter().enumerate() {
            text += &format!("{}[{}//0.01]", ["B", "W"][place % 2], square(mv));
        }
        text + ";)"
    }
}

fn take(step: &Step, engine: &mut NBoard, model: &mut Model) {
    let mut say = |line: &str| -> Vec<String> {
        replay(engine, line.as_bytes(), &Stop::default()).lines().map(str::to_owned).collect()
    };
    match step {
        Step::Legal(number) => {
            if let Some(mv) = model.legal(*number) {
                assert_eq!(say(&format!("move {}/-1.50/0.25", square(mv))), [""; 0]);
                model.play(mv);
            }
        }
        Step::Any(index) => {
            let mv = index.map_or(Move::Pass, |index| Move::Place(Square::from_index(index, 8)));
            try_move(mv, &mut say, model);
        }
        Step::Game(numbers) => {
            *model = Model::of(numbers);
            assert_eq!(say(&format!("set game {}", model.game())), [""; 0]);
        }
        Step::Go => check_answer(&say("go"), &model.1),
        Step::Hint(count) => {
            let said = say(&format!("hint {count}"));
            check_hints(&said, *count, &model.1);
        }
        Step::Analyze => {
            let said = say("analyze");
            check_analysis(&said, model);
        }
        Step::Ping(number) => {
            assert_eq!(say(&format!("ping {number}")), [format!("pong {number}")]);
        }
        Step::Learn => assert_eq!(say("learn"), ["learned"]),
        Step::Noise(text) => {
            let known = ["go", "hint", "learn", "ping", "quit", "move", "nboard"];
            if !known.contains(&text.split_whitespace().next().unwrap_or_default()) {
                assert_eq!(say(text), [""; 0]);
            }
        }
    }
}

/// Sends a move, legal or not.
fn try_move(mv: Move, say: &mut impl FnMut(&str) -> Vec<String>, model: &mut Model) {
    let position = model.1;
    let stuck = position.legal().is_empty() && !position.opponent_legal().is_empty();
    let passed = stuck && mv != Move::Pass;
    let before = if passed { position.passed() } else { position };
    let said = say(&format!("move {}", square(mv)));
    if before.is_legal(mv) {
        assert_eq!(said, [""; 0]);
        if passed {
            model.play(Move::Pass);
        }
        model.play(mv);
    } else if !(mv == Move::Pass && position.moves().len() == 0) {
        assert_eq!(said, [format!("status move: {} cannot be played", square(mv))]);
        // The frontend has made the move: nothing is said of the position before it.
        for line in ["go", "hint 2", "analyze", "move E6"] {
            assert_eq!(say(line), said);
        }
        assert_eq!(say(&format!("set game {}", model.game())), [""; 0]);
    }
}

/// `go` is answered by one move that may be played, with a value and a time.
fn check_answer(said: &[String], position: &Othello8) {
    let answer = said.last().and_then(|line| line.strip_prefix("=== ")).unwrap();
    let (mv, rest) = answer.split_once('/').unwrap();
    assert!(is_answer(position, mv), "{mv} in\n{position}");
    let is_number = |part: &str| part.is_empty() || part.parse::<f64>().is_ok();
    assert!(rest.split('/').all(is_number), "{rest}");
    assert_eq!(said.iter().filter(|line| line.starts_with("===")).count(), 1);
}

/// Whether an engine may answer `text` where it is to move: a legal move, or a pass where there is
/// none.
fn is_answer(position: &Othello8, text: &str) -> bool {
    let legal: Vec<String> = position.moves().map(square).collect();
    legal.contains(&text.to_owned()) || legal.is_empty() && text == "PA"
}

/// As many lines as asked for, each for another legal move, the best first; this player needs one
/// iteration only.
fn check_hints(said: &[String], count: usize, position: &Othello8) {
    let hints: Vec<Vec<&str>> = said
        .iter()
        .filter_map(|line| line.strip_prefix("search "))
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(hints.len(), position.moves().len().min(count.max(1)), "{said:?}");
    let mut moves: Vec<&str> = hints.iter().map(|hint| &hint[0][..2]).collect();
    assert!(moves.iter().all(|mv| is_answer(position, mv)));
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), hints.len());
    let values: Vec<f64> = hints.iter().map(|hint| hint[1].parse().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert!(hints.iter().all(|hint| hint[2] == "0" && hint[3] == hints[0][3]));
}

/// A value for every position of the game, the last one exact if the game is over.
fn check_analysis(said: &[String], Model(moves, position): &Model) {
    let plies = moves.len();
    assert_eq!(said.len(), plies + 1);
    for (number, line) in said.iter().enumerate() {
        let value = line.strip_prefix(&format!("analysis {number} ")).unwrap();
        assert!(value.parse::<f64>().unwrap().abs() <= 64.0);
    }
    if let Some(score) = position.final_score() {
        let black = if position.side_to_move() == Side::First { score.0 } else { -score.0 };
        assert_eq!(said[plies], format!("analysis {plies} {black}.00"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn sequences_go_as_in_the_model(steps in steps()) {
        let (mut engine, mut model) = (NBoard::new(session()), Model::default());
        for step in &steps {
            take(step, &mut engine, &mut model);
        }
        take(&Step::Hint(64), &mut engine, &mut model);
    }
}
