//! Charts of what the other steps print: errors by stage, ProbCut's error model beside what was
//! measured, the rate at which its claims hold, and what more positions bring.

use yomi_engine::expert::eval::patterns::{STAGES, empties_of};
use yomi_harness::chart::{Curve, Curves};

pub use yomi_harness::chart::Picture;

use crate::table::{BadTable, Table};

/// The mean absolute error by empty squares, from the table that `fit` prints.
///
/// # Errors
/// When the table is another one.
pub fn stages(markdown: &str) -> Result<Curves, BadTable> {
    let table = Table::read(markdown, "stage")?;
    let column = |name: &str, column| {
        let points = (0..table.rows()).map(|row| {
            let stage = table.cell(row, 0).parse().ok().filter(|&stage| stage < STAGES);
            let empties = empties_of(stage.ok_or_else(|| table.bad_figure(row, 0))?);
            // The middle: 8 and 9 empty squares stand at 8.5.
            let middle = f64::from(empties.start() + empties.end()) / 2.0;
            Ok((middle, table.number(row, column)?))
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
pub fn deviations(markdown: &str) -> Result<Curves, BadTable> {
    let table = Table::read(markdown, "depth")?;
    let kind = |name: &str, to_the_end: bool| {
        let rows = (0..table.rows()).filter(|&row| (table.cell(row, 0) == "end") == to_the_end);
        let points = rows.map(|row| Ok((table.number(row, 6)?, table.number(row, 5)?)));
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
pub fn hit_rates(markdown: &str) -> Result<Curves, BadTable> {
    let table = Table::read(markdown, "depth")?;
    // The columns `50 %` and so on.
    let claims: Vec<(usize, f64)> = table
        .head()
        .iter()
        .enumerate()
        .filter_map(|(column, name)| Some((column, name.strip_suffix(" %")?.parse().ok()?)))
        .collect();
    if claims.is_empty() {
        return Err(table.bad_figure(0, 7));
    }
    let mut bands: Vec<&str> = (0..table.rows()).map(|row| table.cell(row, 2)).collect();
    bands.sort_by_key(|band| band.split('–').next().and_then(|first| first.parse::<u32>().ok()));
    bands.dedup();
    let rate = |band: &str, column: usize| {
        let (mut hits, mut pairs) = (0.0, 0.0);
        for row in (0..table.rows()).filter(|&row| table.cell(row, 2) == band) {
            let count = table.number(row, 3)?;
            hits += count * table.number(row, column)?;
            pairs += count;
        }
        Ok(hits / f64::max(pairs, 1.0))
    };
    let line = |band: &&str| {
        let points = claims.iter().map(|&(column, claim)| Ok((claim, rate(band, column)?)));
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
pub fn learning(markdown: &str, column: usize, y_axis: &str) -> Result<Curves, BadTable> {
    let table = Table::read(markdown, "positions")?;
    let (mut figures, mut ends) = (Vec::new(), Vec::new());
    for row in 0..table.rows() {
        let (positions, figure) = (table.number(row, 0)?, table.number(row, column)?);
        figures.push((positions, figure));
        if let Some((_, error)) = table.cell(row, column).split_once('±') {
            let error: f64 = error.trim().parse().map_err(|_| table.bad_figure(row, column))?;
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
        subtitle: "networks learned from nothing".to_owned(),
        x_axis: "positions learned from, logarithmic".to_owned(),
        y_axis: y_axis.to_owned(),
        curves,
        diagonal: false,
        logarithmic: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims;
    use crate::error_fit::Difference;
    use yomi_engine::expert::eval::error_model::ErrorModel;

    const FIT: &str = "\
        | stage | steps | samples | error | square | held out | error | square |\n\
        | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n\
        | 0 | 5 | 10 | 3.50 | 20.0 | 2 | 4.25 | 22.0 |\n\
        | 1 | 5 | 10 | 4.50 | 30.0 | 2 | 5.00 | 32.0 |\n";

    #[test]
    fn a_chart_shows_the_figures_of_its_table() {
        let chart = stages(FIT).unwrap();
        assert_eq!(chart.curves[0].points, [(3.5, 3.5), (8.5, 4.5)]);
        assert_eq!(chart.curves[1].points, [(3.5, 4.25), (8.5, 5.0)]);
        assert_eq!(chart.svg().unwrap().matches("<circle").count(), 4 + 2, "points and legend");
    }

    #[test]
    fn hit_rates_are_means_of_pairs() {
        // Six errors that are half within 1.1 of the model's deviations (73 %) and half within 2.6
        // (98 %), and two within 1.1.
        let model = ErrorModel::UNKNOWN;
        let kind = |depth, shallow, empties, sizes: &[f32]| {
            let error = model.standard_error(depth, shallow, empties);
            let of_size = |&size| Difference { depth, shallow, empties, discs: size * error };
            sizes.iter().map(of_size).collect::<Vec<_>>()
        };
        let differences = [
            kind(4, 2, 12, &[1.0, -1.0, 1.0, 2.0, -2.0, 2.0]),
            kind(12, 4, 12, &[1.0, 1.0]),
            kind(4, 2, 20, &[1.0]),
        ];
        let table = &claims::table(&model, &differences.concat());
        let chart = hit_rates(table).unwrap();
        assert_eq!(chart.curves.len(), 2);
        let points =
            [(50.0, 0.0), (73.0, 62.5), (87.0, 62.5), (95.0, 62.5), (98.0, 100.0), (99.0, 100.0)];
        assert_eq!(chart.curves[0].points, points);
        let chart = deviations(table).unwrap();
        assert_eq!((chart.curves[0].points.len(), chart.curves[1].points.len()), (2, 1));
    }

    #[test]
    fn a_figure_with_an_error_has_an_interval() {
        let table = "| positions | score |\n| ---: | ---: |\n| 10 | 41.5 ± 3.0 |\n";
        let chart = learning(table, 1, "score").unwrap();
        assert_eq!(chart.curves[0].points, [(10.0, 41.5)]);
        assert_eq!(chart.curves[1].points, [(10.0, 38.5), (10.0, 44.5)]);
        assert!(learning("| positions |\n| - |\n| 10 | 41.5 ± x |\n", 1, "score").is_err());
    }

    #[test]
    fn another_table_is_an_error() {
        let error = stages("| stage |\n| ---: |\n| 0 |\n").unwrap_err();
        assert_eq!(error, BadTable::Figure { row: 1, column: 4, found: String::new() });
        let error = stages("| stage |\n| ---: |\n| 24 |\n").unwrap_err();
        assert_eq!(error, BadTable::Figure { row: 1, column: 1, found: "24".to_owned() });
        for draw in [stages, deviations, hit_rates] {
            assert!(draw("| stage | depth |\n| - | - |\n").is_err());
            for other in ["", "no table", "| a |\n| - |\n", "| a |\n| - |\n| 1 |\n", "| end |"] {
                assert!(draw(other).is_err(), "{other}");
            }
        }
    }
}
