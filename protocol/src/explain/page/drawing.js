// A search after one of its steps, shown in its panel: the parts of the picture that are known by
// then, and the state beside it.

const showTree = (word, panel, search, timeline, place) => {
  const nodes = new Map(search.nodes);
  const known = knownAfter(timeline, place);
  const step = timeline[place];
  showNodes(panel, known, step, step.id ?? search.root);
  const here = nodes.get(known.open.at(-1) ?? search.root);
  const { best, alpha, beta } = standing(nodes, here, known.left);
  const rows = [[word("node"), `${word.nameOf(here)} (${side(here)})`]];
  if (here.alpha) rows.push(["α", alpha.text], ["β", beta.text]);
  const [entered, leaves] = countedAfter(search, timeline, place);
  rows.push(
    [word("best"), best ? best.text : "–"],
    [word("leaves"), leaves],
    [word("nodes"), entered],
  );
  showState(panel, rows);
};

const showNodes = (panel, { entered, left, cut, open }, step, focus) => {
  const svg = pictureOf(panel);
  svg.classList.toggle("finished", step.kind === "done");
  for (const shape of svg.querySelectorAll("[data-node]")) {
    const id = Number(shape.dataset.node);
    shape.classList.toggle("todo", !entered.has(id) && id !== focus);
    shape.classList.toggle("open", open.includes(id));
    shape.classList.toggle("now", step.id === id);
    hide(shape.querySelectorAll(".value,.change"), !left.has(id));
    if (id === focus) reveal(shape);
  }
  if (step.kind === "done") revealChoice(svg, focus);
  for (const edge of svg.querySelectorAll("[data-edge]"))
    edge.classList.toggle("todo", !entered.has(Number(edge.dataset.edge)));
  // What stands for moves left out, or for nodes that are folded.
  for (const shape of svg.querySelectorAll("[data-of]")) {
    const id = Number(shape.dataset.of);
    const shown = shape.classList.contains("stub") ? cut.has(id) : left.has(id);
    shape.classList.toggle("todo", !shown);
    hide(shape.querySelectorAll("text"), !shown);
  }
};

// The picture in the language that is shown.
const pictureOf = (panel) => panel.querySelector(".picture:not([hidden]) svg");

const hide = (texts, hidden) => texts.forEach((text) => text.classList.toggle("hidden", hidden));

const showRounds = (word, panel, search, timeline, place) => {
  const svg = pictureOf(panel);
  const step = timeline[place];
  const last = timeline.slice(0, place + 1).findLast(({ kind }) => kind === "round");
  const known = new Map((last?.frame.nodes ?? []).map(([id, ...lines]) => [id, lines]));
  svg.classList.toggle("finished", step.kind === "done");
  for (const shape of svg.querySelectorAll("[data-node]")) {
    const id = Number(shape.dataset.node);
    const lines = known.get(id);
    shape.classList.toggle("todo", !lines && id !== 0);
    shape.classList.toggle("now", step.kind === "round" && step.frame.ends === id);
    const [value, bound] = [shape.querySelector(".value"), shape.querySelector(".small")];
    if (value) value.textContent = lines ? lines[0] : "";
    if (bound) bound.textContent = lines?.[1] ? word("bound", lines[1]) : "";
    if (shape.classList.contains("now") || (step.kind === "begin" && id === 0)) reveal(shape);
  }
  if (step.kind === "done") revealChoice(svg, 0);
  for (const edge of svg.querySelectorAll("[data-edge]"))
    edge.classList.toggle("todo", !known.has(Number(edge.dataset.edge)));
  showState(panel, [[word("rounds"), last ? last.frame.rounds : 0]]);
};

// Names and values as a table of two rows.
const showState = (panel, columns) => {
  const lines = ["th", "td"].map((tag, place) => {
    const line = document.createElement("tr");
    for (const column of columns) {
      const cell = document.createElement(tag);
      cell.textContent = minus(column[place]);
      line.append(cell);
    }
    return line;
  });
  panel.querySelector(".state tbody").replaceChildren(...lines);
};

// The move that was chosen; beside it the root and the rest of its line.
const revealChoice = (svg, root) => {
  const isRoot = ({ dataset }) => dataset.node === String(root);
  const [move, ...line] = [...svg.querySelectorAll(".chosen[data-node]")].filter(
    (shape) => !isRoot(shape),
  );
  const start = svg.querySelector(`[data-node="${root}"]`);
  if (move && start) reveal(move, start, ...line);
};

// Scrolls the picture, never the page, to the first of these shapes, and to as many of the others
// as there is room for.
const reveal = (...shapes) => {
  const frame = shapes[0].closest(".picture");
  const outer = frame.getBoundingClientRect();
  const inner = shapes.map((shape) => shape.getBoundingClientRect());
  const across = inner.map(({ left, right }) => [left, right]);
  const down = inner.map(({ top, bottom }) => [top, bottom]);
  frame.scrollLeft += shift(outer.left, outer.right, across);
  frame.scrollTop += shift(outer.top, outer.bottom, down);
};

// How far to scroll what lies between `from` and `to`.
const shift = (from, to, spans) => {
  let [start, end] = spans[0];
  for (const [first, last] of spans) {
    const [wideStart, wideEnd] = [Math.min(start, first), Math.max(end, last)];
    if (wideEnd - wideStart <= to - from) [start, end] = [wideStart, wideEnd];
  }
  return start < from || end > to ? (start + end - from - to) / 2 : 0;
};
