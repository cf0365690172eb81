// The page: four rooms, of which the address shows one, in two languages, light or dark.

import { Alarm } from "./alarm.js";
import { Analyse } from "./analyse.js";
import { Engine, Gone } from "./engine.js";
import { Learn } from "./learn.js";
import { Play } from "./play.js";
import { Rerun } from "./rerun.js";
import { entitle, speak, spoken, translate } from "./strings.js";
import { Ugi } from "./ugi.js";
import { lost } from "./whole.js";

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

// The address names the room, so a link into the page moves the focus only.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  content.focus();
});

const alarm = new Alarm(content);
// Shows what could not be shown: the whole page at first, the room later.
let again = () => begin();
const weights = new URL("weights.eval", import.meta.url);
// The engine `name`, which tells of itself when it cannot work.
const start = async (name) => {
  const retry = () => again();
  try {
    const engine = await Engine.start({ weights });
    alarm.end(name);
    const ugi = new Ugi(engine);
    ugi.onGone = (problem) => alarm.raise(name, lost(problem), retry);
    ugi.onBack = () => alarm.end(name);
    engine.whole.then(keep, (problem) => alarm.raise("weights", ["weightless", of(problem)]));
    return ugi;
  } catch (problem) {
    alarm.raise(name, ["failed", of(problem)], retry);
    throw problem;
  }
};
const of = ({ message }) => ({ problem: message });

// Keeps the site for days without a network, where the browser allows it. Nobody waits for that.
const keep = () => {
  navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).then(
    () => navigator.serviceWorker.ready.then(() => (document.documentElement.dataset.kept = "yes")),
    () => {},
  );
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
  const ugi = await start("first").catch(() => null);
  if (!ugi) return;
  // What takes long has an engine of its own, started when it is first needed, so that nothing
  // waits for a report or a table.
  const helper = (name) => {
    let own = null;
    return () => {
      own ??= start(name).catch((problem) => {
        // Another try may have more luck.
        own = null;
        throw problem;
      });
      return own;
    };
  };
  const short = helper("short");
  const analyse = new Analyse(ugi, { short, report: helper("report") });
  const play = new Play(ugi, short, (facts) => {
    analyse.open(facts);
    location.hash = "#analyse";
  });
  const rooms = new Map([
    ["play", play],
    ["analyse", analyse],
    ["learn", new Learn(ugi, short)],
    ["rerun", new Rerun(helper("table"))],
  ]);
  let here = null;
  const show = async () => {
    const [named, ...rest] = location.hash.slice(1).split("/").map(decoded);
    const name = rooms.has(named) ? named : "play";
    const room = rooms.get(name);
    const [isNew, isFirst] = [here !== room, here === null];
    if (isNew) here?.leave();
    here = room;
    entitle(name);
    for (const link of document.querySelectorAll("nav a")) {
      const current = rooms.get(link.hash.slice(1)) === room;
      if (current) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    // What has the focus in a room that is here keeps it.
    if (room.element.parentNode !== content) content.replaceChildren(room.element);
    translate(content);
    if (isNew && !isFirst) {
      // A new room begins at its top, also for those who hear it.
      content.focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: "instant" });
    }
    try {
      await room.enter(rest);
      alarm.end("room");
    } catch (problem) {
      // What has gone has been told of.
      if (!(problem instanceof Gone)) alarm.raise("room", ["refused", of(problem)], show);
      throw problem;
    }
  };
  addEventListener("hashchange", show);
  again = show;
  await show();
  document.documentElement.dataset.ready = "yes";
};

begin();
