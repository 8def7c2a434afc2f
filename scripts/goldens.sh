#!/usr/bin/env bash
# Regenerates the expected outputs of tests, and fails if that changes a file: goldens
# must match the current output of the programs. Start with a clean work tree.
set -euo pipefail
cd "$(dirname "$0")/.."

before=$(git status --porcelain)
# The archives of parsetest and resolvetest are not included: their tests fail if -update would
# change them. Tables from other sources (tokens, artifacts) have their own targets.
go test -short -count=1 ./source/walk ./testkit/readmetest -run 'TestTrees|Page|Commands' -update >/dev/null
# Of the tests of the programs, only scripts have recorded outputs.
go test -short -count=1 -run 'TestScripts|TestReadScripts' ./cmd/indexer ./cmd/query -update >/dev/null
after=$(git status --porcelain)
if [ "$before" != "$after" ]; then
	printf 'regenerating goldens changes files:\n%s\n' "$after" >&2
	git diff >&2
	exit 1
fi
