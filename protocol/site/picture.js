// A picture that the engine has drawn, built anew element by element: what is not in these lists is
// left out, so that no text of a position can become anything else.

import { shape } from "./element.js";

const SHAPES = new Set(["svg", "g", "rect", "path", "text", "circle", "line", "polyline", "title"]);
const ATTRIBUTES = new Set(
  "width height viewBox role aria-label class d x y x1 x2 y1 y2 cx cy r rx ry points".split(" "),
);

// The picture of an SVG text.
export const picture = (text) => {
  // The page has these rules in a sheet; its policy allows them nowhere else.
  const bare = text.replace(/<style>[^<]*<\/style>/g, "");
  const read = new DOMParser().parseFromString(bare, "image/svg+xml");
  return copy(read.documentElement);
};

const copy = (from) => {
  const allowed = [...from.attributes].filter(
    ({ name }) => ATTRIBUTES.has(name) || /^data-[a-z]+$/.test(name),
  );
  const attributes = Object.fromEntries(allowed.map(({ name, value }) => [name, value]));
  const children = [...from.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent];
    return SHAPES.has(child.nodeName) ? [copy(child)] : [];
  });
  return shape(SHAPES.has(from.nodeName) ? from.nodeName : "g", attributes, ...children);
};
