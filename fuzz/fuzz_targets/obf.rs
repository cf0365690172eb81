//! OBF: a position that is read and written stays itself, with its scores.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_protocol::notation::obf;

fuzz_target!(|text: &str| {
    for record in obf::positions(text).flatten() {
        let back = obf::positions(&obf::write(&record)).next();
        let back = back.expect("one position").expect("what is written can be read");
        assert!(back.start() == record.start() && back.scores == record.scores);
    }
});
