//! ProbCut's claims beside what is true of the differences of searches, as tables.

use yomi_engine::expert::Selectivity;
use yomi_engine::expert::eval::error_model::ErrorModel;

use crate::error_fit::{Difference, expected};

/// What each selectivity claims and what is true of the differences of some kind: the share, in per
/// cent, that the model expects within its number of standard deviations, and the share that is.
#[must_use]
pub fn hit_rates(model: &ErrorModel, differences: &[Difference]) -> Vec<(u8, f64)> {
    let levels =
        Selectivity::all().filter_map(|level| Some((level.percent(), model.deviations(level)?)));
    let rate = |(percent, deviations)| {
        let within = |d: &&Difference| d.discs.abs() < deviations * expected(model, d);
        let hits = differences.iter().filter(within).count();
        (percent, 100.0 * hits as f64 / differences.len().max(1) as f64)
    };
    levels.map(rate).collect()
}

/// The hit rates of all differences that ProbCut meets, in a sentence.
#[must_use]
pub fn sentence(model: &ErrorModel, differences: &[Difference]) -> String {
    let used = used(differences, |_| ());
    let rates = hit_rates(model, &used).into_iter();
    let rates: Vec<_> =
        rates.map(|(percent, rate)| format!("{percent} % hold {rate:.1} %")).collect();
    format!("Of {} differences the margins of {}.", used.len(), rates.join(", those of "))
}

/// The hit rates of the differences that ProbCut meets by the plies of the two searches, as a table
/// in Markdown.
#[must_use]
pub fn by_plies(model: &ErrorModel, differences: &[Difference]) -> String {
    let kind = |d: &Difference| (d.depth >= d.empties, (d.depth < d.empties).then_some(d.depth));
    let mut table = head("| plies | pairs |", "| --- | ---: |");
    for group in used(differences, kind).chunk_by(|a, b| kind(a) == kind(b)) {
        let Difference { depth, shallow, empties, .. } = group[0];
        let plies = match depth < empties {
            true => format!("{depth} by {shallow}"),
            false => "to the end by a third".to_owned(),
        };
        table += &format!("| {plies} | {} |{}\n", group.len(), rates(model, group, 1));
    }
    table
}

/// The differences that ProbCut meets, by kind, with the standard error measured and modelled and
/// the hit rates, as a table in Markdown.
#[must_use]
pub fn table(model: &ErrorModel, differences: &[Difference]) -> String {
    let mut table = head(
        "| depth | shallow | empty squares | pairs | mean | deviation | model |",
        "| ---: | ---: | --- | ---: | ---: | ---: | ---: |",
    );
    let kind = |d: &Difference| {
        (d.depth >= d.empties, (d.depth < d.empties).then_some(d.depth), d.shallow, d.empties / 8)
    };
    for group in used(differences, kind).chunk_by(|a, b| kind(a) == kind(b)) {
        let (_, depth, shallow, eighth) = kind(&group[0]);
        let depth = depth.map_or("end".to_owned(), |depth| depth.to_string());
        let count = group.len() as f64;
        let mean = group.iter().map(|d| f64::from(d.discs)).sum::<f64>() / count;
        let square = group.iter().map(|d| f64::from(d.discs).powi(2)).sum::<f64>() / count;
        let modelled = group.iter().map(|d| f64::from(expected(model, d))).sum::<f64>() / count;
        table += &format!(
            "| {depth} | {shallow} | {}–{} | {count} | {mean:.2} | {:.2} | {modelled:.2} |{}\n",
            8 * eighth,
            8 * eighth + 7,
            square.sqrt(),
            rates(model, group, 0),
        );
    }
    table
}

/// The differences that ProbCut meets, sorted by kind.
fn used<K: Ord>(differences: &[Difference], kind: impl Fn(&Difference) -> K) -> Vec<Difference> {
    let mut used: Vec<_> = differences.iter().copied().filter(Difference::is_probcut).collect();
    used.sort_by_key(kind);
    used
}

/// The first two lines of a table that ends with a column for each selectivity.
fn head(names: &str, alignment: &str) -> String {
    let levels = Selectivity::all().filter(|level| *level != Selectivity::CERTAIN);
    let levels: Vec<_> = levels.map(|level| format!(" {} % |", level.percent())).collect();
    format!("{names}{}\n{alignment}{}\n", levels.concat(), " ---: |".repeat(levels.len()))
}

/// The cells of these columns.
fn rates(model: &ErrorModel, group: &[Difference], decimals: usize) -> String {
    let rates = hit_rates(model, group);
    rates.iter().map(|(_, rate)| format!(" {rate:.decimals$} |")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error_fit::{ErrorFitError, comparable};

    /// Nobody asks how far a search of three plies is off one of five.
    #[test]
    fn only_probcuts_depths_are_told_of() {
        let of = |depth, shallow| Difference { depth, shallow, empties: 15, discs: 3.0 };
        let differences = [of(3, 1), of(5, 3), of(5, 1), of(2, 0), of(15, 5), of(15, 4)];
        let used: Vec<_> = differences.iter().map(Difference::is_probcut).collect();
        assert_eq!(used, [true, true, false, false, true, false]);
        let model = ErrorModel::UNKNOWN;
        assert!(
            sentence(&model, &differences).starts_with("Of 3 differences the margins of 50 % ")
        );
        assert_eq!(table(&model, &differences).lines().count(), 2 + 3);
        let by_plies = by_plies(&model, &differences);
        let plies: Vec<_> = by_plies.lines().skip(2).map(|line| &line[..17]).collect();
        assert_eq!(plies, ["| 3 by 1 | 1 | 10", "| 5 by 3 | 1 | 10", "| to the end by a"]);
        assert!(comparable(&differences).is_ok());
        assert_eq!(comparable(&differences[2..4]), Err(ErrorFitError::Midgame));
    }
}
