//! What a search remembers: the table all threads share, and a small cache of each thread's own.

mod endgame_cache;
mod transposition_table;

pub(super) use endgame_cache::EndgameCache;
pub(super) use transposition_table::{Known, SearchResult, TranspositionTable};
