//! The folder of a run: one run at a time, and nothing that is there is ever replaced silently.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use yomi_protocol::file::make_folder;

use super::journal;
use crate::error::LabError;

/// The name of the file that is locked while somebody works in a folder. The lock ends with the
/// program, however that ends.
const LOCK: &str = "lock";

/// A folder that is locked for this run.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// Takes the folder `path` for a run and makes it if there is none. With `fresh` a folder that
    /// is there is kept under another name, which is returned.
    ///
    /// # Errors
    /// When it cannot be made, somebody else works in it, or it holds something other than a run.
    pub fn take(path: &Path, fresh: bool) -> Result<(Self, Option<PathBuf>), LabError> {
        if let (Some(foreign), false) = (foreign(path, journal::NAME), fresh) {
            let problem = format!(
                "has `{foreign}` but no {}: give another folder, or --fresh to keep it under \
                 another name",
                journal::NAME
            );
            return Err(LabError::Problems { path: path.to_owned(), problem });
        }
        let folder = Self::lock(path)?;
        if fresh
            && fs::read_dir(path)
                .is_ok_and(|entries| entries.flatten().any(|entry| entry.file_name() != LOCK))
        {
            // `a/.` is `a`.
            let named: PathBuf = path.components().collect();
            if named.file_name().is_none() {
                let problem = "a folder that is kept gets another name; expected it by its name";
                return Err(LabError::Problems {
                    path: path.to_owned(),
                    problem: problem.to_owned(),
                });
            }
            let kept = free_name(&named);
            fs::rename(&named, &kept).map_err(|error| LabError::unwritable(path, &error))?;
            return Ok((Self::lock(&named)?, Some(kept)));
        }
        Ok((folder, None))
    }

    /// Whether somebody works in the folder `path`.
    #[must_use]
    pub fn is_taken(path: &Path) -> bool {
        let lock = OpenOptions::new().read(true).open(path.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes the folder `path` with whatever is in it, and makes it if there is none.
    ///
    /// # Errors
    /// When it cannot be made, or somebody else works in it.
    pub fn lock(path: &Path) -> Result<Self, LabError> {
        make_folder(path).map_err(|error| LabError::unwritable(path, &error))?;
        let name = path.join(LOCK);
        let open = OpenOptions::new().create(true).truncate(false).write(true).open(&name);
        let lock = open.map_err(|error| LabError::unwritable(&name, &error))?;
        let mut taken = lock.try_lock();
        // Somebody who only asks whether the folder is taken holds the lock for a moment.
        for _ in 0..10 {
            if !matches!(taken, Err(TryLockError::WouldBlock)) {
                break;
            }
            thread::sleep(Duration::from_millis(10));
            taken = lock.try_lock();
        }
        match taken {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(LabError::FolderInUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(LabError::unwritable(&name, &error)),
        }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Something in a folder without the file `ours` that no run put there before it wrote that.
pub(crate) fn foreign(path: &Path, ours: &str) -> Option<String> {
    if path.join(ours).exists() {
        return None;
    }
    let names = fs::read_dir(path)
        .ok()?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name != LOCK && !name.ends_with(".tmp")).min()
}

/// The first of `NAME.1`, `NAME.2` … that does not exist.
fn free_name(path: &Path) -> PathBuf {
    let name = |number: u32| {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{number}"));
        path.with_file_name(name)
    };
    (1..).map(name).find(|kept| !kept.exists()).unwrap_or_else(|| name(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_a_folder_and_nothing_is_lost() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("run");
        let (folder, kept) = RunFolder::take(&path, false).unwrap();
        assert!(kept.is_none());
        assert!(matches!(RunFolder::take(&path, true), Err(LabError::FolderInUse { .. })));
        drop(folder);
        fs::write(path.join("games.csv"), "old").unwrap();
        let refused = RunFolder::take(&path, false).unwrap_err().to_string();
        assert!(refused.contains("has `games.csv` but no journal.log"), "{refused}");
        for number in 1..3 {
            let (folder, kept) = RunFolder::take(&path, true).unwrap();
            assert_eq!(kept, Some(root.path().join(format!("run.{number}"))));
            drop(folder);
            fs::write(path.join("games.csv"), "newer").unwrap();
        }
        assert_eq!(fs::read_to_string(root.path().join("run.1/games.csv")).unwrap(), "old");
    }
}
