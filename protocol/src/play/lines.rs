//! Where the lines of `yomi play` come from: a pipe, or a person who may interrupt a search by
//! typing.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use crossbeam_channel::{Receiver, unbounded};
use yomi_engine::limits::Stop;
use yomi_protocol::stdio::{Input, read};

/// The lines of standard input.
pub(super) enum Lines {
    /// Read when they are wanted; they interrupt nothing.
    Piped,
    /// Read by a thread while the player thinks.
    Typed(Keyboard),
}

/// What a person types.
pub(super) struct Keyboard {
    typed: Receiver<io::Result<Input>>,
    /// Lines that interrupted a search and are yet to be carried out.
    waiting: VecDeque<io::Result<Input>>,
    /// The search that the next line stops.
    search: Arc<Mutex<Option<Stop>>>,
}

impl Lines {
    /// The lines of a person where standard input is a terminal.
    pub(super) fn of_stdin() -> Self {
        if !io::stdin().is_terminal() {
            return Self::Piped;
        }
        let (sender, typed) = unbounded();
        let search = Arc::new(Mutex::new(None::<Stop>));
        let current = search.clone();
        let listen = move || {
            loop {
                let line = read(&mut io::stdin().lock());
                let last = !matches!(line, Ok(Input::Line(_) | Input::TooLong(_)));
                // Whoever is stopped finds the line sent, and the search that this line itself asks
                // for begins only after it has stopped the one before.
                let search = locked(&current);
                let gone = sender.send(line).is_err();
                if let Some(stop) = &*search {
                    stop.raise();
                }
                drop(search);
                if last || gone {
                    return;
                }
            }
        };
        match Builder::new().spawn(listen) {
            Ok(_) => Self::Typed(Keyboard { typed, waiting: VecDeque::new(), search }),
            // Without a thread searches cannot be interrupted.
            Err(_) => Self::Piped,
        }
    }

    /// The next line.
    ///
    /// # Errors
    /// Those of standard input.
    pub(super) fn next(&mut self) -> io::Result<Input> {
        match self {
            Self::Piped => read(&mut io::stdin().lock()),
            Self::Typed(keyboard) => keyboard
                .waiting
                .pop_front()
                .unwrap_or_else(|| keyboard.typed.recv().unwrap_or(Ok(Input::End))),
        }
    }

    /// Whether lines that interrupted a search are yet to be carried out.
    pub(super) fn are_waiting(&self) -> bool {
        match self {
            Self::Piped => false,
            Self::Typed(keyboard) => !keyboard.waiting.is_empty(),
        }
    }

    /// Runs `search`, which a typed line stops. Whether it was given up for a command; an empty
    /// line only ends it early.
    pub(super) fn during<T>(&mut self, search: impl FnOnce(&Stop) -> T) -> (T, bool) {
        let stop = Stop::default();
        let Self::Typed(keyboard) = self else { return (search(&stop), false) };
        *locked(&keyboard.search) = Some(stop.clone());
        let found = search(&stop);
        *locked(&keyboard.search) = None;
        if !stop.is_raised() {
            return (found, false);
        }
        let typed = keyboard.typed.try_iter();
        keyboard.waiting.extend(typed.filter(|line| match line {
            Ok(Input::Line(text)) => !text.trim().is_empty(),
            _ => true,
        }));
        (found, !keyboard.waiting.is_empty())
    }
}

fn locked(search: &Mutex<Option<Stop>>) -> MutexGuard<'_, Option<Stop>> {
    search.lock().unwrap_or_else(PoisonError::into_inner)
}
