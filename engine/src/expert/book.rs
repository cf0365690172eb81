//! The opening book: what the engine's own searches, made beforehand, say of the first moves of a
//! game. It lets the engine answer at once, and not always the same.
//!
//! A book has positions up to symmetry, each with the moves that are worth nearly as much as the
//! best one. It is made by `yomi-train book`. In a file:
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 8 | `YOMIBOOK` |
//! | 4 | version of the format, 2 |
//! | 4 | plies of the searches |
//! | 4 | how sure they were, in per cent |
//! | 4 | positions |
//! | 8, 8, 1 | for each position the mover's discs, the opponent's, the number of moves |
//! | 1, 2 | for each of its moves the square and the value for the mover in 128ths of a disc |
//! | 8 | checksum of all bytes before (FNV-1a) |
//!
//! Numbers are little-endian. Bit 0 and square 0 are a1, 7 is h1. Positions are
//! [canonical](Othello8::canonical) and in the order of their words.

use std::sync::LazyLock;

use super::eval::Selectivity;
use super::eval::weights_file::checksum;
use super::units::Value;
use crate::game::Game;
use crate::games::othello::{Move, Othello8, Symmetry};
use crate::random::Random;
use crate::score::Score;

const MAGIC: &[u8; 8] = b"YOMIBOOK";
const VERSION: u32 = 2;

/// A book of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Plies of the searches that it was made by.
    pub depth: u32,
    /// How sure they were that no cut changed a value.
    pub selectivity: Selectivity,
    positions: Vec<Entry>,
}

/// A position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    words: (u64, u64),
    moves: Vec<(u8, i16)>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move, in units of [`UNIT`](super::UNIT) a disc.
    pub score: Score,
}

/// What is wrong with a file of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file begins with something else.
    #[error("not an opening book")]
    Foreign,
    /// Another version of this program wrote the file.
    #[error("an opening book in version {0} of the format, this program knows version {VERSION}")]
    Version(u32),
    /// Bytes are missing or changed.
    #[error("the opening book is damaged")]
    Damaged,
}

/// The book that is part of the program.
static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
    let bytes = include_bytes!("../../weights/othello.book");
    Book::from_bytes(bytes).expect("the book in the program is whole")
});

impl Book {
    /// The book that is part of the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// A book of positions with their moves, all of them legal, and how deep and sure the searches
    /// were that valued them. A pass needs no book: positions without another move are left out.
    /// Values are kept within ±64 discs. Of several entries for symmetric positions the first
    /// counts.
    #[must_use]
    pub fn new(
        depth: u32,
        selectivity: Selectivity,
        positions: impl IntoIterator<Item = (Othello8, Vec<BookMove>)>,
    ) -> Self {
        let entry = |(position, moves): (Othello8, Vec<BookMove>)| {
            let symmetry = to_canonical(&position);
            let canonical = position.transformed(symmetry);
            let moves = moves.iter().filter_map(|known| match known.mv {
                Move::Place(square) => {
                    let square = symmetry.map_square(square, 8).index(8);
                    Some((square as u8, Value(known.score.0).bounded().0 as i16))
                }
                Move::Pass => None,
            });
            Entry { words: words(&canonical), moves: moves.collect() }
        };
        let mut positions: Vec<Entry> = positions.into_iter().map(entry).collect();
        positions.retain(|entry| !entry.moves.is_empty());
        positions.sort_by_key(|entry| entry.words);
        positions.dedup_by_key(|entry| entry.words);
        Self { depth, selectivity, positions }
    }

    /// The number of positions, symmetric ones counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves that the book knows in a position, in the order of the board; none outside the
    /// book.
    #[must_use]
    pub fn moves(&self, position: &Othello8) -> Vec<BookMove> {
        let symmetry = to_canonical(position);
        let words = words(&position.transformed(symmetry));
        let Ok(place) = self.positions.binary_search_by_key(&words, |entry| entry.words) else {
            return Vec::new();
        };
        let known = &self.positions[place].moves;
        let value = |mv| match mv {
            Move::Place(square) => {
                let square = symmetry.map_square(square, 8).index(8);
                known.iter().find(|known| u32::from(known.0) == square).map(|known| known.1)
            }
            Move::Pass => None,
        };
        let moves = position.moves();
        moves.filter_map(|mv| Some(BookMove { mv, score: Score(value(mv)?.into()) })).collect()
    }

    /// One of the book's moves in a position, each as likely as the others; `None` outside the
    /// book.
    #[must_use]
    pub fn choose(&self, position: &Othello8, random: &mut Random) -> Option<BookMove> {
        let moves = self.moves(position);
        (!moves.is_empty()).then(|| moves[random.below(moves.len())])
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let sure = u32::from(self.selectivity.percent());
        for number in [VERSION, self.depth, sure, self.positions.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for Entry { words, moves } in &self.positions {
            bytes.extend([words.0, words.1].iter().flat_map(|word| word.to_le_bytes()));
            bytes.push(moves.len() as u8);
            for (square, value) in moves {
                bytes.push(*square);
                bytes.extend(value.to_le_bytes());
            }
        }
        bytes.extend(checksum(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a whole file of a book.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Foreign)?;
        let (version, _) = rest.split_first_chunk().ok_or(BookError::Damaged)?;
        match u32::from_le_bytes(*version) {
            VERSION => {}
            other => return Err(BookError::Version(other)),
        }
        let (before, sum) = bytes.split_last_chunk().ok_or(BookError::Damaged)?;
        if checksum(before.iter().copied()) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        before.get(MAGIC.len() + 4..).and_then(Self::body).ok_or(BookError::Damaged)
    }

    /// What stands between the version and the checksum.
    fn body(mut bytes: &[u8]) -> Option<Self> {
        fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (first, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            Some(*first)
        }
        let depth = u32::from_le_bytes(take(&mut bytes)?);
        let sure = u8::try_from(u32::from_le_bytes(take(&mut bytes)?)).ok()?;
        let selectivity = Selectivity::from_percent(sure)?;
        let count = u32::from_le_bytes(take(&mut bytes)?);
        let mut positions = Vec::new();
        for _ in 0..count {
            let words =
                (u64::from_le_bytes(take(&mut bytes)?), u64::from_le_bytes(take(&mut bytes)?));
            let [moves] = take(&mut bytes)?;
            let mut next =
                || Some((take::<1>(&mut bytes)?[0], i16::from_le_bytes(take(&mut bytes)?)));
            let moves: Option<Vec<_>> = (0..moves).map(|_| next()).collect();
            positions.push(Entry { words, moves: moves? });
        }
        let sorted = positions.is_sorted_by(|one, other| one.words < other.words);
        let worth = |entry: &Entry| {
            let possible = |&(square, value): &(u8, i16)| {
                square < 64 && Value(value.into()) == Value(value.into()).bounded()
            };
            !entry.moves.is_empty() && entry.moves.iter().all(possible)
        };
        (bytes.is_empty() && sorted && positions.iter().all(worth)).then_some(Self {
            depth,
            selectivity,
            positions,
        })
    }
}

fn words(position: &Othello8) -> (u64, u64) {
    (position.mover(), position.opponent())
}

/// The symmetry that takes a position to its canonical one.
fn to_canonical(position: &Othello8) -> Symmetry {
    let order = |symmetry: &Symmetry| words(&position.transformed(*symmetry));
    Symmetry::ALL.into_iter().min_by_key(order).expect("there are eight")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expert::UNIT;
    use crate::games::othello::Square;

    fn place(name: &str) -> Move {
        Move::Place(name.parse::<Square>().expect("a square"))
    }

    /// Two positions, the second after d3 c3.
    fn book() -> Book {
        let start = Othello8::default();
        let later = start.play(place("d3")).play(place("c3"));
        let mv = |name, score| BookMove { mv: place(name), score: Score(score) };
        Book::new(
            12,
            Selectivity::USUAL,
            [(start, vec![mv("d3", -5), mv("f5", -5)]), (later, vec![mv("c4", 40), mv("b3", -90)])],
        )
    }

    #[test]
    fn symmetric_positions_have_the_same_moves_where_they_lie() {
        let book = book();
        let later = Othello8::default().play(place("d3")).play(place("c3"));
        for symmetry in Symmetry::ALL {
            let position = later.transformed(symmetry);
            let found = book.moves(&position);
            assert_eq!(found.len(), 2);
            for (name, score) in [("c4", 40), ("b3", -90)] {
                let square = symmetry.map_square(name.parse().unwrap(), 8);
                let expected = BookMove { mv: Move::Place(square), score: Score(score) };
                assert!(found.contains(&expected), "{symmetry:?}: {found:?}");
            }
        }
        assert!(book.moves(&later.play(place("c4"))).is_empty());
    }

    #[test]
    fn a_choice_is_one_of_the_moves_and_all_come_up() {
        let book = book();
        let mut random = Random::from_seed(1);
        let chosen = |random: &mut Random| book.choose(&Othello8::default(), random).unwrap().mv;
        let all: std::collections::HashSet<_> = (0..50).map(|_| chosen(&mut random)).collect();
        assert_eq!(all, [place("d3"), place("f5")].into());
    }

    #[test]
    fn a_book_survives_a_file_and_every_changed_or_missing_byte_is_noticed() {
        let book = book();
        let bytes = book.to_bytes();
        assert_eq!(Book::from_bytes(&bytes), Ok(book));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(Book::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(Book::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
        }
        assert_eq!(Book::from_bytes(b"rubbish"), Err(BookError::Foreign));
    }

    /// What no file may have, `new` does not make: entries without moves, values of no position.
    #[test]
    fn every_book_that_can_be_made_survives_a_file() {
        let start = Othello8::default();
        let stuck: Othello8 = format!("{}OX- X", "X".repeat(61)).parse().unwrap();
        assert_eq!(stuck.moves().next(), Some(Move::Pass));
        let value = |mv, score| BookMove { mv, score: Score(score) };
        let book = Book::new(
            1,
            Selectivity::CERTAIN,
            [
                (stuck, vec![value(Move::Pass, 3)]),
                (start, vec![value(place("d3"), 40_000), value(place("c4"), i32::MIN)]),
            ],
        );
        assert_eq!(book.len(), 1);
        let scores: Vec<_> = book.moves(&start).iter().map(|known| known.score.0).collect();
        assert_eq!(scores, [64 * UNIT, -64 * UNIT]);
        assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    }

    /// Every move of the embedded book can be played, and the value it claims is what its reply is
    /// worth where the book goes on.
    #[test]
    fn the_embedded_book_has_legal_moves_that_lead_to_one_another() {
        let book = Book::embedded();
        assert!(!book.is_empty());
        assert_eq!((book.depth, book.selectivity.percent()), (18, 73));
        for entry in &book.positions {
            let (mover, opponent) = entry.words;
            let position = Othello8::new(mover, opponent, crate::game::Side::First).unwrap();
            let moves = book.moves(&position);
            assert_eq!(moves.len(), entry.moves.len());
            for BookMove { mv, score } in moves {
                let replies = book.moves(&position.play(mv));
                if let Some(best) = replies.iter().map(|reply| reply.score).max() {
                    assert_eq!(score, -best);
                }
            }
        }
    }
}
