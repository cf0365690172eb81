// A board to look at and to play on, by pointer, keyboard and screen reader: a grid of squares of
// which one takes the focus.

import { element } from "./element.js";
import { say, sideName } from "./strings.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  #cells = [];
  #focus = 0;
  #shape = "";
  #view = null;

  // `onplay` hears the name of every square that is chosen; `own` may speak another language than
  // the page.
  constructor(onplay = () => {}, own = say) {
    this.onplay = onplay;
    this.say = own;
    this.grid = element("div", { class: "grid", role: "grid" });
    this.columns = element("div", { class: "names columns", "aria-hidden": "true" });
    this.rows = element("div", { class: "names rows", "aria-hidden": "true" });
    this.element = element("div", { class: "board" }, this.columns, this.rows, this.grid);
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      if (cell) this.#choose(this.#cells.indexOf(cell));
    });
  }

  // Shows a position as `look` gives it. `open` says whether moves are shown and may be made;
  // `marks` are texts on squares: `{ text, class, said }` by name.
  show(view, { open = false, marks = new Map() } = {}) {
    this.#view = { ...view, open };
    const shape = `${view.game} ${view.size}`;
    if (shape !== this.#shape) this.#build(view);
    this.#shape = shape;
    const lastAt = view.names.indexOf(view.last);
    this.#order(view).forEach((index, place) => {
      const name = view.names[index];
      const legal = open && view.moves.includes(name);
      this.#fill(this.#cells[place], {
        name,
        piece: view.pieces[index],
        legal,
        last: name === view.last,
        mark: marks.get(name),
        side: view.side,
        delay: lastAt < 0 ? 0 : distance(index, lastAt, view.size),
      });
    });
    const game = this.say(view.game);
    this.grid.setAttribute("aria-label", this.say("board", { game, size: view.size }));
    this.grid.classList.toggle("open", open);
  }

  // Speaks another language from the next position on.
  speak(own) {
    this.say = own;
  }

  // Gives the focus to the square that has had it.
  focus() {
    this.#cells[this.#focus]?.focus();
  }

  // Row 1 stands at the top, in Go at the bottom.
  #order({ game, size, names }) {
    const rows = [...Array(size).keys()];
    if (game === "Go") rows.reverse();
    return rows.flatMap((row) => names.slice(0, size).map((_, column) => row * size + column));
  }

  #build(view) {
    const { size, names, game } = view;
    this.element.dataset.game = game;
    this.element.style.setProperty("--size", size);
    this.#cells = [];
    const order = this.#order(view);
    const rows = [...Array(size).keys()].map((row) => {
      const cells = [...Array(size).keys()].map((column) => {
        const cell = element(
          "div",
          { role: "gridcell", tabindex: "-1" },
          element("span", { class: "piece" }),
          element("span", { class: "mark" }),
        );
        const edges = [
          row === 0 && "top",
          row === size - 1 && "bottom",
          column === 0 && "left",
          column === size - 1 && "right",
        ];
        cell.classList.add(...edges.filter(Boolean));
        this.#cells.push(cell);
        return cell;
      });
      return element("div", { role: "row" }, ...cells);
    });
    this.grid.replaceChildren(...rows);
    const text = (at, from) => element("span", { text: names[order[at]].slice(...from) });
    this.columns.replaceChildren(...rows.map((_, column) => text(column, [0, 1])));
    this.rows.replaceChildren(...rows.map((_, row) => text(row * size, [1])));
    this.#focus = Math.floor(size / 2) * size + Math.floor(size / 2) - (size % 2 ? 0 : 1);
    this.#cells[this.#focus].tabIndex = 0;
  }

  #fill(cell, { name, piece, legal, last, mark, side, delay }) {
    const disc = cell.querySelector(".piece");
    const before = disc.dataset.piece;
    disc.dataset.piece = piece ?? "";
    disc.classList.toggle("new", Boolean(piece) && before === "");
    disc.style.setProperty("--delay", piece && before && before !== piece ? delay : 0);
    cell.dataset.square = name;
    cell.classList.toggle("legal", legal);
    cell.classList.toggle("last", last);
    cell.dataset.side = legal ? side : "";
    const label = cell.querySelector(".mark");
    label.textContent = mark?.text ?? "";
    label.className = `mark ${mark?.class ?? ""}`;
    const said = [
      name,
      piece ? sideName(this.#view.game, piece, this.say) : this.say("empty"),
      last && this.say("lastMove"),
      legal && this.say("legal"),
      mark && (mark.said ?? mark.text),
    ];
    cell.setAttribute("aria-label", said.filter(Boolean).join(", "));
  }

  #key(event) {
    // Those are the browser's.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { size } = this.#view;
    const [row, column] = [Math.floor(this.#focus / size), this.#focus % size];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#choose(this.#focus);
    }
    let [down, right] = STEPS[event.key] ?? [0, 0];
    if (event.key === "Home") right = -column;
    else if (event.key === "End") right = size - 1 - column;
    else if (!STEPS[event.key]) return;
    event.preventDefault();
    const clamp = (line) => Math.max(0, Math.min(size - 1, line));
    this.#move(clamp(row + down) * size + clamp(column + right));
    this.focus();
  }

  #move(place) {
    this.#cells[this.#focus].tabIndex = -1;
    this.#focus = place;
    this.#cells[place].tabIndex = 0;
  }

  #choose(place) {
    this.#move(place);
    if (!this.#view?.open) return;
    const name = this.#cells[place].dataset.square;
    if (this.#view.moves.includes(name)) this.onplay(name);
  }
}

const distance = (one, other, size) =>
  Math.max(
    Math.abs((one % size) - (other % size)),
    Math.abs(Math.floor(one / size) - Math.floor(other / size)),
  );
