//! One game, refereed.

mod referee;

pub use referee::play;
