#!/bin/sh
# Opens the pages of `indexer view` and `query serve` in headless Chromium, clicks through
# them, and measures a large one: see check.mjs. Screenshots of testdata/shop are in
# bin/view for someone to look at.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'kill "$server" 2> /dev/null || true; rm -rf "$work"' EXIT
server=
mkdir -p bin/view
bin/indexer build -q --no-cache testdata/shop --out "$work/shop.sg"
bin/indexer view "$work/shop.sg" --output "$work/shop.html"
mkdir "$work/hostile"
cp scripts/view/hostile/* "$work/hostile/"
printf 'def inner():\n    return 1\n' > "$work/hostile/<img src=x onerror=window.broken=1>.py"
bin/indexer build -q --no-cache "$work/hostile" --out "$work/hostile.sg"
bin/indexer view "$work/hostile.sg" --output "$work/hostile.html"
# 2,000 files of 50 functions, each of which calls the next
mkdir "$work/large"
awk -v dir="$work/large" 'BEGIN { for (f = 0; f < 2000; f++) { file = dir "/p" f ".py"
	for (i = 0; i < 50; i++) print "def f" f "_" i "():\n    return f" f "_" (i + 1) % 50 "()\n" > file
	close(file) } }'
bin/indexer build -q --no-cache "$work/large" --out "$work/large.sg"
bin/indexer view "$work/large.sg" --output "$work/large.html" --max-size 40MB
bin/query serve -a "$work/shop.sg" > "$work/address" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/address" ] && break; sleep 1; done
node scripts/view/check.mjs "$work" "$(cat "$work/address")" bin/view
