//! Tables of text, for terminals and for Markdown.

/// Rows of cells under a header; the first column is flush left, numbers are flush right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    #[must_use]
    pub fn new(header: &[&str]) -> Self {
        Self { header: header.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// Adds the columns of `other` from number `from` on; both have the same rows.
    pub fn append(&mut self, other: &Self, from: usize) {
        self.header.extend_from_slice(&other.header[from..]);
        self.rows
            .iter_mut()
            .zip(&other.rows)
            .for_each(|(row, more)| row.extend_from_slice(&more[from..]));
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rules: Vec<String> = (0..self.header.len())
            .map(|column| if self.is_text(column) { "---" } else { "---:" }.to_owned())
            .collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{}{rows}", line(&self.header), line(&rules))
    }

    /// The table in columns, for a terminal.
    #[must_use]
    pub fn plain(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column]).chain([&self.header[column]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if self.is_text(column) {
                    format!("{cell:width$}")
                } else {
                    format!("{cell:>width$}")
                }
            });
            format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{}{rows}", line(&self.header), line(&rule))
    }

    /// Whether a column holds words rather than numbers.
    fn is_text(&self, column: usize) -> bool {
        let starts_as_number =
            |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "+-−–".contains(c));
        !self.rows.iter().all(|row| row[column].is_empty() || starts_as_number(&row[column]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Table::new(&["player", "wins"]);
        table.rows = vec![vec!["random".into(), "7".into()], vec!["me".into(), "1000".into()]];
        assert_eq!(table.plain(), "player  wins\n──────  ────\nrandom     7\nme      1000\n");
        assert_eq!(
            table.markdown(),
            "| player | wins |\n| --- | ---: |\n| random | 7 |\n| me | 1000 |\n"
        );
    }
}
