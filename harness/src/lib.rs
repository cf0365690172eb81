//! Seeded, reproducible experiments between game-tree searchers.
//!
//! An experiment file ([`spec`]) becomes a list of games ([`schedule`], [`openings`]), each with its own random
//! numbers ([`key`]); they are played ([`play`]) on all cores in a fixed order ([`run`]), counted ([`tally`],
//! [`interval`]) and reported ([`report`], [`chart`]).

pub mod arena;
pub mod chart;
pub mod experiment;
pub mod interval;
pub mod key;
pub mod matches;
pub mod openings;
pub mod play;
pub mod report;
pub mod run;
pub mod schedule;
pub mod searches;
pub mod spec;
pub mod suite;
pub mod tally;
pub mod winner;
