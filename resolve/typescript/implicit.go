package typescript

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// impliedMembers are the members that a construct runs: the first of several that the type
// has, and a member of its result.
var impliedMembers = map[string]struct {
	names []string
	then  string
}{
	"of":       {[]string{"[Symbol.iterator]"}, "next"},
	"await of": {[]string{"[Symbol.asyncIterator]", "[Symbol.iterator]"}, "next"},
	"${}":      {[]string{"[Symbol.toPrimitive]", "toString"}, ""},
	"await":    {[]string{"then"}, ""},
}

// bindImplicit emits the calls of members of the tree by loops, spreads, templates and
// await. They are no references: a value of another type runs code of the platform, which is
// not accounted for.
//
//	for (const line of order) { }    // Order[Symbol.iterator]
//	`order ${order}`                 // Order.toString
func (s *scope) bindImplicit() {
	declared := map[string]bool{}
	for i := range s.b.File.Implicit {
		x := &s.b.File.Implicit[i]
		of := impliedMembers[x.Op]
		known, asked := declared[x.Op]
		if !asked {
			for _, name := range of.names {
				known = known || len(s.b.Table.Named("typescript", name)) > 0
			}
			declared[x.Op] = known
		}
		if known {
			s.bindConstruct(x, of.names, of.then)
		}
	}
}

// bindConstruct emits the calls of one construct.
func (s *scope) bindConstruct(x *parse.Implicit, names []string, then string) {
	from := s.b.File.ID(x.Def)
	s.budget.Next(x.At)
	t := s.eval(s.b.File, x.Value, x.At, from)
	if !t.Known() || t.Static {
		return
	}
	for _, name := range names {
		if !s.runs(x, from, t, name) {
			continue
		}
		if it := s.resolvedAlias(s.resultOf(s.memberType(t, name))); then != "" && it.Known() && !it.Static {
			s.runs(x, from, it, then)
		}
		return
	}
}

// runs emits the calls of a member of a value, and reports whether there is any.
func (s *scope) runs(x *parse.Implicit, from resolve.DefID, t resolve.Type, name string) bool {
	hits, _ := s.hits(t, name)
	var ids []resolve.DefID
	for _, h := range hits {
		if h.id > resolve.None && s.b.Table.Def(h.id).Kind == graph.KindMethod {
			ids = append(ids, h.id)
		}
	}
	tier, share := t.Tier, 0
	if len(ids) > 1 {
		tier, share = resolve.WeakerTier(tier, graph.Hierarchy), len(ids)
	}
	for _, id := range ids {
		s.b.Implied(from, id, tier, share, x.At)
	}
	return len(ids) > 0
}
