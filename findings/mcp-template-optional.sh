#!/usr/bin/env bash
# MCP SDK for TypeScript: a template of resources does not match the URIs it expands to.
#
# Version: @modelcontextprotocol/sdk 1.32.2.
# Guess:    code://search{?text,limit} matches with any of the two parameters, in any order, since
#           the expansion of RFC 6570 leaves out a parameter without a value.
# Observed: it matches only if all parameters are there, in the order of the template. Without limit,
#           expand gives code://search?text=a, for which match gives null, and a server with this
#           template answers that the resource is not found.
# Consequence for an indexer: offer one template for each set of parameters, or parse the query in a
#           template that ends with a reserved expression.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cat > main.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { UriTemplate } from '@modelcontextprotocol/sdk/shared/uriTemplate.js'

const template = 'code://search{?text,limit}'
const server = new McpServer({ name: 'server', version: '1' })
server.registerResource('search', new ResourceTemplate(template, { list: undefined }), {},
  async (uri, of) => ({ contents: [{ uri: uri.href, text: JSON.stringify(of) }] }))
const client = new Client({ name: 'client', version: '1' })
const [a, b] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(a), client.connect(b)])

// read returns what a server with the template answers.
const read = uri => client.readResource({ uri }).then(r => r.contents[0].text, e => 'error ' + e.code)

const short = new UriTemplate(template).expand({ text: 'a' })
const got = [short]
for (const uri of ['code://search?text=a&limit=5', short, 'code://search?limit=5&text=a']) got.push(await read(uri))
console.log(got)
const want = ['code://search?text=a', '{"text":"a","limit":"5"}', 'error -32602', 'error -32602']
if (JSON.stringify(got) !== JSON.stringify(want)) {
  console.log('the behaviour has changed')
  process.exit(1)
}
JS
node main.mjs
