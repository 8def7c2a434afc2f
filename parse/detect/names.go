package detect

import "strings"

// named has, for a language of seedgraph, its other names in lower case: names of
// github-linguist, file types of Vim 9, major modes of Emacs 29, and interpreters
// of scripts.
var named = map[string]string{
	"bash":       "ash bats dash ksh mksh sh shell shell-script zsh",
	"cpp":        "c++",
	"csharp":     "c# cs csx dotnet dotnet-script",
	"dockerfile": "containerfile",
	"elixir":     "iex",
	"go":         "golang gorun",
	"groovy":     "gradle jenkinsfile",
	"javascript": "bun ecmascript javascriptreact js js2 jsx node nodejs rhino",
	"kotlin":     "kotlin-script kotlinc kt",
	"lua":        "luajit",
	"ocaml":      "ml ocamlrun",
	"php":        "hhvm php-cli",
	"python":     "bazel bzl py pypy python-ts starlark",
	"r":          "littler rscript",
	"ruby":       "enh-ruby jruby macruby rake rb rbx ruby-ts",
	"rust":       "rs rust-script",
	"scala":      "amm scala-cli",
	"sql":        "hiveql mysql pgsql plpgsql plsql psql sqlpl tsql",
	"tsx":        "typescriptreact",
	"typescript": "deno ts ts-node",
}

// aliases maps each of these names to that of seedgraph.
var aliases = func() map[string]string {
	out := map[string]string{}
	for name, others := range named {
		for _, other := range strings.Fields(others) {
			out[other] = name
		}
	}
	return out
}()
