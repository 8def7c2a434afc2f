package routes

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/resolve"
)

// An UnresolvedEndpoint is an endpoint whose path is not fully known.
type UnresolvedEndpoint struct {
	Verb string
	Path string        // with {} for unknown parts
	By   resolve.DefID // the definition that registers it
	At   eval.Place
}

// AddUnresolved records endpoints whose path is not fully known.
func AddUnresolved(t *eval.Tree, path eval.Expr, verbs ...string) {
	if path.In.File.Test {
		return
	}
	open := openOf(t)
	text := strings.ReplaceAll(t.TextWithHoles(path), eval.Hole, "{}")
	for _, v := range verbs {
		*open = append(*open, UnresolvedEndpoint{cmp.Or(v, Any), text, path.Def, eval.Place{File: path.In.File, At: path.At}})
	}
}

// openKey is the key of the open endpoints of a tree.
type openKey struct{}

// openOf returns the open endpoints of a tree.
func openOf(t *eval.Tree) *[]UnresolvedEndpoint {
	return t.Memo(openKey{}, func() any { return new([]UnresolvedEndpoint) }).(*[]UnresolvedEndpoint)
}

// leaveUnknown records an endpoint whose template has unknown parts, and reports
// whether it did.
func leaveUnknown(t *eval.Tree, e Endpoint) bool {
	if !strings.Contains(e.Template, eval.Hole) {
		return false
	}
	if !e.At.File.Test {
		open := openOf(t)
		*open = append(*open, UnresolvedEndpoint{e.Verb, strings.ReplaceAll(e.Template, eval.Hole, "{}"), e.Handler, e.At})
	}
	return true
}

// UnresolvedEndpoints lists the endpoints recorded by AddUnresolved, by (path, position), verb and path.
// Of duplicates that differ in By, the last definition in the source is kept: an
// endpoint declared on a handler belongs to the handler.
func UnresolvedEndpoints(t *eval.Tree) []UnresolvedEndpoint {
	open := *openOf(t)
	slices.SortFunc(open, func(a, b UnresolvedEndpoint) int {
		return cmp.Or(cmp.Compare(a.At.File.First, b.At.File.First), cmp.Compare(a.At.At, b.At.At),
			strings.Compare(a.Verb, b.Verb), strings.Compare(a.Path, b.Path),
			cmp.Compare(b.By, a.By))
	})
	return slices.CompactFunc(open, func(a, b UnresolvedEndpoint) bool {
		a.By = b.By
		return a == b
	})
}
