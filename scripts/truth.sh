#!/usr/bin/env bash
# Writes what compilers say of the small programs in resolve/*/testdata/truth into
# their archives: go/types, javac, and the TypeScript checker and pyright, which npm
# brings. Needs go, java, node, npm and python3.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go run ./scripts/truth/golang -archives resolve/golang/testdata/truth/*.txtar
java scripts/truth/Truth.java resolve/java/testdata/truth/*.txtar
npm install --silent --no-save --prefix "$work" typescript@5 pyright
cp scripts/truth/typescript.js "$work"
node "$work/typescript.js" resolve/typescript/testdata/truth/*.txtar
python3 scripts/truth/python.py --pyright "$work/node_modules/pyright" resolve/python/testdata/truth/*.txtar
