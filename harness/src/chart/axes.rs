//! The names of the two axes of a plot, which is the same rectangle in every picture that has them.

use std::error::Error;
use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, INK, text};

/// Writes the names of the axes: one under the middle of `across`, one upright beside the middle
/// of `down`, both in pixels of `area`.
pub(super) fn name_axes(
    area: &Area<'_>,
    [x_axis, y_axis]: [&str; 2],
    across: Range<i32>,
    down: Range<i32>,
) -> Result<(), Box<dyn Error>> {
    let style = text(14, INK, HPos::Center, VPos::Top);
    area.draw_text(x_axis, &style, (i32::midpoint(across.start, across.end), down.end + 36))?;
    let upright = text(14, INK, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
    area.draw_text(y_axis, &upright, (18, i32::midpoint(down.start, down.end)))?;
    Ok(())
}
