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
