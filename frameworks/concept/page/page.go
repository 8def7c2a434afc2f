// Package page connects the templates of a tree to its code: which code renders which
// template, which templates render others, and the code that templates call.
//
//	page.go    engines and their results
//	files.go   templates by name
//	values.go  the types of values in templates, and their members
//
// Each engine has its own package. The content of a template is among the facts of its
// file ([parse.Template]); the configuration of an engine by code is found in sites,
// like routes.
package page

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An Engine finds the uses of one kind of templates by an application's code.
type Engine interface {
	interest.SiteReader

	// Uses lists the uses by its templates and the definitions that render them, in any
	// order.
	Uses(t *eval.Tree) []Use
}

// A Use records that a definition renders, calls or names another one.
type Use struct {
	By, What resolve.DefID
	Kind     graph.EdgeKind // Renders, Calls or References
	At       eval.Place     // in the file of By
	Tier     graph.Tier
}

// A Set is a list of engines.
type Set []Engine

// Uses lists the uses that the engines find, by user and place, without duplicates. A
// tree without templates has no uses. If an engine panics, its uses are lost, and the
// panic is recorded.
func (s Set) Uses(t *eval.Tree) []Use {
	if !slices.ContainsFunc(t.Table.Files, IsTemplate) {
		return nil
	}
	var out []Use
	for _, e := range s {
		t.Guard(func() { out = append(out, e.Uses(t)...) })
	}
	slices.SortFunc(out, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At.At, b.At.At),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.What, b.What), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Use) bool {
		a.Tier = b.Tier
		return a == b
	})
}

// IsTemplate reports whether a file is a server-side template.
func IsTemplate(f *resolve.File) bool { return f.Page != nil && f.Page.Template != nil }
