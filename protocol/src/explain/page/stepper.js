// Shows pictures step by step. What is said stands in `words`.

// Steps through `searches` in the panels of `root`, which has the controls of `page.html`.
export const stepper = (root, searches, first) => {
  const minus = (text) => String(text).replaceAll("-", "−");
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const panels = [...root.querySelectorAll(".search")];
  let language = first,
    at = 0,
    timer = null,
    right = 0,
    asked = 0,
    pending = null;
  const word = (key, values) => {
    const found = words[language][key];
    return typeof found === "function" ? minus(found(values)) : found;
  };

  const viewer = (search) => words[language].sides[search.viewer] || search.viewer;

  // The steps of a tree: each is what happens, and at which node.
  const steps = (search) => {
    if (search.frames)
      return [
        { kind: "begin" },
        ...search.frames.map((frame) => ({ kind: "round", frame })),
        { kind: "done" },
      ];
    const nodes = new Map(search.nodes),
      folded = new Set(search.folded),
      found = [{ kind: "begin" }];
    const walk = (id) => {
      const node = nodes.get(id),
        inner = node.children.length > 0;
      if (folded.has(id)) return found.push({ kind: "folded", id });
      if (!inner) {
        const kind = { leaf: "leaf", remembered: "known", recalled: "known", ruled: "ruled" }[
          node.ending
        ];
        return found.push({ kind: kind || "unfinished", id });
      }
      found.push({ kind: "enter", id });
      node.children.forEach((child) => nodes.has(child) && walk(child));
      if (node.reason) found.push({ kind: "cut", id });
      found.push({ kind: node.value ? "leave" : "unfinished", id });
    };
    if (nodes.has(search.root)) walk(search.root);
    found.push({ kind: "done" });
    return found;
  };
  const timelines = searches.map(steps);
  const most = Math.max(...timelines.map((timeline) => timeline.length)) - 1;
  const name = (node) =>
    node.label || (node.parent === null ? word("root") : node.value ? minus(node.value.text) : "?");
  const side = (node) => (node.maximises ? "max" : "min");

  // What is known at a node once the given nodes have returned.
  const standing = (nodes, node, left) => {
    const values = node.children
      .filter((child) => left.has(child))
      .map((child) => nodes.get(child).value)
      .filter(Boolean);
    const better = node.maximises
      ? (a, b) => (b.score > a.score ? b : a)
      : (a, b) => (b.score < a.score ? b : a);
    const best = values.length ? values.reduce(better) : null;
    let { alpha, beta } = node;
    if (best && alpha && node.maximises && best.score > alpha.score) alpha = best;
    if (best && beta && !node.maximises && best.score < beta.score) beta = best;
    return { best, alpha, beta };
  };

  const sentence = (search, step) => {
    if (step.kind === "begin") return word("begin", { viewer: viewer(search) });
    if (step.kind === "done") return word("done", { title: search.title });
    if (step.kind === "round") {
      const { rounds, path, share } = step.frame;
      return word("round", {
        rounds,
        path: path.join(" "),
        share: String(share),
        viewer: viewer(search),
      });
    }
    const nodes = new Map(search.nodes),
      node = nodes.get(step.id);
    const value = node.value
      ? { exact: "", at_least: "≥ ", at_most: "≤ " }[node.precision] + node.value.text
      : "?";
    const window = node.alpha
      ? word("window", { alpha: node.alpha.text, beta: node.beta.text })
      : "";
    const said = word(step.kind, {
      name: name(node),
      side: side(node),
      window,
      value,
      reason: node.reason,
      left: node.left_out.join(" "),
    });
    const returned = !["enter", "cut", "unfinished"].includes(step.kind);
    const change =
      returned && node.changes
        ? word("change", { change: node.changes, parent: name(nodes.get(node.parent)) })
        : "";
    return said + change;
  };

  const table = (panel, rows) => {
    const body = panel.querySelector(".state tbody");
    body.replaceChildren(
      ...["th", "td"].map((tag, place) => {
        const row = document.createElement("tr");
        rows.forEach((cells) => {
          const cell = document.createElement(tag);
          cell.textContent = minus(cells[place]);
          row.append(cell);
        });
        return row;
      }),
    );
  };

  const showTree = (panel, search, timeline, place) => {
    const nodes = new Map(search.nodes),
      svg = panel.querySelector("svg");
    const entered = new Set(),
      left = new Set(),
      cut = new Set(),
      open = [];
    let leaves = 0;
    timeline.slice(0, place + 1).forEach(({ kind, id }) => {
      if (id === undefined) return;
      entered.add(id);
      if (kind === "enter") open.push(id);
      else if (kind === "cut") cut.add(id);
      else {
        left.add(id);
        if (open.at(-1) === id) open.pop();
      }
      if (kind === "leaf") leaves += 1;
    });
    const step = timeline[place];
    svg.classList.toggle("finished", step.kind === "done");
    svg.querySelectorAll("[data-node]").forEach((shape) => {
      const id = Number(shape.dataset.node);
      shape.classList.toggle("todo", !entered.has(id));
      shape.classList.toggle("open", open.includes(id));
      shape.classList.toggle("now", step.id === id);
      shape
        .querySelectorAll(".value,.change")
        .forEach((text) => text.classList.toggle("hidden", !left.has(id)));
      if ((step.id ?? search.root) === id) reveal(panel, shape);
    });
    svg
      .querySelectorAll("[data-edge]")
      .forEach((edge) => edge.classList.toggle("todo", !entered.has(Number(edge.dataset.edge))));
    svg.querySelectorAll("[data-of]").forEach((shape) => {
      const id = Number(shape.dataset.of);
      const shown = shape.classList.contains("stub") ? cut.has(id) : left.has(id);
      shape.classList.toggle("todo", !shown);
      shape.querySelectorAll("text").forEach((text) => text.classList.toggle("hidden", !shown));
    });
    const here = nodes.get(open.at(-1) ?? search.root),
      known = standing(nodes, here, left);
    const rows = [[word("node"), `${name(here)} (${side(here)})`]];
    if (here.alpha) rows.push(["α", known.alpha.text], ["β", known.beta.text]);
    rows.push(
      [word("best"), known.best ? known.best.text : "–"],
      [word("leaves"), leaves],
      [word("nodes"), entered.size],
    );
    table(panel, rows);
  };

  const showRounds = (panel, search, timeline, place) => {
    const svg = panel.querySelector("svg"),
      step = timeline[place];
    const last = timeline
      .slice(0, place + 1)
      .filter(({ kind }) => kind === "round")
      .at(-1);
    const known = new Map(last ? last.frame.nodes.map(([id, ...lines]) => [id, lines]) : []);
    svg.classList.toggle("finished", step.kind === "done");
    svg.querySelectorAll("[data-node]").forEach((shape) => {
      const id = Number(shape.dataset.node),
        lines = known.get(id);
      shape.classList.toggle("todo", !lines && id !== 0);
      shape.classList.toggle("now", step.kind === "round" && step.frame.ends === id);
      const [value, bound] = [shape.querySelector(".value"), shape.querySelector(".small")];
      if (value) value.textContent = lines ? lines[0] : "";
      if (bound) bound.textContent = lines ? minus(lines[1]) : "";
    });
    svg
      .querySelectorAll("[data-edge]")
      .forEach((edge) => edge.classList.toggle("todo", !known.has(Number(edge.dataset.edge))));
    table(panel, [[word("rounds"), last ? last.frame.rounds : 0]]);
  };

  const reveal = (panel, shape) => {
    const frame = panel.querySelector(".picture"),
      outer = frame.getBoundingClientRect(),
      inner = shape.getBoundingClientRect();
    if (inner.left < outer.left || inner.right > outer.right)
      frame.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      frame.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  };

  const show = () => {
    searches.forEach((search, number) => {
      const timeline = timelines[number],
        place = Math.min(at, timeline.length - 1),
        panel = panels[number];
      panel.querySelector(".says").textContent = sentence(search, timeline[place]);
      (search.frames ? showRounds : showTree)(panel, search, timeline, place);
    });
    part("slider").max = most;
    part("slider").value = at;
    part("place").textContent = `${at} / ${most}`;
    ["first", "back"].forEach((id) => {
      part(id).disabled = at === 0;
    });
    ["forward", "last"].forEach((id) => {
      part(id).disabled = at === most;
    });
  };

  // The question that a step answers, asked of the first search that has one.
  const question = (next) => {
    for (const [number, search] of searches.entries()) {
      const found = timelines[number][next] ? questionOf(search, timelines[number], next) : null;
      if (found)
        return searches.length > 1
          ? { ...found, text: `${panels[number].querySelector("h2,h3").textContent}: ${found.text}` }
          : found;
    }
    return null;
  };
  const questionOf = (search, timeline, next) => {
    const step = timeline[next];
    if (search.frames) {
      const before = timeline[next - 1];
      if (!search.bounds || step.kind !== "round" || before.kind !== "round") return null;
      const moves = search.moves;
      if (step.frame.rounds !== before.frame.rounds + 1) return null;
      if (moves.includes(step.frame.path[0]))
        return { text: word("askNext"), choices: moves, answer: step.frame.path[0] };
      return null;
    }
    const nodes = new Map(search.nodes);
    if (step.kind === "done") {
      const root = nodes.get(search.root),
        moves = root.children.map((child) => name(nodes.get(child)));
      if (search.chosen && moves.includes(search.chosen))
        return { text: word("askChosen"), choices: [...new Set(moves)], answer: search.chosen };
      return null;
    }
    const node = nodes.get(step.id);
    if (step.kind === "leave" && node.children.length > 1) {
      const values = node.children
        .filter((child) => nodes.get(child).value)
        .map((child) => nodes.get(child).value.text);
      return {
        text: word("askValue", { name: name(node), side: side(node) }),
        choices: [...new Set(values)],
        answer: node.value.text,
      };
    }
    const above = step.kind === "cut" ? node : nodes.get(node.parent);
    const later =
      step.kind === "cut" ? node.left_out.length > 0 : above && above.children[0] !== step.id;
    if (above && above.alpha && later && step.kind !== "leave") {
      return {
        text: word("askCut", { name: name(above) }),
        choices: [word("yes"), word("no")],
        answer: step.kind === "cut" ? word("yes") : word("no"),
      };
    }
    return null;
  };

  const ask = ({ text, choices, answer }) => {
    const box = part("question"),
      line = document.createElement("p");
    line.textContent = text;
    const buttons = choices.map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = minus(choice);
      button.addEventListener("click", () => {
        const good = choice === answer;
        asked += 1;
        right += good ? 1 : 0;
        part("verdict").className = good ? "right" : "wrong";
        part("verdict").textContent = word(good ? "right" : "wrong", { answer, right, asked });
        move(pending);
        part("forward").focus();
      });
      return button;
    });
    box.replaceChildren(line, ...buttons);
    box.hidden = false;
    buttons[0].focus();
  };

  const move = (to) => {
    at = Math.max(0, Math.min(most, to));
    pending = null;
    part("question").hidden = true;
    show();
  };
  const forward = () => {
    if (at === most) return stop();
    const found = part("quiz").checked ? question(at + 1) : null;
    if (!found) {
      part("verdict").textContent = "";
      return move(at + 1);
    }
    stop();
    pending = at + 1;
    ask(found);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    part("play").textContent = word("play");
  };
  const speak = (spoken) => {
    language = spoken;
    root.querySelectorAll("[data-word]").forEach((element) => {
      element.textContent = word(element.dataset.word);
    });
    root
      .querySelectorAll("[data-label]")
      .forEach((element) => element.setAttribute("aria-label", word(element.dataset.label)));
    panels.forEach((panel, number) =>
      panel.querySelector(".picture").setAttribute("aria-label", searches[number].title),
    );
    part("verdict").textContent = "";
    move(at);
  };

  part("first").addEventListener("click", () => move(0));
  part("back").addEventListener("click", () => move(at - 1));
  part("forward").addEventListener("click", forward);
  part("last").addEventListener("click", () => move(most));
  part("slider").addEventListener("input", (event) => move(Number(event.target.value)));
  part("quiz").addEventListener("change", () => {
    right = asked = 0;
    move(at);
  });
  part("play").addEventListener("click", () => {
    if (timer) return stop();
    timer = setInterval(forward, 1200);
    part("play").textContent = word("pause");
  });
  root.addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input,.picture,pre")
    )
      return;
    const action = {
      ArrowRight: forward,
      ArrowLeft: () => move(at - 1),
      Home: () => move(0),
      End: () => move(most),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  speak(language);
  return { speak, stop };
};
