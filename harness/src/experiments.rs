//! The experiments of the repository, inside the program: they can be run by name wherever it is
//! installed. Other ones are files.

use std::path::Path;

use yomi_engine::roster;
use yomi_protocol::file;

use crate::error::LabError;

/// Names and texts, by name.
const EXPERIMENTS: [(&str, &str); 17] = [
    ("depth-by-evaluator", include_str!("../experiments/depth-by-evaluator.toml")),
    ("endgame-suite", include_str!("../experiments/endgame-suite.toml")),
    ("expert-at-a-tenth", include_str!("../experiments/expert-at-a-tenth.toml")),
    ("expert-vs-textbook", include_str!("../experiments/expert-vs-textbook.toml")),
    ("go-5x5-ladder", include_str!("../experiments/go-5x5-ladder.toml")),
    ("go-9x9-ladder", include_str!("../experiments/go-9x9-ladder.toml")),
    ("lab-selftest", include_str!("../experiments/lab-selftest.toml")),
    ("level-ladder", include_str!("../experiments/level-ladder.toml")),
    ("minimax-is-alphabeta", include_str!("../experiments/minimax-is-alphabeta.toml")),
    ("othello-mcts", include_str!("../experiments/othello-mcts.toml")),
    ("playouts-vs-depth", include_str!("../experiments/playouts-vs-depth.toml")),
    ("search-ablation", include_str!("../experiments/search-ablation.toml")),
    ("tictactoe-ladder", include_str!("../experiments/tictactoe-ladder.toml")),
    ("tune-probcut", include_str!("../experiments/tune-probcut.toml")),
    ("tune-tutorial", include_str!("../experiments/tune-tutorial.toml")),
    ("tutorial-tables", include_str!("../experiments/tutorial-tables.toml")),
    ("uct-change-of-sign", include_str!("../experiments/uct-change-of-sign.toml")),
];

/// The text of an experiment or suite of the repository; `None` if none has this name.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    EXPERIMENTS.iter().find(|experiment| experiment.0 == name).map(|experiment| experiment.1)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    EXPERIMENTS.iter().map(|experiment| experiment.0)
}

/// The longest experiment file: far above use.
const LONGEST_FILE: usize = 1 << 20;

/// Reads an experiment or suite file, or one of those inside the program if there is no such file:
/// a folder of that name, such as that of its results, is none.
pub(crate) fn read(path: &Path) -> Result<String, LabError> {
    let wrong = |error| LabError::Read { path: path.to_owned(), error };
    let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.']));
    if let Some(name) = name.filter(|_| !path.exists() || path.is_dir()) {
        let unknown = || {
            let inside: Vec<&str> = names().collect();
            let (inside, near) = (inside.join(", "), roster::suggestion(name, names()));
            let problem =
                format!("no such file, and none of the experiments inside: {inside}{near}");
            LabError::Problems { path: path.to_owned(), problem }
        };
        return text(name).map(str::to_owned).ok_or_else(unknown);
    }
    let text = file::read_text(path).map_err(wrong)?;
    if text.len() > LONGEST_FILE {
        let problem = "expected an experiment, found a file of more than 1 MiB".to_owned();
        return Err(LabError::Problems { path: path.to_owned(), problem });
    }
    Ok(text)
}

/// A file that another command reads.
pub(crate) fn other_command(path: &Path, what: &str, command: &str) -> LabError {
    let problem = format!("this is {what}; use yomi-lab {command}");
    LabError::Problems { path: path.to_owned(), problem }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;

    #[test]
    fn they_are_those_of_the_repository() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        let files: BTreeMap<String, String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        let inside = EXPERIMENTS.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(BTreeMap::from(inside), files);
    }
}
