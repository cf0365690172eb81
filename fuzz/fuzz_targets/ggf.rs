//! GGF: a game that is read and written keeps its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_protocol::notation::ggf;

fuzz_target!(|text: &str| {
    for record in ggf::games(text).flatten() {
        let back = ggf::game(&ggf::write(&record)).expect("what is written can be read");
        assert!(back.start() == record.start() && back.moves().eq(record.moves()));
    }
});
