//! Messages for people: nothing here fails or panics when the reader has gone.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

pub use yomi_protocol::visible::shortened;

/// Writes a line to stderr, if it can be written.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Says under which name what was in a folder is kept, if it is.
pub fn note_kept(folder: &Path, kept: Option<&Path>) {
    if let Some(kept) = kept {
        let (folder, kept) = (folder.display(), kept.display());
        note(&format!("yomi-lab: what was in {folder} is kept in {kept}"));
    }
}

/// Writes text to stdout. A reader that has gone, such as `head`, is fine.
///
/// # Errors
/// When it cannot be written for another reason: a full disk.
pub fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// How many columns text on stdout may have: as many as the terminal, any number where it is none.
#[must_use]
pub fn columns() -> usize {
    if !io::stdout().is_terminal() {
        return usize::MAX;
    }
    let (_, columns) = console::Term::stdout().size();
    usize::from(columns).max(20)
}
