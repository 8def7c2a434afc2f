#!/usr/bin/env python3
"""Reads the artifacts of `indexer build` as another runtime would, and lists what it could not use.

    check_bundle.py DIR-OR-ZIP [...]

An independent reader of artifacts/FORMAT.md in another language, with the standard library alone. It knows
the rules of LocalAI-RAG's importer: which files it needs, which keys, how rows join. It prints one line a
finding and ends with 1 if there was any.
"""
import csv
import hashlib
import io
import json
import os
import re
import sys
import zipfile

BOM = b"\xef\xbb\xbf"
CHUNK_KEYS = ("Id", "File", "RepoRelativePath", "Class", "Member", "Type", "Signature", "Text", "acl_allow")
ROW_KEYS = ("key", "kind", "name", "file", "body", "data_type", "acl_allow")
CHUNK_ID = re.compile(r"^[a-z0-9]+:[^#|\s]*#[^#|\s]+@[a-z2-7]{10}(/[1-9][0-9]*)?$")
NODE_KEY = re.compile(r"^[^|#\s]+\|[A-Z_]+(/[1-9][0-9]*)?$")
PART = re.compile(r"/[1-9][0-9]*$")


class Bundle:
    """The files of a folder or a zip, and the findings in them."""

    def __init__(self, path):
        self.path, self.findings = path, []
        if os.path.isdir(path):
            self.names = {os.path.relpath(os.path.join(d, f), path).replace(os.sep, "/") for d, _, fs in os.walk(path) for f in fs}
            self.read = lambda name: open(os.path.join(path, name), "rb").read()
        else:
            archive = zipfile.ZipFile(path)
            names = [n for n in archive.namelist() if not n.endswith("/")]
            tops = {n.split("/")[0] for n in names}
            prefix = "" if "repo_meta.json" in names or len(tops) > 1 else tops.pop() + "/"
            self.names = {n[len(prefix):] for n in names}
            self.read = lambda name: archive.read(prefix + name)

    def note(self, name, text, *args):
        self.findings.append("%s: %s: %s" % (self.path, name, text % args if args else text))

    def text(self, name, required=True):
        """The text of a file, None if it is not there or unreadable."""
        if name not in self.names:
            if required:
                self.note(name, "missing")
            return None
        data = self.read(name)
        if data.startswith(BOM):
            self.note(name, "begins with a byte order mark")
            data = data[3:]
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as e:
            self.note(name, "is not UTF-8: %s", e)

    def json(self, name, required=True):
        text = self.text(name, required)
        if text is None:
            return None
        try:
            return json.loads(text)
        except ValueError as e:
            self.note(name, "is not JSON: %s", e)

    def lines(self, name, required=True):
        out = []
        for i, line in enumerate((self.text(name, required) or "").split("\n"), 1):
            if line.strip():
                try:
                    out.append((i, json.loads(line)))
                except ValueError as e:
                    self.note(name, "line %d is not JSON: %s", i, e)
        return out


def check_meta(b):
    meta = b.json("repo_meta.json") or {}
    if not meta.get("RepoName"):
        b.note("repo_meta.json", "no RepoName")
    elif "::" in meta["RepoName"]:
        b.note("repo_meta.json", "RepoName holds '::'")
    if not meta.get("HeadSha") and not meta.get("FolderFingerprint"):
        b.note("repo_meta.json", "neither HeadSha nor FolderFingerprint: no snapshot id can be made")


def check_path(b, name, where, path):
    if "\\" in path or path.startswith("/") or re.match(r"^[A-Za-z]:", path):
        b.note(name, "%s: %r is no path relative to the repository with '/'", where, path)


def check_chunks(b):
    """The ids of all chunks."""
    name = "regular_code_bundle/chunks.json"
    rows, ids = b.json(name), set()
    if rows is not None and not isinstance(rows, list):
        b.note(name, "is no array")
        rows = None
    for i, row in enumerate(rows or []):
        where = "chunk %d" % (i + 1)
        for k in CHUNK_KEYS:
            if k not in row:
                b.note(name, "%s has no %s", where, k)
        key = str(row.get("Id") or "")
        if not CHUNK_ID.match(key):
            b.note(name, "%s: bad Id %r", where, key)
        if key in ids:
            b.note(name, "%s: Id %s stands twice", where, key)
        ids.add(key)
        check_path(b, name, where, row.get("RepoRelativePath", ""))
        if not isinstance(row.get("acl_allow"), list):
            b.note(name, "%s: acl_allow is no list", where)
        if row.get("ChunkTotal", 1) < row.get("ChunkPart", 1):
            b.note(name, "%s: part %s of %s", where, row.get("ChunkPart"), row.get("ChunkTotal"))
    return ids


def check_dependencies(b, ids):
    name = "regular_code_bundle/dependencies.json"
    for key, targets in (b.json(name, required=False) or {}).items():
        for end in [key] + targets:
            if end not in ids:
                b.note(name, "%s is no chunk", end)
        if len(set(targets)) != len(targets):
            b.note(name, "%s names a target twice", key)


def check_sql(b):
    name, keys = "sql_code_bundle/docs/sql_bodies.jsonl", set()
    for i, row in b.lines(name, required=False):
        where = "line %d" % i
        for k in ROW_KEYS:
            if k not in row:
                b.note(name, "%s has no %s", where, k)
        key = row.get("key", "")
        if not NODE_KEY.match(key):
            b.note(name, "%s: bad key %r", where, key)
        if key in keys:
            b.note(name, "%s: key %s stands twice", where, key)
        keys.add(key)
        check_path(b, name, where, row.get("file", ""))
        if row.get("data_type") != "db_code":
            b.note(name, "%s: data_type is %r", where, row.get("data_type"))
    return keys


def check_graph(b, bodies):
    nodes = b.text("sql_code_bundle/graph/nodes.csv", required=False)
    edges = b.text("sql_code_bundle/graph/edges.csv", required=False)
    known = set()
    if nodes is not None:
        for row in csv.DictReader(io.StringIO(nodes)):
            if row.get("key") in known:
                b.note("nodes.csv", "key %s stands twice", row["key"])
            known.add(row.get("key"))
    for key in {PART.sub("", k) for k in bodies} - known:
        b.note("nodes.csv", "%s has a body but is no node", key)
    seen = set()
    for row in csv.DictReader(io.StringIO(edges or "")):
        for end in ("from", "to"):
            if row.get(end) not in known:
                b.note("edges.csv", "%s end %s is no node", end, row.get(end))
        triple = (row.get("from"), row.get("to"), row.get("relation"))
        if triple in seen:
            b.note("edges.csv", "%s stands twice", triple)
        seen.add(triple)
    graph = b.json("sql_code_bundle/graph/graph.json", required=False)
    if graph is not None and nodes is not None and {n["Key"] for n in graph["nodes"]} != known:
        b.note("graph.json", "its nodes are not those of nodes.csv")


def check_metadata(b, ids, keys):
    rows = set()
    for i, row in b.lines("unified_metadata.jsonl"):
        key = row.get("chunk_id") or row.get("node_key")
        if row.get("row_id") in rows:
            b.note("unified_metadata.jsonl", "line %d: row_id %s stands twice", i, row.get("row_id"))
        rows.add(row.get("row_id"))
        if not key:
            b.note("unified_metadata.jsonl", "line %d leads to nothing", i)
        elif row.get("chunk_id") and key not in ids:
            b.note("unified_metadata.jsonl", "line %d: %s is no chunk", i, key)


def check_manifest(b):
    manifest = b.json("manifest.json") or {}
    files = manifest.get("files", [])
    for f in files:
        if f["path"] not in b.names:
            b.note("manifest.json", "%s is missing", f["path"])
            continue
        data = b.read(f["path"])
        if len(data) != f["size"] or hashlib.sha256(data).hexdigest() != f["sha256"]:
            b.note("manifest.json", "%s is not the file that was written", f["path"])
    if not files:
        b.note("manifest.json", "lists no files")


def check_tokens(b, ids, keys):
    """Ids that a tokenising index could take for each other: same tokens, whatever the case and punctuation."""
    words = {}
    for i in ids | keys:
        words.setdefault(tuple(re.findall(r"[a-z0-9]+", i.lower())), []).append(i)
    for same in words.values():
        if len(same) > 1:
            b.note("ids", "%s cannot be told apart once tokenised", " and ".join(sorted(same)))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    findings = 0
    for path in sys.argv[1:]:
        b = Bundle(path)
        check_meta(b)
        ids = check_chunks(b)
        check_dependencies(b, ids)
        keys = check_sql(b)
        check_graph(b, keys)
        check_metadata(b, ids, keys)
        if "manifest.json" in b.names:
            check_manifest(b)
        check_tokens(b, ids, keys)
        for f in b.findings[:50]:
            print(f)
        print("%s: %d chunks, %d database objects, %d findings" % (path, len(ids), len(keys), len(b.findings)))
        findings += len(b.findings)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
