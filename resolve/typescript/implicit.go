package typescript

import (
	"slices"

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

	"using":       {[]string{"[Symbol.dispose]"}, ""},
	"await using": {[]string{"[Symbol.asyncDispose]", "[Symbol.dispose]"}, ""},

	"+x":         {[]string{"[Symbol.toPrimitive]", "valueOf", "toString"}, ""},
	"json":       {[]string{"toJSON"}, ""},
	"instanceof": {[]string{"[Symbol.hasInstance]"}, ""},
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
		if x.Op == "get" {
			s.bindGetter(x)
			continue
		}
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
	if !t.Known() || t.Static != (x.Op == "instanceof") {
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

// bindGetter emits the call of the getter of a property that a pattern reads.
//
//	const { total } = order    // Order.total, if it is an accessor
func (s *scope) bindGetter(x *parse.Implicit) {
	name := x.Arg[0].Name
	if !slices.ContainsFunc(s.b.Table.Named("typescript", name), s.isGetter) {
		return
	}
	from := s.b.File.ID(x.Def)
	s.budget.Next(x.At)
	t := s.eval(s.b.File, x.Value, x.At, from)
	if !t.Known() {
		return
	}
	hits, _ := s.hits(t, name)
	for _, h := range hits {
		tier := t.Tier
		if len(hits) > 1 {
			tier = resolve.WeakerTier(tier, graph.Hierarchy)
		}
		if h.id > resolve.None && s.isGetter(h.id) {
			s.b.Implied(from, h.id, tier, len(hits)-1, x.At)
		}
	}
}

// isGetter reports whether a definition is a property with a getter.
func (s *scope) isGetter(id resolve.DefID) bool {
	d := s.b.Table.Def(id)
	return d.Kind == graph.KindProperty && slices.Contains(d.Modifiers, "get")
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
