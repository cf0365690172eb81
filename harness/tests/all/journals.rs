use std::fs;

use sha2::{Digest, Sha256};

use crate::lab::{Lab, SMALL, said};

/// A record as a line of a journal whose first line begins with `salt`.
pub(crate) fn sealed(salt: &str, body: &str) -> String {
    let seed = u64::from_str_radix(salt, 16).unwrap_or(0);
    let digits = twox_hash::XxHash3_64::oneshot_with_seed(seed, body.as_bytes());
    format!("{digits:016x} {body}\n")
}

/// Journals of before were sealed by SHA-256; those that went on have both kinds of lines.
#[test]
fn older_journals_are_read() {
    let sealed_before = |salt: &str, body: &str| {
        let digest = Sha256::new_with_prefix(salt).chain_update(body).finalize();
        let digits: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{digits} {body}\n")
    };
    let lab = Lab::new(SMALL);
    lab.finish(&["--games", "20"]);
    let (journal, games) = (lab.out("journal.log"), lab.out("games.csv"));
    let bodies: Vec<&str> = journal.lines().map(|line| &line[17..]).collect();
    let first = sealed_before("", bodies[0]);
    let salt = &first[..16];
    let (older, newer) = bodies[1..].split_at(bodies.len() / 2);
    let older = older.iter().map(|body| sealed_before(salt, body));
    let newer = newer.iter().map(|body| sealed(salt, body));
    let text: String = [first.clone()].into_iter().chain(older).chain(newer).collect();
    fs::write(lab.path("out/journal.log"), &text).unwrap();
    fs::remove_file(lab.path("out/games.csv")).unwrap();
    let report = lab.report();
    assert_eq!(report.status.code(), Some(0), "{}", said(&report));
    assert_eq!(lab.out("games.csv"), games);
    // It goes on, too, and a damaged line is seen.
    let damaged = text.replacen("\"round\":3", "\"round\":4", 1);
    assert_ne!(damaged, text);
    fs::write(lab.path("out/journal.log"), damaged).unwrap();
    lab.finish(&["--games", "20"]);
    assert_eq!(lab.out("games.csv"), games);
}
