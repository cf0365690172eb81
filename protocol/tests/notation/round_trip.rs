//! What is written reads back, for every format that is written.

use proptest::collection::vec;
use proptest::prelude::*;
use yomi_engine::game::Side;
use yomi_engine::games::othello::{Move, Square};
use yomi_protocol::notation::{
    Board, Ending, Format, Outcome, Part, Record, ScoredMove, Size, Source, Unwritable, Verdict,
    differences, ggf, obf, sgf, transcript,
};

use crate::records::{GGF, SGF, bare, record};

/// What GGF has no words for.
fn as_ggf_can_say(mut record: Record) -> Record {
    record.event = String::new();
    let squares = (record.start().size().side() as f64).powi(2);
    let outcome = record.outcome.filter(|outcome| outcome.ending != Ending::Forfeited);
    record.outcome = outcome.filter(|outcome| match outcome.verdict {
        Verdict::Net(net) => net.abs() <= squares,
        Verdict::Winner(_) => false,
    });
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
        (Verdict::Net(net), Ending::Resigned | Ending::TimedOut | Ending::Forfeited) => {
            let winner = if net > 0.0 { Side::First } else { Side::Second };
            Outcome { verdict: Verdict::Winner(winner), ending }
        }
        (_, Ending::Resigned | Ending::TimedOut | Ending::Forfeited) => Outcome { verdict, ending },
        (_, Ending::Agreed | Ending::Left) => Outcome { verdict, ending: Ending::Played },
    });
    plain
}

/// The game up to its last move on a square: a transcript says nothing of a pass behind it.
fn as_transcripts_can_say(mut record: Record) -> Record {
    let squares = record.moves().collect::<Vec<_>>();
    record.truncate(squares.iter().rposition(|mv| *mv != Move::Pass).map_or(0, |last| last + 1));
    record
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
    fn obf_reads_back(
        record in bare(),
        comment in r"[^\r]{0,20}|[%;\n ]{0,5}",
        scores in vec((0..100_u32, -64..=64), 0..10),
    ) {
        let mut position = Record::new(*record.end());
        position.comment = comment;
        position.scores = scores.into_iter().map(|(index, score)| ScoredMove {
            mv: if index < 99 { Move::Place(Square::from_index(index, 10)) } else { Move::Pass },
            score: f64::from(score),
        }).collect();
        let text = obf::write(&position);
        prop_assert_eq!(obf::positions(&text).collect::<Vec<_>>(), [Ok(position)], "{}", text);
    }

    #[test]
    fn transcripts_read_back(record in bare().prop_map(as_transcripts_can_say)) {
        let usual = *record.start() == Board::start(record.start().size());
        let read = |text: &str| transcript::games(text, record.start().size()).collect::<Vec<_>>();
        match transcript::write(&record) {
            Ok(text) => prop_assert_eq!(read(&text), [Ok(record)]),
            Err(Unwritable::StartPosition) => prop_assert!(!usual),
            Err(_) => prop_assert!(usual && record.moves().all(|mv| mv == Move::Pass)),
        }
    }

    #[test]
    fn several_games_read_back_in_order(mut games in vec(record(GGF).prop_map(as_ggf_can_say), 2..5)) {
        games[1].is_second_of_pair = true;
        let pair = Format::Ggf.write(&games[..2]).unwrap();
        let text = games[2..].iter().fold(pair, |text, game| text + &ggf::write(game) + "\n");
        prop_assert_eq!(ggf::games(&text).collect::<Result<Vec<_>, _>>(), Ok(games));
    }

    #[test]
    fn differences_are_found_exactly(a in record(SGF), b in record(SGF)) {
        prop_assert!(differences(&a, &a).is_empty());
        prop_assert_eq!(differences(&a, &b).is_empty(), a == b);
        let mut named = a.clone();
        named.players[1].name += "x";
        prop_assert_eq!(differences(&a, &named), [Part::Names]);
    }

    /// Texts with signs a format does not know, written in every format: the moves stay the same.
    #[test]
    fn no_text_hurts_the_moves(record in record(SGF)) {
        for format in [Format::Ggf, Format::Sgf] {
            let text = format.write(std::slice::from_ref(&record)).unwrap();
            let mut source = Source::new(format, text.into());
            source.size = Size::Four;
            let back: Vec<Record> = source.games().collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(back.len(), 1);
            prop_assert!(back[0].start() == record.start() && back[0].moves().eq(record.moves()));
        }
    }
}
