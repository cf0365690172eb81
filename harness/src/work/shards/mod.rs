//! One experiment on several machines: a plan divides it into shards, each of which a job does on
//! its own; what they have found is merged into the folder that a single machine would have made.
//!
//! A plan is a folder that all jobs see: `plan.json` says what is done, and `shard-K` is the folder
//! of shard K, with the journal of its share of the units and, once it has all of them,
//! `done.json`. A shard is run as a whole experiment is: whatever stops it, the same command goes
//! on. Nothing but the folder connects the jobs, so any scheduler can start them, in any order and
//! number.

pub mod merge;
pub mod part;
pub mod plan;
pub mod slurm;
pub mod status;
