//! The transposition table all threads share.
//!
//! An entry is two words: the bounds, and the board's [key](Board::key) combined with them by
//! exclusive or (Hyatt and Mann's lockless hashing). A reader that catches an entry half written by
//! two threads finds a key that is not its own and treats the entry as absent, so races need no
//! lock and no `unsafe`. Where an entry lies follows from another hash than its key, so a board is
//! taken for another once in 2⁶² looks, of which a core makes some 10⁷ a second. What a look costs
//! is the wait for memory, so the entries that a board may be in fill one line of the cache.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::expert::eval::Selectivity;
use crate::expert::hints::{ask_for_huge_pages, fetch};
use crate::expert::position::Board;
use crate::expert::units::{Value, Window};
use crate::limits::NoMemory;

/// What is known of a position's value for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expert) struct Known {
    lower: i16,
    upper: i16,
    /// Plies searched, the number of empty squares for a search to the end.
    depth: u8,
    /// How sure the search was.
    selectivity: Selectivity,
    /// The two best moves so far, the better first.
    pub(in crate::expert) moves: [Option<u32>; 2],
    /// The table's age when the entry was stored: it changes when the table forgets.
    age: u8,
}

impl Known {
    /// The value, or a bound on it outside `window`, if a search of `depth` plies with this
    /// selectivity, or a better one, has found it.
    #[inline(always)]
    pub(in crate::expert) fn decides(
        self,
        depth: u32,
        selectivity: Selectivity,
        window: Window,
    ) -> Option<Value> {
        if u32::from(self.depth) < depth || self.selectivity < selectivity {
            return None;
        }
        let [lower, upper] = [self.lower, self.upper].map(|bound| Value(bound.into()));
        if lower >= window.beta || lower == upper {
            Some(lower)
        } else if upper <= window.alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Nothing known yet.
    fn nothing(depth: u32, selectivity: Selectivity, age: u8) -> Self {
        let (lower, upper) = (i16::MIN, i16::MAX);
        Self { lower, upper, depth: depth as u8, selectivity, moves: [None; 2], age }
    }

    fn pack(self) -> u64 {
        let [first, second] = self.moves.map(|mv| u64::from(mv.unwrap_or(NO_MOVE)));
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.selectivity.to_bits()) << 40
            | u64::from(self.age & 31) << 43
            | first << 48
            | second << 56
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        let mv = |shift: u32| {
            let square = (word >> shift) as u32 & 0xff;
            (square < NO_MOVE).then_some(square)
        };
        Self {
            lower: word as u16 as i16,
            upper: (word >> 16) as u16 as i16,
            depth: (word >> 32) as u8,
            selectivity: Selectivity::from_bits((word >> 40) as u8 & 7),
            age: (word >> 43) as u8 & 31,
            moves: [mv(48), mv(56)],
        }
    }
}

/// In the bits of an entry: no move.
const NO_MOVE: u32 = 64;

/// What a search found out.
#[derive(Clone, Copy, Debug)]
pub(in crate::expert) struct SearchResult {
    pub(in crate::expert) depth: u32,
    pub(in crate::expert) selectivity: Selectivity,
    pub(in crate::expert) window: Window,
    /// A bound on the value, on the side of the window it fell out, or the value inside.
    pub(in crate::expert) value: Value,
    pub(in crate::expert) best: Option<u32>,
}

/// A fixed number of entries in clusters that a board may be in any place of.
pub(in crate::expert) struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: u8,
}

/// The entries that share a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

/// The key combined with the bounds, and the bounds.
type Entry = [AtomicU64; 2];

impl TranspositionTable {
    /// A table of `mebibytes` (at least one cluster).
    ///
    /// # Errors
    /// When the system has not that much memory.
    pub(in crate::expert) fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let error = NoMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(error)?;
        let count = (bytes / size_of::<Cluster>()).max(1);
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| error)?;
        ask_for_huge_pages(clusters.spare_capacity_mut());
        clear(&mut clusters, count);
        Ok(Self { clusters, age: 1 })
    }

    /// Forgets everything: all entries count as empty from now on, at no cost but each 31st time,
    /// when they are emptied.
    pub(in crate::expert) fn forget(&mut self) {
        self.age = if self.age == 31 { 1 } else { self.age + 1 };
        if self.age == 1 {
            self.clusters.fill_with(Cluster::default);
        }
    }

    #[inline]
    fn cluster(&self, hash: u64) -> &Cluster {
        &self.clusters[((u128::from(hash) * self.clusters.len() as u128) >> 64) as usize]
    }

    /// Has the memory for the board with this hash brought near, for a look at it soon. What a
    /// search spends on looks at the table is the wait for memory, and waits for several boards
    /// pass side by side: 1 to 2 % of the time of FForum #40–#49 at 512 MiB.
    #[inline]
    pub(in crate::expert) fn prefetch(&self, hash: u64) {
        fetch(self.cluster(hash));
    }

    /// What is known of `board`.
    #[inline]
    pub(in crate::expert) fn probe(&self, board: Board, hash: u64) -> Option<Known> {
        let (Cluster(entries), key) = (self.cluster(hash), board.key());
        entries.iter().find_map(|entry| self.read(entry, key))
    }

    #[inline]
    fn read(&self, [combined, bounds]: &Entry, key: u64) -> Option<Known> {
        let word = bounds.load(Ordering::Relaxed);
        let same = combined.load(Ordering::Relaxed) ^ word == key;
        let known = Known::unpack(word);
        (same && known.age == self.age).then_some(known)
    }

    /// Remembers a result. An entry of the same board takes it in; otherwise the least valuable of
    /// the cluster goes.
    pub(in crate::expert) fn store(&self, board: Board, hash: u64, result: &SearchResult) {
        let (Cluster(entries), key) = (self.cluster(hash), board.key());
        if let Some((entry, known)) =
            entries.iter().find_map(|entry| self.read(entry, key).map(|known| (entry, known)))
        {
            return self.write(entry, key, merged(known, result));
        }
        let value = |[_, bounds]: &Entry| {
            let known = Known::unpack(bounds.load(Ordering::Relaxed));
            if known.age == self.age { 1 + u32::from(known.depth) } else { 0 }
        };
        let fresh = Known::nothing(result.depth, result.selectivity, self.age);
        let victim =
            entries.iter().min_by_key(|entry| value(entry)).expect("clusters are not empty");
        self.write(victim, key, merged(fresh, result));
    }

    fn write(&self, [combined, bounds]: &Entry, key: u64, known: Known) {
        let word = Known { age: self.age, ..known }.pack();
        combined.store(key ^ word, Ordering::Relaxed);
        bounds.store(word, Ordering::Relaxed);
    }
}

/// Makes `clusters`, which have the capacity, `count` empty ones. The system hands memory over when
/// it is written to for the first time, which takes seconds for a large table, so several threads
/// do it.
#[allow(unsafe_code)]
fn clear(clusters: &mut Vec<Cluster>, count: usize) {
    /// A thread for each of these is worth its start: 64 MiB.
    const SHARE: usize = (64 << 20) / size_of::<Cluster>();
    let most = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = count.div_ceil(SHARE).clamp(1, most);
    clusters.clear();
    let memory = &mut clusters.spare_capacity_mut()[..count];
    let shares = Mutex::new(memory.chunks_mut(SHARE));
    let write = || {
        loop {
            let share = shares.lock().expect("writing does not panic").next();
            let Some(share) = share else { break };
            for cluster in share {
                cluster.write(Cluster::default());
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // Without another thread it takes longer, that is all.
            let _ = std::thread::Builder::new().spawn_scoped(scope, write);
        }
        write();
    });
    // SAFETY: each of the first `count` clusters lies in one of the shares, all of which are
    // written.
    unsafe { clusters.set_len(count) };
}

/// What is known once a result is added: bounds of equal searches tighten, a better search replaces
/// a worse one.
fn merged(known: Known, result: &SearchResult) -> Known {
    let SearchResult { depth, selectivity, window, value, best } = *result;
    let old = (u32::from(known.depth), known.selectivity);
    let new = (depth, selectivity);
    let mut known = match new > old {
        true => Known { moves: known.moves, ..Known::nothing(depth, selectivity, known.age) },
        false => known,
    };
    if new >= old {
        if value > window.alpha {
            known.lower = known.lower.max(value.0 as i16);
        }
        if value < window.beta {
            known.upper = known.upper.min(value.0 as i16);
        }
        let [first, _] = known.moves;
        if best.is_some() && best != first && (value > window.alpha || first.is_none()) {
            known.moves = [best, first];
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Smaller than a huge page, one that holds a whole one only if it starts right, larger, and
    /// written by several threads.
    #[test]
    fn a_table_of_any_size_finds_what_it_was_told_last() {
        let mut random = Random::from_seed(7);
        for mebibytes in [0, 1, 3, 5, 129] {
            let table = TranspositionTable::new(mebibytes).expect("a few MiB are to be had");
            for depth in 0..1000 {
                let (mover, other) = (random.next_u64(), random.next_u64());
                let board = Board { mover, opponent: other & !mover };
                let result = SearchResult {
                    depth: depth % 60,
                    selectivity: Selectivity::CERTAIN,
                    window: Window::null(Value(3)),
                    value: Value(9),
                    best: Some(depth % 64),
                };
                table.store(board, board.hash(), &result);
                let known = table.probe(board, board.hash()).expect("it was the last");
                let bounds = (known.lower, known.upper);
                assert_eq!((u32::from(known.depth), bounds), (depth % 60, (9, i16::MAX)));
                assert_eq!(known.moves[0], Some(depth % 64));
            }
        }
    }
    fn board(random: &mut Random) -> Board {
        let (mover, other) = (random.next_u64(), random.next_u64());
        Board { mover, opponent: other & !mover }
    }

    fn exactly(depth: u32, value: Value) -> SearchResult {
        let selectivity = Selectivity::CERTAIN;
        SearchResult {
            depth,
            selectivity,
            window: Window { alpha: Value::LOWEST_BOUND, beta: Value::discs(65) },
            value,
            best: Some(depth),
        }
    }

    /// The age has five bits: after the table has forgotten 31 times it begins again at the first
    /// age, whose entries must be gone.
    #[test]
    fn what_was_forgotten_stays_forgotten_when_ages_begin_again() {
        let mut table = TranspositionTable::new(0).expect("one cluster");
        let board = board(&mut Random::from_seed(3));
        for age in 0..70 {
            assert_eq!(table.probe(board, board.hash()), None, "after {age} times");
            if age % 31 == 0 {
                table.store(board, board.hash(), &exactly(9, Value(5)));
                assert!(table.probe(board, board.hash()).is_some());
            }
            table.forget();
        }
    }

    /// Threads that write to the same few entries all the time never read what was not written: the
    /// value of another board, or a depth beside the value of another depth.
    #[test]
    fn threads_never_see_half_an_entry() {
        const THREADS: u64 = 4;
        let rounds = if cfg!(miri) { 100 } else { 200_000 };
        let table = TranspositionTable::new(0).expect("one cluster");
        let mut random = Random::from_seed(11);
        let boards: Vec<Board> = (0..6).map(|_| board(&mut random)).collect();
        let value = |place: usize, depth: u32| Value(100 * place as i32 + depth as i32);
        let work = |seed| {
            let mut random = Random::from_seed(seed);
            let mut found = 0;
            for _ in 0..rounds {
                let (place, depth) = (random.below(6), random.below(50) as u32);
                table.store(
                    boards[place],
                    boards[place].hash(),
                    &exactly(depth, value(place, depth)),
                );
                let place = random.below(6);
                if let Some(known) = table.probe(boards[place], boards[place].hash()) {
                    let expected = value(place, known.depth.into()).0 as i16;
                    assert_eq!((known.lower, known.upper), (expected, expected));
                    assert_eq!(known.moves[0], Some(known.depth.into()));
                    found += 1;
                }
            }
            found
        };
        let found: Vec<u32> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..THREADS).map(|seed| scope.spawn(move || work(seed))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no wrong entry")).collect()
        });
        assert!(found.iter().all(|&found| found > 10), "{found:?}");
    }
}
