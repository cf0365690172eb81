// Elements without markup: what comes from files, engines and readers becomes text, never HTML.

// An element with properties, attributes (by their names in HTML) and children.
export const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  set(made, properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
};

// The same in a picture.
export const shape = (name, attributes = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const set = (made, properties) => {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "text") made.textContent = value;
    else if (key === "class") made.className = value;
    else if (key === "data") Object.assign(made.dataset, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(key, value);
  }
};

// A button; its text is a word of the page unless `text` is given.
export const button = (word, onclick, properties = {}) =>
  element("button", { type: "button", data: word ? { word } : {}, onclick, ...properties });

// Switches the buttons of a row on and off, as `open` says of each. One that goes off hands the
// focus to its opposite, lest it be lost.
export const switchRow = (row, open) => {
  const focused = row.findIndex((one) => one.matches(":focus"));
  row.forEach((one, place) => {
    one.disabled = !open[place];
  });
  if (row[focused]?.disabled) row.at(-1 - focused).focus();
};

// Puts one button in the place of another, with the focus if that has it.
export const swap = (shown, next) => {
  const focused = shown.matches(":focus");
  next.hidden = false;
  if (focused) next.focus();
  shown.hidden = true;
};

// A word of the page in the middle of other things.
button.text = (word) => element("span", { data: { word } });

// A field with its name above it.
export const field = (word, control, properties = {}) =>
  element("label", { class: "field", ...properties }, element("span", { data: { word } }), control);

// A list to choose from: pairs of value and text, or of value and word.
export const choices = (options, chosen, onchange, properties = {}) => {
  const list = element("select", { ...properties, onchange: () => onchange(list.value) });
  for (const [value, text, word] of options) {
    const option = element("option", { value, text: text ?? "", selected: value === chosen });
    if (word) option.dataset.word = word;
    list.append(option);
  }
  return list;
};
