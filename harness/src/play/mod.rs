//! One game, refereed.

mod referee;

pub use referee::{Setup, play};
