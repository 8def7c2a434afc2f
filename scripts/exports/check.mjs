// Reads exports back with packages from npm and compares their counts with nodes.jsonl and edges.jsonl.
//
//     node check.mjs DIR
//
// DIR has one export of each format, as check.sh writes them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import graphology from 'graphology';
import graphml from 'graphology-graphml';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import lbug from 'lbug';
import bindings from '@sourcegraph/scip-typescript/dist/src/scip.js';

const dir = path.resolve(process.argv[2]);
const at = name => path.join(dir, name);
const count = name => fs.readFileSync(at(name), 'utf8').split('\n').length - 1;
const nodes = count('nodes.jsonl'), edges = count('edges.jsonl'), chunks = count('texts');
let failed = false;

function check(what, got, want) {
  const ok = String(got) === String(want);
  failed ||= !ok;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}: ${got}${ok ? '' : `, want ${want}`}`);
}

async function duckdb() {
  const db = await (await DuckDBInstance.create()).connect();
  const one = async sql => Number((await db.runAndReadAll(sql)).getRows()[0][0]);
  for (const [name, want] of Object.entries({ 'nodes.jsonl': nodes, 'edges.jsonl': edges, documents: chunks, texts: chunks,
    'llamaindex/nodes.jsonl': nodes, 'cognee/facts.jsonl': nodes })) {
    if (want > 0) {
      check(`${name}: rows of DuckDB`, await one(`SELECT count(*) FROM read_json_auto('${at(name)}',
        format='newline_delimited')`), want);
    }
  }
}

async function parquet() {
  const db = await (await DuckDBInstance.create()).connect();
  const one = async sql => Number((await db.runAndReadAll(sql)).getRows()[0][0]);
  const of = name => `read_parquet('${at(`parquet/${name}.parquet`)}')`;
  check('parquet: nodes', await one(`SELECT count(DISTINCT id) FROM ${of('nodes')}`), nodes);
  check('parquet: edges', await one(`SELECT count(*) FROM ${of('edges')}`), edges);
  check('parquet: chunks', await one(`SELECT count(DISTINCT id) FROM ${of('chunks')}`), chunks);
  check('parquet: edges with both ends', await one(`SELECT count(*) FROM ${of('edges')} e
    JOIN ${of('nodes')} s ON s.id = e.src_id JOIN ${of('nodes')} d ON d.id = e.dst_id`), edges);
  check('parquet: chunks with a node', await one(`SELECT count(*) FROM ${of('chunks')} c
    JOIN ${of('nodes')} n ON n.id = c.node_id`), chunks);
  if (nodes > 0 && chunks > 0) {
    check('parquet: texts other than those of texts', await one(`SELECT count(*) FROM ${of('chunks')} c JOIN
      read_json_auto('${at('texts')}', format='newline_delimited') t USING (id) WHERE c.text <> t.text OR c.hash <> t.hash`), 0);
  }
}

async function graphologyReads() {
  const g = graphml.parse(graphology.MultiDirectedGraph, fs.readFileSync(at('graphml'), 'utf8'));
  check('graphml: nodes and edges of graphology', [g.order, g.size], [nodes, edges]);
}

async function graphrag() {
  for (const [name, want] of Object.entries({ entities: nodes, relationships: edges, text_units: chunks })) {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at(`graphrag/${name}.parquet`)) });
    check(`graphrag/${name}.parquet: rows of hyparquet`, rows.length, want);
    check(`graphrag/${name}.parquet: rows without lists`,
      rows.filter(r => Object.entries(r).some(([k, v]) => k.endsWith('_ids') && !Array.isArray(v))).length, 0);
  }
}

async function ladybug() {
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'lbug-'));
  process.chdir(at('ladybug'));
  const c = new lbug.Connection(new lbug.Database(path.join(temp, 'db')));
  for (const file of ['schema.cypher', 'import.cypher']) {
    for (const statement of fs.readFileSync(file, 'utf8').split(';\n').filter(s => s.trim())) await c.query(statement);
  }
  for (const [what, match, want] of [['nodes', '(n:Node)', nodes], ['edges', '(:Node)-[e:Edge]->(:Node)', edges]]) {
    const [row] = await (await c.query(`MATCH ${match} RETURN count(*) AS n`)).getAll();
    check(`ladybug: ${what}`, row.n, want);
  }
  fs.rmSync(temp, { recursive: true });
}


async function scip() {
  const index = bindings.scip.Index.deserializeBinary(fs.readFileSync(at('scip'))).toObject();
  const documents = index.documents ?? [], outer = index.external_symbols ?? [];
  const symbols = [...documents.flatMap(d => d.symbols ?? []), ...outer].map(s => s.symbol);
  const known = new Set(symbols);
  const occurrences = documents.flatMap(d => d.occurrences ?? []);
  const definitions = occurrences.filter(o => o.symbol_roles & 1);
  check('scip: symbols', [symbols.length, known.size], [nodes, nodes]);
  check('scip: definitions', [definitions.length, new Set(definitions.map(o => o.symbol)).size], Array(2).fill(nodes - outer.length));
  check('scip: occurrences of unknown symbols', occurrences.filter(o => !known.has(o.symbol)).length, 0);
  check('scip: relationships to unknown symbols', documents.flatMap(d => d.symbols ?? [])
    .flatMap(s => s.relationships ?? []).filter(r => !known.has(r.symbol)).length, 0);
  // the grammar of symbols, in scip.proto
  const name = '(?:[\\w+$-]+|`(?:[^`]|``)+`)';
  const grammar = new RegExp(`^seedgraph \\. (?:[^ ]|  )+ \\. (?:${name}(?:/|#|\\.|:|!|\\([\\w+$-]*\\)\\.))+$`);
  check('scip: symbols that the grammar does not allow', symbols.filter(s => !grammar.test(s)), []);
  check('scip: ranges that end before they begin', occurrences.filter(o => o.range.length !== 3 || o.range[2] < o.range[1]).length, 0);
  check('scip: definitions outside of what encloses them', definitions.filter(o => o.enclosing_range?.length &&
    (o.range[0] < o.enclosing_range[0] || o.range[0] > o.enclosing_range[2])).length, 0);
  console.log(`     scip: ${documents.length} documents, ${occurrences.length} occurrences, ${outer.length} external symbols`);
}

for (const run of [duckdb, parquet, graphologyReads, graphrag, scip, ladybug]) await run();
process.exit(failed ? 1 : 0);
