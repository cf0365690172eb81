//! Which evaluators each game offers, by name.

use super::arguments::{Arguments, Kind, Parameter};
use super::catalogue::{Entry, perfect};
use super::expert;
use super::syntax::RosterError;
use super::tutorial::entries as tutorial_monte_carlo;
use crate::evaluate::{
    CaptureDiff, Discs, Estimate, Evaluator, FinalScore, Mobility, SquareWeights, Tutorial,
};
use crate::game::Game;
use crate::games::explicit_tree::ExplicitTree;
use crate::games::go::Go;
use crate::games::othello::{Kernel, Othello};
use crate::games::tictactoe::TicTacToe;
use crate::score::{Score, Unit};

/// A game the roster has players for.
pub trait Playable: Game {
    /// One of the game's evaluators, chosen by name.
    type Evaluator: Evaluator<Self> + Clone + 'static;

    /// The strongest player of the game today, for a game at a human pace.
    const STRONGEST: &'static str = "negascout(depth=6,deepen=timed,table=64)";

    /// The evaluators by name; the first is the default.
    fn evaluators() -> &'static [EvaluatorEntry<Self::Evaluator>];

    /// Players that know this game only.
    #[must_use]
    fn specialists() -> Vec<Entry<Self>> {
        Vec::new()
    }

    /// Where the player of this name plays, if that is another board of the same game.
    #[must_use]
    fn elsewhere(name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }
}

/// An evaluator in the roster.
#[derive(Debug)]
pub struct EvaluatorEntry<E> {
    /// Its name in player texts.
    pub name: &'static str,
    /// What it values, in one line.
    pub meaning: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(super) build: fn(&Arguments<'_>) -> Result<E, RosterError>,
}

/// Othello's evaluators as one type, so that searchers are compiled once per game and not once per
/// evaluator.
#[derive(Clone, Debug)]
pub enum NamedEvaluator {
    /// `discs`
    Discs(Discs),
    /// `tutorial`
    Tutorial(Tutorial),
    /// `mobility`
    Mobility(Mobility),
    /// `square_weights`
    SquareWeights(SquareWeights),
    /// `estimate`
    Estimate(Estimate),
}

impl<K: Kernel> Evaluator<Othello<K>> for NamedEvaluator {
    fn evaluate(&self, position: &Othello<K>) -> Score {
        match self {
            Self::Discs(evaluator) => evaluator.evaluate(position),
            Self::Tutorial(evaluator) => evaluator.evaluate(position),
            Self::Mobility(evaluator) => evaluator.evaluate(position),
            Self::SquareWeights(evaluator) => evaluator.evaluate(position),
            Self::Estimate(evaluator) => evaluator.evaluate(position),
        }
    }

    fn unit(&self) -> Unit {
        fn of<K: Kernel>(evaluator: &impl Evaluator<Othello<K>>) -> Unit {
            evaluator.unit()
        }
        match self {
            Self::Discs(evaluator) => of::<K>(evaluator),
            Self::Tutorial(evaluator) => of::<K>(evaluator),
            Self::Mobility(evaluator) => of::<K>(evaluator),
            Self::SquareWeights(evaluator) => of::<K>(evaluator),
            Self::Estimate(evaluator) => of::<K>(evaluator),
        }
    }
}

const fn weight(name: &'static str, default: i32, meaning: &'static str) -> Parameter {
    Parameter {
        name,
        kind: Kind::Integer { least: -1000, most: 1000, default: default as i64 },
        meaning,
    }
}

const TUTORIAL: &[Parameter] = &[
    weight(
        "corner",
        Tutorial::PAGE.corner,
        "points for each own corner, lost for each of the opponent's",
    ),
    weight(
        "edge",
        Tutorial::PAGE.edge,
        "points for each own edge disc (a corner is two), lost for the opponent's",
    ),
    weight(
        "mobility",
        Tutorial::PAGE.mobility,
        "points for each own legal move, lost for each of the opponent's",
    ),
    weight(
        "lead",
        Tutorial::PAGE.lead,
        "points for having more discs than the opponent, lost for having fewer",
    ),
];

fn tutorial(arguments: &Arguments<'_>) -> Result<NamedEvaluator, RosterError> {
    // The declared range fits an i32.
    let weight = |name| arguments.integer(name).map(|value| value as i32);
    Ok(NamedEvaluator::Tutorial(Tutorial {
        corner: weight("corner")?,
        edge: weight("edge")?,
        mobility: weight("mobility")?,
        lead: weight("lead")?,
    }))
}

impl<K: Kernel> Playable for Othello<K> {
    type Evaluator = NamedEvaluator;
    const STRONGEST: &'static str = if K::SIZE == 8 {
        "expert(table=64)"
    } else if K::SIZE < 8 {
        "last(empties=14,table=64,then=negascout(depth=10,deepen=timed,table=64,eval=estimate))"
    } else {
        "last(empties=11,table=64,then=negascout(depth=6,deepen=timed,table=64,eval=estimate))"
    };

    fn evaluators() -> &'static [EvaluatorEntry<NamedEvaluator>] {
        &[
            EvaluatorEntry {
                name: "discs",
                meaning: "own discs minus the opponent's",
                parameters: &[],
                build: |_| Ok(NamedEvaluator::Discs(Discs)),
            },
            EvaluatorEntry {
                name: "tutorial",
                meaning: "the win-rate page's mix of corners, edges, mobility and lead",
                parameters: TUTORIAL,
                build: tutorial,
            },
            EvaluatorEntry {
                name: "mobility",
                meaning: "own legal moves minus the opponent's; a finished game is decided",
                parameters: &[],
                build: |_| Ok(NamedEvaluator::Mobility(Mobility)),
            },
            EvaluatorEntry {
                name: "square_weights",
                meaning: "a price for every square, high for corners and low beside them; a \
                    finished game is decided",
                parameters: &[],
                build: |_| Ok(NamedEvaluator::SquareWeights(SquareWeights)),
            },
            EvaluatorEntry {
                name: "estimate",
                meaning: "the expected final margin from moves, corners, edges and discs, fitted \
                    to games, in 1/100 discs",
                parameters: &[],
                build: |_| Ok(NamedEvaluator::Estimate(Estimate)),
            },
        ]
    }

    fn specialists() -> Vec<Entry<Self>> {
        let mut specialists = tutorial_monte_carlo();
        specialists.extend(expert::entries());
        specialists
    }

    fn elsewhere(name: &str) -> Option<&'static str> {
        (name == "expert" && K::SIZE != 8).then_some("8×8 boards")
    }
}

impl Playable for ExplicitTree {
    type Evaluator = FinalScore;

    fn evaluators() -> &'static [EvaluatorEntry<FinalScore>] {
        &[EvaluatorEntry {
            name: "leaf",
            meaning: "the value written at a leaf, zero above",
            parameters: &[],
            build: |_| Ok(FinalScore),
        }]
    }
}

impl Playable for TicTacToe {
    type Evaluator = FinalScore;
    const STRONGEST: &'static str = "perfect";

    fn evaluators() -> &'static [EvaluatorEntry<FinalScore>] {
        &[EvaluatorEntry {
            name: "result",
            meaning: "a finished game by its result, zero before",
            parameters: &[],
            build: |_| Ok(FinalScore),
        }]
    }

    fn specialists() -> Vec<Entry<Self>> {
        vec![perfect()]
    }
}

impl Playable for Go {
    type Evaluator = CaptureDiff;
    const STRONGEST: &'static str = "uct";

    fn evaluators() -> &'static [EvaluatorEntry<CaptureDiff>] {
        &[EvaluatorEntry {
            name: "capture_diff",
            meaning: "own stones on the board minus the opponent's; a finished game is decided",
            parameters: &[],
            build: |_| Ok(CaptureDiff),
        }]
    }
}
