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
	Adapt: bashAdapt,
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
		if text == "trap" {
			w.bashTrap(n.Field("argument"))
		}
	}
	w.Children(n)
}

// bashTrap reads the command that a trap runs later: a function, by its name or with arguments in a
// string.
//
//	trap cleanup EXIT
//	trap 'cleanup "$dir"' EXIT
func (w *Walk) bashTrap(n parse.Node) {
	text := n.Text()
	quotes := len(text) - len(strings.TrimLeft(text, `"'`))
	name := bashName.FindString(text[quotes:])
	if name != "" && (quotes > 0 || name == text) {
		w.refer(name, n.Start()+uint32(quotes), parse.RefMember, -1, int32(len(w.Steps)))
	}
}

var bashName = regexp.MustCompile(`^[A-Za-z_][\w:-]*`)

// bashFall matches the end of the last branch of a case, which the grammar knows with ;; only.
var bashFall = regexp.MustCompile(`;(;?&)\s*esac\b`)

// bashAdapt rewrites it.
func bashAdapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	for _, m := range bashFall.FindAllStringSubmatchIndex(a.Source, -1) {
		a.Put(uint32(m[2]), ";"+strings.Repeat(" ", m[3]-m[2]-1))
	}
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
