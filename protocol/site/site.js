// The page: four rooms, of which the address shows one, in two languages, light or dark.

import { Analyse } from "./analyse.js";
import { button, element } from "./element.js";
import { Engine, Gone } from "./engine.js";
import { Learn } from "./learn.js";
import { Play } from "./play.js";
import { Rerun } from "./rerun.js";
import { say, speak, spoken, translate } from "./strings.js";
import { Ugi } from "./ugi.js";

const content = document.getElementById("content");

// What the reader has chosen before; without memory for it the page still works.
const remembered = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds for this visit.
  }
};

const paint = (theme) => {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
};
const dark = matchMedia("(prefers-color-scheme: dark)");
document.documentElement.dataset.theme = remembered("theme") ?? (dark.matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () => {
  paint(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
});
document.getElementById("language").addEventListener("click", () => {
  speak(spoken() === "en" ? "ja" : "en");
  remember("language", spoken());
});
speak(remembered("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en"));

const weights = new URL("weights.eval", import.meta.url);
const fail = (problem) => {
  content.textContent = say("failed", { problem: problem.message });
};
const start = async () => {
  const engine = await Engine.start({ weights });
  engine.whole.then(keep, fail);
  return new Ugi(engine);
};

// Keeps the site for days without a network, where the browser allows it. Nobody waits for that.
const keep = () => {
  navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).then(
    () => navigator.serviceWorker.ready.then(() => (document.documentElement.dataset.kept = "yes")),
    () => {},
  );
};

// Says above the room that the engine has gone, which nothing in it can do without, and tries again
// if the reader wants to.
const tellOfGone = ({ message }, again) => {
  document.querySelector(".gone")?.remove();
  const said = element("p", { class: "problem" });
  const tell = () => {
    said.textContent = say("gone", { problem: message });
  };
  const bar = element("div", { class: "card gone", role: "alert" }, said);
  bar.append(
    button("tryAgain", () => {
      bar.remove();
      content.focus();
      again();
    }),
  );
  tell();
  document.addEventListener("languagechange", tell);
  content.before(bar);
  translate(bar);
};
// What a room waited for is told of there.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Gone) event.preventDefault();
});

// A part of the address; what is malformed stays as it is.
const decoded = (part) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const begin = async () => {
  const ugi = await start();
  // What takes long has an engine of its own, started when it is first needed, so that nothing
  // waits for a report or a table.
  const helper = () => {
    let own = null;
    return () => {
      own ??= start().catch((problem) => {
        // Another try may have more luck.
        own = null;
        throw problem;
      });
      return own;
    };
  };
  const short = helper();
  const analyse = new Analyse(ugi, { short, report: helper() });
  const play = new Play(ugi, (facts) => {
    analyse.open(facts);
    location.hash = "#analyse";
  });
  const rooms = new Map([
    ["play", play],
    ["analyse", analyse],
    ["learn", new Learn(ugi, short)],
    ["rerun", new Rerun(helper())],
  ]);
  let here = null;
  const show = async () => {
    const [name, ...rest] = location.hash.slice(1).split("/").map(decoded);
    const room = rooms.get(name) ?? rooms.get("play");
    if (here !== room) here?.leave();
    here = room;
    for (const link of document.querySelectorAll("nav a")) {
      const current = rooms.get(link.hash.slice(1)) === room;
      if (current) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    content.replaceChildren(room.element);
    translate(content);
    await room.enter(rest);
  };
  addEventListener("hashchange", show);
  ugi.onGone = (problem) => tellOfGone(problem, show);
  await show();
  document.documentElement.dataset.ready = "yes";
};

begin().catch(fail);
