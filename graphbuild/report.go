package graphbuild

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// kindName returns the name of a reference kind's group in reports.
func kindName(k parse.RefKind) string {
	switch k {
	case parse.RefCall:
		return "call"
	case parse.RefCreate:
		return "create"
	case parse.RefType:
		return "type"
	case parse.RefMember, parse.RefRender, parse.RefHandler:
		return "member"
	}
	return "data"
}

// countAll sums the counts of all files.
func countAll(binders []*resolve.Binder) []Count {
	sums := map[Count]int{}
	for _, b := range binders {
		for k, n := range b.Counts {
			sums[Count{Language: b.File.Language, Kind: kindName(k.Kind),
				Outcome: resolve.OutcomeNames[k.Outcome], Tier: k.Tier}] += n
		}
	}
	out := make([]Count, 0, len(sums))
	for c, n := range sums {
		c.Count = n
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(strings.Compare(a.Language, b.Language), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Tier, b.Tier))
	})
	return out
}

// unresolvedAll lists the references of all files without an edge: those that list
// returns for each file, and others that are already known.
func unresolvedAll(ix *resolve.Table, c *collector, binders []*resolve.Binder,
	list func(*resolve.Binder) []resolve.Unresolved, others ...Unresolved) []Unresolved {
	sum := len(others)
	for _, b := range binders {
		sum += len(list(b))
	}
	others = slices.Clone(others)
	slices.SortStableFunc(others, byPlace)
	out := make([]Unresolved, 0, sum)
	for _, b := range binders { // by path: a sort of the whole list would move it many times
		first := len(out)
		for len(others) > 0 && others[0].Path <= b.File.Path {
			out, others = append(out, others[0]), others[1:]
			if out[len(out)-1].Path < b.File.Path {
				first = len(out)
			}
		}
		for _, u := range list(b) {
			out = append(out, Unresolved{
				Path: b.File.Path, Line: b.File.Line(u.At), From: c.nodes[nodeOf(u.From)].ID,
				Name: u.Name, Reason: resolve.OutcomeNames[u.Why], Candidates: u.Candidates,
			})
		}
		slices.SortStableFunc(out[first:], byPlace)
	}
	return append(out, others...)
}

// byPlace is the order by (Path, Line, Name).
func byPlace(a, b Unresolved) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
		strings.Compare(a.Name, b.Name))
}

// troubles lists the limits and failures by which files were not fully resolved.
func troubles(files []*resolve.File) (limits []Limit, failures []Failure) {
	for _, f := range files {
		for _, l := range f.Limits {
			limits = append(limits, Limit{f.Path, f.Line(l.At), l})
		}
		for _, text := range f.Failures {
			failures = append(failures, Failure{f.Path, text})
		}
	}
	slices.SortStableFunc(limits, func(a, b Limit) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Quantity, b.Quantity))
	})
	return limits, failures
}

// typeString writes a type approximately in the notation of its language.
func typeString(t parse.TypeRef) string {
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = typeString(a)
	}
	switch {
	case len(args) == 0:
		return t.Head()
	case t.Form == parse.FormUnion:
		return strings.Join(args, " | ")
	case t.Form == parse.FormTuple:
		return "(" + strings.Join(args, ", ") + ")"
	case t.Form == parse.FormList:
		return args[0] + "[]"
	case t.Form == parse.FormOptional && len(args) == 1:
		return args[0] + "?"
	case t.Form == parse.FormElement && len(args) == 2: // a tuple element with its name
		return args[0] + " " + args[1]
	case t.Form == parse.FormNested && len(args) == 2: // C#: a type nested in a generic type instance
		return args[0] + "." + args[1]
	}
	return t.Head() + "<" + strings.Join(args, ", ") + ">"
}

// openEnds lists the places with unknown call targets in non-test code: among the
// references of all files, requests without a matching route in the tree, lookups of members, and
// messages to topics with unknown names.
func (c *collector) openEnds(ix *resolve.Table, binders []*resolve.Binder,
	asked []Unresolved, facts *concept.Facts) map[graph.NodeID][]graph.OpenEnd {
	out := map[graph.NodeID][]graph.OpenEnd{}
	for _, b := range binders {
		if b.File.Test {
			continue
		}
		for _, u := range b.Reports {
			if !u.Runs || ix.Def(u.From).Test {
				continue
			}
			at := eval.Place{File: b.File, At: u.At}
			id := c.nodes[c.fromPlace(ix, u.From, at)].ID
			out[id] = append(out[id], graph.OpenEnd{Line: b.File.Line(u.At), Name: u.Name,
				Reason: resolve.OutcomeNames[u.Why]})
		}
		for _, u := range b.OpenCalls {
			if !ix.Def(u.From).Test {
				id := c.nodes[c.fromPlace(ix, u.From, eval.Place{File: b.File, At: u.At})].ID
				out[id] = append(out[id], graph.OpenEnd{Line: b.File.Line(u.At), Name: u.Name, Reason: u.Reason})
			}
		}
	}
	for _, l := range facts.Lookups {
		if l.Open != "" && !ix.Def(l.By).Test {
			id := c.nodes[c.fromPlace(ix, l.By, l.At)].ID
			out[id] = append(out[id], graph.OpenEnd{Line: l.At.File.Line(l.At.At), Name: l.Open,
				Reason: resolve.OpenLookup})
		}
	}
	for _, e := range facts.OpenTopics {
		if at := e.At; !at.File.Test && !ix.Def(e.Def).Test {
			id, reason := c.nodes[c.fromPlace(ix, e.Def, at)].ID, OpenTopic
			if e.Given {
				reason = TopicParameter
			}
			out[id] = append(out[id], graph.OpenEnd{Line: at.File.Line(at.At),
				Name: e.Word + " " + strings.ReplaceAll(e.Name, eval.Hole, "{}"), Reason: reason})
		}
	}
	for _, u := range asked {
		if u.Reason == NoRoute || u.Reason == AmbiguousRoute {
			out[u.From] = append(out[u.From], graph.OpenEnd{Line: u.Line, Name: u.Name, Reason: u.Reason})
		}
	}
	return out
}

// placedEnds sets the node numbers of open ends.
func placedEnds(g *graph.Graph, ends map[graph.NodeID][]graph.OpenEnd) []graph.OpenEnd {
	var out []graph.OpenEnd
	for i := range g.Nodes {
		for _, e := range ends[g.Nodes[i].ID] {
			e.Node = uint32(i)
			out = append(out, e)
		}
	}
	return graph.SortOpenEnds(out)
}
