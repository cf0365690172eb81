"use strict";
// Languages: one of the page's parts is shown.
const parts = document.querySelectorAll("main"), switches = document.querySelectorAll("nav button");
function show(language) {
  parts.forEach((part) => { part.hidden = part.lang !== language; });
  switches.forEach((button) => button.setAttribute("aria-pressed", button.lang === language));
  document.documentElement.lang = language;
}
switches.forEach((button) => button.addEventListener("click", () => show(button.lang)));
const wanted = (navigator.languages || []).map((language) => language.slice(0, 2));
show(wanted.find((language) => [...parts].some((part) => part.lang === language)) || parts[0].lang);
// Tables: a click on a column's name sorts by it, as numbers where they are.
function key(row, column) {
  const text = row.cells[column].textContent.trim().replace(/^[≤≥] */, "");
  const number = parseFloat(text.replace(/[−–]/, "-").replace(/[,×]/g, ""));
  return /^[-+−×]?[\d.]/.test(text) ? [0, number, text] : [1, 0, text];
}
function compare(one, other) {
  return one[0] - other[0] || one[1] - other[1] || one[2].localeCompare(other[2]);
}
document.querySelectorAll("th button").forEach((button) => button.addEventListener("click", () => {
  const head = button.parentElement, body = head.closest("table").tBodies[0];
  const up = head.getAttribute("aria-sort") === "descending";
  [...head.parentElement.cells].forEach((cell) => cell.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const rows = [...body.rows].map((row) => [key(row, head.cellIndex), row]);
  rows.sort((one, other) => (up ? 1 : -1) * compare(one[0], other[0]));
  body.append(...rows.map((row) => row[1]));
}));
