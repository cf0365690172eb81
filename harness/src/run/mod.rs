//! Working through an experiment: its folder, its journal, and all cores.

pub mod folder;
pub mod history;
pub mod journal;
pub mod lines;
mod pair_json;
pub mod pool;
pub mod record;
pub mod shard;
pub mod speed;
pub mod stopping;
