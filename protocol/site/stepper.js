// What the page says, in both languages.
export const words = {
  en: {
    heading: "How the search went",
    other: "日本語",
    first: "First",
    back: "Back",
    forward: "Forward",
    last: "Last",
    play: "Play",
    pause: "Pause",
    step: "Step",
    quiz: "Quiz",
    controls: "Steps",
    state: "Now",
    whole: "The tree as text",
    node: "node",
    best: "best so far",
    leaves: "leaves",
    nodes: "nodes",
    rounds: "rounds",
    root: "the root",
    bound: (o) => `bound ${o}`,
    yes: "Yes",
    no: "No",
    sides: {},
    begin: (o) => `Values are ${o.viewer}'s${o.moves ? ", who is to move at the root" : ""}.`,
    enter: (o) => `Enter ${o.name}: ${o.side === "max" ? "a max node" : "a min node"}${o.window}.`,
    window: (o) => ` with α = ${o.alpha}, β = ${o.beta}`,
    leaf: (o) => `${o.name} is a leaf: ${o.value}.`,
    known: (o) => `${o.name} is known already: ${o.value}.`,
    ruled: (o) => `${o.name}: the side to move has no move, which counts ${o.value}.`,
    folded: (o) => `${o.name}, whose tree is not drawn, returns ${o.value}.`,
    leave: (o) => `${o.name} returns ${o.value}.`,
    unfinished: (o) => `${o.name} was not finished: the search was stopped.`,
    cut: (o) => `Cut at ${o.name}: ${o.reason}. Not looked at: ${o.left}.`,
    change: (o) => ` Now ${o.change} at ${o.parent}.`,
    done: (o) => `Done: ${o.title}.`,
    round: (o) => `Round ${o.rounds}: ${o.path}; the playout gives ${o.share} to ${o.viewer}.`,
    askValue: (o) => `What does ${o.name} (${o.side}) return?`,
    askCut: (o) => `Is the next branch of ${o.name} cut?`,
    askChosen: () => "Which move does the search choose?",
    askNext: () => "Which move of the root has the highest bound, so that the next round tries it?",
    right: (o) => `Right: ${o.answer}. (${o.right} of ${o.asked} so far)`,
    wrong: (o) => `Wrong: it is ${o.answer}. (${o.right} of ${o.asked} so far)`,
  },
  ja: {
    heading: "探索の様子",
    other: "English",
    first: "最初",
    back: "戻る",
    forward: "進む",
    last: "最後",
    play: "再生",
    pause: "一時停止",
    step: "ステップ",
    quiz: "クイズ",
    controls: "ステップ操作",
    state: "現在の状態",
    whole: "木をテキストで見る",
    node: "ノード",
    best: "暫定最善値",
    leaves: "葉",
    nodes: "ノード数",
    rounds: "プレイアウト数",
    root: "根",
    bound: (o) => `上限 ${o}`,
    yes: "はい",
    no: "いいえ",
    sides: { Black: "黒", White: "白" },
    begin: (o) =>
      o.moves
        ? `値は、根の手番側（${o.viewer}）から見たものです。`
        : `値は ${o.viewer} から見たものです。`,
    enter: (o) => `${o.name} に入ります（${o.side} ノード${o.window}）。`,
    window: (o) => `、α = ${o.alpha}、β = ${o.beta}`,
    leaf: (o) => `${o.name} は葉で、値は ${o.value} です。`,
    known: (o) => `${o.name} は既知で、値は ${o.value} です。`,
    ruled: (o) => `${o.name} では手番側に手がなく、値は ${o.value} とします。`,
    folded: (o) => `${o.name}（内部は省略）は ${o.value} を返します。`,
    leave: (o) => `${o.name} は ${o.value} を返します。`,
    unfinished: (o) => `${o.name} は途中で打ち切られました。`,
    cut: (o) => `${o.name} で枝刈り: ${o.reason}。調べない手: ${o.left}。`,
    change: (o) => `${o.parent} では ${o.change} になります。`,
    done: (o) => `終了: ${o.title}`,
    round: (o) =>
      `${o.rounds} 回目: ${o.path}。プレイアウトの結果は ${o.viewer} にとって ${o.share} です。`,
    askValue: (o) => `${o.name}（${o.side}）が返す値はどれですか。`,
    askCut: (o) => `${o.name} の次の枝は枝刈りされますか。`,
    askChosen: () => "探索が選ぶ手はどれですか。",
    askNext: () => "上限値が最大で、次に試される根の手はどれですか。",
    right: (o) => `正解: ${o.answer}。${o.asked} 問中 ${o.right} 問正解。`,
    wrong: (o) => `不正解。答えは ${o.answer} です。${o.asked} 問中 ${o.right} 問正解。`,
  },
};
// What a search did, step by step, without a word and without a picture.

// The steps of a search: each is what happens, and at which node.
const timelineOf = (search) => {
  const begin = { kind: "begin" };
  const done = { kind: "done" };
  if (search.frames)
    return [begin, ...search.frames.map((frame) => ({ kind: "round", frame })), done];
  const nodes = new Map(search.nodes);
  const inside = nodes.has(search.root) ? walk(search.root, nodes, new Set(search.folded)) : [];
  return [begin, ...inside, done];
};

// The steps at a node and below it.
const walk = (id, nodes, folded) => {
  const node = nodes.get(id);
  if (folded.has(id)) return [{ kind: "folded", id }];
  if (node.children.length === 0) return [{ kind: AT_A_LEAF[node.ending] ?? "unfinished", id }];
  const drawn = node.children.filter((child) => nodes.has(child));
  return [
    { kind: "enter", id },
    ...drawn.flatMap((child) => walk(child, nodes, folded)),
    ...(node.left_out.length > 0 ? [{ kind: "cut", id }] : []),
    { kind: node.value ? "leave" : "unfinished", id },
  ];
};

const AT_A_LEAF = { leaf: "leaf", remembered: "known", recalled: "known", ruled: "ruled" };

// What is known of a tree after a step: the nodes entered, those that have returned, those that
// were cut, and those still open.
const knownAfter = (timeline, place) => {
  const known = { entered: new Set(), left: new Set(), cut: new Set(), open: [] };
  for (const { kind, id } of timeline.slice(0, place + 1)) {
    if (id === undefined) continue;
    known.entered.add(id);
    if (kind === "enter") known.open.push(id);
    else if (kind === "cut") known.cut.add(id);
    else {
      known.left.add(id);
      if (known.open.at(-1) === id) known.open.pop();
    }
  }
  return known;
};

// The positions and the leaves that were counted after a step, drawn or not.
const countedAfter = ({ counts }, timeline, place) => {
  const last = timeline.slice(0, place + 1).findLast(({ id }) => id !== undefined);
  if (!last) return [0, 0];
  const [, entered, left] = counts.find(([id]) => id === last.id);
  return last.kind === "enter" ? entered : left;
};

// The best value and the window at a node once the given nodes have returned.
const standing = (nodes, node, left) => {
  const returned = node.children.filter((child) => left.has(child));
  const values = returned.map((child) => nodes.get(child).value).filter(Boolean);
  const sign = node.maximises ? 1 : -1;
  const better = (a, b) => (sign * b.score > sign * a.score ? b : a);
  const best = values.length > 0 ? values.reduce(better) : null;
  let { alpha, beta } = node;
  if (best && alpha && node.maximises && best.score > alpha.score) alpha = best;
  if (best && beta && !node.maximises && best.score < beta.score) beta = best;
  return { best, alpha, beta };
};
// What is said of the steps of a search, and asked about them, in the language of `word`.

const minus = (text) => String(text).replaceAll("-", "−");
const side = (node) => (node.maximises ? "max" : "min");
const SIGNS = { exact: "", at_least: "≥ ", at_most: "≤ " };

// The word of a key in a language, with values in it.
const speaker = (language) => {
  const word = (key, values) => {
    const found = words[language][key];
    return typeof found === "function" ? minus(found(values)) : found;
  };
  word.titleOf = ({ title }) => minus(title[language]);
  word.viewerOf = ({ viewer }) => words[language].sides[viewer] ?? viewer;
  // A leaf without a name is called by its value, which nobody has to find.
  word.nameOf = ({ label, parent, value }) =>
    label || (parent === null ? word("root") : value ? minus(value.text) : "?");
  return word;
};

// What happens in a step.
const sentence = (word, search, step) => {
  const viewer = word.viewerOf(search);
  if (step.kind === "begin") {
    const root = new Map(search.nodes ?? []).get(search.root);
    return word("begin", { viewer, moves: root?.maximises ?? true });
  }
  if (step.kind === "done") return word("done", { title: word.titleOf(search) });
  if (step.kind === "round") {
    const { rounds, path, share } = step.frame;
    return word("round", { rounds, path: path.join(" "), share: String(share), viewer });
  }
  const nodes = new Map(search.nodes);
  const node = nodes.get(step.id);
  const { alpha, beta, value, precision, reason, left_out: left, changes } = node;
  const said = word(step.kind, {
    name: word.nameOf(node),
    side: side(node),
    window: alpha ? word("window", { alpha: alpha.text, beta: beta.text }) : "",
    value: value ? SIGNS[precision] + value.text : "?",
    reason,
    left: left.join(" "),
  });
  const returned = !["enter", "cut", "unfinished"].includes(step.kind);
  if (!returned || !changes) return said;
  return said + word("change", { change: changes, parent: word.nameOf(nodes.get(node.parent)) });
};

// The question that a step answers, if there is one: text, choices and those that are right. What
// leaves no choice is not asked.
const questionOf = (word, search, timeline, next) => {
  const found = questionAt(word, search, timeline, next);
  return found && found.choices.length > found.answers.length ? found : null;
};

const questionAt = (word, search, timeline, next) => {
  const step = timeline[next];
  if (search.frames) return questionOfRound(word, search, timeline[next - 1], step);
  const nodes = new Map(search.nodes);
  if (step.kind === "done") return questionOfChoice(word, search, nodes);
  const node = nodes.get(step.id);
  if (step.kind === "leave" && node.children.length > 1) {
    const values = node.children.map((child) => nodes.get(child)?.value?.text).filter(Boolean);
    const text = word("askValue", { name: word.nameOf(node), side: side(node) });
    return { text, choices: [...new Set(values)], answers: [node.value.text] };
  }
  return questionOfCut(word, nodes, step, node);
};

const questionOfRound = (word, { bounds, moves }, before, step) => {
  if (!bounds || step.kind !== "round" || before.kind !== "round") return null;
  if (step.frame.rounds !== before.frame.rounds + 1) return null;
  const known = new Map(before.frame.nodes.map(([id, , bound]) => [id, boundOf(bound)]));
  const most = Math.max(...moves.map(([id]) => known.get(id)));
  const best = moves.filter(([id]) => known.get(id) === most).map(([, move]) => move);
  // Moves that are not drawn may have a higher one.
  if (!best.includes(step.frame.path[0])) return null;
  return { text: word("askNext"), choices: moves.map(([, move]) => move), answers: best };
};

// What was never tried has no limit.
const boundOf = (number) => (number === "∞" ? Infinity : Number(number));

const questionOfChoice = (word, { root, chosen }, nodes) => {
  const drawn = nodes.get(root).children.filter((child) => nodes.has(child));
  const moves = drawn.map((child) => word.nameOf(nodes.get(child)));
  if (!chosen || !moves.includes(chosen)) return null;
  return { text: word("askChosen"), choices: [...new Set(moves)], answers: [chosen] };
};

// Whether the next branch of a node is cut.
const questionOfCut = (word, nodes, { kind, id }, node) => {
  const above = kind === "cut" ? node : nodes.get(node.parent);
  const isLater = kind === "cut" ? node.left_out.length > 0 : above && above.children[0] !== id;
  if (!above?.alpha || !isLater || kind === "leave") return null;
  const answers = [word(kind === "cut" ? "yes" : "no")];
  const text = word("askCut", { name: word.nameOf(above) });
  return { text, choices: [word("yes"), word("no")], answers };
};
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
// Steps through searches side by side, by buttons, slider and keyboard, with a quiz.

// Steps through `searches` in the panels of `root`, which has the controls of `page.html`, and
// speaks `language` first.
export const stepper = (root, searches, language) => {
  const made = new Stepper(root, searches, language);
  return { speak: (next) => made.speak(next), stop: () => made.stop() };
};

class Stepper {
  #at = 0;
  #timer = null;
  // The step behind the open question, the questions so far, and those answered rightly.
  #pending = null;
  #asked = 0;
  #right = 0;

  constructor(root, searches, language) {
    Object.assign(this, { root, searches, word: speaker(language) });
    this.panels = [...root.querySelectorAll(".search")];
    this.timelines = searches.map(timelineOf);
    this.most = Math.max(...this.timelines.map((timeline) => timeline.length)) - 1;
    this.#listen();
    this.speak(language);
  }

  // Changes the language.
  speak(language) {
    this.word = speaker(language);
    for (const place of this.root.querySelectorAll("[data-word]"))
      place.textContent = this.word(place.dataset.word);
    for (const place of this.root.querySelectorAll("[data-label]"))
      place.setAttribute("aria-label", this.word(place.dataset.label));
    for (const place of this.root.querySelectorAll(".search [lang]"))
      place.hidden = place.lang !== language;
    for (const [number, panel] of this.panels.entries())
      for (const picture of panel.querySelectorAll(".picture"))
        picture.setAttribute("aria-label", this.word.titleOf(this.searches[number]));
    this.#part("play").textContent = this.word(this.#timer ? "pause" : "play");
    this.#part("verdict").textContent = "";
    this.#move(this.#at);
  }

  // Ends going on by itself.
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#part("play").textContent = this.word("play");
  }

  #part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  #listen() {
    const on = (name, event, act) => this.#part(name).addEventListener(event, act);
    on("first", "click", () => this.#move(0));
    on("back", "click", () => this.#move(this.#at - 1));
    on("forward", "click", () => this.#forward());
    on("last", "click", () => this.#move(this.most));
    on("play", "click", () => this.#play());
    on("slider", "input", ({ target }) => this.#move(Number(target.value)));
    on("quiz", "change", () => {
      this.#right = this.#asked = 0;
      this.#move(this.#at);
    });
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    const { altKey, ctrlKey, metaKey, key, target } = event;
    if (altKey || ctrlKey || metaKey || target.closest("input,.picture,pre")) return;
    const actions = {
      ArrowRight: () => this.#forward(),
      ArrowLeft: () => this.#move(this.#at - 1),
      Home: () => this.#move(0),
      End: () => this.#move(this.most),
    };
    if (!actions[key]) return;
    event.preventDefault();
    actions[key]();
  }

  #play() {
    if (this.#timer) return this.stop();
    this.#timer = setInterval(() => this.#forward(), 1200);
    this.#part("play").textContent = this.word("pause");
  }

  #forward() {
    if (this.#at === this.most) return this.stop();
    const question = this.#part("quiz").checked ? this.#question(this.#at + 1) : null;
    if (question) {
      this.stop();
      this.#pending = this.#at + 1;
      return this.#ask(question);
    }
    this.#part("verdict").textContent = "";
    this.#move(this.#at + 1);
  }

  #move(to) {
    this.#at = Math.max(0, Math.min(this.most, to));
    this.#pending = null;
    const question = this.#part("question");
    const isAsked = question.matches(":focus-within");
    question.hidden = true;
    this.#show();
    // What goes away loses the focus, and so does a button that is closed.
    if (isAsked) this.#part(this.#at === this.most ? "back" : "forward").focus();
  }

  #show() {
    for (const [number, search] of this.searches.entries()) {
      const [panel, timeline] = [this.panels[number], this.timelines[number]];
      const place = Math.min(this.#at, timeline.length - 1);
      panel.querySelector(".says").textContent = sentence(this.word, search, timeline[place]);
      (search.frames ? showRounds : showTree)(this.word, panel, search, timeline, place);
    }
    this.#part("slider").max = this.most;
    this.#part("slider").value = this.#at;
    this.#part("place").textContent = `${this.#at} / ${this.most}`;
    this.#closeButtons();
  }

  // At either end the buttons that lead on are closed; one that has the focus hands it over to its
  // opposite, so that the keys go on working.
  #closeButtons() {
    const row = ["first", "back", "forward", "last"].map((name) => this.#part(name));
    const focused = row.findIndex((button) => button.matches(":focus"));
    row.forEach((button, place) => {
      button.disabled = this.#at === (place < 2 ? 0 : this.most);
    });
    if (row[focused]?.disabled) row.at(-1 - focused).focus();
  }

  // The question that a step answers, asked of the first search that has one.
  #question(next) {
    for (const [number, search] of this.searches.entries()) {
      const timeline = this.timelines[number];
      const found = timeline[next] ? questionOf(this.word, search, timeline, next) : null;
      if (!found) continue;
      if (this.searches.length === 1) return found;
      const player = this.panels[number].querySelector("h2,h3").textContent;
      return { ...found, text: `${player}: ${found.text}` };
    }
    return null;
  }

  #ask({ text, choices, answers }) {
    const line = document.createElement("p");
    line.textContent = text;
    const buttons = choices.map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = minus(choice);
      button.addEventListener("click", () => this.#answer(choice, answers));
      return button;
    });
    const box = this.#part("question");
    box.replaceChildren(line, ...buttons);
    box.hidden = false;
    buttons[0].focus();
  }

  #answer(choice, answers) {
    const isRight = answers.includes(choice);
    const answer = isRight ? choice : answers.join(" / ");
    this.#asked += 1;
    if (isRight) this.#right += 1;
    const verdict = this.#part("verdict");
    verdict.className = isRight ? "right" : "wrong";
    const [right, asked] = [this.#right, this.#asked];
    verdict.textContent = this.word(verdict.className, { answer, right, asked });
    this.#move(this.#pending);
  }
}
