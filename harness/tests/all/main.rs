//! One test binary; each module tests one property of the lab.

// what more of brings a player along its line is told from the players, not from the pictures
mod axis;
// one line that names the place in an experiment file, exit code 2, nothing run
mod bad_input;
// what is typed is checked, and names the command that was meant
mod command_line;
// other programs play, and whatever they do the run goes on
mod engines;
// what engines and systems do wrong costs one game or one line, and leaves nothing behind
#[cfg(unix)]
mod faults;
// one run a folder, begun by one program, never replaced silently, published as a whole
mod folders;
// games other than Othello are played, scored and written down by their rules
mod games;
// what there is can be listed, found by name, replayed and read by machines
mod inspect;
// journals of before are read, and what was sealed otherwise is not
mod journals;
// the folder that the tests work in
mod lab;
// programs resign, die, and are told to quit
#[cfg(unix)]
mod leaving;
// what a player may spend is kept to, and who oversteps a clock loses
mod limits;
// balanced ones are made, files are read, and none is used twice unasked
mod openings;
// the long report says everything in every language, and nothing in it comes from elsewhere
mod pages;
// pictures show who met whom and whose games they count, or are not drawn
mod pictures;
// who plays is told, is what its text says, and stays the same while a journal goes on
mod players;
// yomi as another program plays the games that it plays inside, over every protocol
#[cfg(unix)]
mod protocols;
// what outputs say of how they can be made again is true
mod provenance;
// whole games of the win-rate page come out, and published figures stand beside ours with verdicts
mod published;
// a match without a file is one with it
mod quick_match;
// games that were played before are no new evidence
mod repeats;
// the same file and seed give the same bytes for any number of threads, and keep them as files grow
mod reproducible;
// what lands in a results folder
mod results;
// whatever stops a run, nothing that was reported is lost, and nothing else is ever taken for it
mod resume;
// moves, nodes and times of searches of the same positions are compared
mod searches;
// printed intervals hold the truth, sequential tests are seldom wrong
mod selftest;
// shards that several jobs have run are merged into what a single run makes, or refused
mod shards;
// what submits a plan to Slurm does so once, for whatever name its folder has
#[cfg(target_os = "linux")]
mod slurm;
// verdicts, ratings and sequential tests over the games of a journal
mod statistics;
// the report of a problem suite says what the solver found, bad input is refused in one line
mod suite;
// planted optima are found, and a way that was stopped goes on as if nothing had happened
mod tune;
// variants say what each changes, and change it
mod variants;

use std::path::Path;

use yomi_harness::digest;
use yomi_harness::plan::Overrides;
use yomi_harness::work::{Options, Outcome, run_file};

/// A small gauntlet and round-robin player list, quick enough for tests.
const GAUNTLET: &str = r#"
question = "Is looking ahead worth it?"
game = "othello"
games = 50
seed = 7
winner = ["tutorial", "discs"]
charts = ["table"]
[schedule]
gauntlet = ["random"]
[[players]]
name = "random"
text = "random"
[[players]]
name = "one ply, discs"
text = "minimax(depth=1,eval=discs,ties=random)"
[published]
source = "nobody"
games = 100
cells = [{ player = "random", colour = "black", wins = 45 }]
"#;

const ROUND_ROBIN: &str = r#"
question = "Who wins?"
game = "othello"
size = 6
games = 20
seed = 7
charts = ["depth", "crosstable"]
[schedule]
round_robin = true
[openings]
random_plies = 4
[[players]]
name = "{eval}-{depth}"
text = "alphabeta(depth={depth},eval={eval})"
series = "{eval}"
x = "{depth}"
each = { eval = ["discs", "mobility"], depth = [1, 2] }
"#;

/// Runs `text` as an experiment in `folder` on `threads` threads, anew.
fn run(folder: &Path, text: &str, overrides: &Overrides, threads: usize) -> Outcome {
    let file = folder.join("experiment.toml");
    std::fs::write(&file, text).unwrap();
    let (overrides, out) = (overrides.clone(), Some(folder.join("out")));
    let options =
        Options { overrides, out, threads: Some(threads), fresh: true, ..Options::default() };
    run_file(&file, &options).unwrap()
}

/// The digest of a file.
fn digest(path: &Path) -> String {
    digest::of_all(&mut std::fs::File::open(path).unwrap()).unwrap()
}
