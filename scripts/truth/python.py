#!/usr/bin/env python3
"""Writes the section truth of archives of small Python programs: what pyright says that each call means.

    npm install --prefix DIR pyright
    scripts/truth/python.py --pyright DIR/node_modules/pyright ARCHIVE.txtar...

A line `call FILE:LINE --> FILE:LINE` leads from the line of the name of the definition around a call to that of the definition called. A
created object is a call of the __init__ that its class itself has, else of the class. Targets that are variables do not count.
"""
import argparse
import ast
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SECTIONS = {"want", "truth", "missed"}
KEYWORDS = {ast.FunctionDef: len("def "), ast.AsyncFunctionDef: len("async def "), ast.ClassDef: len("class ")}


def read_archive(path):
    """Returns the comment of a txtar archive and its files as a list of [name, text]."""
    comment, files = [], []
    for line in pathlib.Path(path).read_text().splitlines(keepends=True):
        if line.startswith("-- ") and line.rstrip().endswith(" --"):
            files.append([line.strip()[3:-3].strip(), ""])
        elif files:
            files[-1][1] += line
        else:
            comment.append(line)
    return "".join(comment), files


class Server:
    """A language server that answers over its standard streams."""

    def __init__(self, command, root):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.request("initialize", {"processId": os.getpid(), "rootUri": root.as_uri(), "capabilities": {},
                                    "workspaceFolders": [{"uri": root.as_uri(), "name": "root"}]})
        self.notify("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            m = self.receive()
            if "method" in m and "id" in m:  # the server asks for its configuration
                items = m.get("params", {}).get("items") if isinstance(m.get("params"), dict) else None
                self.send({"id": m["id"], "result": [None] * len(items) if items else None})
            elif m.get("id") == self.last:
                return m.get("result")


def definitions(tree):
    """Returns the function and class definitions of a file by the line of their names, and every call with the definitions around it."""
    found, calls = {}, []

    def first_line(body, name):
        for statement in body:
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            for t in targets:
                if isinstance(t, ast.Name) and t.id == name:
                    return t.lineno
        return 0

    def visit(node, around, body, in_class):
        if isinstance(node, ast.Call):
            calls.append((node, around))
        inner, inside, body_class = around, body, in_class
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            line = node.lineno
            found[line] = node
            inner, inside, body_class = [line], node.body, isinstance(node, ast.ClassDef)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and (body is not None):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                line = first_line(body, target.id)
                inner = [line] + (around if in_class else [])
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inside = None
        for child in ast.iter_child_nodes(node):
            visit(child, inner, inside if isinstance(child, ast.stmt) else body, body_class)

    for statement in tree.body:
        visit(statement, [1], tree.body, False)
    return found, calls


def name_place(function):
    """Returns the line and column, both from 0, of the name that a call names."""
    if isinstance(function, ast.Name):
        return function.lineno - 1, function.col_offset
    if isinstance(function, ast.Attribute):
        return function.end_lineno - 1, function.end_col_offset - len(function.attr)
    return None


def target_line(node):
    """Returns the line that stands for a definition that is called."""
    if isinstance(node, ast.ClassDef):
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and member.name == "__init__":
                return member.lineno
    return node.lineno


def truth(command, files):
    """Returns the lines of the truth of a program."""
    lines = set()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / "pyrightconfig.json").write_text("{}")
        parsed = {}
        for name, text in files:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            if name.endswith(".py"):
                parsed[name] = definitions(ast.parse(text))
        server = Server(command, root)
        for name, text in files:
            if name in parsed:
                server.notify("textDocument/didOpen", {"textDocument": {"uri": (root / name).as_uri(), "languageId": "python", "version": 1, "text": text}})
        for name, (_, calls) in parsed.items():
            for call, around in calls:
                place = name_place(call.func)
                if place is None:
                    continue
                result = server.request("textDocument/definition", {
                    "textDocument": {"uri": (root / name).as_uri()}, "position": {"line": place[0], "character": place[1]}})
                for location in result or []:
                    path = pathlib.Path(location["uri"].removeprefix("file://")).resolve()
                    if not path.is_relative_to(root):
                        continue
                    target = str(path.relative_to(root))
                    start = location["range"]["start"]
                    node = parsed[target][0].get(start["line"] + 1)
                    if node is not None and start["character"] == node.col_offset + KEYWORDS[type(node)]:
                        lines.update(f"call {name}:{line} --> {target}:{target_line(node)}" for line in around)
        server.process.kill()
    return sorted(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pyright", required=True, help="folder of the npm package pyright")
    options.add_argument("--print", action="store_true", help="print the truth instead of writing it")
    options.add_argument("archives", nargs="+")
    args = options.parse_args()
    command = ["node", str(pathlib.Path(args.pyright) / "langserver.index.js"), "--stdio"]
    for archive in args.archives:
        comment, files = read_archive(archive)
        sources = [f for f in files if f[0] not in SECTIONS]
        text = "".join(line + "\n" for line in truth(command, sources))
        if args.print:
            sys.stdout.write(f"== {archive}\n{text}")
            continue
        files = [f for f in files if f[0] != "truth"]
        place = next((i for i, f in enumerate(files) if f[0] == "missed"), len(files))
        files.insert(place, ["truth", text])
        pathlib.Path(archive).write_text(comment + "".join(f"-- {n} --\n{t}" for n, t in files))


if __name__ == "__main__":
    main()
