//! What the `yomi` program shares with the lab: text for people and, in time, for other programs.

pub mod notation;
pub mod players;
