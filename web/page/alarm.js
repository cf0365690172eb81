// What keeps the engine from its work, said above the room that cannot do without it, with ways on:
// to try again, and to load a page that fits the files of today.

import { button, element } from "./element.js";
import { say, translate } from "./strings.js";

export class Alarm {
  #content;
  #element = null;
  // Whose problem is said, and how in the language of the page.
  #from = null;
  #tell = () => {};

  // It stands before the page's content.
  constructor(content) {
    this.#content = content;
    document.addEventListener("languagechange", () => this.#tell());
  }

  // Says a word with its values, until the reader tries `again` or `from` has no problem any more.
  // Without `again` only another page helps.
  raise(from, [word, values], again = null) {
    this.#remove();
    this.#from = from;
    const said = element("p", { class: "problem" });
    this.#tell = () => {
      said.textContent = say(word, values);
    };
    this.#tell();
    const retry = again && button("tryAgain", () => this.#retry(again));
    const reload = button("reload", () => location.reload());
    const bar = element("div", { class: "bar" }, retry, reload);
    this.#element = element("div", { class: "card gone", role: "alert" }, said, bar);
    this.#content.before(this.#element);
    translate(this.#element);
  }

  end(from) {
    if (from === this.#from) this.#remove();
  }

  #retry(again) {
    this.#remove();
    // The button goes away.
    this.#content.focus();
    again();
  }

  #remove() {
    this.#element?.remove();
    this.#element = null;
  }
}
