#!/usr/bin/env bash
# Package URLs: the libraries for Go and JavaScript write the same package differently, each losing
# capitals of names that are case-sensitive.
#
# Version: github.com/package-url/packageurl-go v0.1.7, packageurl-js 2.0.1.
# Guess:    a package URL identifies a package, so two libraries of the same project that read and
#           write one give the same text, and case-sensitive names keep their case.
# Observed: pkg:golang/github.com/BurntSushi/toml becomes pkg:golang/github.com/burntsushi/toml in Go,
#           which is not the path of the module, and is unchanged in JavaScript. pkg:npm/JSONStream
#           becomes pkg:npm/jsonstream in JavaScript, which is another package of the registry, and is
#           unchanged in Go. In Go this depends on the way: ToString of a PackageURL that was built
#           from its parts keeps the capitals.
# Consequence for an indexer: compare components of CycloneDX and SPDX files with imports
#           regardless of case, and get names from the manifest, not from the package URL.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{}' > package.json
npm install --no-audit --no-fund --silent packageurl-js@2.0.1
cat > go.mod <<'MOD'
module finding

go 1.24

require github.com/package-url/packageurl-go v0.1.7
MOD
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/package-url/packageurl-go"
)

func main() {
	for _, text := range []string{"pkg:golang/github.com/BurntSushi/toml@v1.3.2", "pkg:npm/JSONStream@1.3.5"} {
		p, err := packageurl.FromString(text)
		if err != nil {
			panic(err)
		}
		fmt.Println(p.ToString())
	}
	fmt.Println(packageurl.NewPackageURL("golang", "github.com/BurntSushi", "toml", "v1.3.2", nil, "").ToString())
}
GO
cat > main.mjs <<'JS'
import { PackageURL } from 'packageurl-js'

for (const text of ['pkg:golang/github.com/BurntSushi/toml@v1.3.2', 'pkg:npm/JSONStream@1.3.5']) {
  console.log(PackageURL.fromString(text).toString())
}
JS
GOFLAGS=-mod=mod go run . 2>/dev/null > got
node main.mjs >> got
cat got
diff got - > /dev/null <<'WANT' || { echo "the behaviour has changed"; exit 1; }
pkg:golang/github.com/burntsushi/toml@v1.3.2
pkg:npm/JSONStream@1.3.5
pkg:golang/github.com/BurntSushi/toml@v1.3.2
pkg:golang/github.com/BurntSushi/toml@v1.3.2
pkg:npm/jsonstream@1.3.5
WANT
