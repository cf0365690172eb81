//! Files of games: what is written reads back, bad input is named and never stops the rest.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use yomi_engine::game::Side;
use yomi_engine::games::othello::Move;
use yomi_protocol::notation::{
    Board, Clock, Ending, Format, Note, Outcome, Player, Record, Size, Tag, Verdict, ggf, sgf,
};

/// What a format can say of a game.
#[derive(Clone, Copy)]
struct Means {
    format: Format,
    /// A pattern of texts on one line.
    line: &'static str,
    /// A pattern of texts.
    text: &'static str,
    tags: &'static [&'static str],
    move_tags: &'static [&'static str],
}

const GGF: Means = Means {
    format: Format::Ggf,
    line: r"[^\[\]\r\n]{0,12}",
    text: r"[^\[\]\r]{0,20}|[\n;()\\/]{0,4}",
    tags: &["KB", "KW", "KM", "XX"],
    move_tags: &[],
};

const SGF: Means = Means {
    format: Format::Sgf,
    line: r"[^\r]{0,12}|[\[\]\\()]{0,6}",
    text: r"[^\r]{0,20}|[\[\]\\();:\n]{0,6}",
    tags: &["GN", "RO", "XX"],
    move_tags: &["N", "LB", "XX"],
};

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..5_000_u64).prop_map(Duration::from_secs),
        (0..9_000_000_000_u64).prop_map(Duration::from_nanos),
    ]
}

fn discs() -> impl Strategy<Value = f64> {
    prop_oneof![(-6_400..=6_400).prop_map(|hundredths| f64::from(hundredths) / 100.0), -64.0..64.0]
}

fn tags(format: Format, names: &'static [&'static str], text: &'static str) -> BoxedStrategy<Vec<Tag>> {
    if names.is_empty() {
        return Just(Vec::new()).boxed();
    }
    let values = if format == Format::Sgf { 1..3_usize } else { 1..2 };
    let tag = (prop::sample::select(names), vec(text, values));
    vec(tag.prop_map(move |(name, values)| Tag { format, name: name.to_owned(), values }), 0..3).boxed()
}

fn note(means: Means) -> impl Strategy<Value = Note> {
    let tags = tags(means.format, means.move_tags, means.text);
    let full = (option::of(time()), option::of(discs()), means.text, tags)
        .prop_map(|(time, evaluation, comment, tags)| Note { time, evaluation, comment, tags });
    prop_oneof![Just(Note::default()), full]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let ending = prop::sample::select(vec![
        Ending::Played,
        Ending::Resigned,
        Ending::TimedOut,
        Ending::Agreed,
        Ending::Left,
    ]);
    let verdict = prop_oneof![
        discs().prop_map(Verdict::Net),
        any::<bool>().prop_map(|black| Verdict::Winner(if black { Side::First } else { Side::Second })),
    ];
    (verdict, ending).prop_map(|(verdict, ending)| Outcome { verdict, ending })
}

fn clock() -> impl Strategy<Value = Clock> {
    (time(), prop_oneof![Just(Duration::ZERO), time()], option::of(time()))
        .prop_map(|(main, increment, grace)| Clock { main, increment, grace })
}

/// A start position, or one from the middle of a random game, with either side to move.
fn start() -> impl Strategy<Value = Board> {
    let any_start = (prop::sample::select(Size::ALL.to_vec()), vec(any::<prop::sample::Index>(), 0..60));
    (any_start, any::<bool>(), any::<bool>()).prop_map(|((size, choices), standard, pass)| {
        let start = Board::start(size);
        if standard {
            return start;
        }
        let middle = choices.iter().fold(start, |board, choice| {
            let moves = board.moves();
            if moves.is_empty() { board } else { board.play(*choice.get(&moves)).unwrap() }
        });
        if pass { middle.passed() } else { middle }
    })
}

/// Any game that a format can hold, except that times may not fit the clock and results the format's kinds.
fn record(means: Means) -> impl Strategy<Value = Record> {
    let moves = prop_oneof![
        vec((any::<prop::sample::Index>(), note(means)), 0..12),
        vec((any::<prop::sample::Index>(), note(means)), 60..110),
    ];
    let players = [(); 2].map(|()| (means.line, option::of(-9.0..3_000.0)));
    let texts = (means.line, means.line, means.line, means.text);
    let rest = (option::of(outcome()), [option::of(clock()), option::of(clock())], any::<bool>());
    (start(), moves, players, texts, rest, tags(means.format, means.tags, means.line)).prop_map(
        |(start, moves, players, texts, (outcome, clocks, same_clock), tags)| {
            let mut record = Record::new(start);
            for (choice, note) in moves {
                let legal = record.end().moves();
                if !legal.is_empty() {
                    record.play(*choice.get(&legal), note).unwrap();
                }
            }
            record.players = players.map(|(name, rating)| Player { name, rating });
            (record.date, record.place, record.event, record.comment) = texts;
            record.outcome = outcome;
            record.clocks = if same_clock { [clocks[0]; 2] } else { clocks };
            record.tags = tags;
            record
        },
    )
}

/// What GGF has no words for.
fn as_ggf_can_say(mut record: Record) -> Record {
    record.event = String::new();
    if let Some(Outcome { verdict: Verdict::Winner(_), .. }) = record.outcome {
        record.outcome = None;
    }
    record
}

/// What SGF has no words for.
fn as_sgf_can_say(record: &Record) -> Record {
    let mut plain = Record::new(*record.start());
    let mut clocks = record.clocks;
    if clocks[0] != clocks[1] {
        clocks = [None; 2];
    }
    let mut left = clocks.map(|clock| clock.map(|clock| clock.main));
    for (side, ply) in record.plies_by_side() {
        let mut note = ply.note.clone();
        let left = &mut left[side as usize];
        if ply.mv != Move::Pass || note.time.is_some() {
            let before = left.map(|left| left + clocks[0].unwrap().increment);
            *left = before.zip(note.time).and_then(|(left, spent)| left.checked_sub(spent));
        }
        note.time = note.time.filter(|_| left.is_some());
        plain.play_as(side, ply.mv, note).unwrap();
    }
    let record = record.clone();
    (plain.players, plain.clocks) = (record.players, clocks);
    (plain.date, plain.place, plain.event, plain.comment) =
        (record.date, record.place, record.event, record.comment);
    plain.tags = record.tags;
    plain.outcome = record.outcome.map(|Outcome { verdict, ending }| match (verdict, ending) {
        (Verdict::Net(0.0), _) | (_, Ending::Played) => Outcome { verdict, ending: Ending::Played },
        (Verdict::Net(net), Ending::Resigned | Ending::TimedOut) => {
            let winner = if net > 0.0 { Side::First } else { Side::Second };
            Outcome { verdict: Verdict::Winner(winner), ending }
        }
        (_, Ending::Resigned | Ending::TimedOut) => Outcome { verdict, ending },
        (_, Ending::Agreed | Ending::Left) => Outcome { verdict, ending: Ending::Played },
    });
    plain
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn ggf_reads_back(record in record(GGF).prop_map(as_ggf_can_say)) {
        let text = ggf::write(&record);
        prop_assert!(!text.contains('\n'));
        prop_assert_eq!(ggf::game(&text), Ok(record), "{}", text);
    }

    #[test]
    fn sgf_reads_back(record in record(SGF)) {
        let text = sgf::write(&record);
        prop_assert_eq!(sgf::game(&text), Ok(as_sgf_can_say(&record)), "{}", text);
    }

    #[test]
    fn texts_ggf_has_no_signs_for_do_no_harm(record in record(SGF)) {
        let moves: Vec<Move> = record.moves().collect();
        let back = ggf::game(&ggf::write(&record)).unwrap();
        prop_assert_eq!(back.moves().collect::<Vec<_>>(), moves);
    }

    #[test]
    fn nothing_panics(text in r"(\(;|;\)|[A-Z]{1,2}|\[[^\]]*\]|[\[\]\\();*XO-]|[a-j][a-j0-9]|8|\s){0,60}|.*") {
        ggf::games(&text).for_each(drop);
        sgf::games(&text).for_each(drop);
    }

    #[test]
    fn damaged_games_do_not_panic(record in record(SGF), cut in any::<prop::sample::Index>(), put in any::<char>()) {
        for text in [ggf::write(&record), sgf::write(&record)] {
            let mut letters: Vec<char> = text.chars().collect();
            let place = cut.index(letters.len());
            letters[place] = put;
            let text: String = letters.iter().collect();
            ggf::games(&text).for_each(drop);
            sgf::games(&text).for_each(drop);
        }
    }
}

/// A game as NBoard 2.0.0 sends it.
const NBOARD: &str = "(;GM[Othello]PC[NBoard]DT[2026-11-20 23:30:04 GMT]PB[root]PW[PyNB6]RE[?]TI[5:00]TY[8]BO[8 \
    ---------------------------O*------*O--------------------------- *]B[F5//25.377]W[F6/0.00/0.01];)";

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
    let text = "1 (;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n\
        B[d3]W[c5//2];)\n2 (;TY[s8]B[c4];)(;TY[s8]B[f5];)\n(;B[a1];)\n(;PB[x\n(;TY[6]B[c2]CO[good]RE[+4:r];)";
    let games: Vec<_> = ggf::games(text).collect();
    assert_eq!(games.len(), 6);
    let twins: Vec<bool> = games.iter().flatten().map(|game| game.is_twin).collect();
    assert_eq!(twins, [false, false, true, false]);
    let message = |game: usize| games[game].as_ref().unwrap_err().to_string();
    assert_eq!(
        message(3),
        "game 4, line 4, column 5: expected a legal move (d3 c4 f5 e6), found a1 by Black as move 1"
    );
    assert_eq!(message(4), "game 5, line 5, column 6: expected the value of PB and `]`, found `(`");
    let last = games[5].as_ref().unwrap();
    assert_eq!(last.plies()[0].note.comment, "good");
    assert_eq!(last.outcome, Some(Outcome { verdict: Verdict::Net(4.0), ending: Ending::Resigned }));
}

#[test]
fn implied_passes_are_found_in_both() {
    // Black has no move after eight plies.
    let sgf = "(;GM[2]FF[4]RE[B+14];B[dc];W[cc];B[ef];W[db];B[da];W[ea];B[bb];W[ca];W[ac])";
    let ggf = "(;GM[Othello]TY[8]B[d3]W[c3]B[e6]W[d2]B[d1]W[e1]B[b2]W[c1]W[a3];)";
    let (sgf, ggf) = (sgf::game(sgf).unwrap(), ggf::game(ggf).unwrap());
    assert_eq!(sgf.plies(), ggf.plies());
    assert_eq!(sgf.plies()[8].mv, Move::Pass);
    assert_eq!(sgf.positions::<yomi_engine::games::othello::Fast8>().unwrap().len(), 11);
}

#[test]
fn gogui_writes_sgf_upside_down() {
    let gogui = sgf::game("(;FF[4]AP[GoGui:1.6.0]SZ[8];B[df])").unwrap();
    let quarry = sgf::game("(;GM[2]FF[4]SZ[8];B[dc])").unwrap();
    assert_eq!(gogui.plies(), quarry.plies());
    assert_eq!(sgf::game("(;SZ[8];B[df])").unwrap().plies(), quarry.plies());
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
