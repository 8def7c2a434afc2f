#!/usr/bin/env bash
# okapibm25: a keyword counts wherever it occurs within a word, and is a regular expression.
#
# Version: okapibm25 1.4.1.
# Guess:    documents are split into words, and a keyword counts where it is one of them, in any case.
# Observed: the keyword is searched as a pattern in the text, with its case. cat counts twice in "the
#           category of cats", which ranks above "one cat sat here"; Cat finds neither; c.t finds both
#           with more weight than cat, because the number of texts with a keyword is counted by the
#           plain text, which none has.
# Consequence for a retriever: short identifiers (id, get) occur in most texts, and a keyword with
#           a bracket or a dot, such as items[0], is not searched as it is written. Split texts and escape
#           keywords before they reach this function.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent okapibm25@1.4.1
cat > main.cjs <<'JS'
const score = require('okapibm25').default

const texts = ['the category of cats', 'one cat sat here', 'a dog ran away']
const above = (list) => list.map((x) => (x > 0 ? x.toFixed(3) : '0')).join(' ')
let changed = false
for (const [keyword, want] of [['cat', '0.646 0.470 0'], ['Cat', '0 0 0'], ['c.t', '2.859 2.079 0'], ['categor[xy]', '2.079 0 0']]) {
  const got = above(score(texts, [keyword]))
  console.log(keyword, '|', got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.cjs
