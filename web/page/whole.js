// Whole numbers that a reader types, and what the page says of problems.

import { say } from "./strings.js";

// What is wrong with what was typed, in the language of the page when it is read.
export class Mistyped extends Error {
  // `said` gives the text.
  constructor(said) {
    super();
    this.said = said;
  }

  get message() {
    return this.said();
  }
}

// The number of the field `word` within its limits, exact however large; throws what is wrong.
export const whole = (word, { value, min, max }) => {
  const number = /^\d+$/.test(value) ? BigInt(value) : null;
  if (number !== null && number >= BigInt(min) && number <= BigInt(max)) return number;
  throw new Mistyped(() => say("wholeNumber", { name: say(word), least: min, most: max }));
};

// The largest seed.
export const SEEDS = String(2n ** 64n - 1n);

// The word for an engine that has gone, and its values.
export const lost = ({ begun, message }) => [begun ? "ended" : "gone", { problem: message }];

// What the page says of a problem: the reader's number is wrong, or the engine has refused.
export const told = (problem) => {
  if (problem instanceof Mistyped) return problem.message;
  if (problem.name === "Stopped") return say("stopped");
  if (problem.name === "Gone") return say(...lost(problem));
  return say("refused", { problem: problem.message });
};
