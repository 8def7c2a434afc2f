#!/usr/bin/env bash
# GraphQL Tools: two modules that disagree on whether a field may be null are merged to the stricter type.
#
# Version: @graphql-tools/merge 10.0.6, graphql 17.1.0.
# Guess:    a type may be declared in several modules, but a field that has two different types is an
#           error, as Int and String are.
# Observed: String and String! are String!, in either order, and [String] and [String!]! are [String!]!:
#           the result may not be null, although the resolver of the other module may return null. For
#           arguments the last module counts instead, for the type, Int! or Int, and for the default
#           value. The field of an input type that one module allows to be left out becomes required.
# Consequence for an indexer: what a field returns and requires is not what the file says that declares
#           it; read the modules in the order in which they are merged.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent @graphql-tools/merge@10.0.6 graphql@17.1.0
cat > main.mjs <<'JS'
import { mergeTypeDefs } from '@graphql-tools/merge'
import { print } from 'graphql'

// merged returns the schema of two modules on one line.
const merged = (...modules) => {
  try {
    return print(mergeTypeDefs(modules)).replace(/\s+/g, ' ')
  } catch {
    return 'error'
  }
}

let changed = false
for (const [one, other, want] of [
  ['type Order { note: Int }', 'type Order { note: String }', 'error'],
  ['type Order { note: String }', 'type Order { note: String! }', 'type Order { note: String! }'],
  ['type Order { note: String! }', 'type Order { note: String }', 'type Order { note: String! }'],
  ['type Order { tags: [String!]! }', 'type Order { tags: [String] }', 'type Order { tags: [String!]! }'],
  ['type Shop { list(n: Int!): Int }', 'type Shop { list(n: Int): Int }', 'type Shop { list(n: Int): Int }'],
  ['type Shop { list(n: Int = 1): Int }', 'type Shop { list(n: Int = 2): Int }', 'type Shop { list(n: Int = 2): Int }'],
  ['input New { note: String! }', 'input New { note: String }', 'input New { note: String! }'],
]) {
  const got = merged(one, other)
  console.log(one, '+', other, '=', got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
