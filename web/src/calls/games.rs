//! Saved games: read, written, named and judged.

use std::path::Path;

use serde::{Deserialize, Serialize};
use yomi_engine::expert::{Expert, Settings};
use yomi_engine::games::othello::{Move, Othello8};
use yomi_protocol::notation::{Board, Format, Note, Record, Size, Source};
use yomi_protocol::{openings, review};

/// A game of Othello as the page has it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Game {
    /// `Othello`: files of other games are not read.
    pub game: String,
    /// The lines of its board.
    pub size: usize,
    /// The position it starts from, if not the usual one.
    pub start: Option<String>,
    /// The moves, passes among them.
    pub moves: Vec<String>,
    /// The names of Black and White; empty if they are not known.
    #[serde(default)]
    pub players: [String; 2],
}

/// A game of a file.
#[derive(Serialize)]
struct Loaded {
    #[serde(flatten)]
    game: Game,
    /// For Black, empty squares to the winner; null if the moves do not lead to the end.
    result: Option<i32>,
    title: String,
}

/// The games of a file, and what is wrong with the others.
#[derive(Serialize)]
pub(super) struct Games {
    games: Vec<Loaded>,
    problems: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Wish {
    level: u32,
}

/// More games of a file are not sent to the page.
const MOST: usize = 10_000;

/// The games of a text, in the format of the file's name or else the one it seems to be in.
pub(super) fn load(text: String, file: Option<String>) -> Games {
    let source = Source::guess(Path::new(&file.unwrap_or_default()), text.into_bytes());
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    for (number, game) in source.games().enumerate() {
        if number == MOST {
            problems.push(format!("expected at most {MOST} games; those after them are left out"));
            break;
        }
        match game {
            Ok(record) => games.push(loaded(&record)),
            Err(problem) => problems.push(problem.to_string()),
        }
    }
    Games { games, problems }
}

/// A game as a text of a format.
pub(super) fn save(game: &Game, format: &str) -> Result<String, String> {
    let format: Format = format.parse().map_err(|error| format!("{format}: {error}"))?;
    format.write(&[record(game)?]).map_err(|reason| reason.to_string())
}

/// What the beginning of a game is called, if it has a name.
pub(super) fn opening_name(
    start: Option<String>,
    moves: Vec<String>,
) -> Result<Option<&'static str>, String> {
    let game =
        Game { game: OTHELLO.to_owned(), size: 8, start, moves, players: Default::default() };
    let positions: Vec<Othello8> = record(&game)?.positions().map_err(|error| error.to_string())?;
    Ok(openings::named(&positions).map(|opening| opening.name))
}

/// What each move of a game lost, as `yomi report --format json` has it.
pub(super) fn review(
    game: &Game,
    wish: &Wish,
    progress: &mut dyn FnMut(String),
) -> Result<String, String> {
    let mut expert = Expert::new(Settings::default()).map_err(|error| error.to_string())?;
    let told = &mut |done, total| progress(format!("{{\"done\":{done},\"total\":{total}}}"));
    let review = review::Review::watched(&record(game)?, &mut expert, wish.level.min(30), told);
    Ok(review::json(&review.map_err(|error| error.to_string())?))
}

const OTHELLO: &str = "Othello";

fn loaded(record: &Record) -> Loaded {
    let [black, white] = &record.players;
    let names = [black.name.clone(), white.name.clone()];
    let known = names.iter().any(|name| !name.is_empty());
    let versus = if known { names.join(" – ") } else { String::new() };
    let parts = [versus.as_str(), &record.event, &record.date];
    let title: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let start = (!record.starts_as_usual()).then(|| record.start().board_string());
    let moves = record.moves().map(|mv| mv.to_string()).collect();
    let (game, size) = (OTHELLO.to_owned(), record.start().size().side());
    Loaded {
        title: title.join(", "),
        result: record.end().final_score(),
        game: Game { game, size, start, moves, players: names },
    }
}

/// The game as files have it.
fn record(game: &Game) -> Result<Record, String> {
    if game.game != OTHELLO {
        return Err(format!("expected a game of Othello, found {}", game.game));
    }
    let size = Size::try_from(game.size).map_err(|error| error.to_string())?;
    let start = match &game.start {
        None => Board::start(size),
        Some(line) => Board::parse(size, line).map_err(|error| error.to_string())?,
    };
    let mut record = Record::new(start);
    for mv in &game.moves {
        let mv: Move = mv.parse().map_err(|_| format!("{}: no move", mv.escape_debug()))?;
        record.play(mv, Note::default()).map_err(|error| error.to_string())?;
    }
    for (player, name) in record.players.iter_mut().zip(&game.players) {
        player.name.clone_from(name);
    }
    Ok(record)
}
