//! `yomi ugi`: no input makes it panic or hang, and what it says keeps to the protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomi_engine::limits::Stop;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::stdio::replay;
use yomi_protocol::ugi::Ugi;

fuzz_target!(|input: &[u8]| {
    let choice =
        PlayerChoice { player: Some("negamax(depth=1)".to_owned()), seed: 0, ..Default::default() };
    let session = Session::new(&KINDS[0], None, choice).expect("the usual board");
    let stop = Stop::default();
    stop.raise();
    let said = replay(&mut Ugi::new(session), input, &stop);
    // Every line is one a referee knows.
    let known = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response "];
    for line in said.lines() {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
    }
});
