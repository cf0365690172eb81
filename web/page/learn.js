// The room to learn in: lessons with searches to step through, and the search of any position by
// any textbook player.

import { element, field } from "./element.js";
import { explained } from "./explained.js";
import { LESSONS } from "./lessons.js";
import { LiveBoard } from "./live-board.js";
import { say, spoken, translate } from "./strings.js";
import { SEEDS, told, whole } from "./whole.js";

const OWN = "explain";
// A tree that can be looked at: the form's players when it is opened.
const PLAYERS = "alphabeta(depth=3,eval=discs)";

export class Learn {
  #views = [];
  #here = null;
  // Why the search that was asked for last is not shown.
  #problem = null;

  constructor(ugi, helper) {
    this.ugi = ugi;
    this.helper = helper;
    this.list = element("nav", { class: "lessons", data: { label: "lessons" } });
    this.content = element("article", { class: "lesson" });
    this.element = element("div", { class: "room learn" }, this.list, this.content);
    this.position = element("input", { type: "text", spellcheck: "false" });
    this.players = element("input", { type: "text", spellcheck: "false", value: PLAYERS });
    this.seed = element("input", { type: "number", min: 0, max: SEEDS, value: 1 });
    document.addEventListener("languagechange", () => {
      if (this.element.isConnected) this.#tell();
    });
  }

  // Shows what the address names, or else what was there before.
  async enter([name, position, players, seed] = []) {
    const named = name === OWN ? OWN : LESSONS.find((lesson) => lesson.name === name);
    this.#here = named ?? this.#here ?? LESSONS[0];
    if (position) this.position.value = position;
    if (players) this.players.value = players;
    if (seed) this.seed.value = seed;
    this.position.value ||= "f5d6c3d3c4";
    await this.#draw();
    if (this.#here === OWN) await this.#explain();
  }

  leave() {
    for (const view of this.#views) view.stop();
    this.#views = [];
    this.board?.leave();
  }

  #menu() {
    const link = (name, text) =>
      element("a", {
        href: `#learn/${name}`,
        text,
        "aria-current": name === (this.#here.name ?? this.#here) ? "page" : null,
      });
    // Who has come by the keyboard stays where the link is.
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(
      ...LESSONS.map(({ name, title }) => link(name, inLanguage(title))),
      link(OWN, say("own2")),
    );
    if (focused) this.list.querySelector("[aria-current]").focus();
  }

  async #draw() {
    this.leave();
    const lesson = this.#here;
    this.steps = element("div", { class: "steps", "aria-busy": "false" });
    this.#problem = null;
    this.board = lesson.board ? new LiveBoard(this.ugi, lesson.board) : null;
    this.#tell();
    if (lesson !== OWN) {
      const options = () => ({ most: lesson.most, seed: 1 });
      await this.#show(lesson.position, lesson.players, options);
    }
    await this.board?.enter();
  }

  // Puts what is there into the language of the page; a search stays at its step.
  #tell() {
    this.#menu();
    const { title, text } = this.#here;
    if (this.#here === OWN) this.content.replaceChildren(...this.#form(), this.steps);
    else
      this.content.replaceChildren(
        element("h2", { text: inLanguage(title) }),
        ...text.map((part) => element("p", { text: inLanguage(part) })),
        this.steps,
        ...(this.board ? [element("h3", { text: say("tryIt") }), this.board.element] : []),
      );
    translate(this.content);
    for (const view of this.#views) view.speak(spoken());
    this.#refuse();
    this.board?.speak(say);
  }

  #form() {
    const form = element(
      "form",
      { class: "setting card" },
      field("position", this.position),
      field("explainers", this.players),
      element(
        "div",
        { class: "bar end" },
        field("seed", this.seed),
        element("button", { type: "submit", class: "primary", data: { word: "explainIt" } }),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // The address has the search: it can be kept, given away and gone back to.
      const parts = [this.position, this.players, this.seed].map(({ value }) => value);
      history.pushState(null, "", `#learn/${[OWN, ...parts.map(encodeURIComponent)].join("/")}`);
      this.#explain();
    });
    return [element("h2", { text: say("own2") }), element("p", { text: say("explainHelp") }), form];
  }

  #explain() {
    const named = this.players.value.split(";").map((player) => player.trim());
    const players = named.filter(Boolean);
    // Nobody named is the player that the form begins with.
    if (players.length === 0) players.push(PLAYERS);
    return this.#show(this.position.value, players, () => ({
      seed: whole("seed", this.seed),
      most: 60,
    }));
  }

  // Has the players search the position and shows how.
  async #show(position, players, options) {
    const { steps } = this;
    steps.setAttribute("aria-busy", "true");
    steps.replaceChildren(element("p", { role: "status", data: { word: "searching" } }));
    translate(steps);
    this.#problem = null;
    try {
      const ugi = await this.helper();
      const view = explained(await ugi.call("explain", position, players, options()));
      if (steps !== this.steps) return;
      this.#problem = null;
      for (const before of this.#views) before.stop();
      this.#views = [view];
      steps.replaceChildren(view.element);
      // Now that it is on the page it can scroll to where the search is.
      view.speak(spoken());
    } catch (problem) {
      if (steps === this.steps) this.#problem = problem;
      steps.replaceChildren(element("p", { class: "problem", role: "alert" }));
      this.#refuse();
    }
    steps.setAttribute("aria-busy", "false");
  }

  // Says why there is no search to look at.
  #refuse() {
    if (this.#problem) this.steps.querySelector(".problem").textContent = told(this.#problem);
  }
}

const inLanguage = ([english, japanese]) => (spoken() === "ja" ? japanese : english);
