"""Reads exports back with programs that are not ours, and compares them with nodes.jsonl and edges.jsonl.

    check.py DIR

DIR has one export of each format, as check.sh writes them. Every check prints one line; the exit code is 1 if
any failed. It needs the Python packages networkx and pandas, and Graphviz.
"""

import ast
import csv
import hashlib
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import uuid

import networkx
import pandas

csv.field_size_limit(1 << 30)
DIR = pathlib.Path(sys.argv[1]).resolve()
failed = []


def lines(name):
    with open(DIR / name, encoding="utf-8", newline="\n") as f:
        return [json.loads(line) for line in f]


NODES = lines("nodes.jsonl")
EDGES = lines("edges.jsonl")
IDS = {n["id"] for n in NODES}
HANDLES = {n["handle"] for n in NODES}
TITLES = {n["id"]: n["handle"] for n in NODES}
PARTS = sum(n["parts"] for n in NODES)
PAIRS = {tuple(sorted((e["src_id"], e["dst_id"]))) for e in EDGES}
EMPTY = not NODES


def check(what, got, want):
    ok = got == want
    print(f"{'ok  ' if ok else 'FAIL'} {what}: {got}" + ("" if ok else f", want {want}"))
    if not ok:
        failed.append(what)


def jsonl():
    check("edges.jsonl: dangling ends", sum((e["src_id"] not in IDS) + (e["dst_id"] not in IDS) for e in EDGES), 0)
    for name in ["nodes.jsonl", "edges.jsonl", "documents", "texts"]:
        rows = lines(name)
        check(f"{name}: sets of keys", len({tuple(r) for r in rows}), 0 if not rows else 1)
    documents, texts = lines("documents"), lines("texts")
    check("documents: chunks", len({d["id"] for d in documents}), PARTS)
    check("documents: UUIDs of ids", [d["id"] for d in documents
          if str(uuid.uuid5(uuid.NAMESPACE_URL, d["id"])) != d["metadata"]["uuid"]], [])
    check("documents: of unknown nodes", [d["id"] for d in documents if d["metadata"]["node"] not in IDS], [])
    check("texts: other than documents", sum(d["page_content"] != t["text"] or d["id"] != t["id"]
                                             for d, t in zip(documents, texts, strict=True)), 0)
    if not EMPTY:
        frame = pandas.read_json(DIR / "nodes.jsonl", lines=True)
        check("nodes.jsonl: rows of pandas", len(frame), len(NODES))


def graphml():
    g = networkx.read_graphml(DIR / "graphml", force_multigraph=True)
    check("graphml: nodes of NetworkX", set(g) == IDS and len(g), len(NODES))
    check("graphml: edges of NetworkX", g.number_of_edges(), len(EDGES))
    check("graphml: edges as those of edges.jsonl",
          sorted((a, b, d["kind"]) for a, b, d in g.edges(data=True)) ==
          sorted((e["src_id"], e["dst_id"], e["edge_type"]) for e in EDGES), True)
    u = networkx.read_graphml(DIR / "graphml.undirected")
    check("graphml --undirected: nodes", len(u), len(NODES))
    check("graphml --undirected: pairs", (u.number_of_edges(), u.is_directed(), u.is_multigraph()),
          (len(PAIRS), False, False))


def dot():
    for name in ["dot"]:
        out = subprocess.run(["gvpr", 'BEG_G{printf("%d %d", nNodes($G), nEdges($G))}', DIR / name],
                             capture_output=True, text=True, check=True)
        check("dot: nodes and edges of Graphviz", out.stdout, f"{len(NODES)} {len(EDGES)}")


def table(name):
    with open(DIR / name, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f, strict=True))


def neo4j():
    nodes, rels = {}, []
    for file in sorted((DIR / "neo4j" / "nodes").glob("*.csv")):
        for row in table(file):
            space = next(k for k in row if k.startswith("id:ID"))
            nodes.setdefault(space[6:-1], []).append(row[space])
            if file.stem != "Chunk" and any("\n" in v or "\r" in v for v in row.values()):
                check(f"neo4j: line breaks in {file.name}", row[space], None)
    lexical = {"FROM_CHUNK": PARTS, "FROM_DOCUMENT": None, "NEXT_CHUNK": None}
    dangling = 0
    sets = {space: set(ids) for space, ids in nodes.items()}
    for file in sorted((DIR / "neo4j" / "rels").glob("*.csv")):
        rows = table(file)
        for row in rows:
            (start, a), (end, b) = list(row.items())[:2]
            dangling += (a not in sets[start[10:-1]]) + (b not in sets[end[8:-1]])
            if file.stem not in lexical:
                rels.append((a, b, file.stem.replace("_", "").lower()))
    check("neo4j: nodes", (len(nodes.get("Node", [])), sets.get("Node", set()) == IDS), (len(NODES), True))
    check("neo4j: relationships", sorted(rels) == sorted((e["src_id"], e["dst_id"], e["edge_type"].lower())
                                                         for e in EDGES) and len(rels), len(EDGES))
    check("neo4j: dangling ends", dangling, 0)
    check("neo4j: chunks", len(sets.get("Chunk", ())), PARTS)
    texts = {d["id"]: d["text"].replace("\0", "\ufffd") for d in lines("texts")}
    wrong = [row["id:ID(Chunk)"] for row in table("neo4j/nodes/Chunk.csv") if row["text:string"] != texts[row["id:ID(Chunk)"]]]
    check("neo4j: texts other than those of texts", wrong, [])
    subprocess.run(["sh", "-n", DIR / "neo4j" / "import.sh"], check=True)


def graphrag():
    read = {name: pandas.read_csv(DIR / "graphrag" / f"{name}.csv", keep_default_na=False)
            for name in ["entities", "relationships", "text_units"]}
    entities, relationships, units = read.values()
    check("graphrag: entities", (len(entities), entities["title"].nunique()), (len(NODES), len(NODES)))
    check("graphrag: relationships", (len(relationships), relationships["id"].nunique()), (len(EDGES), len(EDGES)))
    check("graphrag: text units", (len(units), units["id"].nunique()), (PARTS, PARTS))
    titles = set(entities["title"])
    check("graphrag: dangling ends", sum(t not in titles for c in ["source", "target"] for t in relationships[c]), 0)
    ids = set(units["id"])
    lists = [u for f in (entities, relationships) for v in f["text_unit_ids"] for u in ast.literal_eval(v)]
    check("graphrag: unknown text units", sum(u not in ids for u in lists), 0)
    known = set(relationships["id"])
    named = [r for v in units["relationship_ids"] for r in ast.literal_eval(v)]
    check("graphrag: relationships in text units", (len(named), len(set(named)), set(named) <= known),
          (sum(v != "[]" for v in relationships["text_unit_ids"]),) * 2 + (True,))
    graph = networkx.from_pandas_edgelist(relationships, edge_attr=["weight"])
    degrees = dict(graph.degree())
    check("graphrag: degrees other than those of NetworkX",
          sum(degrees.get(t, 0) != d for t, d in zip(entities["title"], entities["degree"])), 0)


def lightrag():
    with open(DIR / "lightrag", encoding="utf-8") as f:
        kg = json.load(f)
    names, sources = {e["entity_name"] for e in kg["entities"]}, {c["source_id"] for c in kg["chunks"]}
    check("lightrag: entities", len(names), len(NODES))
    check("lightrag: chunks", len(kg["chunks"]), PARTS)
    check("lightrag: relationships",
          len({frozenset((r["src_id"], r["tgt_id"])) for r in kg["relationships"]}), len(PAIRS))
    check("lightrag: dangling ends",
          sum((r["src_id"] not in names) + (r["tgt_id"] not in names) for r in kg["relationships"]), 0)
    check("lightrag: unknown chunks", {r["source_id"] for k in ["entities", "relationships"] for r in kg[k]}
          - sources - {"UNKNOWN"}, set())


def llamaindex():
    nodes, chunks, relations = (lines(f"llamaindex/{n}.jsonl") for n in ["nodes", "chunks", "relations"])
    names, ids = {n["name"].replace('"', " ") for n in nodes}, {c["id_"] for c in chunks}
    check("llamaindex: nodes", len(names), len(NODES))
    check("llamaindex: chunks", len(ids), PARTS)
    check("llamaindex: relations", len(relations), len(EDGES) + PARTS)
    check("llamaindex: dangling ends", sum(
        (r["source_id"] not in (ids if r["label"] == "MENTIONS" else names)) + (r["target_id"] not in names)
        for r in relations), 0)


def cognee():
    facts = lines("cognee/facts.jsonl")
    with open(DIR / "cognee" / "receipt.json", encoding="utf-8") as f:
        check("cognee: facts of the receipt", json.load(f)["facts"], len(NODES))
    names = {f["name"]: f["id"] for f in facts}
    check("cognee: names", len(names), len(NODES))
    check("cognee: ids other than the hash", sum(f["id"] != hashlib.sha256("\0".join(
        [f["repo"], f["kind"], f["name"], f["file"] or ""]).encode()).hexdigest()[:32] for f in facts), 0)
    relations = [r for f in facts for r in f["relations"]]
    check("cognee: relations", sum(r["kind"] != "declares" for r in relations), len(EDGES))
    check("cognee: unknown targets", sum(names.get(r["target"]) != r["target_id"] for r in relations), 0)


def sqlite():
    db = sqlite3.connect(f"file:{DIR / 'sqlite'}?mode=ro", uri=True)

    def one(statement):
        return db.execute(statement).fetchone()[0]

    check("sqlite: integrity", one("PRAGMA integrity_check"), "ok")
    check("sqlite: foreign keys that lead nowhere", len(db.execute("PRAGMA foreign_key_check").fetchall()), 0)
    check("sqlite: nodes", (one("SELECT count(*) FROM nodes"), {i for i, in db.execute("SELECT id FROM nodes")} == IDS),
          (len(NODES), True))
    check("sqlite: edges", sorted(db.execute("SELECT s.id, d.id, e.kind FROM edges e JOIN nodes s ON s.num = src "
                                             "JOIN nodes d ON d.num = dst")) ==
          sorted((e["src_id"], e["dst_id"], e["edge_type"]) for e in EDGES), True)
    check("sqlite: chunks", list(db.execute("SELECT id, text FROM chunks ORDER BY rowid")) ==
          [(t["id"], t["text"]) for t in lines("texts")], True)
    check("sqlite: files", {p for p, in db.execute("SELECT path FROM files")},
          {n["path"] for n in NODES if n["path"]}) if len(NODES) < 100 else None
    check("sqlite: writers", one("SELECT count(*) FROM writers"), sum(e["edge_type"] == "WritesTo" for e in EDGES))
    check("sqlite: readers", one("SELECT count(*) FROM readers"), sum(e["edge_type"] == "ReadsFrom" for e in EDGES))
    check("sqlite: callers", one("SELECT count(*) FROM callers"),
          sum(e["edge_type"] in ("Calls", "Creates", "Executes") for e in EDGES))
    if NODES:
        word = next(w for n in NODES for w in re.findall(r"[A-Za-z]{3,}", n["name"]))
        check(f"sqlite: full text search for {word}",
              one(f"SELECT count(*) FROM names WHERE names MATCH '{word}'") > 0, True)


CHECKS = [jsonl, graphml, dot, neo4j, graphrag, lightrag, llamaindex, cognee, sqlite]

for run in CHECKS:
    run()
sys.exit(1 if failed else 0)
