//! Tables of text, for terminals and for Markdown.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::language::Language;
use crate::markdown::escaped;

/// Rows of cells under a header; the first column is flush left, numbers are flush right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// From which column on the heads are names that others gave, the same in every language.
    names: Option<usize>,
}

impl Table {
    /// An empty table with these columns.
    #[must_use]
    pub fn new(header: &[impl ToString]) -> Self {
        let header = header.iter().map(ToString::to_string).collect();
        Self { header, ..Self::default() }
    }

    /// The table with more columns, under names that stay as they are in every language.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names = Some(self.header.len());
        self.header.extend(names);
        self
    }

    /// Adds the columns of `other` from number `from` on; both have the same rows.
    pub fn append(&mut self, other: &Self, from: usize) {
        self.header.extend_from_slice(&other.header[from..]);
        self.rows
            .iter_mut()
            .zip(&other.rows)
            .for_each(|(row, more)| row.extend_from_slice(&more[from..]));
    }

    /// The table with its header, and what is said in its columns of words, in another language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        const WORDS: [&str; 6] = ["colour", "verdict", "end", "unit", "meaning", "promise"];
        let words = self.names.unwrap_or(self.header.len());
        let mut header: Vec<String> =
            self.header[..words].iter().map(|name| language.word(name)).collect();
        header.extend_from_slice(&self.header[words..]);
        let cell = |(column, cell): (usize, &String)| match (&*self.header[column], &**cell) {
            (_, "all") => language.word("all"),
            ("95 % interval", ends) => match ends.split_once(" to ") {
                Some((low, high)) => language.say("{} to {}", &[&low, &high]),
                None => cell.clone(),
            },
            (name, _) if WORDS.contains(&name) => language.word(cell),
            _ => cell.clone(),
        };
        let rows = self.rows.iter().map(|row| row.iter().enumerate().map(cell).collect());
        Self { header, rows: rows.collect(), names: self.names }
    }

    /// The table without the columns that are empty in every row.
    #[must_use]
    pub fn without_empty_columns(&self) -> Self {
        let kept = |column: &usize| {
            self.rows.is_empty() || self.rows.iter().any(|row| !row[*column].is_empty())
        };
        let columns: Vec<usize> = (0..self.header.len()).filter(kept).collect();
        let chosen =
            |row: &Vec<String>| columns.iter().map(|&column| row[column].clone()).collect();
        let rows = self.rows.iter().map(chosen).collect();
        let names = self.names.map(|names| columns.partition_point(|&column| column < names));
        Self { header: chosen(&self.header), rows, names }
    }

    /// The table without the columns that say the same in every row, the last first, as far as it
    /// would be wider than `columns`; then with shorter names; then without the last ones.
    #[must_use]
    pub fn narrow(&self, columns: usize) -> Self {
        let mut table = self.clone();
        let same = |table: &Self, column: usize| {
            table.rows.len() > 1
                && table.rows.iter().all(|row| row[column] == table.rows[0][column])
        };
        let inner = |table: &Self| (1..table.header.len().max(2) - 1).rev();
        while table.width() > columns
            && let Some(column) = inner(&table).find(|&column| same(&table, column))
        {
            table.remove(column);
        }
        table.shorten(columns);
        while table.width() > columns && table.header.len() > 1 {
            table.remove(table.header.len() - 1);
        }
        table
    }

    /// The names of the columns that a narrower table lacks.
    #[must_use]
    pub fn lacking(&self, narrow: &Self) -> Vec<String> {
        let mut kept = narrow.header.iter().peekable();
        let lacks = |name: &&String| kept.next_if_eq(name).is_none();
        let mut names: Vec<String> = self.header.iter().filter(lacks).cloned().collect();
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    fn remove(&mut self, column: usize) {
        self.header.remove(column);
        self.names = self.names.map(|names| names - usize::from(column < names));
        self.rows.iter_mut().for_each(|row| drop(row.remove(column)));
    }

    /// Leaves out the middle of long words, the longest first, as far as the table would be wider
    /// than `columns`.
    fn shorten(&mut self, columns: usize) {
        /// Shorter ones would not tell players apart.
        const LEAST: usize = 16;
        loop {
            let widths = self.widths();
            let excess = self.width().saturating_sub(columns);
            let words = (0..widths.len()).filter(|&column| self.is_text(column));
            let Some(column) = words.max_by_key(|&column| widths[column]) else { return };
            let most = widths[column].saturating_sub(excess).max(LEAST);
            if excess == 0 || most >= widths[column] || self.header[column].as_str().width() > most
            {
                return;
            }
            self.rows.iter_mut().for_each(|row| row[column] = middle_out(&row[column], most));
        }
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let safe = |cells: &[String]| {
            cells.iter().map(|cell| escaped(cell).replace('|', "\\|")).collect::<Vec<_>>()
        };
        let rules: Vec<String> = (0..self.header.len())
            .map(|column| if self.is_text(column) { "---" } else { "---:" }.to_owned())
            .collect();
        let rows: String = self.rows.iter().map(|row| line(&safe(row))).collect();
        format!("{}{}{rows}", line(&safe(&self.header)), line(&rules))
    }

    /// The table in columns, for a terminal, without the marks of what is bold.
    #[must_use]
    pub fn plain(&self) -> String {
        let widths = self.widths();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                let cell = cell.replace("**", "");
                let blanks = " ".repeat(width - cell.as_str().width());
                if self.is_text(column) {
                    format!("{cell}{blanks}")
                } else {
                    format!("{blanks}{cell}")
                }
            });
            format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
        };
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{}{rows}", line(&self.header), line(&rule))
    }

    /// How wide every column is in a terminal.
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| &row[column]).chain([&self.header[column]]);
            cells.map(|cell| cell.replace("**", "").as_str().width()).max().unwrap_or(0)
        };
        (0..self.header.len()).map(width).collect()
    }

    /// How wide the table is in a terminal.
    fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
    }

    /// Whether a column holds words rather than numbers.
    #[must_use]
    pub fn is_text(&self, column: usize) -> bool {
        let starts_as_number =
            |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "+-−–≥≤".contains(c));
        !self.rows.iter().all(|row| row[column].is_empty() || starts_as_number(&row[column]))
    }
}

/// A text of at most this many columns of a terminal, both ends of a longer one.
fn middle_out(text: &str, most: usize) -> String {
    if text.replace("**", "").as_str().width() <= most {
        return text.to_owned();
    }
    let text = text.replace("**", "");
    let part = |letters: &mut dyn Iterator<Item = char>, most: usize| -> Vec<char> {
        let mut width = 0;
        let fits = |c: &char| {
            width += c.width().unwrap_or(0);
            width <= most
        };
        letters.take_while(fits).collect()
    };
    let (half, rest) = (most / 2, most - most / 2 - 1);
    let start = part(&mut text.chars(), half);
    let end = part(&mut text.chars().rev(), rest);
    start.into_iter().chain(['…']).chain(end.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_gets_fewer_columns() {
        let mut table = Table::new(&["player", "colour", "wins", "games"]);
        table.rows = vec![
            ["random", "both", "7", "10"].map(str::to_owned).to_vec(),
            ["me", "both", "1000", "10"].map(str::to_owned).to_vec(),
        ];
        assert_eq!(table.narrow(27).header, ["player", "colour", "wins", "games"]);
        assert_eq!(table.narrow(20).header, ["player", "wins", "games"]);
        assert_eq!(table.narrow(1).header, ["player"]);
        let lacking = [27, 20, 1].map(|columns| table.lacking(&table.narrow(columns)));
        assert_eq!(lacking[0], [""; 0]);
        assert_eq!(
            (&*lacking[1], &*lacking[2]),
            (&["colour".to_owned()][..], &["colour", "wins", "games"].map(str::to_owned)[..],)
        );
        assert_eq!("白 1".width(), 4);
    }

    #[test]
    fn words_are_told_in_japanese() {
        let mut table = Table::new(&["player", "95 % interval", "promise"]);
        let row = ["one to one", "-12 to +34", "score from the variance of pairs"];
        table.rows = vec![row.map(str::to_owned).to_vec()];
        assert_eq!(table.in_language(Language::English).rows, table.rows);
        let told = table.in_language(Language::Japanese);
        assert_eq!(told.rows[0], ["one to one", "-12 から +34", "組の分散による得点率"]);
        let named = Table::new(&["colour"]).with_names(["colour".to_owned(), "time".to_owned()]);
        assert_eq!(named.in_language(Language::Japanese).header, ["色", "colour", "time"]);
    }

    /// Results matter more than the middle of a name.
    #[test]
    fn a_narrow_terminal_gets_shorter_names() {
        let mut table = Table::new(&["player", "opponent", "games", "score %"]);
        let names = ["将棋 and a long way to say it", "a name that is even longer, of 2 plies"];
        table.rows = [[names[0], names[1], "10", "50.0"], [names[1], names[0], "12", "40.0"]]
            .map(|row| row.map(str::to_owned).to_vec())
            .to_vec();
        for columns in [60, 55, 50] {
            let narrow = table.narrow(columns);
            assert_eq!(narrow.header, table.header);
            assert!(
                narrow.plain().lines().all(|line| line.width() <= columns),
                "{}",
                narrow.plain()
            );
            assert!(narrow.rows.iter().flatten().any(|cell| cell.ends_with("2 plies")));
        }
        assert_eq!(middle_out("将棋 and more", 8), "将棋…ore");
        assert_eq!(table.narrow(200).rows, table.rows);
    }

    #[test]
    fn words_stand_left_and_numbers_right() {
        let mut table = Table::new(&["player", "wins"]);
        table.rows = vec![vec!["random".into(), "7".into()], vec!["me".into(), "1000".into()]];
        assert_eq!(table.plain(), "player  wins\n──────  ────\nrandom     7\nme      1000\n");
        // What is bold is as wide as what is not.
        let mut bold = table.clone();
        bold.rows[1][0] = "**me**".to_owned();
        assert_eq!(bold.plain(), table.plain());
        assert_eq!(
            table.markdown(),
            "| player | wins |\n| --- | ---: |\n| random | 7 |\n| me | 1000 |\n"
        );
        // An interval without an end is one of numbers.
        table.rows[0][1] = "≥ 7".to_owned();
        assert!(!table.is_text(1) && table.is_text(0));
    }
}
