//! The columns of every CSV file, with their units.

use crate::table::Table;

/// The columns of `games.csv`; `{}` is the game's unit of points.
const GAMES: &[(&str, &str, &str)] = &[
    ("game", "number", "which game it is; `yomi-lab replay` takes it"),
    ("variant", "name", "the variant, empty if there is one only"),
    ("opening", "number", "which opening it began with; the same for all pairs of players"),
    (
        "opening_moves",
        "moves",
        "the first moves, which were not the players' own, or the position they began from",
    ),
    ("black", "name", "who had Black"),
    ("white", "name", "who had White"),
    ("first_mover", "colour", "who moved first from the start position"),
    ("result", "colour", "who won, by the experiment's first winner rule, or `draw`"),
    ("black_{}s", "{}s", "Black's points at the end"),
    ("white_{}s", "{}s", "White's points at the end"),
    (
        "{}_difference",
        "{}s",
        "the final score for Black; in Othello with the empty squares for the winner",
    ),
    ("plies", "plies", "moves after the opening, forced passes included"),
    ("end", "words", "why the game ended"),
    ("nodes_black", "positions", "positions entered by Black's searches"),
    ("nodes_white", "positions", "positions entered by White's searches"),
    (
        "moves",
        "moves",
        "all moves from the start position, or from the opening's if that is a position, forced \
         passes left out: they replay the game",
    ),
];

/// The columns of a match's `summary.csv`.
const SUMMARY: &[(&str, &str, &str)] = &[
    ("variant", "name", "the variant, empty if there is one only"),
    ("player", "name", "whose point of view the row takes"),
    ("colour", "colour", "what the player had; `both` for both together"),
    ("opponent", "name", "against whom; `all` for everybody"),
    ("winner_rule", "name", "how winners are counted in this row"),
    ("games", "games", "how many"),
    ("distinct_games", "games", "how many of them differ in their moves, openings included"),
    ("wins", "games", "won by the player"),
    ("draws", "games", "drawn"),
    ("losses", "games", "lost by the player"),
    ("win_rate", "share, 0 to 1", "wins of all games"),
    ("win_rate_low", "share, 0 to 1", "low end of its 95 % interval"),
    ("win_rate_high", "share, 0 to 1", "high end of its 95 % interval"),
    ("score", "share, 0 to 1", "points of all games; a draw is half a point"),
    ("score_low", "share, 0 to 1", "low end of its 95 % interval"),
    ("score_high", "share, 0 to 1", "high end of its 95 % interval"),
    ("mean_{}_difference", "{}s", "mean final score for the player"),
];

/// The columns of `pairs.csv`.
const PAIRS: &[(&str, &str, &str)] = &[
    ("variant", "name", "the variant, empty if there is one only"),
    ("player", "name", "whose point of view the row takes"),
    ("opponent", "name", "against whom"),
    ("pairs", "pairs", "both games of an opening; those that were played before count once"),
    ("points_0", "pairs", "in which the player made 0 points"),
    ("points_half", "pairs", "in which it made half a point"),
    ("points_1", "pairs", "in which it made 1 point"),
    ("points_one_and_a_half", "pairs", "in which it made 1½ points"),
    ("points_2", "pairs", "in which it made 2 points"),
    ("score", "share, 0 to 1", "points of the games of these pairs"),
    (
        "score_low",
        "share, 0 to 1",
        "low end of its 95 % interval: Wilson's, from the variance of pairs",
    ),
    ("score_high", "share, 0 to 1", "high end of it"),
    ("elo", "Elo", "the score as a difference in Elo"),
    ("elo_low", "Elo", "low end of its 95 % interval: that of the score, as Elo"),
    ("elo_high", "Elo", "high end of it"),
    ("normalized_elo", "normalised Elo", "the score in standard deviations of a game"),
    ("normalized_elo_error", "normalised Elo", "half the width of its 95 % interval"),
    ("superiority", "probability", "of being the better player: one less half of p, or half of it"),
    (
        "p",
        "probability",
        "of a score as far from one half by chance: below 0.05 where the interval leaves out 0.5",
    ),
    ("p_holm", "probability", "the same, adjusted after Holm for the number of rows"),
    ("mean_difference", "{}s", "mean final score for the player"),
    ("mean_difference_low", "{}s", "low end of its 95 % interval by Student's t over pairs"),
    ("mean_difference_high", "{}s", "high end of it"),
];

/// The columns of `searches.csv`.
const SEARCHES: &[(&str, &str, &str)] = &[
    ("position", "number", "which position"),
    ("board", "text", "the squares row by row, then the side to move"),
    ("variant", "name", "the variant, empty if there is one only"),
    ("depth", "plies", "the depth of the search"),
    ("player", "name", "who searched"),
    ("move", "move", "the move chosen"),
    ("value", "the player's unit", "what the player values it at, for the side to move"),
    ("as_good", "yes or no", "whether the reference values the move as highly as its own"),
    ("nodes", "positions", "positions entered"),
    ("leaves", "positions", "positions valued"),
];

/// The columns of a search experiment's `summary.csv`.
const COSTS: &[(&str, &str, &str)] = &[
    ("variant", "name", "the variant, empty if there is one only"),
    ("player", "name", "who searched"),
    ("depth", "plies", "the depth of the searches"),
    ("positions", "positions", "how many were searched"),
    ("as_good", "positions", "in which the reference values the move as highly as its own"),
    ("same_value", "positions", "in which the value is the reference's"),
    ("mean_nodes", "positions", "positions entered by a search, on average"),
    ("mean_leaves", "positions", "positions valued by a search, on average"),
    ("nodes_share", "ratio", "nodes as a multiple of the reference's"),
];

/// The columns of `times.csv`.
const TIMES: &[(&str, &str, &str)] = &[
    ("variant", "name", "the variant, empty if there is one only"),
    ("player", "name", "who searched"),
    ("depth", "plies", "the depth of the searches"),
    ("positions", "positions", "how many were searched"),
    ("mean_ms", "milliseconds", "the time of a search, on average"),
    ("time_share", "ratio", "time as a multiple of the reference's"),
];

/// The columns of a suite's `positions.csv`.
const POSITIONS: &[(&str, &str, &str)] = &[
    ("number", "number", "which position of the suite"),
    ("empties", "squares", "empty squares"),
    ("score", "discs", "the exact score for the side to move, empty squares for the winner"),
    ("best", "move", "the best move"),
    ("line", "moves", "the expected line"),
    ("nodes", "positions", "positions entered"),
    ("seconds", "seconds", "the time it took"),
    ("nodes_per_second", "positions a second", "speed"),
    ("expected", "discs", "the problem file's score, empty if it has none"),
    ("verdict", "words", "`ok` if score and best move are the file's, else `FAIL`"),
];

/// The columns of a suite's `summary.csv`.
const FILES: &[(&str, &str, &str)] = &[
    ("file", "name", "the problem file"),
    ("positions", "positions", "how many were solved"),
    ("failed", "positions", "in which score or best move is not the file's"),
    ("nodes", "positions", "positions entered"),
    ("seconds", "seconds", "the time it took"),
    ("nodes_per_second", "positions a second", "speed"),
];

/// A kind of folder, by what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Games, their summary and pairs.
    Match {
        /// What the game counts points in.
        unit: &'static str,
    },
    /// Searches, their summary and, if asked for, times.
    Searches {
        /// Whether there is a `times.csv`.
        times: bool,
    },
    /// Positions of a suite and their summary.
    Suite,
}

/// All columns of the files in a folder: file, column, unit, meaning.
#[must_use]
pub fn columns(kind: Kind) -> Table {
    let (files, unit): (Vec<(&str, &[_])>, _) = match kind {
        Kind::Match { unit } => {
            (vec![("games.csv", GAMES), ("summary.csv", SUMMARY), ("pairs.csv", PAIRS)], unit)
        }
        Kind::Searches { times } => {
            let times = times.then_some(("times.csv", TIMES));
            let files = [("searches.csv", SEARCHES), ("summary.csv", COSTS)];
            (files.into_iter().chain(times).collect(), "")
        }
        Kind::Suite => (vec![("positions.csv", POSITIONS), ("summary.csv", FILES)], ""),
    };
    let mut table = Table::new(&["file", "column", "unit", "meaning"]);
    for (file, columns) in files {
        for (column, measure, meaning) in columns {
            let [column, measure] = [column, measure].map(|text| text.replace("{}", unit));
            table.rows.push(vec![file.to_owned(), column, measure, (*meaning).to_owned()]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    /// Every unit and meaning is said in every language.
    #[test]
    fn meanings_are_translated() {
        let kinds = ["disc", "point"].map(|unit| Kind::Match { unit });
        for kind in kinds.into_iter().chain([Kind::Searches { times: true }, Kind::Suite]) {
            let table = columns(kind);
            let told = table.in_language(Language::Japanese);
            for (row, other) in table.rows.iter().zip(&told.rows) {
                assert_eq!(row[..2], other[..2]);
                // Elo is called so everywhere.
                assert!(row[2] != other[2] || row[2] == "Elo", "{row:?}");
                assert_ne!(row[3], other[3]);
            }
        }
    }
}
