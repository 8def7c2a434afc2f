#!/usr/bin/env bash
# Drizzle and Kysely: one property in camel case is two columns.
#
# Version: drizzle-orm 0.45.4, kysely 0.29.9.
# Guess:    casing: 'snake_case' of Drizzle and the CamelCasePlugin of Kysely convert alike, as they do
#           for createdAt, userID, apiURL, htmlBody and address2Line.
# Observed: at the start of a name with two capitals Drizzle begins a word after the first: OAuthToken
#           is o_auth_token, and oauth_token with Kysely. Between a capital and a digit only Drizzle
#           begins one: a1B2 is a1_b_2, and a1_b2. Drizzle loses an underscore in front: _id is id, and
#           stays with Kysely.
# Consequence for an indexer: of a table that both use, such fields belong to two columns: take the
#           rule of each library, and columns from migrations where there are any.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent drizzle-orm@0.45.4 kysely@0.29.9
cat > main.mjs <<'JS'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { CamelCasePlugin, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'

const want = {
  createdAt: ['created_at', 'created_at'], userID: ['user_id', 'user_id'], apiURL: ['api_url', 'api_url'],
  address2Line: ['address2_line', 'address2_line'],
  OAuthToken: ['o_auth_token', 'oauth_token'], a1B2: ['a1_b_2', 'a1_b2'], _id: ['id', '_id'],
}
const table = pgTable('t', Object.fromEntries(Object.keys(want).map(name => [name, text()])))
const one = drizzle(async () => ({ rows: [] }), { casing: 'snake_case' })
const other = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})
// first returns the first quoted name of a statement: the selected column.
const first = sql => sql.match(/"(.*?)"/)[1]

let changed = false
for (const [name, columns] of Object.entries(want)) {
  const got = [first(one.select({ a: table[name] }).from(table).toSQL().sql), first(other.selectFrom('t').select(name).compile().sql)]
  console.log(name, ...got)
  changed ||= got.join() !== columns.join()
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
