//! WTHOR, the data base of tournament games of the Fédération Française d'Othello (ffothello.org);
//! read only.
//!
//! All numbers are little-endian. A file of games (`.wtb`) has a head of 16 bytes and 68 bytes a
//! game:
//!
//! | byte | head | byte | game |
//! | ---: | --- | ---: | --- |
//! | 0 | century, year, month, day of the file | 0 | tournament (2 bytes) |
//! | 4 | number of games (4 bytes) | 2 | Black (2 bytes) |
//! | 8 | number of names (2 bytes) | 4 | White (2 bytes) |
//! | 10 | year of the games (2 bytes) | 6 | discs of Black, empty squares to the winner |
//! | 12 | board: 0 or 8, or 10 | 7 | discs of Black with perfect play from the depth on |
//! | 14 | the depth in empty squares, 0 for 22 | 8 | 60 moves, 10 · row + column, 0 when over |
//!
//! Passes are left out. Names of players (`.jou`, 20 bytes each) and tournaments (`.trn`, 26 bytes
//! each) follow the same head in files of their own.

use yomi_engine::games::othello::{Move, Square};

use super::problem::Fault;
use super::{Board, Ending, Format, GameError, Note, Outcome, Place, Record, Size, Tag, Verdict};

const HEAD: usize = 16;
const GAME: usize = 68;
/// Where the moves of a game begin.
const MOVES: usize = 8;

/// The names that go with the numbers in a file of games; a number without a name is written `#12`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The players, as in `WTHOR.JOU`.
    pub players: Vec<String>,
    /// The tournaments, as in `WTHOR.TRN`.
    pub tournaments: Vec<String>,
}

/// Reads the names of a file of players.
#[must_use]
pub fn players(bytes: &[u8]) -> Vec<String> {
    names(bytes, 20)
}

/// Reads the names of a file of tournaments.
#[must_use]
pub fn tournaments(bytes: &[u8]) -> Vec<String> {
    names(bytes, 26)
}

/// The text of each record up to its first NUL, in Latin-1.
fn names(bytes: &[u8], width: usize) -> Vec<String> {
    let records = bytes.get(HEAD..).unwrap_or_default().chunks_exact(width);
    let name = |record: &[u8]| {
        record.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
    };
    records.map(name).collect()
}

/// Reads every game of a file; each item is one or what is wrong with it.
pub fn games<'a>(
    bytes: &'a [u8],
    names: &'a Names,
) -> impl Iterator<Item = Result<Record, GameError>> + 'a {
    let (head, problem) = match head(bytes) {
        Ok(head) => (head, length_problem(bytes, head.games)),
        Err(problem) => (Head { games: 0, year: 0, depth: 0 }, Some(problem)),
    };
    let records = bytes.get(HEAD..).unwrap_or_default().chunks_exact(GAME).take(head.games);
    let games = (1..).zip(records).map(move |(number, record)| {
        let start = HEAD + (number - 1) * GAME;
        game(record, start, head, names).map_err(|fault| fault.in_game(number))
    });
    games.chain(problem.map(Err))
}

#[derive(Clone, Copy)]
struct Head {
    games: usize,
    year: u16,
    depth: u8,
}

fn head(bytes: &[u8]) -> Result<Head, GameError> {
    let fault = |place, expected: &str, found: String| {
        Err(Fault::new(Place::Byte(place), expected, found).in_game(0))
    };
    let Some(head) = bytes.first_chunk::<HEAD>() else {
        return fault(bytes.len(), "a head of 16 bytes", "the end of the file".to_owned());
    };
    if !matches!(head[12], 0 | 8) {
        return fault(12, "board size 8 (or 0, which means 8)", head[12].to_string());
    }
    Ok(Head {
        games: u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize,
        year: u16::from_le_bytes([head[10], head[11]]),
        depth: if head[14] == 0 { 22 } else { head[14] },
    })
}

/// The file is longer or shorter than its number of games says.
fn length_problem(bytes: &[u8], games: usize) -> Option<GameError> {
    let there = (bytes.len() - HEAD) / GAME;
    if there == games && (bytes.len() - HEAD).is_multiple_of(GAME) {
        return None;
    }
    // Any number may stand in the file, so only one that is there is multiplied.
    let fault = if there < games {
        let place = Place::Byte(HEAD + there * GAME);
        Fault::new(
            place,
            format!("{games} games of 68 bytes"),
            format!("the end of the file after {there}"),
        )
    } else {
        let end = HEAD + games * GAME;
        let more = bytes.len() - end;
        let found = format!("{more} more bytes");
        Fault::new(Place::Byte(end), format!("the end of the file after {games} games"), found)
    };
    Some(fault.in_game(0))
}

/// Reads the game whose 68 bytes stand at `start`.
fn game(bytes: &[u8], start: usize, head: Head, names: &Names) -> Result<Record, Fault> {
    let number = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let name =
        |list: &[String], number: usize| list.get(number).cloned().unwrap_or(format!("#{number}"));
    let mut record = Record::new(Board::start(Size::Eight));
    record.event = name(&names.tournaments, number(0));
    record.players[0].name = name(&names.players, number(2));
    record.players[1].name = name(&names.players, number(4));
    if head.year > 0 {
        record.date = head.year.to_string();
    }
    let discs = bytes[6];
    if discs > 64 {
        return Err(Fault::new(
            Place::Byte(start + 6),
            "0 to 64 discs of Black",
            discs.to_string(),
        ));
    }
    let verdict = Verdict::Net(f64::from(discs) * 2.0 - 64.0);
    record.outcome = Some(Outcome { verdict, ending: Ending::Played });
    let perfect = format!("{} at {} empties", bytes[7], head.depth);
    record.tags.push(Tag {
        format: Format::Wthor,
        name: "theoretical".to_owned(),
        values: vec![perfect],
    });
    play(&mut record, &bytes[MOVES..], start + MOVES)?;
    Ok(record)
}

fn play(record: &mut Record, moves: &[u8], start: usize) -> Result<(), Fault> {
    let mut over = false;
    for (place, &code) in moves.iter().enumerate() {
        let place = Place::Byte(start + place);
        if code == 0 {
            over = true;
            continue;
        }
        if over {
            return Err(Fault::new(place, "0, since the moves are over", code.to_string()));
        }
        let (row, column) = (u32::from(code) / 10, u32::from(code) % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            return Err(Fault::new(
                place,
                "a move from 11 to 88 (10 · row + column)",
                code.to_string(),
            ));
        }
        let mv = Move::Place(Square::from_index((row - 1) * 8 + column - 1, 8));
        record.play(mv, Note::default()).map_err(|error| Fault { place, cause: error.into() })?;
    }
    Ok(())
}
