// Files in the letters they are written in. Run by `scripts/test-web SITE`.
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { decoded } = await import(pathToFileURL(resolve(join(process.env.SITE, "charset.js"))).href);

test("files are read in the letters they are written in", () => {
  const file = (charset, ...name) =>
    decoded(Uint8Array.from([...Buffer.from(`(;GM[2]CA[${charset}]PB[`), ...name, 0x5d, 0x29]));
  const bytes = (text) => [...Buffer.from(text)];
  assert.match(file("Shift_JIS", 0x95, 0x5c, 0x88, 0xea), /PB\[表一\]\)$/);
  assert.match(file("iso-2022-jp", ...bytes("\x1b$BNP\x1b(B")), /PB\[緑\]/);
  assert.match(file("Shift_JIS", ...bytes("緑")), /PB\[緑\]/);
  assert.match(file("UTF-8", 0x61, 0xff), /PB\[a\ufffd\]/);
  for (const unknown of ["none", "UTF-16"]) assert.match(file(unknown, 0xe9), /PB\[é\]/);
  assert.equal(decoded(Uint8Array.from([0xff, 0xfe, 0x66, 0, 0x35, 0])), "f5");
});
