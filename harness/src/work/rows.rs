//! `games.csv`: the games that a journal has, in the order of the schedule.

use std::error::Error;
use std::io::Write;

use super::collected::{Collected, Place};
use super::matches::{Games, colour};
use crate::error::LabError;
use crate::games::LabGame;
use crate::plan::schedule::Cell;
use crate::run::history::History;
use crate::run::record::{Game, Record};

/// The header of `games.csv`, with points under the name the game has for them.
pub(super) fn header<G: LabGame>() -> String {
    let unit = G::UNIT;
    format!(
        "game,variant,opening,opening_moves,black,white,first_mover,result,\
         black_{unit}s,white_{unit}s,{unit}_difference,plies,end,nodes_black,nodes_white,moves\n"
    )
}

/// Units of the final score as points: `7` or `7.5`.
pub(super) fn points<G: LabGame>(units: impl Into<i64>) -> String {
    let (units, unit) = (units.into(), i64::from(G::UNITS_PER_POINT));
    // Nearly always, and a whole number is written in a fraction of the time.
    match units % unit {
        0 => (units / unit).to_string(),
        _ => (units as f64 / unit as f64).to_string(),
    }
}

impl<G: LabGame> Games<'_, G> {
    /// Writes `games.csv`: the games that a journal has, in the order of the schedule. Returns how
    /// many there are.
    ///
    /// # Errors
    /// When the journal cannot be read or a row not be written.
    pub fn write_rows(
        &self,
        history: &History,
        collected: &Collected,
        mut writer: impl Write,
    ) -> Result<u64, Box<dyn Error>> {
        writer.write_all(header::<G>().as_bytes())?;
        let mut rows = csv::Writer::from_writer(writer);
        let mut count = 0;
        let mut lines = history.lines()?;
        let schedule = &self.matches.schedule;
        for cell in 0..schedule.cells.len() {
            for round in 0..schedule.games {
                let (unit, game) = self.meetings.place(cell, round);
                let Some(Place { offset, swapped }) = collected.offsets[unit as usize] else {
                    continue;
                };
                let Some(Record::Pair(pair)) = lines.record_at(offset)? else {
                    return Err("the journal changed".into());
                };
                let game = &pair.games[if swapped { 1 - game } else { game }];
                self.write(&mut rows, cell, round, game)?;
                count += 1;
            }
        }
        rows.flush()?;
        Ok(count)
    }

    /// The game of a number in `games.csv`, if a journal has it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn find(
        &self,
        history: &History,
        number: u64,
    ) -> Result<Option<(Cell, u32, Game<'static>)>, LabError> {
        let schedule = &self.matches.schedule;
        let Some((cell, round)) = schedule.game(number) else { return Ok(None) };
        let (unit, game) = self.meetings.place(cell, round);
        let collected = self.collect(history)?;
        let Some(Place { offset, swapped }) = collected.offsets[unit as usize] else {
            return Ok(None);
        };
        let mut lines = history.lines()?;
        let Some(Record::Pair(pair)) = lines.record_at(offset)? else { return Ok(None) };
        let game = pair.games.into_iter().nth(if swapped { 1 - game } else { game });
        Ok(game.map(|game| (schedule.cells[cell], round, game.into_owned())))
    }

    /// Writes one game.
    pub(super) fn write(
        &self,
        rows: &mut csv::Writer<impl Write>,
        cell: usize,
        round: u32,
        game: &Game<'_>,
    ) -> csv::Result<()> {
        let number = self.matches.schedule.number(cell, round);
        let first = self.first_mover(cell, round);
        let Cell { variant, black, white, .. } = self.matches.schedule.cells[cell];
        let opening = self.opening(cell, round);
        let moves = self.matches.openings.line(round, self.matches.schedule.cells[cell].first);
        let moves = moves + &game.moves;
        let begun_with = self.matches.openings.number(round).unwrap_or(round);
        let [black_points, white_points] = game.points.map(points::<G>);
        let [nodes_black, nodes_white] =
            game.nodes.map(|nodes| nodes.map_or(String::new(), |nodes| nodes.to_string()));
        let numbers =
            [number, begun_with.into(), u64::from(game.plies)].map(|number| number.to_string());
        let [number, begun_with, plies] = &numbers;
        let record: [&str; 16] = [
            number,
            &self.experiment.variants[variant],
            begun_with,
            &opening,
            &self.experiment.contestants[black].name,
            &self.experiment.contestants[white].name,
            colour(first),
            self.matches.winners[0].winner(game.points).map_or("draw", colour),
            &black_points,
            &white_points,
            &points::<G>(game.difference),
            plies,
            &game.end,
            &nodes_black,
            &nodes_white,
            &moves,
        ];
        rows.write_record(record)
    }
}

#[cfg(test)]
mod tests {
    use yomi_engine::games::go::Go;
    use yomi_engine::games::othello::Othello8;

    use super::*;

    #[test]
    fn points_have_halves_in_go_alone() {
        assert_eq!([16_u32, 15, 0].map(points::<Go>), ["8", "7.5", "0"]);
        assert_eq!([-16, -17, -1].map(points::<Go>), ["-8", "-8.5", "-0.5"]);
        assert_eq!([64, -13, 0].map(points::<Othello8>), ["64", "-13", "0"]);
    }
}
