#!/usr/bin/env python3
"""Compares indexes of small C# programs with what .NET itself says of them.

    go build -o indexer ./cmd/indexer
    scripts/truth/dotnet.py --indexer ./indexer injection FOLDER
    scripts/truth/dotnet.py --indexer ./indexer settings FOLDER
    scripts/truth/dotnet.py --indexer ./indexer routes FOLDER

A folder has programs, NAME.cs, and what the framework made of each, NAME.json. For injection that is the list of registrations, with the class that
each gives; for settings the keys that were asked for, by which members, and the properties that they fill (NAME.settings.json is the file of settings); for routes the endpoints
(NAME.pages has the pages of the program).

Of each group of programs ("static": true, "heuristic" or "running") this is printed: how many of the wanted pairs have an edge, how many edges
are of none, and how many of these are of a tier that is sure. With -v every pair that differs.
"""
import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

PROJECT = """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework>
<ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup></Project>
"""
HOSTED = "Microsoft.Extensions.Hosting.IHostedService"


class Index:
    """The nodes and edges of one program."""

    def __init__(self, indexer, program):
        with tempfile.TemporaryDirectory() as folder:
            tree, out = pathlib.Path(folder, "tree"), pathlib.Path(folder, "out")
            tree.mkdir()
            (tree / "app.csproj").write_text(PROJECT)
            shutil.copy(program, tree / "Program.cs")
            settings = program.with_suffix(".settings.json")
            if settings.exists():
                shutil.copy(settings, tree / "appsettings.json")
            if program.with_suffix(".pages").is_dir():
                shutil.copytree(program.with_suffix(".pages"), tree, dirs_exist_ok=True)
            subprocess.run([indexer, "build", tree, "--out", out, "--quiet"], check=True, capture_output=True)
            self.nodes = {n["id"]: n for n in self.export(indexer, out, "nodes.jsonl")}
            self.edges = self.export(indexer, out, "edges.jsonl")
            self.hosted = self.list_hosted(out, indexer)
            self.listed = self.list_outside(out)

    @staticmethod
    def export(indexer, out, form):
        done = subprocess.run([indexer, "export", out, "--format", form], check=True, capture_output=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def list_hosted(self, out, indexer):
        """Returns the classes that have a method which a host starts."""
        return {n["name"].rpartition(".")[0] for n in self.nodes.values() if n.get("role") == "hosted service"}

    @staticmethod
    def list_outside(out):
        """Returns the names of the services of libraries that classes are registered for, which have no node to bind."""
        found = map(json.loads, (out / "diagnostics.jsonl").read_text().splitlines())
        return {name for d in found if d.get("reason") == "outside_service" for name in d["detail"].split(", ")}

    def of(self, kind):
        """Lists the edges of a kind as (node, node, edge)."""
        return [(self.nodes[e["src_id"]], self.nodes[e["dst_id"]], e) for e in self.edges if e["edge_type"] == kind]


def unbound(name):
    """Returns the name of a type without its arguments."""
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            return name
        name = shorter


def is_sure(edge):
    return edge["tier"] in ("exact", "typed", "unique")


class Score:
    """Counts of a group of programs."""

    def __init__(self):
        self.wanted = self.found = self.wrong = self.sure = 0

    def add(self, name, what, wanted, found, wrong, verbose):
        """Adds which pairs are wanted, which of them have an edge, and the edges, by pair, that are of none."""
        self.wanted += len(wanted)
        self.found += len(found)
        self.wrong += len(wrong)
        self.sure += sum(map(is_sure, wrong.values()))
        if verbose:
            for pair in sorted(wanted - found):
                print(f"{name}: {what} not found: {' --> '.join(pair)}")
            for pair, edge in sorted(wrong.items()):
                print(f"{name}: {what} wrong, {edge['tier']}: {' --> '.join(pair)}")


def compare_injection(truth, index, score):
    """Compares pairs of a service and a class; of hosted services the classes that a host starts."""
    own = {n["name"] for n in index.nodes.values() if n["kind"] in ("class", "interface", "record", "struct")}
    wanted, outside = set(), set()
    for s in truth["services"]:
        service = unbound(s["service"])
        for r in s["registrations"]:
            gives = unbound(r.get("implementation") or r.get("gives") or "")
            if gives not in own or gives == service:
                continue
            if service == HOSTED and gives in index.hosted:
                continue
            (wanted if service in own else outside).add((service, gives))
    have = {(unbound(a["name"]), unbound(b["name"])): e for a, b, e in index.of("Binds")}
    score("bindings", wanted, wanted & have.keys(), {p: e for p, e in have.items() if p not in wanted | outside})
    found = {p for p in outside if p[0].rpartition(".")[2] in index.listed}
    besides = index.listed - {p[0].rpartition(".")[2] for p in found | {(HOSTED, "")}}
    score("services of libraries", outside, found, {(name,): {"tier": "listed"} for name in besides})


def member(by):
    """Returns the name that a member has in the index."""
    if by["member"].startswith("("):
        return "Program.cs"
    owner = unbound(by["type"]).replace("+", ".")
    return owner + "." + (owner.rpartition(".")[2] if by["member"] == ".ctor" else by["member"])


def compare_settings(truth, index, score):
    """Compares pairs of a member and a key that it reads, and of a key and a property that it fills."""
    fills = {(a["name"].lower(), b["name"]): e for a, b, e in index.of("Configures")
             if a["kind"] == "config key" and b["kind"] != "config key"}
    filled = {key for key, _ in fills}
    reads = collections.defaultdict(dict)  # edges, by key and location
    for a, b, e in index.of("ReadsConfig"):
        reads[b["name"].lower()][unbound(a["name"]), e["line"]] = e

    def place(key, by):
        """Returns the place of the edge that says a member reads a key, or a section that fills it."""
        def at(k):
            return next((p for p in reads[k] if p[0] == member(by) or p[1] == by["line"]), None)
        if at(key):
            return at(key)
        below = key in filled or any(f.startswith(key + ":") for f in filled)
        parts = key.split(":")
        return below and next(filter(None, (at(":".join(parts[:i])) for i in range(len(parts)))), None)

    wanted, found, asked = set(), set(), collections.defaultdict(set)
    for r in truth["reads"]:
        for by in r["by"]:
            key = r["key"].lower()
            pair = (f"{member(by)}:{by['line']}", r["key"])
            wanted.add(pair)
            at = place(key, by)
            asked[at].add(key)
            if at:
                found.add(pair)
    extra = {}
    for key, places in reads.items():
        for at, e in places.items():
            if not any(k == key or k.startswith(key + ":") for k in asked[at]):
                extra[f"{at[0]}:{at[1]}", key] = e
    score("reads", wanted, found, extra)

    wanted, ignored = set(), set()
    for b in truth["bindings"]:
        for path, key in b["properties"].items():
            wanted.add((key.lower(), re.sub(r"\[[^\]]*\]", "", path).rpartition(".")[2]))
        ignored |= {k.lower() for k in b.get("ignored_keys", []) + b.get("parsed_but_not_set", [])}
    have = {(key, name.rpartition(".")[2]): e for (key, name), e in fills.items()}
    # a list or a dictionary is filled by the key above its elements, too
    up = {(re.sub(r"(:[^:]+)$", "", key), name) for key, name in wanted}
    score("fills", wanted, {p for p in wanted if p in have or (re.sub(r"(:[^:]+)$", "", p[0]), p[1]) in have},
          {p: e for p, e in have.items() if p not in wanted | up and p[0] in ignored})


def template(path):
    """Returns a path as nodes are named: each parameter is {}."""
    depth, out = 0, ""
    for c in path:
        if c == "{":
            depth += 1
            out += "{" if depth == 1 else ""
        elif c == "}":
            depth -= 1
            out += "}" if depth == 0 else ""
        elif depth == 0:
            out += c
    return out.lower()


def compare_routes(truth, index, score):
    """Compares pairs of a route and the line of what handles it; of a page also the page, of a hub the route alone."""
    wanted, pages = set(), set()
    for e in truth["endpoints"]:
        path = template(e["path"])
        if e["kind"] == "page":
            pages.add("ANY " + path)
            wanted |= {("ANY " + path, str(h["line"])) for h in e.get("handlers", [])} or {("ANY " + path, "")}
            continue
        at = str(e["handler"]["line"]) if e.get("handler") else ""
        wanted |= {(f"{verb} {path}", at) for verb in e["methods"] or ["ANY"]}
    lines = collections.defaultdict(set)
    for route, at in wanted:
        lines[route].add(at)
    found, wrong = set(), {}
    for a, b, e in index.of("Routes"):
        verb, _, path = a["name"].partition(" ")
        route = f"{verb} {path.lower()}"
        right = {at for at in lines[route] if not at or b["start_line"] <= int(at) <= b["end_line"]}
        found |= {(route, at) for at in right}
        if not right and not (route in pages and not b["path"].endswith(".cs")):
            wrong[route, str(b["start_line"])] = e
    score("routes", wanted, found, wrong)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--indexer", required=True)
    args.add_argument("-v", action="store_true", dest="verbose")
    args.add_argument("what", choices=["injection", "settings", "routes"])
    args.add_argument("folder", type=pathlib.Path)
    args = args.parse_args()
    compare = {"injection": compare_injection, "settings": compare_settings, "routes": compare_routes}[args.what]
    scores = collections.defaultdict(Score)
    for program in sorted(args.folder.glob("*.cs")):
        truth = json.loads(program.with_suffix(".json").read_text())
        index = Index(args.indexer, program)
        compare(truth, index, lambda what, wanted, found, wrong: scores[str(truth["static"]), what].add(
            program.stem, what, wanted, found, wrong, args.verbose))
    for (group, what), s in sorted(scores.items()):
        print(f"static {group}: {what} {s.found} of {s.wanted} found, {s.wrong} others, {s.sure} of them sure")


if __name__ == "__main__":
    main()
