//! The commands for experiments on several machines.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use yomi_harness::plan::Overrides;
use yomi_harness::report::shell_word;
use yomi_harness::run::shard::PLAN;
use yomi_harness::terminal::{note, note_kept};
use yomi_harness::work::shards::merge::merge;
use yomi_harness::work::shards::part::{Outcome, run_shard};
use yomi_harness::work::shards::slurm::{self, Wishes};
use yomi_harness::work::{Options, list, shards};

use crate::cli::{Format, Merge, Plan, Slurm};
use crate::conclusion::{INTERRUPTED, fail, name_damaged, told};
use crate::settle;

/// Divides an experiment into shards.
pub(crate) fn planned(options: Plan, weights: Option<PathBuf>) -> ExitCode {
    let Plan { file, shards, out, games, seed, variant } = options;
    let overrides = Overrides { games, seed, variant };
    let options = Options { overrides, weights, ..Options::default() };
    match shards::plan::Plan::write(&list::experiment(&file), &options, shards, &out) {
        Ok(plan) => {
            let (out, last) = (shell_word(&out.to_string_lossy()), plan.shards - 1);
            let text = format!(
                "plan {} in {out}\neach shard from 0 to {last}: yomi-lab run --shard K {out}\n\
                 then: yomi-lab merge {out}\n",
                &plan.digest[..16]
            );
            told(&text, ExitCode::SUCCESS)
        }
        Err(error) => fail(&error),
    }
}

/// Why a folder is no experiment to be run without the number of a shard; `None` if it is no
/// plan's.
pub(crate) fn plan_without_shard(path: &Path) -> Option<String> {
    path.join(PLAN).is_file().then(|| {
        let path = path.display();
        format!("{path}: this is the folder of a plan; expected --shard K with it")
    })
}

/// Runs a shard.
pub(crate) fn shard(plan: &Path, number: u32, options: &Options) -> ExitCode {
    let outcome = match run_shard(plan, number, options) {
        Ok(outcome) => outcome,
        Err(error) => return fail(&error),
    };
    let Outcome { shard, unit, planned, done, complete, before, kept, damaged, folder } = outcome;
    note_kept(&folder, kept.as_deref());
    let folder = folder.display().to_string();
    name_damaged(&folder, &damaged);
    let new = done - before;
    let text =
        format!("{shard}: {done} of {planned} {unit} done, {new} of them now, in {folder}\n");
    if complete {
        return told(&text, ExitCode::SUCCESS);
    }
    let code = told(&text, INTERRUPTED.into());
    note("yomi-lab: unfinished; what is done is kept, run the same command again to continue");
    code
}

/// Says what the shards have come to.
pub(crate) fn status(plan: &Path, missing: bool, format: Format) -> ExitCode {
    let status = shards::plan::Plan::read_here(plan).and_then(|found| found.status());
    match (status, format) {
        (Err(error), _) => fail(&error),
        (Ok(status), _) if missing => told(&format!("{}\n", status.missing()), ExitCode::SUCCESS),
        (Ok(status), Format::Text) => told(&status.plain(plan), ExitCode::SUCCESS),
        (Ok(status), Format::Json) => told(&status.json(), ExitCode::SUCCESS),
    }
}

/// Merges the shards.
pub(crate) fn merged(options: Merge) -> ExitCode {
    let Merge { plan, out, fresh, strict, format, lang } = options;
    let options = Options { out, fresh, language: lang.language, ..Options::default() };
    settle(merge(&plan, &options), strict, format)
}

/// Writes the scripts for Slurm.
pub(crate) fn slurm(options: Slurm, weights: Option<PathBuf>) -> ExitCode {
    let Slurm { plan, cpus, at_once, out } = options;
    let wishes = Wishes { processors: cpus, at_once, out, weights };
    match slurm::slurm(&plan, &wishes) {
        Ok(script) => {
            let script = shell_word(&script.to_string_lossy());
            told(&format!("bash {script} [OPTIONS OF SBATCH]\n"), ExitCode::SUCCESS)
        }
        Err(error) => fail(&error),
    }
}
