//! Everybody against everybody as a heat map: rows score against columns.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, INK, Picture, Share, headed, letters, letters_on, text, with_interval};
use crate::table::Table;

/// A square table of shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the colours mean.
    pub key: String,
    /// Rows and columns, in this order.
    pub names: Vec<String>,
    /// The share of the row's player against the column's, or nothing on the diagonal.
    pub shares: Vec<Vec<Option<Share>>>,
}

impl Picture for Crosstable {
    fn size(&self) -> (u32, u32) {
        let side = self.cell() * self.names.len() as i32;
        let key = self.left() + 36 * 11 + 20 + letters::width(&self.key, 14);
        let width = (self.left() + side + 30).max(key + 24);
        (width.max(760) as u32, (80 + self.top() + side + 70) as u32)
    }

    fn table(&self) -> Table {
        share_table(&self.key, &self.names, &self.names, &self.shares)
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let (left, top, cell) = (self.left(), self.top(), self.cell());
        for (index, name) in self.names.iter().enumerate() {
            let at = cell * index as i32 + cell / 2;
            let style = text(14, INK, HPos::Right, VPos::Center);
            below.draw_text(name, &style, (left - 8, top + at))?;
            let upright = text(14, INK, HPos::Left, VPos::Center);
            let upright = upright.transform(FontTransform::Rotate270);
            below.draw_text(name, &upright, (left + at, top - 8))?;
        }
        let decimals = self.decimals();
        for (row, shares) in self.shares.iter().enumerate() {
            for (column, share) in shares.iter().enumerate() {
                let at = (left + cell * column as i32, top + cell * row as i32);
                self.field(&below, at, *share, decimals)?;
            }
        }
        let bottom = top + cell * self.names.len() as i32 + 16;
        draw_key(&below, (left, bottom), &self.key)?;
        area.present()?;
        Ok(())
    }
}

impl Crosstable {
    /// With more players than this there is no room for intervals.
    pub const FEW: usize = 10;

    /// No more players than this are shown: a picture of a hundred is 4,400 pixels wide.
    pub const MOST: usize = 100;

    /// The side of a field.
    fn cell(&self) -> i32 {
        if self.names.len() > Self::FEW { 44 } else { 62 }
    }

    fn longest_name(&self) -> i32 {
        self.names.iter().map(|name| letters::width(name, 14)).max().unwrap_or(0)
    }

    /// Where the fields begin: right of the longest name.
    fn left(&self) -> i32 {
        16 + letters::room(self.names.iter(), 14)
    }

    /// Where the fields begin: below the longest name, which stands upright.
    fn top(&self) -> i32 {
        24 + self.longest_name()
    }

    /// One field, with its interval where there is room.
    fn field(
        &self,
        area: &Area<'_>,
        (x, y): (i32, i32),
        share: Option<Share>,
        decimals: usize,
    ) -> Result<(), Box<dyn Error>> {
        let (cell, fill) = (self.cell(), share.map_or(NOBODY, |share| shade(share.value)));
        area.draw(&Rectangle::new([(x, y), (x + cell - 2, y + cell - 2)], fill.filled()))?;
        let Some(Share { value, interval: (low, high) }) = share else { return Ok(()) };
        let (middle, centre) = (x + cell / 2 - 1, y + cell / 2 - 1);
        let few = self.names.len() <= Self::FEW;
        let style = text(15, letters_on(fill), HPos::Center, VPos::Center);
        let up = if few { 9 } else { 0 };
        area.draw_text(&score(value, decimals), &style, (middle, centre - up))?;
        if few {
            let style = text(12, letters_on(fill), HPos::Center, VPos::Center);
            let interval = format!("{:.0}–{:.0}", 100.0 * low, 100.0 * high);
            area.draw_text(&interval, &style, (middle, centre + 11))?;
        }
        Ok(())
    }

    /// The decimals of the shares in per cent: tenths unless all are whole, for 57.5 and 42.5 add
    /// up, 57 and 42 do not.
    fn decimals(&self) -> usize {
        let is_whole = |share: &Share| format!("{:.1}", 100.0 * share.value).ends_with(".0");
        usize::from(!self.shares.iter().flatten().flatten().all(is_whole))
    }
}

/// A share in per cent. All and nothing have no decimals, for which a field is narrow.
fn score(share: f64, decimals: usize) -> String {
    let decimals = if share == 0.0 || share == 1.0 { 0 } else { decimals };
    format!("{:.decimals$}", 100.0 * share)
}

/// The shares of rows against columns.
pub(super) fn share_table(
    corner: &str,
    rows: &[String],
    columns: &[String],
    shares: &[Vec<Option<Share>>],
) -> Table {
    let mut table = Table::new(&[corner]).with_names(columns.iter().cloned());
    let cell = |share: &Option<Share>| {
        share.map_or(String::new(), |share| with_interval(share.value, share.interval))
    };
    for (name, shares) in rows.iter().zip(shares) {
        table.rows.push(std::iter::once(name.clone()).chain(shares.iter().map(cell)).collect());
    }
    table
}

/// A field of two that have not met.
pub(super) const NOBODY: RGBColor = RGBColor(238, 238, 238);

/// The colours from 0 to 100 %, with their numbers and what they mean.
pub(super) fn draw_key(
    area: &Area<'_>,
    (left, top): (i32, i32),
    meaning: &str,
) -> Result<(), Box<dyn Error>> {
    for step in 0..=10 {
        let (x, share) = (left + 36 * step, f64::from(step) / 10.0);
        area.draw(&Rectangle::new([(x, top), (x + 36, top + 16)], shade(share).filled()))?;
        if step % 5 == 0 {
            let style = text(13, INK, HPos::Center, VPos::Top);
            area.draw_text(&format!("{} %", 10 * step), &style, (x + 18, top + 20))?;
        }
    }
    let style = text(14, INK, HPos::Left, VPos::Center);
    area.draw_text(meaning, &style, (left + 36 * 11 + 10, top + 8))?;
    Ok(())
}

/// Orange below one half, nearly white at it, blue above.
pub(super) fn shade(share: f64) -> RGBColor {
    const MIDDLE: f64 = 250.0;
    let end = if share < 0.5 { (213, 94, 0) } else { (0, 95, 160) };
    let weight = (2.0 * (share - 0.5).abs()).min(1.0);
    let mix = |colour: u8| (MIDDLE + weight * (f64::from(colour) - MIDDLE)).round() as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}
