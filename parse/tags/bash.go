package tags

import (
	"regexp"
	"strings"

	bashGrammar "github.com/smacker/go-tree-sitter/bash"

	"seedgraph/graph"
	"seedgraph/parse"
)

// bash has a single namespace: a script sees its own functions and those it
// sources. A sourced file is an import, Whole, whose Path begins after the folder
// of the script or a variable.
var bash = Row{
	Name: "bash", Accepts: "Bash 5", Extensions: []string{".sh", ".bash", ".bats"}, Grammar: bashGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"function_definition": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body"},
		"command":             {Op: Do, Do: bashCommand},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:function +([\w:.-]+) *(?:\(\))?|([\w:.-]+) *\(\)) *\{?`, Body: "true", Close: "}"},
	Comments: "comment",
	Branches: "if_statement elif_clause for_statement while_statement case_item c_style_for_statement",
	Finish:   func(_ *Walk, _ parse.Node, d *parse.Definition) { d.Exported = true },
	TestFile: func(path string) bool { return strings.HasSuffix(path, ".bats") },
	Scoping:  Scoping{Paths: true, Modules: Required},
}

// bashCommand reads a command: the call of a function, if there is one with its
// name.
func bashCommand(w *Walk, n parse.Node) {
	name := n.Field("name")
	word := name.Child("word")
	switch text := word.Text(); text {
	case "":
	case ".", "source":
		if path := bashPath(n.Field("argument").Text()); path != "" {
			w.F.Imports = append(w.F.Imports, parse.Import{Path: path, Whole: true, At: n.Start(), Def: w.def})
		}
	default:
		args := int16(0)
		for c := range n.Named {
			if c.FieldName() == "argument" {
				args++
			}
		}
		w.refer(text, word.Start(), parse.RefCall, args, int32(len(w.Steps)))
	}
	w.Children(n)
}

// put matches the expansions of a shell in a text.
var put = regexp.MustCompile(`\$\([^()]*(\([^()]*\)[^()]*)*\)|\$\{[^}]*\}|\$\w+`)

// bashPath returns the path of a sourced file, without a leading folder from a
// variable or a command; empty if more of it is unknown.
func bashPath(text string) string {
	text = strings.Trim(text, `"'`)
	rest := put.ReplaceAllString(text, "\x00")
	rest = strings.TrimPrefix(rest, "\x00")
	if strings.Contains(rest, "\x00") || rest == text && strings.HasPrefix(text, "/") {
		return ""
	}
	return strings.Trim(rest, `/"`)
}
