//! Monte-Carlo tree search by UCT: upper confidence bounds applied to trees (Kocsis and Szepesvári,
//! "Bandit based Monte-Carlo planning", ECML 2006; the tree that grows by playouts is Coulom's,
//! "Efficient selectivity and backup operators in Monte-Carlo tree search", CG 2006). The
//! Monte-Carlo page (docs/sources.md) ends with it; `tutorial_uct` is the variant of another page.
//!
//! Round after round the search goes through four steps, each a function of `worker`:
//! 1. *selection*: from the root down the moves with the highest upper bound, as long as all have
//!    been tried;
//! 2. *expansion*: the first untried move there becomes part of the tree;
//! 3. *playout*: the game is finished at random;
//! 4. *backpropagation*: the result counts for every move on the way.
//!
//! Several threads grow a tree each and add up what they know of the root's moves (root
//! parallelisation: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", CG
//! 2008).

mod worker;

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::playout::{Playout, Quota, Sampled, SampledLines, next_goal, pass_instead};
use super::sampled_tree::ROOT;
use super::watch::{Bound, Credit, Watch};
use super::{Lines, Recorder, Report, Searcher};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;

use worker::Worker;
pub(super) use worker::{natural_logarithm, upper_bound};

/// How a UCT search is done.
#[derive(Clone, Copy, Debug)]
pub struct UctSettings {
    /// Playouts a search; what a reused tree brings along is not counted.
    pub quota: Quota,
    /// Weight of the exploration term; √2 is the theory's for rewards from 0 to 1.
    pub exploration: f64,
    /// Playouts from a position, at least 1, before its moves become part of the tree; with 1 it
    /// grows by a move a round. The root's moves do at once.
    pub threshold: u32,
    /// What makes the best root move.
    pub decision: Decision,
    /// Whether the part of the tree that the game goes through is kept for the next search.
    pub reuse: bool,
    /// The most memory the tree may take, in bytes; when it is full, playouts still refine what is
    /// there.
    pub memory: usize,
}

/// What makes the best root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The most playouts (the robust child).
    Visits,
    /// The highest mean (the max child).
    Value,
}

/// The UCT player.
#[derive(Debug)]
pub struct Uct<G: Game, E> {
    settings: UctSettings,
    playout: Playout<E>,
    workers: Vec<Worker<G>>,
}

impl<G: Game, E: Evaluator<G>> Uct<G, E> {
    /// A player that draws from `random`. Each of its threads (0 counts as 1) grows a tree of its
    /// own and has its share of playouts and memory.
    #[must_use]
    pub fn new(
        settings: UctSettings,
        playout: Playout<E>,
        mut random: Random,
        threads: usize,
    ) -> Self {
        let others: Vec<Random> =
            (1..threads).map(|_| Random::from_seed(random.next_u64())).collect();
        let bytes = settings.memory / threads.max(1);
        let workers = iter::once(random).chain(others).map(|random| Worker::new(bytes, random));
        Self { settings, playout, workers: workers.collect() }
    }

    /// What the last search knows of its root's moves, in the order they were tried.
    #[must_use]
    pub fn root_moves(&self) -> Vec<Sampled<G::Move>> {
        let mut sum: Vec<Sampled<G::Move>> = Vec::new();
        for worker in &self.workers {
            for child in worker.tree.children(ROOT).1 {
                let Some(mv) = child.mv else { continue };
                let place = sum.iter().position(|known| known.mv == mv).unwrap_or_else(|| {
                    sum.push(Sampled { mv, visits: 0, total: 0.0 });
                    sum.len() - 1
                });
                sum[place].visits += u64::from(child.visits);
                sum[place].total += child.total;
            }
        }
        sum
    }

    /// Which of two moves is the better one to play, if not equal.
    fn compare(&self, one: &Sampled<G::Move>, other: &Sampled<G::Move>) -> std::cmp::Ordering {
        let by_visits = one.visits.cmp(&other.visits);
        let by_value = one.mean().total_cmp(&other.mean());
        match self.settings.decision {
            Decision::Visits => by_visits.then(by_value),
            Decision::Value => by_value.then(by_visits),
        }
    }

    /// The best of the root's moves; the first of equals, but the pass where there is nothing to be
    /// gained.
    fn decide(&self, position: &G) -> Option<Sampled<G::Move>> {
        let moves = self.root_moves();
        let best = moves.iter().rev().copied().max_by(|one, other| self.compare(one, other))?;
        Some(pass_instead(position, &moves, &best).unwrap_or(best))
    }

    /// The `count` best of the root's moves, the one that is decided on first; `leaves` are the
    /// playouts of each. Before the first playout, only the move that `whole` names.
    fn root_reports(&self, count: usize, whole: &Report<G::Move>) -> Vec<Report<G::Move>> {
        let lines = SampledLines { whole, reward: self.playout.reward };
        lines.best(count, self.root_moves(), |one, other| self.compare(one, other))
    }

    fn report<W>(&self, position: &G, budgets: &[Budget<W>]) -> Report<G::Move> {
        let decided = self.decide(position).filter(|best| best.visits > 0);
        let best = decided.map(|best| best.mv).or_else(|| position.moves().next());
        let line = self.workers[0].tree.main_line();
        Report {
            score: decided
                .map_or_else(Default::default, |best| self.playout.reward.score(best.mean())),
            unit: self.playout.reward.unit(),
            // The line of the first tree, where it begins with the move that all trees chose.
            pv: if line.first() == best.as_ref() { line } else { best.into_iter().collect() },
            depth: u32::from(decided.is_some() && self.root_moves().iter().all(Sampled::is_tried)),
            nodes: budgets.iter().map(Budget::nodes).sum(),
            leaves: budgets.iter().map(Budget::leaves).sum(),
            memory: self.workers.iter().map(|worker| worker.tree.bytes()).sum(),
            ..Report::unsearched(best)
        }
    }

    /// Searches on every worker; `tell` hears of every report.
    fn grow_all(
        &mut self,
        position: &G,
        limits: &Limits,
        tell: &mut dyn FnMut(&Self, &Report<G::Move>),
    ) -> Report<G::Move> {
        let limits = &limits.for_sampling(position.moves().len());
        let count = self.workers.len() as u64;
        let nodes = |worker| limits.nodes.map(|nodes| share(nodes, worker, count));
        let budget = |worker| Budget::new(&Limits { nodes: nodes(worker), ..limits.clone() });
        // To keep a part of the tree is on the clock, too.
        let budgets = (0..count).map(budget).collect();
        for worker in &mut self.workers {
            worker.begin(position, self.settings.reuse);
        }
        self.grow(position, limits, budgets, tell)
    }

    /// Searches with a budget for every worker, each of which has begun.
    fn grow<W: Watch<G::Move> + Send>(
        &mut self,
        position: &G,
        limits: &Limits,
        mut budgets: Vec<Budget<W>>,
        tell: &mut dyn FnMut(&Self, &Report<G::Move>),
    ) -> Report<G::Move> {
        if position.moves().len() == 0 {
            return Report::finished(position);
        }
        for budget in &mut budgets {
            let bound = Bound::Parent { exploration: self.settings.exploration };
            budget.samples(bound, Credit::Mover, self.playout.reward);
        }
        let playouts = self.settings.quota.within(limits);
        let mut goal = 0;
        loop {
            goal = next_goal(goal, playouts);
            let stopped = self.run(position, goal, &mut budgets).is_err();
            let report = self.report(position, &budgets);
            tell(self, &report);
            if stopped || goal == playouts {
                budgets.iter_mut().for_each(|budget| budget.chooses(report.best));
                return report;
            }
        }
    }

    /// Brings every worker to its share of `goal` playouts; several run on threads of their own, or
    /// one after the other where the system has no more threads.
    ///
    /// # Errors
    /// [`Stopped`] when a budget has run out.
    fn run<W: Watch<G::Move> + Send>(
        &mut self,
        position: &G,
        goal: u64,
        budgets: &mut [Budget<W>],
    ) -> Result<(), Stopped> {
        let (settings, playout) = (&self.settings, &self.playout);
        let count = self.workers.len() as u64;
        let goals = (0..count).map(|worker| share(goal, worker, count));
        let mut work = self.workers.iter_mut().zip(goals).zip(budgets);
        if count == 1 {
            return work.try_for_each(|((worker, goal), budget)| {
                worker.run(position, goal, settings, playout, budget)
            });
        }
        let (work, stopped) = (Mutex::new(work), AtomicBool::new(false));
        let next = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
        let toil = || {
            while let Some(((worker, goal), budget)) = next() {
                if worker.run(position, goal, settings, playout, budget).is_err() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..count {
                let _ = thread::Builder::new().spawn_scoped(scope, toil);
            }
            toil();
        });
        if stopped.into_inner() { Err(Stopped) } else { Ok(()) }
    }
}

/// What one of `count` workers does of a whole.
fn share(whole: u64, worker: u64, count: u64) -> u64 {
    whole / count + u64::from(worker < whole % count)
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Uct<G, E> {
    /// The score is the mean share of the win behind the chosen move, from -1000 (lost) to +1000
    /// (won), or in thousandths of a point if margins count. `nodes` are the positions entered,
    /// those of playouts included, and `leaves` the playouts. Progress is told whenever the number
    /// of playouts has doubled, and later every 16384 playouts. A limit on depth does not apply: a
    /// playout is as deep as its game.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.grow_all(position, limits, &mut |_, report| progress(report))
    }

    /// One search for all of them, ranked as the best move is chosen. The `leaves` of each are its
    /// own.
    fn search_lines(
        &mut self,
        position: &G,
        count: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Lines<G>),
    ) -> Vec<Report<G::Move>> {
        let report = self.grow_all(position, limits, &mut |uct, report| {
            progress(&uct.root_reports(count, report));
        });
        self.root_reports(count, &report)
    }

    /// Begins with an empty tree; `None` where several threads grow one each.
    fn trace(
        &mut self,
        position: &G,
        limits: &Limits,
        recorder: &mut Recorder<G::Move>,
    ) -> Option<Report<G::Move>> {
        let [worker] = self.workers.as_mut_slice() else { return None };
        worker.begin(position, false);
        let limits = &limits.for_sampling(position.moves().len());
        let budgets = vec![Budget::watched(limits, recorder)];
        Some(self.grow(position, limits, budgets, &mut |_, _| ()))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::evaluate::FinalScore;
    use crate::game::Side;
    use crate::score::Score;
    use crate::search::Reward;

    /// A game that one move ends, and how often it has been made.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct OneMove(u8);

    impl fmt::Display for OneMove {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl Game for OneMove {
        type Move = u8;

        fn moves(&self) -> impl ExactSizeIterator<Item = u8> {
            self.0..1
        }

        fn play(&self, _: u8) -> Self {
            Self(1)
        }

        fn final_score(&self) -> Option<Score> {
            (self.0 == 1).then_some(Score::ZERO)
        }

        fn side_to_move(&self) -> Side {
            Side::First
        }

        fn key(&self) -> u64 {
            self.0.into()
        }

        fn empties(&self) -> u32 {
            (1 - self.0).into()
        }
    }

    /// A tree that cannot count another visit ends the search, however many playouts are asked for.
    #[test]
    fn a_full_count_ends_the_search() {
        let settings = UctSettings {
            quota: Quota { playouts: u64::MAX, elastic: false },
            exploration: 1.0,
            threshold: 1,
            decision: Decision::Visits,
            reuse: true,
            memory: 1 << 20,
        };
        let playout = Playout { depth: u32::MAX, evaluator: FinalScore, reward: Reward::Outcome };
        let mut uct = Uct::new(settings, playout, Random::from_seed(1), 1);
        let little = Limits { nodes: Some(500), ..Limits::default() };
        uct.search(&OneMove(0), &little, &mut |_| ());
        uct.workers[0].tree.node_mut(ROOT).visits = u32::MAX - 3;
        let report = uct.search(&OneMove(0), &Limits::default(), &mut |_| ());
        assert!(report.best.is_some() && report.leaves == 3, "{report:?}");
    }
}
