//! Dots with intervals, one row per question and one colour per answer: which listing made the
//! published table.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, BAND, GRID, INK, Mark, Picture, colour, headed, legend, percent, text};

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

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<DB>,
    ) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let dots = self
            .series
            .iter()
            .enumerate()
            .map(|(index, name)| (name.clone(), Mark::Line(colour(index))));
        let below =
            legend(&below, &dots.chain([(self.tick.clone(), Mark::Tick)]).collect::<Vec<_>>())?;

        let values = || {
            let ends = |dot: &Dot| [dot.interval.0, dot.interval.1];
            self.rows.iter().flat_map(move |(_, dots, tick)| dots.iter().chain(tick).flat_map(ends))
        };
        let low = (values().fold(1.0, f64::min) - 0.03).max(0.0);
        let high = (values().fold(0.0, f64::max) + 0.03).min(1.0);
        let longest = self.rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let mut chart = ChartBuilder::on(&below)
            .margin(12)
            .margin_right(30)
            .x_label_area_size(56)
            .y_label_area_size(140.max(30 + 9 * longest as u32))
            .build_cartesian_2d(low..high, 0.0..self.rows.len() as f64)?;
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
            .axis_desc_style(("sans-serif", 16).into_font().color(&INK))
            .label_style(text(15, INK, HPos::Center, VPos::Top))
            .draw()?;

        for (place, (name, dots, tick)) in self.rows.iter().enumerate() {
            let top = (self.rows.len() - place) as f64;
            if let Some(tick) = tick {
                let (start, end) = tick.interval;
                chart.draw_series([Rectangle::new(
                    [(start, top - 0.94), (end, top - 0.06)],
                    BAND.filled(),
                )])?;
                let line = [(tick.value, top - 0.06), (tick.value, top - 0.94)];
                chart.draw_series([PathElement::new(line, INK.stroke_width(4))])?;
            }
            for (index, dot) in dots.iter().enumerate() {
                let y = top - 0.06 - 0.88 * (index as f64 + 0.5) / dots.len() as f64;
                let (start, end) = dot.interval;
                chart.draw_series([PathElement::new(
                    [(start, y), (end, y)],
                    colour(index).stroke_width(3),
                )])?;
                chart.draw_series([Circle::new((dot.value, y), 5, colour(index).filled())])?;
            }
            chart.draw_series([PathElement::new(
                [(low, top - 1.0), (high, top - 1.0)],
                GRID.stroke_width(2),
            )])?;
            let (x, y) = chart.plotting_area().map_coordinate(&(low, top - 0.5));
            let (left_edge, top_edge) = below.get_base_pixel();
            let style = text(17, INK, HPos::Right, VPos::Center);
            below.draw_text(name, &style, (x - left_edge - 12, y - top_edge))?;
        }
        area.present()?;
        Ok(())
    }
}
