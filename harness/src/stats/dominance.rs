//! Who has points against whom, directly or over others: what decides whether ratings exist.

use super::ratings::Meeting;

/// Players by whom they have points against, directly or over others.
pub(super) struct Dominance {
    count: usize,
    groups: Vec<Group>,
}

/// Players that all have points, directly or over others, against each other, and no others that
/// do so with them.
struct Group {
    members: Vec<usize>,
    /// Whom the group has points against, its members among them.
    below: Vec<bool>,
    /// Who has points against the group, its members among them.
    above: Vec<bool>,
}

impl Dominance {
    /// What the meetings of `count` players say.
    pub(super) fn new(count: usize, meetings: &[Meeting]) -> Self {
        let [downwards, upwards] = neighbours(count, meetings);
        let mut placed = vec![false; count];
        let mut groups = Vec::new();
        for player in 0..count {
            if placed[player] {
                continue;
            }
            let (below, above) = (reached(&downwards, player), reached(&upwards, player));
            let members: Vec<usize> =
                (0..count).filter(|&other| below[other] && above[other]).collect();
            members.iter().for_each(|&member| placed[member] = true);
            groups.push(Group { members, below, above });
        }
        Self { count, groups }
    }

    /// Whether everybody has points, directly or over others, against everybody.
    pub(super) fn is_connected(&self) -> bool {
        self.groups.len() <= 1
    }

    /// Which ratings have no limit: above, or below. Those of the largest group have limits, and
    /// who is above or below it has none there. If several groups are equally large, none of them
    /// is the middle: who has anybody below its own group has no limit above, and the reverse.
    pub(super) fn unlimited(&self) -> Vec<[bool; 2]> {
        let middle = self.middle();
        let mut ends = vec![[false; 2]; self.count];
        for group in &self.groups {
            let open = match middle {
                Some(middle) => {
                    let member = group.members[0];
                    [!middle.below[member], !middle.above[member]]
                }
                None => [&group.above, &group.below].map(|all| all.contains(&false)),
            };
            group.members.iter().for_each(|&member| ends[member] = open);
        }
        ends
    }

    /// The group that is larger than all others.
    fn middle(&self) -> Option<&Group> {
        let largest = self.groups.iter().map(|group| group.members.len()).max()?;
        let mut middle = self.groups.iter().filter(|group| group.members.len() == largest);
        middle.next().filter(|_| middle.next().is_none())
    }
}

/// For every player whom it has points against, and who has points against it.
fn neighbours(count: usize, meetings: &[Meeting]) -> [Vec<Vec<usize>>; 2] {
    let [mut downwards, mut upwards] = [(); 2].map(|()| vec![Vec::new(); count]);
    for &Meeting { players: [one, other], points, games } in meetings {
        let ways = [(points > 0.0, one, other), (points < games, other, one)];
        for (_, winner, loser) in ways.into_iter().filter(|way| way.0) {
            downwards[winner].push(loser);
            upwards[loser].push(winner);
        }
    }
    [downwards, upwards]
}

/// Who is reached from a player, itself, too.
fn reached(neighbours: &[Vec<usize>], player: usize) -> Vec<bool> {
    let mut reached = vec![false; neighbours.len()];
    let mut next = vec![player];
    while let Some(player) = next.pop() {
        if !std::mem::replace(&mut reached[player], true) {
            next.extend(neighbours[player].iter().filter(|&&other| !reached[other]));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(one: usize, other: usize, points: f64) -> Meeting {
        Meeting { players: [one, other], points, games: 2.0 }
    }

    fn unlimited(count: usize, meetings: &[Meeting]) -> Vec<[bool; 2]> {
        Dominance::new(count, meetings).unlimited()
    }

    /// 0 beats 1 and 2, who beat each other.
    #[test]
    fn who_wins_everything_has_no_limit() {
        let swept = [meeting(0, 1, 2.0), meeting(0, 2, 2.0), meeting(1, 2, 1.0)];
        assert!(!Dominance::new(3, &swept).is_connected());
        assert_eq!(unlimited(3, &swept), [[true, false], [false; 2], [false; 2]]);
        let lost = [meeting(0, 1, 0.0), meeting(0, 2, 0.0), meeting(1, 2, 1.0)];
        assert_eq!(unlimited(3, &lost), [[false, true], [false; 2], [false; 2]]);
        // A draw is enough.
        let drawn = [meeting(0, 1, 1.5), meeting(0, 2, 2.0), meeting(1, 2, 1.0)];
        assert!(Dominance::new(3, &drawn).is_connected());
        assert_eq!(unlimited(3, &drawn), [[false; 2]; 3]);
    }

    /// Each beats all that come after it: nothing says how far anybody is from anybody.
    #[test]
    fn of_a_mere_order_nobody_has_limits_on_both_sides() {
        let order = [meeting(0, 1, 2.0), meeting(0, 2, 2.0), meeting(1, 2, 2.0)];
        assert_eq!(unlimited(3, &order), [[true, false], [true; 2], [false, true]]);
        assert_eq!(unlimited(2, &order[..1]), [[true, false], [false, true]]);
    }

    /// Two pairs of equals, of whom one pair beats the other, and one player between them: whoever
    /// is listed first, the same players have the same limits.
    #[test]
    fn limits_do_not_depend_on_the_order_of_players() {
        const STRENGTHS: [u32; 5] = [2, 2, 1, 0, 0];
        let orders = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 0, 2, 4, 1], [2, 3, 4, 0, 1]];
        for order in orders {
            let mut meetings = Vec::new();
            for one in 0..5 {
                for other in one + 1..5 {
                    let [first, second] = [one, other].map(|place| STRENGTHS[order[place]]);
                    let points = f64::from(u8::from(first >= second) + u8::from(first > second));
                    meetings.push(meeting(one, other, points));
                }
            }
            let open = [[false, true], [true; 2], [true, false]];
            let expected: Vec<[bool; 2]> =
                order.iter().map(|&player| open[STRENGTHS[player] as usize]).collect();
            assert_eq!(unlimited(5, &meetings), expected, "{order:?}");
        }
    }
}
