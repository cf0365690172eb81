//! Transcripts: the first byte chooses the board; a game that is read and written stays itself, but for a last pass.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_engine::games::othello::Move;
use yomi_protocol::notation::{Record, Size, transcript};

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let size = Size::ALL[usize::from(choice) % 4];
    let squares = |record: &Record| record.moves().filter(|mv| *mv != Move::Pass).collect::<Vec<_>>();
    for record in transcript::games(text, size).flatten() {
        let written = transcript::write(&record).expect("a game with moves from the start");
        let back = transcript::games(&written, size).next();
        let back = back.expect("one game").expect("what is written can be read");
        assert_eq!(squares(&back), squares(&record));
    }
});
