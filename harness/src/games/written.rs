//! Games written down for other programs.

use yomi_engine::game::Game as _;
use yomi_engine::game::Side;
use yomi_engine::games::go::Go;
use yomi_engine::games::othello::{Kernel, Othello};
use yomi_protocol::notation::{Board, Ending, Note, Outcome, Record, Verdict, ggf, sgf};

/// A way to write a game down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Generic Game Format, which Othello programs read.
    Ggf,
    /// Smart Game Format, which Go programs and some Othello programs read.
    Sgf,
}

impl Notation {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self == Self::Ggf { "GGF" } else { "SGF" }
    }
}

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a, M> {
    /// The names of Black and White.
    pub players: [&'a str; 2],
    /// Where it was played.
    pub event: &'a str,
    /// The points that Black is ahead at the end.
    pub lead: f64,
    /// All moves.
    pub moves: &'a [M],
    /// How it ended: what is not played to its end has no final score.
    pub ending: Ending,
}

/// A game of Othello from `start`.
pub(super) fn othello<K: Kernel>(
    start: &Othello<K>,
    notation: Notation,
    played: &Played<'_, yomi_engine::games::othello::Move>,
) -> Option<String> {
    let mut record = Record::new(Board::of(start)?);
    for (player, name) in record.players.iter_mut().zip(played.players) {
        player.name = name.to_owned();
    }
    record.event = played.event.to_owned();
    record.place = "Yomi".to_owned();
    let winner = if played.lead > 0.0 { Side::First } else { Side::Second };
    let verdict = match played.ending {
        Ending::Played => Verdict::Net(played.lead),
        _ => Verdict::Winner(winner),
    };
    record.outcome = Some(Outcome { verdict, ending: played.ending });
    for &mv in played.moves {
        record.play(mv, Note::default()).ok()?;
    }
    Some(match notation {
        Notation::Ggf => ggf::write(&record) + "\n",
        Notation::Sgf => sgf::write(&record),
    })
}

/// A game of Go from the empty board, in SGF (game number 1, FF 4: columns and rows as letters from
/// the top left).
pub(super) fn go(
    start: &Go,
    notation: Notation,
    played: &Played<'_, yomi_engine::games::go::Move>,
) -> Option<String> {
    if notation != Notation::Sgf {
        return None;
    }
    let (size, komi) = (start.rules().size() as u32, start.rules().komi());
    let [black, white] = played.players.map(escaped);
    let winner = if played.lead > 0.0 { 'B' } else { 'W' };
    let result = match (played.ending, played.lead) {
        (Ending::Resigned, _) => format!("{winner}+R"),
        (Ending::TimedOut, _) => format!("{winner}+T"),
        (Ending::Forfeited, _) => format!("{winner}+F"),
        (_, 0.0) => "0".to_owned(),
        (_, lead) => format!("{winner}+{}", lead.abs()),
    };
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Yomi]SZ[{size}]KM[{komi}]PB[{black}]PW[{white}]EV[{}]\
         RE[{result}]\n",
        escaped(played.event)
    );
    let mut position = start.clone();
    for &mv in played.moves {
        let colour = if position.side_to_move() == Side::First { 'B' } else { 'W' };
        text += &format!(";{colour}[{}]", point(&mv.to_string(), size)?);
        position.advance(mv);
    }
    Some(text + ")\n")
}

/// `c3` on 9×9 as `cg`; empty for a pass. Written columns leave out the letter i.
fn point(name: &str, size: u32) -> Option<String> {
    if name.eq_ignore_ascii_case("pass") {
        return Some(String::new());
    }
    let (column, row) = name.split_at_checked(1)?;
    let letter = column.to_ascii_lowercase().bytes().next()?;
    let column = letter.checked_sub(b'a')? - u8::from(letter > b'i');
    let row = u8::try_from(size.checked_sub(row.parse::<u32>().ok()?)?).ok()?;
    Some([b'a' + column, b'a' + row].map(char::from).iter().collect())
}

/// Text as SGF has it.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_from_the_top_left() {
        let points = ["A9", "j1", "c3", "pass"].map(|name| point(name, 9).unwrap());
        assert_eq!(points, ["aa", "ii", "cg", ""]);
        assert_eq!(point("", 9), None);
    }
}
