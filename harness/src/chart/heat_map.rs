//! One kind of player against another as a heat map: rows score against columns, each field with
//! its interval.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::crosstable::{NOBODY, draw_key, shade, share_table};
use super::{Area, INK, Picture, headed, letters, letters_on, text};
use crate::table::Table;

/// A table of shares from 0 to 1 with room for their intervals.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the colours mean.
    pub key: String,
    /// The names of the rows from the top.
    pub rows: Vec<String>,
    /// The names of the columns from the left.
    pub columns: Vec<String>,
    /// The share of the row against the column, if they have met.
    pub shares: Vec<Vec<Option<Share>>>,
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The share.
    pub value: f64,
    /// The ends of its interval.
    pub interval: (f64, f64),
}

const WIDTH: i32 = 118;
const HEIGHT: i32 = 66;
const TOP: i32 = 52;

impl Picture for HeatMap {
    fn size(&self) -> (u32, u32) {
        let (rows, columns) = (self.rows.len() as i32, self.columns.len() as i32);
        (
            (self.left() + WIDTH * columns + 30).max(760) as u32,
            (80 + TOP + HEIGHT * rows + 74) as u32,
        )
    }

    fn table(&self) -> Table {
        share_table(&self.key, &self.rows, &self.columns, &self.shares)
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let left = self.left();
        for (index, name) in self.columns.iter().enumerate() {
            let at = (left + WIDTH * index as i32 + WIDTH / 2, TOP - 10);
            below.draw_text(name, &text(16, INK, HPos::Center, VPos::Bottom), at)?;
        }
        for (row, (name, shares)) in self.rows.iter().zip(&self.shares).enumerate() {
            let y = TOP + HEIGHT * row as i32;
            let style = text(16, INK, HPos::Right, VPos::Center);
            below.draw_text(name, &style, (left - 12, y + HEIGHT / 2))?;
            for (column, share) in shares.iter().enumerate() {
                field(&below, (left + WIDTH * column as i32, y), *share)?;
            }
        }
        let bottom = TOP + HEIGHT * self.rows.len() as i32 + 16;
        draw_key(&below, (left, bottom), &self.key)?;
        area.present()?;
        Ok(())
    }
}

impl HeatMap {
    /// Where the fields begin: behind the longest name.
    fn left(&self) -> i32 {
        16 + letters::room(self.rows.iter(), 16)
    }
}

/// One field: the share, and its interval under it.
fn field(area: &Area<'_>, (x, y): (i32, i32), share: Option<Share>) -> Result<(), Box<dyn Error>> {
    let fill = share.map_or(NOBODY, |share| shade(share.value));
    area.draw(&Rectangle::new([(x, y), (x + WIDTH - 2, y + HEIGHT - 2)], fill.filled()))?;
    let Some(Share { value, interval: (low, high) }) = share else { return Ok(()) };
    let (middle, centre) = (x + WIDTH / 2 - 1, y + HEIGHT / 2 - 1);
    let style = text(20, letters_on(fill), HPos::Center, VPos::Center);
    area.draw_text(&format!("{:.0}", 100.0 * value), &style, (middle, centre - 10))?;
    let style = text(13, letters_on(fill), HPos::Center, VPos::Center);
    let interval = format!("{:.0}–{:.0}", 100.0 * low, 100.0 * high);
    area.draw_text(&interval, &style, (middle, centre + 16))?;
    Ok(())
}
