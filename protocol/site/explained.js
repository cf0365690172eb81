// Searches of a position, stepped through: the frame that `stepper` fills.

import { element } from "./element.js";
import { picture } from "./picture.js";
import { spoken } from "./strings.js";
import { stepper } from "./stepper.js";

// The view of what `explain` has answered.
export const explained = ({ searches, panels }) => {
  const part = (name, tag, properties = {}) =>
    element(tag, { data: { part: name }, ...properties });
  const control = (name) => element("button", { type: "button", data: { part: name, word: name } });
  const slider = part("slider", "input", { type: "range", min: "0", value: "0" });
  const quiz = part("quiz", "input", { type: "checkbox" });
  const controls = element(
    "div",
    { class: "controls", role: "group", data: { label: "controls" } },
    ...["first", "back", "forward", "last", "play"].map(control),
    element("label", {}, element("span", { data: { word: "step" } }), " ", slider),
    part("place", "output"),
    element("label", {}, quiz, " ", element("span", { data: { word: "quiz" } })),
  );
  const root = element(
    "div",
    // The words in here are the stepper's own.
    { class: "explained", data: { own: "yes" } },
    controls,
    part("question", "div", { role: "group", hidden: true }),
    part("verdict", "p", { "aria-live": "assertive" }),
    element("div", { class: "searches" }, ...panels.map(panel)),
  );
  const view = stepper(root, searches, spoken());
  return { element: root, ...view };
};

const panel = ({ player, svg, text }) =>
  element(
    "section",
    { class: "search" },
    element("h3", { text: player }),
    element("p", { class: "says", "aria-live": "polite" }),
    element(
      "div",
      { class: "scroll", role: "group", tabindex: "0", data: { label: "state" } },
      element("table", { class: "state" }, element("tbody")),
    ),
    ...Object.entries(svg).map(([lang, drawn]) =>
      element("div", { class: "picture", role: "region", tabindex: "0", lang }, picture(drawn)),
    ),
    element(
      "details",
      {},
      element("summary", { data: { word: "whole" } }),
      ...Object.entries(text).map(([lang, lines]) =>
        element("pre", { text: lines, tabindex: "0", lang }),
      ),
    ),
  );
