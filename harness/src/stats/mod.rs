//! Counting games, and how sure the counts make anybody.

mod dominance;
pub mod duel;
pub mod elo;
pub mod fingerprint;
pub mod interval;
pub mod others;
pub mod pairs;
pub mod ratings;
pub mod sprt;
pub mod spsa;
pub mod tally;
