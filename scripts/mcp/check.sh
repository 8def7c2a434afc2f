#!/usr/bin/env bash
# Asks query mcp, over real artifacts, through the client that npm has as
# @modelcontextprotocol/sdk. Without node and npm there is nothing to do.
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
"$work/indexer" build -q "$work/shop"
cp scripts/mcp/client.mjs "$work"
(cd "$work" && npm install --silent --no-audit --no-fund @modelcontextprotocol/sdk@^1.20)
cat > "$work/rebuild" <<EOF
#!/bin/sh
echo '// more' >> '$work/shop/src/Shop/OrderService.cs'
exec '$work/indexer' build -q '$work/shop'
EOF
chmod +x "$work/rebuild"
node "$work/client.mjs" "$work/query" "$work/shop" "$work/rebuild"
