//! A report for machines: one JSON object, whose fields stay what they are.

use serde_json::{Map, Value, json};

use super::{Manifest, Page, Table};

/// The page and circumstances of a run.
#[must_use]
pub fn json(page: &Page, manifest: &Manifest, folder: &str, damaged: &[u64]) -> String {
    let sections = page
        .more
        .iter()
        .map(|section| json!({ "heading": section.heading, "rows": rows(&section.table) }));
    let figures = page.figures.iter().map(
        |figure| json!({ "name": figure.stem, "shows": figure.shows, "rows": rows(&figure.table) }),
    );
    // Machines need no marks for what is bold.
    let answer: Vec<String> = page.answer.iter().map(|line| line.replace("**", "")).collect();
    let report = json!({
        "folder": folder,
        "run": manifest,
        "unfinished": page.unfinished,
        "question": page.question,
        "answer": answer,
        "results": rows(&page.table),
        "variants": page.details.as_ref().map(rows),
        "ratings": page.ratings.as_ref().map(|ratings| rows(&ratings.table)),
        "sections": sections.collect::<Vec<_>>(),
        "figures": figures.collect::<Vec<_>>(),
        "damaged_lines": damaged,
    });
    format!("{report}\n")
}

/// The rows of a table, each as an object; a name that stands over several columns is numbered.
fn rows(table: &Table) -> Value {
    let name = |column: usize| {
        let name = &table.header[column];
        let before = table.header[..column].iter().filter(|other| *other == name).count();
        if before == 0 { name.clone() } else { format!("{name} ({})", before + 1) }
    };
    let row = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(column, cell)| (name(column), Value::String(cell.clone())));
        Value::Object(cells.collect::<Map<_, _>>())
    };
    Value::Array(table.rows.iter().map(row).collect())
}
