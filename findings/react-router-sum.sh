#!/usr/bin/env bash
# React Router: a route of parameters alone beats one that begins with the literal of the path.
#
# Version: react-router 8.5.3.
# Guess:    the more specific route wins, compared segment by segment as in vue-router and Next.js:
#           /docs/* answers everything below /docs, whatever other routes have parameters.
# Observed: the rank is a sum over the segments: 1 for each, 10 for a literal, 3 for a parameter,
#           -2 for a star. /docs/* has 12, /:lang/:page 10, but /:lang/:page/:part 14: with all three
#           routes, /docs/x goes to /docs/*, and /docs/x/y to /:lang/:page/:part. A literal in any
#           place has the same weight, so /docs/:x and /:y/edit tie for /docs/edit, and the first
#           declared wins.
# Consequence for an indexer: a route can lose paths below its literal prefix to a longer one that
#           shares no text with them.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent react-router@8.5.3 react@19.3.1 react-dom@19.3.1
cat > main.mjs <<'JS'
import { matchRoutes } from 'react-router'

// route returns the route that answers a path.
const route = (path, routes) => matchRoutes(routes.map(path => ({ path })), path)?.at(-1).route.path

const mixed = ['/docs/*', '/:lang/:page', '/:lang/:page/:part']
let changed = false
for (const [path, routes, want] of [
  ['/docs/x', mixed, '/docs/*'],
  ['/docs/x/y', mixed, '/:lang/:page/:part'],
  ['/docs/edit', ['/docs/:x', '/:y/edit'], '/docs/:x'],
  ['/docs/edit', ['/:y/edit', '/docs/:x'], '/:y/edit'],
]) {
  const got = route(path, routes)
  console.log(path, routes, got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
