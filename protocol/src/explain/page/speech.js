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
