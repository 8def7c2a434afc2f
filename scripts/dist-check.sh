#!/usr/bin/env bash
# Unpacks the archives in dist/ and runs their programs on testdata/shop: those of this machine, and those of
# others where qemu-user or wine is installed. Programs for macOS run nowhere else: llvm-objdump checks that they
# are executables for it. What cannot be checked here is named with the Debian package that it takes, and is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."
(cd dist && sha256sum --quiet -c SHA256SUMS)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$(go env GOOS)-$(go env GOARCH)
wine=$(command -v wine || command -v wine64 || command -v /usr/lib/wine/wine64 || echo wine)
export WINEPREFIX=$work/wine WINEDEBUG=-all
ran=0
# windows: makes the folder of wine. Programs in Go take random numbers from a library that wine has since version 9.
windows() {
	local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
	"$wine" cmd /c ver > /dev/null 2>&1 || true
	[ ! -e "$library" ] || return 0
	cat > "$work/random.c" <<-'END'
		#include <windows.h>
		BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
		__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T n) { return SystemFunction036(data, n); }
	END
	x86_64-w64-mingw32-gcc -shared -o "$library" "$work/random.c" -ladvapi32
}
# darwin FILE PLATFORM: checks an executable for macOS
darwin() {
	local header machine
	case $2 in
	*amd64) machine=X86_64 ;;
	*) machine=ARM64 ;;
	esac
	header=$(llvm-objdump --macho --private-headers "$1")
	grep -q "MH_MAGIC_64 *$machine .* EXECUTE " <<< "$header"
	grep -q '/usr/lib/libSystem' <<< "$header"
}
while read -r _ archive; do
	name=${archive%.tar.gz}
	name=${name%.zip}
	case $archive in
	*.zip) unzip -q "dist/$archive" -d "$work" ;;
	*) tar -C "$work" -xzf "dist/$archive" ;;
	esac
	case $name in
	*-"$host") run= suffix= needs= ;;
	*-linux-arm64) run=qemu-aarch64 suffix= needs=qemu-user ;;
	*-linux-amd64) run=qemu-x86_64 suffix= needs=qemu-user ;;
	*-windows-amd64) run=$wine suffix=.exe needs=wine64 ;;
	*-darwin-*) run=llvm-objdump suffix= needs=llvm ;;
	esac
	grep -q '"bomFormat": "CycloneDX"' "$work/$name/bom.cdx.json"
	grep -q __complete "$work/$name/completions/query.bash"
	grep -q '^.TH "QUERY-SEARCH" "1"' "$work/$name/man/man1/query-search.1"
	[ -z "$(command -v man)" ] || man -l "$work/$name/man/man1/query-search.1" | grep -q 'query-search - Search'
	if [ -n "$run" ] && ! command -v "$run" > /dev/null; then
		echo "dist-check: $name: not checked, needs $run (Debian: $needs)"
		continue
	fi
	if [ "$needs" = llvm ]; then
		darwin "$work/$name/query" "$name"
		echo "dist-check: $name is an executable for macOS"
		continue
	fi
	[ "$needs" != wine64 ] || windows
	$run "$work/$name/indexer$suffix" build --quiet testdata/shop --out "$work/$name.sg"
	$run "$work/$name/query$suffix" search "place an order" -a "$work/$name.sg" | grep -q Shop.OrderService.Place
	if [[ $name == *-linux-* ]] && readelf -l "$work/$name/indexer" | grep -q INTERP; then
		echo "dist-check: $name: indexer is not static" >&2
		exit 1
	fi
	ran=$((ran + 1))
	echo "dist-check: $name answers"
done < dist/SHA256SUMS
[ "$ran" -gt 0 ] || { echo "dist-check: no archive runs on this machine" >&2; exit 1; }
