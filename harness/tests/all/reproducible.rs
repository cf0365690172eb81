use std::fs;

use yomi_harness::plan::Overrides;
use yomi_harness::work::rerun::rerun;

use crate::{GAUNTLET, ROUND_ROBIN, digest, run};

fn rows(text: &str, overrides: &Overrides, threads: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let outcome = run(folder.path(), text, overrides, threads);
    let path = folder.path().join("out/games.csv");
    assert_eq!(digest(&path), outcome.manifest.digest);
    fs::read_to_string(path).unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for text in [GAUNTLET, ROUND_ROBIN] {
        let [one, two, seven] = [1, 2, 7].map(|threads| rows(text, &Overrides::default(), threads));
        assert_eq!(one, two);
        assert_eq!(one, seven);
    }
}

/// The digests of two small experiments. If one of them changes, every published result has
/// changed: say so in CHANGELOG.md and run the experiments again.
#[test]
fn the_bytes_are_golden() {
    for (text, golden) in [(GAUNTLET, "ea8fc014abe74c9b"), (ROUND_ROBIN, "b4fc4ecdd7995d74")] {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            run(folder.path(), text, &Overrides::default(), 2).manifest.digest[..16],
            *golden
        );
    }
}

#[test]
fn another_seed_gives_other_games() {
    let other = Overrides { seed: Some(8), ..Overrides::default() };
    assert_ne!(rows(GAUNTLET, &Overrides::default(), 2), rows(GAUNTLET, &other, 2));
}

/// Without its number, which says where it stands in the file, a game does not depend on what else
/// is played.
#[test]
fn more_games_and_players_keep_the_old_games() {
    let unnumbered = |rows: &str| -> Vec<String> {
        rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned()).collect()
    };
    let few = unnumbered(&rows(GAUNTLET, &Overrides::default(), 2));
    let more_games = Overrides { games: Some(80), ..Overrides::default() };
    let another = GAUNTLET.replace(
        "[[players]]\nname = \"random\"",
        "[[players]]\nname = \"new\"\ntext = \"minimax(depth=2)\"\n[[players]]\nname = \"random\"",
    );
    for more in [rows(GAUNTLET, &more_games, 2), rows(&another, &Overrides::default(), 2)] {
        let more = unnumbered(&more);
        assert!(more.len() > few.len() && few.iter().all(|game| more.contains(game)));
    }
}

/// Every opening is played in both colours by the same two players.
#[test]
fn openings_are_shared_and_swapped() {
    let rows = rows(ROUND_ROBIN, &Overrides::default(), 2);
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let games: Vec<[String; 4]> = reader
        .records()
        .map(|row| {
            let row = row.unwrap();
            [2, 3, 4, 5].map(|field| row[field].to_owned())
        })
        .collect();
    assert_eq!(games.len(), 4 * 3 * 20);
    for [number, opening, black, white] in &games {
        let swapped = [number.clone(), opening.clone(), white.clone(), black.clone()];
        assert!(games.contains(&swapped));
        assert!(
            games.iter().all(|game| game[0] != *number || game[1] == *opening),
            "all pairs share opening {number}"
        );
    }
}

/// In memory the same games are played as in a folder, with one seed and another.
#[test]
fn played_again_in_memory_they_have_the_same_digest() {
    let name = "tutorial-tables";
    let variant = Some("real passes (pass=proper), White first".to_owned());
    for (seed, variant) in [(None, None), (Some(3), variant)] {
        let changes = Overrides { games: Some(3), seed, variant };
        let text = yomi_harness::experiments::text(name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let outcome = run(folder.path(), text, &changes, 2);
        let mut heard = Vec::new();
        let standing = rerun(name, &changes, &mut |standing| heard.push(standing().done)).unwrap();
        assert_eq!(standing.digest, Some(outcome.manifest.digest));
        assert_eq!((standing.done, heard.last()), (standing.total, Some(&standing.total)));
        assert!(heard.is_sorted() && heard[0] <= 2, "{heard:?}");
        // Beside each cell, what the page says and what the rules' count makes of the same games.
        for cell in &standing.cells {
            let player = if cell.side == "black" { &cell.black } else { &cell.white };
            let published = match (&**player, cell.side) {
                ("random", side) => [0.45, 0.51][usize::from(side == "white")],
                ("discs", side) => [0.62, 0.73][usize::from(side == "white")],
                (_, side) => [0.92, 0.95][usize::from(side == "white")],
            };
            assert_eq!(cell.published, Some(published), "{cell:?}");
            let [recount] = &*cell.recounts else { panic!("{cell:?}") };
            assert_eq!((recount.rule, recount.rate), ("discs", recount.wins as f64 / 3.0));
        }
    }
    for other in ["tictactoe-ladder", "minimax-is-alphabeta", "no-such-table"] {
        assert!(rerun(other, &Overrides::default(), &mut |_| ()).is_err(), "{other}");
    }
}
