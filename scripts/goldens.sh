#!/usr/bin/env bash
# Writes what the tests expect anew, and fails if that changes a file: goldens must
# be what the programs print today. Begin with a clean work tree.
set -euo pipefail
cd "$(dirname "$0")/.."

before=$(git status --porcelain)
# The archives of parsetest and resolvetest are left out: their tests fail where -update would
# change a byte of them. Tables of other sources (tokens, artifacts) have their own targets.
go test -short -count=1 ./source/walk ./testkit/readmetest -run 'TestTrees|Page|Commands' -update >/dev/null
# Of the programs, scripts alone expect something that is written down.
go test -short -count=1 -run 'TestScripts|TestReadScripts' ./cmd/indexer ./cmd/query -update >/dev/null
after=$(git status --porcelain)
if [ "$before" != "$after" ]; then
	printf 'regenerating goldens changes files:\n%s\n' "$after" >&2
	git diff >&2
	exit 1
fi
