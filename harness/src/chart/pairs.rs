//! Pairs of players one below the other: the score of the first of each, and what both cost.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::scale::Even;
use super::{Area, GRID, INK, Picture, colour, headed, letters, text};
use crate::figures::thousands;
use crate::table::Table;

/// Pairs of players in the order of their experiment.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the scale measures.
    pub axis: String,
    /// What stands beside the intervals.
    pub cost: String,
    /// The pairs from the top.
    pub pairs: Vec<Paired>,
}

/// Two players that met.
#[derive(Clone, Debug)]
pub struct Paired {
    /// Who against whom.
    pub name: String,
    /// The score of the first, 0 to 1.
    pub score: f64,
    /// The ends of its 95 % interval.
    pub interval: (f64, f64),
    /// The positions that each of the two entered in a game, if its searches count them.
    pub nodes: [Option<f64>; 2],
}

impl Paired {
    /// The positions of the first, and how many times those of the second they are.
    fn cost(&self) -> String {
        match self.nodes {
            [Some(nodes), Some(other)] if other > 0.0 => {
                let ratio = nodes / other;
                // Two digits that say something, also where one side hardly searches.
                let decimals = match ratio {
                    small if small > 0.0 && small < 0.1 => {
                        (1.0 - libm::log10(small).floor()).min(9.0)
                    }
                    _ => 2.0,
                };
                format!("{} (×{ratio:.*})", thousands(nodes.round()), decimals as usize)
            }
            [Some(nodes), _] => thousands(nodes.round()),
            [None, _] => String::new(),
        }
    }
}

/// The least width of the picture, and of its scale: where names are long the picture grows.
const WIDTH: i32 = 1000;
const SCALE: i32 = 400;
const ROW: i32 = 28;
const TOP: i32 = 34;

impl Pairs {
    fn left(&self) -> i32 {
        16 + letters::room(self.pairs.iter().map(|pair| &pair.name), 15)
    }

    fn right(&self) -> i32 {
        self.width() - self.beside()
    }

    /// The room for what stands beside the intervals.
    fn beside(&self) -> i32 {
        let costs = self.pairs.iter().map(|pair| letters::width(&pair.cost(), 15));
        60 + costs.max().unwrap_or(0).max(letters::width(&self.cost, 15))
    }

    fn width(&self) -> i32 {
        WIDTH.max(self.left() + SCALE + self.beside())
    }

    fn bottom(&self) -> i32 {
        TOP + ROW * self.pairs.len() as i32
    }

    fn scale(&self) -> Even {
        let ends = self.pairs.iter().flat_map(|pair| [pair.interval.0, pair.interval.1]);
        Even::new(ends.chain([0.5]).map(|share| 100.0 * share), [self.left(), self.right()])
    }

    fn draw_axis(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let (scale, bottom) = (self.scale(), self.bottom());
        let style = text(14, INK, HPos::Center, VPos::Top);
        for tick in scale.ticks() {
            let x = scale.pixel(tick);
            area.draw(&PathElement::new([(x, TOP), (x, bottom)], GRID.stroke_width(1)))?;
            area.draw_text(&format!("{} %", scale.label(tick)), &style, (x, bottom + 8))?;
        }
        // What everything is compared with, whether there is a tick or not.
        let even = scale.pixel(50.0);
        area.draw(&PathElement::new([(even, TOP), (even, bottom)], INK.stroke_width(2)))?;
        let middle = i32::midpoint(self.left(), self.right());
        area.draw_text(&self.axis, &style, (middle, bottom + 34))?;
        let style = text(15, INK, HPos::Right, VPos::Center);
        area.draw_text(&self.cost, &style, (self.width() - 30, TOP - 16))?;
        Ok(())
    }
}

impl Picture for Pairs {
    fn size(&self) -> (u32, u32) {
        (self.width() as u32, (80 + self.bottom() + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["pairing", "score %", "95 % interval", &self.cost]);
        for pair in &self.pairs {
            let (low, high) = pair.interval;
            table.rows.push(vec![
                pair.name.clone(),
                format!("{:.1}", 100.0 * pair.score),
                format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high),
                pair.cost(),
            ]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        self.draw_axis(&below)?;
        let (scale, left, width) = (self.scale(), self.left(), self.width());
        for (place, pair) in self.pairs.iter().enumerate() {
            let y = TOP + ROW * place as i32 + ROW / 2;
            let style = text(15, INK, HPos::Right, VPos::Center);
            below.draw_text(&pair.name, &style, (left - 16, y))?;
            below.draw_text(&pair.cost(), &style, (width - 30, y))?;
            let (low, high) = pair.interval;
            let [start, middle, end] = [low, pair.score, high].map(|x| scale.pixel(100.0 * x));
            below.draw(&PathElement::new([(start, y), (end, y)], colour(0).stroke_width(3)))?;
            below.draw(&Circle::new((middle, y), 5, colour(0).filled()))?;
        }
        area.present()?;
        Ok(())
    }
}
