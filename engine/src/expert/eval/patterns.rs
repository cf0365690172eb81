//! What the learned evaluation looks at: how 58 patterns of squares are filled, and five counts.
//!
//! Most patterns are the ones that Othello programs have used since Buro's Logistello (1997):
//! corners, edges, lines and diagonals, each shape in all its symmetric places. Two blocks of 2×4
//! are added: without them the mean square error at 20 empty squares is 49.3 instead of 48.0. A
//! pattern's *index* has a ternary digit for each of its squares: 0 if empty, 1 for a disc of the
//! mover, 2 for one of the opponent. A *term* is a number that says which pattern is filled how, or
//! which count is how large; the evaluation adds up what is learned of each term of a position.
//!
//! How the indices are found is in `indices`.

use std::ops::{Range, RangeInclusive};

use super::indices::Indices;
use crate::expert::position::Board;
use crate::games::othello::{Isa, Symmetry};

/// The terms of a position.
pub const TERMS: usize = PATTERNS + COUNTS;
/// All terms there are: for each shape every way to fill it, then every value of each count.
pub const ALL_TERMS: usize = COUNTS_FROM + COUNTS * COUNT_VALUES;

/// Shapes of patterns.
pub(super) const SHAPES: usize = 13;
/// Patterns, with all symmetric places.
pub(super) const PATTERNS: usize = 58;
/// The counts: the mover's moves, the opponent's, potential mobility of both, empty squares.
pub(super) const COUNTS: usize = 5;
/// Values of a count, from 0.
const COUNT_VALUES: usize = 64;
/// The squares of the largest shape.
const LARGEST: usize = 10;

/// One place of each shape, as squares in the order of their digits, the lowest first (0 is a1, 7
/// is h1).
const SQUARES: [&[u8]; SHAPES] = [
    // The corner, 3×3.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // The corner as a triangle.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // The edge with the squares diagonal to its corners.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // The corner, 2×5.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The second, third and fourth line.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // The diagonals of eight to five squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    // Blocks of 2×4: beside the corner one line in, and in the middle of the edge.
    &[9, 10, 11, 12, 17, 18, 19, 20],
    &[2, 3, 4, 5, 10, 11, 12, 13],
];

/// A shape in one of its places.
#[derive(Clone, Copy)]
struct Pattern {
    shape: usize,
    squares: [u8; LARGEST],
}

/// The places of all shapes, shape by shape.
const ALL_PATTERNS: [Pattern; PATTERNS] = {
    let mut patterns = [Pattern { shape: 0, squares: [0; LARGEST] }; PATTERNS];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = image(SQUARES[shape], Symmetry::ALL[symmetry]);
            let mut place = first;
            while place < count && set(&patterns[place].squares, shape) != set(&squares, shape) {
                place += 1;
            }
            if place == count {
                patterns[count] = Pattern { shape, squares };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == PATTERNS);
    patterns
};

const fn image(shape: &[u8], symmetry: Symmetry) -> [u8; LARGEST] {
    let mut squares = [0; LARGEST];
    let mut digit = 0;
    while digit < shape.len() {
        squares[digit] = symmetry.map(shape[digit] as u32, 8) as u8;
        digit += 1;
    }
    squares
}

const fn set(squares: &[u8; LARGEST], shape: usize) -> u64 {
    let mut set = 0;
    let mut digit = 0;
    while digit < SQUARES[shape].len() {
        set |= 1 << squares[digit];
        digit += 1;
    }
    set
}

/// For each shape the number of its first pattern, and at last the number of patterns.
pub(super) const PLACES_FROM: [usize; SHAPES + 1] = {
    let mut from = [0; SHAPES + 1];
    let mut pattern = 0;
    while pattern < PATTERNS {
        pattern += 1;
        from[ALL_PATTERNS[pattern - 1].shape + 1] = pattern;
    }
    from
};

/// For each shape the number of its first term; behind the last one the counts begin.
pub(super) const SHAPE_FROM: [usize; SHAPES + 1] = {
    let mut from = [0; SHAPES + 1];
    let mut shape = 0;
    while shape < SHAPES {
        from[shape + 1] = from[shape] + 3_usize.pow(SQUARES[shape].len() as u32);
        shape += 1;
    }
    from
};
const COUNTS_FROM: usize = SHAPE_FROM[SHAPES];

/// What a disc of the mover on each square adds to the index of each pattern.
pub(super) const WORTH: [[u16; PATTERNS]; 64] = {
    let mut worth = [[0; PATTERNS]; 64];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let Pattern { shape, squares } = ALL_PATTERNS[pattern];
        let mut digit = 0;
        while digit < SQUARES[shape].len() {
            worth[squares[digit] as usize][pattern] = 3_u16.pow(digit as u32);
            digit += 1;
        }
        pattern += 1;
    }
    worth
};

/// For each pattern the number of its first term.
const PATTERN_FROM: [u32; PATTERNS] = {
    let mut from = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        from[pattern] = SHAPE_FROM[ALL_PATTERNS[pattern].shape] as u32;
        pattern += 1;
    }
    from
};

/// The counts of a position, in which the mover has `own_moves` and the opponent would have
/// `other_moves`, each as the number of its term.
#[inline(always)]
pub(super) fn count_terms(board: Board, own_moves: u64, other_moves: u64) -> [u32; COUNTS] {
    let mut terms = [
        own_moves.count_ones(),
        other_moves.count_ones(),
        board.potential().count_ones(),
        board.passed().potential().count_ones(),
        board.empties(),
    ];
    for (place, term) in terms.iter_mut().enumerate() {
        *term = (COUNTS_FROM + place * COUNT_VALUES) as u32 + (*term).min(COUNT_VALUES as u32 - 1);
    }
    terms
}

/// The terms of a position, given as the mover's discs and the opponent's: the patterns', then the
/// counts'.
#[inline(always)]
pub fn terms<I: Isa>(isa: I, mover: u64, opponent: u64) -> [u32; TERMS] {
    let board = Board { mover, opponent };
    let indices = Indices::of(board);
    let counts = count_terms(board, board.legal(isa), board.passed().legal(isa));
    std::array::from_fn(|term| match term.checked_sub(PATTERNS) {
        None => PATTERN_FROM[term] + u32::from(indices.0[term]),
        Some(place) => counts[place],
    })
}

/// Which terms are the same up to symmetry, and so have the same weight: for each term the number
/// of its *class*. The classes are numbered from 0 without a gap, in the order of their first
/// terms.
#[must_use]
pub fn classes() -> Vec<u32> {
    let mut classes = vec![u32::MAX; ALL_TERMS];
    let mut count = 0;
    for (shape, squares) in SQUARES.iter().enumerate() {
        let mirrors = mirrors(squares);
        for index in 0..3_usize.pow(squares.len() as u32) {
            if classes[SHAPE_FROM[shape] + index] == u32::MAX {
                for mirror in &mirrors {
                    classes[SHAPE_FROM[shape] + mirrored(index, mirror)] = count;
                }
                count += 1;
            }
        }
    }
    for class in &mut classes[COUNTS_FROM..] {
        *class = count;
        count += 1;
    }
    classes
}

/// Terms of a position that have classes in common with no others: one shape's in all its places,
/// or one count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Which terms of a position, as [`terms`] lists them.
    pub terms: Range<usize>,
    /// All classes they can have.
    pub classes: Range<usize>,
}

/// All families, in the order of their terms and of their classes.
#[must_use]
pub fn families() -> Vec<Family> {
    let classes = classes();
    let ends = (0..SHAPES).map(|shape| (PLACES_FROM[shape + 1], SHAPE_FROM[shape + 1]));
    let counts = (1..=COUNTS).map(|count| (PATTERNS + count, COUNTS_FROM + count * COUNT_VALUES));
    let mut from = (0, 0);
    let family = |(terms, all_terms): (usize, usize)| {
        let end = classes.get(all_terms).map_or(CLASSES, |class| *class as usize);
        let family = Family { terms: from.0..terms, classes: from.1..end };
        from = (terms, end);
        family
    };
    ends.chain(counts).map(family).collect()
}

/// The number of classes.
pub const CLASSES: usize = 153_923;

/// The symmetries that lay a shape onto itself: for each digit where it goes.
fn mirrors(shape: &[u8]) -> Vec<Vec<usize>> {
    let digit_of = |square| shape.iter().position(|&other| u32::from(other) == square);
    let mirror = |symmetry: Symmetry| {
        shape
            .iter()
            .map(|&square| digit_of(symmetry.map(square.into(), 8)))
            .collect::<Option<Vec<_>>>()
    };
    Symmetry::ALL.into_iter().filter_map(mirror).collect()
}

/// The index whose digits are those of `index`, each at its mirrored place.
fn mirrored(index: usize, mirror: &[usize]) -> usize {
    let digits = mirror.iter().scan(index, |rest, place| {
        let digit = *rest % 3;
        *rest /= 3;
        Some(digit * 3_usize.pow(*place as u32))
    });
    digits.sum()
}

/// The number of different sets of weights: one for each two numbers of empty squares.
pub const STAGES: usize = 24;

/// The stage of positions by their number of empty squares: 0 for 0 to 7, 1 for 8 and 9, …, 23 for
/// 52 and more.
#[inline]
#[must_use]
pub const fn stage(empties: u32) -> usize {
    match empties {
        0..=7 => 0,
        8..=51 => empties as usize / 2 - 3,
        _ => STAGES - 1,
    }
}

/// The numbers of empty squares of a stage's positions, of which each has four discs or more.
#[must_use]
pub const fn empties_of(stage: usize) -> RangeInclusive<u32> {
    const LAST: usize = STAGES - 1;
    match stage {
        0 => 0..=7,
        1..LAST => 2 * stage as u32 + 6..=2 * stage as u32 + 7,
        _ => 52..=60,
    }
}

/// A number that changes whenever the terms get another meaning.
#[must_use]
pub fn identity() -> u64 {
    let shapes = SQUARES.iter().flat_map(|squares| squares.iter().copied().chain([255]));
    let numbers =
        [COUNTS, COUNT_VALUES, STAGES].into_iter().flat_map(|number| (number as u32).to_le_bytes());
    super::weights_file::checksum(shapes.chain(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::{Othello8, Portable};
    use crate::random::Random;

    /// The positions of random games.
    fn positions() -> Vec<Othello8> {
        let mut random = Random::from_seed(1);
        let mut positions = Vec::new();
        for _ in 0..30 {
            let mut position = Othello8::default();
            while position.final_score().is_none() {
                positions.push(position);
                let count = position.moves().len();
                let mv = position.moves().nth(random.below(count)).unwrap();
                position = position.play(mv);
            }
        }
        positions
    }

    #[test]
    fn indices_are_the_digits_on_every_position_of_random_games() {
        for position in positions() {
            let board = Board::from(&position);
            for (pattern, index) in ALL_PATTERNS.iter().zip(Indices::of(board).0) {
                let digits = pattern.squares[..SQUARES[pattern.shape].len()].iter().rev();
                let expected = digits.fold(0, |index, &square| {
                    let digit = (board.mover >> square & 1) + 2 * (board.opponent >> square & 1);
                    3 * index + digit as u16
                });
                assert_eq!(index, expected);
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_classes() {
        let classes = classes();
        for position in positions() {
            let of = |position: Othello8| {
                let mut found: Vec<u32> = terms(Portable, position.mover(), position.opponent())
                    .map(|term| classes[term as usize])
                    .to_vec();
                found.sort_unstable();
                found
            };
            for symmetry in Symmetry::ALL {
                assert_eq!(of(position.transformed(symmetry)), of(position));
            }
        }
    }

    #[test]
    fn classes_are_numbered_without_a_gap_and_mirrored_fillings_share_one() {
        let classes = classes();
        let mut seen = vec![0; CLASSES];
        for class in &classes {
            seen[*class as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0));
        // A shape whose only symmetry is a reflection has pairs and single ones, the corner 2×5 has
        // none.
        assert_eq!(seen.iter().filter(|&&count| count > 2).count(), 0);
        let of_2x5 = &classes[SHAPE_FROM[3]..SHAPE_FROM[4]];
        assert!(of_2x5.iter().all(|&class| seen[class as usize] == 1));
    }

    #[test]
    fn families_share_no_class_and_leave_out_no_term() {
        let (families, classes) = (families(), classes());
        let ends = |family: &Family| (family.terms.end, family.classes.end);
        assert_eq!(families.last().map(ends), Some((TERMS, CLASSES)));
        for position in positions() {
            let found = terms(Portable, position.mover(), position.opponent());
            for Family { terms, classes: own } in &families {
                let class = |term: &u32| classes[*term as usize] as usize;
                assert!(found[terms.clone()].iter().map(class).all(|class| own.contains(&class)));
            }
        }
    }

    #[test]
    fn every_square_is_in_some_pattern_and_stages_cover_all_positions() {
        let covered =
            ALL_PATTERNS.iter().fold(0, |all, pattern| all | set(&pattern.squares, pattern.shape));
        assert_eq!(covered, u64::MAX);
        let stages: Vec<usize> = (0..=64).map(stage).collect();
        assert!(stages.is_sorted());
        assert!(stages.windows(2).all(|pair| pair[1] - pair[0] <= 1));
        assert_eq!((stages[0], stages[64]), (0, STAGES - 1));
        let empties = (0..STAGES).flat_map(|own| empties_of(own).map(move |count| (count, own)));
        assert!(empties.eq((0..=60).map(|count| (count, stage(count)))));
    }
}
