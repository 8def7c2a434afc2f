#!/usr/bin/env bash
# The paths of a tsconfig: tsconfig-paths finds modules that the compiler and oxc-resolver do not.
#
# Version: tsconfig-paths 4.2.0, typescript 5.9.3, oxc-resolver 11.24.2.
# Guess:    the package looks names up as the compiler does: all targets of the best pattern, the one
#           with the longest prefix, and no other pattern.
# Observed: if no target of the best pattern exists, tsconfig-paths goes on with the next pattern. With
#           "*": ["./a/*"] and "lib/*": ["./b/*"], a/lib/one.ts is lib/one for programs that run with
#           it (ts-node, Jest, webpack's plugin), while the compiler and oxc-resolver find nothing.
# Consequence for an indexer: an import that the compiler cannot resolve may run, if a less specific
#           pattern has the file; stop at the best pattern only for code that is compiled.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent tsconfig-paths@4.2.0 typescript@5.9.3 oxc-resolver@11.24.2
mkdir -p a/lib b src
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": {
    "module": "esnext", "moduleResolution": "bundler", "baseUrl": ".",
    "paths": { "*": ["./a/*"], "lib/*": ["./b/*"] }
  }
}
JSON
echo 'export const one = 1' > a/lib/one.ts
echo 'export const two = 2' > b/two.ts
cat > main.cjs <<'JS'
const path = require('path')
const ts = require('typescript')
const { createMatchPath, loadConfig } = require('tsconfig-paths')
const { ResolverFactory } = require('oxc-resolver')

const root = process.cwd()
const file = path.join(root, 'tsconfig.json')
const config = loadConfig(root)
const match = createMatchPath(config.absoluteBaseUrl, config.paths)
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(file, ts.sys.readFile).config, ts.sys, root)
const oxc = new ResolverFactory({ tsconfig: { configFile: file }, extensions: ['.ts'] })

// short returns a path below the root without its extension; nothing for no path.
const short = found => found ? path.relative(root, found).replace(/\.ts$/, '') : 'nothing'

let changed = false
for (const [name, want] of [['lib/two', 'b/two b/two b/two'], ['lib/one', 'nothing nothing a/lib/one']]) {
  const got = [
    short(ts.resolveModuleName(name, path.join(root, 'src/main.ts'), options, ts.sys).resolvedModule?.resolvedFileName),
    short(oxc.sync(path.join(root, 'src'), name).path),
    short(match(name, undefined, undefined, ['.ts'])),
  ].join(' ')
  console.log(name, got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.cjs
