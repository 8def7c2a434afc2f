package tags

import (
	"path"
	"strings"

	tomlGrammar "github.com/smacker/go-tree-sitter/toml"

	"seedgraph/graph"
	"seedgraph/parse"
)

// toml has the tables of project files and of the files of tools as sections of
// documents. Other files are not read: they are settings (package config/keyfile) or
// data.
var toml = Row{
	Name: "toml", Accepts: "TOML 1.0", Extensions: []string{".toml"}, Grammar: tomlGrammar.GetLanguage,
	Takes: func(src parse.Source) bool { return tomlDocuments[strings.ToLower(path.Base(src.Path))] },
	Nodes: map[string]Rule{
		"table":               {Op: Define, Kind: graph.KindSection, Name: "#0"},
		"table_array_element": {Op: Define, Kind: graph.KindSection, Name: "#0"},
		"pair":                {Op: Skip},
	},
	Comments: "comment",
	Finish:   func(_ *Walk, _ parse.Node, d *parse.Definition) { d.Exported = true },
}

// tomlDocuments are the names of the files that are read.
var tomlDocuments = newWords(`book.toml buf.toml cargo.toml cliff.toml clippy.toml deny.toml fly.toml gopkg.toml
	hatch.toml mise.toml netlify.toml pixi.toml pyproject.toml ruff.toml rust-toolchain.toml rustfmt.toml
	taplo.toml typos.toml uv.toml wrangler.toml`)
