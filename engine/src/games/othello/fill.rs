//! The generic kernel: any even board from 4×4 to 10×10, square by square, written to be checked by
//! eye.
//!
//! It is the oracle for the fast 8×8 kernel and serves the sizes that have no kernel of their own.

use super::bits::Bits;
use super::kernel::Kernel;

/// Rules on an `N`×`N` board by walking from square to square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fill<const N: usize>;

const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl<const N: usize> Fill<N> {
    /// The outer rows and columns.
    const RIM: u128 = {
        let (mut rim, mut place) = (0, 0);
        while place < N {
            rim |= 1 << place
                | 1 << (N * (N - 1) + place)
                | 1 << (N * place)
                | 1 << (N * place + N - 1);
            place += 1;
        }
        rim
    };

    /// The discs turned from `index` in one direction: opponent's discs up to the next of the
    /// mover's own.
    fn flips_towards((right, down): (i32, i32), index: u32, mover: u128, opponent: u128) -> u128 {
        let size = N as i32;
        let (mut column, mut row) = (index as i32 % size, index as i32 / size);
        let mut flips = 0;
        loop {
            (column, row) = (column + right, row + down);
            if !(0..size).contains(&column) || !(0..size).contains(&row) {
                return 0;
            }
            let square = u128::single((row * size + column) as u32);
            if mover & square != 0 {
                return flips;
            }
            if opponent & square == 0 {
                return 0;
            }
            flips |= square;
        }
    }
}

impl<const N: usize> Kernel for Fill<N> {
    const SIZE: usize = {
        assert!(
            N.is_multiple_of(2) && N >= 4 && N <= 10,
            "Othello is played on an even board of 4 to 10"
        );
        N
    };
    type Bits = u128;
    const CORNERS: u128 = 1 | 1 << (N - 1) | 1 << (N * (N - 1)) | 1 << (N * N - 1);
    const EDGES: u128 = Self::RIM & !Self::CORNERS;

    fn legal(mover: u128, opponent: u128) -> u128 {
        let empty = !(mover | opponent) & ((1 << (N * N)) - 1);
        empty
            .indices()
            .filter(|&index| Self::flips(index, mover, opponent) != 0)
            .fold(0, |legal, index| legal | u128::single(index))
    }

    fn flips(index: u32, mover: u128, opponent: u128) -> u128 {
        DIRECTIONS.into_iter().fold(0, |flips, direction| {
            flips | Self::flips_towards(direction, index, mover, opponent)
        })
    }
}
