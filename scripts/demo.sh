#!/usr/bin/env bash
# Indexes a source tree and answers a text query, an expansion and a fetch from
# it. usage: demo.sh SRC OUT
set -euo pipefail
src=$1 out=$2

run() { # prints a command as typed into a shell, and runs it
	printf '\n$ %s\n' "$*"
	"$@"
}

run bin/indexer build --no-cache "$src" --out "$out" || [ $? -eq 3 ] # 3: done, some files skipped
export SEEDGRAPH_ARTIFACTS=$out
run bin/indexer stats "$out"

text=${TEXT:-parse command line flags}
run bin/query search "$text" --limit 5
seed=$(bin/query search "$text" --limit 1 --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)
run bin/query expand "$seed" --max-depth 2 --max-nodes 12
# The source of the seed may be long, and shares the budget with its neighbours.
printf '\n$ %s\n' "bin/query expand $seed --max-depth 1 --max-nodes 8 --json | bin/query fetch - --budget-tokens 3000"
bin/query expand "$seed" --max-depth 1 --max-nodes 8 --json | bin/query fetch - --budget-tokens 3000
