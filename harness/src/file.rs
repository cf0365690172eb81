//! Files that are replaced: whoever reads one finds the old one or the whole new one. And files
//! that are read, if they are files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that it is either the old one or the whole new one. It keeps the permissions of
/// the one that was there.
///
/// # Errors
/// When it cannot be written; then no draft of it is left.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    drafted(path, content, |draft| fs::rename(draft, path))
}

/// Writes a whole file where there is none; `false` if there is one, which stays as it is.
///
/// # Errors
/// When it cannot be written; then no draft of it is left.
pub fn create(path: &Path, content: &[u8]) -> io::Result<bool> {
    drafted(path, content, |draft| match fs::hard_link(draft, path) {
        Ok(()) => fs::remove_file(draft).map(|()| true),
        Err(_) if path.exists() => fs::remove_file(draft).map(|()| false),
        // Not every file system has a second name for a file.
        Err(_) => take_place(draft, path).map(|()| true),
    })
}

/// The name under which this process writes a file before that takes its place: its own name, the
/// number of the process and `.tmp`.
#[must_use]
pub fn draft(path: &Path) -> PathBuf {
    path.with_added_extension(format!("{}.tmp", std::process::id()))
}

/// Writes a draft of the file beside it and puts that in place, which takes the draft away.
fn drafted<T>(
    path: &Path,
    content: &[u8],
    put_in_place: impl FnOnce(&Path) -> io::Result<T>,
) -> io::Result<T> {
    let draft = draft(path);
    let write = || {
        let mut file = File::create(&draft)?;
        // First: whoever must not read the file must not read a part of it either.
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(content)?;
        file.sync_all()?;
        put_in_place(&draft)
    };
    write().inspect_err(|_| drop(fs::remove_file(&draft)))
}

/// Writes a file that somebody has named. A link stays one, what it leads to is replaced; what is
/// no plain file, such as a device or a pipe, is written to.
///
/// # Errors
/// When it cannot be written.
pub fn write_to(path: &Path, content: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() => replace(&fs::canonicalize(path)?, content),
        Ok(_) => File::options().write(true).open(path)?.write_all(content),
        // A link may lead to a file that is still to be made.
        Err(_) if path.is_symlink() => fs::write(path, content),
        Err(_) => replace(path, content),
    }
}

/// Sees whether there is a place for a file that [`write_to`] is to write, before the work that
/// goes into it. What is no plain file, or a link to a file still to be made, is not tried.
///
/// # Errors
/// When nothing can be written there.
pub fn try_place(path: &Path) -> io::Result<()> {
    let names_a_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    let place = match fs::metadata(path) {
        _ if names_a_folder => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(known) if known.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(known) if known.is_file() => fs::canonicalize(path)?,
        Ok(_) => return Ok(()),
        Err(_) if path.is_symlink() => return Ok(()),
        Err(_) => path.to_owned(),
    };
    let draft = draft(&place);
    File::create(&draft)?;
    fs::remove_file(draft)
}

/// Opens a plain file for reading: a pipe would wait for a writer, and a device may have no end.
///
/// # Errors
/// When there is none, it is something else, or cannot be read.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file"))
}

/// Puts a finished file in the place of another one, whose permissions it takes.
pub(crate) fn take_place(draft: &Path, path: &Path) -> io::Result<()> {
    if let Ok(old) = fs::metadata(path) {
        fs::set_permissions(draft, old.permissions())?;
    }
    fs::rename(draft, path)
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
    fn of_several_that_make_a_file_one_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(create(&path, b"first").unwrap() && !create(&path, b"second").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
        assert!(create(&folder.path().join("none/file"), b"").is_err());
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

    #[test]
    fn a_place_is_tried_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        try_place(&path).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
        fs::write(&path, "old").unwrap();
        try_place(&path).unwrap();
        try_place(Path::new("/dev/null")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert!(try_place(&path.join("none")).is_err() && try_place(folder.path()).is_err());
        assert!(try_place(&folder.path().join("none/")).is_err());
    }
}
