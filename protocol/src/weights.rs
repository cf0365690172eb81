//! The option `--weights` of all programs: other weights than the program's own.

use std::path::Path;

use yomi_engine::expert::Evaluation;

use crate::file;

/// Makes the weights of a file the learned evaluation of the whole program, if there is a file.
///
/// # Errors
/// A line that says what is wrong with the file.
pub fn replace(file: Option<&Path>) -> Result<(), String> {
    let Some(path) = file else { return Ok(()) };
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = file::read(path).map_err(|error| problem(&error))?;
    Evaluation::replace_learned(&bytes).map_err(|error| problem(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_fine_and_a_wrong_one_is_named() {
        assert_eq!(replace(None), Ok(()));
        let missing = replace(Some(Path::new("no/such/file"))).expect_err("no file");
        assert!(missing.starts_with("no/such/file: "), "{missing}");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let foreign = replace(Some(&source)).expect_err("not weights");
        assert!(foreign.ends_with("Cargo.toml: not a file of weights"), "{foreign}");
    }
}
