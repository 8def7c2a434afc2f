package web

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/resolve"
)

// An Open is an endpoint that a framework is told of by a path which is not known.
type Open struct {
	Verb string
	Path string        // as far as it is known, with {} for the rest
	By   resolve.DefID // the definition that registers it
	At   Place
}

// LeaveOpen notes endpoints that the code says by a path which is not known.
func (t *Tree) LeaveOpen(path Term, verbs ...string) {
	if path.In.File.Test {
		return
	}
	t.left = maxReduced
	text := strings.ReplaceAll(t.text(path, 0), Hole, "{}")
	for _, v := range verbs {
		t.open = append(t.open, Open{cmp.Or(v, Any), text, path.Def, Place{path.In.File, path.At}})
	}
}

// leaveUnknown notes an endpoint with a template of which a part is not known, and reports whether
// it is one.
func (t *Tree) leaveUnknown(e Endpoint) bool {
	if !strings.Contains(e.Template, Hole) {
		return false
	}
	if !e.At.File.Test {
		t.open = append(t.open, Open{e.Verb, strings.ReplaceAll(e.Template, Hole, "{}"), e.Handler, e.At})
	}
	return true
}

// Opened lists what LeaveOpen noted, by (path, position), verb and path. What is written on a
// handler is its.
func (t *Tree) Opened() []Open {
	slices.SortFunc(t.open, func(a, b Open) int {
		return cmp.Or(cmp.Compare(a.At.File.First, b.At.File.First), cmp.Compare(a.At.At, b.At.At),
			strings.Compare(a.Verb, b.Verb), strings.Compare(a.Path, b.Path),
			cmp.Compare(b.By, a.By))
	})
	return slices.CompactFunc(t.open, func(a, b Open) bool {
		a.By = b.By
		return a == b
	})
}
