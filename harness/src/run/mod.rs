//! Working through an experiment.

pub mod pool;
