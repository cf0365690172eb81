//! Who played: the players of an experiment as it has them.

use super::Section;
use crate::games::LabGame;
use crate::language::Language;
use crate::plan::Experiment;
use crate::table::Table;

/// Every player with its text and its limits.
pub(super) fn players<G: LabGame>(experiment: &Experiment<G>, language: Language) -> Section {
    let mut table = Table::new(&["player", "variant", "text", "limits"]);
    for player in &experiment.contestants {
        let variant = match experiment.variants.len() {
            1 => "",
            _ => &experiment.variants[player.variant],
        };
        let cells = [&player.name, variant, &player.text, &player.limits];
        table.rows.push(cells.map(str::to_owned).to_vec());
    }
    Section { heading: language.word("Players"), table }
}
