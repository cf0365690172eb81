//! Points with names: what strength costs.

use std::error::Error;
use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::name_axes;
use super::scale::Scale;
use super::{Area, GRID, INK, Picture, colour, headed, letters, percent, text, with_interval};
use crate::figures::thousands;
use crate::table::Table;

/// Shares over amounts on a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What is shown.
    pub title: String,
    /// Of what, with n.
    pub subtitle: String,
    /// What runs to the right.
    pub x_axis: String,
    /// What runs upwards.
    pub y_axis: String,
    /// The points.
    pub points: Vec<Spot>,
}

/// A point with its name.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Whose it is.
    pub name: String,
    /// The series it belongs to: points of one have one colour.
    pub series: usize,
    /// An amount above 0.
    pub x: f64,
    /// A share from 0 to 1.
    pub y: f64,
    /// The ends of its 95 % interval.
    pub interval: (f64, f64),
}

const WIDTH: i32 = 1000;
const LEFT: i32 = 90;
const RIGHT: i32 = 150;
const TOP: i32 = 12;
const BOTTOM: i32 = 500;
/// The radius of a dot.
const DOT: i32 = 5;

impl Scatter {
    fn draw_axes(&self, area: &Area<'_>, scale: &Scale) -> Result<(), Box<dyn Error>> {
        for step in 0..=10 {
            let y = height(f64::from(step) / 10.0);
            area.draw(&PathElement::new([(LEFT, y), (WIDTH - 30, y)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Right, VPos::Center);
            area.draw_text(&percent(f64::from(step) / 10.0), &style, (LEFT - 8, y))?;
        }
        let decades = scale.ticks(&[1.0]);
        let ticks = if decades.len() < 3 { scale.ticks(&[1.0, 2.0, 5.0]) } else { decades };
        for tick in ticks {
            let x = scale.pixel(tick);
            area.draw(&PathElement::new([(x, TOP), (x, BOTTOM + 6)], GRID.stroke_width(1)))?;
            let style = text(14, INK, HPos::Center, VPos::Top);
            area.draw_text(&thousands(tick), &style, (x, BOTTOM + 10))?;
        }
        name_axes(area, [&self.x_axis, &self.y_axis], LEFT..WIDTH - RIGHT, TOP..BOTTOM)
    }

    /// Where each name goes: right of its point or left of it, where no other name or point is and
    /// as near to its height as can be.
    fn places(&self, scale: &Scale) -> Vec<Label> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&one, &other| self.points[other].y.total_cmp(&self.points[one].y));
        let mut places: Vec<Option<Label>> = vec![None; self.points.len()];
        let mut taken: Vec<Room> = self.points.iter().map(|spot| spot.room(scale)).collect();
        for index in order {
            let candidates = self.points[index].candidates(scale);
            let hit = |label: &&Label| taken.iter().filter(|room| room.meets(&label.room)).count();
            let label = candidates.iter().min_by_key(hit).cloned();
            taken.extend(label.iter().map(|label| label.room.clone()));
            places[index] = label;
        }
        places.into_iter().flatten().collect()
    }
}

/// A name where it is drawn.
#[derive(Clone)]
struct Label {
    /// Which end of it is at `place`.
    end: HPos,
    place: (i32, i32),
    room: Room,
}

impl Label {
    /// A line from the point to its name, where that does not stand beside it.
    fn leader(&self, spot: &Spot, scale: &Scale) -> Option<[(i32, i32); 2]> {
        let point = (scale.pixel(spot.x), height(spot.y));
        let (across, line) = self.place;
        let gap = if across > point.0 { -2 } else { 2 };
        (line != point.1).then_some([point, (across + gap, line)])
    }
}

/// A part of the picture that something covers.
#[derive(Clone, Debug)]
struct Room {
    across: Range<i32>,
    down: Range<i32>,
}

impl Room {
    fn meets(&self, other: &Self) -> bool {
        let meet =
            |one: &Range<i32>, other: &Range<i32>| one.start < other.end && other.start < one.end;
        meet(&self.across, &other.across) && meet(&self.down, &other.down)
    }
}

impl Spot {
    /// What its dot and its whisker cover.
    fn room(&self, scale: &Scale) -> Room {
        let (across, middle, (low, high)) = (scale.pixel(self.x), height(self.y), self.interval);
        let down = height(high).min(middle - DOT)..height(low).max(middle + DOT) + 1;
        Room { across: across - DOT..across + DOT + 1, down }
    }

    /// Where its name may go, the best place first.
    fn candidates(&self, scale: &Scale) -> Vec<Label> {
        const LINE: i32 = 15;
        const GAP: i32 = 9;
        const FARTHEST: i32 = 8;
        let (across, middle) = (scale.pixel(self.x), height(self.y));
        let width = letters::width(&self.name, 13);
        let lines = (0..=FARTHEST).flat_map(|lines| [lines, -lines]).skip(1);
        let candidates = lines.flat_map(|lines| {
            let line = middle + lines * LINE;
            let down = line - LINE / 2..line + LINE / 2 + 1;
            let (right, left) = (across + GAP, across - GAP);
            let label = |end, place, across| Label {
                end,
                place: (place, line),
                room: Room { across, down: down.clone() },
            };
            let right = label(HPos::Left, right, right..right + width);
            let left = (left - width > LEFT).then(|| label(HPos::Right, left, left - width..left));
            [Some(right), left]
        });
        let inside = |Label { room: Room { across, down }, .. }: &Label| {
            across.end < WIDTH && down.start >= 0 && down.end <= BOTTOM
        };
        let (mut found, outside): (Vec<Label>, Vec<Label>) = candidates.flatten().partition(inside);
        found.extend(outside);
        found
    }
}

fn height(share: f64) -> i32 {
    BOTTOM - (share * f64::from(BOTTOM - TOP)).round() as i32
}

impl Picture for Scatter {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, (80 + BOTTOM + 66) as u32)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["player", &self.x_axis, &self.y_axis]);
        for Spot { name, x, y, interval, .. } in &self.points {
            table.rows.push(vec![name.clone(), thousands(*x), with_interval(*y, *interval)]);
        }
        table
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let below = headed(area, &self.title, &self.subtitle)?;
        let scale = Scale::new(self.points.iter().map(|spot| spot.x), LEFT..WIDTH - RIGHT);
        self.draw_axes(&below, &scale)?;
        for Spot { series, x, y, interval: (low, high), .. } in &self.points {
            let (across, colour) = (scale.pixel(*x), colour(*series));
            let whisker = [(across, height(*low)), (across, height(*high))];
            below.draw(&PathElement::new(whisker, colour.stroke_width(2)))?;
            below.draw(&Circle::new((across, height(*y)), DOT, colour.filled()))?;
        }
        for (spot, label) in self.points.iter().zip(self.places(&scale)) {
            if let Some(line) = label.leader(spot, &scale) {
                let style = colour(spot.series).stroke_width(1);
                below.draw(&PathElement::new(line, style))?;
            }
            let style = text(13, INK, label.end, VPos::Center);
            below.draw_text(&spot.name, &style, label.place)?;
        }
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scatter(places: &[(f64, f64)]) -> Scatter {
        let spot = |(place, &(x, y)): (usize, &(f64, f64))| Spot {
            name: format!("a player's name {place}"),
            series: 0,
            x,
            y,
            interval: (y - 0.03, y + 0.03),
        };
        let points = places.iter().enumerate().map(spot).collect();
        let none = String::new;
        let (title, subtitle, x_axis, y_axis) = (none(), none(), none(), none());
        Scatter { title, subtitle, x_axis, y_axis, points }
    }

    /// A name that does not stand beside its point is led to.
    #[test]
    fn a_line_leads_to_names_elsewhere() {
        let crowd: Vec<(f64, f64)> =
            (0..12).map(|place| (1e6 + 1e4 * f64::from(place), 0.5)).collect();
        let crowd = scatter(&crowd);
        let scale = Scale::new(crowd.points.iter().map(|spot| spot.x), LEFT..WIDTH - RIGHT);
        let labels = crowd.places(&scale);
        let mut led = 0;
        for (spot, label) in crowd.points.iter().zip(&labels) {
            let point = (scale.pixel(spot.x), height(spot.y));
            match label.leader(spot, &scale) {
                None => assert_eq!(label.place.1, point.1),
                Some([from, to]) => {
                    assert_eq!((from, to.1), (point, label.place.1));
                    assert!((to.0 - label.place.0).abs() == 2);
                    led += 1;
                }
            }
        }
        assert!((6..12).contains(&led), "{led}");
    }

    /// Points that lie close together have their names apart from each other and from all points.
    #[test]
    fn names_cover_nothing() {
        let places =
            [(4.9e6, 0.30), (5.5e6, 0.29), (4.9e6, 0.17), (1.0e6, 0.9), (1.1e6, 0.9), (3e5, 1.0)];
        let scatter = scatter(&places);
        let scale = Scale::new(scatter.points.iter().map(|spot| spot.x), LEFT..WIDTH - RIGHT);
        let names: Vec<Room> = scatter.places(&scale).into_iter().map(|label| label.room).collect();
        let rooms: Vec<Room> = scatter.points.iter().map(|spot| spot.room(&scale)).collect();
        for (place, name) in names.iter().enumerate() {
            assert!(!rooms.iter().any(|room| room.meets(name)), "{place}: {names:?} {rooms:?}");
            assert!(!names[..place].iter().any(|other| other.meets(name)), "{place}: {names:?}");
        }
    }
}
