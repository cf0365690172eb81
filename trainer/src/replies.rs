//! Replies: the moves that look best one ply deep, with what the position before them was worth.
//!
//! A search takes the best of several uncertain values, so the positions it trusts are overrated,
//! and games between good players do not show it: they hold few of the moves that only look good.
//! Where the move that looks best is the best, the position after it is worth what the position
//! before is worth. Where it is not, that is a bound, and on the side from which the evaluation is
//! wrong. So positions after such moves, with the score of the one before, teach the evaluation not
//! to overrate them, and cost no search.

use yomi_engine::expert::Evaluation;
use yomi_engine::game::{Game, Side};
use yomi_engine::games::othello::Othello8;

use crate::corpus::{Corpus, contains};
use crate::parallel::ordered;
use crate::sample::{Sample, canonical};

/// Positions with fewer empty squares are always solved, and have no replies here.
const LEAST_EMPTIES: u32 = 6;
/// Samples that a thread takes at a time.
pub const CHUNK: usize = 1 << 14;

/// The replies to what is learned from that are in no part of the corpus, in the order of their
/// boards. `judged` hears of every [`CHUNK`] of samples that is done.
#[must_use]
pub fn replies(
    corpus: &Corpus,
    evaluation: Evaluation,
    threads: usize,
    judged: &(dyn Fn() + Sync),
) -> Vec<Sample> {
    let Corpus { training, held_out, apart, .. } = corpus;
    let is_new = |reply: &Sample| ![training, held_out, apart].iter().any(|p| contains(p, reply));
    let chunks: Vec<&[Sample]> = training.chunks(CHUNK).collect();
    let of_chunk = |number: usize| {
        let replies = chunks[number].iter().filter_map(|sample| reply(sample, evaluation));
        let replies = replies.filter(is_new).collect::<Vec<_>>();
        judged();
        replies
    };
    tightest(ordered(chunks.len(), threads, || (), |(), number| of_chunk(number)).concat())
}

/// Of replies to several positions the highest scores: a position is worth at least as much as each
/// move to it, so a reply is worth at least as much as each of them says.
fn tightest(mut replies: Vec<Sample>) -> Vec<Sample> {
    replies.sort_unstable();
    replies.dedup_by(|next, kept| {
        let same = (next.mover, next.opponent) == (kept.mover, kept.opponent);
        if same {
            kept.score = kept.score.max(next.score);
            kept.forecast = kept.forecast.max(next.forecast);
        }
        same
    });
    replies
}

/// The position after the move that looks best, unless there is none after which the other side can
/// move.
fn reply(sample: &Sample, evaluation: Evaluation) -> Option<Sample> {
    let position = Othello8::new(sample.mover, sample.opponent, Side::First)?;
    if sample.empties() < LEAST_EMPTIES || position.legal() == 0 {
        return None;
    }
    let after = position.moves().map(|mv| position.play(mv));
    let best =
        after.filter(|next| next.legal() != 0).min_by_key(|next| evaluation.value(next).0)?;
    let (mover, opponent) = canonical(best.mover(), best.opponent());
    let [score, forecast] = [-sample.score, -sample.forecast];
    Some(Sample { mover, opponent, score, forecast, exact: false, games: 1 })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::random_position;
    use yomi_engine::random::Random;

    /// The boards after the moves of a sample that look best, after which the other side can move.
    fn best_replies(sample: &Sample, evaluation: Evaluation) -> Vec<(u64, u64)> {
        let position = Othello8::new(sample.mover, sample.opponent, Side::First).unwrap();
        let after: Vec<Othello8> = match position.legal() {
            0 => Vec::new(),
            _ => position.moves().map(|mv| position.play(mv)).collect(),
        };
        let movable = after.iter().filter(|next| next.legal() != 0);
        let least = movable.clone().map(|next| evaluation.value(next)).min();
        let best = movable.filter(|next| Some(evaluation.value(next)) == least);
        best.map(|next| canonical(next.mover(), next.opponent())).collect()
    }

    /// Against the evaluation itself one ply deep, and the sample each reply comes from.
    #[test]
    fn a_reply_is_the_move_that_looks_best() {
        let mut random = Random::from_seed(4);
        let evaluation = Evaluation::learned();
        let mut samples: Vec<Sample> = (0..400)
            .filter_map(|game| Some((game, random_position(&mut random, 4 + game as u32 % 56)?)))
            .map(|(game, position)| Sample::new(&position, game % 65, false))
            .collect();
        samples.sort_unstable();
        samples.dedup_by_key(|sample| (sample.mover, sample.opponent));
        let corpus = Corpus { training: samples.clone(), ..Corpus::default() };
        let replies = replies(&corpus, evaluation, 2, &|| ());
        assert!(replies.len() > 200 && replies.is_sorted());
        for reply in &replies {
            assert!(!contains(&samples, reply) && !reply.exact && reply.empties() >= 5);
        }
        let board = |sample: &Sample| (sample.mover, sample.opponent);
        let mut expected = HashSet::new();
        for sample in samples.iter().filter(|sample| sample.empties() >= LEAST_EMPTIES) {
            let best = best_replies(sample, evaluation);
            let is_best = |reply: &&Sample| best.contains(&board(reply));
            // Another sample may lead there, and be worth less.
            let is_bound = |reply: &Sample| reply.score >= -sample.score;
            let is_known = samples.iter().any(|sample| is_best(&sample));
            assert!(best.is_empty() || is_known || replies.iter().filter(is_best).any(is_bound));
            expected.extend(best);
        }
        assert!(replies.iter().all(|reply| expected.contains(&board(reply))));
    }

    #[test]
    fn the_tightest_bound_is_kept() {
        let reply = |mover, score, forecast| Sample {
            mover,
            opponent: 0,
            score,
            forecast,
            exact: false,
            games: 1,
        };
        let replies = vec![reply(2, 0, 0), reply(1, 9, -3), reply(1, -5, 6), reply(1, 0, 0)];
        assert_eq!(tightest(replies), [reply(1, 9, 6), reply(2, 0, 0)]);
    }

    #[test]
    fn a_reply_is_in_no_other_part() {
        let mut random = Random::from_seed(5);
        let evaluation = Evaluation::handmade();
        let position = random_position(&mut random, 20).unwrap();
        let training = vec![Sample::new(&position, 4, false)];
        let mut corpus = Corpus { training, ..Corpus::default() };
        let known = replies(&corpus, evaluation, 1, &|| ());
        assert_eq!(known.len(), 1);
        corpus.held_out = known.clone();
        assert_eq!(replies(&corpus, evaluation, 1, &|| ()), []);
        (corpus.held_out, corpus.apart) = (Vec::new(), known);
        assert_eq!(replies(&corpus, evaluation, 1, &|| ()), []);
    }
}
