//! Files that users name, read whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Larger files are refused, as is a device or a pipe that says more: it may never end.
const MOST: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read, or is larger than 64 MiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    whole(File::open(path)?)
}

/// The bytes of a file on a disk: opening a pipe would wait for a writer.
///
/// # Errors
/// As for [`read`].
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
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
