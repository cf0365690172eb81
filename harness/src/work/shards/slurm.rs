//! Scripts for Slurm: an array job with a task for each shard, the job that merges them, and the
//! one that submits both.
//!
//! What a site wants besides, such as a partition, an account, time or memory, is given to
//! `submit.sh` and passed on to `sbatch`.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use super::plan::Plan;
use crate::digest;
use crate::error::LabError;
use crate::file::replace;

/// What the scripts are to ask for.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Processors for each shard.
    pub processors: u16,
    /// The most shards at once; `None` if Slurm decides.
    pub at_once: Option<u32>,
    /// The folder of the merged run, instead of `runs/NAME`.
    pub out: Option<PathBuf>,
    /// The weights that the program was started with, if not its own.
    pub weights: Option<PathBuf>,
}

/// Writes the scripts for the plan in `folder` beside it; returns the one to be called.
///
/// # Errors
/// When the plan is not this program's, a path is no text, or a script cannot be written.
pub fn slurm(folder: &Path, wishes: &Wishes) -> Result<PathBuf, LabError> {
    let plan = Plan::read_here(folder)?;
    let scripts = Scripts::new(&plan, wishes)?;
    for (name, text) in [
        ("array.sbatch", scripts.array(plan.shards, wishes.processors)),
        ("merge.sbatch", scripts.merge()),
        ("submit.sh", scripts.submit(wishes.at_once)),
    ] {
        let path = plan.folder.join(name);
        replace(&path, text.as_bytes()).map_err(|error| LabError::unwritable(&path, &error))?;
    }
    Ok(plan.folder.join("submit.sh"))
}

/// What the scripts have in common, each a word or words that the shell takes as they are.
struct Scripts {
    /// The program with its weights.
    program: String,
    /// The folder of the plan.
    folder: String,
    /// The folder of the merged run.
    out: String,
    /// What tells the jobs of this plan in this folder from all others.
    name: String,
    /// The files that Slurm writes what is said into, in whose names `%` has a meaning.
    logs: [String; 2],
}

impl Scripts {
    fn new(plan: &Plan, wishes: &Wishes) -> Result<Self, LabError> {
        let wrong = |error: io::Error| LabError::unwritable(&plan.folder, &error);
        let word = |path: &Path| {
            let text = path.to_str().and_then(|text| shlex::try_quote(text).ok());
            text.map(Cow::into_owned).ok_or_else(|| {
                let problem = "expected a path that is text".to_owned();
                LabError::Problems { path: path.to_owned(), problem }
            })
        };
        let folder = fs::canonicalize(&plan.folder).map_err(wrong)?;
        let mut program = word(&std::env::current_exe().map_err(wrong)?)?;
        if let Some(weights) = &wishes.weights {
            program += &format!(" --weights {}", word(&path::absolute(weights).map_err(wrong)?)?);
        }
        let out = wishes.out.clone().unwrap_or_else(|| Path::new("runs").join(&plan.run.name));
        let out = word(&path::absolute(out).map_err(wrong)?)?;
        let mut which = format!("{} {}", plan.digest, folder.display());
        which = digest::of(which);
        let name = which[..12].to_owned();
        let plain = folder.display().to_string().replace('%', "%%");
        let log = |name: &str| word(&Path::new(&plain).join(name));
        let logs = [log("slurm-%A_%a.log")?, log("slurm-%j.log")?];
        Ok(Self { program, folder: word(&folder)?, out, name, logs })
    }

    fn array(&self, shards: u32, processors: u16) -> String {
        let Self { program, folder, name, .. } = self;
        let last = shards - 1;
        format!(
            "#!/usr/bin/env bash\n\
             # Each task runs a shard. A task that is started again goes on.\n\
             #SBATCH --job-name=yomi-shard-{name}\n\
             #SBATCH --array=0-{last}\n\
             #SBATCH --cpus-per-task={processors}\n\
             #SBATCH --requeue\n\
             #SBATCH --open-mode=append\n\
             exec {program} run --shard \"$SLURM_ARRAY_TASK_ID\" \\\n    \
             --threads \"${{SLURM_CPUS_PER_TASK:-1}}\" {folder}\n"
        )
    }

    fn merge(&self) -> String {
        let Self { program, folder, out, name, .. } = self;
        format!(
            "#!/usr/bin/env bash\n\
             # Merges the shards into the folder that a run on one machine would have made.\n\
             #SBATCH --job-name=yomi-merge-{name}\n\
             exec {program} merge --out {out} {folder}\n"
        )
    }

    fn submit(&self, at_once: Option<u32>) -> String {
        let Self { program, folder, name, logs: [shards, merge], .. } = self;
        let at_once = at_once.map_or(String::new(), |most| format!("%{most}"));
        format!(
            r#"#!/usr/bin/env bash
# Submits the shards that are missing and not queued, and a merge after all that are. Arguments go
# to sbatch.
set -euo pipefail
folder={folder}
missing=$({program} status --missing "$folder")
listed=$(squeue --noheader --array --user="$(id -un)" --name=yomi-shard-{name} --format='%F %K')
declare -A jobs=() queued=()
while read -r job task; do
    [[ -z $job ]] || jobs[$job]=1 queued[$task]=1
done <<<"$listed"
array=
for range in ${{missing//,/ }}; do
    for ((task = ${{range%-*}}; task <= ${{range#*-}}; task++)); do
        [[ -n ${{queued[$task]:-}} ]] || array+=,$task
    done
done
if [[ -n $array ]]; then
    job=$(sbatch --parsable --array="${{array#,}}{at_once}" --output={shards} \
        "$@" --job-name=yomi-shard-{name} "$folder/array.sbatch")
    jobs[${{job%%;*}}]=1
    echo "shards ${{array#,}}: job ${{job%%;*}}"
fi
# One merge at a time.
after=singleton
for job in "${{!jobs[@]}}"; do
    after=afterany:$job,$after
done
sbatch --output={merge} "$@" --job-name=yomi-merge-{name} --dependency="$after" \
    "$folder/merge.sbatch"
"#
        )
    }
}
