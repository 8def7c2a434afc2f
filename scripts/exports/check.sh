#!/usr/bin/env bash
# Reads an export of each format back with third-party programs, and compares the result with
# nodes.jsonl and edges.jsonl.
#
#     scripts/exports/check.sh [SRC…]
#
# SRC are source trees; the default is testdata/shop, and the awkward names of the tests of package export.
# It needs python3 with networkx and pandas, Graphviz, and node with npm (Debian: python3-networkx
# python3-pandas graphviz npm). Ladybug is read by the npm package lbug or, if the system is too old for it,
# by its predecessor kuzu.
set -euo pipefail
cd "$(dirname "$0")/../.."
missing=()
python=
for candidate in python3 /usr/bin/python3; do
	if "$candidate" -c 'import networkx, pandas' 2> /dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || missing+=("python3 with networkx and pandas")
for program in gvpr node npm; do
	command -v "$program" > /dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
	printf 'exports-check: missing: %s\n' "${missing[@]}" >&2
	echo "exports-check: Debian has them as python3-networkx python3-pandas graphviz npm" >&2
	exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/indexer" ./cmd/indexer
cp scripts/exports/check.mjs "$work"
(cd "$work" && npm install --loglevel=error --no-audit --no-fund @duckdb/node-api graphology@0.26 graphology-graphml@0.5 \
	hyparquet@1 @sourcegraph/scip-typescript@0.4 lbug@0.14 kuzu@0.11)
if ! (cd "$work" && node -e 'require("lbug")') 2> /dev/null; then
	echo "exports-check: lbug does not load here: kuzu reads the export for Ladybug"
	sed -i "s/'lbug'/'kuzu'/" "$work/check.mjs"
fi

# check ARTIFACTS DIR: reads back all formats of artifacts
check() {
	local format
	mkdir "$2"
	for format in nodes.jsonl edges.jsonl documents texts graphml dot graphrag lightrag llamaindex cognee ladybug \
		sqlite parquet scip; do
		"$work/indexer" export "$1" --format "$format" --output "$2/$format" "${@:3}"
	done
	"$work/indexer" export "$1" --format neo4j --lexical --output "$2/neo4j" "${@:3}"
	"$work/indexer" export "$1" --format graphml --undirected --output "$2/graphml.undirected" "${@:3}"
	"$python" scripts/exports/check.py "$2"
	(cd "$work" && node check.mjs "$2")
}

if [ $# -eq 0 ]; then
	set -- testdata/shop
	go run ./scripts/exports/awkward "$work/awkward"
	echo "exports-check: awkward names"
	check "$work/awkward" "$work/awkward.out"
fi
n=0
for src in "$@"; do
	n=$((n + 1))
	"$work/indexer" build --quiet --no-cache "$src" --out "$work/$n" || [ $? -eq 3 ]
	echo "exports-check: $src"
	check "$work/$n" "$work/$n.out"
	echo "exports-check: $src with externals"
	check "$work/$n" "$work/$n.externals" --externals
done
