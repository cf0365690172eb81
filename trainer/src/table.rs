//! A table in Markdown, cell by cell.

/// Why a table is none that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// It is another one.
    #[error("expected a table whose first column is `{expected}`, found `{found}`")]
    Other {
        /// The name of the column.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A figure is not there or not a number.
    #[error("row {row} of the table, column {column}: expected a number, found `{found}`")]
    Figure {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: String,
    },
}

/// All tables of a text whose first column is called as the first table's, joined under its head.
/// Rows and columns count from 0; a cell that is not there is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    head: Vec<String>,
    body: Vec<Vec<String>>,
}

impl Table {
    /// Reads a text in Markdown, whose tables have a first column of this name.
    ///
    /// # Errors
    /// When no such table with a row is in it.
    pub fn read(markdown: &str, first: &'static str) -> Result<Self, BadTable> {
        let is_rule = |line: &str| line.starts_with("| -");
        let (mut table, mut is_same) = (Self::default(), true);
        let mut lines = markdown.lines().filter(|line| line.starts_with('|')).peekable();
        while let Some(line) = lines.next() {
            if lines.next_if(|next| is_rule(next)).is_none() {
                table.body.extend(is_same.then(|| cells(line)));
            } else if table.head.is_empty() {
                table.head = cells(line);
            } else {
                is_same = cells(line)[0] == table.head[0];
            }
        }
        match table.head.first() {
            Some(name) if name == first && table.body.is_empty() => Err(table.bad_figure(0, 0)),
            Some(name) if name == first => Ok(table),
            name => {
                let found = name.cloned().unwrap_or_default();
                Err(BadTable::Other { expected: first, found })
            }
        }
    }

    /// The names of the columns.
    #[must_use]
    pub fn head(&self) -> &[String] {
        &self.head
    }

    /// The number of rows below the head.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.body.len()
    }

    /// A cell's text.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> &str {
        self.body.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str)
    }

    /// Larger numbers are in no table of this program.
    const MOST: f64 = 1e15;

    /// The number that a cell begins with; it may have commas between thousands.
    ///
    /// # Errors
    /// When the cell begins with something else.
    pub fn number(&self, row: usize, column: usize) -> Result<f64, BadTable> {
        let first = self.cell(row, column).split(' ').next().unwrap_or_default().replace(',', "");
        let number = first.parse().ok().filter(|number: &f64| number.abs() <= Self::MOST);
        number.ok_or_else(|| self.bad_figure(row, column))
    }

    /// The error of a cell.
    #[must_use]
    pub fn bad_figure(&self, row: usize, column: usize) -> BadTable {
        let found = self.cell(row, column).to_owned();
        BadTable::Figure { row: row + 1, column: column + 1, found }
    }
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_head_and_numbers() {
        let text = "words\n\n| a | 50 % |\n| --- | ---: |\n| x | 1,200 ± 3 |\n| y |\n";
        let table = Table::read(text, "a").unwrap();
        assert_eq!(table.head(), ["a", "50 %"]);
        assert_eq!((table.rows(), table.number(0, 1)), (2, Ok(1200.0)));
        let error = table.number(1, 1).unwrap_err();
        assert_eq!(error, BadTable::Figure { row: 2, column: 2, found: String::new() });
        assert_eq!(table.cell(7, 7), "");
        assert!(Table::read("words\n| a |\n| --- |\n", "a").is_err());
        let others = "| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |\n\n| a |\n| - |\n| 3 |\n";
        let table = Table::read(others, "a").unwrap();
        assert_eq!((table.rows(), table.number(1, 0)), (2, Ok(3.0)));
        let error = Table::read(text, "b").unwrap_err();
        assert_eq!(error, BadTable::Other { expected: "b", found: "a".to_owned() });
    }
}
