//! The thread that thinks, and what is being thought about.

use std::io;
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use yomi_engine::limits::Stop;

use crate::session::{SearchInfo, Task};

/// The thread that thinks: one task after the other, in the order they were started.
pub(super) struct Thinker(Sender<Job>);

struct Job {
    task: Task,
    stop: Stop,
    found: Sender<Found>,
}

impl Thinker {
    /// How often it is looked whether the result of endless thinking is wanted now.
    const DOZE: Duration = Duration::from_millis(1);

    pub(super) fn new() -> io::Result<Self> {
        let (sender, jobs) = unbounded::<Job>();
        Builder::new().spawn(move || {
            for Job { task, stop, found } in jobs {
                // Nobody listens to a search that was given up.
                let endless = task.endless;
                let result = task.run(&stop, &mut |info| drop(found.send(Found::Progress(info))));
                while endless && !stop.is_raised() {
                    sleep(Self::DOZE);
                }
                drop(found.send(Found::Result(result)));
            }
        })?;
        Ok(Self(sender))
    }

    pub(super) fn start(&self, task: Task) -> Search {
        let (sender, found) = unbounded();
        let (stop, endless) = (Stop::default(), task.endless);
        // If the thread has died of a panic, the sender is dropped here and the search seen to have
        // failed.
        drop(self.0.send(Job { task, stop: stop.clone(), found: sender }));
        Search { found, stop, endless, since: Instant::now() }
    }
}

/// What is being thought about. Whoever drops it hears nothing of it any more.
pub(super) struct Search {
    pub(super) found: Receiver<Found>,
    pub(super) stop: Stop,
    pub(super) endless: bool,
    pub(super) since: Instant,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// What the thread has to say.
pub(super) enum Found {
    Progress(SearchInfo),
    Result(SearchInfo),
}
