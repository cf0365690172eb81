//! Work on several threads whose results come in the order of the tasks, whoever did them.

use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Does tasks number 0 to `count - 1`, `threads` at a time. Each thread has a state of its own from
/// `state`, on which results must not depend.
pub fn ordered<S, T: Send>(
    count: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    task: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let Ok(results) = try_ordered(count, threads, || Ok::<_, Infallible>(state()), task);
    results
}

/// The same where a thread may get no state, such as for want of memory: it leaves the tasks to the
/// others.
///
/// # Errors
/// When no thread gets a state.
pub fn try_ordered<S, T: Send, E: Send>(
    count: usize,
    threads: usize,
    state: impl Fn() -> Result<S, E> + Sync,
    task: impl Fn(&mut S, usize) -> T + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let work = || {
        // Made only where there is something left to do.
        if next.load(Ordering::Relaxed) >= count {
            return Ok(());
        }
        let mut state = state()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break Ok(());
            }
            let result = task(&mut state, number);
            done.lock().expect("no thread panics").push((number, result));
        }
    };
    let ends = together(threads.min(count), work);
    let mut results = done.into_inner().expect("no thread panics");
    if results.len() < count {
        ends.into_iter().collect::<Result<(), E>>()?;
    }
    results.sort_unstable_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Does the same work on this thread and on `threads - 1` others, or on as many as the system has
/// for it.
pub fn together<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| spawn(scope, work)).collect();
        let own = work();
        let ends = others.into_iter().map(|other| other.join().expect("no thread panics"));
        ends.chain([own]).collect()
    })
}

fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: &'scope (impl Fn() -> T + Sync),
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).ok()
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

    #[test]
    fn threads_without_a_state_leave_the_work_to_others() {
        let made = AtomicUsize::new(0);
        let state = |least: usize| {
            let number = made.fetch_add(1, Ordering::Relaxed);
            if number < least { Err("no memory") } else { Ok(()) }
        };
        let doubles = try_ordered(100, 4, || state(3), |(), number| 2 * number);
        assert_eq!(doubles.unwrap(), (0..100).map(|number| 2 * number).collect::<Vec<_>>());
        made.store(0, Ordering::Relaxed);
        assert_eq!(try_ordered(100, 4, || state(9), |(), number| number), Err("no memory"));
    }
}
