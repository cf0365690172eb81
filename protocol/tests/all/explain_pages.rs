//! The pictures of the guides are what their commands draw.

use std::fs;
use std::path::Path;

use crate::explain::yomi;

/// The commands of a page of documentation: their arguments and the file each writes.
fn commands(page: &str) -> Vec<(Vec<String>, String)> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("yomi "));
    lines
        .map(|line| {
            let (command, file) = line.split_once(" >").unwrap();
            // Every second piece stands between quotation marks.
            let pieces = command.split('"').enumerate();
            let words = pieces.flat_map(|(place, piece)| match place % 2 {
                0 => piece.split_whitespace().map(str::to_owned).collect(),
                _ => vec![piece.to_owned()],
            });
            (words.collect(), file.to_owned())
        })
        .collect()
}

/// `YOMI_DRAW=1` draws them again instead.
#[test]
fn the_committed_pictures_are_what_the_commands_draw() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let pages = ["docs/how-search-works.md", "docs/how-search-works.ja.md"]
        .map(|page| fs::read_to_string(root.join(page)).unwrap());
    let [english, japanese] = pages.each_ref().map(|page| commands(page));
    let in_japanese = |(mut arguments, file): (Vec<String>, String)| {
        let words = ["--lang".to_owned(), "ja".to_owned()];
        arguments.splice(arguments.len() - 2..arguments.len() - 2, words);
        (arguments, file.replace(".svg", ".ja.svg"))
    };
    let expected: Vec<_> = english.iter().cloned().map(in_japanese).collect();
    assert_eq!(japanese, expected, "both languages show the same pictures");
    assert!(english.len() > 5);
    for (page, commands) in pages.iter().zip([english, japanese]) {
        for (arguments, file) in commands {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let drawn = yomi(&arguments).unwrap();
            if std::env::var_os("YOMI_DRAW").is_some() {
                fs::write(root.join(&file), &drawn).unwrap();
            }
            let committed = fs::read_to_string(root.join(&file)).unwrap();
            assert!(committed == drawn, "{file} is not what `yomi {}` draws", arguments.join(" "));
            let name = Path::new(&file).file_name().unwrap().to_str().unwrap();
            assert!(page.contains(&format!("(pictures/{name})")), "{name}");
        }
    }
}
