//! Counting games, and how sure the counts make anybody.

pub mod interval;
pub mod tally;
