//! `yomi nboard`: no input makes it panic or hang, and what it says keeps to the protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_engine::limits::Stop;
use yomi_protocol::nboard::NBoard;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::stdio::replay;

fuzz_target!(|input: &[u8]| {
    let choice =
        PlayerChoice { player: Some("negamax(depth=1)".to_owned()), seed: 0, ..Default::default() };
    let session = Session::new(&KINDS[0], None, choice).expect("the usual board");
    let stop = Stop::default();
    stop.raise();
    let said = replay(&mut NBoard::new(session), input, &stop);
    // Every line is one NBoard knows.
    let known = [
        "pong ",
        "set myname ",
        "status",
        "=== ",
        "search ",
        "book ",
        "nodestats ",
        "analysis ",
        "learned",
    ];
    for line in said.lines() {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
    }
});
