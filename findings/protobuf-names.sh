#!/usr/bin/env bash
# Protocol Buffers in JavaScript: a method and a field have other names with @grpc/proto-loader than
# with protobuf-es.
#
# Version: @grpc/proto-loader 0.8.1 with @grpc/grpc-js 1.14.0, @bufbuild/protobuf 2.17.0.
# Guess:    the client has a method with the first letter in lower case, getHTTPInfo, and a field
#           has its JSON name: foo_1 is foo1.
# Observed: proto-loader converts methods with lodash: GetHTTPInfo is getHttpInfo, List_Items listItems,
#           SQL sql, besides the names as written; there is no getHTTPInfo. protobuf-es changes the
#           first letter alone: getHTTPInfo, list_Items, sQL. Fields of proto-loader lose an underscore
#           before a small letter only: foo_1 stays, a_b_1c is aB_1c. Those of protobuf-es, as those of
#           protoc, lose every one: foo1, aB1c.
# Consequence for an indexer: compare methods regardless of case and underscores, and fields too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent @grpc/proto-loader@0.8.1 @grpc/grpc-js@1.14.0 @bufbuild/protobuf@2.17.0
cat > info.proto <<'PROTO'
syntax = "proto3";
message M { string foo_1 = 1; string a_b_1c = 2; string foo_bar = 3; }
service Info {
  rpc GetHTTPInfo (M) returns (M);
  rpc List_Items (M) returns (M);
  rpc SQL (M) returns (M);
}
PROTO
cat > main.cjs <<'JS'
const { create, createFileRegistry, fromBinary } = require('@bufbuild/protobuf')
const { FileDescriptorProtoSchema, FileDescriptorSetSchema } = require('@bufbuild/protobuf/wkt')
const grpc = require('@grpc/grpc-js')
const loader = require('@grpc/proto-loader')

const loaded = loader.loadSync('info.proto')
const { Info } = grpc.loadPackageDefinition(loaded)
const file = loaded.M.fileDescriptorProtos.map(f => fromBinary(FileDescriptorProtoSchema, f))
const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }))
const got = [
  Object.getOwnPropertyNames(Info.prototype).slice(1), registry.getService('Info').methods.map(m => m.localName),
  loaded.M.type.field.map(f => f.name), registry.getMessage('M').fields.map(f => f.localName),
].map(names => names.join(' '))
console.log(got)
const want = [
  'GetHTTPInfo getHttpInfo List_Items listItems SQL sql', 'getHTTPInfo list_Items sQL',
  'foo_1 aB_1c fooBar', 'foo1 aB1c fooBar',
]
if (JSON.stringify(got) !== JSON.stringify(want)) {
  console.log('the behaviour has changed')
  process.exit(1)
}
JS
node main.cjs
