//! The positions that threads are searching right now: a small table in which a newer one may
//! displace an older one. An error costs time, never a value.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions being searched, by hash.
pub(super) struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    const PLACES: usize = 1 << 12;

    pub(super) fn new() -> Self {
        Self((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % Self::PLACES]
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }

    pub(super) fn insert(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    pub(super) fn remove(&self, hash: u64) {
        let _ = self.place(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
