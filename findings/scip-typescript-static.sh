#!/usr/bin/env bash
# scip-typescript: a static and an instance method of one name are one symbol.
#
# Version: @sourcegraph/scip-typescript 0.4.0.
# Guess:    every definition has a symbol of its own, or a disambiguator of the SCIP grammar, m(+1),
#           as for overloads of other languages. TypeScript keeps the members of the class and those
#           of its instances apart.
# Observed: static of() and of() of class Order are both Order#of(): two definitions of one symbol,
#           and all calls, of Order.of() and of order.of(), refer to it. An interface and a namespace of
#           one name, Order# and Order/, are apart.
# Consequence for an indexer: callers from such an index mix both methods; tell them apart by the
#           receiver, or by the ranges of the definitions.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{"name": "shop", "version": "1.0.0"}' > package.json
npm install --no-audit --no-fund --silent @sourcegraph/scip-typescript@0.4.0
echo '{"compilerOptions": {"target": "es2022", "module": "commonjs"}, "files": ["order.ts"]}' > tsconfig.json
cat > order.ts <<'TS'
export class Order {
  static of(): Order { return new Order() }
  of(): number { return 1 }
}
export const made = Order.of()
export const number = made.of()
export interface Line { of: string }
export namespace Line { export const of = 1 }
TS
npx scip-typescript index > log 2>&1 || { cat log; exit 1; }
cat > main.cjs <<'JS'
const { readFileSync } = require('fs')
const { scip } = require('@sourcegraph/scip-typescript/dist/src/scip.js')

const [document] = scip.Index.deserializeBinary(readFileSync('index.scip')).documents
const found = {}
for (const { symbol, symbol_roles, range } of document.occurrences) {
  const name = symbol.split('`order.ts`/')[1]
  if (/of\W*$/.test(name)) (found[name] ??= []).push((symbol_roles & 1 ? 'defined ' : 'used ') + (range[0] + 1))
}
console.log(found)
const want = { 'Order#of().': ['defined 2', 'defined 3', 'used 5', 'used 6'], 'Line#of.': ['defined 7'], 'Line/of.': ['defined 8'] }
if (JSON.stringify(found) !== JSON.stringify(want)) {
  console.log('the behaviour has changed')
  process.exit(1)
}
JS
node main.cjs
