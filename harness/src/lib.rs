//! Seeded, reproducible experiments between game-tree searchers.
//!
//! An experiment file becomes tables, charts and a page; [`work::run_file`] does all of it. In the
//! order of the work:
//! - [`experiments`]: the files inside the program; [`plan`]: an experiment file, checked, as a
//!   list of games with random numbers of their own;
//! - [`games`]: what the lab needs to know of a game besides its rules; [`players`]: players of
//!   this program, and other programs as players;
//! - [`play`]: one game with a referee; [`run`]: all games on all cores, in a journal that survives
//!   whatever stops the run; [`stop`]: what Ctrl-C asks for;
//! - [`stats`]: counts, intervals, ratings and sequential tests;
//! - [`report`]: tables and sentences; [`chart`]: pictures; [`language`]: English and Japanese;
//! - [`work`]: from file to report, on one machine or in shards on several;
//! - [`table`]: rows of text under a header; [`markdown`]: names as they are, in Markdown;
//!   [`figures`]: how numbers are written; [`file`](mod@file): how files are replaced; [`digest`]:
//!   SHA-256 as text; [`parallel`]: tasks on several threads;
//! - [`program`]: which program played; [`terminal`]: what is printed; [`error`]: what can go
//!   wrong.

pub mod chart;
pub mod digest;
pub mod error;
pub mod experiments;
pub mod figures;
pub mod file;
pub mod games;
pub mod language;
pub mod markdown;
pub mod parallel;
pub mod plan;
pub mod play;
pub mod players;
pub mod program;
pub mod report;
pub mod run;
pub mod stats;
pub mod stop;
pub mod table;
pub mod terminal;
pub mod work;
