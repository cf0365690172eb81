//! Counting games, and how sure the counts make anybody.

pub mod account;
pub mod bootstrap;
mod dominance;
pub mod duel;
pub mod elo;
pub mod fingerprint;
#[cfg(test)]
mod fisher;
pub mod interval;
pub mod others;
pub mod pairs;
pub mod power;
pub mod proportion;
pub mod ratings;
pub mod scores;
pub mod sprt;
pub mod spsa;
pub mod tally;
