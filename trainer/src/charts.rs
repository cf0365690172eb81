//! Charts of what the other steps print: errors by stage, ProbCut's error model beside what was
//! measured, the rate at which its claims hold, and what more positions bring.

use yomi_harness::chart::{Curve, Curves};

pub use yomi_harness::chart::Picture;

/// A figure that is not there or not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row} of the table, column {column}: expected a number, found `{found}`")]
pub struct BadFigure {
    /// The row, from 1.
    pub row: usize,
    /// The column, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
}

/// The body of the tables in a Markdown text, cell by cell.
#[must_use]
pub fn rows(markdown: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = markdown.lines().collect();
    let body = lines.iter().enumerate().filter(|(place, line)| {
        let is_rule = |line: &str| line.starts_with("| -");
        let heads = lines.get(place + 1).is_some_and(|next| is_rule(next));
        line.starts_with('|') && !is_rule(line) && !heads
    });
    let cells = |line: &&str| {
        let inner = line.trim().trim_matches('|');
        inner.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    body.map(|(_, line)| cells(line)).collect()
}

/// The mean absolute error by empty squares, from the table that `fit` prints.
///
/// # Errors
/// When the table is another one.
pub fn stages(markdown: &str) -> Result<Curves, BadFigure> {
    let rows = rows(markdown);
    let column = |name: &str, column| {
        let points = (0..rows.len()).map(|place| {
            // A stage has two numbers of empty squares: 8 and 9 stand at 8.5.
            let empties = 2.0 * number(&rows, place, 0)? + 6.5;
            Ok((empties, number(&rows, place, column)?))
        });
        Ok(Curve { name: name.to_owned(), points: points.collect::<Result<_, _>>()?, joined: true })
    };
    Ok(Curves {
        title: "How far the evaluation is off, by empty squares".to_owned(),
        x_axis: "empty squares".to_owned(),
        subtitle: "against the scores that the positions were labelled with".to_owned(),
        y_axis: "mean absolute error, discs".to_owned(),
        curves: vec![column("learned from", 3)?, column("held out", 6)?],
        diagonal: false,
        logarithmic: false,
    })
}

/// Standard deviations measured and modelled, from the table that `errors` prints.
///
/// # Errors
/// When the table is another one.
pub fn deviations(markdown: &str) -> Result<Curves, BadFigure> {
    let rows = rows(markdown);
    let kind = |name: &str, to_the_end: bool| {
        let places = (0..rows.len()).filter(|&place| (rows[place][0] == "end") == to_the_end);
        let points = places.map(|place| Ok((number(&rows, place, 6)?, number(&rows, place, 5)?)));
        Ok(Curve {
            name: name.to_owned(),
            points: points.collect::<Result<_, _>>()?,
            joined: false,
        })
    };
    Ok(Curves {
        title: "ProbCut: how far shallow searches are off deep ones".to_owned(),
        subtitle: "a point for each depth and number of empty squares".to_owned(),
        x_axis: "standard deviation by the error model, discs".to_owned(),
        y_axis: "measured, discs".to_owned(),
        curves: vec![kind("midgame", false)?, kind("to the end of the game", true)?],
        diagonal: true,
        logarithmic: false,
    })
}

/// The share of searches that each selectivity claims to be right about, and the share that is, by
/// empty squares, from the table that `errors` prints.
///
/// # Errors
/// When the table is another one.
pub fn hit_rates(markdown: &str) -> Result<Curves, BadFigure> {
    const CLAIMED: [f64; 5] = [73.0, 87.0, 95.0, 98.0, 99.0];
    let rows = rows(markdown);
    let mut bands: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
    bands.sort_by_key(|band| band.split('–').next().and_then(|first| first.parse::<u32>().ok()));
    bands.dedup();
    let rate = |band: &str, column: usize| {
        let (mut hits, mut pairs) = (0.0, 0.0);
        for place in (0..rows.len()).filter(|&place| rows[place][2] == band) {
            let count = number(&rows, place, 3)?;
            hits += count * number(&rows, place, column)?;
            pairs += count;
        }
        Ok(hits / pairs)
    };
    let line = |band: &&str| {
        let points = CLAIMED.iter().enumerate().map(|(k, &claim)| Ok((claim, rate(band, 7 + k)?)));
        let name = format!("{band} empty squares");
        Ok(Curve { name, points: points.collect::<Result<_, _>>()?, joined: true })
    };
    Ok(Curves {
        title: "ProbCut: how often its claims hold".to_owned(),
        subtitle: "dashed: exactly as often as claimed".to_owned(),
        x_axis: "claimed, per cent".to_owned(),
        y_axis: "measured, per cent".to_owned(),
        curves: bands.iter().map(line).collect::<Result<_, _>>()?,
        diagonal: true,
        logarithmic: false,
    })
}

/// A column over the first one of a table, the number of positions, with the intervals that its
/// figures have.
///
/// # Errors
/// When the table is another one.
pub fn learning(markdown: &str, column: usize, y_axis: &str) -> Result<Curves, BadFigure> {
    let rows = rows(markdown);
    let (mut figures, mut ends) = (Vec::new(), Vec::new());
    for place in 0..rows.len() {
        let (positions, figure) = (number(&rows, place, 0)?, number(&rows, place, column)?);
        figures.push((positions, figure));
        if let Some((_, error)) = rows[place][column].split_once('±') {
            let error: f64 = error.trim().parse().map_err(|_| bad_figure(&rows, place, column))?;
            ends.extend([(positions, figure - error), (positions, figure + error)]);
        }
    }
    let name = "by number of positions".to_owned();
    let mut curves = vec![Curve { name, points: figures, joined: true }];
    if !ends.is_empty() {
        let name = "ends of the 95 % intervals".to_owned();
        curves.push(Curve { name, points: ends, joined: false });
    }
    Ok(Curves {
        title: "What more positions bring".to_owned(),
        subtitle: "fitted as the engine's weights".to_owned(),
        x_axis: "positions learned from".to_owned(),
        y_axis: y_axis.to_owned(),
        curves,
        diagonal: false,
        logarithmic: true,
    })
}

fn number(rows: &[Vec<String>], row: usize, column: usize) -> Result<f64, BadFigure> {
    let found = rows[row].get(column).map_or("", String::as_str);
    let first = found.split(' ').next().unwrap_or_default().replace(',', "");
    let number = first.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| bad_figure(rows, row, column))
}

fn bad_figure(rows: &[Vec<String>], row: usize, column: usize) -> BadFigure {
    let found = rows[row].get(column).cloned().unwrap_or_default();
    BadFigure { row: row + 1, column: column + 1, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGES: &str = "| stage | steps | samples | error | square | held out | error | square |\n\
                          | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n\
                          | 0 | 5 | 10 | 3.50 | 20.0 | 2 | 4.25 | 22.0 |\n\
                          | 1 | 5 | 10 | 4.50 | 30.0 | 2 | 5.00 | 32.0 |\n";

    #[test]
    fn a_chart_shows_the_figures_of_its_table() {
        let chart = stages(STAGES).unwrap();
        assert_eq!(chart.curves[0].points, [(6.5, 3.5), (8.5, 4.5)]);
        assert_eq!(chart.curves[1].points, [(6.5, 4.25), (8.5, 5.0)]);
        assert_eq!(chart.svg().unwrap().matches("<circle").count(), 4 + 2, "points and legend");
    }

    #[test]
    fn hit_rates_are_means_of_pairs() {
        let table = "| depth | shallow | empty squares | pairs | mean | deviation | model | 73 % |\n\
                     | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n\
                     | 2 | 0 | 8–15 | 100 | 0.1 | 3.0 | 3.5 | 70 | 80 | 90 | 97 | 99 |\n\
                     | end | 0 | 8–15 | 300 | 0.1 | 5.0 | 4.5 | 78 | 90 | 94 | 99 | 100 |\n\
                     | 2 | 0 | 16–23 | 50 | 0.1 | 2.0 | 2.5 | 74 | 88 | 95 | 98 | 99 |\n";
        let chart = hit_rates(table).unwrap();
        assert_eq!(chart.curves.len(), 2);
        assert_eq!(chart.curves[0].points[0], (73.0, 76.0));
        let chart = deviations(table).unwrap();
        assert_eq!(chart.curves[1].points, [(4.5, 5.0)]);
    }

    #[test]
    fn a_figure_with_an_error_has_an_interval() {
        let table = "| positions | score |\n| ---: | ---: |\n| 10 | 41.5 ± 3.0 |\n";
        let chart = learning(table, 1, "score").unwrap();
        assert_eq!(chart.curves[0].points, [(10.0, 41.5)]);
        assert_eq!(chart.curves[1].points, [(10.0, 38.5), (10.0, 44.5)]);
        assert!(learning("| a |\n| - |\n| 10 | 41.5 ± x |\n", 1, "score").is_err());
    }

    #[test]
    fn another_table_is_an_error() {
        let error = stages("| stage |\n| ---: |\n| 0 |\n").unwrap_err();
        assert_eq!(error, BadFigure { row: 1, column: 4, found: String::new() });
    }
}
