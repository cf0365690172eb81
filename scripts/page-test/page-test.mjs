// Drives a headless Chromium over a pipe (Chrome DevTools Protocol); see `run`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";

const [browser, folder] = process.argv.slice(2);
const options = ["--headless", "--no-sandbox", "--remote-debugging-pipe", "about:blank"];
const chrome = spawn(browser, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const [input, output] = [chrome.stdio[3], chrome.stdio[4]];
const waiting = new Map();
let [number, rest, heard] = [0, "", []];
output.on("data", (data) => {
  const messages = (rest + data).split("\0");
  rest = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    if (message.id) waiting.get(message.id)(message);
    else heard.push(message);
  }
});
const call = (method, params = {}, sessionId = undefined) =>
  new Promise((answer) => {
    number += 1;
    waiting.set(number, answer);
    input.write(JSON.stringify({ id: number, method, params, sessionId }) + "\0");
  });
const { result } = await call("Target.getTargets");
const target = result.targetInfos.find(({ type }) => type === "page");
const attached = await call("Target.attachToTarget", { targetId: target.targetId, flatten: true });
const page = (method, params) => call(method, params, attached.result.sessionId);
for (const domain of ["Page", "Runtime", "Network", "Log"]) await page(`${domain}.enable`);

const open = async (name, width) => {
  const mobile = width < 600;
  const size = { width, height: 800, deviceScaleFactor: 1, mobile };
  await page("Emulation.setDeviceMetricsOverride", size);
  heard = [];
  await page("Page.navigate", { url: `file://${folder}/${name}` });
  for (let tries = 0; tries < 100; tries += 1) {
    if (heard.some(({ method }) => method === "Page.loadEventFired")) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  assert.fail(`${name} does not load`);
};
const run = async (code) => {
  const { result: found } = await page("Runtime.evaluate", {
    expression: `(() => { ${code} })()`,
    returnByValue: true,
  });
  assert.ok(!found.exceptionDetails, JSON.stringify(found.exceptionDetails));
  return found.result.value;
};
const isQuiet = (name) => {
  const requests = heard.filter(({ method }) => method === "Network.requestWillBeSent");
  const others = requests.map(({ params }) => params.request.url);
  assert.deepEqual(others, [`file://${folder}/${name}`], "one file, no other request");
  const loud = ["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"];
  const said = heard.filter(({ method }) => loud.includes(method));
  assert.deepEqual(said, [], JSON.stringify(said));
};

const part = (name) => `document.querySelector('[data-part="${name}"]')`;
const click = (name) => `${part(name)}.click();`;
const press = (key) =>
  `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }));`;
const steps = `return Number(${part("slider")}.max);`;
const place = `return Number(${part("slider")}.value);`;
const says = "return [...document.querySelectorAll('.says')].map((one) => one.textContent);";

// Every step says something, forward and back, by buttons and by keys.
const walks = async (name) => {
  const most = await run(steps);
  assert.ok(most > 5 && (await run(place)) === 0, "no step is taken unasked");
  for (let step = 0; step <= most; step += 1) {
    assert.equal(await run(place), step);
    assert.ok((await run(says)).every((said) => said.length > 3 && !/undefined|NaN/.test(said)));
    await run(step % 2 ? click("forward") : press("ArrowRight"));
  }
  const end = await run(says);
  await run(press("Home"));
  assert.equal(await run(place), 0, name);
  await run(press("End") + click("back") + press("ArrowRight"));
  assert.deepEqual(await run(says), end, "the end is the same from either side");
};

// At the beginning the root can be seen, at the end the move that was chosen, without scrolling.
const reveals = async (name) => {
  const seen = `return [...document.querySelectorAll(".picture:not([hidden])")].map((frame) => {
    const root = "[data-node='0']";
    const step = ${part("slider")}.value === "0" ? root : ".chosen[data-node]:not(" + root + ")";
    const [outer, inner] = [frame, frame.querySelector(step)].map((one) =>
      one.getBoundingClientRect());
    return inner.left >= outer.left && inner.right <= outer.right;
  });`;
  for (const key of ["End", "Home", "End"]) {
    await run(press(key));
    assert.ok((await run(seen)).every(Boolean), `${name}: ${key} shows what it is about`);
  }
};

// Every question is answered rightly by trying, and the number of right answers is counted.
const quizzes = async () => {
  const most = await run(steps);
  await run(press("Home") + click("quiz"));
  let asked = 0;
  for (let turn = 0; turn < 3 * most && (await run(place)) < most; turn += 1) {
    await run(press("ArrowRight"));
    const open = await run(`return !${part("question")}.hidden;`);
    if (!open) continue;
    asked += 1;
    await run(`${part("question")}.querySelector("button").click();`);
    assert.match(await run(`return ${part("verdict")}.textContent;`), /\d/);
  }
  assert.equal(await run(place), most);
  assert.ok(asked > 0, "something was asked");
  await run(click("quiz"));
};

for (const name of ["tree.html", "othello.html", "uct.html", "go.html"]) {
  for (const width of [1280, 390]) {
    await open(name, width);
    await walks(name);
    await reveals(name);
    await quizzes();
    const before = await run("return document.body.innerText;");
    await run(click("language"));
    assert.notEqual(await run("return document.body.innerText;"), before, "another language");
    await run(click("language"));
    const full = await run("return document.documentElement.scrollWidth;");
    assert.ok(full <= width, `${name} is ${full} pixels wide, no more than ${width}`);
    isQuiet(name);
  }
}
await open("tree.html", 1280);
await run(press("End"));
assert.deepEqual(await run(says), [
  "Done: minimax: N1, value 7, 6 leaves, 10 nodes.",
  "Done: alphabeta: N1, value 7, 5 leaves, 9 nodes.",
]);
const cells = "document.querySelectorAll('.state td:nth-last-child(2)')";
const leaves = `return [...${cells}].map((one) => one.textContent);`;
assert.deepEqual(await run(leaves), ["6", "5"], "leaves are counted as they are visited");

await open("report.html", 390);
const points = await run("return document.querySelectorAll('svg a').length;");
assert.equal(points, await run("return document.querySelectorAll('tr[id]').length;"));
await run("document.querySelectorAll('svg a')[9].dispatchEvent(new MouseEvent('click'));");
assert.equal(await run("return location.hash;"), "#move-10", "a point leads to its move");
isQuiet("report.html");
console.log("page-test: all pages pass");
chrome.kill();
process.exit(0);
