//! What the stdio loop needs of a protocol: lines in, lines out, and what may interrupt the
//! thinking.

use crate::session::{SearchInfo, Task};

/// A protocol over a [`Session`](crate::session::Session): it reads lines and writes answers, and
/// never waits.
pub trait Dialect {
    /// Carries out one line, without its line end, and appends the answers to `out`.
    ///
    /// Not called while a task it has returned is running, except for lines that are
    /// [`Urgency::Now`].
    fn line(&mut self, line: &str, out: &mut String) -> Next;

    /// A line was longer than the loop reads; `beginning` is how it began.
    fn too_long(&mut self, beginning: &str, out: &mut String);

    /// What a line wants that arrives while a task is running.
    fn urgency(&self, line: &str) -> Urgency;

    /// The running task has found something.
    fn progress(&mut self, info: &SearchInfo, out: &mut String);

    /// The running task is done, or was told to end, with this result.
    fn finished(&mut self, info: &SearchInfo, out: &mut String) -> Next;

    /// What is to be shown beside the answers since this was last asked, on stderr: pictures for a
    /// frontend that draws while the player thinks. It is written before what is answered with it.
    fn beside(&mut self) -> String {
        String::new()
    }

    /// The running task was given up: nothing more will be heard of it.
    fn cancelled(&mut self) {}
}

/// What the loop does after a line.
pub enum Next {
    /// Reads the next one.
    Listen,
    /// Runs this task and reads on while it runs.
    Think(Task),
    /// Ends the session.
    Quit,
}

/// What a line wants that arrives during thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// To be carried out when the thinking and what has arrived before it are done.
    Waits,
    /// To be carried out at once, beside the thinking.
    Now,
    /// That the thinking ends now with the best it has; nothing else.
    Interrupts,
    /// The same; then it is carried out.
    Follows,
    /// That the thinking and all requests before it are given up; then it is carried out.
    Cancels,
    /// That the session ends when everything before it is answered; thinking without an end is
    /// ended, and any other where it comes in the middle of it.
    Ends,
}
