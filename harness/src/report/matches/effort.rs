//! What a player's place on the axis is a number of.

use super::Report;
use crate::chart::ChartKind;
use crate::games::LabGame;
use crate::plan::Contestant;

/// What more of brings a player further along its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    Plies,
    Playouts,
    /// Neither the players nor the charts say.
    Unknown,
}

/// Up to this level the expert's midgame is as many plies deep.
const MOST_LEVEL: u32 = 16;

impl<G: LabGame> Report<'_, G> {
    /// What the players with a place have as many of; where their texts do not tell, what the
    /// file's charts take it for.
    pub(super) fn effort(&self) -> Effort {
        let contestants = self.members().map(|index| &self.experiment.contestants[index]);
        let placed: Vec<_> = contestants.filter(|contestant| contestant.x.is_some()).collect();
        let charts = &self.experiment.charts;
        if placed.iter().all(|contestant| is_depth(contestant)) {
            Effort::Plies
        } else if placed.iter().all(|contestant| is_given_as(contestant, "playouts"))
            || charts.contains(&ChartKind::Playouts)
        {
            Effort::Playouts
        } else if charts.contains(&ChartKind::Depth) {
            Effort::Plies
        } else {
            Effort::Unknown
        }
    }
}

fn is_depth<G: LabGame>(contestant: &Contestant<G>) -> bool {
    let is_level = contestant.x <= Some(MOST_LEVEL)
        && contestant.player.to_string().starts_with("expert(")
        && is_given_as(contestant, "level");
    is_level || is_given_as(contestant, "depth")
}

/// Whether a contestant's place is the value of its player's parameter `key`.
fn is_given_as<G: LabGame>(contestant: &Contestant<G>, key: &str) -> bool {
    let place = contestant.x.map(|x| x.to_string());
    place.is_some() && contestant.player.parameter(key) == place
}
