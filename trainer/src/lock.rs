//! One run at a time in a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::file::FileError;

/// The file that is locked. The lock ends with the program, however that ends; the file stays.
const NAME: &str = "lock";

/// A folder that no other run takes as long as this lives.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "closing the file gives the folder back")] File);

/// Why a folder cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run works there.
    #[error("{}: another run is at work here; wait for it, or give another folder", .0.display())]
    Taken(PathBuf),
    /// The folder cannot be made or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Lock {
    /// Takes a folder, and makes it if there is none.
    ///
    /// # Errors
    /// When another run works there, or it cannot be written.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join(NAME);
        let at = |error: io::Error| FileError { path: path.clone(), error };
        fs::create_dir_all(folder).map_err(|error| FileError { path: folder.to_owned(), error })?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(at)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LockError::Taken(folder.to_owned())),
            Err(TryLockError::Error(error)) => Err(at(error).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_taken_once_at_a_time() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("new");
        let lock = Lock::take(&folder).unwrap();
        assert!(matches!(Lock::take(&folder), Err(LockError::Taken(_))));
        drop(lock);
        Lock::take(&folder).unwrap();
        fs::write(root.path().join("file"), "").unwrap();
        assert!(matches!(Lock::take(&root.path().join("file")), Err(LockError::File(_))));
    }
}
