//! WTHOR: any bytes are read, and no more games than they have room for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_protocol::notation::wthor::{self, Names};

fuzz_target!(|bytes: &[u8]| {
    let names = Names { players: wthor::players(bytes), tournaments: wthor::tournaments(bytes) };
    assert!(wthor::games(bytes, &names).count() <= bytes.len() / 68 + 1);
});
