//! Seeded, reproducible experiments between game-tree searchers.
//!
//! An experiment file becomes a list of games with random numbers of their own ([`plan`]); they are
//! refereed ([`play`]) on all cores and written into a journal ([`run`]), from which everything is
//! counted ([`stats`]) and reported ([`report`], [`chart`]). [`work`] is the thread through all of
//! them, [`games`] what the lab needs to know of a game besides its rules.

pub mod chart;
pub mod error;
pub mod experiments;
pub mod games;
pub mod plan;
pub mod play;
pub mod players;
pub mod program;
pub mod report;
pub mod run;
pub mod stats;
pub mod stop;
pub mod terminal;
pub mod work;
