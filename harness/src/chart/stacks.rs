//! Rows of parts that make a whole: what pairs of games were made of.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::crosstable::shade;
use super::{Area, GRID, INK, Mark, Picture, headed, legend, letters, letters_on, text};
use crate::table::Table;

/// Stacked bars, all of the same length.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// What is shown.
    pub title: String,
    /// Of what.
    pub subtitle: String,
    /// What the rows are.
    pub rows_are: String,
    /// The names of the parts, from the worst to the best.
    pub parts: Vec<String>,
    /// The rows from the top: a name, and how much of each part.
    pub rows: Vec<(String, Vec<u64>)>,
}

const WIDTH: i32 = 900;
const ROW: i32 = 28;

impl Stacks {
    fn left(&self) -> i32 {
        16 + letters::room(self.rows.iter().map(|(name, _)| name), 14)
    }

    /// From orange to blue.
    fn fill(&self, part: usize) -> RGBColor {
        shade(part as f64 / (self.parts.len().max(2) - 1) as f64)
    }
}

impl Picture for Stacks {
    fn size(&self) -> (u32, u32) {
        ((self.left() + WIDTH) as u32, (80 + 40 + ROW * self.rows.len() as i32 + 24) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[&self.rows_are]).with_names(self.parts.iter().cloned());
        for (name, counts) in &self.rows {
            let counts = counts.iter().map(ToString::to_string);
            table.rows.push(std::iter::once(name.clone()).chain(counts).collect());
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let parts = self.parts.iter().enumerate();
        let marks = parts.map(|(part, name)| (name.clone(), Mark::Part(self.fill(part))));
        let below = legend(&below, &marks.collect::<Vec<_>>())?;
        let (left, length) = (self.left(), WIDTH - 40);
        for (place, (name, counts)) in self.rows.iter().enumerate() {
            let y = ROW * place as i32 + 4;
            let style = text(14, INK, HPos::Right, VPos::Center);
            below.draw_text(name, &style, (left - 12, y + ROW / 2 - 2))?;
            let all = counts.iter().sum::<u64>().max(1) as f64;
            let mut sum = 0;
            for (part, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let end = |sum: u64| left + (sum as f64 / all * f64::from(length)).round() as i32;
                let (start, end) = (end(sum), end(sum + count));
                sum += count;
                let fill = self.fill(part);
                let corners = [(start, y), (end - 1, y + ROW - 5)];
                below.draw(&Rectangle::new(corners, fill.filled()))?;
                below.draw(&Rectangle::new(corners, GRID.stroke_width(1)))?;
                let label = count.to_string();
                if end - start > letters::width(&label, 13) + 6 {
                    let style = text(13, letters_on(fill), HPos::Center, VPos::Center);
                    let middle = (i32::midpoint(start, end), y + ROW / 2 - 2);
                    below.draw_text(&label, &style, middle)?;
                }
            }
        }
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The middle part is nearly white: its mark has an outline, as the bars have.
    #[test]
    fn every_mark_is_seen() {
        let stacks = Stacks {
            title: String::new(),
            subtitle: String::new(),
            rows_are: String::new(),
            parts: ["0", "½", "1"].map(str::to_owned).to_vec(),
            rows: vec![("one".to_owned(), vec![1, 2, 3])],
        };
        let svg = stacks.svg().unwrap();
        let outlines = svg.lines().filter(|line| line.contains("fill=\"none\" stroke=\"#E1E1E1\""));
        assert_eq!(outlines.count(), 2 * 3, "{svg}");
    }
}
