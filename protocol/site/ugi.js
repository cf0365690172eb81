// A conversation with the engine in UGI, as `yomi ugi` speaks it: one request at a time, in order.

import { Stopped } from "./engine.js";

export class Ugi {
  #engine;
  #turn = Promise.resolve();
  #heard = null;
  #refuse = null;
  #busy = false;
  #stops = 0;
  // The game with its size, the seed, the player and how many moves he is to compare, as the engine
  // has been told of them; null is not known.
  table = null;
  seed = null;
  player = null;
  lines = 1;
  // Hear of an engine that has gone, and of its return; the next question begins it again.
  onGone = () => {};
  onBack = () => {};

  constructor(engine) {
    this.#engine = engine;
    engine.onLine = (line) => this.#heard?.(line);
    engine.onGone = (problem) => {
      this.#forget();
      this.#refuse?.(problem);
      this.onGone(problem);
    };
    engine.onBack = () => this.onBack();
  }

  // Sends the lines that `lines` gives, which have no answer, and queries that have one each;
  // rejects with what the engine says against one of them.
  ask(lines, queries) {
    return this.#take(
      () =>
        new Promise((answer, refuse) => {
          let problem = null;
          this.#refuse = refuse;
          const answers = [];
          this.#heard = (line) => {
            problem ??= complaint(line);
            if (line.startsWith("response ")) answers.push(line.slice("response ".length));
            if (answers.length < queries.length) return;
            if (!problem) return answer(answers);
            // What of the lines holds is not known: all is said again.
            this.#forget();
            refuse(new Error(problem));
          };
          const asked = queries.map((query) => `query ${query}`);
          [...lines(), ...asked].forEach((line) => this.#engine.send(line));
        }),
    );
  }

  // Sends the lines that `lines` gives, which have no answer, and thinks until `bestmove`;
  // `progress` hears of every line before it. Resolves with null where there is no move; rejects
  // with what the engine says if it says why.
  go(lines, limits, progress = () => {}) {
    const stops = this.#stops;
    const thought = this.#take(
      () =>
        new Promise((answer, refuse) => {
          // What was stopped before its turn does not begin.
          if (stops !== this.#stops) return answer(null);
          this.#busy = true;
          this.#refuse = refuse;
          let problem = null;
          this.#heard = (line) => {
            const [word, move] = line.split(" ");
            if (word !== "bestmove") {
              problem = complaint(line) ?? problem;
              progress(line);
            } else if (move !== "0000") answer(move);
            else if (problem) refuse(new Error(problem));
            else answer(null);
          };
          [...lines(), `go ${limits}`.trim()].forEach((line) => this.#engine.send(line));
        }),
    );
    return thought.finally(() => {
      this.#busy = false;
    });
  }

  // Resolves when the engine has its weights, rejects with what is wrong with them.
  get whole() {
    return this.#engine.whole;
  }

  // Gives the engine up: nothing more is heard of it.
  close() {
    this.#engine.close();
  }

  // Ends the thinking with what it has.
  stop() {
    this.#stops += 1;
    if (this.#busy) this.#engine.send("stop");
  }

  // Asks what UGI has no words for.
  call(...question) {
    return this.#take(() => this.#engine.call(...question));
  }

  // Asks what takes long: the answer, and what ends this one job, which is then `Stopped`.
  begin(...question) {
    let [state, refuse] = ["waiting", null];
    const cancelled = new Promise((_, reject) => {
      refuse = reject;
    });
    const asked = this.#take(async () => {
      if (state === "cancelled") return null;
      state = "running";
      return this.#engine.call(...question).finally(() => {
        state = "done";
      });
    });
    const cancel = () => {
      if (state === "running") this.#engine.stop();
      state = "cancelled";
      refuse(new Stopped());
    };
    return { answer: Promise.race([asked, cancelled]), cancel };
  }

  #forget() {
    this.table = this.seed = this.player = this.lines = null;
  }

  #take(request) {
    const answer = this.#turn.then(request);
    this.#turn = answer.catch(() => {});
    return answer;
  }
}

// What a line `info string …` says; null for other lines.
const complaint = (line) =>
  line.startsWith("info string ") ? line.slice("info string ".length) : null;

// What a line `info depth 9 … pv …` says; null for other lines.
export const readInfo = (line) => {
  const words = line.split(" ");
  if (words[0] !== "info" || words[1] === "string") return null;
  const after = (word) => {
    const place = words.indexOf(word);
    return place < 0 ? null : words[place + 1];
  };
  const number = (word) => (after(word) === null ? null : Number(after(word)));
  const moves = words.slice(words.indexOf("pv") + 1);
  return {
    depth: number("depth"),
    nodes: number("nodes"),
    speed: number("nps"),
    number: number("multipv") ?? 1,
    value: number("cp") === null ? null : number("cp") / 100,
    moves,
  };
};

// The moves that a line `info string exact …` calls proved; null for other lines.
export const readExact = (line) => {
  const words = line.split(" ");
  return words.slice(0, 3).join(" ") === "info string exact" ? words.slice(3) : null;
};

// How sure a line `info string certainty 73 %` says a search is of its cuts, in per cent; null for
// other lines.
export const readCertainty = (line) => {
  const found = line.match(/^info string certainty (\d+) %$/);
  return found && Number(found[1]);
};

// The move and the share of won playouts, in per cent, of a line `info string D4 wins 52.3 %`.
export const readWins = (line) => {
  const found = line.match(/^info string (\S+) wins ([\d.]+) %$/);
  return found && [found[1], Number(found[2])];
};
