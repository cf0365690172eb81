//! Pictures: one file per kind of chart, each drawn as SVG and PNG from the same commands.
//!
//! Colours are Okabe and Ito's, which people with any kind of colour blindness can tell apart. PNG
//! letters come from the small font in `fonts/`; SVG names a font and lets the viewer supply it.

mod bars;
mod counts;
mod crosstable;
mod dots;
mod heat_map;
mod lines;
mod ratios;
mod scale;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use bars::{Bar, Bars, Group};
pub use counts::{Count, Counts};
pub use crosstable::Crosstable;
pub use dots::{Dot, Dots};
pub use heat_map::{HeatMap, Share};
pub use lines::{Level, Line, Lines, Point};
pub use ratios::{Panel, Ratios};

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
}

impl ChartKind {
    /// All, by their names in experiment files.
    pub const ALL: [(&'static str, Self); 7] = [
        ("table", Self::Table),
        ("depth", Self::Depth),
        ("crosstable", Self::Crosstable),
        ("nodes", Self::Nodes),
        ("cost", Self::Cost),
        ("playouts", Self::Playouts),
        ("heatmap", Self::HeatMap),
    ];
}

/// Something that can be drawn on any surface.
pub trait Picture {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// Draws itself on an area of that size.
    ///
    /// # Errors
    /// When the surface cannot be drawn on or written.
    fn draw<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<DB>,
    ) -> Result<(), Box<dyn Error>>;

    /// Writes `stem`.svg and `stem`.png.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn save(&self, stem: &Path) -> Result<(), Box<dyn Error>> {
        register_font();
        let mut svg = String::new();
        self.draw(&SVGBackend::with_string(&mut svg, self.size()).into_drawing_area())?;
        fs::write(stem.with_extension("svg"), svg)?;
        let png = stem.with_extension("png");
        self.draw(&BitMapBackend::new(&png, self.size()).into_drawing_area())
    }
}

/// A surface in pixels.
pub type Area<DB> = DrawingArea<DB, Shift>;

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
const GRID: RGBColor = RGBColor(225, 225, 225);
/// Behind a published figure, as far as its own uncertainty goes.
const BAND: RGBColor = RGBColor(214, 214, 214);

fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

fn register_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let font = include_bytes!("../../fonts/OpenSans-Latin.ttf");
        for style in [FontStyle::Normal, FontStyle::Bold] {
            // The bytes are ours, so a failure would show in every test of this module.
            let _ = plotters::style::register_font("sans-serif", style, font);
        }
    });
}

/// Text of a size in pixels, anchored at one of its points.
fn text(size: i32, colour: RGBColor, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour).pos(Pos::new(horizontal, vertical))
}

/// Writes title and subtitle at the top left; returns the area below them.
fn headed<DB: DrawingBackend<ErrorType: 'static>>(
    area: &Area<DB>,
    title: &str,
    subtitle: &str,
) -> Result<Area<DB>, Box<dyn Error>> {
    area.fill(&WHITE)?;
    area.draw_text(title, &text(26, INK, HPos::Left, VPos::Top), (24, 16))?;
    area.draw_text(subtitle, &text(16, RGBColor(105, 105, 105), HPos::Left, VPos::Top), (24, 52))?;
    Ok(area.split_vertically(80).1)
}

/// Draws coloured marks with their names, in as many rows as they need; returns the area below.
fn legend<DB: DrawingBackend<ErrorType: 'static>>(
    area: &Area<DB>,
    entries: &[(String, Mark)],
) -> Result<Area<DB>, Box<dyn Error>> {
    let style = text(16, INK, HPos::Left, VPos::Center);
    let right = area.dim_in_pixel().0 as i32;
    let (mut x, mut y) = (24, 13);
    for (name, mark) in entries {
        // A viewer of the SVG may have a wider font than the one that is measured here.
        let width = 25 + area.estimate_text_size(name, &style)?.0 as i32 * 5 / 4 + 22;
        if x > 24 && x + width > right {
            (x, y) = (24, y + 24);
        }
        match mark {
            Mark::Fill(colour) => {
                area.draw(&Rectangle::new([(x, y - 7), (x + 18, y + 7)], colour.filled()))?;
            }
            Mark::Line(colour) => {
                area.draw(&PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)))?;
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
    Line(RGBColor),
    Tick,
}

/// A share as a percentage without decimals.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
