//! Files that users name, read whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::notation::{Format, Source, wthor};

/// Larger files are refused, as is a device or a pipe that says more: it may never end.
const MOST: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read, or is larger than 64 MiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = whole(open(path, OpenOptions::new().read(true))?)?;
    if bytes.is_empty() && is_pipe(path) {
        let problem = "nothing comes out of this pipe, perhaps nobody writes into it yet";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, problem));
    }
    Ok(bytes)
}

/// The bytes of a file, or of standard input for `-`.
///
/// # Errors
/// As for [`read`].
pub fn input(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        return whole(io::stdin().lock());
    }
    read(path).map_err(|error| match error.kind() {
        // Whoever writes moves here learns what belongs here.
        io::ErrorKind::NotFound => io::Error::new(
            io::ErrorKind::NotFound,
            "expected a file, or - for stdin, found no file of that name",
        ),
        _ => error,
    })
}

/// The games of a file, or of standard input for `-`, in `format`, or else in that of the name, or
/// else in the one that they seem to be in. Games in WTHOR get the names in the files beside them.
///
/// # Errors
/// As for [`read`].
pub fn games(path: &Path, format: Option<Format>) -> io::Result<Source> {
    let bytes = input(path)?;
    let mut source = match format {
        Some(format) => Source::new(format, bytes),
        None => Source::guess(path, bytes),
    };
    if source.format() == Format::Wthor && path.as_os_str() != "-" {
        let names = |extension| beside(path, extension).unwrap_or_default();
        source.names.players = wthor::players(&names("jou"));
        source.names.tournaments = wthor::tournaments(&names("trn"));
    }
    Ok(source)
}

/// The content of a file of this extension in the same folder, in any letter case; the first by
/// name if several.
fn beside(path: &Path, extension: &str) -> Option<Vec<u8>> {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let wanted = |path: &PathBuf| {
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
    };
    read_regular(&paths.filter(wanted).min()?).ok()
}

/// Makes a folder, unless it is there.
///
/// # Errors
/// Those of the system, and if something else is there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            io::Error::new(io::ErrorKind::NotADirectory, "expected a folder, found something else")
        }
        _ => error,
    })
}

/// Opens a file, a pipe without waiting for somebody at its other end.
///
/// # Errors
/// Those of the system, and to write into a pipe that nobody reads.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    #[cfg(all(unix, feature = "terminal"))]
    if is_pipe(path) {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        use std::os::unix::fs::OpenOptionsExt;
        let at_once = OFlags::NONBLOCK;
        let file = options.clone().custom_flags(at_once.bits() as i32).open(path)?;
        fcntl_setfl(&file, fcntl_getfl(&file)? - at_once)?;
        return Ok(file);
    }
    options.open(path)
}

#[cfg(all(unix, feature = "terminal"))]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(all(unix, feature = "terminal")))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// The bytes of a file on a disk: opening a pipe would wait for a writer.
///
/// # Errors
/// As for [`read`].
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file"));
    }
    read(path)
}

/// A file as text.
///
/// # Errors
/// As for [`read`], and if it is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    String::from_utf8(read(path)?).map_err(|error| invalid(error.utf8_error()))
}

/// All bytes of `input`.
///
/// # Errors
/// If it cannot be read, or is longer than 64 MiB.
pub fn whole(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than 64 MiB"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        let error = whole(io::repeat(b'x')).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(whole(&b"x"[..]).unwrap(), b"x");
        let folder = std::env::temp_dir();
        assert_eq!(read_regular(&folder).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
