use yomi_engine::evaluate::Discs;
use yomi_engine::game::Game;
use yomi_engine::games::othello::{Move, Othello4, Othello8, parse_moves};
use yomi_engine::limits::Limits;
use yomi_engine::score::Score;
use yomi_engine::search::{AlphaBeta, Deepening, Exact, Searcher, TranspositionTable};

/// 4×4: White wins 11–3 with two squares empty; -8 in discs, -10 with the empties for the winner.
#[test]
fn four_by_four() {
    let start = Othello4::default();
    let exact = Exact::new(TranspositionTable::new(16).unwrap()).search(
        &start,
        &Limits::default(),
        &mut |_| (),
    );
    assert_eq!(exact.score, Score(-10));

    let alpha_beta = AlphaBeta::new(Discs, TranspositionTable::new(16).unwrap());
    let by_discs =
        Deepening::new(alpha_beta, 40, false).search(&start, &Limits::default(), &mut |_| ());
    assert_eq!(by_discs.score, Score(-8));
}

/// Perfect play of 8×8 is a draw (Takizawa 2023, arXiv 2310.19387); this is the line given there.
#[test]
fn the_perfect_game_is_a_draw() {
    let line = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";
    let start = Othello8::default();
    let moves = parse_moves(&start, line).unwrap();
    assert_eq!((moves.len(), moves.contains(&Move::Pass)), (60, false));
    let end = moves.into_iter().fold(start, |position, mv| position.play(mv));
    assert_eq!(end.final_score(), Some(Score::ZERO));

    // Its last ten moves are perfect by our own reckoning too.
    let moves = parse_moves(&start, line).unwrap();
    for played in 50..60 {
        let position = moves[..played].iter().fold(start, |position, &mv| position.play(mv));
        let exact = Exact::new(TranspositionTable::off()).search(
            &position,
            &Limits::default(),
            &mut |_| (),
        );
        assert_eq!(exact.score, Score::ZERO, "{} empty squares", 60 - played);
    }
}
