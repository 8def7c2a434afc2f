#!/usr/bin/env bash
# Parquet files of one table, written by hyparquet-writer and read by DuckDB: fractions are lost
# without an error if the first file has none.
#
# Version: hyparquet-writer 0.17.0, @duckdb/node-api 1.5.6-r.1.
# Guess:    a column that is INTEGER in one file and DOUBLE in another is read as DOUBLE, as DuckDB
#           does for CSV files, or the read fails.
# Observed: the writer takes the type of a column from its values: 1, 2 are INTEGER, 0.5, 2.5 DOUBLE.
#           DuckDB takes the types of the first file for all, and rounds the values of the others
#           without an error: 0.5 is 0, 2.5 is 2. In the other order, or with union_by_name,
#           everything is there.
# Consequence for an indexer: write weights and ranks with a stated type; for a shard whose values
#           happen to be whole, a reader loses those of all others.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent hyparquet-writer@0.17.0 @duckdb/node-api@1.5.6-r.1
printf 'rank\n1\n2\n' > whole.csv
printf 'rank\n0.5\n2.5\n' > half.csv
cat > main.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetWriteFile } from 'hyparquet-writer'

parquetWriteFile({ filename: 'whole.parquet', columnData: [{ name: 'rank', data: [1, 2] }] })
parquetWriteFile({ filename: 'half.parquet', columnData: [{ name: 'rank', data: [0.5, 2.5] }] })
const db = await (await DuckDBInstance.create()).connect()
let changed = false
for (const [from, want] of [
  [`read_parquet(['whole.parquet', 'half.parquet'])`, 'INTEGER 1 2 0 2'],
  [`read_parquet(['half.parquet', 'whole.parquet'])`, 'DOUBLE 0.5 2.5 1 2'],
  [`read_parquet(['whole.parquet', 'half.parquet'], union_by_name = true)`, 'DOUBLE 1 2 0.5 2.5'],
  [`read_csv(['whole.csv', 'half.csv'])`, 'DOUBLE 1 2 0.5 2.5'],
]) {
  const read = await db.runAndReadAll(`SELECT rank FROM ${from}`)
  const got = [read.columnTypes()[0], ...read.getRowsJson().flat()].join(' ')
  console.log(from, got)
  changed ||= got !== want
}
if (changed) console.log('the behaviour has changed')
process.exit(changed ? 1 : 0)
JS
node main.mjs
