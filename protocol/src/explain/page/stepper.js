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
