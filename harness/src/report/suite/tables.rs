//! The tables of a suite: sums beside those of others, position by position, and as CSV.

use std::error::Error;

use super::{SuiteReport, machine, millions, span, threads};
use crate::language::Language;
use crate::table::Table;

impl SuiteReport {
    /// Sums of this engine and of others, for the same positions.
    pub(super) fn sums_table(&self, language: Language) -> Table {
        let mut table =
            Table::new(&["positions", "engine", "machine", "seconds", "M nodes", "M nodes/s"]);
        let totals = &self.suite.totals;
        let aims = self.suite.targets.iter().map(|target| target.positions);
        let mut spans: Vec<[u32; 2]> =
            aims.chain(totals.iter().map(|total| total.positions)).collect();
        spans.sort_unstable();
        spans.dedup();
        for positions in spans {
            let Some(sum) = self.whole(positions) else { continue };
            let ours = format!("{}, {}", self.session.cpu, threads(self.run.threads, language));
            let row = [format!("**Yomi {}**", env!("CARGO_PKG_VERSION")), ours];
            table.rows.push(sum_row(positions, row, sum.seconds, Some(sum.nodes)));
            for total in totals.iter().filter(|total| total.positions == positions) {
                let row = [total.engine.clone(), machine(&total.machine, language)];
                table.rows.push(sum_row(positions, row, total.seconds, total.nodes));
            }
        }
        table
    }

    pub(super) fn positions_table(&self) -> Table {
        let mut header: Vec<String> =
            ["#", "empties", "score", "best", "M nodes", "seconds", "M nodes/s", "verdict"]
                .map(str::to_owned)
                .into();
        for published in &self.suite.published {
            header.push(format!("{}: M nodes", published.engine));
            header.extend(published.seconds.as_ref().map(|_| "seconds".to_owned()));
        }
        let rows = self.entries.iter().map(|entry| {
            let mut row = vec![
                entry.number.to_string(),
                entry.empties.to_string(),
                format!("{:+}", entry.score),
                entry.best.to_uppercase(),
                millions(entry.nodes),
                format!("{:.3}", entry.seconds),
                format!("{:.1}", entry.nodes_per_second() / 1e6),
                entry.verdict.word().to_owned(),
            ];
            for published in &self.suite.published {
                row.push(published.nodes(entry.number).map_or(String::new(), millions));
                if published.seconds.is_some() {
                    row.push(
                        published
                            .seconds(entry.number)
                            .map_or(String::new(), |time| format!("{time:.3}")),
                    );
                }
            }
            row
        });
        let mut table = Table::new(&header);
        table.rows.extend(rows);
        table
    }

    /// Every source once, with what is taken from it.
    pub(super) fn sources_list(&self) -> String {
        let mut list: Vec<(String, &str)> = Vec::new();
        let published = self.suite.published.iter().map(|published| {
            (
                format!("{}, position by position ({})", published.engine, published.machine),
                &published.source,
            )
        });
        let totals = self.suite.totals.iter().map(|total| {
            (
                format!("{}, {} ({})", total.engine, span(total.positions), total.machine),
                &total.source,
            )
        });
        for (what, source) in published.chain(totals) {
            match list.iter_mut().find(|(_, known)| known == source) {
                Some((listed, _)) => *listed += &format!("; {what}"),
                None => list.push((what, source)),
            }
        }
        list.iter().map(|(what, source)| format!("- {source}: {what}.\n")).collect()
    }

    pub(super) fn positions_csv(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record([
            "number",
            "empties",
            "score",
            "best",
            "line",
            "nodes",
            "seconds",
            "nodes_per_second",
            "expected",
            "verdict",
        ])?;
        for entry in &self.entries {
            csv.write_record([
                entry.number.to_string(),
                entry.empties.to_string(),
                entry.score.to_string(),
                entry.best.to_string(),
                entry.line.to_string(),
                entry.nodes.to_string(),
                format!("{:.6}", entry.seconds),
                format!("{:.0}", entry.nodes_per_second()),
                entry.expected.map_or(String::new(), |score| score.to_string()),
                entry.verdict.word().to_owned(),
            ])?;
        }
        Ok(csv.into_inner()?)
    }

    pub(super) fn summary_csv(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(["file", "positions", "failed", "nodes", "seconds", "nodes_per_second"])?;
        for file in &self.suite.files {
            let sum = self.sum(&file.numbers());
            if sum.positions > 0 {
                csv.write_record([
                    file.name.clone(),
                    sum.positions.to_string(),
                    sum.failed.to_string(),
                    sum.nodes.to_string(),
                    format!("{:.6}", sum.seconds),
                    format!("{:.0}", 1e6 * sum.speed()),
                ])?;
            }
        }
        Ok(csv.into_inner()?)
    }
}

fn sum_row(positions: [u32; 2], engine: [String; 2], time: f64, nodes: Option<u64>) -> Vec<String> {
    let mut row = vec![span(positions)];
    row.extend(engine);
    row.push(format!("{time:.3}"));
    row.push(nodes.map_or(String::new(), millions));
    row.push(nodes.map_or(String::new(), |nodes| format!("{:.1}", nodes as f64 / time / 1e6)));
    row
}
