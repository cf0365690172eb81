//! What JavaScript sees.

use js_sys::Function;
use wasm_bindgen::prelude::*;
use yomi_engine::expert::Evaluation;

use crate::calls;
use crate::conversation::Conversation;

/// A conversation with the engine.
#[wasm_bindgen]
pub struct Engine(Conversation);

#[wasm_bindgen]
impl Engine {
    /// An engine at the start of a game of Othello.
    ///
    /// # Errors
    /// As for [`Conversation::new`].
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, JsError> {
        Ok(Self(Conversation::new()?))
    }

    /// Carries out a line of UGI, all its thinking included, and tells `tell` every line of the
    /// answer.
    ///
    /// # Errors
    /// What `tell` throws.
    pub fn line(&mut self, line: &str, tell: &Function) -> Result<(), JsValue> {
        let mut thrown = Ok(());
        self.0.line(line, &mut |answer| {
            let told = tell.call1(&JsValue::NULL, &JsValue::from_str(answer));
            thrown = std::mem::replace(&mut thrown, Ok(())).and(told.map(drop));
        });
        thrown
    }
}

/// Makes the bytes of a file of weights the learned evaluation.
///
/// # Errors
/// If they are no weights for this engine.
#[wasm_bindgen]
pub fn weights(file: &[u8]) -> Result<(), JsError> {
    Ok(Evaluation::replace_learned(file)?)
}

/// The version with the bench signature.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    yomi_engine::VERSION.to_owned()
}

/// Answers a question: see [`calls`]. `arguments` is a JSON array, the answer is JSON; what is
/// known meanwhile goes to `progress`, as JSON too.
///
/// # Errors
/// What is wrong with the question.
#[wasm_bindgen]
pub fn call(name: &str, arguments: &str, progress: &Function) -> Result<String, JsError> {
    let mut tell = |known: String| {
        // A page that does not listen must not keep the answer from coming.
        let _ = progress.call1(&JsValue::NULL, &JsValue::from_str(&known));
    };
    calls::answer(name, arguments, &mut tell).map_err(|problem| JsError::new(&problem))
}
