//! Grouped bars with error bars and published figures: the win-rate table at a glance.

use std::error::Error;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{
    Area, BAND, GRID, INK, Mark, Picture, colour, font, headed, legend, letters_on, percent, text,
    with_interval,
};
use crate::table::Table;

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
    pub tick: Option<Tick>,
}

/// A figure that bars are compared with.
#[derive(Clone, Debug)]
pub struct Tick {
    /// Where it stands, with its own interval.
    pub bar: Bar,
    /// It in words, as its source has it.
    pub label: String,
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
        let lines = |group: &Group| group.name.lines().count() + usize::from(group.tick.is_some());
        self.groups.iter().map(lines).max().unwrap_or(1) as u32
    }
}

impl Picture for Bars {
    fn size(&self) -> (u32, u32) {
        (160 + 190 * self.groups.len().max(4) as u32, 600)
    }

    fn table(&self) -> Table {
        let names = self.series.iter().chain(&self.tick).cloned();
        let mut table = Table::new(&[&self.axis]).with_names(names);
        let cell = |bar: &Bar| with_interval(bar.value, bar.interval);
        for Group { name, bars, tick } in &self.groups {
            let mut row = vec![name.replace('\n', " ")];
            row.extend(bars.iter().map(cell));
            row.resize(1 + self.series.len(), String::new());
            row.extend(tick.iter().map(|tick| cell(&tick.bar)));
            row.resize(table.header.len(), String::new());
            table.rows.push(row);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
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
            .axis_desc_style(font(14).color(&INK))
            .label_style(text(14, INK, HPos::Right, VPos::Center))
            .draw()?;
        for (place, group) in self.groups.iter().enumerate() {
            self.draw_group(&mut chart, place as f64 + 0.1, group)?;
            let (x, y) = chart.plotting_area().map_coordinate(&(place as f64 + 0.44, 0.0));
            let (left_edge, top_edge) = below.get_base_pixel();
            name_group(&below, (x - left_edge, y - top_edge + 10), group)?;
        }
        area.present()?;
        Ok(())
    }
}

impl Bars {
    /// The bars of a group from `left`, its tick across them.
    fn draw_group(
        &self,
        chart: &mut Plot<'_, '_>,
        left: f64,
        group: &Group,
    ) -> Result<(), Box<dyn Error>> {
        let width = 0.68 / self.series.len() as f64;
        let tick = group.tick.as_ref().map(|tick| tick.bar);
        if let Some(tick) = tick {
            let band = [(left - 0.03, tick.interval.0), (left + 0.71, tick.interval.1)];
            chart.draw_series([Rectangle::new(band, BAND.filled())])?;
        }
        for (index, bar) in group.bars.iter().enumerate() {
            let (start, end) =
                (left + width * (index as f64 + 0.04), left + width * (index as f64 + 0.96));
            draw_bar(chart, index, (start, end), bar)?;
        }
        if let Some(tick) = tick {
            let line = [(left - 0.03, tick.value), (left + 0.71, tick.value)];
            // The white edge keeps it apart from the whiskers.
            chart.draw_series([PathElement::new(line, WHITE.stroke_width(6))])?;
            chart.draw_series([PathElement::new(line, INK.stroke_width(3))])?;
        }
        for (index, bar) in group.bars.iter().enumerate() {
            let middle = left + width * (index as f64 + 0.5);
            draw_whisker(chart, middle, bar)?;
            draw_value(chart, index, middle, bar, tick)?;
        }
        Ok(())
    }
}

type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// What stands below the bars of a group: its name, and the figure to compare with.
fn name_group(area: &Area<'_>, (x, y): (i32, i32), group: &Group) -> Result<(), Box<dyn Error>> {
    let style = text(15, INK, HPos::Center, VPos::Top);
    let mut line = y;
    for name in group.name.lines() {
        area.draw_text(name, &style, (x, line))?;
        line += 20;
    }
    if let Some(tick) = &group.tick {
        let mark = [(x - 34, line + 6), (x - 16, line + 6)];
        area.draw(&PathElement::new(mark, INK.stroke_width(3)))?;
        let style = text(14, INK, HPos::Left, VPos::Top);
        area.draw_text(&tick.label, &style, (x - 10, line))?;
    }
    Ok(())
}

fn draw_bar(
    plot: &mut Plot<'_, '_>,
    index: usize,
    (start, end): (f64, f64),
    bar: &Bar,
) -> Result<(), Box<dyn Error>> {
    plot.draw_series([Rectangle::new([(start, 0.0), (end, bar.value)], colour(index).filled())])?;
    Ok(())
}

/// The interval of a bar.
fn draw_whisker(plot: &mut Plot<'_, '_>, middle: f64, bar: &Bar) -> Result<(), Box<dyn Error>> {
    let (low, high) = bar.interval;
    let line = |from, to| PathElement::new([from, to], INK.stroke_width(2));
    plot.draw_series([
        line((middle, low), (middle, high)),
        line((middle - 0.04, low), (middle + 0.04, low)),
        line((middle - 0.04, high), (middle + 0.04, high)),
    ])?;
    Ok(())
}

/// The value of a bar inside it, below whisker, tick and band's end where they are near; above the
/// whisker of a bar that is too low for it.
fn draw_value(
    plot: &mut Plot<'_, '_>,
    index: usize,
    middle: f64,
    bar: &Bar,
    tick: Option<Bar>,
) -> Result<(), Box<dyn Error>> {
    let label = format!("{:.1}", 100.0 * bar.value);
    let (low, high) = bar.interval;
    let near = |tick: &f64| (-0.01..0.06).contains(&(low - tick));
    let top = tick.map(|tick| tick.value).filter(near).unwrap_or(low).min(low) - 0.015;
    if top < 0.06 {
        let style = text(14, INK, HPos::Center, VPos::Bottom);
        let above = tick.map_or(high, |tick| tick.interval.1.max(high)) + 0.012;
        plot.draw_series([Text::new(label, (middle, above), style)])?;
    } else {
        let style = text(14, letters_on(colour(index)), HPos::Center, VPos::Top);
        plot.draw_series([Text::new(label, (middle, top), style)])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A figure stays in its column where there are no games to stand beside it.
    #[test]
    fn a_figure_without_games_keeps_its_column() {
        let [title, subtitle, axis, ours, theirs] =
            ["", "", "wins", "ours", "published"].map(str::to_owned);
        let bar = Bar { value: 0.5, interval: (0.4, 0.6) };
        let tick = Some(Tick { bar, label: "50 %".to_owned() });
        let groups = vec![Group { name: "one".to_owned(), bars: Vec::new(), tick }];
        let (series, tick) = (vec![ours], Some(theirs));
        let table = Bars { title, subtitle, axis, series, tick, groups }.table();
        assert_eq!(table.header, ["wins", "ours", "published"]);
        assert_eq!(table.rows[0][..2], ["one", ""]);
        assert!(table.rows[0][2].starts_with("50.0"), "{:?}", table.rows);
    }
}
