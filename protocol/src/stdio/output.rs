//! Where answers go, and whether anybody is still there to read them.

use std::io::{BufWriter, Stdout, Write};

/// A stream of answers.
pub trait Output: Write {
    /// Whether somebody may still read what is written; only certain answers are "no".
    fn is_read(&self) -> bool {
        true
    }
}

impl Output for Vec<u8> {}

impl Output for BufWriter<Stdout> {
    /// A pipe or a socket whose other end is closed reports an error without anything being written
    /// to it.
    #[cfg(unix)]
    fn is_read(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut stdout = [PollFd::new(self.get_ref(), PollFlags::empty())];
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let reports = poll(&mut stdout, Some(&at_once)).map_or(0, |reports| reports);
        reports == 0 || !stdout[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }
}
