// The room to learn in: lessons with searches to step through, and the search of any position by
// any textbook player.

import { element, field } from "./element.js";
import { explained } from "./explained.js";
import { LESSONS } from "./lessons.js";
import { LiveBoard } from "./live-board.js";
import { say, spoken, translate } from "./strings.js";

const OWN = "explain";
// A tree that can be looked at: the form's players when it is opened.
const PLAYERS = "alphabeta(depth=3,eval=discs)";

export class Learn {
  #views = [];
  #here = null;

  constructor(ugi, helper) {
    this.ugi = ugi;
    this.helper = helper;
    this.list = element("nav", { class: "lessons", data: { label: "lessons" } });
    this.content = element("article", { class: "lesson" });
    this.element = element("div", { class: "room learn" }, this.list, this.content);
    this.position = element("input", { type: "text", spellcheck: "false" });
    this.players = element("input", { type: "text", spellcheck: "false", value: PLAYERS });
    this.seed = element("input", { type: "number", min: 0, value: 1 });
    document.addEventListener("languagechange", () => {
      if (this.element.isConnected) this.#draw();
    });
  }

  async enter([name, position, players] = []) {
    this.#here =
      LESSONS.find((lesson) => lesson.name === name) ?? (name === OWN ? OWN : LESSONS[0]);
    if (position) this.position.value = position;
    if (players) this.players.value = players;
    this.position.value ||= "f5d6c3d3c4";
    await this.#draw();
    if (name === OWN) await this.#explain();
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
    this.list.replaceChildren(
      ...LESSONS.map(({ name, title }) => link(name, inLanguage(title))),
      link(OWN, say("own2")),
    );
  }

  async #draw() {
    this.leave();
    this.#menu();
    const lesson = this.#here;
    this.steps = element("div", { class: "steps", "aria-busy": "false" });
    if (lesson === OWN) this.content.replaceChildren(...this.#form(), this.steps);
    else {
      this.board = lesson.board && new LiveBoard(this.ugi, lesson.board);
      this.content.replaceChildren(
        element("h2", { text: inLanguage(lesson.title) }),
        ...lesson.text.map((text) => element("p", { text: inLanguage(text) })),
        this.steps,
        ...(this.board ? [element("h3", { text: say("tryIt") }), this.board.element] : []),
      );
      await this.#show(lesson.position, lesson.players, { most: lesson.most, seed: 1 });
      await this.board?.enter();
    }
    translate(this.content);
    for (const view of this.#views) view.speak(spoken());
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
      this.#explain();
    });
    return [element("h2", { text: say("own2") }), element("p", { text: say("explainHelp") }), form];
  }

  #explain() {
    const players = this.players.value.split(";").map((player) => player.trim());
    const options = { seed: Number(this.seed.value) || 0, most: 60 };
    return this.#show(this.position.value, players.filter(Boolean), options);
  }

  // Has the players search the position and shows how.
  async #show(position, players, options) {
    const { steps } = this;
    steps.setAttribute("aria-busy", "true");
    steps.replaceChildren(element("p", { role: "status", text: say("searching") }));
    try {
      const ugi = await this.helper();
      const view = explained(await ugi.call("explain", position, players, options));
      if (steps !== this.steps) return;
      this.#views = [view];
      steps.replaceChildren(view.element);
      // Now that it is on the page it can scroll to where the search is.
      view.speak(spoken());
    } catch (problem) {
      const text = say("refused", { problem: problem.message });
      steps.replaceChildren(element("p", { class: "problem", role: "alert", text }));
    }
    steps.setAttribute("aria-busy", "false");
  }
}

const inLanguage = ([english, japanese]) => (spoken() === "ja" ? japanese : english);
