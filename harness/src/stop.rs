//! Stopping in two steps: the first request starts nothing new, the second ends what is under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use yomi_engine::limits::Stop;

/// What Ctrl-C and the like have asked for so far. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    requests: Arc<AtomicU8>,
    beginnings: Stop,
    searches: Stop,
}

impl Interrupt {
    /// One more request: the first lets what is under way be finished, the second stops every
    /// search. Returns which it is.
    pub fn request(&self) -> u8 {
        let count = self.requests.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        self.beginnings.raise();
        if count >= 2 {
            self.searches.raise();
        }
        count
    }

    /// Whether nothing new is to be started.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.requests.load(Ordering::Relaxed) > 0
    }

    /// The flag of what only prepares for something new: up from the first request on.
    #[must_use]
    pub fn beginnings(&self) -> &Stop {
        &self.beginnings
    }

    /// The flag that every search looks at.
    #[must_use]
    pub fn searches(&self) -> &Stop {
        &self.searches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_stop_at_the_second_request() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.is_raised());
        assert_eq!(interrupt.request(), 1);
        assert!(interrupt.is_raised() && interrupt.beginnings().is_raised());
        assert!(!interrupt.searches().is_raised());
        assert_eq!(interrupt.clone().request(), 2);
        assert!(interrupt.searches().is_raised());
    }
}
