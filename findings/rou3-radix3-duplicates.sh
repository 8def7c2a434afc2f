#!/usr/bin/env bash
# rou3 and radix3: of two routes of one path, one router keeps the first and its predecessor the last.
#
# Versions: rou3 1.0.0, radix3 1.1.2: the routers of h3 and Nitro, before and after version 2.
# Guess:    rou3 is radix3 with verbs: the later of two routes of one path replaces the earlier one, and
#           both choose the same route for a path that several match.
# Observed: rou3 answers with the first, radix3 with the last. With /s/static/x, /s/:id/y and /s/**, the
#           path /s/static/y is /s/:id/y for rou3, which goes back to the parameter, and /s/** for
#           radix3, which has no way back from the static part. /s itself is /s/** for rou3, and no
#           route for radix3.
# Consequence for an indexer: which of these two wrote the routes of an application decides which handler
#           answers; the patterns look the same.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent rou3@1.0.0 radix3@1.1.2
cat > main.mjs <<'JS'
import { addRoute, createRouter, findRoute } from 'rou3'
import { createRouter as createRadix } from 'radix3'

const routes = [['/a/:id', 'first'], ['/a/:id', 'second'], ['/s/static/x', 'static'], ['/s/:id/y', 'parameter'], ['/s/**', 'rest']]
const rou3 = createRouter()
const radix3 = createRadix()
for (const [path, name] of routes) {
  addRoute(rou3, 'GET', path, name)
  radix3.insert(path, { name })
}
let changed = false
for (const [path, wantRou3, wantRadix3] of [
  ['/a/1', 'first', 'second'],
  ['/s/static/y', 'parameter', 'rest'],
  ['/s', 'rest', undefined],
]) {
  const got = [findRoute(rou3, 'GET', path)?.data, radix3.lookup(path)?.name]
  console.log(path, '| rou3', got[0], '| radix3', got[1])
  changed ||= got[0] !== wantRou3 || got[1] !== wantRadix3
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
