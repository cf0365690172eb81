//! Grouped bars with error bars and published figures: the win-rate table at a glance.

use std::error::Error;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, BAND, GRID, INK, Mark, Picture, colour, headed, legend, percent, text};

/// A chart of groups of bars, all shares from 0 to 1.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What the bars measure.
    pub axis: String,
    /// The names of the bars in every group.
    pub series: Vec<String>,
    /// What the black ticks are, if there are any.
    pub tick: Option<String>,
    /// The groups from left to right.
    pub groups: Vec<Group>,
}

/// Bars that belong together.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they have in common, on one line or more.
    pub name: String,
    /// One for each series.
    pub bars: Vec<Bar>,
    /// A figure to compare with.
    pub tick: Option<Bar>,
}

/// One bar with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Bar {
    /// Its height.
    pub value: f64,
    /// The ends of its interval.
    pub interval: (f64, f64),
}

impl Bars {
    /// The lines the longest name of a group takes.
    fn name_lines(&self) -> u32 {
        self.groups.iter().map(|group| group.name.lines().count() as u32).max().unwrap_or(1)
    }
}

impl Picture for Bars {
    fn size(&self) -> (u32, u32) {
        (160 + 190 * self.groups.len().max(4) as u32, 600)
    }

    fn draw<DB: DrawingBackend<ErrorType: 'static>>(
        &self,
        area: &Area<DB>,
    ) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let fills = self
            .series
            .iter()
            .enumerate()
            .map(|(index, name)| (name.clone(), Mark::Fill(colour(index))));
        let ticks = self.tick.iter().map(|name| (name.clone(), Mark::Tick));
        let below = legend(&below, &fills.chain(ticks).collect::<Vec<_>>())?;

        let mut chart = ChartBuilder::on(&below)
            .margin(12)
            .x_label_area_size(20 + 20 * self.name_lines())
            .y_label_area_size(76)
            .build_cartesian_2d(0.0..self.groups.len() as f64, 0.0..1.0)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .y_desc(&self.axis)
            .y_labels(11)
            .y_max_light_lines(1)
            .y_label_formatter(&|share| percent(*share))
            .bold_line_style(GRID)
            .axis_style(INK)
            .axis_desc_style(("sans-serif", 16).into_font().color(&INK))
            .label_style(text(15, INK, HPos::Right, VPos::Center))
            .draw()?;

        let width = 0.68 / self.series.len() as f64;
        for (place, group) in self.groups.iter().enumerate() {
            let left = place as f64 + 0.1;
            if let Some(tick) = group.tick {
                let band = [(left - 0.03, tick.interval.0), (left + 0.71, tick.interval.1)];
                chart.draw_series([Rectangle::new(band, BAND.filled())])?;
            }
            for (index, bar) in group.bars.iter().enumerate() {
                let (start, end) =
                    (left + width * (index as f64 + 0.04), left + width * (index as f64 + 0.96));
                draw_bar(&mut chart, index, (start, end), bar, group.tick.map(|tick| tick.value))?;
            }
            if let Some(tick) = group.tick {
                draw_tick(&mut chart, left, tick.value)?;
            }
            let (x, y) = chart.plotting_area().map_coordinate(&(place as f64 + 0.44, 0.0));
            let (left_edge, top_edge) = below.get_base_pixel();
            let style = text(16, INK, HPos::Center, VPos::Top);
            for (line, text) in group.name.lines().enumerate() {
                below.draw_text(
                    text,
                    &style,
                    (x - left_edge, y - top_edge + 10 + 20 * line as i32),
                )?;
            }
        }
        area.present()?;
        Ok(())
    }
}

type Plot<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A bar over `start..end`, its interval as a whisker, its value inside.
fn draw_bar<DB: DrawingBackend<ErrorType: 'static>>(
    plot: &mut Plot<'_, DB>,
    index: usize,
    (start, end): (f64, f64),
    bar: &Bar,
    tick: Option<f64>,
) -> Result<(), Box<dyn Error>> {
    let middle = f64::midpoint(start, end);
    plot.draw_series([Rectangle::new([(start, 0.0), (end, bar.value)], colour(index).filled())])?;
    let (low, high) = bar.interval;
    let whisker = |from, to| PathElement::new([from, to], INK.stroke_width(2));
    plot.draw_series([
        whisker((middle, low), (middle, high)),
        whisker((middle - 0.04, low), (middle + 0.04, low)),
        whisker((middle - 0.04, high), (middle + 0.04, high)),
    ])?;
    let label = format!("{:.1}", 100.0 * bar.value);
    // Dark letters on the light colours of the palette.
    let letters = if index == 1 { INK } else { WHITE };
    let style = text(15, letters, HPos::Center, VPos::Top);
    // Below the whisker, and below the tick if that is near: both would cross it.
    let free = tick.filter(|tick| (0.0..0.06).contains(&(low - tick))).unwrap_or(low);
    let top = if free > 0.06 { free - 0.012 } else { 0.05 };
    plot.draw_series([Text::new(label, (middle, top), style)])?;
    Ok(())
}

/// The group's tick across its bars, with its value beside it.
fn draw_tick<DB: DrawingBackend<ErrorType: 'static>>(
    plot: &mut Plot<'_, DB>,
    left: f64,
    tick: f64,
) -> Result<(), Box<dyn Error>> {
    let line = [(left - 0.03, tick), (left + 0.71, tick)];
    plot.draw_series([PathElement::new(line, INK.stroke_width(4))])?;
    let style = text(15, INK, HPos::Left, VPos::Center);
    plot.draw_series([Text::new(percent(tick), (left + 0.725, tick), style)])?;
    Ok(())
}
