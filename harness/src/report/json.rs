//! A report for machines: one JSON object, whose fields stay what they are.

use serde_json::{Map, Value, json};

use super::{Manifest, Page};
use crate::table::Table;

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
    let tables = page.files.iter().filter_map(|(name, content)| {
        let is_name = |row: &&Vec<String>| row[0] == *name && row[2] == "name";
        let names: Vec<&str> =
            page.columns.rows.iter().filter(is_name).map(|row| row[1].as_str()).collect();
        Some(((*name).strip_suffix(".csv")?.to_owned(), records(content, &names)))
    });
    let report = json!({
        "folder": folder,
        "run": manifest,
        "unfinished": page.unfinished,
        "question": page.question,
        "answer": answer,
        "test": page.test,
        "tables": tables.collect::<Map<_, _>>(),
        "results": rows(&page.table),
        "variants": page.details.as_ref().map(rows),
        "ratings": ratings(page),
        "sections": sections.collect::<Vec<_>>(),
        "figures": figures.collect::<Vec<_>>(),
        "damaged_lines": damaged,
    });
    format!("{report}\n")
}

/// The ratings as the page shows them, and as numbers.
fn ratings(page: &Page) -> Option<Value> {
    let mut shown = rows(&page.ratings.as_ref()?.table);
    for (row, rating) in shown.as_array_mut()?.iter_mut().zip(&page.rated) {
        let figures = json!(rating);
        row.as_object_mut()?.extend(figures.as_object()?.clone());
    }
    Some(shown)
}

/// The rows of a CSV file, with numbers as numbers, but for columns of `names`, where one may only
/// look like a number.
fn records(content: &[u8], names: &[&str]) -> Value {
    let mut reader = csv::Reader::from_reader(content);
    let header = reader.headers().cloned().unwrap_or_default();
    let value = |field: &str| match field.parse::<serde_json::Number>() {
        Ok(number) => Value::Number(number),
        Err(_) if field.is_empty() => Value::Null,
        Err(_) => Value::String(field.to_owned()),
    };
    let record = |record: csv::StringRecord| {
        let fields = header.iter().zip(&record);
        let fields = fields.map(|(name, field)| match names.contains(&name) {
            true => (name.to_owned(), Value::String(field.to_owned())),
            false => (name.to_owned(), value(field)),
        });
        Value::Object(fields.collect::<Map<_, _>>())
    };
    Value::Array(reader.records().filter_map(Result::ok).map(record).collect())
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
