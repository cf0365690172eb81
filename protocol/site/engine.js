// The engine as a page sees it: UGI lines in and out, and calls that return promises. It thinks in
// a worker.
//
// A worker that thinks hears nothing, and shared memory needs headers that many static hosts do not
// send. So thinking is stopped by ending the worker: the best move is that of the last line it has
// told, and a new worker, for which module and weights are at hand, is told the options and the
// position again. If it cannot begin, because its files are not to be had any more, all that waits
// is rejected, and the next question begins another one.
//
// The weights are many times as large as the engine. So it begins without them, and only what
// judges by them waits until they are there.

/** Whether the player that a text names judges positions by the weights. */
export const judges = (text) => /\b(expert|strongest)\b/i.test(text);

/** What a call is rejected with when it was stopped. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
    this.name = "Stopped";
  }
}

/** What a call is rejected with when the worker has gone, in its work or before it had `begun`. */
export class Gone extends Error {
  constructor(problem, begun) {
    super(problem);
    this.name = "Gone";
    this.begun = begun;
  }
}

export class Engine {
  /** Hears every line of the engine's. */
  onLine = () => {};
  /** Hears of a worker that has gone with all that it was to do. The next question begins one. */
  onGone = () => {};
  /** Hears that another worker has begun in the place of one. */
  onBack = () => {};
  /** Resolves when it has its weights, rejects with what is wrong with them. */
  whole = Promise.resolve();

  #module;
  /** The weights once they are there; null in an engine that is to have none. */
  #weights;
  /** Null when it has gone. */
  #worker = null;
  /** The messages that the worker has not done yet, oldest first; those `sent` are its own. */
  #pending = [];
  /** The lines that have made the session what it is. */
  #history = [];
  /** The first move of the last line that the running search has told. */
  #best = null;
  /** Whether the running line was answered by a complaint. */
  #refused = false;

  /**
   * An engine that is ready. `weights` and `wasm` are addresses; without weights it judges by hand.
   * Rejects if it cannot be loaded.
   */
  static async start({ weights = null, wasm = new URL("yomi_web_bg.wasm", import.meta.url) } = {}) {
    const engine = new Engine();
    engine.#module = await once(wasm, compiled);
    engine.#weights = weights ? undefined : null;
    await engine.#open();
    if (weights) {
      const bytes = once(weights, (response) => response.arrayBuffer());
      engine.whole = bytes.then(
        (here) =>
          engine.#complete(here).catch((problem) => {
            // No later worker is to be given what this one has refused.
            engine.#weights = null;
            throw problem;
          }),
        (problem) => {
          engine.#weights = null;
          engine.#deliver();
          throw problem;
        },
      );
      // Whoever does not ask has an engine that judges by hand.
      engine.whole.catch(() => {});
    }
    return engine;
  }

  /** Sends a line of UGI. */
  send(line) {
    if (line.trim() === "stop") this.stop();
    else this.#post({ line });
  }

  /**
   * Asks a question that UGI has no words for; if the last argument is a function, it hears what is
   * known meanwhile. Rejects with what is wrong with the question, or with Stopped.
   */
  call(name, ...args) {
    const progress = typeof args.at(-1) === "function" ? args.pop() : () => {};
    return new Promise((resolve, reject) => {
      const message = { call: name, arguments: JSON.stringify(args, exactly) };
      this.#post(message, { resolve, reject, progress });
    });
  }

  /** Ends what the engine is doing: a search with the best move so far, a call with Stopped. */
  stop() {
    if (!this.#worker) return;
    const running = this.#pending.findIndex(({ message }) => isLong(message));
    if (running > 0) {
      // What is asked before it is answered at once.
      this.#pending[running].stop = true;
    } else if (running === 0) {
      this.#end();
    } else {
      this.#post({ line: "stop" });
    }
  }

  /** Gives the engine up: nothing more is heard of it. */
  close() {
    this.#leave();
    for (const { reject } of this.#pending.splice(0)) reject?.(new Stopped());
  }

  #post(message, promise = {}) {
    this.#pending.push({ message, ...promise, sent: false });
    if (this.#worker) this.#deliver();
    else this.#renew();
  }

  /** Gives the worker what it may have: all up to the first message that waits for the weights. */
  #deliver() {
    for (const [place, waiting] of this.#pending.entries()) {
      if (waiting.sent) continue;
      if (this.#weights === undefined && this.#needsWeights(waiting.message, place)) return;
      waiting.sent = true;
      this.#worker.postMessage(waiting.message);
    }
  }

  /** Whether the message at this place makes the expert judge positions. */
  #needsWeights({ line, call }, place) {
    if (call) return ["review", "bench"].includes(call);
    if (!isSearch({ line })) return false;
    const before = this.#pending.slice(0, place).map(({ message }) => message.line ?? "");
    const isPlayer = (said) => /^\s*setoption\s+name\s+Player\b/i.test(said);
    // Nobody named is the strongest.
    const player = [...this.#history, ...before].findLast(isPlayer) ?? "strongest";
    return judges(player);
  }

  /** Has the worker take the weights, before all that waits for them. */
  #complete(weights) {
    this.#weights = weights;
    // The next worker begins with them.
    if (!this.#worker) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiting = this.#pending.splice(this.#pending.findLastIndex(({ sent }) => sent) + 1);
      this.#pending.push({ message: { weights }, resolve, reject, sent: false }, ...waiting);
      this.#deliver();
    });
  }

  #open() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = ({ message }) => this.#lose(message || "its files could not be loaded");
    return new Promise((resolve, reject) => {
      this.#post({ module: this.#module, weights: this.#weights }, { resolve, reject });
    });
  }

  #hear({ told, progress, done, failed, fatal }) {
    const running = this.#pending[0];
    if (failed !== undefined && running.message.module) return this.#lose(failed);
    if (told !== undefined) return this.#tell(told);
    if (progress !== undefined) return running.progress(JSON.parse(progress));
    this.#pending.shift();
    // It may have been a question: who waits for its answer must not do so for ever.
    if (fatal && !isLong(running.message) && !running.reject) return this.#lose(failed);
    if (failed === undefined) {
      if (running.message.line && !this.#refused) this.#remember(running.message.line);
      running.resolve?.(done && JSON.parse(done));
    } else {
      if (running.reject) running.reject(new Error(failed));
      else this.onLine(`info string ${failed}`);
      if (fatal) this.#replace();
      // Who asks for a move waits for an answer.
      if (isSearch(running.message)) this.onLine("bestmove 0000");
    }
    this.#best = null;
    this.#refused = false;
    if (this.#pending[0]?.stop) this.#end();
  }

  #tell(line) {
    const words = line.split(" ");
    const rank = words.indexOf("multipv");
    if (words[0] === "info" && words.includes("pv") && (rank < 0 || words[rank + 1] === "1")) {
      this.#best = words[words.indexOf("pv") + 1];
    }
    this.#refused ||= line.startsWith("info string");
    this.onLine(line);
  }

  /** Ends the oldest thing that is not done, and with it the worker if that has begun it. */
  #end() {
    const [running, best] = [this.#pending.shift(), this.#best];
    if (!running.sent) this.#deliver();
    else {
      // Too early for any move: the next worker names one that it finds at a glance.
      if (!running.reject && !best) this.#pending.unshift({ message: { line: "go nodes 1" } });
      this.#replace();
    }
    if (running.reject) running.reject(new Stopped());
    else if (best) this.onLine(`bestmove ${best}`);
    else if (!running.sent) this.onLine("bestmove 0000");
  }

  /** A new worker in the place of the old one, in the same session, for the messages that wait. */
  #replace() {
    this.#leave();
    this.#renew();
  }

  /** Ends the worker. */
  #leave() {
    if (this.#worker) {
      this.#worker.onmessage = this.#worker.onerror = null;
      this.#worker.terminate();
    }
    this.#worker = null;
    this.#best = null;
    this.#refused = false;
  }

  /** The worker cannot go on: nothing that waits is done. */
  #lose(problem) {
    this.#leave();
    const waiting = this.#pending.splice(0);
    // What this worker has not come to remains to be told to the next one.
    this.#history.push(...waiting.filter(({ message }) => message.quiet).map(lineOf));
    const gone = new Gone(problem, !waiting.some(({ message }) => message.module));
    this.onGone(gone);
    for (const { message, resolve, reject } of waiting) {
      // The next worker begins with the weights.
      if (message.weights && !message.module) resolve();
      else if (reject) reject(gone);
      else if (isSearch(message)) {
        this.onLine(`info string ${problem}`);
        this.onLine("bestmove 0000");
      }
    }
  }

  /** A worker that goes on with the session and does what waits. */
  #renew() {
    const waiting = this.#pending;
    this.#pending = [];
    // Whoever waits for something hears that there is none.
    this.#open().then(() => this.onBack(), () => {});
    for (const line of this.#history.splice(0)) this.#post({ line, quiet: true });
    for (const { message, ...promise } of waiting) this.#post(message, promise);
  }

  /** Keeps a line that a new worker must be told, without those that it makes void. */
  #remember(line) {
    const [command] = line.trim().split(/\s+/);
    if (!["setoption", "uginewgame", "position", "moves"].includes(command)) return;
    if (command === "position" || command === "uginewgame") {
      this.#history = this.#history.filter((old) => !/^\s*(position|moves)/.test(old));
    }
    const option = optionOf(line);
    // What the players are may depend on the game and its size, which stay where they were told.
    if (option && !["game", "size"].includes(option)) {
      this.#history = this.#history.filter((old) => optionOf(old) !== option);
    }
    if (line !== this.#history.at(-1) || command === "moves" || command === "uginewgame") {
      this.#history.push(line);
    }
  }
}

/** Large whole numbers are not rounded, where the browser can write them. */
function exactly(_, value) {
  if (typeof value !== "bigint") return value;
  return JSON.rawJSON?.(String(value)) ?? Number(value);
}

function lineOf({ message }) {
  return message.line;
}

/** The option that a line sets, in small letters. */
function optionOf(line) {
  return /^\s*setoption\s+name\s+(.*?)(\s+value\b|\s*$)/i.exec(line)?.[1].toLowerCase();
}

/** Whether a message asks for a move. */
function isSearch({ line }) {
  return /^\s*go\b/.test(line ?? "");
}

/** Whether a message is one that takes its time. */
function isLong(message) {
  return message.call !== undefined || isSearch(message);
}

/** What `read` makes of the file at an address, which several engines load once. */
function once(address, read) {
  const name = String(address);
  if (!kept.has(name)) {
    const found = loaded(address).then(read);
    // Another try may have more luck.
    found.catch(() => kept.delete(name));
    kept.set(name, found);
  }
  return kept.get(name);
}

const kept = new Map();

async function loaded(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}

/** The module, compiled while it is loaded where the server gives it its type. */
async function compiled(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
