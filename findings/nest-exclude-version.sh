#!/usr/bin/env bash
# NestJS: a route that is excluded from the global prefix keeps its version, and the exclusion is
# written without it.
#
# Version: @nestjs/core 11.1.9.
# Guess:    with versions in the path, exclude lists paths as they are served without the prefix:
#           'v1/state'. 'state' excludes a route only if it has no version.
# Observed: exclude: ['state'] serves /v1/state, and not /api/v1/state. exclude: ['v1/state'] has
#           no effect: the pattern is compared with the path of the controller and the method.
# Consequence for an indexer: exclusions go by the path before the version is added.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent @nestjs/core@11.1.9 @nestjs/common@11.1.9 @nestjs/platform-express@11.1.9 \
	reflect-metadata@0.2.2 rxjs@7.8.2
cat > main.cjs <<'JS'
require('reflect-metadata')
const { Controller, Get, Module, VersioningType } = require('@nestjs/common')
const { NestFactory } = require('@nestjs/core')

class State { state() {} }
Controller('state')(State)
Get()(State.prototype, 'state', Object.getOwnPropertyDescriptor(State.prototype, 'state'))
class App {}
Module({ controllers: [State] })(App)

// route returns the path of the only route with an exclusion.
async function route(exclude) {
  const app = await NestFactory.create(App, { logger: false })
  app.setGlobalPrefix('api', { exclude: [exclude] })
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' })
  await app.init()
  return app.getHttpAdapter().getInstance().router.stack.find(x => x.route).route.path
}

async function main() {
  let changed = false
  for (const [exclude, want] of [['other', '/api/v1/state'], ['state', '/v1/state'], ['v1/state', '/api/v1/state']]) {
    const got = await route(exclude)
    console.log(exclude, got)
    changed ||= got !== want
  }
  if (changed) console.log('the behaviour has changed')
  process.exit(changed ? 1 : 0)
}
main()
JS
node main.cjs
