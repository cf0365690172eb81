//! A report on its way into its folder: drawn and written beside it first, moved when all of it is
//! there. Nothing is moved into a folder that may only be read.

use std::env;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use twox_hash::XxHash3_64;

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
        let random = RandomState::new().hash_one(target) as u32;
        let name = format!("report.{}-{}-{random:08x}.tmp", std::process::id(), machine());
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

/// Makes an empty folder.
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

/// Where numbers of processes mean the same as here: the machine since its last start, and the
/// container. `0` where nobody can tell.
fn machine() -> String {
    let start = fs::read_to_string("/proc/sys/kernel/random/boot_id");
    let numbers = fs::read_link("/proc/self/ns/pid");
    let (Ok(start), Ok(numbers)) = (start, numbers) else { return "0".to_owned() };
    let both = format!("{start} {}", numbers.display());
    format!("{:08x}", XxHash3_64::oneshot(both.as_bytes()) as u32)
}

/// A draft that is older was left by a program that was killed: reports take minutes at most.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Takes away drafts of programs that were killed. A program that is not here may be at work on
/// another machine that sees the same folder.
fn remove_abandoned(target: &Path) {
    for entry in fs::read_dir(target).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let draft =
            name.to_str().and_then(|name| name.strip_prefix("report.")?.strip_suffix(".tmp"));
        let Some(draft) = draft else { continue };
        let (process, rest) = draft.split_once('-').unwrap_or((draft, ""));
        let is_of_here = rest.split('-').next() == Some(&*machine());
        let is_dead =
            Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists();
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if (is_of_here && is_dead) || age.is_some_and(|age| age > ABANDONED) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// Drafts of programs that were killed here are taken away, those of other machines when they
    /// are old.
    #[test]
    fn what_was_abandoned_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let draft = |machine: &str, random: u32| {
            let path = folder.path().join(format!("report.4194399-{machine}-{random}.tmp"));
            fs::create_dir(&path).unwrap();
            path
        };
        let (old, young, dead) = (draft("other", 1), draft("other", 2), draft(&machine(), 3));
        let before = SystemTime::now() - 2 * ABANDONED;
        File::open(&old).unwrap().set_modified(before).unwrap();
        let [one, other] = [(); 2].map(|()| Draft::new(folder.path()).unwrap());
        assert!(!old.exists() && young.exists());
        assert!(!dead.exists() || machine() == "0");
        assert!(one.path() != other.path() && one.path().exists());
    }
}
