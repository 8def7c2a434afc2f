#!/bin/sh
# Fills an empty database of Neo4j, or another one: NAME=code ./import.sh
cd "$(dirname "$0")" || exit 1
exec neo4j-admin database import full "${NAME:-neo4j}" --multiline-fields=true \
  --nodes=Chunk=nodes/Chunk.csv \
  --nodes=Document=nodes/Document.csv \
  --nodes=Node:File=nodes/File.csv \
  --nodes=Node:Function=nodes/Function.csv \
  --nodes=Node:Table=nodes/Table.csv \
  --relationships=CALLS=rels/CALLS.csv \
  --relationships=CONTAINS=rels/CONTAINS.csv \
  --relationships=FROM_CHUNK=rels/FROM_CHUNK.csv \
  --relationships=FROM_DOCUMENT=rels/FROM_DOCUMENT.csv \
  --relationships=NEXT_CHUNK=rels/NEXT_CHUNK.csv \
  --relationships=REFERENCES=rels/REFERENCES.csv \
  --relationships=WRITES_TO=rels/WRITES_TO.csv
