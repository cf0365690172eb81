//! `yomi-train` as it is called: its commands, its output, and the scripts that use it.

mod commands;
mod output;
#[cfg(unix)]
mod scripts;
