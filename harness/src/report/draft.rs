//! A report on its way into its folder: drawn and written beside it first, moved when all of it is
//! there. Nothing is moved into a folder that may only be read.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::file::take_place;
use crate::terminal::note;

/// The tables of reports, but those that are not published: rows of games and searches.
pub(super) const TABLES: [&str; 5] =
    ["summary.csv", "pairs.csv", "times.csv", "path.csv", "positions.csv"];

/// The files of a report before they are in place. What is not committed leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    target: PathBuf,
    path: PathBuf,
    /// Whether the target may only be read, so that the draft lies elsewhere.
    elsewhere: bool,
}

impl Draft {
    /// A draft for the folder `target`.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(target: &Path) -> io::Result<Self> {
        let name = format!("report.{}.tmp", std::process::id());
        remove_abandoned(target);
        let (target, path) = (target.to_owned(), target.join(&name));
        match make_anew(&path) {
            Ok(()) => Ok(Self { target, path, elsewhere: false }),
            Err(error) if target.is_dir() && forbids(&error) => {
                let path = env::temp_dir().join(format!("yomi-lab.{name}"));
                make_anew(&path)?;
                Ok(Self { target, path, elsewhere: true })
            }
            Err(error) => Err(error),
        }
    }

    /// The folder that it is for.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where the draft is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file whose digest is wanted.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn digested(&self, name: &str) -> io::Result<Digested> {
        let file = BufWriter::with_capacity(1 << 16, File::create(self.path.join(name))?);
        Ok(Digested { file, digest: Digest::default() })
    }

    /// Puts the files into place, and takes away the pictures and tables of earlier reports that
    /// this one does not have. Into a folder that may only be read none is put, which is noted.
    ///
    /// # Errors
    /// When a file cannot be moved.
    pub fn commit(self) -> io::Result<()> {
        if self.elsewhere {
            note(&format!(
                "yomi-lab: {} may only be read: nothing is written there",
                self.target.display()
            ));
            return Ok(());
        }
        // The page names the pictures that were drawn for it; others are not ours.
        let old = fs::read_to_string(self.target.join("README.md")).unwrap_or_default();
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            take_place(&self.path.join(&name), &self.target.join(&name))?;
            names.push(name);
        }
        for entry in fs::read_dir(&self.target)?.flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            let is_table = TABLES.iter().any(|table| name == *table);
            if (is_table || is_shown(&path, &old)) && !names.contains(&name) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// Whether a file is a picture that a page in Markdown shows.
#[must_use]
pub fn is_shown(file: &Path, page: &str) -> bool {
    let picture = file.extension().is_some_and(|end| end == "svg" || end == "png");
    let name = file.with_extension("svg");
    picture && page.contains(&format!("]({})", name.file_name().unwrap_or_default().display()))
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes an empty folder. In containers programs have the same number again and again, so there may
/// be an old one.
fn make_anew(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// Whether an error says that a folder may only be read.
fn forbids(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// Takes away drafts of programs that were killed.
fn remove_abandoned(target: &Path) {
    for entry in fs::read_dir(target).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process =
            name.to_str().and_then(|name| name.strip_prefix("report.")?.strip_suffix(".tmp"));
        if process.is_some_and(|process| {
            Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists()
        }) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// A file whose digest is taken while it is written.
#[derive(Debug)]
pub struct Digested {
    file: BufWriter<File>,
    digest: Digest,
}

impl Write for Digested {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Digested {
    /// Ends the file; returns the SHA-256 of it in hexadecimal.
    ///
    /// # Errors
    /// When it cannot be written to its end.
    pub fn finish(mut self) -> io::Result<String> {
        self.flush()?;
        Ok(self.digest.hexadecimal())
    }
}
