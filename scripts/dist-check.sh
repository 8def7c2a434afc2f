#!/usr/bin/env bash
# Unpacks the archives in dist/ and runs their programs on testdata/shop: those of this machine, and those of
# others where qemu-user or wine is installed. An archive that cannot run here is named, and not a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
(cd dist && sha256sum --quiet -c SHA256SUMS)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$(go env GOOS)-$(go env GOARCH)
ran=0
while read -r _ archive; do
	name=${archive%.tar.gz}
	name=${name%.zip}
	case $archive in
	*.zip) unzip -q "dist/$archive" -d "$work" ;;
	*) tar -C "$work" -xzf "dist/$archive" ;;
	esac
	case $name in
	*-"$host") run= suffix= ;;
	*-linux-arm64) run=qemu-aarch64 suffix= ;;
	*-linux-amd64) run=qemu-x86_64 suffix= ;;
	*-windows-amd64) run=wine suffix=.exe ;;
	*) run=no suffix= ;;
	esac
	grep -q '"bomFormat": "CycloneDX"' "$work/$name/bom.cdx.json"
	grep -q __complete "$work/$name/completions/query.bash"
	grep -q '^.TH "QUERY-SEARCH" "1"' "$work/$name/man/man1/query-search.1"
	[ -z "$(command -v man)" ] || man -l "$work/$name/man/man1/query-search.1" | grep -q 'query-search - Search'
	if [ -n "$run" ] && ! command -v "$run" > /dev/null; then
		echo "dist-check: $name: not run, needs ${run/no/a machine of its own}"
		continue
	fi
	$run "$work/$name/indexer$suffix" build --quiet testdata/shop --out "$work/$name.sg"
	$run "$work/$name/query$suffix" search "place an order" -a "$work/$name.sg" | grep -q Shop.OrderService.Place
	if [ "$(uname)" = Linux ] && [ -z "$run" ] && ldd "$work/$name/indexer" 2> /dev/null | grep -q '=>'; then
		echo "dist-check: $name: indexer is not static" >&2
		exit 1
	fi
	ran=$((ran + 1))
	echo "dist-check: $name answers"
done < dist/SHA256SUMS
[ "$ran" -gt 0 ] || { echo "dist-check: no archive runs on this machine" >&2; exit 1; }
