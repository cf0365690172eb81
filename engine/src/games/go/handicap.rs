//! Stones that Black has before the game begins: where the Go Text Protocol puts them (version 2,
//! draft 2, fixed handicap placement).

use super::{Go, Rules, Vertex};
use crate::game::Side;

impl Rules {
    /// The star points for `count` stones: on the fourth lines, on boards below 12×12 on the third.
    /// `None` unless 2 ≤ `count` ≤ [`most_handicap`](Self::most_handicap).
    #[must_use]
    pub fn handicap(self, count: usize) -> Option<Vec<Vertex>> {
        if !(2..=self.most_handicap()).contains(&count) {
            return None;
        }
        let size = self.size();
        let near = if size < 12 { 2 } else { 3 };
        let (far, middle) = (size - 1 - near, size / 2);
        let corners = [(near, near), (far, far), (near, far), (far, near)];
        let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
        let on_sides = count.saturating_sub(4) / 2 * 2;
        let mut points = corners[..count.min(4)].to_vec();
        points.extend(&sides[..on_sides]);
        if count > 4 && count % 2 == 1 {
            points.push((middle, middle));
        }
        Some(
            points
                .into_iter()
                .map(|(column, row)| Vertex::from_index(row * size + column, size))
                .collect(),
        )
    }

    /// The most stones that there are star points for: none below 7×7, four where no point is in
    /// the middle of a side or all would be too close.
    #[must_use]
    pub fn most_handicap(self) -> usize {
        match self.size() {
            ..7 => 0,
            size if size == 7 || size % 2 == 0 => 4,
            _ => 9,
        }
    }
}

impl Go {
    /// The same position with more stones on the board and `side` to move; `None` if a point is
    /// taken or not on the board, or if a chain would be left without a liberty.
    #[must_use]
    pub fn with_stones(&self, stones: &[(Side, Vertex)], side: Side) -> Option<Self> {
        let mut next = self.with_side_to_move(side);
        for &(owner, vertex) in stones {
            let size = self.rules.size();
            if !vertex.is_on_board(size) || next.stone(vertex).is_some() {
                return None;
            }
            let point = next.board.point(vertex.index(size));
            next.board.put(point, owner);
        }
        next.board.breathless().is_none().then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(size: usize, count: usize) -> Option<String> {
        let points = Rules::new(size).unwrap().handicap(count)?;
        Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn stones_lie_where_the_protocol_wants_them() {
        assert_eq!(points(9, 2).unwrap(), "C3 G7");
        assert_eq!(points(9, 3).unwrap(), "C3 G7 C7");
        assert_eq!(points(9, 5).unwrap(), "C3 G7 C7 G3 E5");
        assert_eq!(points(9, 7).unwrap(), "C3 G7 C7 G3 C5 G5 E5");
        assert_eq!(points(19, 9).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(points(8, 4).unwrap(), "C3 F6 C6 F3");
        for (size, count) in [(9, 1), (9, 10), (8, 5), (7, 5), (6, 2)] {
            assert_eq!(points(size, count), None, "{count} on {size}");
        }
    }

    #[test]
    fn what_is_set_up_has_liberties() {
        let corner = |text: &str| {
            let stones: Vec<(Side, Vertex)> = text
                .split(' ')
                .map(|stone| {
                    (
                        if stone.starts_with('b') { Side::First } else { Side::Second },
                        stone[1..].parse().unwrap(),
                    )
                })
                .collect();
            Go::default().with_stones(&stones, Side::Second)
        };
        assert_eq!(corner("bA1 wA2").unwrap().stones(Side::First), 1);
        assert_eq!(corner("bA1 wA2 wB1"), None);
        assert_eq!(corner("bA1 wA1"), None);
        assert_eq!(corner("bT19"), None);
    }
}
