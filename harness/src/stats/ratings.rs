//! Ratings on one scale for players that met in pairs (Bradley and Terry 1952): the probability
//! that one beats another is a logistic function of the difference, a draw counts as half a win for
//! both.
//!
//! The likeliest ratings are found by Hunter's minorisation ("MM algorithms for generalized
//! Bradley–Terry models", 2004). They exist only where nobody, and no group, won everything against
//! the rest; else one drawn game is imagined for each pairing that was played. Their uncertainty
//! comes from a bootstrap over rounds: games of one round share an opening. A sample in which a
//! player won everything puts no upper limit to its rating.

use std::borrow::Cow;

use yomi_engine::random::Random;

use super::dominance::{is_connected, unlimited};
use super::interval::widening;

/// Games of one pairing: points of its first player, and how many games there were.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// The players.
    pub players: [usize; 2],
    /// Points of the first.
    pub points: f64,
    /// Games.
    pub games: f64,
}

/// Ratings of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In Elo, their mean zero.
    pub elo: Vec<f64>,
    /// Whether drawn games had to be imagined for them to exist.
    pub imagined: bool,
}

/// More rounds than this are drawn in as many blocks: the interval is as wide, and a million games
/// are rated within a second.
const BLOCKS: usize = 1 << 13;

/// Elo points in a factor e of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The likeliest ratings of `count` players.
#[must_use]
pub fn ratings(count: usize, meetings: &[Meeting]) -> Ratings {
    let imagined = !is_connected(count, meetings);
    let with_draws = |meeting: &Meeting| match imagined && meeting.games > 0.0 {
        true => Meeting { points: meeting.points + 0.5, games: meeting.games + 1.0, ..*meeting },
        false => *meeting,
    };
    let meetings: Vec<Meeting> = meetings.iter().map(with_draws).collect();
    let strengths = strengths(count, &meetings, vec![1.0; count]);
    Ratings { elo: centred(&strengths), imagined }
}

fn centred(strengths: &[f64]) -> Vec<f64> {
    let elo: Vec<f64> =
        strengths.iter().map(|strength| SCALE * libm::log(strength.max(1e-300))).collect();
    let mean = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
    elo.into_iter().map(|rating| rating - mean).collect()
}

/// Strengths whose ratios are the odds of winning, beginning the search from others.
fn strengths(count: usize, meetings: &[Meeting], mut strengths: Vec<f64>) -> Vec<f64> {
    let mut points = vec![0.0; count];
    for meeting in meetings {
        let [one, other] = meeting.players;
        points[one] += meeting.points;
        points[other] += meeting.games - meeting.points;
    }
    for _ in 0..20_000 {
        let mut expected = vec![0.0; count];
        for meeting in meetings {
            let [one, other] = meeting.players;
            let share = meeting.games / (strengths[one] + strengths[other]);
            expected[one] += share;
            expected[other] += share;
        }
        let mut change: f64 = 0.0;
        let mut logarithms = 0.0;
        let mut next = strengths.clone();
        for player in 0..count {
            if expected[player] > 0.0 {
                next[player] = (points[player] / expected[player]).max(1e-12);
            }
            change = change.max((next[player] / strengths[player] - 1.0).abs());
            logarithms += libm::log(next[player]);
        }
        let middle = libm::exp(logarithms / count.max(1) as f64);
        strengths = next.into_iter().map(|strength| strength / middle).collect();
        if change < 1e-12 {
            break;
        }
    }
    strengths
}

/// The 95 % intervals of the ratings: `samples` times as many rounds as there are, drawn from them
/// with replacement, are rated. `rounds` has the meetings of each round. An end without a limit is
/// infinite; a player of whom nothing is known but that it won or lost everything has an interval
/// without ends, as has everybody after a single round.
#[must_use]
pub fn intervals(
    count: usize,
    rounds: &[Vec<Meeting>],
    samples: usize,
    random: &mut Random,
) -> Vec<(f64, f64)> {
    const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
    let Some(wider) = widening(rounds.len() as f64) else { return vec![OPEN; count] };
    let blocks = blocks(count, rounds, random);
    let rounds = &*blocks;
    let all = summed(count, rounds);
    let (centre, extreme) = (ratings(count, &all).elo, unlimited(count, &all));
    let mut found: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); count];
    for _ in 0..samples {
        let sample = (0..rounds.len()).map(|_| &rounds[random.below(rounds.len())]);
        let rated = limits(count, &summed(count, sample));
        found.iter_mut().zip(rated).for_each(|(values, rating)| values.push(rating));
    }
    let quantile =
        |values: &[f64], share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    let interval = |(player, mut values): (usize, Vec<f64>)| {
        if extreme[player] != [false; 2] {
            return OPEN;
        }
        values.sort_by(f64::total_cmp);
        let [low, high] = [0.025, 0.975]
            .map(|share| centre[player] + wider * (quantile(&values, share) - centre[player]));
        (low, high)
    };
    found.into_iter().enumerate().map(interval).collect()
}

/// The rounds, or blocks of them if there are more than [`BLOCKS`]: of rounds drawn by lot, for what
/// stands in the rounds may have a rhythm of its own.
fn blocks<'a>(
    count: usize,
    rounds: &'a [Vec<Meeting>],
    random: &mut Random,
) -> Cow<'a, [Vec<Meeting>]> {
    if rounds.len() <= BLOCKS {
        return Cow::Borrowed(rounds);
    }
    let mut order: Vec<&Vec<Meeting>> = rounds.iter().collect();
    random.shuffle(&mut order);
    let block = |first| summed(count, order[first..].iter().copied().step_by(BLOCKS));
    Cow::Owned((0..BLOCKS).map(block).collect())
}

/// The meetings of some rounds, those of the same two players together.
fn summed<'a>(count: usize, rounds: impl IntoIterator<Item = &'a Vec<Meeting>>) -> Vec<Meeting> {
    let mut sums = vec![Meeting::default(); count * count];
    for meeting in rounds.into_iter().flatten() {
        let sum = &mut sums[meeting.players[0] * count + meeting.players[1]];
        sum.players = meeting.players;
        sum.points += meeting.points;
        sum.games += meeting.games;
    }
    sums.retain(|sum| sum.games > 0.0);
    sums
}

/// The ratings, infinite where they have no limit.
fn limits(count: usize, meetings: &[Meeting]) -> Vec<f64> {
    let Ratings { elo, imagined } = ratings(count, meetings);
    if !imagined {
        return elo;
    }
    let end = |(elo, unlimited): (f64, [bool; 2])| match unlimited {
        [true, false] => f64::INFINITY,
        [false, true] => f64::NEG_INFINITY,
        _ => elo,
    };
    elo.into_iter().zip(unlimited(count, meetings)).map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard errors of the ratings by Fisher's information, as if games were independent and
    /// never drawn, and those of each difference, by players. Draws make the truth smaller; where
    /// games share openings [`intervals`] knows better.
    fn fisher_errors(elo: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let count = elo.len();
        // The information is blind to a common shift; that of the mean is put in its place.
        let mut information = vec![vec![1.0 / count as f64; count]; count];
        for &Meeting { players: [one, other], games, .. } in meetings {
            let score = super::super::elo::expected_score(elo[one] - elo[other]);
            let weight = games * score * (1.0 - score);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        let mut covariance = inverse(information);
        // What was put in is taken out again.
        covariance.iter_mut().flatten().for_each(|entry| *entry -= 1.0 / count as f64);
        let error = |variance: f64| SCALE * variance.max(0.0).sqrt();
        let single = (0..count).map(|player| error(covariance[player][player])).collect();
        let difference = |one: usize, other: usize| {
            let sum = covariance[one][one] + covariance[other][other];
            error(sum - 2.0 * covariance[one][other])
        };
        let row = |one| (0..count).map(|other| difference(one, other)).collect();
        (single, (0..count).map(row).collect())
    }

    /// The inverse of a matrix that has one, by Gauss and Jordan's elimination.
    fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        let count = matrix.len();
        for (place, row) in matrix.iter_mut().enumerate() {
            row.extend((0..count).map(|column| if column == place { 1.0 } else { 0.0 }));
        }
        for column in 0..count {
            let size = |row: &usize| matrix[*row][column].abs();
            let pivot = (column..count).max_by(|one, other| size(one).total_cmp(&size(other)));
            matrix.swap(column, pivot.unwrap_or(column));
            let divisor = matrix[column][column];
            matrix[column].iter_mut().for_each(|entry| *entry /= divisor);
            let own = matrix[column].clone();
            for (place, row) in matrix.iter_mut().enumerate() {
                let factor = if place == column { 0.0 } else { row[column] };
                row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
            }
        }
        matrix.into_iter().map(|row| row[count..].to_vec()).collect()
    }

    fn meeting(one: usize, other: usize, [wins, draws, losses]: [u32; 3]) -> Meeting {
        let points = f64::from(wins) + 0.5 * f64::from(draws);
        Meeting { players: [one, other], points, games: f64::from(wins + draws + losses) }
    }

    fn near(ours: &[f64], theirs: &[f64], tolerance: f64) {
        for (one, other) in ours.iter().zip(theirs) {
            assert!((one - other).abs() < tolerance, "{ours:?} is not {theirs:?}");
        }
    }

    /// choix, and Ordo with a scale of 400.
    #[test]
    fn ratings_match_published_vectors() {
        let three =
            [meeting(0, 1, [60, 0, 40]), meeting(0, 2, [75, 0, 25]), meeting(1, 2, [70, 0, 30])];
        near(&ratings(3, &three).elo, &[87.885_389, 25.230_991, -113.116_380], 1e-5);
        let four = [
            meeting(0, 1, [10, 4, 6]),
            meeting(0, 2, [12, 3, 5]),
            meeting(0, 3, [15, 2, 3]),
            meeting(1, 2, [9, 5, 6]),
            meeting(1, 3, [11, 4, 5]),
            meeting(2, 3, [10, 2, 8]),
        ];
        let found = ratings(4, &four);
        near(&found.elo, &[107.091_472, 22.461_506, -36.683_895, -92.869_083], 1e-5);
        assert!(!found.imagined);
        // At the optimum everybody has the points that the ratings expect.
        for player in 0..4 {
            let (mut points, mut expected) = (0.0, 0.0);
            for meeting in four.iter().filter(|meeting| meeting.players.contains(&player)) {
                let first = meeting.players[0] == player;
                let [one, other] = meeting.players.map(|index| found.elo[index]);
                let share = super::super::elo::expected_score(one - other);
                points += if first { meeting.points } else { meeting.games - meeting.points };
                expected += meeting.games * if first { share } else { 1.0 - share };
            }
            near(&[points], &[expected], 1e-6);
        }
    }

    /// scipy's BFGS for errors; Ordo with its own scale, on which 76 % are 202 points, and with the
    /// advantage of 28.58 that it found for the player named first.
    #[test]
    fn errors_and_scales_match_published_vectors() {
        let three =
            [meeting(0, 1, [60, 0, 40]), meeting(0, 2, [75, 0, 25]), meeting(1, 2, [70, 0, 30])];
        let (single, differences) = fisher_errors(&ratings(3, &three).elo, &three);
        near(&single, &[17.844_445, 17.157_952, 18.417_061], 1e-5);
        near(&[differences[0][1], differences[1][0]], &[29.773_327; 2], 1e-5);
        // Four times the data halve the errors.
        let more = three.map(|meeting| Meeting {
            points: 4.0 * meeting.points,
            games: 4.0 * meeting.games,
            ..meeting
        });
        let (halved, _) = fisher_errors(&ratings(3, &more).elo, &more);
        near(&halved, &single.iter().map(|error| error / 2.0).collect::<Vec<_>>(), 1e-6);
        let four = [
            meeting(0, 1, [10, 4, 6]),
            meeting(0, 2, [12, 3, 5]),
            meeting(0, 3, [15, 2, 3]),
            meeting(1, 2, [9, 5, 6]),
            meeting(1, 3, [11, 4, 5]),
            meeting(2, 3, [10, 2, 8]),
        ];
        let scaled: Vec<f64> =
            ratings(4, &four).elo.iter().map(|elo| elo * 202.0 / 200.240_94).collect();
        near(&scaled, &[108.032, 22.659, -37.006, -93.685], 1e-3);
        let ordo = [84.839, 15.191, -29.526, -70.504];
        for player in 0..4 {
            let (mut points, mut expected) = (0.0, 0.0);
            for meeting in four.iter().filter(|meeting| meeting.players.contains(&player)) {
                let first = meeting.players[0] == player;
                let [one, other] = meeting.players.map(|index| ordo[index]);
                let share = super::super::elo::expected_score(one - other + 28.58);
                points += if first { meeting.points } else { meeting.games - meeting.points };
                expected += meeting.games * if first { share } else { 1.0 - share };
            }
            near(&[points], &[expected], 1e-3);
        }
    }

    #[test]
    fn a_clean_sweep_needs_an_imagined_draw() {
        let even = ratings(2, &[meeting(0, 1, [60, 0, 40])]);
        near(&[even.elo[0] - even.elo[1]], &[70.436_503_622_3], 1e-7);
        let swept = ratings(2, &[meeting(0, 1, [20, 0, 0])]);
        assert!(swept.imagined);
        near(&[swept.elo[0] - swept.elo[1]], &[645.113_542_687_9], 1e-6);
        // A circle of wins needs none; a player that only loses does.
        let circle = [meeting(0, 1, [1, 0, 0]), meeting(1, 2, [1, 0, 0]), meeting(2, 0, [1, 0, 0])];
        assert!(!ratings(3, &circle).imagined);
        let last = [meeting(0, 1, [1, 0, 1]), meeting(0, 2, [1, 0, 0]), meeting(1, 2, [1, 0, 0])];
        assert!(ratings(3, &last).imagined);
    }

    /// Four times the rounds halve the interval.
    #[test]
    fn intervals_shrink_with_the_square_root() {
        let rounds = |count: usize| -> Vec<Vec<Meeting>> {
            (0..count)
                .map(|round| vec![meeting(0, 1, if round % 5 < 3 { [1, 0, 0] } else { [0, 0, 1] })])
                .collect()
        };
        let width = |count| {
            let (low, high) = intervals(2, &rounds(count), 600, &mut Random::from_seed(5))[0];
            high - low
        };
        let (few, many) = (width(200), width(800));
        assert!((few / many - 2.0).abs() < 0.3, "{few} and {many}");
        // Independent games without draws: the bootstrap agrees with Fisher's information.
        let all: Vec<Meeting> = rounds(200).concat();
        let (errors, _) = fisher_errors(&ratings(2, &all).elo, &all);
        let fisher = 2.0 * super::super::interval::Z * errors[0];
        assert!((few / fisher - 1.0).abs() < 0.12, "{few}, by Fisher {fisher}");
        // So many that they are drawn in blocks.
        let all = width(100_000);
        assert!((few / all / 500_f64.sqrt() - 1.0).abs() < 0.12, "{few} and {all}");
    }

    /// Of few rounds 95 % intervals hold the truth nearly that often; the bootstrap alone held it
    /// 53 times in 100 with two rounds and 81 with five.
    #[test]
    fn intervals_of_few_rounds_are_wide_enough() {
        const TRIALS: usize = 400;
        let mut random = Random::from_seed(11);
        for rounds in [2, 3, 5, 10] {
            let mut held = 0;
            for _ in 0..TRIALS {
                // An opening is worth up to 30 games of 100 to one of them; the truth is even.
                let round = |random: &mut Random| {
                    let points = 70.0 + random.below(61) as f64;
                    vec![Meeting { players: [0, 1], points, games: 200.0 }]
                };
                let rounds: Vec<_> = (0..rounds).map(|_| round(&mut random)).collect();
                let (low, high) = intervals(2, &rounds, 200, &mut random)[0];
                held += usize::from(low <= 0.0 && 0.0 <= high);
            }
            let share = held as f64 / TRIALS as f64;
            assert!(share > 0.89, "{rounds} rounds: {share}");
        }
    }

    /// A player that won all but one game in forty has no upper limit; one that won all has none
    /// at all, and the others keep theirs.
    #[test]
    fn ratings_of_unbeaten_players_are_open() {
        let rounds = |lost: usize| -> Vec<Vec<Meeting>> {
            let round = |number: usize| {
                let first = if number < lost { [0, 0, 1] } else { [1, 0, 0] };
                let second = if number.is_multiple_of(3) { [0, 0, 1] } else { [1, 0, 0] };
                let sweep = [1, 0, 0];
                vec![meeting(0, 1, first), meeting(1, 2, second), meeting(0, 2, sweep)]
            };
            (0..40).map(round).collect()
        };
        let found = |lost| intervals(3, &rounds(lost), 300, &mut Random::from_seed(3));
        let [first, second, third] = found(1)[..] else { panic!() };
        assert!(first.0.is_finite() && first.1 == f64::INFINITY, "{first:?}");
        assert!(second.0.is_finite() && second.1.is_finite(), "{second:?}");
        assert!(third.0.is_finite() && third.1.is_finite(), "{third:?}");
        let [first, second, third] = found(0)[..] else { panic!() };
        assert_eq!(first, (f64::NEG_INFINITY, f64::INFINITY));
        assert!([second, third].iter().all(|&(low, high)| low.is_finite() && high.is_finite()));
    }
}
