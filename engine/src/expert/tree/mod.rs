//! The search of the tree, from its leaves up: `last_empties`, `few_empties` and `endgame` solve,
//! `midgame` looks ahead, and `abdada` lets several threads do so together; `wipeout` proves the
//! highest score. `node` is what one node asks of another, `ordering` its moves, `in_flight` what
//! other threads are at, `killers` what answered last, `worker` what one thread carries.

mod abdada;
mod endgame;
mod few_empties;
mod in_flight;
mod killers;
mod last_empties;
mod midgame;
mod node;
mod ordering;
mod wipeout;
mod worker;

pub(super) use few_empties::FEW;
pub(super) use node::Request;
pub(super) use worker::{Shared, Worker};
