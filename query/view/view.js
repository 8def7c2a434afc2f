"use strict";
// The page of `indexer view`. Every text of the tree reaches the document through
// textContent or createTextNode; no markup is made of texts.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const N = data.nodes, count = N.name.length;
  const byHandle = new Map(N.handle.map((h, i) => [h, i]));
  // Edges are five numbers each, by origin. Objects are made of the few that are shown: a
  // large graph must open fast.
  const E = data.edges;
  const edgeAt = (i) => ({ from: E[i], to: E[i + 1], kind: E[i + 2], tier: E[i + 3], line: E[i + 4] });
  const index = (end) => {
    const first = new Int32Array(count + 1), order = new Int32Array(E.length / 5);
    for (let i = end; i < E.length; i += 5) first[E[i] + 1]++;
    for (let n = 0; n < count; n++) first[n + 1] += first[n];
    const next = first.slice();
    for (let i = 0; i < E.length; i += 5) order[next[E[i + end]]++] = i;
    return (n) => Array.from(order.subarray(first[n], first[n + 1]), edgeAt);
  };
  const outOf = index(0), intoOf = index(1);
  const kindOf = (n) => data.kinds[N.kind[n]] || "";
  const lower = N.name.map((s) => s.toLowerCase());
  const isTest = (n) => N.flags[n] & 1, isExternal = (n) => N.flags[n] & 2;

  // el makes an element; children are elements and texts.
  function el(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    e.append(...children.flat(Infinity).filter((c) => c !== null && c !== ""));
    return e;
  }
  function svg(name, attributes, ...children) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  }
  const place = (n, line) => N.path[n] < 0 ? "" : data.paths[N.path[n]] + ":" + (line || N.line[n]);
  // breakable allows a line to break after the separators of a name, and not elsewhere.
  const breakable = (name) => name.split(/(?<=[.\/:,|(])/).flatMap((part, i) => i ? [el("wbr"), part] : [part]);
  const link = (n) => el("a", { href: "#node=" + N.handle[n] }, breakable(N.name[n] || N.handle[n]));
  const row = (n) => [link(n), " ", el("span", { class: "kind" }, kindOf(n)), " ", el("span", { class: "place" }, place(n))];
  const tier = (t) => data.tiers[t] ? el("span", { class: "tier " + data.tiers[t] }, data.tiers[t]) : "";

  const main = el("main", { id: "main", tabindex: "-1" });
  const input = el("input", { type: "search", placeholder: "Search names (press /)", "aria-label": "Search names" });
  const pages = ["map", "routes", "tables", "settings", "messages"];
  document.body.append(
    el("header", {}, el("strong", {}, data.title), pages.map((p) => el("a", { href: "#" + p, id: "page-" + p }, p)), input), main);

  const MOST = 200; // rows of a list before a button shows the others
  // list appends rows to a parent, the first of them at once.
  function list(parent, items, make) {
    let shown = 0;
    const more = el("button", { type: "button" });
    const show = () => {
      more.remove();
      for (const end = Math.min(items.length, shown + MOST); shown < end; shown++) parent.append(make(items[shown]));
      if (shown < items.length) {
        more.textContent = (items.length - shown) + " more";
        parent.append(more);
      }
    };
    more.addEventListener("click", show);
    show();
    return parent;
  }

  // layers puts boxes into rows: a dependency is below what depends on it, except within a
  // cycle. Rows are ordered to have few crossings.
  function layers(boxes, links) {
    const below = boxes.map(() => []), above = boxes.map(() => []), height = [];
    for (const l of links) if (l.from !== l.to) {
      below[l.from].push(l.to);
      above[l.to].push(l.from);
    }
    const heightOf = (i) => {
      if (height[i] !== undefined) return height[i];
      height[i] = -1; // being computed: a cycle leads back here
      return height[i] = 1 + Math.max(-1, ...below[i].map(heightOf));
    };
    boxes.forEach((_, i) => heightOf(i));
    const rows = [], alone = [];
    boxes.forEach((_, i) => below[i].length || above[i].length ? (rows[height[i]] ||= []).push(i) : alone.push(i));
    rows.reverse();
    const at = [];
    const place = (row) => row.forEach((i, x) => { at[i] = (x + .5) / row.length; });
    rows.forEach(place);
    const mean = (list, other) => list.length ? list.reduce((sum, j) => sum + at[j], 0) / list.length : other;
    for (let round = 0; round < 8; round++) {
      for (const row of round % 2 ? [...rows].reverse() : rows) {
        const wish = new Map(row.map((i) => [i, mean(round % 2 ? below[i] : above[i], at[i])]));
        row.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
        place(row);
      }
    }
    return alone.length ? [...rows, alone] : rows;
  }

  // diagram draws boxes in rows and arrows between them. boxes: {label, href},
  // links: {from, to, weight, cycle}, by index.
  function diagram(boxes, links) {
    const w = 1000, at = [];
    const short = (i) => boxes[i].label.length > 30 ? "…" + boxes[i].label.slice(-29) : boxes[i].label;
    const wide = (i) => short(i).length * 6.2 + 14;
    let h = 0;
    for (const row of layers(boxes, links)) {
      const lines = [[]]; // a row that is too wide has several
      let used = 0;
      for (const i of row) {
        if (used + wide(i) + 18 > w && lines.at(-1).length) {
          lines.push([]);
          used = 0;
        }
        lines.at(-1).push(i);
        used += wide(i) + 18;
      }
      lines.forEach((line, l) => {
        h += l ? 36 : h ? 78 : 24;
        const gap = (w - line.reduce((sum, i) => sum + wide(i), 0)) / (line.length + 1);
        let x = gap;
        for (const i of line) {
          at[i] = [x + wide(i) / 2, h];
          x += wide(i) + gap;
        }
      });
    }
    h += 24;
    const picture = svg("svg", { viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": "diagram" },
      svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
        svg("path", { d: "M0 0L8 4L0 8" }))));
    const touching = boxes.map(() => []);
    for (const l of links) {
      const [x1, y1] = at[l.from], [x2, y2] = at[l.to], side = y2 > y1 ? 11 : -11;
      const d = y1 === y2 ? `M${x1} ${y1 - 11}C${x1} ${y1 - 42} ${x2} ${y2 - 42} ${x2} ${y2 - 12}`
        : `M${x1} ${y1 + side}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2 - side}`;
      const path = svg("path", { d, "marker-end": "url(#tip)", "stroke-width": Math.min(3, 1 + Math.log10(1 + (l.weight || 0)) / 2) });
      if (l.cycle) path.setAttribute("class", "cycle");
      path.append(titled(boxes[l.from].label + " → " + boxes[l.to].label));
      touching[l.from].push(path);
      touching[l.to].push(path);
      picture.append(path);
    }
    boxes.forEach((b, i) => {
      const text = svg("text", { x: at[i][0], y: at[i][1] + 4, "text-anchor": "middle" });
      text.textContent = short(i);
      const box = svg("a", { href: b.href, tabindex: 0 }, titled(b.label),
        svg("rect", { x: at[i][0] - wide(i) / 2, y: at[i][1] - 11, width: wide(i), height: 22, rx: 4 }), text);
      // the arrows of a box stand out while it has the pointer or the focus
      const mark = (on) => touching[i].forEach((path) => path.classList.toggle("near", on));
      for (const [event, on] of [["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]]) box.addEventListener(event, () => mark(on));
      picture.append(box);
    });
    return picture;
  }
  function titled(text) {
    const t = svg("title", {});
    t.textContent = text;
    return t;
  }

  function showMap(by) {
    const m = data.maps.find((m) => m.by === by) || data.maps[0];
    main.append(el("h1", {}, "Map"), el("p", {}, data.maps.map((x) =>
      [el("a", { href: "#map=" + x.by, ...(x === m ? { "aria-current": "page" } : {}) }, x.by), " "])));
    if (!m) return;
    const groups = m.groups.slice(0, 40), index = new Map(groups.map((g, i) => [g.name, i]));
    const cycle = (a, b) => m.cycles.some((c) => c.groups.includes(a) && c.groups.includes(b));
    const links = m.ties.filter((t) => index.has(t.from) && index.has(t.to)).slice(0, 150)
      .map((t) => ({ from: index.get(t.from), to: index.get(t.to), weight: t.weight, cycle: cycle(t.from, t.to) }));
    main.append(diagram(groups.map((g) => ({ label: g.name, href: "#group=" + m.by + ":" + encodeURIComponent(g.name) })), links));
    main.append(el("h2", {}, "Cycles (" + m.cycles.length + ")"));
    main.append(list(el("ul", {}), m.cycles, (c) => el("li", {}, c.groups.join(", "), el("small", {},
      " — the lightest dependency: " + c.lightest.from + " → " + c.lightest.to + ", " + c.lightest.edges + " edges"))));
    main.append(el("h2", {}, "Groups (" + m.groups.length + ")"));
    const table = el("table", {}, el("tr", {}, ["name", "files", "lines", "definitions", "routes"].map((t) => el("th", {}, t))));
    main.append(list(table, m.groups, (g) => el("tr", {}, el("td", {}, el("a", { href: "#group=" + m.by + ":" + encodeURIComponent(g.name) }, g.name)),
      [g.files, g.lines, g.definitions, g.routes].map((x) => el("td", {}, String(x))))));
  }

  function showGroup(value) {
    const by = value.slice(0, value.indexOf(":")), name = value.slice(by.length + 1);
    const m = data.maps.find((m) => m.by === by);
    main.append(el("h1", {}, name));
    if (!m) return;
    const side = (title, ties, end) => main.append(el("h2", {}, title + " (" + ties.length + ")"), list(el("ul", {}), ties, (t) =>
      el("li", {}, el("a", { href: "#group=" + by + ":" + encodeURIComponent(t[end]) }, t[end]), el("small", {}, " " + t.edges + " edges"))));
    side("depends on", m.ties.filter((t) => t.from === name), "to");
    side("used by", m.ties.filter((t) => t.to === name), "from");
    side("at run time", m.at_run_time.filter((t) => t.from === name), "to");
    if (by === "packages") return;
    const below = (p) => name === "." || p.startsWith(name + "/");
    const nodes = order(allNodes((n) => N.path[n] >= 0 && below(data.paths[N.path[n]]) && !isTest(n) && kindOf(n) !== "file"));
    main.append(el("h2", {}, "Definitions (" + nodes.length + ")"), list(el("ul", {}), nodes, (n) => el("li", {}, row(n))));
  }

  function allNodes(keep) {
    const found = [];
    for (let n = 0; n < count; n++) if (keep(n)) found.push(n);
    return found;
  }
  const order = (nodes) => nodes.sort((a, b) => N.rank[a] - N.rank[b]);

  function showSearch(words) {
    const q = words.toLowerCase();
    const score = (n) => {
      const at = lower[n].lastIndexOf(q);
      if (at < 0) return -1;
      const before = at === 0 || /[^a-z0-9]/.test(lower[n][at - 1]);
      return (at + q.length === lower[n].length ? 2 : 0) + (before ? 1 : 0);
    };
    const hits = [];
    for (let n = 0; n < count; n++) {
      const s = score(n);
      if (s >= 0) hits.push([s - (isTest(n) || isExternal(n) ? 2.5 : 0), n]);
    }
    hits.sort((a, b) => b[0] - a[0] || N.rank[a[1]] - N.rank[b[1]]);
    main.append(el("h1", {}, hits.length + " names contain “" + words + "”"), list(el("ul", {}), hits, ([, n]) => el("li", {}, row(n))));
  }

  // neighbours lists edges by kind; each end unfolds in turn.
  function neighbours(edges, forward) {
    const kinds = new Map();
    for (const e of edges) kinds.set(e.kind, [...(kinds.get(e.kind) || []), e]);
    const box = el("div", {});
    for (const [kind, es] of [...kinds].sort((a, b) => a[0] - b[0])) {
      es.sort((a, b) => a.line - b.line);
      const k = data.edgeKinds[kind];
      const details = el("details", es.length <= 40 ? { open: "" } : {}, el("summary", { title: k.meaning }, k.name + " (" + es.length + ")"));
      details.append(list(el("ul", {}), es, (e) => {
        const end = forward ? e.to : e.from, next = forward ? outOf(end) : intoOf(end);
        const item = el("li", {}, row(end), " ", tier(e.tier), e.line ? el("small", {}, " line " + e.line) : "");
        if (next.length) {
          const button = el("button", { type: "button", "aria-label": "unfold" }, "+");
          button.addEventListener("click", () => {
            const open = item.querySelector(":scope > div");
            if (open) open.remove(); else item.append(neighbours(next, forward));
            button.textContent = open ? "+" : "−";
          });
          item.append(" ", button);
        }
        return item;
      }));
      box.append(details);
    }
    return box;
  }

  // chains returns the shortest chain from n to each table that it reaches.
  function chains(n) {
    const via = new Map([[n, null]]), found = [];
    for (const queue = [n]; queue.length && via.size < 20000;) {
      const at = queue.shift();
      for (const e of outOf(at)) {
        if (via.has(e.to) || !data.edgeKinds[e.kind].runs) continue;
        via.set(e.to, e);
        if (kindOf(e.to) === "TABLE" || kindOf(e.to) === "VIEW") {
          const chain = [];
          for (let c = e; c; c = via.get(c.from)) chain.unshift(c);
          found.push(chain);
        } else queue.push(e.to);
      }
    }
    return found;
  }
  const chainItem = (chain) => el("li", {}, link(chain[0].from), chain.map((e) => [" ", el("small", {}, data.edgeKinds[e.kind].name), " ", tier(e.tier), " → ", link(e.to)]));

  function showNode(handle) {
    const n = byHandle.get(handle);
    if (n === undefined) {
      main.append(el("p", {}, "This page has no node " + handle + "."));
      return;
    }
    const parent = N.parent[n];
    main.append(el("h1", {}, N.name[n]), el("p", {}, el("span", { class: "kind" }, kindOf(n)), " ", el("span", { class: "place" }, place(n)),
      " ", el("small", {}, handle), isTest(n) ? " test" : "", isExternal(n) ? " outside the tree" : "", parent >= 0 ? [" in ", link(parent)] : ""));
    if (N.signature[n] && N.signature[n] !== N.name[n]) main.append(el("pre", {}, N.signature[n]));
    if (N.attributes[n]) main.append(el("p", {}, N.attributes[n].join(", ")));
    if (["route", "component", "template"].includes(kindOf(n)) || outOf(n).some((e) => data.edgeKinds[e.kind].runs)) {
      const found = chains(n);
      if (found.length) main.append(el("h2", {}, "Chains to tables (" + found.length + ")"), list(el("ul", {}), found, chainItem));
    }
    main.append(el("h2", {}, "Leads to (" + outOf(n).length + ")"), neighbours(outOf(n), true));
    main.append(el("h2", {}, "Used by (" + intoOf(n).length + ")"), neighbours(intoOf(n), false));
    main.append(el("h2", {}, "Source"));
    const source = el("div", { id: "source" });
    main.append(source);
    whenLoaded(() => {
      if (texts()[n] !== undefined) source.append(el("pre", {}, texts()[n]));
      else source.append(el("p", {}, data.left ? "The text is not in this page, or the node has none; --max-size makes room for more." : "This node has no text."));
    });
  }

  // The texts follow this script in the page, so that it does not wait for them.
  const whenLoaded = (act) => document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", act, { once: true }) : act();
  let parsed = null;
  const texts = () => parsed ||= JSON.parse(document.getElementById("texts").textContent);

  function showRoutes() {
    const routes = allNodes((n) => kindOf(n) === "route" && !isTopic(n)).sort(byName);
    main.append(el("h1", {}, "Routes (" + routes.length + ")"));
    const table = el("table", {}, el("tr", {}, ["route", "handled by", "attributes", "tables"].map((t) => el("th", {}, t))));
    main.append(list(table, routes, (n) => el("tr", {}, el("td", {}, link(n)),
      el("td", {}, ends(outOf(n), "Routes", "to")), el("td", {}, (N.attributes[n] || []).join(", ")),
      el("td", {}, chains(n).map((c) => [link(c[c.length - 1].to), " "])))));
  }
  const byName = (a, b) => lower[a] < lower[b] ? -1 : lower[a] > lower[b] ? 1 : a - b;
  const isTopic = (n) => outOf(n).some((e) => data.edgeKinds[e.kind].name === "Handles");
  const ends = (edges, kinds, end) => [...new Set(edges.filter((e) => kinds.split(" ").includes(data.edgeKinds[e.kind].name)).map((e) => e[end]))].map((n) => el("div", {}, brief(n)));
  // brief is a link with the end of a long name: a table has several columns.
  function brief(n) {
    const a = link(n), ending = N.name[n].match(/[^.]+\.[^.]+$/);
    if (N.name[n].length > 40 && kindOf(n) !== "file" && ending) {
      a.title = N.name[n];
      a.replaceChildren(...breakable(ending[0]));
    }
    return a;
  }

  function showTables() {
    const tables = allNodes((n) => kindOf(n) === "TABLE").sort(byName);
    main.append(el("h1", {}, "Tables (" + tables.length + ")"));
    const keys = [];
    for (const t of tables) for (const e of outOf(t)) if (data.edgeKinds[e.kind].name === "ForeignKey") keys.push(e);
    const drawn = [...new Set(keys.flatMap((e) => [e.from, e.to]))].slice(0, 60), index = new Map(drawn.map((n, i) => [n, i]));
    if (drawn.length) main.append(el("h2", {}, "Foreign keys"), diagram(drawn.map((n) => ({ label: N.name[n], href: "#node=" + N.handle[n] })),
      keys.filter((e) => index.has(e.from) && index.has(e.to)).map((e) => ({ from: index.get(e.from), to: index.get(e.to) }))));
    const table = el("table", {}, el("tr", {}, ["table", "readers", "writers", "mapped from"].map((t) => el("th", {}, t))));
    const counts = (n, kind) => String(intoOf(n).filter((e) => data.edgeKinds[e.kind].name === kind).length);
    main.append(list(table, tables, (n) => el("tr", {}, el("td", {}, link(n)), el("td", {}, counts(n, "ReadsFrom")),
      el("td", {}, counts(n, "WritesTo")), el("td", {}, ends(intoOf(n), "MapsTo", "from")))));
  }

  function showSettings() {
    const keys = allNodes((n) => kindOf(n) === "config key").sort(byName);
    main.append(el("h1", {}, "Settings (" + keys.length + ")"));
    const table = el("table", {}, el("tr", {}, ["key", "set in", "read by"].map((t) => el("th", {}, t))));
    main.append(list(table, keys, (n) => el("tr", {}, el("td", {}, link(n)), el("td", {}, ends(intoOf(n), "Configures", "from")),
      el("td", {}, ends(intoOf(n), "ReadsConfig", "from")))));
  }

  function showMessages() {
    const handled = allNodes(isTopic).sort(byName);
    main.append(el("h1", {}, "Messages (" + handled.length + ")"));
    const table = el("table", {}, el("tr", {}, ["message", "created or sent by", "handled by"].map((t) => el("th", {}, t))));
    main.append(list(table, handled, (n) => el("tr", {}, el("td", {}, link(n)),
      el("td", {}, ends(intoOf(n), "Creates Requests", "from")), el("td", {}, ends(outOf(n), "Handles", "to")))));
  }

  function show() {
    const hash = location.hash.slice(1), at = hash.indexOf("=");
    const name = at < 0 ? hash : hash.slice(0, at);
    let value = at < 0 ? "" : hash.slice(at + 1);
    try { value = decodeURIComponent(value); } catch { /* as written */ }
    main.replaceChildren();
    window.scrollTo(0, 0);
    const views = { node: showNode, search: showSearch, group: showGroup, routes: showRoutes, tables: showTables, settings: showSettings, messages: showMessages };
    (Object.hasOwn(views, name) ? views[name] : showMap)(value);
    for (const p of pages) {
      const a = document.getElementById("page-" + p);
      if (p === (name || "map")) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
    }
    document.body.dataset.ready = hash;
  }
  let timer = 0;
  const search = () => {
    clearTimeout(timer);
    const hash = "search=" + encodeURIComponent(input.value.trim());
    if (input.value.trim() && location.hash !== "#" + hash) {
      location.hash = hash;
      show();
    }
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== input) {
      e.preventDefault();
      input.select();
    } else if (e.key === "Escape") {
      input.blur();
      main.focus();
    } else if (e.key === "Enter" && document.activeElement === input) {
      search();
      const first = main.querySelector("li a");
      if (first) first.click();
    } else if ((e.key === "j" || e.key === "k") && document.activeElement !== input) {
      const links = [...main.querySelectorAll("a")], i = links.indexOf(document.activeElement);
      const next = links[i + (e.key === "j" ? 1 : -1)];
      if (next) next.focus();
    }
  });
  window.addEventListener("hashchange", () => { if (document.body.dataset.ready !== location.hash.slice(1)) show(); });
  show();
})();
