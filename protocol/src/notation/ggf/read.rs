//! Reading GGF.

use std::time::Duration;

use yomi_engine::game::Side;
use yomi_engine::games::othello::Move;

use super::{InvalidMoveText, MoveText};
use crate::notation::number::{clock_time, decimal};
use crate::notation::problem::{Fault, excerpt, inside};
use crate::notation::scanner::Scanner;
use crate::notation::{
    Board, Clock, Ending, Format, GameError, Outcome, Place, Record, Size, Tag, Verdict,
};

/// Reads every game of a text; what stands between games is skipped.
///
/// Each item is a game or what is wrong with it.
///
/// ```
/// use yomi_protocol::notation::ggf;
///
/// let text = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
///             BO[8 ---------------------------O*------*O--------------------------- *]\
///             B[F5]W[D6];)";
/// let games: Result<Vec<_>, _> = ggf::games(text).collect();
/// assert_eq!(games?[0].moves().len(), 2);
/// # Ok::<(), yomi_protocol::notation::GameError>(())
/// ```
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    Games { scanner: Scanner::new(text), game: 0, second: false, lost: false }
}

/// Reads the first game of a text, such as the rest of NBoard's line `set game …`.
///
/// # Errors
/// What is wrong with it, or that there is none.
pub fn game(text: &str) -> Result<Record, GameError> {
    let mut games = games(text);
    games.next().unwrap_or_else(|| Err(games.fault("a game, which begins with `(;`").in_game(1)))
}

/// The games of a text, made by [`games`].
pub struct Games<'a> {
    scanner: Scanner<'a>,
    game: usize,
    /// The next game is the second of a synchro pair.
    second: bool,
    /// What is read comes behind a fault, perhaps in the middle of a game.
    lost: bool,
}

/// One `NAME[value]` and where its value stands.
struct Item<'a> {
    name: &'a str,
    value: &'a str,
    place: Place,
}

impl Iterator for Games<'_> {
    type Item = Result<Record, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let before = self.next_game()?;
        let before = self.scanner.take(before).trim_end();
        self.scanner.take(2);
        self.game += 1;
        let opens_pair = before.split_whitespace().next_back() == Some("2");
        let is_second_of_pair =
            std::mem::replace(&mut self.second, opens_pair) && before.is_empty();
        let items = self.items();
        self.lost = items.is_err();
        let mut read = items.and_then(|items| build(&items));
        if let Ok(record) = &mut read {
            record.is_second_of_pair = is_second_of_pair;
        }
        Some(read.map_err(|fault| fault.in_game(self.game)))
    }
}

impl<'a> Games<'a> {
    /// How far the next game is: at `(;`, but behind a fault only where a line begins with that, or
    /// where it names the game, for a comment may have it, too.
    fn next_game(&self) -> Option<usize> {
        let rest = self.scanner.rest();
        let begins = |&place: &usize| {
            // Archives have a number before a game.
            let prefix = |c: char| matches!(c, ' ' | '\t') || c.is_ascii_digit();
            let line = rest[..place].trim_end_matches(prefix);
            line.is_empty()
                || line.ends_with('\n')
                || rest[place + 2..].trim_start().starts_with("GM[")
        };
        let mut games = rest.match_indices("(;").map(|(place, _)| place);
        if self.lost { games.find(begins) } else { games.next() }
    }

    fn fault(&self, expected: &str) -> Fault {
        Fault::new(self.scanner.place(), expected, self.scanner.found())
    }

    /// The tags up to the end of the game.
    fn items(&mut self) -> Result<Vec<Item<'a>>, Fault> {
        let mut items = Vec::new();
        loop {
            self.scanner.skip_blanks();
            let semicolon = self.scanner.accept(';');
            if self.scanner.accept(')') {
                return Ok(items);
            }
            if semicolon {
                return Err(self.fault("`)` after `;` at the end of the game"));
            }
            items.push(self.item()?);
        }
    }

    fn item(&mut self) -> Result<Item<'a>, Fault> {
        if !self.scanner.peek().is_some_and(char::is_alphabetic) {
            return Err(self.fault("a tag such as PB[name], or `;)` at the end of the game"));
        }
        let name = self.scanner.take_while(char::is_alphanumeric);
        self.scanner.skip_blanks();
        if !self.scanner.accept('[') {
            return Err(self.fault(&format!("`[` after the tag {}", excerpt(name))));
        }
        let place = self.scanner.place();
        let value = self.value();
        if self.scanner.accept(']') {
            Ok(Item { name, value, place })
        } else {
            Err(Fault::new(place, format!("the value of {name} and `]`"), self.scanner.found()))
        }
    }

    /// Everything up to `]`, or to a line that begins the next game, so that one lost bracket costs
    /// one game.
    fn value(&mut self) -> &'a str {
        let rest = self.scanner.rest();
        let ends = rest.match_indices([']', '\n']);
        let mut ends = ends.filter_map(|(at, sign)| match sign {
            "]" => Some(at),
            _ => rest[at + 1..].starts_with("(;").then_some(at + 1),
        });
        let end = ends.next().unwrap_or(rest.len());
        self.scanner.take(end)
    }
}

/// The record the tags of a game make up. What a tag says of the game and cannot be understood is
/// kept as it is: only moves and positions must be right.
fn build(items: &[Item<'_>]) -> Result<Record, Fault> {
    let mut record = Record::new(start(items)?);
    let mut commented = false;
    for item in items {
        match item.name.to_ascii_uppercase().as_str() {
            "GM" if item.value.trim().eq_ignore_ascii_case("othello") => {}
            "GM" => return Err(item.instead_of("the game Othello")),
            "TY" if is_anti(item.value) => {
                return Err(
                    item.instead_of("a board of normal Othello, not anti, where fewer discs win")
                );
            }
            "B" | "W" => {
                play(&mut record, item)?;
                commented = false;
            }
            "CO" => {
                let comment = match record.last_note() {
                    Some(note) => &mut note.comment,
                    None => &mut record.comment,
                };
                *comment += if std::mem::replace(&mut commented, true) { "\n" } else { "" };
                *comment += item.value;
            }
            name => {
                if describe(&mut record, name, item).is_none() {
                    record.tags.push(item.as_tag());
                }
            }
        }
    }
    Ok(record)
}

/// Sets what a tag says about the game; `None` if it is not understood.
fn describe(record: &mut Record, name: &str, item: &Item<'_>) -> Option<()> {
    let side = item.side() as usize;
    let size = record.start().size();
    match name {
        "BO" => {}
        "TY" => return (item.value.trim() == size.side().to_string()).then_some(()),
        "PC" => return name_once(&mut record.place, item.value),
        "DT" => return name_once(&mut record.date, item.value),
        "PB" | "PW" => return name_once(&mut record.players[side].name, item.value),
        "RB" | "RW" => record.players[side].rating = Some(decimal(item.value.trim())?),
        "TI" => {
            let clock = clock(item.value)?;
            record.clocks.iter_mut().for_each(|own| *own = own.or(Some(clock)));
        }
        "TB" | "TW" => record.clocks[side] = Some(clock(item.value)?),
        "RE" => record.outcome = outcome(item.value, size)?,
        _ => return None,
    }
    Some(())
}

/// Names what has no name yet; `None` if it has one.
fn name_once(named: &mut String, name: &str) -> Option<()> {
    named.is_empty().then(|| name.clone_into(named))
}

/// The position BO gives, or the start of the size TY gives, or of 8×8.
fn start(items: &[Item<'_>]) -> Result<Board, Fault> {
    let named =
        |name| items.iter().filter(move |item: &&Item<'_>| item.name.eq_ignore_ascii_case(name));
    if let Some(second) = named("BO").nth(1) {
        return Err(second.instead_of("one BO in a game"));
    }
    if let Some(board) = named("BO").next() {
        let squares = board.value.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let before = &board.value[..board.value.len() - squares.len()];
        let size: Size = before
            .trim()
            .parse()
            .map_err(|_| board.instead_of("the size of a board, 4, 6, 8 or 10"))?;
        return Board::parse(size, squares).map_err(inside(board.place.behind(before)));
    }
    let Some(kind) = named("TY").next() else { return Ok(Board::start(Size::Eight)) };
    let digits = kind.value.trim().trim_start_matches(['s', 'S']);
    let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
    let size = digits.parse().map_err(|_| kind.instead_of("a board of size 4, 6, 8 or 10"))?;
    Ok(Board::start(size))
}

/// Whether a type of game, such as `s8r20` or `8a`, says that fewer discs win: an `a` behind the
/// size.
fn is_anti(kind: &str) -> bool {
    let kind = kind.trim().trim_start_matches(['s', 'S']);
    kind.trim_start_matches(|c: char| c.is_ascii_digit()).contains(['a', 'A'])
}

/// Plays a B or W tag. Passes after the end of the game, which some programs write, say nothing and
/// are skipped.
fn play(record: &mut Record, item: &Item<'_>) -> Result<(), Fault> {
    let MoveText { mv, note } = item
        .value
        .parse()
        .map_err(|_: InvalidMoveText| item.instead_of(InvalidMoveText::EXPECTED))?;
    if mv == Move::Pass && record.end().is_over() {
        return Ok(());
    }
    record
        .play_as(item.side(), mv, note)
        .map_err(|error| Fault { place: item.place, cause: error.into() })
}

impl Item<'_> {
    fn instead_of(&self, expected: &str) -> Fault {
        Fault::instead_of(expected, self.value, self.place)
    }

    fn as_tag(&self) -> Tag {
        Tag {
            format: Format::Ggf,
            name: self.name.to_ascii_uppercase(),
            values: vec![self.value.to_owned()],
        }
    }

    /// The side whose tag this is: `B`, `PB` and `TB` are Black's.
    fn side(&self) -> Side {
        if self.name.ends_with(['B', 'b']) { Side::First } else { Side::Second }
    }
}

/// Reads `main/increment/grace`, where only the first must be there.
fn clock(text: &str) -> Option<Clock> {
    let mut parts = text.split('/').map(str::trim);
    let main = clock_time(parts.next()?)?;
    let mut optional = || match parts.next() {
        None | Some("") => Some(None),
        Some(time) => clock_time(time).map(Some),
    };
    let (increment, grace) = (optional()?, optional()?);
    let clock = Clock { main, increment: increment.unwrap_or(Duration::ZERO), grace };
    parts.next().is_none().then_some(clock)
}

/// Reads net discs for Black, with `:r`, `:t`, `:s` or `:l`; `?`, nothing and -127, which Edax
/// writes, are unfinished.
fn outcome(text: &str, size: Size) -> Option<Option<Outcome>> {
    let (score, ending) = text.split_once(':').unwrap_or((text, ""));
    let ending = match ending.trim() {
        "" => Ending::Played,
        "r" => Ending::Resigned,
        "t" => Ending::TimedOut,
        "s" => Ending::Agreed,
        "l" => Ending::Left,
        _ => return None,
    };
    const OF_EDAX: f64 = -127.0;
    if matches!(score.trim(), "" | "?") {
        return Some(None);
    }
    // No negative zero.
    let net = decimal(score.trim())? + 0.0;
    let possible = net.abs() <= (size.side() * size.side()) as f64;
    (possible || net == OF_EDAX)
        .then(|| possible.then_some(Outcome { verdict: Verdict::Net(net), ending }))
}
