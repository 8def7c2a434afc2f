// Calls a running `query mcp` through the client of @modelcontextprotocol/sdk, on the
// artifacts of testdata/shop: node client.mjs PROGRAM ARTIFACTS REBUILD…
//
// REBUILD is a command that rebuilds the artifacts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [program, artifacts, ...rebuild] = process.argv.slice(2);
const client = new Client({ name: "check", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({ command: program, args: ["mcp", "--artifacts", artifacts] }),
);

const call = async (name, args) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { text: content.map((c) => c.text).join(""), failed: Boolean(isError) };
};
const answers = async (name, args, ...wanted) => {
  const { text, failed } = await call(name, args);
  assert.equal(failed, false, `${name} fails: ${text}`);
  for (const want of wanted) assert.ok(text.includes(want), `${name}: no ${want} in\n${text}`);
  return text;
};

assert.match(client.getInstructions(), /search_nodes/);
const { tools } = await client.listTools();
const names = tools.map((t) => t.name);
for (const want of ["search_nodes", "query_context", "get_node_info", "find_callers",
  "find_callees", "impact", "path", "fetch", "list", "unused", "map", "find_writers",
  "find_readers", "find_tests", "find_handlers", "find_senders", "find_requests", "grep",
  "changes", "hierarchy", "diff", "expand"]) {
  assert.ok(names.includes(want), `no tool ${want} in ${names}`);
}

await answers("search_nodes", { query: "place an order" }, "jo3pohpaao");
await answers("query_context", { query: "how is an order placed", budget_tokens: 600 },
  "public int Place(Order order)");
await answers("get_node_info", { node_name: "OrderService.Place", include_source: true },
  "method Shop.OrderService.Place", "callees", "mailer.Confirm(order)");
await answers("find_callers", { node_name: "SqlOrderRepository.Save" }, "OrderService.cs");
await answers("find_callees", { node_name: "OrderService.Place" }, "SqlOrderRepository.cs");
await answers("impact", { node_names: ["SqlOrderRepository.Save"] }, "method .Place src/Shop/OrderService.cs:18");
await answers("path", { from: "OrderService", to: "dbo.Order" }, "WritesTo");
await answers("fetch", { ids: ["OrderService"], full: true }, "var id = orders.Save(order);",
  "hash: ");
await answers("map", { budget_tokens: 300 }, "# src/Shop/Orders.cs");

await answers("list", { kinds: ["tables", "interfaces"] }, "TABLE dbo.Order", "IOrderRepository");

await answers("unused", { paths: ["src"] }, "but: ");
await answers("map", { structure: true }, "src/Shop  ");
await answers("impact", {
  diff: "--- a/src/Shop/Orders.cs\n+++ b/src/Shop/Orders.cs\n@@ -9 +9 @@\n-one\n+two\n",
}, "may be affected");

// The pages of an answer make up the answer.
const pagesOf = async (name, args) => {
  const pages = [];
  let cursor = "";
  do {
    const page = await answers(name, { ...args, cursor });
    pages.push(page.replace(/… [^\n]*: cursor "[^"]+"\n$/, ""));
    cursor = /: cursor "([^"]+)"\n$/.exec(page)?.[1];
  } while (cursor);
  return pages;
};
let pages = 0;
for (const [name, args, budget, least] of [
  ["list", {}, 300, 4],
  ["list", { kinds: ["methods"] }, 200, 2],
  ["fetch", { ids: ["OrderService", "SqlOrderRepository.Save", "dbo.Order"] }, 300, 2],
  ["impact", { node_names: ["dbo.Order"] }, 150, 2],
  ["path", { from: "OrderService", to: "dbo.Order" }, 100, 2],
  ["map", {}, 200, 2],
  ["query_context", { query: "how is an order placed" }, 400, 2],
]) {
  // Rows lack the path that is above them on their page: only their handles are compared.
  const handle = (line) => /^ +([a-z2-7]{4,10}) /.exec(line)?.[1];
  const grouped = ["list", "impact", "path"].includes(name);
  const rows = (texts) => new Set(texts.join("").split("\n").filter((l) => !l.startsWith("… "))
    .map((l) => (grouped ? handle(l) : l)).filter((l) => l !== undefined));
  const whole = rows(await pagesOf(name, { ...args, budget_tokens: 20000 }));
  const small = await pagesOf(name, { ...args, budget_tokens: budget });
  assert.ok(small.length >= least, `${name}: ${small.length} pages`);
  for (const row of whole) assert.ok(rows(small).has(row), `${name}: no page has ${row}`);
  pages += small.length;
}

// Errors are reported to the model.
const unknown = await call("get_node_info", { node_name: "OrderService.Plaec" });
assert.equal(unknown.failed, true);
assert.match(unknown.text, /no definition is named "OrderService.Plaec"[^]*Shop.OrderService.Place/);
assert.equal((await call("map", { budget_tokens: 0 })).text, "");

// A new build is detected.
const before = /revision: (\w+)/.exec(await answers("fetch", { ids: ["OrderService"] }))[1];
execFileSync(rebuild[0], rebuild.slice(1));
const after = /revision: (\w+)/.exec(await answers("fetch", { ids: ["OrderService"] }))[1];
assert.notEqual(before, after);

await client.close();
console.log(`${tools.length} tools answer, in ${pages} pages, a rebuilt index is read`);
