use std::fs;
use std::process::Command;

use yomi_harness::plan::Overrides;

use crate::{GAUNTLET, run};

/// Runs the program on `text`; it must fail with exit code 2 and one line on stderr, which is
/// returned without the path in front, and leave no results.
pub(crate) fn refused(text: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.toml");
    fs::write(&file, text).unwrap();
    let out = folder.path().join("out");
    let output = Command::new(env!("CARGO_BIN_EXE_yomi-lab"))
        .arg("run")
        .arg(&file)
        .arg("--out")
        .arg(&out)
        .args(options)
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    assert!(output.stdout.is_empty() && !out.exists());
    message.trim_end().replace(&format!("yomi-lab: {}: ", file.display()), "")
}

pub(crate) fn with(from: &str, to: &str) -> String {
    assert!(GAUNTLET.contains(from), "{from}");
    refused(&GAUNTLET.replace(from, to), &[])
}

#[test]
fn unknown_keys_and_wrong_types() {
    assert!(
        with("games = 50", "gamess = 50")
            .starts_with("line 4: gamess: unknown field `gamess`, expected one of")
    );
    assert!(with("games = 50", "gmaes = 50").ends_with("; did you mean `games`?"));
    assert_eq!(
        with("games = 50", "games = \"many\""),
        "line 4: games: expected a whole number, found \"many\""
    );
    assert!(
        with("text = \"random\"", "txt = \"random\"")
            .starts_with("line 12: txt: unknown field `txt`")
    );
    let large = refused(&GAUNTLET.replace("\nseed = ", "\nseed = 999999999999999999"), &[]);
    let told = "seed: expected 0 to 9223372036854775807, found 9999999999999999997";
    assert!(large.contains(told), "{large}");
    assert!(
        with("gauntlet = [\"random\"]", "gauntlet = [\"random\"]\nstop = { sprt = {} }")
            .ends_with("stop: belongs above the tables, before the first `[`")
    );
    assert!(with("games = 50", "games = = 50").starts_with("line 4: games: "));
    assert_eq!(
        with("question = \"Is looking ahead worth it?\"\n", ""),
        "line 1: expected the key `question`, found none"
    );
}

#[test]
fn names_and_numbers() {
    assert_eq!(
        with("games = 50", "games = 0"),
        "line 4: games: expected a number from 1 to 10000000, found 0"
    );
    assert_eq!(
        with("games = 50", "games = -5"),
        "line 4: games: expected a number from 1 to 10000000, found -5"
    );
    assert_eq!(
        with("games = 50\n", ""),
        "line 1: games: missing; expected the number of games a cell"
    );
    assert_eq!(
        with("\"othello\"", "\"chess\""),
        "line 3: game: expected `othello`, `tictactoe` or `go`, found `chess`"
    );
    assert_eq!(
        with("\"othello\"", "\"othello\"\nsize = 7"),
        "line 4: size: expected 4, 6, 8 or 10, found 7"
    );
    assert_eq!(
        with("\"othello\"", "\"go\"\nsize = 20"),
        "line 4: size: expected 2 to 19, found 20"
    );
    for name in ["tictactoe", "tic-tac-toe"] {
        let game = format!("\"{name}\"\nsize = 4");
        assert_eq!(with("\"othello\"", &game), "line 4: size: expected 3, found 4");
    }
    assert_eq!(
        with("\"othello\"", "\"othello\"\nkomi = 5"),
        "line 4: komi: only the game `go` has it"
    );
    assert_eq!(
        with("\"othello\"", "\"tictactoe\"\nsuperko = true"),
        "line 4: superko: only the game `go` has it"
    );
    assert_eq!(
        with("\"othello\"", "\"go\"\nkomi = 7.3"),
        "line 4: komi: expected whole or half points from -1000 to 1000, such as 7.5, found 7.3"
    );
    assert_eq!(with("one ply, discs", "random"), "line 14: players.name: `random` is used twice");
    assert_eq!(
        with("[\"random\"]", "[\"nobody\"]"),
        "line 8: schedule.gauntlet: no player `nobody`"
    );
    assert_eq!(
        with("[\"table\"]", "[\"pie\"]"),
        "line 7: charts: expected one of table, depth, crosstable, nodes, cost, playouts, heatmap, \
         ladder, strength, pairs, pentanomial, differences, sprt, found `pie`"
    );
    assert_eq!(
        with("\"discs\"]", "\"dice\"]"),
        "line 6: winner: expected `discs` or `tutorial`, found `dice`"
    );
    assert_eq!(
        with("wins = 45", "wins = 145"),
        "line 19: published.cells.wins: expected 0 to 100 percent, found 145"
    );
}

/// What would make tables or pages say something else than the file.
#[test]
fn names_and_lists_that_mislead() {
    for name in ["all", "both"] {
        assert_eq!(
            with("one ply, discs", name),
            format!(
                "line 14: players.name: `{name}` has another meaning in summary.csv; expected \
                 another name"
            )
        );
    }
    let expected = "line 14: players.name: expected 1 to 100 characters on one line";
    assert!(with("one ply, discs", "").starts_with(expected));
    assert!(with("one ply, discs", "one\u{202e}two").starts_with(expected));
    assert!(with("one ply, discs", "one\u{2067}two").starts_with(expected));
    let expected = "line 16: players.series: expected 1 to 100 characters on one line";
    assert!(
        with("ties=random)\"", "ties=random)\"\nseries = \"a\u{202e}b\"").starts_with(expected)
    );
    assert_eq!(
        with("winner = [\"tutorial\", \"discs\"]", "winner = []"),
        "line 6: winner: expected at least one rule"
    );
    assert_eq!(
        with("ties=random)\"", "ties=random)\"\neach = { a = [] }"),
        "line 14: players.each: a: expected at least one value"
    );
    assert_eq!(
        with("Is looking ahead worth it?", &"?".repeat(1001)),
        "line 2: question: expected at most 1000 characters, found 1001"
    );
}

#[test]
fn players_and_openings() {
    assert_eq!(
        with("minimax(depth=1", "minmax(depth=1"),
        "line 15: players.text: in `minmax(depth=1,eval=discs,ties=random)`, column 1: unknown \
         player `minmax` (there are random, tactics, minimax, negamax, alphabeta, negascout, \
         exact, last, flat_mc, uct, tutorial_flat_mc, tutorial_uct, expert); did you mean \
         `minimax`?"
    );
    assert_eq!(
        with("depth=1", "depth={d}"),
        "line 15: players.text: no value for `{d}` in `each` or in the variant's `set`"
    );
    assert_eq!(
        with("[schedule]", "[openings]\nrandom_plies = 1\n[schedule]"),
        "line 8: openings: random_plies: 50 distinct openings are needed, one for each pair of \
         games, but only 1 of 1 plies were found; `repeat = true` in a file uses them again"
    );
    // What is not there cannot be used again.
    let over = "line 8: openings: random_plies: 50 distinct openings are needed, one for each pair \
                of games, but only 0 of 70 plies were found";
    assert_eq!(with("[schedule]", "[openings]\nrandom_plies = 70\n[schedule]"), over);
    assert_eq!(
        with("[schedule]", "[openings]\nlist = [\"f5d6\", \"f5f5\"]\nrepeat = true\n[schedule]"),
        "line 8: openings: list: opening 2, in `f5f5`, line 1, column 3: expected a legal move for \
         O (f4 d6 f6), found f5"
    );
}

#[test]
fn schedules() {
    let schedule = |to: &str| with("gauntlet = [\"random\"]", to);
    let expected = "line 8: schedule: expected one of `gauntlet = [\"NAME\"]`, `round_robin = \
        true`, `pairs = [[\"NAME\", \"NAME\"]]` and `between = [\"SERIES\", \"SERIES\"]`";
    assert_eq!(schedule(""), expected);
    assert_eq!(schedule("gauntlet = [\"random\"]\nround_robin = true"), expected);
    assert_eq!(schedule("pairs = []"), "line 9: schedule.pairs: expected at least one pair");
    assert_eq!(
        schedule("gauntlet = []"),
        "line 8: schedule.gauntlet: expected at least one opponent"
    );
    assert_eq!(
        schedule("pairs = [[\"random\", \"random\", \"random\"]]"),
        "line 9: pairs: invalid length 3, expected two elements"
    );
    assert_eq!(
        schedule("pairs = [[\"random\", \"one ply, discs\"], [\"one ply, discs\", \"random\"]]"),
        "line 9: schedule.pairs: `one ply, discs` and `random` meet twice"
    );
    assert_eq!(
        schedule("pairs = [[\"random\", \"nobody\"]]"),
        "line 9: schedule.pairs: no player `nobody`"
    );
    assert_eq!(
        schedule("between = [\"random\", \"nobody\"]"),
        "line 9: schedule.between: no player has the series `nobody`"
    );
    assert_eq!(
        with("player = \"random\", colour", "player = \"random\", opponent = \"nobody\", colour"),
        "line 19: published.cells.opponent: no player `nobody`"
    );
    assert_eq!(with("games = 100", "games = 0"), "line 18: published.games: expected at least 1");
    assert_eq!(
        with("colour = \"black\"", "colour = \"red\""),
        "line 19: published.cells.colour: expected `black` or `white`, found `red`"
    );
}

/// Figures that would be dropped in silence, or set beside another opponent's results.
#[test]
fn published_figures_without_a_result() {
    let cell = "{ player = \"random\", colour = \"black\", wins = 45 }";
    let one_ply = "{ player = \"one ply, discs\", wins = 45 }";
    assert_eq!(
        with(cell, "{ player = \"random\", opponent = \"one ply, discs\", wins = 45 }"),
        "line 19: published.cells: the schedule has no result of `random` against `one ply, \
         discs`, only the other way round"
    );
    assert_eq!(
        with(cell, "{ player = \"random\", wins = 45 }"),
        "line 19: published.cells: expected a `colour`: `random` meets itself"
    );
    let both = "gauntlet = [\"random\", \"one ply, discs\"]";
    assert_eq!(
        with("gauntlet = [\"random\"]", both),
        "line 19: published.cells: expected an `opponent`: `random` has 2 of them"
    );
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &GAUNTLET.replace(cell, one_ply), &Overrides::default(), 1);
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("nobody"), "both colours together have a result, too");
}

/// What is named twice would count twice.
#[test]
fn names_that_come_twice() {
    assert_eq!(
        with("[\"tutorial\", \"discs\"]", "[\"discs\", \"discs\"]"),
        "line 6: winner: `discs` twice"
    );
    assert_eq!(
        with("charts = [\"table\"]", "charts = [\"table\", \"table\"]"),
        "line 7: charts: `table` twice"
    );
    assert_eq!(
        with("gauntlet = [\"random\"]", "gauntlet = [\"random\", \"random\"]"),
        "line 9: schedule.gauntlet: `random` twice"
    );
    assert_eq!(
        with("gauntlet = [\"random\"]", "between = [\"random\", \"random\"]"),
        "line 9: schedule.between: expected two series"
    );
}

/// Found by trying (8): a reference that is not in every variant, positions that no game has.
#[test]
fn searches_that_cannot_be() {
    let text = |plies: &str, variants: &str, name: &str| {
        format!(
            "question = \"?\"\ngame = \"tictactoe\"\nseed = 1\n[search]\npositions = 2\nplies = \
             {plies}\ndepths = [1]\n\
             reference = \"a\"\n{variants}[[players]]\nname = \"{name}\"\ntext = \"random\"\n"
        )
    };
    assert_eq!(
        refused(&text("[9, 9]", "", "a"), &[]),
        "line 4: search.plies: no game goes on after 9 to 9 random plies"
    );
    let placed = text("[1, 2]", "", "a") + "x = \"0\"\n";
    assert!(
        refused(&placed, &[]).ends_with("players.x: a search's place is its depth; expected none")
    );
    let variants = "[[variants]]\nname = \"v\"\nset = { n = \"a\" }\n[[variants]]\nname = \
        \"w\"\nset = { n = \"b\" }\n";
    assert_eq!(
        refused(&text("[1, 2]", variants, "{n}"), &[]),
        "line 4: search.reference: no player `a` in variant `w` at depth 1"
    );
    assert_eq!(
        refused(&text("[1, 2, 3]", "", "a"), &[]),
        "line 6: plies: invalid length 3, expected two elements"
    );
    assert_eq!(
        refused(&text("[1, 2]", "", "a").replace("[1]", "[1, 0]"), &[]),
        "line 4: search.depths: expected 1 or more, found 0"
    );
    assert_eq!(
        refused(&text("[1, 2]", "[openings]\nstart = true\n", "a"), &[]),
        "line 9: openings: a file with [search] has none"
    );
}

/// Found by trying (10, 11): what would take all memory is refused, and no message repeats a long
/// input.
#[test]
fn endless_input() {
    let each = (0..20).map(|axis| format!("a{axis} = [0, 1]")).collect::<Vec<_>>().join(", ");
    let player =
        format!("[[players]]\nname = \"x\"\ntext = \"random\"\neach = {{ {each} }}\n[published]");
    assert_eq!(
        with("[published]", &player),
        "line 17: players.each: expected at most 1000 players, found more combinations"
    );
    let many: String =
        (0..10_000).map(|n| format!("[[players]]\nname = \"{n}\"\ntext = \"random\"\n")).collect();
    assert!(
        with("[published]", &format!("{many}[published]"))
            .ends_with("players: expected at most 1000 in all variants")
    );
    let long = with("name = \"random\"", &format!("name = \"{}\"", "x".repeat(100_000)));
    assert!(
        long.starts_with("line 11: players.name: expected 1 to 100 characters") && long.len() < 300,
        "{long}"
    );
    let long = with("\"othello\"", &format!("\"{}\"", "x".repeat(100_000)));
    assert!(long.starts_with("line 3: game: expected") && long.len() < 600, "{}", long.len());
    assert!(
        with("question =", &format!("# {}\nquestion =", "x".repeat(1 << 20)))
            .ends_with("found a file of more than 1 MiB")
    );
    for name in ["\"a\\nb\"", "\"\\u001b[31m\"", "\"\"", "\" \""] {
        assert!(
            with("name = \"one ply, discs\"", &format!("name = {name}"))
                .contains("players.name: expected 1 to 100")
        );
    }
    let crowd: String = (0..20)
        .map(|n| format!("[[players]]\nname = \"{n}\"\ntext = \"random\"\n"))
        .collect::<String>()
        + "[published]";
    let text = GAUNTLET
        .replace("[published]", &crowd)
        .replace("gauntlet = [\"random\"]", "round_robin = true");
    let message = refused(&text, &["--games", "10000000"]);
    assert!(
        message.ends_with("schedule: expected at most 100000000 games, found 4620000000"),
        "{message}"
    );
}

/// Two players at one place of a line would make a step of nothing; variants have lines of their
/// own.
#[test]
fn one_player_at_each_place() {
    let text = crate::ROUND_ROBIN.replace("series = \"{eval}\"", "series = \"all of them\"");
    assert_eq!(
        refused(&text, &[]),
        "line 16: players.x: `discs-1` and `mobility-1` are both at 1 in the series `all of \
         them`; expected one player at each place"
    );
}

/// A file of openings that is not there is named with the line that names it.
#[test]
fn a_file_of_openings_that_is_missing() {
    let message = refused(
        &GAUNTLET
            .replace("[schedule]", "[openings]\nrepeat = true\nfile = \"nofile.txt\"\n[schedule]"),
        &[],
    );
    assert!(message.starts_with("line 10: openings.file: "), "{message}");
    assert!(message.contains("/nofile.txt: No such file"), "{message}");
}
