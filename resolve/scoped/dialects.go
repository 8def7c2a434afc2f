package scoped

// dialects are the extensions of languages, by name.
var dialects = map[string]func() *dialect{
	"kotlin": kotlin,
	"rust":   rust,
	"php":    php,
	"c":      cFamily,
	"scala":  scala,
	"bash":   bash,
	"lua":    lua,
	"swift":  swift,
	"ruby":   ruby,
	"groovy": groovy,
	"css":    css,
	"yaml":   yamlDocuments,
	"ocaml":  ocaml,
	"hcl":    hcl,
	"elixir": elixir,
	"elm":    elm,
}
