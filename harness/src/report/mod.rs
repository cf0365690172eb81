//! The report of an experiment: files for machines, pictures and a page for people.

mod columns;
mod draft;
mod html;
mod json;
mod manifest;
mod markdown;
mod matches;
mod page;
mod searches;
mod suite;
mod table;
mod tuning;

pub use columns::{Kind, columns};
pub use draft::{Draft, is_shown};
pub use html::html;
pub use json::json;
pub use manifest::{Facts, Manifest, planned, session, shell_word, timestamp};
pub use matches::report as report_matches;
pub use page::{Figure, Page, Rating, Section, Test};
pub use searches::report as report_searches;
pub use suite::{SuiteReport, report as report_suite};
pub use table::Table;
pub use tuning::{Way, csv as path_csv, report as report_tuning};

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::language::Language;

/// Writes a file so that it is either the old one or the whole new one. It keeps the permissions of
/// the one that was there.
///
/// # Errors
/// When it cannot be written; then no draft of it is left.
pub fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let draft = path.with_added_extension(format!("{}.tmp", std::process::id()));
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(content)?;
        file.sync_all()?;
        take_place(&draft, path)
    };
    let written = write();
    written.inspect_err(|_| drop(fs::remove_file(&draft)))
}

/// Writes a file that somebody has named. A link stays one, what it leads to is replaced; what is
/// no plain file, such as a device or a pipe, is written to.
///
/// # Errors
/// When it cannot be written.
pub fn write_to(path: &Path, content: &[u8]) -> std::io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() => replace(&fs::canonicalize(path)?, content),
        Ok(_) => File::options().write(true).open(path)?.write_all(content),
        // A link may lead to a file that is still to be made.
        Err(_) if path.is_symlink() => fs::write(path, content),
        Err(_) => replace(path, content),
    }
}

/// Puts a finished file in the place of another one, whose permissions it takes.
fn take_place(draft: &Path, path: &Path) -> std::io::Result<()> {
    if let Ok(old) = fs::metadata(path) {
        fs::set_permissions(draft, old.permissions())?;
    }
    fs::rename(draft, path)
}

/// A variant as the beginning of a sentence, if there is more than one.
fn within(variants: &[String], variant: usize) -> String {
    if variants.len() > 1 { format!("{}: ", variants[variant]) } else { String::new() }
}

/// Which variant a picture shows, as the end of a phrase, if there is more than one.
fn shown(variants: &[String], variant: usize, language: Language) -> String {
    match variants.len() {
        1 => String::new(),
        _ => language.say(", variant {} (the others are in the table)", &[&variants[variant]]),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for mode in [0o600, 0o664] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            replace(&path, b"new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            assert_eq!(fs::read(&path).unwrap(), b"new");
        }
    }

    #[test]
    fn what_somebody_has_named_stays_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for content in [b"made anew".as_slice(), b"replaced"] {
            write_to(&link, content).unwrap();
            assert!(link.is_symlink() && fs::read(&file).unwrap() == content);
        }
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let read = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(read).unwrap());
        write_to(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert!(write_to(Path::new("/dev/full"), b"much").is_err());
    }
}
