//! Pictures: one file per kind of chart, drawn as SVG; the PNG is a painting of that SVG.
//!
//! Colours are Okabe and Ito's, which people with any kind of colour blindness can tell apart.

mod axes;
mod bars;
mod counts;
mod crosstable;
mod curves;
mod dots;
mod heat_map;
mod histogram;
mod ladder;
mod letters;
mod lines;
mod pairs;
mod path;
mod ratios;
mod scale;
mod scatter;
mod stacks;
mod walks;

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::table::Table;

pub use bars::{Bar, Bars, Group, Tick};
pub use counts::{Count, Counts};
pub use crosstable::Crosstable;
pub use curves::{Curve, Curves};
pub use dots::{Dot, Dots};
pub use heat_map::{HeatMap, Share};
pub use histogram::Histogram;
pub use ladder::{Ladder, Rung};
pub use letters::{lacking, png};
pub use lines::{Level, Line, Lines, Point};
pub use pairs::{Paired, Pairs};
pub use path::Path;
pub use ratios::{Panel, Ratios};
pub use scatter::{Scatter, Spot};
pub use stacks::Stacks;
pub use walks::Walks;

/// The kinds of picture an experiment can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// Win rates as bars beside the published ones.
    Table,
    /// Score by depth, one line per series.
    Depth,
    /// Everybody against everybody as a heat map.
    Crosstable,
    /// Nodes by depth on a logarithmic axis.
    Nodes,
    /// Nodes and time as multiples of the reference's.
    Cost,
    /// Score by playouts on a logarithmic axis, one line per series.
    Playouts,
    /// One series against another as a heat map.
    HeatMap,
    /// Ratings of all players with error bars.
    Ladder,
    /// Score over nodes a game.
    Strength,
    /// The score of every pair of players, with their costs.
    Pairs,
    /// What pairs of games were made of.
    Pentanomial,
    /// How games ended, in points.
    Differences,
    /// The way of a sequential test.
    Sprt,
}

impl ChartKind {
    /// All, by their names in experiment files.
    pub const ALL: [(&'static str, Self); 13] = [
        ("table", Self::Table),
        ("depth", Self::Depth),
        ("crosstable", Self::Crosstable),
        ("nodes", Self::Nodes),
        ("cost", Self::Cost),
        ("playouts", Self::Playouts),
        ("heatmap", Self::HeatMap),
        ("ladder", Self::Ladder),
        ("strength", Self::Strength),
        ("pairs", Self::Pairs),
        ("pentanomial", Self::Pentanomial),
        ("differences", Self::Differences),
        ("sprt", Self::Sprt),
    ];
}

/// Something that can be drawn.
pub trait Picture {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// Draws itself on an area of that size.
    ///
    /// # Errors
    /// When something cannot be drawn.
    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>>;

    /// The picture as SVG.
    ///
    /// # Errors
    /// When it cannot be drawn.
    fn svg(&self) -> Result<String, Box<dyn Error>> {
        let mut svg = String::new();
        self.draw(&SVGBackend::with_string(&mut svg, self.size()).into_drawing_area())?;
        Ok(svg)
    }

    /// Its figures as a table.
    fn table(&self) -> Table;
}

/// A surface in pixels.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Okabe and Ito's colours, the most distinct first.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
    RGBColor(120, 120, 120),
];
const INK: RGBColor = RGBColor(45, 45, 45);
/// Of less weight than INK, still of contrast 5.5 on white.
const FAINT: RGBColor = RGBColor(105, 105, 105);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// Behind a published figure, as far as its own uncertainty goes.
const BAND: RGBColor = RGBColor(214, 214, 214);

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// The font of a size in pixels; the drawing library divides what it is told by 1.24.
fn font(size: i32) -> FontDesc<'static> {
    ("sans-serif", f64::from(size) * 1.24).into_font()
}

/// Black or white, whichever stands out more from `fill`: the contrast is at least 4.5 by the
/// formula of WCAG 2.1, which every colour allows.
fn letters_on(fill: RGBColor) -> RGBColor {
    let black = (luminance(fill) + 0.05) / 0.05;
    let white = 1.05 / (luminance(fill) + 0.05);
    if black >= white { BLACK } else { WHITE }
}

/// Relative luminance after WCAG 2.1.
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Text of a size in pixels, anchored at one of its points.
fn text(size: i32, colour: RGBColor, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    font(size).color(&colour).pos(Pos::new(horizontal, vertical))
}

/// Writes title and subtitle at the top left; returns the area below them.
fn headed<'a>(area: &Area<'a>, title: &str, subtitle: &str) -> Result<Area<'a>, Box<dyn Error>> {
    area.fill(&WHITE)?;
    area.draw_text(title, &text(22, INK, HPos::Left, VPos::Top), (24, 16))?;
    area.draw_text(subtitle, &text(14, FAINT, HPos::Left, VPos::Top), (24, 50))?;
    Ok(area.split_vertically(80).1)
}

/// Draws coloured marks with their names, in as many rows as they need; returns the area below.
fn legend<'a>(area: &Area<'a>, entries: &[(String, Mark)]) -> Result<Area<'a>, Box<dyn Error>> {
    let style = text(15, INK, HPos::Left, VPos::Center);
    let right = area.dim_in_pixel().0 as i32;
    let (mut x, mut y) = (24, 13);
    for (name, mark) in entries {
        // A viewer of the SVG may have a wider font than the one that is measured here.
        let width = 25 + letters::width(name, 15) * 9 / 8 + 22;
        if x > 24 && x + width > right {
            (x, y) = (24, y + 24);
        }
        match mark {
            Mark::Fill(colour) => {
                area.draw(&Rectangle::new([(x, y - 7), (x + 18, y + 7)], colour.filled()))?;
            }
            Mark::Part(colour) => {
                let corners = [(x, y - 7), (x + 18, y + 7)];
                area.draw(&Rectangle::new(corners, colour.filled()))?;
                area.draw(&Rectangle::new(corners, GRID.stroke_width(1)))?;
            }
            Mark::Line(colour) => {
                area.draw(&PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)))?;
                area.draw(&Circle::new((x + 9, y), 5, colour.filled()))?;
            }
            Mark::Dot(colour) => {
                area.draw(&Circle::new((x + 9, y), 5, colour.filled()))?;
            }
            Mark::Tick => {
                area.draw(&PathElement::new([(x, y), (x + 18, y)], INK.stroke_width(4)))?;
            }
        }
        area.draw_text(name, &style, (x + 25, y))?;
        x += width;
    }
    Ok(area.split_vertically(y + 17).1)
}

/// How a series is recognised in a legend.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Fill(RGBColor),
    /// One that may be nearly white.
    Part(RGBColor),
    Line(RGBColor),
    Dot(RGBColor),
    Tick,
}

/// A share with its interval in per cent: `73.9 [73.0–74.8]`.
fn with_interval(share: f64, (low, high): (f64, f64)) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("{share:.1} [{low:.1}–{high:.1}]")
}

/// A share as a percentage without decimals.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_out_from_every_colour() {
        let shades = (0..=100).map(|share| crosstable::shade(f64::from(share) / 100.0));
        for fill in shades.chain(PALETTE) {
            let [one, other] = [fill, letters_on(fill)].map(|colour| luminance(colour) + 0.05);
            let contrast = one.max(other) / one.min(other);
            assert!(contrast >= 4.5, "{fill:?}: {contrast:.2}");
        }
    }
}
