#!/usr/bin/env bash
# Builds one tree with 1, 2 and 8 jobs, in two folders, one of them written in
# another order, and compares every byte of the artifacts. usage: determinism.sh SRC
set -euo pipefail
src=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/first/tree" "$work/second/deeper/tree"
cp -r "$src/." "$work/first/tree/"
# The second copy is written in a shuffled order, so that its folders are listed differently.
(cd "$src" && find . \( -type f -o -type l \) | sort -R | cpio -pdm --quiet "$work/second/deeper/tree" 2>/dev/null) ||
	(cd "$src" && find . \( -type f -o -type l \) | sort -R | while IFS= read -r f; do mkdir -p "$work/second/deeper/tree/$(dirname "$f")"; cp -P "$f" "$work/second/deeper/tree/$f"; done)

build() { # tree out jobs
	bin/indexer build --no-cache "$1" --out "$2" --jobs "$3" --quiet || [ $? -eq 3 ]
}
build "$work/first/tree" "$work/a" 1
build "$work/first/tree" "$work/b" 2
build "$work/second/deeper/tree" "$work/c" 8
for other in b c; do
	diff -r "$work/a" "$work/$other" && echo "a and $other: identical, $(find "$work/a" -type f | wc -l) files"
done
