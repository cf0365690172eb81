//! All formats behind one door, for programs that learn only from a file's name how to read it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::wthor::Names;
use super::{GameError, Record, Size, charset, ggf, obf, sgf, transcript, wthor};

/// A way to write games or positions down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Generic Game Format, one game a line: NBoard and the server GGS.
    Ggf,
    /// Smart Game Format, game number 2: Quarry, GoGui.
    Sgf,
    /// The binary data base of the Fédération Française d'Othello; read only.
    Wthor,
    /// Positions with scored moves, one a line: Edax and its problem files.
    Obf,
    /// Moves only, one game a line: `f5d6c3…`.
    Transcript,
}

/// A name of no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected ggf, sgf, wthor (wtb), obf or transcript (txt)")]
pub struct InvalidFormat;

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// Transcripts begin at the start position.
    #[error("expected a game from the start position, since the format tells of no other")]
    StartPosition,
    /// Transcripts have one line a game, which must not be empty.
    #[error("expected a game with moves, since the format tells of nothing else")]
    NoMoves,
    /// There are readers only.
    #[error("expected ggf, sgf, obf or transcript (txt), since wthor is only read")]
    ReadOnly,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Ggf, Self::Sgf, Self::Wthor, Self::Obf, Self::Transcript];

    /// The name that `FromStr` reads, besides the usual extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Wthor => "wthor",
            Self::Obf => "obf",
            Self::Transcript => "transcript",
        }
    }

    /// The format that a text seems to be in, by how it begins.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let head: String = text.chars().take(400).collect::<String>().to_ascii_uppercase();
        match text.chars().next() {
            // Othello's GGF names the game in words, its SGF by number.
            _ if head.contains("GM[OTHELLO]") => Self::Ggf,
            _ if head.contains("GM[2]") => Self::Sgf,
            Some('(') => Self::Sgf,
            Some('-' | '.' | '*' | 'X' | 'O' | 'x' | 'o' | '%') => Self::Obf,
            // A board with other letters has no number behind the first.
            Some(_) if head.chars().take(16).all(|c| "-.*XOBW".contains(c)) => Self::Obf,
            _ => Self::Transcript,
        }
    }

    /// The format that a file seems to be in: no text has two NULs where WTHOR has the upper half
    /// of the number of its games.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        /// How much of a file is looked at, blanks at its beginning included.
        const HEAD: usize = 65_536;
        if bytes.get(6..8) == Some(&[0, 0]) {
            return Self::Wthor;
        }
        let head = bytes[..bytes.len().min(HEAD)].to_vec();
        Self::of_text(&charset::decode(head, Self::Transcript))
    }

    /// The format of a file called so: `.ggf`, `.sgf`, `.wtb`, `.obf`, and `.txt` for transcripts.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// Whether a synchro pair stays one when it is written.
    #[must_use]
    pub fn keeps_pairs(self) -> bool {
        self == Self::Ggf
    }

    /// Whether a file does not say how large its boards are.
    #[must_use]
    pub fn takes_any_size(self) -> bool {
        self == Self::Transcript
    }

    /// Writes games that belong together, such as the two of a synchro pair, as a part of a file.
    ///
    /// # Errors
    /// Why one of them cannot be written.
    pub fn write(self, games: &[Record]) -> Result<String, Unwritable> {
        match self {
            Self::Ggf => {
                let count =
                    if games.len() > 1 { format!("{} ", games.len()) } else { String::new() };
                Ok(count + &games.iter().map(ggf::write).collect::<String>() + "\n")
            }
            Self::Sgf => Ok(games.iter().map(sgf::write).collect()),
            Self::Obf => Ok(games.iter().map(obf::write).collect()),
            Self::Transcript => games.iter().map(transcript::write).collect(),
            Self::Wthor => Err(Unwritable::ReadOnly),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = InvalidFormat;

    fn from_str(text: &str) -> Result<Self, InvalidFormat> {
        // The extensions that are no names are names as well.
        let name = match text.to_ascii_lowercase().as_str() {
            "wtb" => Self::Wthor.name(),
            "txt" => Self::Transcript.name(),
            _ => text,
        };
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .ok_or(InvalidFormat)
    }
}

/// A file in memory, with what must be known to read it.
#[derive(Clone, Debug)]
pub struct Source {
    format: Format,
    bytes: Vec<u8>,
    /// The bytes as a text; empty if the format is none.
    text: String,
    /// The board of games that do not name theirs: transcripts.
    pub size: Size,
    /// The names that go with numbers: WTHOR.
    pub names: Names,
}

impl Source {
    /// A file in the format of its name, or else the one that it seems to be in.
    #[must_use]
    pub fn guess(path: &Path, bytes: Vec<u8>) -> Self {
        let format = Format::of_file(path).unwrap_or_else(|| Format::of_bytes(&bytes));
        Self::new(format, bytes)
    }

    /// A file of a format. Texts are UTF-8, or else what SGF names in `CA`, or else Latin-1.
    #[must_use]
    pub fn new(format: Format, bytes: Vec<u8>) -> Self {
        let (bytes, text) = match format {
            Format::Wthor => (bytes, String::new()),
            _ => (Vec::new(), charset::decode(bytes, format)),
        };
        Self { format, bytes, text, size: Size::Eight, names: Names::default() }
    }

    /// The format it is read in.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Each game of the file, or what is wrong with it.
    ///
    /// ```
    /// use std::path::Path;
    /// use yomi_protocol::notation::Source;
    ///
    /// let bytes = b"f5d6c3d3c4\nf5f6e6f4\nf5d6z9\n".to_vec();
    /// let source = Source::guess(Path::new("games.txt"), bytes);
    /// let games: Vec<_> = source.games().collect();
    /// assert_eq!(games[0].as_ref().unwrap().moves().len(), 5);
    /// assert!(games[2].is_err(), "the third game names a square that is none");
    /// ```
    #[must_use]
    pub fn games(&self) -> Box<dyn Iterator<Item = Result<Record, GameError>> + '_> {
        match self.format {
            Format::Ggf => Box::new(ggf::games(&self.text)),
            Format::Sgf => Box::new(sgf::games(&self.text)),
            Format::Obf => Box::new(obf::positions(&self.text)),
            Format::Transcript => Box::new(transcript::games(&self.text, self.size)),
            Format::Wthor => Box::new(wthor::games(&self.bytes, &self.names)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_no_transcripts() {
        let board = |disc: &str, other: &str| {
            format!("{disc}{}{other}{} {disc};\n", "-".repeat(30), "-".repeat(32))
        };
        for text in [board("X", "O"), board("b", "w"), board("W", "B"), board("*", "o")] {
            assert_eq!(Format::of_text(&text), Format::Obf, "{text}");
        }
        for text in ["b4c3d2e1f1g1h1a1", "f5d6", "1. f5 d6", "B4", ""] {
            assert_eq!(Format::of_text(text), Format::Transcript, "{text}");
        }
    }
}
