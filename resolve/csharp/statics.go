package csharp

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// takeStatic resolves a name to members imported by `using static`: methods form one
// group, any other members of two types are ambiguous (C# 12.8.4).
func (c *binder) takeStatic(found []candidate, unsure bool, r *parse.Reference, x *ref) {
	ids := make([]resolve.DefID, 0, len(found))
	for _, m := range found {
		ids = append(ids, m.id)
		if m.owner.Def != found[0].owner.Def && !resolve.IsMethod(c.t.def(m.id)) {
			x.why = resolve.Ambiguous
			return
		}
	}
	if unsure {
		x.tier = graph.Unique
	}
	c.take(ids, found[0].owner, r, x)
}

// staticMembers lists the members imported by `using static` under a name: those declared
// by all types that the directives of one namespace declaration name, the innermost that
// imports any (C# 12.8.4, 14.5.4). unsure reports that one of the types is unknown.
//
//	using static System.Math;     // one group: both Max of Math and Max of Sizes
//	using static Shop.Sizes;
//	namespace Shop { using static Shop.Near; … }    // takes precedence over them
func (c *binder) staticMembers(name string, at uint32,
	ok func(*resolve.Def) bool) (found []candidate, unsure bool) {
	var level uint32
	for _, u := range c.staticUsings(at) {
		if len(found) > 0 && u.scope.End != level {
			break
		}
		level = u.scope.End
		q := c.t.absolute(c.File, u)
		if len(q.Defs) == 0 {
			unsure = true
			continue
		}
		a := c.t.lineage(q.Defs[0])[0]
		owner := c.t.decl(a)
		for _, id := range c.t.own(owner, name) {
			if ok(c.t.def(id)) {
				found = append(found, candidate{id: id, owner: declared(a, owner)})
			}
		}
	}
	return found, unsure
}

// staticUsings returns the static directives in effect at a position, innermost first.
// Their scopes reach to the end of the declaration that contains them, which
// distinguishes the declarations; those of the file and of its project are the outermost.
func (c *binder) staticUsings(at uint32) []*using {
	cf, idle := c.t.files[c.File], inactive(c.File, at)
	var out []*using
	for _, list := range [][]using{cf.usings, cf.project.usings} {
		for i := range list {
			u := &list[i]
			if u.static && (u.scope.IsEmpty() || u.scope.Contains(at)) && (!u.inactive || idle) {
				out = append(out, u)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *using) int {
		return cmp.Compare(a.scope.End-1, b.scope.End-1) // 0, the whole file, goes last
	})
	return out
}
