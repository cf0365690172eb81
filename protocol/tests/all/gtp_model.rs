//! GTP against the rule for passes written down plainly: a colour that is not to move moves only if
//! the other one cannot; a pass of a colour that cannot move is always fine.

use proptest::prelude::*;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::{Bits, Move, Othello8, Square};
use yomi_engine::limits::Stop;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::stdio::replay;

use crate::session;

/// The positions after each turn that can be taken back, the start first.
struct Model(Vec<Othello8>);

#[derive(Clone, Debug)]
enum Step {
    /// The legal move of this number for the side to move, played in its colour.
    Legal(usize),
    /// Any square or pass in any colour.
    Any(bool, Option<u32>),
    Genmove(bool),
    RegGenmove(bool),
    Undo,
    Clear,
    Look,
    Noise(String),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let square = prop_oneof![1 => Just(None), 3 => (0_u32..64).prop_map(Some)];
    let step = prop_oneof![
        12 => any::<usize>().prop_map(Step::Legal),
        3 => (any::<bool>(), square).prop_map(|(black, square)| Step::Any(black, square)),
        4 => any::<bool>().prop_map(Step::Genmove),
        1 => any::<bool>().prop_map(Step::RegGenmove),
        2 => Just(Step::Undo),
        1 => prop_oneof![9 => Just(Step::Look), 1 => Just(Step::Clear)],
        3 => Just(Step::Look),
        1 => "[a-z ]{0,12}".prop_map(Step::Noise),
    ];
    proptest::collection::vec(step, 1..120)
}

fn colour(black: bool) -> &'static str {
    if black { "black" } else { "W" }
}

impl Model {
    fn now(&self) -> Othello8 {
        *self.0.last().unwrap()
    }

    fn is_over(&self) -> bool {
        self.now().legal().is_empty() && self.now().opponent_legal().is_empty()
    }

    /// The position with this colour to move, if it may.
    fn turned_to(&self, black: bool) -> Option<Othello8> {
        let now = self.now();
        let to_move = (now.side_to_move() == Side::First) == black;
        let stuck = now.legal().is_empty() && !now.opponent_legal().is_empty();
        if to_move { Some(now) } else { stuck.then(|| now.passed()) }
    }

    fn play(&mut self, black: bool, mv: Move) -> bool {
        let now = self.now();
        let to_move = (now.side_to_move() == Side::First) == black;
        let own = if to_move { now.legal() } else { now.opponent_legal() };
        let after = match mv {
            Move::Pass if !own.is_empty() => None,
            Move::Pass if to_move && !self.is_over() => Some(now.passed()),
            Move::Pass => Some(now),
            Move::Place(square) => self
                .turned_to(black)
                .filter(|position| position.legal().contains(square.index(8)))
                .map(|position| position.play(mv)),
        };
        self.0.extend(after);
        after.is_some()
    }
}

/// One command and its answer without the empty line.
fn ask(gtp: &mut Gtp, command: &str) -> String {
    let answer = replay(gtp, command.as_bytes(), &Stop::default());
    answer.strip_suffix("\n\n").unwrap_or(&answer).to_owned()
}

fn look(gtp: &mut Gtp, model: &Model) {
    let now = model.now();
    let legal: Vec<String> = now.moves().map(|mv| mv.to_string()).collect();
    let legal = legal.join(" ").to_uppercase().replace("PASS", "pass");
    assert_eq!(ask(gtp, "gogui-rules_legal_moves").trim_end(), format!("= {legal}").trim_end());
    let side = if now.side_to_move() == Side::First { "black" } else { "white" };
    assert_eq!(ask(gtp, "gogui-rules_side_to_move"), format!("= {side}"));
    assert_eq!(ask(gtp, "showboard"), format!("= \n{}", now.to_string().trim_end()));
    let discs = Side::BOTH.map(|side| now.discs(side).count());
    let score = match now.final_score() {
        None => "? cannot score".to_owned(),
        Some(_) if discs[0] > discs[1] => format!("= B+{}", 64 - 2 * discs[1]),
        Some(_) if discs[0] < discs[1] => format!("= W+{}", 64 - 2 * discs[0]),
        Some(_) => "= 0".to_owned(),
    };
    assert_eq!(ask(gtp, "final_score"), score);
}

fn take(step: &Step, gtp: &mut Gtp, model: &mut Model) {
    match step {
        Step::Legal(number) => {
            let moves: Vec<Move> = model.now().moves().collect();
            if let Some(&mv) = moves.get(number % moves.len().max(1)) {
                let black = model.now().side_to_move() == Side::First;
                assert_eq!(ask(gtp, &format!("play {} {mv}", colour(black))), "=");
                assert!(model.play(black, mv));
            }
        }
        Step::Any(black, square) => {
            let mv = square.map_or(Move::Pass, |index| Move::Place(Square::from_index(index, 8)));
            let answer =
                ask(gtp, &format!("play {} {}", colour(*black), mv.to_string().to_uppercase()));
            assert_eq!(answer, if model.play(*black, mv) { "=" } else { "? illegal move" });
        }
        Step::Genmove(black) | Step::RegGenmove(black) => {
            let plays = matches!(step, Step::Genmove(_));
            let command = if plays { "genmove" } else { "reg_genmove" };
            let answer = ask(gtp, &format!("{command} {}", colour(*black)));
            match (answer.strip_prefix("= "), model.turned_to(*black)) {
                (Some(mv), _) if model.is_over() => assert_eq!(mv, "PASS"),
                (Some(mv), Some(position)) => {
                    assert!(position.is_legal(mv.parse().unwrap()), "{mv}");
                }
                (played, turn) => {
                    assert!(played.is_none() && turn.is_none(), "{answer}");
                    assert_eq!(answer, "? illegal move");
                }
            }
            if let Some(mv) = answer.strip_prefix("= ").filter(|_| plays) {
                assert!(model.play(*black, mv.parse().unwrap()));
            }
        }
        Step::Undo => {
            let undone = model.0.len() > 1;
            assert_eq!(ask(gtp, "undo"), if undone { "=" } else { "? cannot undo" });
            model.0.truncate((model.0.len() - usize::from(undone)).max(1));
        }
        Step::Clear => {
            assert_eq!(ask(gtp, "clear_board"), "=");
            model.0.truncate(1);
        }
        Step::Look => look(gtp, model),
        Step::Noise(text) => {
            let answer = ask(gtp, text);
            assert!(
                answer.is_empty() || answer == "? unknown command" || text.trim() == "name",
                "{text}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn sequences_go_as_in_the_model(steps in steps()) {
        let (mut gtp, mut model) = (Gtp::new(session()), Model(vec![Othello8::default()]));
        for step in &steps {
            take(step, &mut gtp, &mut model);
        }
        look(&mut gtp, &model);
    }
}
