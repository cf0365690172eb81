//! Writes down at build time what this program is: a fingerprint of everything that decides games,
//! and the commit. Both are facts of the sources that were compiled, not of the folder that the
//! program is later run in. In a published crate, which has no workspace around it, the crate alone
//! is hashed: its version fixes the engine's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

/// What decides the moves of a game and the rows that are written of it, from the workspace's
/// folder.
const DECISIVE: [&str; 12] = [
    "Cargo.lock",
    "engine/Cargo.toml",
    "engine/src",
    "engine/weights",
    "harness/src/games",
    "harness/src/plan",
    "harness/src/play",
    "harness/src/players",
    "harness/src/run",
    "harness/src/stats",
    "harness/src/work",
    "protocol/src/notation",
];

fn main() {
    // Relative to the package, where Cargo runs this: checkouts may share a folder of builds, and
    // with it this program.
    let (package, workspace) = (PathBuf::from("."), PathBuf::from(".."));
    let (root, parts, commit) = match workspace.join("engine/src").is_dir() {
        true => (&workspace, &DECISIVE[..], commit(&workspace)),
        false => (&package, &["Cargo.toml", "src"][..], noted_commit(&package)),
    };
    let mut hasher = Sha256::new();
    for part in parts {
        println!("cargo:rerun-if-changed={}", root.join(part).display());
        add(&mut hasher, root, Path::new(part));
    }
    let digest: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=YOMI_FINGERPRINT={}", &digest[..16]);
    println!("cargo:rustc-env=YOMI_COMMIT={commit}");
}

/// The commit that Cargo noted when the crate was packaged.
fn noted_commit(package: &Path) -> String {
    let note = fs::read_to_string(package.join(".cargo_vcs_info.json")).unwrap_or_default();
    let value = note.split("\"sha1\":").nth(1).and_then(|rest| rest.split('"').nth(1));
    value.unwrap_or("unknown").to_owned()
}

/// Adds a file, or all files of a folder in the order of their names.
fn add(hasher: &mut Sha256, root: &Path, part: &Path) {
    let path = root.join(part);
    if let Ok(entries) = fs::read_dir(&path) {
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        names.iter().for_each(|name| add(hasher, root, &part.join(name)));
    } else if let Ok(bytes) = fs::read(&path) {
        let name = part.to_string_lossy().replace('\\', "/");
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
}

/// The commit, with `+` if files had been changed since; `unknown` without git.
fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            let path = root.join(path);
            if path.exists() {
                println!("cargo:rerun-if-changed={}", path.display());
            }
        }
    }
    let Some(head) = git(&["rev-parse", "HEAD"]) else { return "unknown".to_owned() };
    // Results being rewritten do not make the program another one.
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ":!results"]);
    if changed.is_some_and(|changed| changed.is_empty()) { head } else { format!("{head}+") }
}
