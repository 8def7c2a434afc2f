#!/usr/bin/env bash
# Builds the archives of a release in dist/, with a list of checksums.
#
#     VERSION=v1.2 scripts/dist.sh [PLATFORM…]
#
# A platform is linux-amd64, linux-arm64, windows-amd64, or darwin-amd64 and darwin-arm64, which have query
# only: indexer contains C. Programs for Linux are static. Each archive has the programs, completions for
# shells, pages for man, the pages of the commands, and a bill of materials (CycloneDX). The same commit and compilers give
# the same bytes. Other C compilers than the one of this machine come from the Debian packages
# gcc-aarch64-linux-gnu, gcc-x86-64-linux-gnu and gcc-mingw-w64-x86-64.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty)}
time=$(git log -1 --format=%ct)
[ $# -gt 0 ] || set -- linux-amd64 linux-arm64 windows-amd64 darwin-amd64 darwin-arm64
host=$(go env GOOS)-$(go env GOARCH)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p dist
# compiler PLATFORM: the C compiler, or empty where only query is built
compiler() {
	case $1 in
	"$host") echo cc ;;
	linux-amd64) echo x86_64-linux-gnu-gcc ;;
	linux-arm64) echo aarch64-linux-gnu-gcc ;;
	windows-amd64) echo x86_64-w64-mingw32-gcc ;;
	darwin-*) ;;
	*)
		echo "dist: unknown platform $1: use linux-amd64, linux-arm64, windows-amd64, darwin-amd64 or darwin-arm64" >&2
		return 1
		;;
	esac
}

# package PROGRAM: the Debian package that has it
package() {
	case $1 in
	x86_64-linux-gnu-gcc) echo gcc-x86-64-linux-gnu ;;
	aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
	x86_64-w64-mingw32-gcc) echo gcc-mingw-w64-x86-64 ;;
	cc) echo gcc libc6-dev ;;
	*) echo "$1" ;;
	esac
}
missing=
for platform in "$@"; do
	cc=$(compiler "$platform")
	case $platform in
	windows-*) needs="$cc zip" ;;
	*) needs=$cc ;;
	esac
	for program in $needs; do
		command -v "$program" > /dev/null && continue
		echo "dist: $platform needs $program (Debian: $(package "$program"))" >&2
		missing=yes
	done
done
if [ -n "$missing" ]; then
	echo "dist: install what is missing, or name the other platforms: make dist PLATFORMS=\"$host\"" >&2
	exit 1
fi
# programs of this machine write the completions and pages
CGO_ENABLED=0 go build -trimpath -tags man -ldflags "-X main.version=$version" -o "$work/query" ./cmd/query
go build -trimpath -tags man -ldflags "-X main.version=$version" -o "$work/indexer" ./cmd/indexer
for platform in "$@"; do
	cc=$(compiler "$platform")
	export GOOS=${platform%-*} GOARCH=${platform#*-}
	name=seedgraph-$version-$platform
	folder=$work/$name
	suffix=
	[ "$GOOS" != windows ] || suffix=.exe
	mkdir -p "$folder/completions" "$folder/commands" "$folder/man/man1"
	CGO_ENABLED=0 go build -trimpath -pgo=auto -ldflags "-s -w -X main.version=$version" -o "$folder/query$suffix" ./cmd/query
	if [ -n "$cc" ]; then
		CGO_ENABLED=1 CC=$cc go build -trimpath -pgo=auto -tags netgo,osusergo \
			-ldflags "-s -w -X main.version=$version -linkmode external -extldflags -static" -o "$folder/indexer$suffix" ./cmd/indexer
	fi
	for program in query indexer; do
		[ -f "$folder/$program$suffix" ] || continue
		for shell in bash zsh fish powershell; do
			"$work/$program" completion "$shell" > "$folder/completions/$program.$shell"
		done
		SOURCE_DATE_EPOCH=$time "$work/$program" man "$folder/man/man1"
		cp docs/commands/"$program"-*.md "$folder/commands/"
	done
	cp README.md NOTICE CHANGELOG.md "$folder/"
	env -u GOOS -u GOARCH go run ./scripts/bom "$version" "$folder"/query* "$folder"/indexer* > "$folder/bom.cdx.json"
	if [ "$GOOS" = windows ]; then
		find "$folder" -exec touch -d "@$time" {} +
		rm -f "dist/$name.zip"
		(cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -qX "$OLDPWD/dist/$name.zip" -@)
	else
		tar -C "$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 > "dist/$name.tar.gz"
	fi
	echo "dist: $name"
done
(cd dist && sha256sum seedgraph-"$version"-* > SHA256SUMS)
