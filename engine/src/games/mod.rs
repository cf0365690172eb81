//! The rules of each game, and nothing about playing it well.

pub mod explicit_tree;
pub mod go;
pub mod othello;
pub mod symmetry;
pub mod tictactoe;
