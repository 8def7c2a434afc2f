package archtest

import (
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// decoders are the functions and types that decode documents, by the path of their
// package.
var decoders = map[string][]string{
	"encoding/json":                            {"Unmarshal", "NewDecoder", "Decoder", "Compact", "Indent"},
	"encoding/xml":                             {"Unmarshal", "NewDecoder", "NewTokenDecoder", "Decoder"},
	"encoding/gob":                             {"NewDecoder"},
	"go.yaml.in/yaml/v3":                       {"Unmarshal", "NewDecoder", "Decoder"},
	"github.com/tailscale/hujson":              {"Parse", "Standardize", "Minimize"},
	"github.com/pelletier/go-toml/v2":          {"Unmarshal", "NewDecoder"},
	"github.com/pelletier/go-toml/v2/unstable": {"Parser"},
}

// ownDocuments are the packages that may call decoders, as patterns of path.Match, with
// the documents that they decode, none of which is a file of a tree.
var ownDocuments = map[string]string{
	"internal/limited":    "measures before it decodes",
	"internal/embedding":  "an embedding that the user hands over, of bounded size",
	"artifacts":           "artifacts, whose rows the writer bounds",
	"query/answer/*":      "rows, states and results that the user hands over",
	"query/agent":         "the arguments of a call, which the server bounds",
	"query/agent/refresh": "the version of the indexer",
	"query/agent/stdio":   "messages, of which it bounds the bytes",
	"query/pipeline":      "states and payloads that the user hands over",
	"build/fleet":         "fragments, which its own stages exchange and which it checks",
	"build":               "its settings, which package limited has measured",
	"external/gen/*":      "what platforms publish, by whoever makes the tables",
	"testkit/*":           "results of programs, in tests",
	"scripts/*":           "results of programs",
	"scripts/*/*":         "results of programs",
	"query/check":         "baselines that the user hands over",
}

// TestDecodersAreLimited checks that packages that read files of a tree only use the
// decoders of internal/limited, which reject documents that are too deep or too large.
// Files of a tree are read by the packages that no pattern matches.
func TestDecodersAreLimited(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(s.path)), "../../")
		for _, call := range decodersIn(s.file) {
			allowed := ""
			for pattern := range ownDocuments {
				// The most specific pattern applies: internal/msbuild reads a tree.
				if ok, _ := path.Match(pattern, folder); ok && len(pattern) > len(allowed) {
					allowed = pattern
				}
			}
			if allowed == "" || slices.Contains(treeReaders, folder) {
				t.Errorf("%s: %s: use internal/limited", s.path, call)
			}
			used[allowed] = true
		}
	}
	for pattern := range ownDocuments {
		if !used[pattern] {
			t.Errorf("%s has no decoder; remove it from the table", pattern)
		}
	}
}

// treeReaders are packages that read files of a tree although a pattern of
// ownDocuments matches them.
var treeReaders = []string{"internal/msbuild", "artifacts/stale"}

// decodersIn returns the decoders that a file refers to, as package.Name.
func decodersIn(f *ast.File) []string {
	names := map[string]string{} // maps the names of imports to their paths
	for _, i := range f.Imports {
		imported, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(imported)
		if name == "v2" || name == "v3" {
			name = path.Base(path.Dir(imported))
		}
		if i.Name != nil {
			name = i.Name.Name
		}
		names[name] = imported
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			id, ok := sel.X.(*ast.Ident)
			if ok && slices.Contains(decoders[names[id.Name]], sel.Sel.Name) {
				out = append(out, id.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return out
}
