use yomi_harness::plan::Overrides;

use crate::run;
use crate::statistics::{TEST, lab, said, table};

/// Two players without randomness, from openings that are used again and again.
const REPEATED: &str = r#"
question = "How often must one play the same games?"
game = "othello"
size = 6
games = 60
seed = 7
charts = ["sprt", "depth", "heatmap"]
stop = { sprt = { elo0 = 0, elo1 = 10, alpha = 0.05, beta = 0.05 } }
[schedule]
pairs = [["mobility", "discs"]]
[openings]
start = true
[[players]]
name = "{eval}"
text = "alphabeta(depth=2,eval={eval})"
each = { eval = ["discs", "mobility"] }
"#;

/// Pairs of games that were played before decide nothing, from one opening or from several.
#[test]
fn the_same_games_again_are_no_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let list = REPEATED.replace("start = true", "list = [\"c2b2\", \"c2b4\"]\nrepeat = true");
    for (text, distinct) in [(REPEATED, 1), (&list, 2)] {
        let outcomes = [1, 3].map(|threads| {
            let outcome = run(folder.path(), text, &Overrides::default(), threads);
            assert!(outcome.manifest.complete, "{:?}", outcome.manifest);
            (outcome.manifest.digest, outcome.page.answer)
        });
        assert_eq!(outcomes[0], outcomes[1]);
        let repeated = 60 - distinct;
        let told = outcomes[0].1.join("\n");
        assert!(told.contains("no verdict between 0 and 10; LLR "), "{told}");
        assert!(told.contains(&format!("after 60 pairs, {repeated} of them played before")));
        assert!(told.contains(&format!("of 120 games {} are distinct", 2 * distinct)), "{told}");
        assert!(told.contains(&format!("here {repeated} do not count")), "{told}");
        assert!(told.contains("nothing for it: `depth`, `heatmap`."), "{told}");
        assert_eq!(table(folder.path(), "pairs.csv")[0][3], distinct.to_string());
        let compared = said(&lab(folder.path(), &["compare", "out", "mobility", "discs"]));
        let verdict = "mobility against discs in normalised Elo: no verdict between 0 and 10; LLR";
        assert!(compared.starts_with(verdict), "{compared}");
        assert!(!compared.contains("Nothing is decided"), "one verdict is enough: {compared}");
        let told = format!("pairs played before  {repeated} of 60 pairs;");
        assert!(compared.contains(&told), "{compared}");
        assert!(compared.contains(&format!("of 120; {} are distinct\n", 2 * distinct)));
    }
    // In a round-robin of one opening nothing is known of how far ratings scatter.
    let round_robin = REPEATED
        .replace("pairs = [[\"mobility\", \"discs\"]]", "round_robin = true")
        .replace("stop = {", "# {");
    let outcome = run(folder.path(), &round_robin, &Overrides::default(), 2);
    assert!(outcome.page.ratings.unwrap().table.rows.iter().all(|row| row[2] == "–"));
}

/// A clock draws no random numbers: where it leaves the moves as they are nothing new is said.
#[test]
fn a_clock_makes_no_evidence_of_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let limited = "text = \"alphabeta(depth=2,eval={eval})\"\nlimits = { time = 60000 }";
    let text = REPEATED.replace("text = \"alphabeta(depth=2,eval={eval})\"", limited);
    assert_ne!(text, REPEATED);
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    let told = outcome.page.answer.join("\n");
    assert!(told.contains("after 60 pairs, 59 of them played before"), "{told}");
    assert_eq!(table(folder.path(), "pairs.csv")[0][3], *"1");
}

/// A player against itself under another name: the two games of a pair are two games.
#[test]
fn equal_players_do_not_repeat_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let text = REPEATED
        .replace("stop = {", "# {")
        .replace("alphabeta(depth=2,eval={eval})", "random")
        .replace("start = true", "random_plies = 4");
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    assert!(!outcome.page.answer.join("\n").contains("distinct"), "{:?}", outcome.page.answer);
    let points = table(folder.path(), "pairs.csv");
    assert!(&points[0][6] != "60", "{points:?}");
    // Nor does a third one play what the first two have played.
    let text = text
        .replace("[\"discs\", \"mobility\"]", "[\"discs\", \"mobility\", \"square_weights\"]")
        .replace("pairs = [[\"mobility\", \"discs\"]]", "round_robin = true");
    let outcome = run(folder.path(), &text, &Overrides::default(), 2);
    assert_eq!(outcome.manifest.done, 3 * 120);
    assert!(!outcome.page.answer.join("\n").contains("distinct"), "{:?}", outcome.page.answer);
}

/// Games that are drawn anew are independent even where they come out the same.
#[test]
fn drawn_games_that_come_out_the_same_are_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = TEST
        .lines()
        .filter(|line| !line.starts_with("stop"))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .replace("pairs = [[\"tactics\", \"random\"]]", "round_robin = true");
    let outcome = run(folder.path(), &drawn, &Overrides::default(), 2);
    let told = outcome.page.answer.join("\n");
    assert!(told.contains("Some games were played more than once"), "{told}");
    assert!(!told.contains("do not count"), "{told}");
    assert_eq!(&table(folder.path(), "pairs.csv")[0][3], "2000");
    // 4000 games leave a rating uncertain by about ten Elo to either side.
    for row in outcome.page.ratings.unwrap().table.rows {
        let (low, high) = row[2].split_once(" to ").unwrap();
        let [low, high] = [low, high].map(|text| text.parse::<f64>().unwrap());
        assert!((5.0..40.0).contains(&(high - low)), "{row:?}");
    }
}

/// Games are distinct by all their moves, whoever played them and wherever the opening ended.
#[test]
fn games_are_distinct_by_all_their_moves() {
    let folder = tempfile::tempdir().unwrap();
    let twins = REPEATED
        .replace("eval={eval}", "eval=discs")
        .replace("start = true", "random_plies = 6")
        .replace("stop = {", "# {");
    let outcome = run(folder.path(), &twins, &Overrides::default(), 2);
    let rows = table(folder.path(), "summary.csv");
    let both = rows.iter().find(|row| &row[2] == "both").unwrap();
    assert_eq!((&both[5], &both[6]), ("120", "60"));
    let told = outcome.page.answer.join("\n");
    assert!(told.contains("of 120 games 60 are distinct"), "{told}");
    assert!(!told.contains("do not count"), "no pair came twice: {told}");
    // An opening and the same with the move that follows.
    let list = |openings: &str| {
        let list = format!("list = [{openings}]\nrepeat = true");
        let text = REPEATED.replace("start = true", &list).replace("stop = {", "# {");
        run(folder.path(), &text, &Overrides { games: Some(2), ..Overrides::default() }, 1);
        table(folder.path(), "games.csv")
    };
    let follows = list("\"c2b2\"")[0][15][4..6].to_owned();
    let games = list(&format!("\"c2b2\", \"c2b2{follows}\""));
    assert_ne!(games[0][3], games[1][3]);
    assert_eq!(games[0][15], games[1][15]);
    let rows = table(folder.path(), "summary.csv");
    assert!(rows.iter().any(|row| (&row[5], &row[6]) == ("2", "1")), "{rows:?}");
}

/// Two players that leave nothing to chance, from the start position and from openings that come
/// again: the same games another ten times make nothing surer.
#[test]
fn games_played_again_say_nothing_new_of_the_first_mover() {
    let text = |games: u32, openings: &str| {
        format!(
            r#"
question = "Who is favoured?"
game = "tictactoe"
games = {games}
seed = 3
[schedule]
round_robin = true
[openings]
{openings}
[[players]]
name = "one"
text = "alphabeta(depth=1)"
[[players]]
name = "two"
text = "alphabeta(depth=2)"
"#
        )
    };
    let rows = |games, openings, heading: &str| {
        let folder = tempfile::tempdir().unwrap();
        let outcome = run(folder.path(), &text(games, openings), &Overrides::default(), 2);
        let section = outcome.page.more.iter().find(|section| section.heading == heading);
        section.unwrap_or_else(|| panic!("{heading}")).table.rows.clone()
    };
    let listed = "list = [\"a1\", \"b2\", \"c1 b2\"]\nrepeat = true";
    for (openings, fewest) in [("start = true", 1), (listed, 3)] {
        let [once, often] =
            [fewest, 10 * fewest].map(|games| rows(games, openings, "Who moves first"));
        let games = [&once, &often].map(|rows| rows[0][0].parse::<u32>().unwrap());
        assert_eq!(games, [2 * fewest, 20 * fewest]);
        assert_eq!(once[0][4..], often[0][4..], "{openings}: score and interval");
    }
    let [once, often] =
        [3, 30].map(|games| rows(games, listed, "Openings that favour one side most"));
    assert_eq!(once.len(), 3);
    assert_eq!(
        once.iter().map(|row| &row[1..]).collect::<Vec<_>>(),
        often.iter().map(|row| &row[1..]).collect::<Vec<_>>()
    );
}

/// Players that draw, from few openings that come again or from the start position: the pairs of an
/// opening, or the games of a pair, are one observation, in the table of players, in that of pairs,
/// and in a comparison.
#[test]
fn what_is_one_observation_is_one_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = REPEATED
        .replace("stop = {", "# {")
        .replace("pairs = [[\"mobility\", \"discs\"]]", "round_robin = true")
        .replace("alphabeta(depth=2,eval={eval})", "uct(playouts=20,eval={eval})");
    let listed = drawn.replace("start = true", "random_plies = 2\nrepeat = true");
    for (text, seed, together) in (1..=6).flat_map(|seed| {
        let openings = (&listed, seed, "all games of an opening count as one observation");
        [openings, (&drawn, seed, "the two games of a pair count as one observation")]
    }) {
        let overrides = Overrides { seed: Some(seed), ..Overrides::default() };
        let _ = std::fs::remove_dir_all(folder.path().join("out"));
        run(folder.path(), text, &overrides, 2);
        let pairs = table(folder.path(), "pairs.csv");
        let rows = table(folder.path(), "summary.csv");
        let is_same = |row: &&csv::StringRecord| {
            (&row[1], &row[2], &row[3]) == (&pairs[0][1], "both", &pairs[0][2])
        };
        let row = rows.iter().find(is_same).unwrap();
        let [score, low, high] = [13, 14, 15].map(|column| row[column].to_owned());
        assert_eq!([&pairs[0][9], &pairs[0][10], &pairs[0][11]], [&score, &low, &high]);
        let [low, high, chance] =
            [10, 11, 18].map(|column| pairs[0][column].parse::<f64>().unwrap());
        assert_eq!(chance < 0.05, low > 0.5 || high < 0.5, "{pairs:?}");
        let [one, other] = [&pairs[0][1], &pairs[0][2]];
        let compared = said(&lab(folder.path(), &["compare", "out", one, other]));
        assert!(compared.contains(together), "{compared}");
        assert_eq!(compared.starts_with("Nothing is decided"), chance >= 0.05, "{compared}");
    }
}

/// Whether a player that is perfect in the end draws at all depends on where its games begin.
#[test]
fn a_perfect_end_from_the_first_move_is_the_same_game_again() {
    let text = |openings: &str| {
        format!(
            r#"
question = "How often must one play the same games?"
game = "othello"
size = 4
games = 40
seed = 3
stop = {{ sprt = {{ elo0 = 0, elo1 = 10 }} }}
[schedule]
pairs = [["end", "one"]]
[openings]
{openings}
[[players]]
name = "end"
text = "last(empties=10,then=random)"
[[players]]
name = "one"
text = "alphabeta(depth=1,eval=discs)"
"#
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let pairs = |openings| {
        run(folder.path(), &text(openings), &Overrides::default(), 2);
        table(folder.path(), "pairs.csv")[0][3].to_owned()
    };
    assert_eq!(pairs("start = true"), "40", "12 squares are empty");
    assert_eq!(pairs("list = [\"b1a1\"]\nrepeat = true"), "1", "10 squares are empty");
}
