// The engine's thread. It is told what to do in messages and does one after the other:
// {module, weights} first of all, then {line, quiet} (UGI), {call, arguments} (JSON) and {weights},
// if they come later than the module. It answers {told} (a line), {progress} and at the end of each
// message {done} (the answer to a call) or {failed, fatal} (why there is none).
import { Engine, call, initSync, weights } from "./yomi_web.js";

let engine;

function begin(message) {
  initSync({ module: message.module });
  if (message.weights) weights(new Uint8Array(message.weights));
  engine = new Engine();
}

function carryOut(message) {
  if (message.module) return begin(message);
  if (message.weights) return weights(new Uint8Array(message.weights));
  if (message.call) {
    const progress = (known) => postMessage({ progress: known });
    return call(message.call, message.arguments, progress);
  }
  return engine.line(message.line, (told) => message.quiet || postMessage({ told }));
}

onmessage = ({ data }) => {
  try {
    postMessage({ done: carryOut(data) });
  } catch (error) {
    // After a trap, or with the stack full, the module's memory cannot be trusted any more.
    const fatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ failed: error.message, fatal });
  }
};
