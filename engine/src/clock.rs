//! A player's game clock, and how much of it the next move may cost.
//!
//! The forms are those that Go Text Protocol, GGF and UCI-like protocols can express: sudden death,
//! an increment after every move (Fischer), and overtime in periods of one move (Japanese byo-yomi)
//! or several (Canadian).

use std::time::Duration;

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Until the flag falls or, with overtime to come, until overtime begins.
    pub remaining: Duration,
    /// Added after each of the player's moves.
    pub increment: Duration,
    /// What follows when `remaining` is used up.
    pub overtime: Option<Overtime>,
    /// In overtime, the moves still to be made within `remaining`; 0 before.
    pub due: u32,
}

/// Periods that begin again whenever their moves are made in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// The length of a period.
    pub period: Duration,
    /// The moves to make in each, at least one.
    pub moves: u32,
}

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// Its fair share, which a move in doubt may exceed.
    pub target: Duration,
    /// What it must not exceed.
    pub most: Duration,
}

impl Allotment {
    /// The most that a move may take, in shares.
    const STRETCH: u32 = 5;
}

impl Clock {
    /// Kept back on every move for the way to the referee and for searches that end late, where
    /// nobody says otherwise.
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// Kept back on every move in any case: no search stops at the exact moment.
    const LEAST_OVERHEAD: Duration = Duration::from_millis(1);

    /// The moves whose overhead is kept back besides those still to be thought about.
    const SPARE: u32 = 20;

    /// A clock that falls when `remaining` is used up.
    #[must_use]
    pub fn sudden_death(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, overtime: None, due: 0 }
    }

    /// `main` and then `increment` more after every move.
    #[must_use]
    pub fn fischer(main: Duration, increment: Duration) -> Self {
        Self { increment, ..Self::sudden_death(main) }
    }

    /// `main` and then periods; without main time the first period has begun.
    #[must_use]
    pub fn byo_yomi(main: Duration, overtime: Overtime) -> Self {
        let clock = Self { overtime: Some(overtime), ..Self::sudden_death(main) };
        if main.is_zero() { clock.in_overtime(overtime) } else { clock }
    }

    /// How long the next move should and may take when `moves_left` moves, this one included, are
    /// still to be thought about, and `overhead` passes on each of them without thinking.
    ///
    /// Time is spread evenly; what increments and overtime bring is spent on the move that brings
    /// it. The most stays below what is left by the overhead, so a search that keeps to it does not
    /// lose on time.
    #[must_use]
    pub fn allot(&self, moves_left: u32, overhead: Duration) -> Allotment {
        let overhead = overhead.max(Self::LEAST_OVERHEAD);
        let moves = if self.due > 0 { self.due.min(moves_left.max(1)) } else { moves_left.max(1) };
        let usable = self.usable(moves, overhead);
        let coming = match self.overtime.filter(|_| self.due == 0) {
            Some(Overtime { period, moves }) => (period / moves.max(1)).saturating_sub(overhead),
            None if self.due == 0 => self.increment,
            None => Duration::ZERO,
        };
        // A sudden-death clock or one with increments must not be overdrawn; overtime catches what
        // runs over.
        let end = if self.overtime.is_some() { usable.saturating_add(coming) } else { usable };
        let target = (usable / moves).saturating_add(coming).min(end);
        let most = target.saturating_mul(Allotment::STRETCH).min(target + (end - target) / 2);
        Allotment { target, most: if moves == 1 { end } else { most } }
    }

    /// What is left for thinking once the overhead of `moves` moves is set aside; but for an
    /// eighth. That of some more is, as far as they have to be made within it: moves that take no
    /// thought, and where a clock ends the game a machine that is busy elsewhere.
    fn usable(&self, moves: u32, overhead: Duration) -> Duration {
        let more = moves.saturating_add(Self::SPARE);
        let moves = match self.overtime {
            Some(_) if self.due > 0 => self.due.min(more) - 1,
            Some(_) => moves - 1,
            None => more,
        };
        let later = overhead.saturating_mul(moves).min(self.remaining / 8 * 7);
        self.remaining.saturating_sub(overhead).saturating_sub(later)
    }

    /// The clock as a referee reports it: `remaining` for the next `due` moves, or before overtime
    /// if that is 0.
    ///
    /// Referees that give a fixed time for every move report 0 moves as well, and some report no
    /// time then; in overtime either is read as the beginning of a period.
    #[must_use]
    pub fn reported(self, remaining: Duration, due: u32) -> Self {
        match self.overtime {
            Some(overtime) if self.due > 0 && due == 0 => {
                let period = if remaining.is_zero() {
                    overtime.period
                } else {
                    overtime.period.min(remaining)
                };
                Self { remaining: period, ..self.in_overtime(overtime) }
            }
            _ => Self { remaining, due, ..self },
        }
    }

    /// The clock after a move that took `elapsed`. Whether that was too long is not told here: a
    /// flag that has fallen leaves the increment, or the next period of overtime.
    #[must_use]
    pub fn after(self, elapsed: Duration) -> Self {
        match self.overtime {
            // The move that ends main time is the first of the first period.
            Some(overtime) if self.due == 0 && elapsed > self.remaining => {
                self.in_overtime(overtime).after(elapsed - self.remaining)
            }
            Some(overtime) if self.due > 1 && elapsed < self.remaining => Self {
                remaining: self.remaining - elapsed,
                due: self.due - 1,
                overtime: Some(overtime),
                ..self
            },
            Some(overtime) if self.due > 0 || elapsed >= self.remaining => {
                self.in_overtime(overtime)
            }
            _ => Self {
                remaining: self.remaining.saturating_sub(elapsed).saturating_add(self.increment),
                ..self
            },
        }
    }

    /// At the start of a period.
    fn in_overtime(self, overtime: Overtime) -> Self {
        Self { remaining: overtime.period, due: overtime.moves.max(1), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// The overhead in these tests.
    const OVERHEAD: Duration = Duration::from_millis(20);

    /// Thirty moves that each use all they may, and on the way what is kept back.
    fn plays_on_time(mut clock: Clock) {
        for moves_left in (1..=30).rev() {
            let Allotment { target, most } = clock.allot(moves_left, OVERHEAD);
            assert!(target <= most);
            let spent = most + OVERHEAD;
            let overtime = clock.overtime.map_or(Duration::ZERO, |overtime| overtime.period);
            let last = if clock.due > 0 { clock.remaining } else { clock.remaining + overtime };
            assert!(
                spent <= last || most.is_zero(),
                "{spent:?} of {clock:?} with {moves_left} moves to go"
            );
            clock = clock.after(spent);
        }
    }

    /// The last moves of a game take no thought, and yet they pass.
    #[test]
    fn a_period_lasts_for_moves_without_thought() {
        let overtime = Overtime { period: seconds(2), moves: 25 };
        let mut clock = Clock::byo_yomi(Duration::ZERO, overtime);
        for move_number in 0..25 {
            let left = [18_u32.saturating_sub(move_number), 2].into_iter().max().unwrap_or(2);
            let spent = if move_number < 18 {
                clock.allot(left, OVERHEAD).target + OVERHEAD
            } else {
                OVERHEAD
            };
            assert!(spent <= clock.remaining, "{spent:?} of {clock:?} at {move_number}");
            clock = clock.after(spent);
        }
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for main in [2, 10, 60, 3600] {
            plays_on_time(Clock::sudden_death(seconds(main)));
            plays_on_time(Clock::fischer(seconds(main), seconds(1)));
            plays_on_time(Clock::byo_yomi(
                seconds(main),
                Overtime { period: seconds(3), moves: 1 },
            ));
            plays_on_time(Clock::byo_yomi(
                seconds(main),
                Overtime { period: seconds(20), moves: 5 },
            ));
        }
        plays_on_time(Clock::byo_yomi(Duration::ZERO, Overtime { period: seconds(1), moves: 1 }));
        plays_on_time(Clock::byo_yomi(Duration::ZERO, Overtime { period: seconds(10), moves: 25 }));
    }

    #[test]
    fn most_of_the_time_is_used() {
        let mut clock = Clock::sudden_death(seconds(60));
        for moves_left in (1..=30).rev() {
            clock = clock.after(clock.allot(moves_left, OVERHEAD).target + OVERHEAD);
        }
        assert!(clock.remaining <= OVERHEAD * (Clock::SPARE + 1), "{clock:?}");
    }

    #[test]
    fn a_fixed_time_for_every_move_is_used_but_for_the_overhead() {
        for period in [100, 1000, 5000].map(Duration::from_millis) {
            let clock = Clock::byo_yomi(Duration::ZERO, Overtime { period, moves: 1 });
            let all = period - OVERHEAD;
            assert_eq!(clock.allot(30, OVERHEAD), Allotment { target: all, most: all });
        }
    }

    #[test]
    fn the_shortest_games_leave_time_to_think() {
        let clock = Clock::sudden_death(Duration::from_millis(100));
        let Allotment { target, most } = clock.allot(30, Clock::OVERHEAD);
        assert!(!target.is_zero() && most < Duration::from_millis(5), "{target:?}, {most:?}");
    }

    /// Also where nothing is said to pass besides thinking, as with a referee in the same program.
    #[test]
    fn a_moment_is_kept_back() {
        let mut clock = Clock::sudden_death(Duration::from_millis(100));
        for moves_left in (1..=30).rev().chain([1; 20]) {
            let Allotment { most, .. } = clock.allot(moves_left, Duration::ZERO);
            assert!(most + Clock::LEAST_OVERHEAD <= clock.remaining, "{clock:?}, {most:?}");
            clock = clock.after(most);
        }
    }

    #[test]
    fn absurd_clocks_are_defined() {
        let most = |clock: Clock, moves_left| clock.allot(moves_left, OVERHEAD).most;
        assert_eq!(most(Clock::sudden_death(Duration::ZERO), 0), Duration::ZERO);
        assert!(most(Clock::sudden_death(seconds(1)), u32::MAX) < seconds(1));
        let endless = Clock::fischer(Duration::MAX, Duration::MAX);
        assert!(most(endless, 1) < Duration::MAX);
        assert_eq!(endless.after(seconds(1)).remaining, Duration::MAX);
        let lost = Clock::sudden_death(seconds(1)).after(seconds(5));
        assert_eq!((lost.remaining, most(lost, 3)), (Duration::ZERO, Duration::ZERO));
        let odd = Clock::byo_yomi(Duration::ZERO, Overtime { period: Duration::ZERO, moves: 0 });
        assert_eq!(most(odd.after(seconds(1)), 9), Duration::ZERO);
    }

    #[test]
    fn reports_of_a_fixed_time_for_every_move_are_understood() {
        let clock = Clock::byo_yomi(Duration::ZERO, Overtime { period: seconds(2), moves: 1 });
        for reported in [0, 1, 2, 5] {
            let allotted = clock.reported(seconds(reported), 0).allot(1, OVERHEAD).most;
            assert!(allotted < seconds(2) && !allotted.is_zero(), "{reported}: {allotted:?}");
        }
        let main = Clock::byo_yomi(seconds(60), Overtime { period: seconds(2), moves: 5 });
        assert_eq!(main.reported(seconds(30), 0), Clock { remaining: seconds(30), ..main });
        assert_eq!(main.reported(seconds(1), 3), Clock { remaining: seconds(1), due: 3, ..main });
    }

    #[test]
    fn canadian_periods_begin_again_when_their_moves_are_made() {
        let overtime = Overtime { period: seconds(10), moves: 3 };
        let after = |clock: Clock, elapsed| {
            let clock = clock.after(seconds(elapsed));
            (clock, (clock.remaining.as_secs(), clock.due))
        };
        let main = Clock::byo_yomi(seconds(5), overtime);
        // The move that ends main time is the first of the period, which its excess counts in.
        let (clock, standing) = after(main, 7);
        assert_eq!(standing, (8, 2));
        let (clock, standing) = after(clock, 4);
        assert_eq!(standing, (4, 1));
        assert_eq!(after(clock, 3).1, (10, 3));
        // A move that takes all of main time and no more does not begin the period.
        assert_eq!(after(main, 5).1, (10, 3));
        // Whoever oversteps has lost, or plays on with a new period.
        assert_eq!(after(main, 15).1, (10, 3));
        let japanese = Overtime { moves: 1, ..overtime };
        assert_eq!(after(Clock::byo_yomi(seconds(5), japanese), 7).1, (10, 1));
    }
}
