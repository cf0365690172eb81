//! A player with limits of its own, besides those it is given for a move.

use std::time::Duration;

use super::{Lines, Recorder, Report, Searcher};
use crate::game::Game;
use crate::limits::Limits;

/// Another player that takes no more time and enters no more positions a move than it is granted
/// here.
#[derive(Debug)]
pub struct Limited<S> {
    player: S,
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl<S> Limited<S> {
    /// `player` within `time` and `nodes`, where they are given.
    #[must_use]
    pub fn new(player: S, time: Option<Duration>, nodes: Option<u64>) -> Self {
        Self { player, time, nodes }
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let nodes = self.nodes.into_iter().chain(limits.nodes).min();
        Limits { nodes, ..limits.within(self.time) }
    }
}

impl<G: Game, S: Searcher<G>> Searcher<G> for Limited<S> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.player.search(position, &self.limits(limits), progress)
    }

    fn search_without_book(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.player.search_without_book(position, &self.limits(limits), progress)
    }

    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        self.player.search_lines(position, count, &self.limits(limits), progress)
    }

    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        self.player.trace(position, &self.limits(limits), recorder)
    }

    fn renew(&mut self) -> bool {
        self.player.renew()
    }
}
