use std::fs;

use crate::bad_input::refused;
use crate::engines::{experiment, fake, lab, said};

const TWO: &str = "question = \"\"\"Who\nis it?\"\"\"\ngame = \"tictactoe\"\nseed = 3\ngames = 4\n\
    [schedule]\nround_robin = true\n[openings]\nstart = true\n\
    [[variants]]\nname = \"few\"\nset = { playouts = 5 }\n\
    [[variants]]\nname = \"many\"\nset = { playouts = 20 }\n\
    [[players]]\nname = \"<flat>\"\ntext = \"flat_mc(playouts={playouts})\"\n\
    [[players]]\nname = \"deep {depth}\"\ntext = \"alphabeta(eval=result)\"\n\
    limits = { depth = \"{depth}\" }\neach = { depth = [2] }\n";

/// A report says who played: each player's text with its templates filled in, and its limits.
#[test]
fn a_report_has_its_players() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), TWO).unwrap();
    let output = lab(folder.path(), &["run", "a.toml", "--out", "out", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["question"], "Who is it?");
    let sections = report["sections"].as_array().unwrap();
    let players = sections.iter().find(|section| section["heading"] == "Players").unwrap();
    let rows: Vec<String> = players["rows"].as_array().unwrap().iter().map(row).collect();
    let [few, many] = [5, 20].map(|count| format!("flat_mc(playouts={count})"));
    let deep = "alphabeta(eval=result) depth = 2";
    assert_eq!(
        rows,
        [
            format!("<flat> few {few} "),
            format!("deep 2 few {deep}"),
            format!("<flat> many {many} "),
            format!("deep 2 many {deep}"),
        ]
    );
    let html = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(html.contains("<td class=\"text\">flat_mc(playouts=20)</td>"));
    assert!(html.contains("&lt;flat&gt;") && !html.contains("<flat>"));
}

/// The cells of a row of the table, with a blank between them.
fn row(row: &serde_json::Value) -> String {
    ["player", "variant", "text", "limits"]
        .map(|name| row[name].as_str().unwrap_or_default().to_owned())
        .join(" ")
}

/// What would be told of depths that nobody searches to, and names that a page cannot show.
#[test]
fn players_that_cannot_be() {
    let same = TWO.replace("limits = { depth = \"{depth}\" }\neach = { depth = [2] }\n", "");
    let search =
        "[search]\npositions = 2\ndepths = [1, 2]\nplies = [1, 2]\nreference = \"<flat>\"\n";
    let search = same
        .replace("games = 4\n", "")
        .replace("[schedule]\nround_robin = true\n[openings]\nstart = true\n", search)
        .replace("deep {depth}", "deep");
    let told = refused(&search, &[]);
    let expected = "players.text: the same for depths 1 and 2; expected `{depth}` in it";
    assert!(told.ends_with(expected), "{told}");
    for name in ["a `b` c", "**a**"] {
        let told = refused(&TWO.replace("<flat>", name), &[]);
        assert!(told.contains("players.name: expected one without ` and **"), "{told}");
    }
}

/// A program that was built anew is another player: its games are not put beside those of before.
#[cfg(unix)]
#[test]
fn another_build_of_a_program_does_not_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let write = |genmove: &str| {
        fs::write(folder.path().join("fake.sh"), fake(genmove)).unwrap();
    };
    write("printf '= resign\\n\\n'");
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random");
    fs::write(folder.path().join("a.toml"), &text).unwrap();
    let run = |options: &[&str]| {
        let words = [&["run", "a.toml", "--out", "out"], options].concat();
        lab(folder.path(), &words)
    };
    assert_eq!(run(&[]).status.code(), Some(0));
    let circumstances = fs::read_to_string(folder.path().join("out/run.toml")).unwrap();
    assert!(circumstances.contains("\n[engines]\n") && circumstances.contains("\"fake.sh\" = \""));
    assert_eq!(run(&["--games", "4"]).status.code(), Some(0));
    write("exit 1");
    for options in [&[][..], &["--games", "5"]] {
        let output = run(options);
        assert_eq!(output.status.code(), Some(2));
        let told = "the program `fake.sh` is another file than when the journal began";
        assert!(said(&output).contains(told), "{}", said(&output));
    }
    assert_eq!(run(&["--fresh"]).status.code(), Some(0));
}

/// Nor do the shards of a plan, wherever the program was changed; who merges them sees it, too.
#[cfg(unix)]
#[test]
fn shards_are_played_by_one_build_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("fake.sh");
    let write = |genmove: &str| fs::write(&program, fake(genmove)).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let told = |words: &[&str], code: i32| {
        let output = lab(folder.path(), words);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", said(&output));
        said(&output)
    };
    let shard = |plan, number| ["run", plan, "--shard", number];
    let plan = |name| ["plan", "a.toml", "--shards", "2", "--out", name];
    write("printf '= resign\\n\\n'");
    told(&plan("known"), 0);
    told(&shard("known", "0"), 0);
    write("printf '=resign\\n\\n'");
    let refused = told(&shard("known", "1"), 2);
    let expected = "known/plan.json: the program `fake.sh` is another file than when this was";
    assert!(refused.contains(expected), "{refused}");
    write("printf '= resign\\n\\n'");
    told(&shard("known", "1"), 0);
    told(&["merge", "known", "--out", "merged"], 0);
    let circumstances = fs::read_to_string(folder.path().join("merged/run.toml")).unwrap();
    assert!(circumstances.contains("\n[engines]\n\"fake.sh\" = \""), "{circumstances}");

    // Where it was planned there was none.
    fs::remove_file(&program).unwrap();
    told(&plan("unknown"), 0);
    for (number, genmove) in [("0", "printf '= resign\\n\\n'"), ("1", "printf '=resign\\n\\n'")] {
        write(genmove);
        told(&shard("unknown", number), 0);
    }
    let refused = told(&["merge", "unknown", "--out", "other"], 2);
    let expected = "the program `fake.sh` is another file than in other shards";
    assert!(refused.contains(expected) && !folder.path().join("other").exists(), "{refused}");
}

/// Nor a tuning.
#[cfg(unix)]
#[test]
fn a_tuning_goes_on_with_the_same_build_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let write = |genmove: &str| {
        fs::write(folder.path().join("fake.sh"), fake(genmove)).unwrap();
    };
    let text = "question = \"?\"\ngame = \"tictactoe\"\nseed = 1\ngames = 2\n\
        [openings]\nstart = true\n[tune]\niterations = 2\n\
        parameters.x = { start = 5, least = 1, most = 9, step = 2 }\n[[players]]\nname = \"a\"\n\
        text = 'engine(cmd=\"sh fake.sh {x}\",protocol=gtp)'\n";
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let tune = || lab(folder.path(), &["tune", "a.toml", "--out", "out"]);
    write("printf '= resign\\n\\n'");
    assert_eq!(tune().status.code(), Some(0), "{}", said(&tune()));
    let circumstances = fs::read_to_string(folder.path().join("out/run.toml")).unwrap();
    assert!(circumstances.contains("\n[engines]\n\"fake.sh\" = \""), "{circumstances}");
    write("printf '=resign\\n\\n'");
    let refused = tune();
    let told = "the program `fake.sh` is another file than when the journal began";
    assert!(
        refused.status.code() == Some(2) && said(&refused).contains(told),
        "{}",
        said(&refused)
    );
}

/// A verdict that a broken program has made says so.
#[cfg(unix)]
#[test]
fn a_verdict_tells_of_forfeits() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fake.sh"), fake("exit 3")).unwrap();
    let text = experiment("engine(cmd=\"sh fake.sh\",protocol=gtp)", "random")
        .replace("games = 3", "games = 40\nstop = { sprt = { elo0 = 0, elo1 = 200 } }");
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let told = lab(folder.path(), &["run", "a.toml", "--out", "out"]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("at most 0 rather than 200") && told.contains(" were lost by forfeit."));
    let told = lab(folder.path(), &["report", "out", "--lang", "ja"]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("局は反則などによる負け。"), "{told}");
}
