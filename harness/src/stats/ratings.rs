//! Ratings on one scale for players that met in pairs (Bradley and Terry 1952): the probability
//! that one beats another is a logistic function of the difference, a draw counts as half a win for
//! both.
//!
//! The likeliest ratings are found by Hunter's minorisation ("MM algorithms for generalized
//! Bradley–Terry models", 2004). They exist only where nobody, and no group, won everything against
//! the rest; else one drawn game is imagined for each pairing that was played, and zero is the mean
//! of those whose ratings the games do limit: where the others stand is imagined, and how far away
//! depends on nothing but the number of games.

use super::dominance::Dominance;

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
    /// In Elo; zero is the mean of those that have limits, of all if nobody has.
    pub elo: Vec<f64>,
    /// Whether drawn games had to be imagined for them to exist.
    pub imagined: bool,
    /// Which have no limit: above, or below.
    pub unlimited: Vec<[bool; 2]>,
}

impl Ratings {
    /// Whether the rating of a player has limits on both sides.
    #[must_use]
    pub fn is_limited(&self, player: usize) -> bool {
        self.unlimited[player] == LIMITED
    }

    /// The same where the ratings of these have no limit either, whatever the games say of them.
    #[must_use]
    pub fn without(mut self, unknown: &[bool]) -> Self {
        let unlimited = self.unlimited.iter_mut().zip(unknown);
        unlimited.filter(|(_, unknown)| **unknown).for_each(|(ends, _)| *ends = [true; 2]);
        let unlimited = self.unlimited.clone();
        self.centre(&unlimited);
        self
    }

    /// Moves zero to the mean of those that have limits by `unlimited`, of all if nobody has.
    pub(super) fn centre(&mut self, unlimited: &[[bool; 2]]) {
        let nobody = !unlimited.contains(&LIMITED);
        let counted: Vec<f64> = self
            .elo
            .iter()
            .zip(unlimited)
            .filter(|(_, ends)| nobody || **ends == LIMITED)
            .map(|(elo, _)| *elo)
            .collect();
        let mean = counted.iter().sum::<f64>() / counted.len().max(1) as f64;
        self.elo.iter_mut().for_each(|elo| *elo -= mean);
    }
}

/// A rating with limits on both sides.
pub(super) const LIMITED: [bool; 2] = [false; 2];

/// Elo points in a factor e of strength.
pub(super) const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The likeliest ratings of `count` players.
#[must_use]
pub fn ratings(count: usize, meetings: &[Meeting]) -> Ratings {
    let mut found = likeliest(count, meetings);
    let unlimited = found.unlimited.clone();
    found.centre(&unlimited);
    found
}

/// The likeliest ratings, their zero anywhere.
pub(super) fn likeliest(count: usize, meetings: &[Meeting]) -> Ratings {
    let dominance = Dominance::new(count, meetings);
    let imagined = !dominance.is_connected();
    let with_draws = |meeting: &Meeting| match imagined && meeting.games > 0.0 {
        true => Meeting { points: meeting.points + 0.5, games: meeting.games + 1.0, ..*meeting },
        false => *meeting,
    };
    let meetings: Vec<Meeting> = meetings.iter().map(with_draws).collect();
    let strengths = strengths(count, &meetings, vec![1.0; count]);
    let elo = strengths.iter().map(|strength| SCALE * libm::log(strength.max(1e-300)));
    Ratings { elo: elo.collect(), imagined, unlimited: dominance.unlimited() }
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

#[cfg(test)]
mod tests {
    use super::super::fisher::fisher_errors;
    use super::*;

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
}
