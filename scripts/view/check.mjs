// Drives headless Chromium through the protocol of its debugger, over pipes.
// Usage: node check.mjs FOLDER ADDRESS SCREENSHOTS
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [folder, address, shots] = process.argv.slice(2);
const browser = spawn(process.env.CHROMIUM || "chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1100,900",
  // nothing but the pages is loaded
  "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--user-data-dir=" + mkdtempSync(join(tmpdir(), "view-check-")), "--remote-debugging-pipe", "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map(), events = [];
let last = 0, rest = "";
browser.stdio[4].on("data", (chunk) => {
  const messages = (rest + chunk).split("\0");
  rest = messages.pop();
  for (const text of messages) {
    const m = JSON.parse(text);
    if (m.id) waiting.get(m.id)(m); else events.push(m);
  }
});
function send(method, params = {}, sessionId) {
  const id = ++last;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((resolve, reject) => waiting.set(id, (m) => m.error ? reject(new Error(method + ": " + m.error.message)) : resolve(m.result)));
}
const { targetId } = await send("Target.createTarget", { url: "about:blank" });
const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
const page = (method, params) => send(method, params, sessionId);
await page("Page.enable");
await page("Log.enable");
await page("Runtime.enable");
async function run(expression) {
  const r = await page("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (r.exceptionDetails) throw new Error(expression + ": " + r.exceptionDetails.exception.description);
  return r.result.value;
}
let failures = 0;
function check(what, got, want) {
  const ok = want instanceof RegExp ? want.test(got) : got === want;
  console.log((ok ? "ok    " : "FAIL  ") + what + (ok ? "" : ": " + String(got).slice(0, 300)));
  failures += ok ? 0 : 1;
}
async function until(expression, what) {
  for (let i = 0; i < 200; i++) {
    if (await run(expression)) return;
    await new Promise((r) => setTimeout(r, 50));
  }
  throw new Error("never: " + (what || expression));
}
// open loads a page and returns the milliseconds until it is interactive.
async function open(url) {
  await page("Page.navigate", { url: "about:blank" });
  await until("location.href === 'about:blank'");
  const start = Date.now();
  await page("Page.navigate", { url });
  await until("document.body && document.body.dataset.ready !== undefined", url + " is ready");
  return Date.now() - start;
}
const text = () => run("document.getElementById('main').innerText");
// click clicks the first link or button with this text.
async function click(label) {
  const before = await run("document.body.dataset.ready");
  const found = await run(`(() => { const a = [...document.querySelectorAll("a, button, summary")].find((x) => x.textContent === ${JSON.stringify(label)} || (x.querySelector("title") || {}).textContent === ${JSON.stringify(label)});
    if (a) a.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); return Boolean(a); })()`);
  if (!found) throw new Error("nothing to click: " + label);
  await new Promise((r) => setTimeout(r, 100));
  return before;
}
async function shot(name) {
  const { data } = await page("Page.captureScreenshot", { format: "png" });
  writeFileSync(join(shots, name + ".png"), Buffer.from(data, "base64"));
}
const shop = "file://" + join(folder, "shop.html");
try {
  for (const [name, url] of [["view", shop], ["serve", address]]) {
    await open(url);
    check(name + ": the map has the folders", await text(), /src\/Shop/);
    await shot(name + "-map");
    await click("tables");
    check(name + ": the tables", await text(), /dbo\.Order/);
    await shot(name + "-tables");
    await click("dbo.Order");
    check(name + ": a table has writers", await text(), /WritesTo \(\d+\)[^]*SqlOrderRepository\.Save/);
    await click("Shop.SqlOrderRepository.Save");
    check(name + ": a method has its source and its tier", await text(), /INSERT|UPDATE[^]*/);
    await shot(name + "-node");
    await run(`(() => { const i = document.querySelector("input"); i.value = "orderservice.place"; i.dispatchEvent(new Event("input")); })()`);
    await until("location.hash.startsWith('#search')");
    await until("document.body.dataset.ready.startsWith('search')");
    check(name + ": a search finds a method", await text(), /Shop\.OrderService\.Place/);
    await click("Shop.OrderService.Place");
    check(name + ": a chain to a table", await text(), /Chains to tables[^]*dbo\.Order/);
    check(name + ": no text is an object", await text(), /^(?![^]*\[object )/);
    const rows = await run("document.querySelectorAll('li').length");
    await click("+");
    check(name + ": a neighbour unfolds", await run("document.querySelectorAll('li').length") > rows, true);
    await shot(name + "-chain");
    for (const list of ["routes", "settings", "messages"]) {
      await click(list);
      check(name + ": " + list, await text(), /\(\d+\)/);
    }
  }
  await page("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
  await open(shop);
  await shot("dark-map");

  await open("file://" + join(folder, "hostile.html"));
  for (const view of ["#map=folders", "#tables", "#search=inner", "#search=quoted", "#search=img", "#group=folders:.", "#node=<img src=x onerror=window.broken=1>"]) {
    await run("location.hash = " + JSON.stringify(view));
    await new Promise((r) => setTimeout(r, 100));
    if (view.startsWith("#search") && await run("Boolean(document.querySelector('li a'))")) {
      await run("document.querySelector('li a').click()");
      await new Promise((r) => setTimeout(r, 100));
    }
    check("hostile: nothing runs in " + view, await run("String(window.broken) + document.querySelectorAll('main img, main script, main iframe').length"), "undefined0");
  }
  check("hostile: the policy forbids other scripts", await run(`(() => { const s = document.createElement("script"); s.textContent = "window.broken = 1"; document.body.append(s); return String(window.broken); })()`), "undefined");

  const ms = await open("file://" + join(folder, "large.html"));
  check("large: nodes", await run("JSON.parse(document.getElementById('data').textContent).nodes.name.length") > 100000, true);
  console.log("      interactive after " + ms + " ms");
  check("large: interactive within two seconds", ms < 2000, true);
  const start = Date.now();
  await run("location.hash = '#search=f1999_4'");
  await until("document.body.dataset.ready.startsWith('search')");
  console.log("      a search takes " + (Date.now() - start) + " ms");
  check("large: a search", await text(), /f1999_49/);
} catch (err) {
  console.log("FAIL  " + err.stack);
  failures++;
}
browser.kill();
console.log(failures ? failures + " failures" : "all checks pass");
process.exit(failures ? 1 : 0);
