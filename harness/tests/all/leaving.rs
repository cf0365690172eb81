use std::fs;
use std::process::Command;

use crate::lab::{Lab, said};

/// An experiment of one pair: a GTP engine in a few lines of shell that does `genmove` when it is
/// asked for a move, and leaves a mark when it is told to quit.
fn lab(genmove: &str, own: &str) -> Lab {
    let lab = Lab::new(&format!(
        "question = \"?\"\ngame = \"othello\"\ngames = 1\nseed = 5\n[schedule]\npairs = \
         [[\"engine\", \"other\"]]\n[openings]\nstart = true\n[[players]]\nname = \"engine\"\n\
         text = 'engine(cmd=\"sh fake.sh\",protocol=gtp{own})'\n[[players]]\nname = \"other\"\n\
         text = \"random\"\n"
    ));
    let fake = format!(
        "while read -r command rest; do case \"$command\" in\ngenmove) {genmove};;\n\
         quit) echo bye >>parted; exit;;\n*) printf '=\\n\\n';;\nesac; done\n"
    );
    fs::write(lab.path("fake.sh"), fake).unwrap();
    lab
}

fn rows(lab: &Lab) -> Vec<csv::StringRecord> {
    let text = lab.out("games.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(Result::unwrap).collect()
}

fn written(lab: &Lab, game: &str, format: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomi-lab"));
    command.args(["replay", "out", game, "--format", format]).current_dir(lab.folder.path());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// Who resigns loses, and nothing has gone wrong; games that end before their end say so wherever
/// they are written down.
#[test]
fn games_that_end_early_say_how() {
    for (genmove, own, end, signs) in [
        ("printf '= Resign\\n\\n'", "", "resigned", ["+R]", ":r]"]),
        ("printf '= a1\\n\\n'", "", "illegal move", ["+F]", "64]"]),
        ("sleep 100", ",move_timeout=1", "timeout", ["+T]", ":t]"]),
    ] {
        let lab = lab(genmove, own);
        let output = lab.run(&["--strict", "--threads", "2"]);
        let resigned = end == "resigned";
        assert_eq!(output.status.code(), Some(i32::from(!resigned)), "{}", said(&output));
        assert_eq!(lab.out("README.md").contains("lost by forfeit"), !resigned);
        for row in rows(&lab) {
            let engine = usize::from(&row[5] == "engine");
            assert_eq!((&row[12], &row[7]), (end, ["white", "black"][engine]), "{row:?}");
            let difference = ["-64", "64"][engine];
            assert_eq!(&row[10], difference, "{row:?}");
            // Nobody has counted the positions of a program.
            assert_eq!((&row[13 + engine], row[14 - engine].is_empty()), ("", false), "{row:?}");
            let winner = ["W", "B"][engine];
            let [sgf, ggf] = ["sgf", "ggf"].map(|format| written(&lab, &row[0], format));
            assert!(sgf.contains(&format!("RE[{winner}{}", signs[0])), "{sgf}");
            assert!(ggf.contains(signs[1]) && ggf.ends_with(")\n"), "{ggf}");
        }
        let report = lab.out("report.html");
        assert!(!resigned || report.contains("投了") && report.contains(">resigned<"));
        assert!(report.contains("; positions of engine are not known"));
    }
}

/// A program that has done its work is told to quit before it is ended.
#[test]
fn programs_are_told_to_quit() {
    let lab = lab("printf '= resign\\n\\n'", "");
    lab.finish(&["--threads", "1"]);
    // It was kept for the second game.
    assert_eq!(fs::read_to_string(lab.path("parted")).unwrap(), "bye\n");
}

/// What a program has started may outlive it, with its pipe in its hands.
#[test]
fn a_program_that_dies_has_crashed_whatever_it_leaves_behind() {
    let lab = lab("sleep 100 & exit 3", "");
    lab.finish(&["--threads", "2"]);
    assert!(rows(&lab).iter().all(|row| &row[12] == "crash"), "{:?}", rows(&lab));
    assert!(lab.out("report.html").contains("exit status: 3"));
}
