// Games in and out: files and pasted text of any format the engine reads, and links.

import { decoded } from "./charset.js";
import { button, choices, element, field } from "./element.js";
import { pasted } from "./reading.js";
import { say } from "./strings.js";

const FORMATS = [
  ["sgf", "SGF"],
  ["ggf", "GGF"],
  ["transcript", "f5d6c3…"],
  ["obf", "OBF"],
];

export class Files {
  #format = "sgf";
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
  }

  // Shows whether there are formats for the game.
  offer(possible) {
    for (const part of this.saving) part.hidden = !possible;
  }

  // Reads the pasted text; of several games the reader chooses one.
  async load() {
    this.#clear();
    try {
      const read = await pasted(await this.helper(), this.game(), this.text.value);
      const { games, problems } = read;
      if (games.length > 1) this.#choose(games);
      await this.onload(games[0]);
      const bad = problems.length;
      const unread = { bad, all: games.length + bad, problem: problems[0] };
      if (bad > 0) this.problem.textContent = say("someUnread", unread);
    } catch (problem) {
      this.problem.textContent = say("unreadable", { problem: problem.message });
    }
  }

  async #readFile() {
    const [file] = this.file.files;
    if (!file) return;
    this.text.value = decoded(new Uint8Array(await file.arrayBuffer()));
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
    chosen.firstChild.textContent = say("games");
    this.games.replaceChildren(chosen);
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
      this.problem.textContent = say("refused", { problem: problem.message });
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
      this.done.textContent = say("copied");
    } catch {
      this.text.select();
      this.done.textContent = say("link");
    }
  }

  #clear() {
    this.problem.textContent = "";
    this.done.textContent = "";
    this.games.replaceChildren();
  }
}
