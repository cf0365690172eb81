//! One test binary; each module tests one property that frontends rely on.

// positions to analyze, whatever they are written in
mod analyze;
// nothing a frontend sends makes a dialect panic, hang, grow or lose its state
mod bad_input;
// what is random depends on the seed and the number of the game
mod chance;
// the program as its users type it
mod command_line;
// conversations as real frontends have them, replayed
mod dialogues;
// the end of the game is played and valued as the solver does, whatever the dialect and its limits
mod endgames;
// searches drawn: the numbers add up, nothing becomes markup
mod explain;
// what is said of the nodes of random trees, and the line that is chosen, are true
mod explain_bounds;
// searches of Go drawn, with its board and the names of its points
mod explain_go;
// the pictures of the guides are what their commands draw
mod explain_pages;
// rounds of playouts drawn: which ones, and their values as data
mod explain_rounds;
// random GTP sequences against a plain model of the rules
mod gtp_model;
// what arrives while the player thinks: stop and ping at once, the end when all is answered
mod interrupts;
// files over GTP: those of Othello, their moves counted as they name them
mod loadsgf;
// the same for NBoard
mod nboard_model;
// no memory for a player: one line, and the old one goes on
#[cfg(target_os = "linux")]
mod no_memory;
// on for people who name no player, off for referees, and said to be the book in every dialect
mod opening_book;
// a person in a terminal or a pipe
mod play;
// what a person sees of a search, and how it is interrupted
#[cfg(unix)]
mod play_in_a_terminal;
// the program as a child process: used by the others
mod program;
// saved games judged: losses near the end are what the solver says, formats agree
mod report;
// the time that is given is used, and nothing else is charged to it
mod time;
// the same for UGI
mod ugi_model;
// the site, as browsers and as attackers ask for it
mod web;

use yomi_engine::limits::Stop;
use yomi_protocol::dialect::Dialect;
use yomi_protocol::session::{KINDS, PlayerChoice, Session};
use yomi_protocol::stdio::replay;

/// A session of 8×8 Othello with a quick player.
fn session() -> Session {
    let choice = PlayerChoice {
        player: Some("negamax(depth=1)".to_owned()),
        seed: 0,
        ..PlayerChoice::default()
    };
    Session::new(&KINDS[0], None, choice).unwrap()
}

/// What a dialect answers to a whole conversation.
fn answers(mut dialect: impl Dialect, input: &[u8]) -> String {
    replay(&mut dialect, input, &Stop::default())
}
