//! SHA-256 in hexadecimal, of bytes at hand, of what is read and of what comes piece by piece.

use std::io::{self, BufRead, BufReader, Read};

use sha2::{Digest as _, Sha256};

/// A digest of what is added to it, piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds these bytes behind those it has.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes);
    }

    /// SHA-256 of all that was added, in hexadecimal.
    #[must_use]
    pub fn hexadecimal(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// SHA-256 of these bytes, in hexadecimal.
#[must_use]
pub fn of(bytes: impl AsRef<[u8]>) -> String {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.hexadecimal()
}

/// SHA-256 of everything that is read, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn of_all(reader: &mut impl Read) -> io::Result<String> {
    let mut digest = Digest::default();
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(digest.hexadecimal());
        }
        digest.add(bytes);
        let length = bytes.len();
        reader.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The empty text and `abc` as FIPS 180-4 has them.
    #[test]
    fn pieces_have_the_digest_of_the_whole() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let mut pieces = Digest::default();
        ["a", "", "bc"].into_iter().for_each(|piece| pieces.add(piece));
        assert_eq!([of(""), of("abc"), pieces.hexadecimal()], [empty, abc, abc]);
        assert_eq!(of_all(&mut &b"abc"[..]).unwrap(), abc);
    }
}
