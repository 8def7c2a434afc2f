#!/usr/bin/env bash
# node-sql-parser: the list of tables has a table that is only read as updated, and names of WITH.
#
# Version: node-sql-parser 5.4.0.
# Guess:    tableList returns the tables of the database with what happens to each: for
#           UPDATE a SET x = b.y FROM b it is update for a, and select for b.
# Observed: for PostgreSQL it is update for both. The joined table of the same statement in T-SQL and
#           MySQL, and that of a subquery, is select. The name that WITH declares is in the list too,
#           as select, if the statement reads it: WITH recent AS (SELECT id FROM orders) SELECT id FROM
#           recent gives orders and recent, as if both were tables.
# Consequence for an indexer: lineage from this list writes tables that are read, and has tables that
#           do not exist. Go through the tree of the statement instead.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent node-sql-parser@5.4.0
cat > main.cjs <<'JS'
const { Parser } = require('node-sql-parser')

let changed = false
for (const [database, sql, want] of [
  ['postgresql', 'UPDATE a SET x = b.y FROM b WHERE a.id = b.id', 'update::null::a update::null::b'],
  ['postgresql', 'UPDATE a SET x = (SELECT y FROM b WHERE b.id = a.id)', 'select::null::b update::null::a'],
  ['transactsql', 'UPDATE a SET x = b.y FROM a JOIN b ON a.id = b.id', 'update::null::a select::null::b'],
  ['mysql', 'UPDATE a JOIN b ON a.id = b.id SET a.x = b.y', 'update::null::a select::null::b'],
  ['postgresql', 'WITH recent AS (SELECT id FROM orders) SELECT id FROM recent', 'select::null::orders select::null::recent'],
]) {
  const got = new Parser().tableList(sql, { database }).join(' ')
  console.log(database, sql, '|', got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.cjs
