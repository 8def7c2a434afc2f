#!/usr/bin/env python3
"""Reads the artifacts of `indexer build`, or a bundle, as another runtime would, and lists what it could not use.

    check_bundle.py [-v] DIR-OR-ZIP [...]

An independent reader of artifacts/FORMAT.md in another language, with the standard library alone. It knows the
rules of LocalAI-RAG's importer: which files it needs, which keys, of which types, how rows join. It prints one
line a finding and ends with 1 if there was any. A note (with -v each, else their number) is no finding: it tells
of ids that only an index which keeps nothing but their words could take for each other.
"""
import csv
import hashlib
import io
import json
import os
import re
import sys
import uuid
import zipfile

BOM = b"\xef\xbb\xbf"
TEXT, COUNT, LIST = str, int, list
CHUNK_KEYS = {
    "Id": TEXT, "File": TEXT, "RepoRelativePath": TEXT, "Class": TEXT, "Member": TEXT, "Type": TEXT, "Signature": TEXT, "Text": TEXT,
    "ProjectName": TEXT, "ChunkPart": COUNT, "ChunkTotal": COUNT, "acl_allow": LIST,
    "node_id": TEXT, "kind": TEXT, "name": TEXT, "data_type": TEXT, "file_type": TEXT, "language": TEXT,
    "start_line": COUNT, "end_line": COUNT, "tokens": COUNT, "hash": TEXT,
}
ROW_KEYS = {
    "key": TEXT, "kind": TEXT, "schema": TEXT, "name": TEXT, "domain": TEXT, "file": TEXT, "body": TEXT, "data_type": TEXT,
    "file_type": TEXT, "acl_allow": LIST, "language": TEXT,
}
META_KEYS = {"row_id": COUNT, "node_id": TEXT, "data_type": TEXT, "kind": TEXT, "name": TEXT, "path": TEXT, "language": TEXT, "acl_allow": LIST}
CONFIG_KEYS = {"kind": TEXT, "source": TEXT, "path": TEXT, "node_id": TEXT, "data_type": TEXT, "file_type": TEXT, "acl_allow": LIST}
NODE_COLUMNS = ["key", "kind", "name", "schema", "file", "batch", "domain", "body_path"]
EDGE_COLUMNS = ["from", "to", "relation", "to_kind", "file", "batch"]
CHUNK_ID = re.compile(r"^[a-z0-9]+:[^#|\s]*#[^#|\s]+@[a-z2-7]{10}(/[1-9][0-9]*)?$")
NODE_KEY = re.compile(r"^[^|#\s]+\|[A-Z_]+(/[1-9][0-9]*)?$")
HANDLE = re.compile(r"@([a-z2-7]{10})(/|$)")
PART = re.compile(r"/[1-9][0-9]*$")
EXTENSIONS = {"csharp": {"cs", "csx"}, "razor": {"cshtml", "razor"}, "go": {"go"}, "java": {"java"}, "python": {"py", "pyi", "pyw"}}


class Bundle:
    """The files of a folder or a zip, and the findings in them."""

    def __init__(self, path):
        self.path, self.findings, self.notes = path, [], []
        if os.path.isdir(path):
            self.names = {os.path.relpath(os.path.join(d, f), path).replace(os.sep, "/") for d, _, fs in os.walk(path) for f in fs}
            self.read = lambda name: open(os.path.join(path, name), "rb").read()
        else:
            archive = zipfile.ZipFile(path)
            names = [n for n in archive.namelist() if not n.endswith("/")]
            if len(set(names)) != len(names):
                self.note("zip", "a name is in it twice")
            tops = {n.split("/")[0] for n in names}
            prefix = "" if "repo_meta.json" in names or len(tops) > 1 else tops.pop() + "/"
            self.names = {n[len(prefix):] for n in names}
            self.read = lambda name: archive.read(prefix + name)

    def note(self, name, text, *args):
        self.findings.append("%s: %s: %s" % (self.path, name, text % args if args else text))

    def text(self, name, required=True):
        """The text of a file, None if it is not there or unreadable."""
        if name not in self.names:
            if name + ".zst" in self.names:
                self.note(name, "is compressed, which no importer reads: build with --bundle, or without --compress")
            elif required:
                self.note(name, "missing")
            return None
        data = self.read(name)
        if data.startswith(BOM):
            self.note(name, "begins with a byte order mark")
            data = data[3:]
        if b"\r\n" in data:
            self.note(name, "has lines that end with a carriage return")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as e:
            self.note(name, "is not UTF-8: %s", e)

    def json(self, name, required=True):
        text = self.text(name, required)
        if text is None:
            return None
        try:
            return json.loads(text, object_pairs_hook=lambda pairs: self.object(name, pairs), parse_constant=lambda c: self.note(name, "holds %s", c))
        except ValueError as e:
            self.note(name, "is not JSON: %s", e)

    def object(self, name, pairs):
        """An object; the rule that no key of it stands twice is checked here."""
        out = dict(pairs)
        if len(out) != len(pairs):
            keys = [k for k, _ in pairs]
            self.note(name, "the key %s stands twice in one object", next(k for k in keys if keys.count(k) > 1))
        return out

    def lines(self, name, required=True):
        """The objects of a JSON Lines file, each with its line."""
        out = []
        text = self.text(name, required) or ""
        if text and not text.endswith("\n"):
            self.note(name, "does not end with a line feed")
        for i, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line, object_pairs_hook=lambda pairs: self.object(name, pairs))
            except ValueError as e:
                self.note(name, "line %d is not JSON: %s", i, e)
                continue
            if isinstance(row, dict):
                out.append((i, row))
            else:
                self.note(name, "line %d is no object", i)
        return out


def check_meta(b):
    name = "repo_meta.json"
    meta = b.json(name) or {}
    repo, state = meta.get("RepoName") or "", meta.get("HeadSha") or meta.get("FolderFingerprint") or ""
    if not repo.strip():
        b.note(name, "no RepoName")
    elif "::" in repo:
        b.note(name, "RepoName holds '::'")
    if not state.strip():
        b.note(name, "neither HeadSha nor FolderFingerprint: no snapshot id can be made")
    elif meta.get("SnapshotId") != str(uuid.uuid5(uuid.NAMESPACE_DNS, "%s:%s" % (repo, state))):
        b.note(name, "SnapshotId is %s, not that of %s:%s", meta.get("SnapshotId"), repo, state)
    if not meta.get("SnapshotLabel") and (meta.get("Tag") or meta.get("Branch")):
        b.note(name, "no SnapshotLabel, though there is a tag or branch")
    return meta


def check_keys(b, name, where, row, keys):
    for k, kind in keys.items():
        value = row.get(k)
        if k not in row:
            b.note(name, "%s has no %s", where, k)
        elif not isinstance(value, kind) or isinstance(value, bool):
            b.note(name, "%s: %s is %r", where, k, value)
        elif kind is LIST and not all(isinstance(v, str) and v.strip() for v in value):
            b.note(name, "%s: %s holds what is no name: %r", where, k, value)


def check_path(b, name, where, path):
    if "\\" in path or path.startswith("/") or re.match(r"^[A-Za-z]:", path) or ".." in path.split("/"):
        b.note(name, "%s: %r is no path relative to the repository with '/'", where, path)


def check_label(b, name, where, row, path):
    """Language and file type must not claim what the path denies."""
    ext = os.path.splitext(path)[1][1:].lower()
    if ext and row.get("file_type") != ext:
        b.note(name, "%s: file_type of %s is %r", where, path, row.get("file_type"))
    for language, exts in EXTENSIONS.items():
        if ext and (row.get("language") == language) != (ext in exts) and (row.get("language") == language or ext in exts):
            b.note(name, "%s: the language of %s is %r", where, path, row.get("language"))


def check_chunks(b):
    """The chunks by id, in order."""
    name = "regular_code_bundle/chunks.json"
    rows, chunks, handles = b.json(name), {}, {}
    if rows is not None and not isinstance(rows, list):
        b.note(name, "is no array")
        rows = None
    for i, row in enumerate(rows or []):
        where = "chunk %d" % (i + 1)
        check_keys(b, name, where, row, CHUNK_KEYS)
        key = str(row.get("Id") or "")
        if not CHUNK_ID.match(key) or "::" in key:
            b.note(name, "%s: bad Id %r", where, key)
        if key in chunks:
            b.note(name, "%s: Id %s stands twice", where, key)
        chunks[key] = row
        node, handle = PART.sub("", key) if HANDLE.search(key) else key, HANDLE.search(key)
        if row.get("node_id") != node:
            b.note(name, "%s: node_id of %s is %r", where, key, row.get("node_id"))
        if handle and handles.setdefault(handle.group(1), node) != node:
            b.note(name, "%s: %s and %s share a handle", where, handles[handle.group(1)], node)
        check_path(b, name, where, row.get("RepoRelativePath", ""))
        check_label(b, name, where, row, row.get("RepoRelativePath", ""))
        if row.get("File") != row.get("RepoRelativePath", "").split("/")[-1]:
            b.note(name, "%s: File is %r", where, row.get("File"))
        if row.get("data_type") == "db_code":
            b.note(name, "%s: a database object", where)
        if not 1 <= row.get("start_line", 0) <= row.get("end_line", 0):
            b.note(name, "%s: lines %s to %s", where, row.get("start_line"), row.get("end_line"))
        if hashlib.sha256(row.get("Text", "").encode()).hexdigest()[:32] != row.get("hash"):
            b.note(name, "%s: hash is not that of Text", where)
    check_parts(b, name, [(c.get("node_id"), c.get("ChunkPart"), c.get("ChunkTotal")) for c in chunks.values()])
    return chunks


def check_parts(b, name, rows):
    """The parts of a node stand together, from the first to the last."""
    expected = None
    for node, part, total in rows + [(None, 1, 1)]:
        if expected and (node, part, total) != expected:
            b.note(name, "%s: part %d of %d does not follow", *expected)
        elif not expected and part != 1:
            b.note(name, "%s begins with part %s", node, part)
        expected = (node, part + 1, total) if isinstance(part, int) and isinstance(total, int) and part < total else None


def check_dependencies(b, ids):
    name = "regular_code_bundle/dependencies.json"
    deps = b.json(name)
    edges = 0
    for key, targets in (deps if isinstance(deps, dict) else {}).items():
        edges += len(targets)
        for end in [key] + targets:
            if end not in ids:
                b.note(name, "%s is no chunk", end)
        if len(set(targets)) != len(targets):
            b.note(name, "%s names a target twice", key)
    return edges


def check_sql(b, chunks):
    """The rows of the SQL bundle by key, in order."""
    name, rows, nodes = "sql_code_bundle/docs/sql_bodies.jsonl", {}, {c.get("node_id"): [] for c in chunks.values()}
    for c in chunks.values():
        nodes[c.get("node_id")].append(c)
    for i, row in b.lines(name):
        where = "line %d" % i
        check_keys(b, name, where, row, ROW_KEYS)
        key = row.get("key", "")
        if not NODE_KEY.match(key) or "::" in key:
            b.note(name, "%s: bad key %r", where, key)
        if key in rows:
            b.note(name, "%s: key %s stands twice", where, key)
        rows[key] = row
        check_path(b, name, where, row.get("file", ""))
        check_label(b, name, where, row, row.get("file", ""))
        if row.get("data_type") != "db_code":
            b.note(name, "%s: data_type is %r", where, row.get("data_type"))
        if PART.sub("", key).split("|")[-1] != row.get("kind"):
            b.note(name, "%s: %s is a %s", where, key, row.get("kind"))
        for node in row.get("node_ids") or []:
            check_stand_in(b, name, where, row, nodes.get(node))
        if not row.get("node_ids") and row.get("node_id") != PART.sub("", key):
            b.note(name, "%s: node_id is %r", where, row.get("node_id"))
        if not row.get("body") and "external" not in row.get("flags", []) and not row.get("node_ids"):
            b.note(name, "%s: %s has no body and is not external", where, key)
    objects = [r for r in rows.values() if not r.get("node_ids")]
    check_parts(b, name, [(r.get("node_id"), r.get("chunk_part"), r.get("chunk_total")) for r in objects])
    return rows


def check_stand_in(b, name, where, row, chunks):
    """A row for code holds the texts of its nodes, which the same readers may see."""
    if chunks is None:
        return  # a node without a text, such as an empty file
    if "".join(c["Text"] for c in chunks) not in row.get("body", ""):
        b.note(name, "%s: its body lacks the text of %s", where, chunks[0]["node_id"])
    for k in ("acl_allow", "classification_labels", "doc_level", "owner_id", "source_system_id"):
        if (chunks[0].get(k) or None) != (row.get(k) or None):
            b.note(name, "%s: %s is not that of %s", where, k, chunks[0]["node_id"])


def table(b, name, columns):
    text = b.text(name)
    rows = list(csv.reader(io.StringIO(text or ""), strict=True))
    if text is not None and (not rows or rows[0] != columns):
        b.note(name, "its header is %s", rows[:1])
        return []
    for i, row in enumerate(rows, 1):
        if len(row) != len(columns):
            b.note(name, "row %d has %d values", i, len(row))
    return [dict(zip(columns, row)) for row in rows[1:]]


def check_graph(b, bodies):
    nodes = table(b, "sql_code_bundle/graph/nodes.csv", NODE_COLUMNS)
    edges = table(b, "sql_code_bundle/graph/edges.csv", EDGE_COLUMNS)
    known = {}
    for row in nodes:
        if row["key"] in known:
            b.note("nodes.csv", "key %s stands twice", row["key"])
        known[row["key"]] = row
        if row["key"] not in bodies:
            b.note("nodes.csv", "%s has no row in sql_bodies.jsonl", row["key"])
    for key in {PART.sub("", k) for k in bodies} - set(known):
        b.note("nodes.csv", "%s has a body but is no node", key)
    seen, leaving = set(), set()
    for row in edges:
        for end in ("from", "to"):
            if row[end] not in known:
                b.note("edges.csv", "%s end %s is no node", end, row[end])
        if row["to"] in known and known[row["to"]]["kind"] != row["to_kind"]:
            b.note("edges.csv", "%s is no %s", row["to"], row["to_kind"])
        if not row["relation"]:
            b.note("edges.csv", "an edge from %s has no relation", row["from"])
        triple = (row["from"], row["to"], row["relation"])
        if triple in seen:
            b.note("edges.csv", "%s stands twice", triple)
        seen.add(triple)
        leaving.add(row["from"])
    for key, row in bodies.items():
        if row.get("node_ids") and key not in leaving:
            b.note("edges.csv", "%s stands for code, but no walk gets on from it", key)
    graph = b.json("sql_code_bundle/graph/graph.json")
    if graph is not None:
        if [[n[k] for k in ("Key", "Kind", "Name", "Schema", "File", "Batch", "Domain", "BodyPath")] for n in graph["nodes"]] != [list(n.values()) for n in nodes]:
            b.note("graph.json", "its nodes are not those of nodes.csv")
        if [[e[k] for k in ("From", "To", "Relation", "ToKind", "File", "Batch")] for e in graph["edges"]] != [list(e.values()) for e in edges]:
            b.note("graph.json", "its edges are not those of edges.csv")
    return len(edges)


def check_metadata(b, chunks, bodies):
    """Row by row, unified_metadata.jsonl tells of the chunks, then of the bodies."""
    name = "unified_metadata.jsonl"
    rows = b.lines(name)
    want = [("chunk_id", k, v.get("node_id"), v, v.get("RepoRelativePath")) for k, v in chunks.items()]
    want += [("node_key", k, v.get("node_id") or v["node_ids"][0], v, v.get("file")) for k, v in bodies.items()]
    if len(rows) != len(want):
        b.note(name, "%d rows for %d texts", len(rows), len(want))
    for (i, row), (id_key, key, node, text, path), n in zip(rows, want, range(len(want))):
        check_keys(b, name, "line %d" % i, row, META_KEYS)
        if (row.get("chunk_id") is None) == (row.get("node_key") is None):
            b.note(name, "line %d has not just one of chunk_id and node_key", i)
        if row.get("row_id") != n or row.get(id_key) != key or row.get("node_id") != node:
            b.note(name, "line %d is not about row %d, %s", i, n, key)
        elif row.get("path") != path or any((row.get(k) or None) != (text.get(k) or None) for k in ("data_type", "kind", "acl_allow", "language", "start_line", "end_line", "doc_level", "classification_labels", "owner_id", "source_system_id")):
            b.note(name, "line %d: the fields to filter by are not those of %s", i, key)


def check_configs(b):
    """Files of settings: by path, with keys; a secret has no value."""
    name, last, keys = "configuration_bundle/configs.jsonl", "", 0
    if name not in b.names:
        return 0
    rows = b.lines(name)
    for i, row in rows:
        where = "line %d" % i
        check_keys(b, name, where, row, CONFIG_KEYS)
        check_path(b, name, where, row.get("path", ""))
        if row.get("path", "") <= last:
            b.note(name, "%s: %s is not behind %s", where, row.get("path"), last)
        last = row.get("path", "")
        for key in row.get("keys", []):
            keys += 1
            if key.get("secret") and key.get("value") is not None:
                b.note(name, "%s: the secret %s has a value", where, key.get("key"))
            if key.get("line", 0) < 1 or not key.get("key"):
                b.note(name, "%s: a key without a name or a line", where)
    counts = (b.json("configuration_bundle/manifest.json") or {}).get("counts", {})
    if (counts.get("configs"), counts.get("keys")) != (len(rows), keys):
        b.note("configuration_bundle/manifest.json", "the counts are not those of %d lines with %d keys", len(rows), keys)
    return len(rows)


def check_manifest(b, meta):
    text = b.text("manifest.json")
    manifest = b.json("manifest.json") or {}
    source = manifest.get("source", {})
    for ours, theirs in (("repository", "RepoName"), ("branch", "Branch"), ("commit", "BaseSha" if meta.get("BaseSha") else "HeadSha"), ("fingerprint", "FolderFingerprint"), ("snapshot_id", "SnapshotId"), ("snapshot", "SnapshotLabel")):
        if (source.get(ours) or "") != (meta.get(theirs) or ""):
            b.note("manifest.json", "%s is not that of repo_meta.json", ours)
    files = manifest.get("files", [])
    for f in files:
        if f["path"] not in b.names:
            b.note("manifest.json", "%s is missing", f["path"])
            continue
        data = b.read(f["path"])
        if len(data) != f["size"] or hashlib.sha256(data).hexdigest() != f["sha256"]:
            b.note("manifest.json", "%s is not the file that was written", f["path"])
    for name in b.names - {f["path"] for f in files} - {"manifest.json"}:
        b.note("manifest.json", "does not name %s", name)
    head, _, _ = (text or "").rpartition('  "self": ')
    if hashlib.sha256(head.encode()).hexdigest() != manifest.get("self"):
        b.note("manifest.json", "does not match its own hash")


def check_tokens(b, ids):
    """Ids that an index of words could take for each other: it keeps neither case, nor punctuation, nor order."""
    words = {}
    for i in ids:
        words.setdefault(frozenset(re.findall(r"[^\W_]+", i.lower())), []).append(i)
    for same in words.values():
        if len(same) > 1:
            b.notes.append("%s: ids: %s have the same words" % (b.path, " and ".join(sorted(same))))
    posting = {}
    for i, w in enumerate(words):
        for t in w:
            posting.setdefault(t, set()).add(i)
    lists = list(words.values())
    for i, w in enumerate(words):
        others = set.intersection(*(posting[t] for t in w)) - {i} if w else set()
        if others:
            b.notes.append("%s: ids: the words of %s are all in %s" % (b.path, lists[i][0], lists[min(others)][0]))


def check(path):
    b = Bundle(path)
    meta = check_meta(b)
    chunks = check_chunks(b)
    cs_edges = check_dependencies(b, chunks)
    bodies = check_sql(b, chunks)
    sql_edges = check_graph(b, bodies)
    check_metadata(b, chunks, bodies)
    configs = check_configs(b)
    check_manifest(b, meta)
    check_tokens(b, list(chunks) + list(bodies))
    b.summary = "%d chunks with %d edges, %d rows of the database with %d edges, %d files of settings" % (len(chunks), cs_edges, len(bodies), sql_edges, configs)
    return b


def main():
    paths = [a for a in sys.argv[1:] if a != "-v"]
    if not paths:
        sys.exit(__doc__)
    findings = 0
    for path in paths:
        b = check(path)
        for f in b.findings[:50] + (b.notes if "-v" in sys.argv else []):
            print(f)
        print("%s: %s, %d findings, %d notes" % (path, b.summary, len(b.findings), len(b.notes)))
        findings += len(b.findings)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
