//! Files as other programs write them.

use std::time::Duration;

use yomi_engine::game::Side;
use yomi_engine::games::othello::{Fast8, Move};
use yomi_protocol::notation::{
    Board, Ending, Format, Outcome, Size, Verdict, ggf, obf, sgf, transcript,
};

/// A game as NBoard 2.0.0 sends it.
const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2026-11-20 23:30:04 \
    GMT]PB[root]PW[PyNB6]RE[?]TI[5:00]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- \
    *]B[F5//25.377]W[F6/0.00/0.01];)";

#[test]
fn ggf_of_nboard() {
    let record = ggf::game(NBOARD).unwrap();
    assert_eq!(record.start(), &Board::start(Size::Eight));
    assert_eq!(record.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["f5", "f6"]);
    assert_eq!(record.players[1].name, "PyNB6");
    assert_eq!(record.plies()[1].note.evaluation, Some(0.0));
    assert_eq!(record.time_left(Side::First), Some(Duration::from_millis(300_000 - 25_377)));
    assert_eq!(record.outcome, None);
}

#[test]
fn ggf_archives_hold_pairs_and_bad_games() {
    let text = "1 (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
        -------- *]\n\
        B[d3]W[c5//2];)\n2 (;TY[s8]B[c4];)(;TY[s8]B[f5];)\n(;B[a1];)\n(;PB[x\n(;TY[6]B[c2]CO[good]RE[+4:r];)";
    let games: Vec<_> = ggf::games(text).collect();
    assert_eq!(games.len(), 6);
    let seconds: Vec<bool> = games.iter().flatten().map(|game| game.is_second_of_pair).collect();
    assert_eq!(seconds, [false, false, true, false]);
    let message = |game: usize| games[game].as_ref().unwrap_err().to_string();
    assert_eq!(
        message(3),
        "game 4, line 4, column 5: expected a legal move (d3 c4 f5 e6), found a1 by Black as move 1"
    );
    assert_eq!(message(4), "game 5, line 5, column 6: expected the value of PB and `]`, found `(`");
    let last = games[5].as_ref().unwrap();
    assert_eq!(last.plies()[0].note.comment, "good");
    assert_eq!(
        last.outcome,
        Some(Outcome { verdict: Verdict::Net(4.0), ending: Ending::Resigned })
    );
}

#[test]
fn ggf_of_edax_and_of_wthor_through_nboard() {
    let edax = "(;GM[othello]PC[Edax]PB[?]PW[?]RE[-127.000]BO[8 -------- -------- -------- \
        ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6];)";
    assert_eq!(ggf::game(edax).unwrap().outcome, None);
    let finished = "(;GM[Othello]TY[8]BO[8 \
        ****************************************************************  *]W[PA]B[PA];)";
    assert_eq!(ggf::game(&finished.replace("  *", " *")).unwrap().plies(), []);
}

#[test]
fn anti_othello_in_ggf_is_another_game() {
    for anti in [
        "TY[8a]",
        "TY[s8r20a]",
        "TY[ 8A ]BO[8 ---------------------------O*------*O--------------------------- *]",
    ] {
        let text = format!("(;GM[Othello]{anti}B[f5];)");
        let error = ggf::games(&text).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("not anti, where fewer discs win"), "{error}");
    }
}

#[test]
fn ggf_keeps_what_it_does_not_understand() {
    let text = "(;GM[Othello]RB[1k]TI[soon]TB[1:00]RE[won]TY[8r4]XX[]B[f5];)";
    let record = ggf::game(text).unwrap();
    assert_eq!(
        record.tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(),
        ["RB", "TI", "RE", "TY", "XX"]
    );
    assert_eq!(
        record.clocks.map(|clock| clock.map(|clock| clock.main.as_secs())),
        [Some(60), None]
    );
    assert_eq!(record.time_left(Side::Second), None);
}

/// What is said twice is not lost: the first is the record's, the second a tag.
#[test]
fn what_is_said_twice_is_kept() {
    let record = ggf::game("(;GM[Othello]PB[Ann]PB[Bob]PC[here]PC[there]B[f5];)").unwrap();
    assert_eq!((&*record.players[0].name, &*record.place), ("Ann", "here"));
    let text = ggf::write(&record);
    assert!(text.contains("PB[Bob]") && text.contains("PC[there]"), "{text}");
    let record = sgf::game("(;GM[2];B[dc]V[3]V[4])").unwrap();
    let text = sgf::write(&record);
    assert!(text.contains("V[3]") && text.contains("V[4]"), "{text}");
}

#[test]
fn implied_passes_are_found_in_both() {
    // Black has no move after eight plies.
    let sgf = "(;GM[2]FF[4]RE[B+14];B[dc];W[cc];B[ef];W[db];B[da];W[ea];B[bb];W[ca];W[ac])";
    let ggf = "(;GM[Othello]TY[8]B[d3]W[c3]B[e6]W[d2]B[d1]W[e1]B[b2]W[c1]W[a3];)";
    let (sgf, ggf) = (sgf::game(sgf).unwrap(), ggf::game(ggf).unwrap());
    assert_eq!(sgf.plies(), ggf.plies());
    assert_eq!(sgf.plies()[8].mv, Move::Pass);
    assert_eq!(sgf.positions::<Fast8>().unwrap().len(), 11);
}

#[test]
fn gogui_writes_sgf_upside_down() {
    let gogui = sgf::game("(;FF[4]AP[GoGui:1.6.0]SZ[8];B[df])").unwrap();
    let quarry = sgf::game("(;GM[2]FF[4]SZ[8];B[dc])").unwrap();
    assert_eq!(gogui.plies(), quarry.plies());
    let unsaid = sgf::game("(;SZ[8];B[df])").unwrap();
    assert_eq!(unsaid.plies(), quarry.plies());
    assert_eq!([gogui, quarry, unsaid].map(|game| game.is_turned_over), [false, false, true]);
}

#[test]
fn comments_in_sgf_are_all_kept() {
    let game = sgf::game("(;GM[2];B[dc]C[a][b]C[c])").unwrap();
    assert_eq!(game.plies()[0].note.comment, "a\nb\nc");
}

#[test]
fn a_drawn_game_is_neither_sides() {
    for result in ["W+0", "B+0", "B+-0", "0"] {
        let game = sgf::game(&format!("(;GM[2]RE[{result}];B[dc])")).unwrap();
        let Some(Outcome { verdict: Verdict::Net(net), .. }) = game.outcome else { panic!() };
        assert!(net == 0.0 && net.is_sign_positive(), "{result}: {net}");
    }
}

#[test]
fn sgf_is_known_behind_other_lines() {
    assert_eq!(Format::of_text("hello\n(;GM[2]SZ[8];B[dc])"), Format::Sgf);
    assert_eq!(Format::of_text("f5d6c3"), Format::Transcript);
}

#[test]
fn sgf_takes_the_main_line() {
    let text = "(;GM[2]C[a \\] b](;B[fe](;W[fd]C[main])(;W[ff]C[\\]]))(;B[dc]))(;GM[2];B[fe])";
    let games: Vec<_> = sgf::games(text).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].comment, "a ] b");
    assert_eq!(games[0].plies()[1].note.comment, "main");
    assert_eq!(games[0].variations, 2);
}

/// A bracket that is missing costs its game only.
#[test]
fn sgf_games_end_where_others_begin() {
    for open in ["(;GM[2];B[fe]\n", "(;GM[2];B[fe](;W[fd])(;W[ff]\n"] {
        let text = format!("(;GM[2];B[dc])\n{open}(;FF[4]GM[2];B[cd])\n(;GM[2];B[ef])");
        let games: Vec<_> = sgf::games(&text).collect();
        let read: Vec<_> = games.iter().map(Result::is_ok).collect();
        assert_eq!(read, [true, false, true, true]);
        assert_eq!(
            games[1].as_ref().unwrap_err().to_string(),
            "game 2, line 3, column 1: expected `)` at the end of the game, found the next game"
        );
    }
}

#[test]
fn small_letters_in_names_of_sgf_say_nothing() {
    let record = sgf::game("(;GaMe[2]e5PlayerBlack[Ann];Black[dc];w[cc]x1y[?])").unwrap();
    assert_eq!(record.players[0].name, "Ann");
    assert_eq!(record.moves().len(), 2);
    assert_eq!(record.plies()[1].note.tags[0].name, "X1Y");
    assert_eq!(sgf::game(&sgf::write(&record)), Ok(record));
}

#[test]
fn sgf_positions_can_be_set_up() {
    let text = "(;GM[2]SZ[8]AB[aa:ba]AW[ca]AE[dd]PL[W])";
    let record = sgf::game(text).unwrap();
    let rows: String = ["XXO-----", "--------", "--------", "----X---", "---XO---"].concat();
    assert_eq!(record.start().board_string(), format!("{rows}{} O", "-".repeat(24)));
}

#[test]
fn sgf_errors_name_the_place() {
    let message = |text: &str| sgf::game(text).unwrap_err().to_string();
    assert_eq!(
        message("(;GM[1]SZ[19])"),
        "game 1, line 1, column 11: expected a board of size 4, 6, 8 or 10, found `19`"
    );
    assert_eq!(
        message("(;GM[2]\n;B[zz])"),
        "game 1, line 2, column 4: expected a move such as `fe` for f5, found `zz`"
    );
    assert_eq!(
        message("(;GM[2];B[fe"),
        "game 1, line 1, column 11: expected a value and `]`, found the end of the text"
    );
    assert_eq!(
        message("hello"),
        "game 1, line 1, column 1: expected a game, which begins with `(;`, found `h`"
    );
}

#[test]
fn sgf_clocks_tell_how_long_a_move_took() {
    let text =
        "(;GM[2]TM[600]OT[10 fischer];B[fe]BL[595]WL[600];W[fd]WL[590.5];B[ec];W[db];B[cc]BL[1])";
    let record = sgf::game(text).unwrap();
    let times: Vec<_> =
        record.plies().iter().map(|ply| ply.note.time.map(|time| time.as_secs_f64())).collect();
    // The time of the last move is not known, since the move before it does not say what was left.
    assert_eq!(times, [Some(15.0), Some(19.5), None, None, None]);
}

/// What a clock shows is kept where it does not follow from the times of the moves: one reading is
/// missing, the clock jumps up, the other side's move changes it, a pass has the jump.
#[test]
fn sgf_keeps_every_reading_of_a_clock() {
    for text in [
        "(;GM[2]FF[4]SZ[8]TM[300];B[fe]BL[299];W[df];B[cc]BL[290];W[dc]WL[280];B[cd]BL[270]\
         ;W[fd]WL[250];B[ec]BL[260])",
        "(;GM[2]SZ[8]TM[10]OT[5/30 Canadian];B[fe]BL[4.5];W[df]WL[9];B[cc]BL[28];W[dc]WL[8]\
         ;B[cd]BL[20];W[fd]WL[7];B[ec]BL[12])",
        "(;GM[2]SZ[8]TM[300];B[fe]BL[299]WL[290];W[df]WL[280];B[cc]BL[290];W[dc]WL[270])",
        "(;GM[2]SZ[8]TM[300];B[dc]BL[299];W[cc];B[ef];W[db];B[da];W[ea];B[bb];W[ca];B[]BL[400]\
         ;W[ac];B[aa]BL[390])",
    ] {
        let readings = |text: &str| -> Vec<String> {
            let parts = text.split("L[").skip(1);
            parts.map(|part| part.split(']').next().unwrap().to_owned()).collect()
        };
        let record = sgf::game(text).unwrap();
        let written = sgf::write(&record);
        assert_eq!(readings(&written), readings(text), "{written}");
        assert_eq!(sgf::game(&written), Ok(record));
    }
}

#[test]
fn sgf_of_edax() {
    let edax = "(;FF[4]GM[2]AP[edax:4.5.5]\nPB[?]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[Void]\nB[d3];W[c3];\nB[e6];\
        W[d2];B[d1];W[e1];B[b2];W[c1];B[PA];W[a3];)";
    let record = sgf::game(edax).unwrap();
    assert_eq!(record.start(), &Board::start(Size::Eight));
    assert_eq!(record.plies().len(), 10);
    assert_eq!(record.outcome, None);
}

/// A winner behind the loser, or by more squares than any board has, is no result; its text stays.
#[test]
fn sgf_of_impossible_results() {
    for result in ["W+-3", "B+99999999999999999999", "B+101", "B+-0.5", "W+nan"] {
        let record = sgf::game(&format!("(;GM[2]RE[{result}];B[dc])")).unwrap();
        assert_eq!(record.outcome, None, "{result}");
        assert!(sgf::write(&record).contains(&format!("RE[{result}]")), "{result}");
    }
    let record = sgf::game("(;GM[2]RE[W+3];B[dc])").unwrap();
    let played = Outcome { verdict: Verdict::Net(-3.0), ending: Ending::Played };
    assert_eq!(record.outcome, Some(played));
}

#[test]
fn obf_of_edax() {
    let line = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; \
        B2:+0;% a comment\n";
    let positions: Vec<_> = obf::positions(line).collect::<Result<_, _>>().unwrap();
    assert_eq!(
        positions[0].scores.iter().map(|scored| scored.score).collect::<Vec<_>>(),
        [10.0, 0.0]
    );
    assert_eq!(positions[0].comment, "a comment");
    let other_letters = line.replace('X', "b").replace('O', "W").replace('-', ".");
    let other: Vec<_> = obf::positions(&other_letters).collect::<Result<_, _>>().unwrap();
    assert_eq!(positions, other);
    let without_separator: Vec<_> = obf::positions(&line[..66]).collect::<Result<_, _>>().unwrap();
    assert_eq!(without_separator[0].start(), positions[0].start());
}

/// Edax writes a pass as `ps`, and so it is written.
#[test]
fn passes_in_obf() {
    let board = format!("{}O- O;", "X".repeat(62));
    for pass in ["ps", "PS", "pa", "--"] {
        let position = obf::positions(&format!("{board} {pass}:-64;\n")).next().unwrap().unwrap();
        assert_eq!(position.scores[0].mv, Move::Pass);
        assert_eq!(obf::write(&position), format!("{board} PS:-64;\n"));
    }
}

/// GGF names the game in words where SGF has a number.
#[test]
fn ggf_is_no_sgf() {
    let message = sgf::game("(;GM[Othello]B[f5];)").unwrap_err().to_string();
    let expected = "expected 2, SGF's number for Othello, in GM, found `Othello`";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn obf_and_transcripts_name_what_is_wrong_and_go_on() {
    let start = Board::start(Size::Eight).board_string();
    let text = format!("% first\n{start}; d3:+1;\n\n{start}; d3+1;\nX\n{start}\n");
    let positions: Vec<_> = obf::positions(&text).collect();
    let message = |number: usize| positions[number].as_ref().unwrap_err().to_string();
    assert_eq!(positions.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
    assert_eq!(
        message(1),
        "game 2, line 4, column 69: expected a move and its score such as G8:+18, found `d3+1`"
    );
    assert!(
        message(2).starts_with("game 3, line 5, column 2: expected `X`, `O` or `-` for square b1")
    );

    let games: Vec<_> =
        transcript::games("f5d6c3 # opening\n\nf5f5\n D3 C5 \n", Size::Eight).collect();
    assert_eq!(games[0].as_ref().unwrap().comment, "opening");
    let message = games[1].as_ref().unwrap_err().to_string();
    assert!(
        message.starts_with("game 2, line 3, column 3: expected a legal move for O"),
        "{message}"
    );
    assert_eq!(games[2].as_ref().unwrap().moves().len(), 2);
}

/// A line with the number of a later move goes on with the game before; places stay right.
#[test]
fn transcripts_with_a_pair_of_moves_a_line() {
    let text = "# one\n1. f5 d6 # two\n\n# three\n 2.c3 d3\n3. c4\n# four\n1. f5 d6\n2. c3\n\
        3. c3\nf5f6\n";
    let games: Vec<_> = transcript::games(text, Size::Eight).collect();
    assert_eq!(games.len(), 3);
    let plain = transcript::games("f5d6c3d3c4", Size::Eight).next().unwrap().unwrap();
    let first = games[0].as_ref().unwrap();
    assert_eq!((first.plies(), first.comment.as_str()), (plain.plies(), "one\ntwo\nthree"));
    let message = games[1].as_ref().unwrap_err().to_string();
    assert!(message.starts_with("game 2, line 10, column 4: expected a legal move"), "{message}");
    assert_eq!(games[2].as_ref().unwrap().moves().len(), 2);
    let counts = |text: &str| -> Vec<usize> {
        transcript::games(text, Size::Eight).map(|game| game.unwrap().moves().len()).collect()
    };
    assert_eq!(counts("01. f5 d6\n02. c3\n01. f5\n0. f5\nf5\n"), [3, 1, 1, 1]);
    // Games that are numbered are whole.
    assert_eq!(counts("1. f5d6c3\n2. f5f6e6f4c3\n3. e6\n"), [3, 5, 1]);
    assert_eq!(counts("1. f5d6c3\n2. d3c3\n3. c4e3\n4. f5f6e6f4\n"), [3, 2, 2, 4]);
    let whole = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8f1g4d1b6b1d3g6b7f8\
        a7c7h6a8b2g5g2a1d6h2h5a4d8c8h7e8a2h4b8h1g1";
    let plies = counts(whole)[0];
    let list: String = (1..=45).map(|number| format!("{number}. {whole}\n")).collect();
    assert_eq!(counts(&list), [plies; 45]);
    assert_eq!(
        counts(&format!("1. {whole}\n32. {whole}\n99999999999999999999. f5")),
        [plies, plies, 1]
    );
    // Numbers may count moves.
    assert_eq!(counts("1. f5\n2. d6\n3. c3\n1. f5d6c3d3\n5. c4\nf5d6\n3. c3\n"), [3, 5, 3]);
}

/// Numbers count passes, whether they are written or not, and lines may have several pairs.
#[test]
fn transcripts_with_passes_go_on() {
    let passes = "d3c3f5d2d1e1b2c1 pass d6c4";
    let whole = transcript::games(passes, Size::Eight).next().unwrap().unwrap();
    let whole: Vec<_> = whole.moves().collect();
    let texts = [
        "1. d3 c3\n3. f5 d2\n5. d1 e1\n7. b2 c1\n9. PA d6\n11. c4\n",
        "1. d3 c3 f5 d2\n3. d1 e1 b2 c1\n5. -- d6 c4\n",
        "1. d3\n2. c3\n3. f5\n4. d2\n5. d1\n6. e1\n7. b2\n8. c1\n10. d6\n11. c4\n",
        "1. d3 c3 f5 d2 d1 e1 b2 c1 d6\n11. c4",
    ];
    let far = format!("1. f5 d6\n{}. f5", u64::MAX / 2 + 3);
    assert_eq!(transcript::games(&far, Size::Eight).count(), 2);
    for text in texts {
        let games: Vec<_> = transcript::games(text, Size::Eight).map(Result::unwrap).collect();
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].moves().collect::<Vec<_>>(), whole, "{text}");
    }
}

/// Comments behind the last game have no other game to belong to.
#[test]
fn last_words_are_kept() {
    let games: Vec<_> =
        transcript::games("f5\nf5d6 # one\n# two\n\n# three\n", Size::Eight).collect();
    let comments: Vec<&str> =
        games.iter().map(|game| game.as_ref().unwrap().comment.as_str()).collect();
    assert_eq!(comments, ["", "one\ntwo\nthree"]);
}

#[test]
fn wipe_outs_are_over() {
    let games: Vec<_> =
        transcript::games("e6f4e3f6g5d6e7f5c5", Size::Eight).collect::<Result<_, _>>().unwrap();
    assert!(games[0].end().is_over());
    assert_eq!(games[0].end().final_score(), Some(64));
}
