// Games in and out: files and pasted text of any format the engine reads, and links.

import { decoded } from "./charset.js";
import { button, choices, element, field } from "./element.js";
import { pasted } from "./reading.js";
import { say, translate } from "./strings.js";

const FORMATS = [
  ["sgf", "SGF"],
  ["ggf", "GGF"],
  ["transcript", "f5d6c3…"],
  ["obf", "OBF"],
];

export class Files {
  #format = "sgf";
  // What was asked to be read last, by number.
  #reading = 0;
  // What is said of a problem and of what was done, in the language of the page.
  #tells = { problem: () => "", done: () => "" };
  // The link to what is shown.
  address = "#analyse";

  // `game` gives the whole game and `position` that up to the board, `onload` takes one that was
  // read, `onshare` hears of the address that was given away.
  constructor(helper, { game, position, onload, onshare }) {
    Object.assign(this, { helper, game, position, onload, onshare });
    this.text = element("textarea", { rows: "4", spellcheck: "false" });
    this.file = element("input", { type: "file", onchange: () => this.#readFile() });
    this.games = element("div");
    this.problem = element("p", { class: "problem", role: "alert" });
    this.done = element("p", { class: "done", role: "status" });
    const formats = choices(FORMATS, "sgf", (format) => {
      this.#format = format;
    });
    this.saving = [field("format", formats), button("save", () => this.#save())];
    this.element = element(
      "details",
      { class: "card" },
      element("summary", { data: { word: "files" } }),
      element(
        "div",
        { class: "setting" },
        field("file", this.file),
        field("paste", this.text),
        element(
          "div",
          { class: "bar" },
          button("load", () => this.load(), { class: "primary" }),
        ),
        this.games,
        this.problem,
        element(
          "div",
          { class: "bar end" },
          ...this.saving,
          button("share", () => this.#share()),
        ),
        this.done,
      ),
    );
    document.addEventListener("languagechange", () => this.#say());
  }

  // Shows whether there are formats for the game.
  offer(possible) {
    for (const part of this.saving) part.hidden = !possible;
  }

  // Reads the pasted text; of several games the reader chooses one.
  async load() {
    this.#clear();
    this.#reading += 1;
    const reading = this.#reading;
    try {
      const read = await pasted(await this.helper(), this.game(), this.text.value);
      // Another text was read meanwhile.
      if (reading !== this.#reading) return;
      const { games, problems } = read;
      if (games.length > 1) this.#choose(games);
      await this.onload(games[0]);
      const bad = problems.length;
      const unread = { bad, all: games.length + bad, problem: problems[0] };
      if (bad === 0 || reading !== this.#reading) return;
      this.#say({ problem: () => say("someUnread", unread) });
    } catch (problem) {
      if (reading !== this.#reading) return;
      this.#say({ problem: () => say("unreadable", { problem: problem.message }) });
    }
  }

  async #readFile() {
    const [file] = this.file.files;
    if (!file) return;
    this.#reading += 1;
    const reading = this.#reading;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (reading !== this.#reading) return;
    this.text.value = decoded(bytes);
    await this.load();
  }

  #choose(games) {
    const name = ({ title, start, moves }, number) =>
      `${number + 1}. ${title || [start, moves.slice(0, 8).join("")].filter(Boolean).join(" ")}`;
    const list = choices(
      games.map((game, number) => [String(number), name(game, number)]),
      "0",
      (number) => this.onload(games[Number(number)]),
    );
    const chosen = field("games", list);
    this.games.replaceChildren(chosen);
    translate(this.games);
  }

  async #save() {
    this.#clear();
    try {
      const text = await (await this.helper()).call("save", this.#saved(), this.#format);
      this.text.value = text;
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      const extension = this.#format === "transcript" ? "txt" : this.#format;
      element("a", { href: address, download: `yomi.${extension}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (problem) {
      this.#say({ problem: () => say("refused", { problem: problem.message }) });
    }
  }

  // A format of positions keeps the one on the board, others the whole game.
  #saved() {
    return this.#format === "obf" ? this.position() : this.game();
  }

  async #share() {
    this.#clear();
    const link = new URL(this.address, location.href).href;
    this.text.value = link;
    history.replaceState(null, "", this.address);
    this.onshare(this.address);
    try {
      await navigator.clipboard.writeText(link);
      this.#say({ done: () => say("copied") });
    } catch {
      this.text.select();
      this.#say({ done: () => say("link") });
    }
  }

  #clear() {
    this.#say({ problem: () => "", done: () => "" });
    this.games.replaceChildren();
  }

  #say(tells = {}) {
    Object.assign(this.#tells, tells);
    this.problem.textContent = this.#tells.problem();
    this.done.textContent = this.#tells.done();
  }
}
