//! `yomi gtp`: no input makes it panic or hang, and what it says keeps to the protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_engine::limits::Stop;
use yomi_protocol::gtp::Gtp;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::stdio::replay;

fuzz_target!(|input: &[u8]| {
    let choice =
        PlayerChoice { player: Some("negamax(depth=1)".to_owned()), seed: 0, ..Default::default() };
    let session = Session::new(&KINDS[0], None, choice).expect("the usual board");
    let stop = Stop::default();
    stop.raise();
    let said = replay(&mut Gtp::new(session), input, &stop);
    // Every answer begins with its sign and ends with an empty line.
    for answer in said.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
    }
    assert!(said.is_empty() || said.ends_with("\n\n"));
});
