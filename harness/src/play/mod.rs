//! One game: who plays it, who referees it, how it is written down.

mod referee;

pub use referee::{Played, play};
