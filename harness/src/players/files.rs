//! The files that a program is made of, as far as its command names them: another build of it is
//! another player.

use std::env;
use std::path::{Path, PathBuf};

/// The program of a command, and the first other file among its words, for the program may be an
/// interpreter. What follows an option is left out: programs write logs and learn from games.
pub(super) fn of_command(cmd: &str) -> Vec<PathBuf> {
    let words = shlex::split(cmd).unwrap_or_default();
    let is_plain = |pair: &&[String]| !pair[0].starts_with('-');
    let mut others = words.windows(2).filter(is_plain).map(|pair| PathBuf::from(&pair[1]));
    let other = others.find(|path| path.is_file());
    words.first().and_then(|word| program(word)).into_iter().chain(other).collect()
}

/// Where the shell finds a program.
fn program(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(PathBuf::from(word)).filter(|path| path.is_file());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(Path::new(word)))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_programs_are_found_but_no_logs() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        for name in ["engine", "engine.py", "engine.log"] {
            std::fs::write(path(name), name).unwrap();
        }
        let found = |cmd: &str| {
            let paths = of_command(cmd).into_iter();
            paths
                .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let [engine, script, log] = ["engine", "engine.py", "engine.log"].map(path);
        assert_eq!(found(&format!("'{engine}' gtp --log '{log}'")), ["engine"]);
        assert_eq!(found(&format!("sh '{script}' '{log}'")), ["sh", "engine.py"]);
        assert_eq!(found(&format!("nice -n 19 {engine}")), ["nice", "engine"]);
        assert!(found("no-such-program 'half").is_empty());
        assert!(found("").is_empty());
    }
}
