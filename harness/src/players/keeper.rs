//! Ends the programs that outlive the lab: killed at once (`kill -9`), it cannot end them itself,
//! and one that thinks or hangs does not see that its pipes are closed.

use std::io::Write;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// A shell beside the lab that knows which groups of processes there are. When its pipe from the
/// lab closes, however the lab has ended, it kills those that are left. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Keeper(Arc<Mutex<Option<Shell>>>);

struct Shell {
    child: Child,
    /// Closed to let it go.
    input: Option<ChildStdin>,
}

/// Reads `+ GROUP` and `- GROUP`.
const SCRIPT: &str = r#"
    trap '' INT TERM HUP
    while read -r sign group; do
        case $sign in
        +) groups="$groups $group" ;;
        -)
            left=
            for other in $groups; do
                [ "$other" = "$group" ] || left="$left $other"
            done
            groups=$left
            ;;
        esac
    done
    for group in $groups; do kill -KILL "-$group"; done
"#;

impl Keeper {
    /// A group has begun.
    pub(super) fn watch(&self, group: u32) {
        self.tell('+', group);
    }

    /// A group has ended.
    pub(super) fn forget(&self, group: u32) {
        self.tell('-', group);
    }

    /// Without a shell nobody watches, and programs that need none play all the same.
    fn tell(&self, sign: char, group: u32) {
        if !cfg!(unix) {
            return;
        }
        let mut shell = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shell.is_none() {
            *shell = Shell::start();
        }
        if let Some(input) = shell.as_mut().and_then(|shell| shell.input.as_mut()) {
            let _ = input.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }
}

impl Shell {
    fn start() -> Option<Self> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends the lab's group does not end this.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn().ok()?;
        let input = child.stdin.take();
        Some(Self { child, input })
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
