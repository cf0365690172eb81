// Who plays a side: a player of the roster with a field for each of its parameters, as the engine
// lists them.

import { choices, element, field } from "./element.js";
import { japanese } from "./meanings.js";
import { say, spoken } from "./strings.js";

export const HUMAN = "human";

export class PlayerForm {
  #entries = [];
  #evaluators = [];
  #values = {};

  // `chosen` is the name of the player at first, `values` those parameters that are not left as
  // they are.
  constructor(word, chosen, values = {}) {
    this.name = chosen;
    this.#values = values;
    this.word = word;
    this.element = element("fieldset", { class: "player" });
  }

  // The players of a game: what `players` has answered; without `human` somebody always is asked.
  offer({ players, evaluators }, human = true) {
    this.#entries = players;
    this.#evaluators = evaluators;
    this.human = human;
    const names = players.map(({ name }) => name);
    if (this.name !== HUMAN && !names.includes(this.name)) {
      this.name = ["uct", "perfect", "random"].find((name) => names.includes(name)) ?? names[0];
      this.#values = {};
    }
    this.show();
  }

  // Draws the form anew, in the language of the page.
  show() {
    const options = this.#entries.map(({ name }) => [name, name]);
    if (this.human) options.unshift([HUMAN, say("human"), "human"]);
    const list = choices(options, this.name, (name) => {
      this.name = name;
      this.#values = {};
      this.show();
      this.element.querySelector("select").focus();
    });
    const entry = this.#entries.find(({ name }) => name === this.name);
    const fields = (entry?.parameters ?? []).map((parameter) => this.#parameter(entry, parameter));
    // What matters most stands first; the rest is there when it is asked for.
    const [few, more] = [fields.slice(0, 2), fields.slice(2)];
    const rest = element("details", {}, element("summary", { text: say("more") }), ...more);
    this.element.replaceChildren(
      element("legend", { text: say(this.word) }),
      field("who", list),
      entry ? element("p", { class: "meaning", text: meaningOf(entry) }) : "",
      ...few,
      more.length > 0 ? rest : "",
    );
    for (const place of this.element.querySelectorAll("[data-word]"))
      place.textContent = say(place.dataset.word);
  }

  // Who is chosen, and the parameters that were changed, as plain data.
  get state() {
    return { name: this.name, values: this.#values };
  }

  set state({ name, values }) {
    this.name = name;
    this.#values = values;
  }

  // The player as the engine reads it, or `HUMAN`.
  get text() {
    const entry = this.#entries.find(({ name }) => name === this.name);
    if (!entry) return this.name;
    const given = entry.parameters.filter(({ name, default: usual }) => {
      const value = this.#values[name];
      return value !== undefined && value !== "" && value !== usual;
    });
    const values = given.map(({ name }) => `${name}=${this.#values[name]}`);
    return values.length > 0 ? `${entry.name}(${values.join(",")})` : entry.name;
  }

  #parameter(entry, parameter) {
    const { name, default: usual } = parameter;
    const value = this.#values[name] ?? usual;
    const keep = (changed) => {
      this.#values[name] = changed;
    };
    return element(
      "label",
      { class: "field", title: meaningOf(entry, parameter) },
      element("span", { text: name, lang: "en" }),
      this.#control(parameter, value, keep),
    );
  }

  #control({ name, kind, least, most, choices: words, default: usual }, value, keep) {
    if (kind === "choice")
      return choices(
        words.map((word) => [word, word]),
        value,
        keep,
      );
    if (kind === "evaluator") {
      const names = this.#evaluators.map((entry) => [entry.name, entry.name]);
      return choices([["", say("own")], ...names], value, keep);
    }
    if (kind === "player") {
      const names = this.#entries.map((entry) => [entry.name, entry.name]);
      return choices(names, value, keep);
    }
    const step = kind === "real" ? "any" : 1;
    const limits = { min: least, max: most, step };
    const input = element("input", { type: "number", name, ...limits, value });
    input.placeholder = usual;
    input.addEventListener("input", () => {
      if (input.checkValidity()) keep(input.value);
    });
    return input;
  }
}

// What a player is, or one of its parameters, in the language of the page.
const meaningOf = (entry, parameter) => {
  const { meaning } = parameter ?? entry;
  return (spoken() === "ja" && japanese(entry.name, parameter?.name)) || meaning;
};
