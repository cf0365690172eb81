//! The scripts that train say how they are called before they build anything.

use std::path::Path;
use std::process::Command;

#[test]
fn scripts_say_how_they_are_called() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for line in [
        "train --threads",
        "train --folder",
        "train --help",
        "book --threads",
        "book --help",
        "learning-curve",
        "learning-curve --help",
        "learning-curve folder --into",
        "learning-curve folder other",
    ] {
        let mut words = line.split(' ');
        let script = root.join("scripts").join(words.next().unwrap());
        let output = Command::new(&script).args(words).output().expect("the script starts");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        let usage = said.lines().last().unwrap_or_default();
        assert!(usage.contains("scripts/") && usage.contains("[--threads N]"), "{line}: {said}");
        assert!(!said.contains("unbound"), "{line}: {said}");
    }
}
