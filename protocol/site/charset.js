// The letters of a file as text: UTF-8, UTF-16 with its mark, or else what SGF names in CA, or
// Latin-1.

const HEAD = 4096;

// Where ASCII itself stands for other letters.
const SEVEN_BITS = /^iso-2022-jp$/i;

export const decoded = (bytes) => {
  const named = label(bytes);
  const first = marked(bytes) ?? (SEVEN_BITS.test(named) ? named : null);
  const names = [first, "utf-8", named, "windows-1252"];
  for (const name of names.filter(Boolean)) {
    try {
      return new TextDecoder(name, { fatal: name === "utf-8" }).decode(bytes);
    } catch {
      // It is something else, or no browser knows that name.
    }
  }
};

const marked = ([first, second]) => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
};

const label = (bytes) => {
  const head = String.fromCharCode(...bytes.slice(0, HEAD));
  const name = /CA\[([^\]]*)\]/.exec(head)?.[1].trim();
  // What can be read before its name is known is no UTF-16.
  return /^utf-16/i.test(name) ? null : name;
};
