// Both sides beside the board: who plays, discs, clock, and whose turn it is.

import { element } from "./element.js";
import { say, sideName } from "./strings.js";

export class Sides {
  constructor() {
    const line = (side) =>
      element(
        "div",
        { class: "side", data: { side } },
        element("span", { class: "piece", "aria-hidden": "true" }),
        element("span", { class: "who" }),
        element("span", { class: "clock" }),
        element("span", { class: "count" }),
      );
    this.lines = { black: line("black"), white: line("white") };
    this.element = element("div", { class: "sides" }, this.lines.black, this.lines.white);
  }

  show(view, names, clock = null) {
    this.element.dataset.game = view.game;
    for (const [side, line] of Object.entries(this.lines)) {
      const part = (name) => line.querySelector(`.${name}`);
      const count = view.pieces.filter((piece) => piece === side).length;
      line.classList.toggle("turn", view.score === null && view.side === side);
      part("piece").dataset.piece = side;
      part("who").textContent = [sideName(view.game, side), names[side]]
        .filter(Boolean)
        .join(" · ");
      part("clock").textContent = clock?.text(side) ?? "";
      part("count").textContent = String(count);
      part("count").setAttribute("aria-label", say("discs", { count }));
    }
  }
}
