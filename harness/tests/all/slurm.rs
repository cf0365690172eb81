use std::fs;
use std::process::Command;

use crate::lab::{Lab, SMALL, said};

/// What Slurm would be told, by a plan in a folder with an odd name, and what it does: a script
/// plays Slurm. Tasks that are queued already are not submitted again, but waited for.
#[test]
fn scripts_for_slurm() {
    use std::os::unix::fs::PermissionsExt;
    let lab = Lab::new(SMALL);
    let folder = "it's a \"plan\" for $HOME & more %j";
    lab.told(&["plan", "experiment.toml", "--shards", "3", "--out", folder, "--games", "20"]);
    lab.told(&["slurm", folder, "--cpus", "2", "--at-once", "2", "--out", "the run"]);
    let sbatch = "#!/bin/bash\nprintf '%s\\n' \"$@\" >>\"$FAKE/said\"\nwhile [[ $1 == --* ]]; do\n  \
                  [[ $1 == --array=* ]] && array=${1#--array=}\n  shift\ndone\n\
                  if [[ -n ${array:-} ]]; then echo 17; array=${array%\\%*}; \
                  for task in ${array//,/ }; do \
                  SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 bash \"$1\" >&2; done; \
                  else bash \"$1\" >&2; fi\n";
    let squeue = "#!/bin/bash\nprintf '%s\\n' \"$@\" >>\"$FAKE/asked\"\ncat \"$FAKE/queue\"\n";
    fs::create_dir(lab.path("bin")).unwrap();
    for (name, fake) in [("sbatch", sbatch), ("squeue", squeue)] {
        let path = lab.path("bin").join(name);
        fs::write(&path, fake).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", lab.path("bin").display(), std::env::var("PATH").unwrap());
    let submit = |queue: &str| {
        fs::write(lab.path("queue"), queue).unwrap();
        fs::write(lab.path("said"), "").unwrap();
        let mut command = Command::new("bash");
        command.arg(lab.path(folder).join("submit.sh")).arg("--time=5").current_dir("/");
        command.env("PATH", &path).env("FAKE", lab.folder.path());
        (command.output().unwrap(), fs::read_to_string(lab.path("said")).unwrap())
    };
    // Two shards are queued: the merge waits for them, here in vain.
    let (output, told) = submit("21 1\n21 2\n");
    assert!(said(&output).contains("not done: shards 1-2 of 3"), "{}", said(&output));
    assert!(told.contains("--array=0%2\n"), "{told}");
    let after = told.lines().find_map(|line| line.strip_prefix("--dependency=")).unwrap();
    assert!(after.contains("afterany:17,") && after.contains("afterany:21,"), "{after}");
    let (output, told) = submit("");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let run = fs::read_to_string(lab.path("the run/run.toml")).unwrap();
    assert!(run.contains("command = \"yomi-lab run experiment.toml --games 20\"\n"), "{run}");
    let games = fs::read_to_string(lab.path("the run/games.csv")).unwrap();
    assert!(games == Lab::undisturbed(SMALL, &["--games", "20"]));
    assert!(told.contains("--array=1,2%2\n") && told.matches("--time=5\n").count() == 2, "{told}");
    assert!(told.contains("--dependency=afterany:17,singleton\n"), "{told}");
    assert!(told.contains("more %%j/slurm-%A_%a.log\n"), "{told}");
    let name = told.lines().find(|line| line.starts_with("--job-name=yomi-shard-")).unwrap();
    let asked = fs::read_to_string(lab.path("asked")).unwrap();
    assert!(asked.contains(&format!("{}\n", name.replace("--job-name", "--name"))), "{asked}");
}
