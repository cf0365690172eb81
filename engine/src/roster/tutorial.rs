//! The Monte-Carlo players of the later pages as Othello players: their parameters, with the pages'
//! own defaults.

use super::Recipe;
use super::arguments::{Arguments, Kind, Parameter};
use super::catalogue::{Entry, limited};
use super::evaluators::Playable;
use super::parameters::{NODES, TIME, quota};
use super::syntax::RosterError;
use crate::evaluate::{Discs, TutorialCount};
use crate::games::othello::{Kernel, Othello};
use crate::search::{Credit, Listing, TutorialFlatMonteCarlo, TutorialUct, TutorialUctSettings};

const PLAYOUTS: Parameter = Parameter {
    name: "playouts",
    kind: Kind::Integer { least: 1, most: 1_000_000_000, default: 100 },
    meaning: "random games a move, counted in all; left out, as many as limits of time or nodes \
        allow if there are any",
};
const FLAT_DEPTH: Parameter = Parameter {
    name: "playout_depth",
    kind: Kind::Integer { least: 0, most: 10_000, default: 2 },
    meaning: "plies of a playout before discs decide; 0 for to the end, judged by the page's \
        winner count",
};
const LISTING: Parameter = Parameter {
    name: "listing",
    kind: Kind::Choice(&["cpp", "python"]),
    meaning: "which program; in Python a draw counts nothing, a playout has a ply more, every move \
        gets a playout",
};
const UCT_DEPTH: Parameter = Parameter {
    name: "playout_depth",
    kind: Kind::Integer { least: 0, most: 10_000, default: 2 },
    meaning: "a playout has one ply more than this before discs decide",
};
#[expect(clippy::approx_constant, reason = "√2 with the digits that the page prints")]
const EXPLORATION: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { least: 0.0, most: 1000.0, default: 1.414_213_562_37 },
    meaning: "weight of exploration against the mean so far",
};
const THRESHOLD: Parameter = Parameter {
    name: "threshold",
    kind: Kind::Integer { least: 0, most: 1_000_000, default: 20 },
    meaning: "a leaf with more visits than this is opened",
};
const BACKUP: Parameter = Parameter {
    name: "backup",
    kind: Kind::Choice(&["root", "mover"]),
    meaning: "whose result every node counts: the root player's, as the page does, or with the \
        change of sign it lacks",
};

/// The players, for boards of every size.
pub(super) fn entries<K: Kernel>() -> Vec<Entry<Othello<K>>>
where
    Othello<K>: Playable,
{
    vec![
        Entry {
            name: "tutorial_flat_mc",
            meaning: "flat Monte-Carlo as its teaching page programs it",
            parameters: &[PLAYOUTS, FLAT_DEPTH, LISTING, TIME, NODES],
            build: flat,
        },
        Entry {
            name: "tutorial_uct",
            meaning: "UCT as its teaching page programs it, without a change of sign at the \
                opponent's moves",
            parameters: &[PLAYOUTS, UCT_DEPTH, EXPLORATION, THRESHOLD, BACKUP, TIME, NODES],
            build: uct,
        },
    ]
}

// The declared ranges make these conversions exact.

fn flat<K: Kernel>(arguments: &Arguments<'_>) -> Result<Recipe<Othello<K>>, RosterError>
where
    Othello<K>: Playable,
{
    let quota = quota(arguments)?;
    let depth = arguments.integer("playout_depth")? as u32;
    let listing = [Listing::Cpp, Listing::Python][arguments.choice("listing")?];
    match depth {
        0 => limited(arguments, move |random| {
            Ok(TutorialFlatMonteCarlo::new(quota, None, TutorialCount, listing, random))
        }),
        _ => limited(arguments, move |random| {
            Ok(TutorialFlatMonteCarlo::new(quota, Some(depth), Discs, listing, random))
        }),
    }
}

fn uct<K: Kernel>(arguments: &Arguments<'_>) -> Result<Recipe<Othello<K>>, RosterError>
where
    Othello<K>: Playable,
{
    let settings = TutorialUctSettings {
        quota: quota(arguments)?,
        exploration: arguments.real("c")?,
        threshold: arguments.integer("threshold")? as u32,
        plies: arguments.integer("playout_depth")? as u32 + 1,
        credit: [Credit::Root, Credit::Mover][arguments.choice("backup")?],
    };
    limited(arguments, move |random| Ok(TutorialUct::new(settings, Discs, random)))
}
