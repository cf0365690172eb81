// Two game clocks with an increment: each runs while its side thinks.

export class Clock {
  #left = null;
  #running = null;
  #since = 0;
  #timer = null;

  // `ontick` is called while a clock runs, `onflag` with the side whose time is over.
  constructor(ontick, onflag) {
    Object.assign(this, { ontick, onflag });
  }

  // Both sides have `minutes` and get `seconds` for every move; null for no limit. `left` is what
  // they have left, if that is not all.
  set(limits, left = null) {
    this.stop();
    this.limits = limits;
    const time = limits && limits.minutes * 60_000;
    this.#left = limits && { black: time, white: time, ...left };
  }

  // What both sides have left, in milliseconds; null without a limit.
  get remaining() {
    return this.#left && { black: this.left("black"), white: this.left("white") };
  }

  // Gives both sides all their time again once one has none left, so that the game can go on.
  renew() {
    if (this.isSet && Math.min(this.left("black"), this.left("white")) <= 0) this.set(this.limits);
  }

  get isSet() {
    return this.#left !== null;
  }

  start(side) {
    this.stop();
    if (!this.isSet) return;
    this.#running = side;
    this.#since = performance.now();
    this.#timer = setInterval(() => {
      this.ontick();
      if (this.left(side) <= 0) {
        this.stop();
        this.onflag(side);
      }
    }, 200);
  }

  // Ends the turn of the side whose clock runs.
  press() {
    const side = this.#running;
    this.stop();
    if (side && this.isSet) this.#left[side] += this.limits.seconds * 1000;
  }

  stop() {
    clearInterval(this.#timer);
    if (this.#running) this.#left[this.#running] = this.left(this.#running);
    this.#running = null;
  }

  // Milliseconds.
  left(side) {
    const used = side === this.#running ? performance.now() - this.#since : 0;
    return Math.max(0, this.#left[side] - used);
  }

  // The clock as people read it.
  text(side) {
    if (!this.isSet) return "";
    const seconds = Math.ceil(this.left(side) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // What `go` says of both clocks.
  limit() {
    if (!this.isSet) return "";
    const increment = this.limits.seconds * 1000;
    const time = (side) => Math.round(this.left(side));
    return `p1time ${time("black")} p2time ${time("white")} p1inc ${increment} p2inc ${increment}`;
  }
}
