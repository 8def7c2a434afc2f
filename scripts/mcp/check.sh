#!/usr/bin/env bash
# Tests query mcp, over real artifacts, with the client of the npm package
# @modelcontextprotocol/sdk. Does nothing without node and npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v npm > /dev/null; then
	echo "mcp: no npm here, so no check"
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/indexer" ./cmd/indexer
CGO_ENABLED=0 go build -o "$work/query" ./cmd/query
cp -r testdata/shop "$work/shop"
"$work/indexer" build -q --no-cache "$work/shop"
cp scripts/mcp/client.mjs "$work"
(cd "$work" && npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@^1.20)
cat > "$work/rebuild" <<EOF
#!/bin/sh
echo '// more' >> '$work/shop/src/Shop/OrderService.cs'
exec '$work/indexer' build -q --no-cache '$work/shop'
EOF
chmod +x "$work/rebuild"
node "$work/client.mjs" "$work/query" "$work/shop" "$work/rebuild"
