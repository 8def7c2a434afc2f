#!/usr/bin/env bash
# Runs every fuzz target of the module for FUZZTIME each, one after the other. The
# results depend on chance; go test tries a fixed set of damaged inputs instead.
# usage: fuzz.sh [PACKAGE…]
set -euo pipefail
cd "$(dirname "$0")/.."
time=${FUZZTIME:-20s}

[ $# -gt 0 ] || set -- $(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|')

failed=()
for package in "$@"; do
	# The listing fails if the tests of a package do not build; do not hide that.
	targets=$(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true)
	for target in $targets; do
		printf '\n== %s %s\n' "$package" "$target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" \
			-fuzzminimizetime 2s "$package" || failed+=("$package $target")
	done
done
if [ ${#failed[@]} -gt 0 ]; then
	printf '\nfailed:\n' >&2
	printf '  %s\n' "${failed[@]}" >&2
	exit 1
fi
