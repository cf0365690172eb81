//! Lines over whole numbers, with interval bands on a linear axis or without on a logarithmic one.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::Range;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{
    Area, GRID, INK, Mark, Picture, colour, font, headed, legend, percent, text, with_interval,
};
use crate::figures::thousands;
use crate::table::Table;

/// The most numbers along an axis; plotters chooses round ones.
const MOST_LABELS: usize = 21;

/// The share of a logarithmic axis that lies below its lowest label.
const BELOW_POINTS: f64 = 0.05;

/// The height of a level's name, as a share of the axis: names of levels that lie close stand one
/// above the other.
const NAME_HEIGHT: f64 = 0.036;

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// A logarithmic axis to the right, labelled where the points are.
    pub logarithmic_x: bool,
    /// Counts on a logarithmic axis instead of shares from 0 to 1.
    pub logarithmic: bool,
    /// The lines; where some coincide, the earlier ones are drawn wider and stay visible.
    pub lines: Vec<Line>,
    /// What does not depend on where it stands: dashed across.
    pub levels: Vec<Level>,
}

/// A height with a name.
#[derive(Clone, Debug)]
pub struct Level {
    /// Whose it is.
    pub name: String,
    /// How high.
    pub y: f64,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

impl Line {
    /// A line for each name, in the order the names come, its points in that of the axis.
    pub fn each<'a>(points: impl IntoIterator<Item = (&'a str, Point)>) -> Vec<Self> {
        let mut lines: Vec<Self> = Vec::new();
        for (name, point) in points {
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None => lines.push(Self { name: name.to_owned(), points: vec![point] }),
            }
        }
        lines.iter_mut().for_each(|line| line.points.sort_by_key(|point| point.x));
        lines
    }
}

/// A point with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where it stands.
    pub x: u32,
    /// Its height.
    pub y: f64,
    /// The ends of its interval; equal to `y` if it has none.
    pub interval: (f64, f64),
}

/// A drawing area with its axes.
type Plot<'a, 'b, Y> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, Y>>;

impl Lines {
    /// Whether there is no point to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| line.points.is_empty())
    }

    fn xs(&self) -> Range<f64> {
        let xs = || self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.x));
        let (low, high) = (xs().min().unwrap_or(0), xs().max().unwrap_or(1));
        let beside = if self.logarithmic_x { 0.15 } else { 0.3 };
        // The names of levels stand in the margin on the right.
        let names =
            if self.levels.is_empty() { 0.0 } else { 0.2 * (self.place(high) - self.place(low)) };
        self.place(low) - beside..self.place(high) + beside + names
    }

    /// Where `x` stands on the axis.
    fn place(&self, x: u32) -> f64 {
        if self.logarithmic_x { libm::log(f64::from(x.max(1))) } else { f64::from(x) }
    }

    /// Writes the places of the points under a logarithmic axis.
    fn label_points(
        &self,
        area: &Area<'_>,
        pixel: impl Fn(f64) -> (i32, i32),
    ) -> Result<(), Box<dyn Error>> {
        let xs = self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.x));
        for x in xs.collect::<BTreeSet<u32>>() {
            let (across, down) = pixel(self.place(x));
            let (left_edge, top_edge) = area.get_base_pixel();
            let at = (across - left_edge, down - top_edge);
            area.draw(&PathElement::new([at, (at.0, at.1 + 10)], INK.stroke_width(1)))?;
            let style = text(15, INK, HPos::Center, VPos::Top);
            area.draw_text(&thousands(f64::from(x)), &style, (at.0, at.1 + 12))?;
        }
        Ok(())
    }

    fn plot<Y>(
        &self,
        area: &Area<'_>,
        ys: Y,
        label: &dyn Fn(&f64) -> String,
    ) -> Result<(), Box<dyn Error>>
    where
        Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>>,
    {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(30)
            .x_label_area_size(56)
            .y_label_area_size(96)
            .build_cartesian_2d(self.xs(), ys)?;
        let xs = self.xs();
        self.draw_axes(&mut chart, &xs, label)?;
        if self.logarithmic_x {
            let bottom = chart.as_coord_spec().get_y_range().start;
            self.label_points(area, |x| chart.backend_coord(&(x, bottom)))?;
        }
        self.draw_levels(&mut chart, &xs)?;
        self.draw_lines(&mut chart)
    }

    fn draw_axes<Y>(
        &self,
        chart: &mut Plot<'_, '_, Y>,
        xs: &Range<f64>,
        label: &dyn Fn(&f64) -> String,
    ) -> Result<(), Box<dyn Error>>
    where
        Y: ValueFormatter<f64> + Ranged<ValueType = f64>,
    {
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc(&self.x_axis)
            .y_desc(&self.y_axis)
            .x_labels(((xs.end - xs.start) as usize + 1).min(MOST_LABELS))
            .set_tick_mark_size(LabelAreaPosition::Bottom, if self.logarithmic_x { 0 } else { 5 })
            .x_label_formatter(&|x| {
                let whole = x.fract() == 0.0 && !self.logarithmic_x;
                if whole { format!("{x:.0}") } else { String::new() }
            })
            .y_labels(11)
            .y_max_light_lines(1)
            .y_label_formatter(&label)
            .bold_line_style(GRID)
            .axis_style(INK)
            .axis_desc_style(font(14).color(&INK))
            .x_label_style(text(15, INK, HPos::Center, VPos::Top))
            .y_label_style(text(15, INK, HPos::Right, VPos::Center))
            .draw()?;
        Ok(())
    }

    fn draw_levels<Y>(
        &self,
        chart: &mut Plot<'_, '_, Y>,
        xs: &Range<f64>,
    ) -> Result<(), Box<dyn Error>>
    where
        Y: Ranged<ValueType = f64>,
    {
        let mut levels: Vec<&Level> = self.levels.iter().collect();
        levels.sort_by(|one, other| one.y.total_cmp(&other.y));
        let mut free = f64::MIN;
        for level in levels {
            let (start, end) = (xs.start, xs.end);
            let dashes = DashedLineSeries::new(
                [(start, level.y), (end, level.y)],
                7,
                6,
                INK.stroke_width(2),
            );
            chart.draw_series(dashes)?;
            let style = text(15, INK, HPos::Right, VPos::Bottom);
            let above = level.y.max(free);
            chart.draw_series([Text::new(level.name.clone(), (end, above), style)])?;
            free = above + NAME_HEIGHT;
        }
        Ok(())
    }

    /// Intervals first, so that none covers a line.
    fn draw_lines<Y>(&self, chart: &mut Plot<'_, '_, Y>) -> Result<(), Box<dyn Error>>
    where
        Y: Ranged<ValueType = f64>,
    {
        for (index, line) in self.lines.iter().enumerate() {
            let edge = |end: fn((f64, f64)) -> f64| {
                line.points.iter().map(move |point| (self.place(point.x), end(point.interval)))
            };
            let band: Vec<(f64, f64)> =
                edge(|(_, high)| high).chain(edge(|(low, _)| low).rev()).collect();
            // A point alone has a bar instead of a band.
            if let [point] = line.points[..] {
                let bar = PathElement::new(band, colour(index).mix(0.5).stroke_width(3));
                chart.draw_series((point.interval.0 < point.interval.1).then_some(bar))?;
            } else {
                chart.draw_series([Polygon::new(band, colour(index).mix(0.2).filled())])?;
            }
        }
        for (index, line) in self.lines.iter().enumerate() {
            let width = 3 + 3 * (self.lines.len() - 1 - index) as u32 * u32::from(self.logarithmic);
            let points: Vec<(f64, f64)> =
                line.points.iter().map(|point| (self.place(point.x), point.y)).collect();
            chart.draw_series([PathElement::new(
                points.clone(),
                colour(index).stroke_width(width),
            )])?;
            let radius = 3 + width as i32;
            chart.draw_series(
                points.into_iter().map(|at| Circle::new(at, radius, colour(index).filled())),
            )?;
        }
        Ok(())
    }
}

impl Picture for Lines {
    fn size(&self) -> (u32, u32) {
        (1000, 680)
    }

    fn table(&self) -> Table {
        let names = self.lines.iter().map(|line| line.name.clone());
        let names = names.chain(self.levels.iter().map(|level| level.name.clone()));
        let mut table = Table::new(&[&self.x_axis]).with_names(names);
        let xs = self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.x));
        let cell = |point: &Point| match self.logarithmic {
            true => thousands(point.y),
            false => with_interval(point.y, point.interval),
        };
        for x in xs.collect::<BTreeSet<u32>>() {
            let at = |line: &Line| line.points.iter().find(|point| point.x == x).map(cell);
            let mut row = vec![x.to_string()];
            row.extend(self.lines.iter().map(|line| at(line).unwrap_or_default()));
            row.extend(self.levels.iter().map(|level| format!("{:.1}", 100.0 * level.y)));
            table.rows.push(row);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let marks = self
            .lines
            .iter()
            .enumerate()
            .map(|(index, line)| (line.name.clone(), Mark::Line(colour(index))));
        let below = legend(&below, &marks.collect::<Vec<_>>())?;
        if self.logarithmic {
            let ys = || {
                self.lines.iter().flat_map(|line| line.points.iter().map(|point| point.y.max(1.0)))
            };
            let (low, high) = (ys().fold(f64::MAX, f64::min), ys().fold(1.0, f64::max));
            let lowest = libm::log10(low).floor();
            // Counts that are all the same power of ten have a decade, too.
            let decades = [lowest, libm::log10(high).ceil().max(lowest + 1.0)];
            // Markers of the lowest points stay off the axis and its labels.
            let room = BELOW_POINTS * (decades[1] - decades[0]);
            let ys = libm::pow(10.0, decades[0] - room)..libm::pow(10.0, decades[1]);
            self.plot(&below, ys.log_scale(), &|count| thousands(*count))?;
        } else {
            self.plot(&below, 0.0..1.0, &|share| percent(*share))?;
        }
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that are all the same power of ten stand on an axis with names.
    #[test]
    fn equal_counts_have_a_scale() {
        let point = |x| Point { x, y: 10.0, interval: (10.0, 10.0) };
        let lines = vec![Line { name: "one".to_owned(), points: vec![point(1), point(2)] }];
        let [title, subtitle, x_axis, y_axis] = ["", "", "depth", "nodes"].map(str::to_owned);
        let picture = Lines {
            title,
            subtitle,
            x_axis,
            y_axis,
            logarithmic_x: false,
            logarithmic: true,
            lines,
            levels: Vec::new(),
        };
        let svg = picture.svg().unwrap();
        for label in ["10", "100"] {
            assert!(svg.contains(&format!("\n{label}\n")), "{svg}");
        }
    }
}
