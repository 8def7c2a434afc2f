"""Reads exports back with programs that are not ours, and compares them with nodes.jsonl and edges.jsonl.

    check.py DIR

DIR has one export of each format, as check.sh writes them. Every check prints one line; the exit code is 1 if
any failed. It needs the Python packages networkx and pandas, and Graphviz.
"""

import csv
import json
import pathlib
import sqlite3
import subprocess
import sys
import uuid

import networkx
import pandas

csv.field_size_limit(1 << 30)
DIR = pathlib.Path(sys.argv[1])
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


CHECKS = [jsonl, graphml, dot]

for run in CHECKS:
    run()
sys.exit(1 if failed else 0)
