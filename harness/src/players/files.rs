//! The file that a program is, as far as its command names it: another build of it is another
//! player.

use std::env;
use std::path::{Path, PathBuf};

/// Programs that run others, which are the players. With digits behind its name an interpreter is
/// the same.
const STARTERS: [&str; 20] = [
    "bash", "dash", "dotnet", "env", "java", "mono", "nice", "node", "nohup", "perl", "php",
    "python", "ruby", "sh", "stdbuf", "taskset", "time", "timeout", "wine", "zsh",
];

/// What ends a simple command in a shell; behind it may stand the log of a program.
const ENDS: [char; 5] = ['>', '<', '|', ';', '&'];

/// The word of a command that is the program, and where it is: the first one, or behind a program
/// that starts others the first file. Other words are left out: programs write logs, and learn.
pub(super) fn of_command(cmd: &str) -> Option<(String, PathBuf)> {
    let words = shlex::split(cmd)?;
    let mut words = words.iter().take_while(|word| !word.contains(ENDS));
    let first = words.next()?;
    if !is_starter(first) {
        return Some((first.clone(), found(first)?));
    }
    let file = words.find(|word| Path::new(word).is_file())?;
    Some((file.clone(), PathBuf::from(file)))
}

fn is_starter(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    STARTERS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// Where the shell finds a program.
fn found(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(PathBuf::from(word)).filter(|path| path.is_file());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(word)).find(|path| path.is_file())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_but_no_logs() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let names = ["engine", "engine.py", "engine.jar", "engine.log"];
        names.iter().for_each(|name| std::fs::write(path(name), name).unwrap());
        let [engine, script, jar, log] = names.map(path);
        let found = |cmd: &str| of_command(cmd).map(|(word, _)| word);
        assert_eq!(found(&format!("'{engine}' gtp --log '{log}'")), Some(engine.clone()));
        assert_eq!(found(&format!("sh '{script}' '{log}'")), Some(script.clone()));
        assert_eq!(found(&format!("python3.11 -u {script} > {log}")), Some(script));
        assert_eq!(found(&format!("java -jar {jar}")), Some(jar));
        assert_eq!(found(&format!("nice -n 19 {engine}")), Some(engine));
        assert_eq!(of_command("ls -l"), Some(("ls".to_owned(), super::found("ls").unwrap())));
        for none in [&*format!("sh > {log}"), "no-such-program", "no-such-program 'half", ""] {
            assert_eq!(of_command(none), None, "{none}");
        }
    }
}
