// Whole numbers that a reader types.

import { say } from "./strings.js";

// The number of the field `word` within its limits, exact however large; throws what is wrong.
export const whole = (word, { value, min, max }) => {
  const number = /^\d+$/.test(value) ? BigInt(value) : null;
  if (number !== null && number >= BigInt(min) && number <= BigInt(max)) return number;
  throw new RangeError(say("wholeNumber", { name: say(word), least: min, most: max }));
};

// The largest seed.
export const SEEDS = String(2n ** 64n - 1n);

// The word for an engine that has gone, and its values.
export const lost = ({ begun, message }) => [begun ? "ended" : "gone", { problem: message }];

// What the page says of a problem: the reader's number is wrong, or the engine has refused.
export const told = (problem) => {
  if (problem instanceof RangeError) return problem.message;
  if (problem.name === "Stopped") return say("stopped");
  if (problem.name === "Gone") return say(...lost(problem));
  return say("refused", { problem: problem.message });
};
