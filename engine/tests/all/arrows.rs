//! Dependencies point one way. Between the crates: `engine ← protocol ← harness ← web`, and
//! `engine ← trainer`, which takes charts, files and locks from the harness. Inside the engine:
//! vocabulary ← games ← evaluate ← search ← roster. Read from the `use` lines of every source file.

use std::fs;
use std::path::{Path, PathBuf};

/// What each room of the engine may use from `crate::`. Everything may use the vocabulary.
const ROOMS: [(&str, &[&str]); 7] = [
    ("games", &["games"]),
    ("perft", &["games"]),
    ("evaluate", &["games", "evaluate"]),
    ("search", &["evaluate", "search"]),
    ("expert", &["games", "expert"]),
    ("roster", &["games", "evaluate", "search", "expert", "roster"]),
    ("lib", &[]),
];
const VOCABULARY: [&str; 5] = ["game", "score", "limits", "clock", "random"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The rooms of `crate::` that a source names, in `use` lines or in paths. In `use crate::{a, b}`
/// they would hide.
fn used(source: &str) -> Vec<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let rooms = code.flat_map(|line| line.split("crate::").skip(1).map(move |path| (line, path)));
    rooms
        .map(|(line, path)| {
            let name = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_');
            let name: String = name.collect();
            assert!(!name.is_empty(), "expected a room behind `crate::`: {line}");
            name
        })
        .collect()
}

/// Makes sure that every room under `root` uses what `rooms` allows it, the vocabulary and itself,
/// and nothing else.
fn keep_to(root: &Path, rooms: &[(&str, &[&str])], vocabulary: &[&str]) {
    for (room, _) in rooms {
        let found = root.join(room).is_dir() || root.join(room).with_extension("rs").exists();
        assert!(found, "{} has no room {room}", root.display());
    }
    let mut seen = 0;
    for path in sources(root) {
        let inner = path.strip_prefix(root).unwrap();
        let room = inner.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let allowed =
            rooms.iter().find(|(name, _)| *name == room).map_or(&[][..], |(_, allowed)| allowed);
        for target in used(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            let target = target.as_str();
            let fine = target == room || allowed.contains(&target) || vocabulary.contains(&target);
            assert!(fine, "{} must not use crate::{target}", path.display());
        }
    }
    assert!(seen > 20, "the test reads real files, found {seen} uses");
}

#[test]
fn inside_the_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    keep_to(&root, &ROOMS, &VOCABULARY);
}

/// What rooms of the protocol crate must not use from `crate::`.
const PROTOCOL: [(&str, &[&str]); 8] = [
    ("board_game", &["session", "dialect", "gtp", "nboard", "ugi", "stdio"]),
    ("session", &["dialect", "gtp", "nboard", "ugi", "stdio", "console", "file"]),
    ("dialect", &["gtp", "nboard", "ugi", "stdio"]),
    ("gtp", &["nboard", "ugi", "stdio"]),
    ("nboard", &["gtp", "ugi", "stdio"]),
    ("ugi", &["gtp", "nboard", "stdio"]),
    ("stdio", &["gtp", "nboard", "ugi", "notation", "board_game"]),
    ("explain", &["session", "dialect", "gtp", "nboard", "ugi", "stdio"]),
];

#[test]
fn inside_the_protocol() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let root = workspace.join("protocol/src");
    for (room, forbidden) in PROTOCOL {
        let mut files = vec![root.join(room).with_extension("rs")];
        files.retain(|file| file.exists());
        if root.join(room).is_dir() {
            files.extend(sources(&root.join(room)));
        }
        assert!(!files.is_empty(), "protocol has no room {room}");
        for path in files {
            for target in used(&fs::read_to_string(&path).unwrap()) {
                let fine = !forbidden.contains(&target.as_str());
                assert!(fine, "{} must not use crate::{target}", path.display());
            }
        }
    }
}

/// What each room of the lab may use from `crate::`. Everything may use the words of the lab.
const LAB: [(&str, &[&str]); 14] = [
    ("error", &["plan"]),
    ("experiments", &["error"]),
    ("table", &["language", "markdown"]),
    ("chart", &["table"]),
    ("stats", &["games"]),
    ("players", &["games", "plan", "error"]),
    ("plan", &["games", "players", "stats", "chart"]),
    ("run", &["plan", "stats", "error"]),
    ("play", &["games", "plan", "players", "run"]),
    (
        "report",
        &["games", "plan", "run", "stats", "chart", "table", "markdown", "language", "work"],
    ),
    (
        "work",
        &[
            "games",
            "plan",
            "players",
            "play",
            "run",
            "stats",
            "report",
            "chart",
            "table",
            "language",
            "experiments",
            "error",
        ],
    ),
    // The program around the lab.
    ("conclusion", &["cli"]),
    ("quick_match", &["cli", "conclusion", "interrupt", "settle"]),
    ("several", &["cli", "conclusion", "settle"]),
];
/// Rooms of the lab that know nothing of it.
const WORDS: [&str; 7] = ["digest", "figures", "file", "parallel", "program", "stop", "terminal"];

/// Rooms of the lab that use each other. A game's random numbers have their keys from the plan, and
/// a plan has players. A report shows what `work` has collected of matches, searches and suites;
/// that is filled where the work is done, and most of `work` would move with it.
const BOTH_WAYS: [[&str; 2]; 2] = [["players", "plan"], ["report", "work"]];

#[test]
fn inside_the_lab() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    keep_to(&workspace.join("harness/src"), &LAB, &WORDS);
    let uses = |one: &str, other: &str| {
        LAB.iter().any(|(room, allowed)| *room == one && allowed.contains(&other))
    };
    for (one, allowed) in LAB {
        for other in allowed.iter().filter(|other| uses(other, one)) {
            let known = BOTH_WAYS.iter().any(|pair| pair.contains(&one) && pair.contains(other));
            assert!(known, "{one} and {other} must not use each other");
        }
    }
}

/// A session prints nothing, reads nothing and starts no thread, so that anything can drive it.
#[test]
fn sessions_touch_no_outside_world() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for path in sources(&workspace.join("protocol/src/session")) {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        for word in
            ["std::io", "thread::spawn", "Builder::new", "std::fs", "println!", "clap::", "csv::"]
        {
            assert!(!code.contains(word), "{} uses {word}", path.display());
        }
    }
}

/// The engine prints nothing and touches no file, so that anything can use it.
#[test]
fn the_engine_touches_no_outside_world() {
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in ["std::io", "std::fs", "print!", "println!", "dbg!"] {
                assert!(!line.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}

#[test]
fn files_of_games_know_no_protocol() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("protocol/src/notation");
    for path in sources(&root) {
        for target in used(&fs::read_to_string(&path).unwrap()) {
            assert_eq!(target, "notation", "{} must not use crate::{target}", path.display());
        }
    }
}

#[test]
fn between_the_crates() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let forbidden = [
        ("engine", "yomi_protocol"),
        ("engine", "yomi_harness"),
        ("engine", "yomi_trainer"),
        ("engine", "yomi_web"),
        ("protocol", "yomi_harness"),
        ("protocol", "yomi_trainer"),
        ("protocol", "yomi_web"),
        ("harness", "yomi_trainer"),
        ("harness", "yomi_web"),
        ("trainer", "yomi_protocol"),
        ("trainer", "yomi_web"),
        ("web", "yomi_trainer"),
    ];
    for (member, target) in forbidden {
        for path in sources(&workspace.join(member).join("src")) {
            assert!(
                !fs::read_to_string(&path).unwrap().contains(target),
                "{} uses {target}",
                path.display()
            );
        }
    }
}

/// The trainer draws with the lab's charts, judges games by its intervals, keeps files and folders
/// and shares out tasks as the lab does, and trains without the lab.
#[test]
fn the_trainer_trains_without_the_lab() {
    const ALLOWED: [(&str, &[&str]); 6] = [
        ("charts.rs", &["chart::"]),
        ("contest.rs", &["stats::interval::"]),
        ("file.rs", &["file::", "file`"]),
        ("generate.rs", &["error::LabError", "run::folder::RunFolder"]),
        ("parallel.rs", &["parallel::"]),
        ("terminal.rs", &["terminal::note"]),
    ];
    let trainer = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("trainer/src");
    for path in sources(&trainer) {
        let text = fs::read_to_string(&path).unwrap();
        let allowed = ALLOWED.iter().find(|(file, _)| path.ends_with(file));
        let allowed = allowed.map_or(&[][..], |(_, parts)| parts);
        for line in text.lines().filter(|line| line.contains("yomi_harness")) {
            let may = |part: &&str| line.contains(&format!("yomi_harness::{part}"));
            assert!(allowed.iter().any(may), "{}: {line}", path.display());
        }
    }
}

/// The front page of every crate names all its modules.
#[test]
fn front_pages_name_every_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for member in ["engine", "protocol", "harness", "trainer"] {
        let library = fs::read_to_string(root.join(member).join("src/lib.rs")).unwrap();
        let modules = library.lines().filter_map(|line| line.strip_prefix("pub mod "));
        for module in modules.map(|module| module.trim_end_matches(';')) {
            let named = [format!("[`{module}`]"), format!("[`{module}`](")];
            assert!(named.iter().any(|name| library.contains(name)), "{member}: {module}");
        }
    }
}
