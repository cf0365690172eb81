//! The bench: 32 fixed positions whose node counts, added up, are the engine's signature. A change
//! that does not mean to change what is searched leaves it alone; a change that does says so with
//! the new one in CHANGELOG.md.

use super::{Expert, NoMemory, Outcome, Question, Selectivity, Settings, Strength};
use crate::games::othello::Othello8;
use crate::limits::Limits;

/// What the bench counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of the midgame positions, searched ten plies deep at 73 %.
    pub midgame: u64,
    /// Nodes of the endgame positions, solved.
    pub endgame: u64,
}

impl Bench {
    /// The signature: all nodes.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.midgame + self.endgame
    }
}

/// Whether the bench solves a position with this number of empty squares.
const fn is_endgame(empties: u32) -> bool {
    empties <= 19
}

/// Searches all positions, each with an empty memory; `progress` is told whether one was an
/// endgame, and its nodes.
///
/// # Errors
/// When there is no memory for the table.
pub fn bench(settings: Settings, mut progress: impl FnMut(bool, u64)) -> Result<Bench, NoMemory> {
    let mut expert = Expert::new(settings)?;
    let mut bench = Bench { midgame: 0, endgame: 0 };
    let unsure = Selectivity::from_percent(73).expect("a known percentage");
    for text in POSITIONS {
        let position: Othello8 = text.parse().expect("a position written below");
        let empties = 64 - (position.mover() | position.opponent()).count_ones();
        let strength =
            if is_endgame(empties) { Strength::PERFECT } else { Strength::fixed(10, unsure, 0) };
        let question = Question { strength, lines: 1, outcome: Outcome::Score };
        expert.forget();
        let nodes = expert.analyze(&position, &question, &Limits::default(), &mut |_| ()).nodes;
        if is_endgame(empties) {
            bench.endgame += nodes;
        } else {
            bench.midgame += nodes;
        }
        progress(is_endgame(empties), nodes);
    }
    Ok(bench)
}

/// Games of the engine with itself at level 5 after ten random moves, broken off with 14 to 53
/// empty squares.
const POSITIONS: [&str; 32] = [
    "--O----XXXOOO-XOXXOOOO-OXOOXXXOOOXOOXXOOOOXOXOOO-OOXOX----XXXXX- X",
    "--OXX-X--XXOXX---XXXXO---XXXOOO-XXOXXOO--XXOXXOO--XOOXX---XOXX-- O",
    "-----O----OOO--X--OOX-XX--XOXXXX--XOOXXX--XOOOXX--OOOX-X-OOO-XX- X",
    "--XXXXO-X-XXXOO-XXOOOOOOX-XXOXOO-XXXXOOX--OOXXXO---OXX---XXX---- O",
    "---XOX-----XOO-XXXXXXOXXXXOOXXOXXXOOOOXXXXXXOOOXX-OOOO----OOOOO- O",
    "--X-X---O-XX----OOXXX---OXOXXX--OXOOXX--OOOOXX----OOOO----OO--O- O",
    "------X-----OX----XXOOOOXXXXOOOO--OOOXOO--OOOOXO--OOOOOX-OOOOOOO X",
    "---OXXOO----XXO---OXXOXX-XXXXOOX--XXXOXX---XXXXX----XOXX-------X O",
    "XXXXXX---XXXXX--OOXXXO---XXOXXO-XOXOXOXOXXXOOXOOX-XOXX-O--OOX--- X",
    "--------O-X-----OOXXOOO-OXOOXOO-OOXXOXO-OOXXOXX---XOOO---X-OOOO- O",
    "---------------X---XOXXX--XOXXXX--OOXXXX--OOOXOX--X-OOXX---XXOOX X",
    "-OOO------OOX---XXXOXO---XOOXOO--OOOXOO----XXX----X-X----------- O",
    "OX---X--XXXXXX--XXOOXXO-XXXOOOO-XOXXOO--XXXXOOO-XXOOOO----OOOOO- O",
    "-----------O------XOOO-O--XOXXOX--XOXOXX--XOXOX----XOX----XXXXX- O",
    "--O--X----OXXX--OOOOOOO--OOXXX---OOXXX------XXX----------------- X",
    "----------------XXXXXO--XXXXOO--XXXOXO---XXOXOOO--XXXO---XX-X-O- O",
    "--OOOO--XOOXOO--XOOOXXXXXOXOXXOXXOOXOXOXXOXOOOXXXOO----X-------- X",
    "-----X-----XX----XXX-----XOOOO--XXOOOO----OOOO----O---O--------- O",
    "----OOO----XOO----XXOOXX--XOOXOX--OOOXXX---OOOXX-------X-------- X",
    "-----------------XXOO----OXXOX-X--OOOOXO--OOOXX-----O-OX-----O-- O",
    "OOOOOX--XOXOXXXOXXOOOXXOXOXOXXOO-XXXOOOOO-XXOOO----X-X---------- O",
    "---------O--------OOOX----XXXXX---XXOX---XXOXX----OXOX----OOOO-- O",
    "------------------OOX-----OXOX---OOOOO---XOXOO-----OOO------OO-- X",
    "------------------O------OOOX----OOXOX----OXO-X---XX-------X---- O",
    "--O-------OOX----O-XOXXO-XXXOOOX-OXOOOOXOOOXOOXX--OOXXXX--XOXXXX X",
    "-----------------OX--X----XXXO----XXXXX--OXXOO----X-O----------- O",
    "------------X-------XX----XOX-----XOO-----XOOOO----------------- X",
    "------------O-----OO-----XOXXO---XOXXO---OOXOO----XXX----------- O",
    "XXXXXX--XOXXXXX-XOXOXXOOXXOXXOX-XXXXXXXX-XOOOOO---O------------- O",
    "-------------X----O-X-----XOXX-----XO-----X------X-------------- O",
    "-------------------XOOO----OXOXX--OOOXX----OXXX----------------- X",
    "--------------------O-----XXO-X---XOOX---XO-XX------------------ O",
];
