//! How uncertain ratings are, by a bootstrap over rounds: games of one round share an opening. A
//! sample in which a player won everything puts no upper limit to its rating.

use std::borrow::Cow;

use yomi_engine::random::Random;

use super::interval::widening;
use super::ratings::{LIMITED, Meeting, Ratings, likeliest, ratings};

/// More rounds than this are drawn in as many blocks: the interval is as wide, give or take a
/// fiftieth, and a million games are rated within a second.
const BLOCKS: usize = 1 << 10;

/// The 95 % intervals of the ratings: `samples` times as many rounds as there are, drawn from them
/// with replacement, are rated. `rounds` has the meetings of each round. An end without a limit is
/// infinite; a player of whom nothing is known but that it won or lost everything has an interval
/// without ends, as has one that is [seldom] met. Zero is the mean of the others.
#[must_use]
pub fn intervals(
    count: usize,
    rounds: &[Vec<Meeting>],
    samples: usize,
    random: &mut Random,
) -> Vec<(f64, f64)> {
    const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
    let wider: Vec<Option<f64>> = met(count, rounds).into_iter().map(widening).collect();
    let seldom = seldom(count, rounds);
    let blocks = blocks(count, rounds, random);
    let rounds = &*blocks;
    let found = ratings(count, &summed(count, rounds)).without(&seldom);
    let Ratings { elo: centre, unlimited, .. } = found;
    let mut found: Vec<[Vec<f64>; 2]> = vec![Default::default(); count];
    for _ in 0..samples {
        let sample = (0..rounds.len()).map(|_| &rounds[random.below(rounds.len())]);
        let rated = limits(count, &summed(count, sample), &unlimited);
        for (ends, rated) in found.iter_mut().zip(rated) {
            ends.iter_mut().zip(rated).for_each(|(values, end)| values.push(end));
        }
    }
    let quantile = |mut values: Vec<f64>, share: f64| {
        let place = ((values.len() - 1) as f64 * share).round() as usize;
        *values.select_nth_unstable_by(place, f64::total_cmp).1
    };
    let interval = |(player, [lows, highs]): (usize, [Vec<f64>; 2])| {
        let Some(wider) = wider[player].filter(|_| unlimited[player] == LIMITED) else {
            return OPEN;
        };
        let end = |found: f64| centre[player] + wider * (found - centre[player]);
        (end(quantile(lows, 0.025)), end(quantile(highs, 0.975)))
    };
    found.into_iter().enumerate().map(interval).collect()
}

/// Which players met others in so few rounds that these do not say how far the rating scatters: in
/// one, or in so few that more than one sample in forty has none of them.
#[must_use]
pub fn seldom(count: usize, rounds: &[Vec<Meeting>]) -> Vec<bool> {
    let all = rounds.len() as f64;
    let missed = |met: f64| libm::pow(1.0 - met / all, all) > 0.025;
    met(count, rounds).into_iter().map(|met| met < 2.0 || missed(met)).collect()
}

/// In how many rounds each player met somebody.
fn met(count: usize, rounds: &[Vec<Meeting>]) -> Vec<f64> {
    let (mut met, mut last) = (vec![0.0; count], vec![None; count]);
    for (number, round) in rounds.iter().enumerate() {
        for player in round.iter().flat_map(|meeting| meeting.players) {
            if last[player].replace(number) != Some(number) {
                met[player] += 1.0;
            }
        }
    }
    met
}

/// The rounds, or blocks of them if there are more than [`BLOCKS`]: of rounds drawn by lot, for
/// what stands in the rounds may have a rhythm of its own.
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

/// Between what each rating lies: the rating itself twice, infinite where it has no limit, and both
/// infinities of a player of whom the meetings say nothing. Zero is the mean of those that have
/// limits by `reference`.
fn limits(count: usize, meetings: &[Meeting], reference: &[[bool; 2]]) -> Vec<[f64; 2]> {
    let mut rated = likeliest(count, meetings);
    rated.centre(reference);
    let ends = |(elo, unlimited): (f64, [bool; 2])| match unlimited {
        [true, false] => [f64::INFINITY; 2],
        [false, true] => [f64::NEG_INFINITY; 2],
        [true, true] => [f64::NEG_INFINITY, f64::INFINITY],
        LIMITED => [elo; 2],
    };
    rated.elo.into_iter().zip(rated.unlimited).map(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::super::elo::expected_score;
    use super::super::fisher::fisher_errors;
    use super::*;

    fn meeting(one: usize, other: usize, [wins, draws, losses]: [u32; 3]) -> Meeting {
        let points = f64::from(wins) + 0.5 * f64::from(draws);
        Meeting { players: [one, other], points, games: f64::from(wins + draws + losses) }
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
        // More rounds than there are blocks.
        let all = width(100_000);
        assert!((few / all / 500_f64.sqrt() - 1.0).abs() < 0.12, "{few} and {all}");
    }

    /// Other samples give nearly the same ends, of few rounds and of many, which are drawn in
    /// blocks.
    #[test]
    fn ends_hardly_depend_on_the_samples() {
        for count in [500, 5_000] {
            let mut random = Random::from_seed(13);
            let game = |random: &mut Random| match random.below(5) {
                0..3 => [1, 0, 0],
                _ => [0, 0, 1],
            };
            let rounds: Vec<_> =
                (0..count).map(|_| vec![meeting(0, 1, game(&mut random))]).collect();
            let found: Vec<(f64, f64)> = (0..8)
                .map(|seed| intervals(2, &rounds, 2000, &mut Random::from_seed(seed))[0])
                .collect();
            let width = found[0].1 - found[0].0;
            let spread = |end: fn(&(f64, f64)) -> f64| {
                let ends = || found.iter().map(end);
                (ends().fold(f64::MIN, f64::max) - ends().fold(f64::MAX, f64::min)) / width
            };
            let (lows, highs) = (spread(|end| end.0), spread(|end| end.1));
            // One standard error of an end is a sixtieth of the width; eight lie within three, but
            // blocks are drawn by lot, too.
            assert!(lows.max(highs) < 0.09, "{count} rounds: {lows} and {highs} of the width");
        }
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

    /// Found by an audit: two players without chance have one pair of games, in one round, and
    /// their ratings had intervals of a few points. The others are rated as without them.
    #[test]
    fn ratings_by_a_single_round_are_open() {
        let others = |round: u32| if round % 5 < 3 { [2, 0, 0] } else { [0, 0, 2] };
        let found = |met: u32| {
            let rounds: Vec<Vec<Meeting>> = (0..200)
                .map(|round| {
                    let link = (round < met).then(|| meeting(2, 0, [1, 0, 1]));
                    [meeting(0, 1, others(round))].into_iter().chain(link).collect()
                })
                .collect();
            intervals(3, &rounds, 600, &mut Random::from_seed(4))
        };
        let alone = found(0);
        for met in [1, 2, 3] {
            let [first, second, third] = found(met)[..] else { panic!() };
            assert_eq!(third, (f64::NEG_INFINITY, f64::INFINITY), "{met} rounds");
            for (with, without) in [first, second].iter().zip(&alone) {
                assert!((with.0 - without.0).abs() < 2.0, "{met} rounds: {with:?} {without:?}");
                assert!((with.1 - without.1).abs() < 2.0, "{met} rounds: {with:?} {without:?}");
            }
        }
        let [.., third] = found(40)[..] else { panic!() };
        assert!(third.0.is_finite() && third.1.is_finite(), "{third:?}");
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

    /// Where one player never loses, the intervals of the others, around their own mean, hold the
    /// truth nearly 95 times in 100. Around a mean that has an imagined rating in it they never
    /// did.
    #[test]
    fn intervals_beside_an_unbeaten_player_are_right() {
        const TRIALS: usize = 60;
        const TRUTH: [f64; 4] = [1500.0, -480.0, -500.0, -520.0];
        let mut random = Random::from_seed(12);
        let mut held = [0; 4];
        for _ in 0..TRIALS {
            let game = |one: usize, other: usize, random: &mut Random| {
                let score = expected_score(TRUTH[one] - TRUTH[other]);
                let wins = f64::from(random.below(1 << 20) as u32) < score * f64::from(1 << 20);
                meeting(one, other, if wins { [1, 0, 0] } else { [0, 0, 1] })
            };
            let mut round = || -> Vec<Meeting> {
                let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
                pairs.map(|(one, other)| game(one, other, &mut random)).collect()
            };
            let rounds: Vec<_> = (0..40).map(|_| round()).collect();
            let found = intervals(4, &rounds, 60, &mut random);
            assert_eq!(found[0], (f64::NEG_INFINITY, f64::INFINITY));
            for (player, (low, high)) in found.into_iter().enumerate() {
                // The truth around the mean of the three.
                let truth = TRUTH[player] + 500.0;
                held[player] += usize::from(low <= truth && truth <= high);
            }
        }
        assert!(held[1..].iter().all(|&held| held * 10 >= TRIALS * 8), "{held:?}");
        let share = held[1..].iter().sum::<usize>() as f64 / (3 * TRIALS) as f64;
        assert!(share > 0.89, "{share}: {held:?}");
    }
}
