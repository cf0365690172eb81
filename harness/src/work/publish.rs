//! Publishing: a finished run's report becomes a folder that is meant to be committed.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::source::recorded;
use super::{history, report, suite};
use crate::error::LabError;
use crate::language::Language;
use crate::report::is_shown;
use crate::run::folder::RunFolder;
use crate::run::history::History;
use crate::run::record::Run;

/// The tables and pages of reports. The journal is not published, but its digest is, nor what can
/// be made from it, nor what others have put into the folder.
const PUBLIC: [&str; 9] = [
    "README.md",
    EXPERIMENT,
    "run.toml",
    "report.html",
    "summary.csv",
    "pairs.csv",
    "times.csv",
    "path.csv",
    "positions.csv",
];

/// The text of the experiment: who its players are, and all that it takes to run it again.
const EXPERIMENT: &str = "experiment.toml";

/// Puts report, tables, pictures and the journal's digest of a finished run, and the texts that it
/// was run from, into the folder of its name in `results`, in place of those of an earlier run of
/// the experiment; what others have put into that folder stays. Returns it.
///
/// # Errors
/// When the run is unfinished, the folder there has no results or those of another experiment, or
/// something cannot be written.
pub fn publish(folder: &Path, results: &Path, language: Language) -> Result<PathBuf, LabError> {
    let wrong =
        |path: &Path, problem: String| LabError::Problems { path: path.to_owned(), problem };
    let history = history(folder)?;
    if RunFolder::is_taken(folder) {
        let problem = "a run is at work here; what it has finished is published when it has ended";
        return Err(wrong(folder, problem.to_owned()));
    }
    if let Some(missing) = unfinished(folder, &history, language)? {
        return Err(wrong(
            folder,
            format!("unfinished ({missing}); only what is finished is published"),
        ));
    }
    let real = folder.canonicalize().unwrap_or_default();
    let Some(name) = folder.file_name().or(real.file_name()) else {
        return Err(wrong(folder, "expected a folder with a name".to_owned()));
    };
    let target = results.join(name);
    if let Some(other) = other_results(&target, &history.run.name) {
        return Err(wrong(&target, format!("{other}: give another folder with --to")));
    }
    let digest = history.digest()?;
    replace_folder(folder, &target, &digest, &texts(&history.run))
        .map_err(|error| LabError::unwritable(&target, &error))?;
    Ok(target)
}

/// The texts that somebody else needs to run it again, by their paths from the experiment. Openings
/// from outside its folder are put into it, and the experiment names them there.
fn texts(run: &Run) -> Vec<(PathBuf, String)> {
    let mut texts = vec![(PathBuf::from(EXPERIMENT), run.text.clone())];
    if let (Some(openings), Ok(raw)) = (&run.openings, recorded(run))
        && let Some(path) = raw.opening_file().map(Path::new)
    {
        let inside = inside(path);
        if inside != path {
            texts[0].1 = raw.with_opening_file(&inside.display().to_string());
        }
        texts.push((inside, openings.clone()));
    }
    texts
}

/// The place of a file of openings in a folder of results: its own, or its name if it is outside,
/// in a folder where it may be called like a report's table or picture.
fn inside(path: &Path) -> PathBuf {
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let place = if is_inside { path.as_os_str() } else { path.file_name().unwrap_or_default() };
    let place = Path::new(place);
    let is_picture = place.extension().is_some_and(|kind| kind == "svg" || kind == "png");
    let is_above = place.components().count() == 1;
    match is_above && (is_picture || is_public(place)) {
        true => Path::new("openings").join(place),
        false => place.to_owned(),
    }
}

/// Whose results the folder has, if not those of the experiment `name`.
fn other_results(target: &Path, name: &str) -> Option<String> {
    if !target.exists() {
        return None;
    }
    let Ok(circumstances) = fs::read_to_string(target.join("run.toml")) else {
        return Some("no results of a run".to_owned());
    };
    let experiment = |table: toml::Table| Some(table.get("experiment")?.as_str()?.to_owned());
    let found = circumstances.parse().ok().and_then(experiment).unwrap_or_default();
    (found != name).then(|| format!("results of `{found}`, not of `{name}`"))
}

/// Makes the report again; says how much is done if that is not all.
fn unfinished(
    folder: &Path,
    history: &History,
    language: Language,
) -> Result<Option<String>, LabError> {
    if history.run.suite.is_some() {
        let report = suite::report(folder, language)?;
        let (done, planned) = (report.entries.len(), report.planned);
        return Ok((done < planned).then(|| format!("{done} of {planned} positions")));
    }
    Ok(report(folder, language)?.page.unfinished)
}

/// Copies a report beside its target, with the texts that it was run from, and then puts it there.
/// A link stays one, to the results that it leads to.
fn replace_folder(
    folder: &Path,
    target: &Path,
    digest: &str,
    texts: &[(PathBuf, String)],
) -> io::Result<()> {
    let real = if target.is_symlink() { target.canonicalize()? } else { target.to_owned() };
    let [new, old] = ["new.tmp", "old.tmp"].map(|end| real.with_added_extension(end));
    if old.exists() && !real.exists() {
        // A program that was killed had put it aside.
        fs::rename(&old, &real)?;
    }
    for left in [&new, &old] {
        if left.exists() {
            fs::remove_dir_all(left)?;
        }
    }
    let replaced = fill(&new, folder, digest, texts).and_then(|()| exchange(&new, &real, &old));
    if replaced.is_err() {
        // A full disk is no fuller than before.
        let _ = fs::remove_dir_all(&new);
    }
    replaced
}

/// Puts the folder `new` in the place of `target`, with what others have put into that; the old one
/// is called `old` for a moment.
fn exchange(new: &Path, target: &Path, old: &Path) -> io::Result<()> {
    if target.exists() {
        // Copied, so that the old results are whole until they are replaced.
        let shown = fs::read_to_string(target.join("README.md")).unwrap_or_default();
        copy_all(target, new, &|file| is_public(file) || is_shown(file, &shown))?;
        fs::rename(target, old)?;
    }
    fs::rename(new, target)?;
    if old.exists() { fs::remove_dir_all(old) } else { Ok(()) }
}

/// Copies a report, and the texts that it was run from, into the folder `new`.
fn fill(new: &Path, folder: &Path, digest: &str, texts: &[(PathBuf, String)]) -> io::Result<()> {
    fs::create_dir_all(new)?;
    for (path, text) in texts {
        let path = new.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    let page = fs::read_to_string(folder.join("README.md"))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if texts.iter().any(|(text, _)| text.as_os_str() == name) {
            // Somebody's: the run's own is in the journal.
            continue;
        }
        if name == "run.toml" {
            let circumstances = fs::read_to_string(&path)?;
            fs::write(new.join(name), format!("journal = \"{digest}\"\n{circumstances}"))?;
        } else if is_public(&path) || is_shown(&path, &page) {
            fs::copy(&path, new.join(name))?;
        }
    }
    Ok(())
}

/// Whether a file is a table or a page of a report.
fn is_public(file: &Path) -> bool {
    PUBLIC.iter().any(|public| file.ends_with(public))
}

/// Copies what is in a folder, and in those inside, but for files that `are_left` and for those
/// that are there already.
fn copy_all(from: &Path, to: &Path, are_left: &dyn Fn(&Path) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            fs::create_dir_all(&copy)?;
            copy_all(&path, &copy, &|_| false)?;
        } else if !are_left(&path) && !copy.exists() {
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
}
