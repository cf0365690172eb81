// The value of a whole game, seen by Black, after every move; a click leads to the move.

import { element, shape } from "./element.js";
import { number, say } from "./strings.js";

const [WIDTH, HEIGHT, LEFT, EDGE] = [640, 190, 52, 12];

export class Graph {
  #values = [];
  #losses = [];

  constructor(ongo) {
    this.picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.element = element("figure", { class: "graph", hidden: true }, this.picture);
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const ply = Math.round((x - LEFT) / this.#step());
      ongo(Math.max(0, Math.min(this.#values.length - 1, ply)));
    });
  }

  // Takes the values after 0, 1, 2 … moves, and what each move lost.
  draw(values, losses) {
    [this.#values, this.#losses] = [values, losses];
    this.element.hidden = values.length < 2;
  }

  // Shows them, with a line at the position on the board.
  show(ply) {
    if (this.element.hidden) return;
    const most = Math.max(8, ...this.#values.map(Math.abs));
    const scale = Math.min(64, Math.ceil(most / 8) * 8);
    const x = (place) => LEFT + place * this.#step();
    const y = (value) => HEIGHT / 2 - (value / scale) * (HEIGHT / 2 - EDGE);
    const points = this.#values.map(
      (value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`,
    );
    const area = [`${x(0)},${y(0)}`, ...points, `${x(points.length - 1)},${y(0)}`].join(" ");
    this.picture.setAttribute("aria-label", say("graph"));
    this.picture.replaceChildren(
      ...[-scale, -scale / 2, 0, scale / 2, scale].flatMap((value) => this.#rule(value, y(value))),
      shape("polygon", { class: "area", points: area }),
      shape("line", { class: "here", x1: x(ply), x2: x(ply), y1: 2, y2: HEIGHT - 2 }),
      shape("polyline", { points: points.join(" ") }),
      ...this.#losses.flatMap((loss, index) =>
        loss < 2 ? [] : [this.#mistake(x(index + 1), y(this.#values[index + 1]), index + 1, loss)],
      ),
    );
  }

  #step() {
    return (WIDTH - LEFT - EDGE) / Math.max(1, this.#values.length - 1);
  }

  #rule(value, y) {
    const text = shape("text", { x: LEFT - 6, y: y + 4 });
    text.textContent = value > 0 ? `+${value}` : number(value);
    const line = shape("line", {
      class: value === 0 ? "zero" : "rule",
      x1: LEFT,
      x2: WIDTH,
      y1: y,
      y2: y,
    });
    return [line, text];
  }

  #mistake(cx, cy, ply, loss) {
    const title = shape("title");
    title.textContent = say("lost", { ply, loss });
    return shape("circle", { class: "mistake", cx, cy, r: 4.5 }, title);
  }
}
