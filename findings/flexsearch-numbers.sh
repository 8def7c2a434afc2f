#!/usr/bin/env bash
# FlexSearch: a search for one number finds others.
#
# Version: flexsearch 0.8.212.
# Guess:    with tokenize 'strict', a word finds the documents that contain that whole word, and a
#           number is a word.
# Observed: the default encoder cuts digits into threes, and doubled characters to one: 404500
#           becomes 404 and 50, for which 500, 404 and 500404 search as well. So 500 finds a document
#           with the code 404500, and 4567 finds 1234567 (456 and 7), which 567 does not find.
#           Charset.Exact finds whole words only.
# Consequence for an indexer: error codes, issue numbers, versions and hashes need an exact encoder.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent flexsearch@0.8.212
cat > main.mjs <<'JS'
import FlexSearch from 'flexsearch'

const { Charset, Index } = FlexSearch

// finds reports whether a word finds a text.
function finds(text, word, encoder) {
  const index = new Index(encoder ? { tokenize: 'strict', encoder } : { tokenize: 'strict' })
  index.add(1, text)
  return index.search(word).length > 0
}

let changed = false
for (const [text, word, byDefault, exact] of [
  ['code 404500', '404500', true, true],
  ['code 404500', '500', true, false],
  ['code 404500', '500404', true, false],
  ['issue 1234567', '4567', true, false],
  ['issue 1234567', '567', false, false],
]) {
  const got = [finds(text, word), finds(text, word, Charset.Exact)]
  console.log(text, '|', word, got)
  changed ||= got[0] !== byDefault || got[1] !== exact
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
