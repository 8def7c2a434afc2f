// Package page joins the templates of a tree to its code: which code renders which template, what
// templates render themselves, and the code that they call.
//
//	page.go    engines, and what they find
//	files.go   templates by their names
//	values.go  the types of values in templates, and their members
//
// The folder of an engine has its rules. What a template says is among the facts of its file
// ([parse.Template]); what code tells an engine is found in sites, as routes are.
package page

import (
	"cmp"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An Engine knows how the code of an application uses templates of one kind.
type Engine interface {
	interest.SiteReader

	// Uses lists what its templates use and what renders them, in any order.
	Uses(t *eval.Tree) []Use
}

// A Use says that a definition renders, calls or names another one.
type Use struct {
	By, What resolve.DefID
	Kind     graph.EdgeKind // Renders, Calls or References
	At       eval.Place     // in the file of By
	Tier     graph.Tier
}

// A Set is a list of engines.
type Set []Engine

// Uses lists what the engines find, by what uses it and place, each use once. A tree without
// templates has none. Should an engine panic, that costs its uses and is noted.
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

// IsTemplate reports whether a file is a template of a server.
func IsTemplate(f *resolve.File) bool { return f.Page != nil && f.Page.Template != nil }
