//! Files that are replaced whole, as the lab does it ([`yomi_harness::file`]): whatever stops the
//! program, the old file or the new one is there. Errors say which file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use yomi_harness::file::{draft, write_to};

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    /// The file or its folder.
    pub path: PathBuf,
    /// What the system says.
    pub error: io::Error,
}

impl FileError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self { path: path.to_owned(), error }
    }
}

/// The bytes of a file.
///
/// # Errors
/// When the system cannot read it.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(FileError::at(path))
}

/// The bytes of a file that is no larger than files of weights are, and may be something else.
///
/// # Errors
/// When the system cannot read it, or it is larger.
pub fn read_small(path: &Path) -> Result<Vec<u8>, FileError> {
    const MOST: u64 = 64 << 20;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(FileError::at(path))?;
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(FileError::at(path))?;
    if bytes.len() as u64 > MOST {
        let error = io::Error::new(io::ErrorKind::FileTooLarge, "larger than 64 MiB");
        return Err(FileError::at(path)(error));
    }
    Ok(bytes)
}

/// Makes the folder of a file that is to be written later and sees whether it takes files, so that
/// hours of work do not end with a wrong path.
///
/// # Errors
/// When the file could not be written.
pub fn prepare(path: &Path) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(FileError::at(folder))?;
    }
    if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        let error = io::Error::new(io::ErrorKind::IsADirectory, "a folder, expected a file");
        return Err(FileError::at(path)(error));
    }
    probe(path).map_err(FileError::at(path))
}

/// Writes what stands in the way of a file, and removes it again.
fn probe(path: &Path) -> io::Result<()> {
    let made = match fs::metadata(path) {
        // Pipes and devices.
        Ok(found) if !found.is_file() => return Ok(()),
        // A link to a file that is still to be made.
        Err(_) if path.is_symlink() => {
            File::create(path)?;
            fs::canonicalize(path)?
        }
        _ => {
            let draft = draft(&target(path));
            File::create(&draft)?;
            draft
        }
    };
    fs::remove_file(made)
}

/// Makes a folder for files that are to be written later, and sees whether it takes some.
///
/// # Errors
/// When it would not.
pub fn prepare_folder(path: &Path) -> Result<(), FileError> {
    if path.exists() && !path.is_dir() {
        let error = io::Error::new(io::ErrorKind::NotADirectory, "a file, expected a folder");
        return Err(FileError::at(path)(error));
    }
    prepare(&path.join("any")).map_err(|FileError { error, .. }| FileError::at(path)(error))
}

/// Writes a file under another name and renames it once it is on the disk. It keeps the permissions
/// of the one that was there; links stay links, pipes and devices what they are.
///
/// # Errors
/// When the system cannot write it; the file that was there is as before.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    sweep(&target(path));
    write_to(path, bytes).map_err(FileError::at(path))
}

/// Removes a file if it is there.
///
/// # Errors
/// When the system does not let go of it.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::at(path)(error)),
        _ => Ok(()),
    }
}

/// The file that was being written under this name of a draft.
pub(crate) fn drafted(path: &Path) -> Option<PathBuf> {
    drafted_by(path).map(|(target, _)| target)
}

/// The same, with the process that wrote it.
fn drafted_by(path: &Path) -> Option<(PathBuf, u32)> {
    let name = path.file_name()?.to_str()?;
    let (target, process) = name.strip_suffix(".tmp")?.rsplit_once('.')?;
    Some((path.with_file_name(target), process.parse().ok()?))
}

/// Removes the drafts of a file that processes have left which are no more, as far as the system
/// says which there are.
fn sweep(target: &Path) {
    let processes = Path::new("/proc");
    let folder = match target.parent() {
        Some(folder) if folder != "" => folder,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    if !processes.join("self").exists() {
        return;
    }
    for path in entries.flatten().map(|entry| entry.path()) {
        let left = drafted_by(&path).is_some_and(|(file, process)| {
            file.file_name() == target.file_name() && !processes.join(process.to_string()).exists()
        });
        if left {
            // Nobody needs it, so nobody is told that it stays.
            drop(fs::remove_file(&path));
        }
    }
}

/// What a link leads to, so that the link stays one.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("new/folder/file");
        prepare(&path).unwrap();
        replace(&path, b"longer text").unwrap();
        // Another name of the old file keeps what was in it, unless it is written in place.
        let kept = root.path().join("kept");
        fs::hard_link(&path, &kept).unwrap();
        replace(&path, b"text").unwrap();
        assert_eq!(read(&path).unwrap(), b"text");
        assert_eq!(read(&kept).unwrap(), b"longer text");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn drafts_of_the_dead_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        // No process has so high a number, and the first is always there.
        let [dead, alive, other] = ["file.4294967295.tmp", "file.1.tmp", "file2.4294967295.tmp"];
        for name in [dead, alive, other] {
            fs::write(at(name), "draft").unwrap();
        }
        replace(&at("file"), b"text").unwrap();
        assert_eq!([dead, alive, other].map(|name| at(name).exists()), [false, true, true]);
    }

    #[test]
    fn errors_name_the_file() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(root.path().join("file"), "").unwrap();
        let below = root.path().join("file/below");
        prepare(&root.path().join("new/")).unwrap_err();
        assert!(prepare_folder(&root.path().join("file")).is_err());
        prepare_folder(&folder).unwrap();
        for path in [&folder, &below] {
            prepare(path).unwrap_err();
            let error = replace(path, b"text").unwrap_err().to_string();
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
        assert!(read(&below).unwrap_err().to_string().contains("below"));
        assert_eq!([root.path(), &folder].map(|it| fs::read_dir(it).unwrap().count()), [2, 0]);
    }

    #[test]
    #[cfg(unix)]
    fn links_stay_links_and_devices_devices() {
        let root = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| root.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!((read(&file).unwrap(), link.is_symlink()), (b"new".to_vec(), true));
        // A link to a file that is still to be made, in the link's folder or in none.
        let [new, dangling, lost] = ["new", "dangling", "lost"].map(|name| root.path().join(name));
        std::os::unix::fs::symlink("new", &dangling).unwrap();
        prepare(&dangling).unwrap();
        assert!(dangling.is_symlink() && !new.exists());
        replace(&dangling, b"made").unwrap();
        assert_eq!((read(&new).unwrap(), dangling.is_symlink()), (b"made".to_vec(), true));
        std::os::unix::fs::symlink("no/folder", &lost).unwrap();
        prepare(&lost).unwrap_err();
        let device = Path::new("/dev/null");
        prepare(device).unwrap();
        replace(device, b"new").unwrap();
        assert!(!device.metadata().unwrap().is_file());
    }
}
