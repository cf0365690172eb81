//! Who has points against whom, directly or over others: what decides whether ratings exist.

use super::ratings::Meeting;

/// Whether everybody has points, directly or over others, against everybody.
pub(super) fn is_connected(count: usize, meetings: &[Meeting]) -> bool {
    let all = |reached: Vec<bool>| reached.iter().all(|&reached| reached);
    count == 0
        || (all(reached(count, meetings, 0, true)) && all(reached(count, meetings, 0, false)))
}

/// Which ratings have no limit: above, or below. If a group of players has points against each
/// other, these have limits, and who is above or below all of them has none there; of players of
/// whom no two have points against each other the first has none above and the last none below.
pub(super) fn unlimited(count: usize, meetings: &[Meeting]) -> Vec<[bool; 2]> {
    let beats: Vec<Vec<bool>> =
        (0..count).map(|player| reached(count, meetings, player, true)).collect();
    let group =
        |one: usize| (0..count).filter(|&other| beats[one][other] && beats[other][one]).count();
    let middle = (0..count).rev().max_by_key(|&player| group(player));
    let middle = middle.filter(|&player| group(player) > 1);
    let ends = |player: usize| match middle {
        Some(middle) => {
            let [above, below] = [beats[player][middle], beats[middle][player]];
            [above && !below, below && !above]
        }
        None => {
            let others = || (0..count).filter(|&other| other != player);
            [
                others().all(|other| !beats[other][player]),
                others().all(|other| !beats[player][other]),
            ]
        }
    };
    (0..count).map(ends).collect()
}

/// Whom a player has points against, directly or over others, or, if not `downwards`, who has
/// points against the player; itself, too.
fn reached(count: usize, meetings: &[Meeting], player: usize, downwards: bool) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut next = vec![player];
    while let Some(player) = next.pop() {
        if std::mem::replace(&mut reached[player], true) {
            continue;
        }
        for &Meeting { players: [one, other], points, games } in meetings {
            let [forth, back] = match downwards {
                true => [points > 0.0, points < games],
                false => [points < games, points > 0.0],
            };
            next.extend((forth && one == player).then_some(other));
            next.extend((back && other == player).then_some(one));
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

    /// 0 beats 1 and 2, who beat each other.
    #[test]
    fn who_wins_everything_has_no_limit() {
        let swept = [meeting(0, 1, 2.0), meeting(0, 2, 2.0), meeting(1, 2, 1.0)];
        assert!(!is_connected(3, &swept));
        assert_eq!(unlimited(3, &swept), [[true, false], [false; 2], [false; 2]]);
        let lost = [meeting(0, 1, 0.0), meeting(0, 2, 0.0), meeting(1, 2, 1.0)];
        assert_eq!(unlimited(3, &lost), [[false, true], [false; 2], [false; 2]]);
        // A draw is enough.
        let drawn = [meeting(0, 1, 1.5), meeting(0, 2, 2.0), meeting(1, 2, 1.0)];
        assert!(is_connected(3, &drawn));
        assert_eq!(unlimited(3, &drawn), [[false; 2]; 3]);
    }

    /// Each beats all that come after it.
    #[test]
    fn of_a_mere_order_the_ends_have_no_limit() {
        let order = [meeting(0, 1, 2.0), meeting(0, 2, 2.0), meeting(1, 2, 2.0)];
        assert_eq!(unlimited(3, &order), [[true, false], [false; 2], [false, true]]);
        assert_eq!(unlimited(2, &order[..1]), [[true, false], [false, true]]);
    }
}
