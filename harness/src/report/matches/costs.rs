//! What each player's moves cost, in both colours together.

use yomi_engine::game::Side;

use super::pieces::milliseconds;
use super::{Report, Section};
use crate::games::LabGame;
use crate::table::Table;

impl<G: LabGame> Report<'_, G> {
    /// The costs, if the experiment asks for them.
    pub(super) fn costs(&self) -> Option<Section> {
        let costs = || Section {
            heading: self.say("What moves cost (times differ from run to run)", &[]),
            table: self.costs_of_players(),
        };
        self.matches.times.then(costs)
    }

    fn costs_of_players(&self) -> Table {
        let variants = &self.experiment.variants;
        let mut table = Table::new(match variants.len() {
            1 => &["player", "nodes a game", "ms a move"],
            _ => &["player", "variant", "nodes a game", "ms a move"],
        });
        for (player, contestant) in self.experiment.contestants.iter().enumerate() {
            let (mut games, mut nodes, mut time) = (0, 0, (0, 0));
            for side in Side::BOTH {
                for (tally, times) in self.cells_of(player, side) {
                    let (micros, moves) = times[side as usize];
                    time = (time.0 + micros, time.1 + moves);
                    games += tally.games();
                    nodes += tally.nodes()[side as usize];
                }
            }
            if games > 0 {
                let counted = !contestant.player.is_program();
                let nodes = counted.then(|| format!("{:.0}", nodes as f64 / games as f64));
                let mut row = vec![contestant.name.clone()];
                row.extend((variants.len() > 1).then(|| variants[contestant.variant].clone()));
                row.extend([nodes.unwrap_or_default(), milliseconds(time)]);
                table.rows.push(row);
            }
        }
        table
    }
}
