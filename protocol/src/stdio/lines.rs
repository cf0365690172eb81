//! Lines of input, however long and of whatever bytes, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};
use std::mem;
use std::time::Instant;

use crossbeam_channel::Sender;

/// The longest line that is read. A whole game in GGF with times and comments takes a tenth of it.
pub const MAX_LINE: usize = 64 * 1024;

/// How much of a longer line is kept, to answer it.
const BEGINNING: usize = 80;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line without its end. Bytes that are no UTF-8 are replaced.
    Line(String),
    /// The beginning of a line that was too long; the rest is skipped.
    TooLong(String),
    /// The end of the input.
    End,
}

/// A line and when it came, however long it has had to wait since.
pub(super) type Line = (Instant, Input);

/// Sends on all lines, until nobody takes them.
pub(super) fn read_all(input: impl Read, lines: &Sender<Line>) {
    let mut reader = BufReader::with_capacity(MAX_LINE, input);
    let mut first = true;
    loop {
        // An input that cannot be read is at its end.
        let mut line = read(&mut reader).unwrap_or(Input::End);
        if let (true, Input::Line(text)) = (mem::take(&mut first), &mut line)
            && let Some(rest) = text.strip_prefix('\u{feff}')
        {
            *text = rest.to_owned();
        }
        let end = line == Input::End;
        if lines.send((Instant::now(), line)).is_err() || end {
            return;
        }
    }
}

/// Reads the next line.
///
/// # Errors
/// Those of the reader.
pub fn read(reader: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let mut skipped = false;
    loop {
        let available = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if available.is_empty() && line.is_empty() && !skipped {
            return Ok(Input::End);
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if line.len() + part.len() > MAX_LINE {
            skipped = true;
            line.truncate(BEGINNING);
        }
        if skipped {
            line.extend(part.iter().take(BEGINNING.saturating_sub(line.len())));
        } else {
            line.extend_from_slice(part);
        }
        let (used, over) =
            (part.len() + usize::from(end.is_some()), end.is_some() || available.is_empty());
        reader.consume(used);
        if over {
            let text = String::from_utf8_lossy(&line).into_owned();
            return Ok(if skipped { Input::TooLong(text) } else { Input::Line(text) });
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// All lines of `bytes`, read through a buffer of `capacity`.
    fn all(bytes: &[u8], capacity: usize) -> Vec<Input> {
        let mut reader = BufReader::with_capacity(capacity, bytes);
        let mut lines = Vec::new();
        loop {
            match read(&mut reader).unwrap() {
                Input::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn lines_do_not_depend_on_how_they_arrive() {
        let long = "x".repeat(MAX_LINE);
        let text = format!("a\r\n\n{long}\n{long}y\nlast");
        let line = |text: &str| Input::Line(text.to_owned());
        let expected = [
            line("a\r"),
            line(""),
            line(&long),
            Input::TooLong("x".repeat(BEGINNING)),
            line("last"),
        ];
        for capacity in [1, 7, 4096, 1 << 20] {
            assert_eq!(all(text.as_bytes(), capacity), expected, "{capacity}");
        }
    }

    #[test]
    fn any_bytes_are_read() {
        assert_eq!(all(b"\xff\0\n", 16), [Input::Line("\u{fffd}\0".to_owned())]);
        assert_eq!(all(b"", 16), []);
        assert_eq!(all(&vec![b'z'; 10 * MAX_LINE], 999), [Input::TooLong("z".repeat(BEGINNING))]);
    }
}
