//! Work on several threads whose results come in the order of the tasks, as the lab does it.

pub use yomi_harness::parallel::{ordered, together, try_ordered};
