#!/usr/bin/env bash
# MCP SDK for TypeScript: its client rejects a structured result that its server has validated.
#
# Version: @modelcontextprotocol/sdk 1.32.2, zod 4.6.7.
# Guess:    the server checks structuredContent with the outputSchema of the tool, so what passes
#           there passes in the client, which checks with the same schema.
# Observed: the server checks with zod, which lets a field pass that the schema does not have, and
#           sends the result with it; but it publishes the schema with additionalProperties false,
#           and the client fails with -32602. Only a client that has listed the tools checks: the
#           same call before listTools succeeds. The input schema is published without
#           additionalProperties: an unknown argument is accepted, and removed.
# Consequence for an indexer: a server that adds a field to its answers breaks clients, unless its
#           output schema is declared open (looseObject); test it with a client that has listed the tools.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cat > main.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'

// connect returns a client of a server whose tool has a result with one more field than its schema.
async function connect(outputSchema) {
  const server = new McpServer({ name: 'server', version: '1' })
  const inputSchema = { name: z.string() }
  server.registerTool('count', { inputSchema, outputSchema }, async args => ({
    content: [{ type: 'text', text: JSON.stringify(args) }], structuredContent: { count: 1, more: true },
  }))
  const client = new Client({ name: 'client', version: '1' })
  const [a, b] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(a), client.connect(b)])
  return client
}

// outcome calls the tool with an unknown argument and describes the result.
const outcome = client => client.callTool({ name: 'count', arguments: { name: 'x', other: 1 } })
  .then(r => JSON.stringify(r.structuredContent) + ' for ' + r.content[0].text, e => 'error ' + e.code)

const client = await connect({ count: z.number() })
const before = await outcome(client)
const { tools } = await client.listTools()
const open = await connect(z.looseObject({ count: z.number() }))
await open.listTools()
const got = {
  before, after: await outcome(client), open: await outcome(open),
  input: tools[0].inputSchema.additionalProperties, output: tools[0].outputSchema.additionalProperties,
}
console.log(got)
const all = '{"count":1,"more":true} for {"name":"x"}'
const want = { before: all, after: 'error -32602', open: all, input: undefined, output: false }
if (JSON.stringify(got) !== JSON.stringify(want)) {
  console.log('the behaviour has changed')
  process.exit(1)
}
JS
node main.mjs
