// The moves of a game, each leading to the position after it.

import { element } from "./element.js";
import { say } from "./strings.js";

export class MoveList {
  constructor(ongo) {
    this.ongo = ongo;
    this.list = element("ol", { class: "moves", tabindex: "0", data: { label: "moves" } });
    this.element = element("div", { class: "move-list" }, this.list);
  }

  // Shows all moves of which the first `ply` stand on the board; `marks` are classes by number.
  show(moves, ply, marks = new Map()) {
    this.list.setAttribute("aria-label", say("moves"));
    this.element.hidden = moves.length === 0;
    const items = moves.map((move, index) => {
      const go = element("button", {
        type: "button",
        class: marks.get(index + 1) ?? "",
        "aria-current": index + 1 === ply ? "step" : null,
        text: move.toLowerCase() === "pass" ? "–" : move,
        onclick: () => this.ongo(index + 1),
      });
      if (move.toLowerCase() === "pass") go.setAttribute("aria-label", say("pass"));
      return element("li", { class: index + 1 > ply ? "undone" : "" }, go);
    });
    // Who steps through the moves by keyboard stays where the focus was.
    const place = [...this.list.children].findIndex((item) => item.matches(":focus-within"));
    this.list.replaceChildren(...items);
    if (place >= 0) (items[place]?.firstChild ?? this.list).focus({ preventScroll: true });
    const current = this.list.querySelector("[aria-current]");
    if (current) this.#reveal(current);
    else this.list.scrollTop = 0;
  }

  // Scrolls the list alone, never the page.
  #reveal(item) {
    const [outer, inner] = [this.list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (inner.top < outer.top) this.list.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) this.list.scrollTop += inner.bottom - outer.bottom;
  }
}
