//! Dots with intervals, one row per question and one colour per answer: which listing made the
//! published table.

use std::error::Error;
use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{
    Area, BAND, GRID, INK, Mark, Picture, colour, font, headed, legend, letters, percent, text,
    with_interval,
};
use crate::table::Table;

/// A chart of rows of dots, all shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the dots measure.
    pub axis: String,
    /// The names of the dots in every row.
    pub series: Vec<String>,
    /// What the black lines are.
    pub tick: String,
    /// The rows from the top: name, dots, the figure to compare with.
    pub rows: Vec<(String, Vec<Dot>, Option<Dot>)>,
}

/// One value with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Dot {
    /// Where it stands.
    pub value: f64,
    /// The ends of its interval.
    pub interval: (f64, f64),
}

impl Picture for Dots {
    fn size(&self) -> (u32, u32) {
        (1280, 170 + 12 * self.series.len() as u32 + 95 * self.rows.len() as u32)
    }

    fn table(&self) -> Table {
        let names = self.series.iter().chain([&self.tick]).cloned();
        let mut table = Table::new(&[&self.axis]).with_names(names);
        for (name, dots, tick) in &self.rows {
            let mut row = vec![name.clone()];
            row.extend(dots.iter().map(|dot| with_interval(dot.value, dot.interval)));
            row.resize(table.header.len() - 1, String::new());
            row.push(tick.map_or(String::new(), |tick| with_interval(tick.value, tick.interval)));
            table.rows.push(row);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let dots = self
            .series
            .iter()
            .enumerate()
            .map(|(index, name)| (name.clone(), Mark::Line(colour(index))));
        let below =
            legend(&below, &dots.chain([(self.tick.clone(), Mark::Tick)]).collect::<Vec<_>>())?;

        let room = letters::room(self.rows.iter().map(|(name, ..)| name), 15);
        let mut chart = ChartBuilder::on(&below)
            .margin(12)
            .margin_right(30)
            .x_label_area_size(56)
            .y_label_area_size(140.max(6 + room as u32))
            .build_cartesian_2d(self.range(), 0.0..self.rows.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_desc(&self.axis)
            .x_labels(14)
            .x_max_light_lines(1)
            .x_label_formatter(&|share| percent(*share))
            .bold_line_style(GRID)
            .axis_style(INK)
            .axis_desc_style(font(14).color(&INK))
            .label_style(text(15, INK, HPos::Center, VPos::Top))
            .draw()?;

        for place in 0..self.rows.len() {
            self.draw_row(&mut chart, place)?;
        }
        area.present()?;
        Ok(())
    }
}

type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl Dots {
    /// What the axis has to hold.
    fn range(&self) -> Range<f64> {
        let ends = |dot: &Dot| [dot.interval.0, dot.interval.1];
        let values = || {
            self.rows.iter().flat_map(move |(_, dots, tick)| dots.iter().chain(tick).flat_map(ends))
        };
        let low = (values().fold(1.0, f64::min) - 0.03).max(0.0);
        low..(values().fold(0.0, f64::max) + 0.03).min(1.0)
    }

    fn draw_row(&self, chart: &mut Plot<'_, '_>, place: usize) -> Result<(), Box<dyn Error>> {
        let (name, dots, tick) = &self.rows[place];
        let (top, Range { start: low, end: high }) =
            ((self.rows.len() - place) as f64, self.range());
        if let Some(tick) = tick {
            let (start, end) = tick.interval;
            let band = [(start, top - 0.94), (end, top - 0.06)];
            chart.draw_series([Rectangle::new(band, BAND.filled())])?;
        }
        for (index, dot) in dots.iter().enumerate() {
            let y = top - 0.06 - 0.88 * (index as f64 + 0.5) / dots.len() as f64;
            let line = [(dot.interval.0, y), (dot.interval.1, y)];
            chart.draw_series([PathElement::new(line, colour(index).stroke_width(3))])?;
            chart.draw_series([Circle::new((dot.value, y), 5, colour(index).filled())])?;
        }
        if let Some(tick) = tick {
            // On top of the dots, or those near it would hide it; thin, or it would hide them.
            let line = [(tick.value, top - 0.06), (tick.value, top - 0.94)];
            chart.draw_series([PathElement::new(line, INK.stroke_width(2))])?;
        }
        let below = [(low, top - 1.0), (high, top - 1.0)];
        chart.draw_series([PathElement::new(below, GRID.stroke_width(2))])?;
        let label = EmptyElement::at((low, top - 0.5))
            + Text::new(name.clone(), (-12, 0), text(15, INK, HPos::Right, VPos::Center));
        chart.draw_series([label])?;
        Ok(())
    }
}
