//! Everybody against everybody as a heat map: rows score against columns.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, INK, Picture, headed, text};

/// A square table of shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// Rows and columns, in this order.
    pub names: Vec<String>,
    /// The share of the row's player against the column's, or nothing on the diagonal.
    pub shares: Vec<Vec<Option<f64>>>,
}

const CELL: i32 = 44;
const LEFT: i32 = 170;

impl Picture for Crosstable {
    fn size(&self) -> (u32, u32) {
        let side = CELL * self.names.len() as i32;
        ((LEFT + side + 30).max(760) as u32, (80 + self.top() + side + 70) as u32)
    }

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<DB>,
    ) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let top = self.top();
        for (index, name) in self.names.iter().enumerate() {
            let at = CELL * index as i32 + CELL / 2;
            below.draw_text(
                name,
                &text(15, INK, HPos::Right, VPos::Center),
                (LEFT - 8, top + at),
            )?;
            let upright =
                text(15, INK, HPos::Left, VPos::Center).transform(FontTransform::Rotate270);
            below.draw_text(name, &upright, (LEFT + at, top - 8))?;
        }
        for (row, shares) in self.shares.iter().enumerate() {
            for (column, share) in shares.iter().enumerate() {
                let (x, y) = (LEFT + CELL * column as i32, top + CELL * row as i32);
                let fill = share.map_or(RGBColor(245, 245, 245), shade);
                below
                    .draw(&Rectangle::new([(x, y), (x + CELL - 2, y + CELL - 2)], fill.filled()))?;
                if let Some(share) = share {
                    let dark = (share - 0.5).abs() > 0.3;
                    let style =
                        text(15, if dark { WHITE } else { INK }, HPos::Center, VPos::Center);
                    below.draw_text(
                        &format!("{:.0}", 100.0 * share),
                        &style,
                        (x + CELL / 2 - 1, y + CELL / 2 - 1),
                    )?;
                }
            }
        }
        self.key(&below)?;
        area.present()?;
        Ok(())
    }
}

impl Crosstable {
    /// Where the fields begin: below the longest name, which stands upright.
    fn top(&self) -> i32 {
        22 + 8 * self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as i32
    }

    /// The colours from 0 to 100 %, with their numbers.
    fn key<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<DB>,
    ) -> Result<(), Box<dyn Error>> {
        let top = self.top() + CELL * self.names.len() as i32 + 16;
        for step in 0..=10 {
            let (x, share) = (LEFT + 36 * step, f64::from(step) / 10.0);
            area.draw(&Rectangle::new([(x, top), (x + 36, top + 16)], shade(share).filled()))?;
            if step % 5 == 0 {
                let style = text(14, INK, HPos::Center, VPos::Top);
                area.draw_text(&format!("{} %", 10 * step), &style, (x + 18, top + 20))?;
            }
        }
        let style = text(14, INK, HPos::Left, VPos::Center);
        area.draw_text(
            "score of the row against the column",
            &style,
            (LEFT + 36 * 11 + 10, top + 8),
        )?;
        Ok(())
    }
}

/// Orange below one half, white at it, blue above.
pub(super) fn shade(share: f64) -> RGBColor {
    let end = if share < 0.5 { (213, 94, 0) } else { (0, 95, 160) };
    let weight = (2.0 * (share - 0.5).abs()).min(1.0);
    let mix = |colour: u8| (255.0 + weight * (f64::from(colour) - 255.0)).round() as u8;
    RGBColor(mix(end.0), mix(end.1), mix(end.2))
}
