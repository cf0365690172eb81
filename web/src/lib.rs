//! The engine for web pages: a session that speaks UGI, as `yomi ugi` does, and calls for what UGI
//! has no words for. A page's worker (`page/worker.js`) drives it.
//!
//! - [`conversation`]: lines in, lines out;
//! - [`calls`]: questions and answers in JSON;
//! - `bindings`: what JavaScript sees of both, in builds for WebAssembly only.

#[cfg(target_arch = "wasm32")]
mod bindings;
pub mod calls;
pub mod conversation;

#[cfg(target_arch = "wasm32")]
pub use bindings::{Engine, call, version, weights};
