use yomi_harness::plan::Overrides;

use crate::run;

/// What a report says of two players with places on an axis.
fn answer(text: &str, charts: &str) -> String {
    let text = format!(
        r#"
question = "What is more worth?"
game = "othello"
size = 4
games = 8
seed = 7
charts = [{charts}]
[schedule]
round_robin = true
[openings]
random_plies = 3
repeat = true
[[players]]
name = "player {{n}}"
text = "{text}"
series = "player"
x = "{{n}}"
each = {{ n = [1, 3] }}
"#
    );
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &text, &Overrides::default(), 2).page.answer.join("\n")
}

#[test]
fn what_more_of_brings_does_not_depend_on_the_pictures() {
    let (plies, playouts) = ("One more ply adds", "Ten times the playouts add");
    for (text, charts, told) in [
        ("uct(playouts={n})", "\"crosstable\"", Some(playouts)),
        ("uct(playouts={n})", "\"depth\"", Some(playouts)),
        ("uct(playouts={n})", "", Some(playouts)),
        ("alphabeta(depth={n})", "", Some(plies)),
        ("alphabeta(depth={n})", "\"playouts\"", Some(plies)),
        ("tactics(level={n})", "\"crosstable\"", None),
        // Where the players do not tell, the file does.
        ("tactics(level={n})", "\"depth\"", Some(plies)),
        ("tactics(level={n})", "\"playouts\"", Some(playouts)),
    ] {
        let answer = answer(text, charts);
        for sentence in [plies, playouts] {
            let expected = told == Some(sentence);
            assert_eq!(answer.contains(sentence), expected, "{text} {charts}: {answer}");
        }
    }
}
