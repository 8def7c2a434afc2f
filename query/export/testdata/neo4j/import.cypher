// LOAD CSV reads from the import folder of Neo4j, or for Memgraph from the given address.
// Set db.import.csv.legacy_quote_escaping=false: a backslash escapes nothing in these files.
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Chunk) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Document) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT IF NOT EXISTS FOR (n:Node) REQUIRE n.id IS UNIQUE;
LOAD CSV WITH HEADERS FROM 'file:///nodes/Chunk.csv' AS row
CREATE (n:Chunk {id: row.`id:ID(Chunk)`})
SET n.index = toInteger(row.`index:int`), n.text = row.`text:string`, n.path = row.`path:string`, n.start_line = toInteger(row.`start_line:int`), n.end_line = toInteger(row.`end_line:int`), n.tokens = toInteger(row.`tokens:int`), n.hash = row.`hash:string`;
LOAD CSV WITH HEADERS FROM 'file:///nodes/Document.csv' AS row
CREATE (n:Document {id: row.`id:ID(Document)`})
SET n.path = row.`path:string`;
LOAD CSV WITH HEADERS FROM 'file:///nodes/File.csv' AS row
CREATE (n:Node:File {id: row.`id:ID(Node)`})
SET n.name = row.`name:string`, n.kind = row.`kind:string`, n.path = row.`path:string`, n.start_line = toInteger(row.`start_line:int`), n.end_line = toInteger(row.`end_line:int`), n.language = row.`language:string`, n.handle = row.`handle:string`, n.signature = row.`signature:string`, n.doc = row.`doc:string`, n.tokens = toInteger(row.`tokens:int`), n.pagerank = toFloat(row.`pagerank:double`), n.test = toBoolean(row.`test:boolean`), n.external = toBoolean(row.`external:boolean`);
LOAD CSV WITH HEADERS FROM 'file:///nodes/Function.csv' AS row
CREATE (n:Node:Function {id: row.`id:ID(Node)`})
SET n.name = row.`name:string`, n.kind = row.`kind:string`, n.path = row.`path:string`, n.start_line = toInteger(row.`start_line:int`), n.end_line = toInteger(row.`end_line:int`), n.language = row.`language:string`, n.handle = row.`handle:string`, n.signature = row.`signature:string`, n.doc = row.`doc:string`, n.tokens = toInteger(row.`tokens:int`), n.pagerank = toFloat(row.`pagerank:double`), n.test = toBoolean(row.`test:boolean`), n.external = toBoolean(row.`external:boolean`);
LOAD CSV WITH HEADERS FROM 'file:///nodes/Table.csv' AS row
CREATE (n:Node:Table {id: row.`id:ID(Node)`})
SET n.name = row.`name:string`, n.kind = row.`kind:string`, n.path = row.`path:string`, n.start_line = toInteger(row.`start_line:int`), n.end_line = toInteger(row.`end_line:int`), n.language = row.`language:string`, n.handle = row.`handle:string`, n.signature = row.`signature:string`, n.doc = row.`doc:string`, n.tokens = toInteger(row.`tokens:int`), n.pagerank = toFloat(row.`pagerank:double`), n.test = toBoolean(row.`test:boolean`), n.external = toBoolean(row.`external:boolean`);
LOAD CSV WITH HEADERS FROM 'file:///rels/CALLS.csv' AS row
MATCH (a:Node {id: row.`:START_ID(Node)`}), (b:Node {id: row.`:END_ID(Node)`})
CREATE (a)-[r:CALLS]->(b)
SET r.tier = row.`tier:string`, r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`), r.line = toInteger(row.`line:int`), r.op = row.`op:string`, r.via = row.`via:string`;
LOAD CSV WITH HEADERS FROM 'file:///rels/CONTAINS.csv' AS row
MATCH (a:Node {id: row.`:START_ID(Node)`}), (b:Node {id: row.`:END_ID(Node)`})
CREATE (a)-[r:CONTAINS]->(b)
SET r.tier = row.`tier:string`, r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`), r.line = toInteger(row.`line:int`), r.op = row.`op:string`, r.via = row.`via:string`;
LOAD CSV WITH HEADERS FROM 'file:///rels/FROM_CHUNK.csv' AS row
MATCH (a:Node {id: row.`:START_ID(Node)`}), (b:Chunk {id: row.`:END_ID(Chunk)`})
CREATE (a)-[r:FROM_CHUNK]->(b);
LOAD CSV WITH HEADERS FROM 'file:///rels/FROM_DOCUMENT.csv' AS row
MATCH (a:Chunk {id: row.`:START_ID(Chunk)`}), (b:Document {id: row.`:END_ID(Document)`})
CREATE (a)-[r:FROM_DOCUMENT]->(b);
LOAD CSV WITH HEADERS FROM 'file:///rels/NEXT_CHUNK.csv' AS row
MATCH (a:Chunk {id: row.`:START_ID(Chunk)`}), (b:Chunk {id: row.`:END_ID(Chunk)`})
CREATE (a)-[r:NEXT_CHUNK]->(b);
LOAD CSV WITH HEADERS FROM 'file:///rels/REFERENCES.csv' AS row
MATCH (a:Node {id: row.`:START_ID(Node)`}), (b:Node {id: row.`:END_ID(Node)`})
CREATE (a)-[r:REFERENCES]->(b)
SET r.tier = row.`tier:string`, r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`), r.line = toInteger(row.`line:int`), r.op = row.`op:string`, r.via = row.`via:string`;
LOAD CSV WITH HEADERS FROM 'file:///rels/WRITES_TO.csv' AS row
MATCH (a:Node {id: row.`:START_ID(Node)`}), (b:Node {id: row.`:END_ID(Node)`})
CREATE (a)-[r:WRITES_TO]->(b)
SET r.tier = row.`tier:string`, r.confidence = toFloat(row.`confidence:double`), r.weight = toFloat(row.`weight:double`), r.line = toInteger(row.`line:int`), r.op = row.`op:string`, r.via = row.`via:string`;
