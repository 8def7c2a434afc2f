#!/usr/bin/env bash
# Prints the cost of a build in ratios that any machine can reproduce: CPU time of
# the build to CPU time of only parsing the same files with tree-sitter, source lines
# per CPU-second, peak memory, and the size of the artifacts, plain and compressed.
# Then the time of cold queries, without and with access flags, with rules that hide
# all folders that begin with a c.
# usage: bench.sh [SRC…]; the default is the source of the go command.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- "$(go env GOROOT)/src/cmd"

go build -o "$work/indexer" ./cmd/indexer
go build -o "$work/query" ./cmd/query
go build -o "$work/parsebench" ./testkit/parsebench
go build -o "$work/coldbench" ./testkit/coldbench
printf 'access:\n  rules:\n    - path: c*/\n      allow: [nobody]\n' >"$work/access.yaml"

build() { # SRC OUT FLAGS…: prints the CPU seconds and the peak memory in megabytes
	local src=$1 out=$2 code=0
	shift 2
	"$work/indexer" build --no-cache "$src" --out "$out" "$@" 2>"$work/log" || code=$?
	[ $code -eq 0 ] || [ $code -eq 3 ] || { cat "$work/log" >&2; return 1; }
	awk '$1 == "cost" {
		cpu = $3
		if (cpu ~ /ms$/) { sub(/ms$/, "", cpu); cpu /= 1000 }
		else if (split(cpu, part, "m") == 2) { sub(/s$/, "", part[2]); cpu = part[1] * 60 + part[2] }
		else sub(/s$/, "", cpu)
		print cpu, $5
	}' "$work/log"
}

size() { du -sb "$1" | awk '{printf "%.1f", $1 / 1e6}'; }

row='%-24s %8s %9s %9s %9s %7s %11s %9s %9s %11s\n'
printf "$row" tree files lines parse-s build-s ratio lines/cpu-s peak-MB size-MB zst-MB
for src in "$@"; do
	read -r files lines _ parse < <("$work/parsebench" "$src")
	read -r cpu peak < <(build "$src" "$work/out")
	plain=$(size "$work/out")
	build "$src" "$work/out" --compress >/dev/null
	printf "$row" "$(basename "$src")" "$files" "$lines" "$parse" "$cpu" \
		"$(awk "BEGIN {printf \"%.2f\", $cpu / $parse}")" "$(awk "BEGIN {printf \"%.0f\", $lines / $cpu}")" \
		"$peak" "$plain" "$(size "$work/out")"
done

text='read the configuration file'
row='%-24s %-10s %-12s %9s %9s %9s\n'
printf "\n$row" tree query reader wall-ms cpu-ms peak-MB
for src in "$@"; do
	build "$src" "$work/out" --config "$work/access.yaml" >/dev/null
	export SEEDGRAPH_ARTIFACTS=$work/out
	for reader in '' --acl-any=staff; do
		seed=$("$work/query" search "$text" --limit 1 --json $reader | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)
		cold() { # QUERY FLAGS…
			read -r wall cpu peak < <("$work/coldbench" 9 "$work/query" "$@" $reader)
			printf "$row" "$(basename "$src")" "$1" "${reader:-everybody}" "$wall" "$cpu" "$peak"
		}
		cold search "$text"
		cold expand "$seed" --max-nodes 200 --direction both
		cold fetch "$seed" --budget-tokens 4000
		cold context "$text" --budget-tokens 4000
		cold map
	done
done
