//! The command for a match without an experiment file.

use std::process::ExitCode;

use yomi_harness::run::pool::cores;
use yomi_harness::work::compare::compare;
use yomi_harness::work::{Options, run_match};

use crate::cli::{Format, Match};
use crate::conclusion::{fail, refuse, told};
use crate::interrupt;
use crate::settle;

/// Plays a match, and says which of two players is better.
pub(crate) fn quick_match(asked: Match) -> ExitCode {
    let quick = match asked.quick() {
        Ok(quick) => quick,
        Err(problem) => return refuse(&problem),
    };
    if asked.show {
        return told(&quick.text(), ExitCode::SUCCESS);
    }
    // Games at the same time share the cores.
    let half = asked.is_timed().then(|| (cores() / 2).max(1));
    let Match { threads, out, fresh, strict, format, lang, .. } = asked;
    let threads = threads.map(usize::from).or(half);
    let language = lang.language;
    let options =
        Options { out, threads, fresh, language, interrupt: interrupt(), ..Options::default() };
    let result = run_match(&quick, &options);
    let played = result.as_ref().ok().map(|outcome| outcome.folder.clone());
    let code = settle(result, strict, format);
    let (Some(folder), [one, other], Format::Text) = (played, &*quick.players, format) else {
        return code;
    };
    match compare(&folder, [&one.name, &other.name]) {
        Ok(text) => told(&format!("\n{text}"), code),
        Err(error) => fail(&error),
    }
}
