//! Work on several threads whose results come in the order of the tasks, whoever did them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does tasks number 0 to `count - 1`, `threads` at a time. Each thread has a state of its own from
/// `state`, on which results must not depend.
pub fn ordered<S, T: Send>(
    count: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    task: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let work = || {
        let mut state = state();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = task(&mut state, number);
            done.lock().expect("no thread panics").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    let mut results = done.into_inner().expect("no thread panics");
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let squares = ordered(1000, 3, || (), |(), number| number * number);
        assert!(squares.iter().enumerate().all(|(number, square)| number * number == *square));
        assert_eq!(squares.len(), 1000);
    }
}
