//! Transcripts: the first byte chooses the board; a game that is read and written reads back to the
//! same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_protocol::notation::{Size, transcript};

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let size = Size::ALL[usize::from(choice) % 4];
    for record in transcript::games(text, size).flatten() {
        let written = transcript::write(&record).expect("a game with moves from the start");
        let back = transcript::games(&written, size).next();
        let back = back.expect("one game").expect("what is written can be read");
        assert_eq!(transcript::write(&back), Ok(written));
    }
});
