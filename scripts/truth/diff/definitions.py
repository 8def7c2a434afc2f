"""Lists the definitions of Python files, as the standard library's parser finds them.

Reads paths from standard input, a line each, and writes a JSON object for each: the path, and the definitions as [symbol, first line, last
line, shared]. The lines of a shared one belong to the method around it as well. A file that cannot be parsed has null.
"""
import ast
import json
import sys


def targets(node):
    """Returns the names that a statement binds: names, and attributes of self."""
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, ast.AnnAssign):
        found = [node.target]
    else:
        return [], []
    names, fields = [], []
    while found:
        t = found.pop(0)
        if isinstance(t, (ast.Tuple, ast.List)):
            found = list(t.elts) + found
        elif isinstance(t, ast.Name):
            names.append(t.id)
        elif isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name) and t.value.id == "self":
            fields.append(t.attr)
    return names, fields


class Finder:
    def __init__(self, lines):
        self.lines, self.found, self.known = lines, [], set()

    def add(self, symbol, first, last, shared=False, comments=True):
        while comments and first > 1 and self.lines[first - 2].lstrip().startswith("#"):
            first -= 1  # comments directly above belong to it
        self.found.append([symbol, first, last, shared])

    def body(self, statements, prefix, owner, scope):
        """Walks statements; owner is the class around them, scope is module, class or function."""
        for s in statements:
            if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([s.lineno] + [d.lineno for d in s.decorator_list])
                self.add(prefix + s.name, first, s.end_lineno)
                inner = "class" if isinstance(s, ast.ClassDef) else "function"
                cls = prefix + s.name if inner == "class" else owner if scope == "class" else None
                self.body(s.body, prefix + s.name + ".", cls, inner)
                continue
            names, fields = targets(s)
            if isinstance(s, (ast.Assign, ast.AnnAssign)) and isinstance(s.value, ast.Lambda) or scope != "function":
                for name in names:
                    self.once(prefix + name, s, False)
            if scope == "function" and owner:
                for name in fields:
                    self.once(owner + "." + name, s, True)
            for block in ("body", "orelse", "finalbody"):
                self.body(getattr(s, block, []), prefix, owner, scope)
            for handler in getattr(s, "handlers", []):
                self.body(handler.body, prefix, owner, scope)

    def once(self, symbol, s, shared):
        if symbol not in self.known:
            self.known.add(symbol)
            self.add(symbol, s.lineno, s.end_lineno, shared, not shared)


for path in sys.stdin.read().splitlines():
    with open(path, "rb") as f:
        raw = f.read()
    try:
        tree = ast.parse(raw)
        finder = Finder(raw.decode("utf-8-sig").splitlines())
        finder.body(tree.body, "", None, "module")
        print(json.dumps({"path": path, "definitions": finder.found}))
    except (SyntaxError, ValueError):
        print(json.dumps({"path": path, "definitions": None}))
