package ent

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An edge refers from the rows of a schema to those of another one.
type edge struct {
	owner   *schema
	name    string
	to      *schema
	back    bool   // the inverse of the edge ref in the target schema
	ref     string // of an inverse edge
	unique  bool   // the target is at most one row
	inverse *edge  // declared with it: edge.To(…).From(…)
	through bool   // the rows of the join table have a schema
	join    string // the join table, if specified
}

// readEdges reads the edges that a method returns or assigns.
//
//	edge.To("pets", Pet.Type)
//	edge.From("owner", User.Type).Ref("pets").Unique()
//	edge.To("children", Node.Type).From("parent").Unique()
func (r *reader) readEdges(s *schema, x eval.Expr) {
	begun := map[*parse.Expr]bool{} // calls of To and From that begin a longer chain
	x.Walk(func(e *parse.Expr) {
		chain := chainOf(e)
		if len(chain) == 0 || begun[chain[0]] {
			return
		}
		lib, _ := ofLibrary(r.ExternalName(x.Sub(chain[0])))
		if lib != "schema/edge.To" && lib != "schema/edge.From" {
			return
		}
		begun[chain[0]] = true
		if made := r.edgeOf(s, x, chain); made != nil {
			s.edges = append(s.edges, made)
		}
	})
}

// chainOf lists the calls of a chain, the first one first.
func chainOf(e *parse.Expr) []*parse.Expr {
	var out []*parse.Expr
	for ; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}

// edgeOf reads a chain; nil if the target is unknown.
func (r *reader) edgeOf(s *schema, x eval.Expr, chain []*parse.Expr) *edge {
	first := chain[0]
	if len(first.Args) != 2 {
		return nil
	}
	name, ok := r.Text(x.Sub(&first.Args[0].Value))
	to := r.schemaOf(x.Sub(&first.Args[1].Value))
	if !ok || to == nil {
		return nil
	}
	out := &edge{owner: s, name: name, to: to, back: first.Text == "From"}
	on := out
	for _, call := range chain[1:] {
		switch call.Text {
		case "From": // the following calls configure the inverse
			on = &edge{owner: to, to: s, back: true, ref: name}
			out.inverse = on
		case "Unique":
			on.unique = true
		case "Through":
			out.through = true
		case "Ref":
			if a := call.Arg(0, ""); a != nil {
				on.ref, _ = r.Text(x.Sub(a))
			}
		case "StorageKey":
			out.join = r.joinNamed(x, call)
		}
	}
	return out
}

// schemaOf returns the schema of an argument such as Pet.Type, or nil.
func (r *reader) schemaOf(x eval.Expr) *schema {
	if x.Kind != parse.ExprMember || x.Expr.Text != "Type" || x.Recv == nil {
		return nil
	}
	d := x.Sub(x.Recv).Referent().Def
	if d <= resolve.None {
		return nil
	}
	return r.schemas[r.Table.Canon[d]]
}

// joinNamed returns the name of a join table specified by an option.
//
//	StorageKey(edge.Table("members"))
func (r *reader) joinNamed(x eval.Expr, call *parse.Expr) string {
	for i := range call.Args {
		a := &call.Args[i].Value
		if lib, _ := ofLibrary(r.ExternalName(x.Sub(a))); lib == "schema/edge.Table" {
			if name := a.Arg(0, ""); name != nil {
				text, _ := r.Text(x.Sub(name))
				return text
			}
		}
	}
	return ""
}

// keys adds the foreign keys of the edges of a schema. A forward edge determines the
// key; an inverse edge is used only if the forward one is unknown.
func (r *reader) keys(s *schema) {
	for _, e := range s.edges {
		switch {
		case e.back && e.unique:
			r.out.Key(s.tables(), e.to.tables(), graph.Typed)
		case e.back || e.through:
		default:
			r.keysForth(e)
		}
	}
}

// keysForth adds the keys of an edge, taking its inverse into account.
func (r *reader) keysForth(e *edge) {
	back := e.inverse
	if back == nil {
		back = e.to.backTo(e)
	}
	switch {
	case back != nil && back.through:
	case back != nil && back.unique:
		r.out.Key(e.to.tables(), e.owner.tables(), graph.Typed)
	case e.unique:
		r.out.Key(e.owner.tables(), e.to.tables(), graph.Typed)
	case back == nil && e.to != e.owner:
		r.out.Key(e.to.tables(), e.owner.tables(), graph.Typed)
	default:
		r.joined(e)
	}
}

// backTo returns the inverse of an edge in a schema, or nil.
func (s *schema) backTo(e *edge) *edge {
	for _, x := range s.edges {
		if x.back && x.ref == e.name && x.to == e.owner {
			return x
		}
	}
	return nil
}

// joined adds the keys of the join table between two schemas.
func (r *reader) joined(e *edge) {
	name := e.join
	if name == "" {
		name = snakeCase(e.owner.name) + "_" + e.name
	}
	join := []data.TableMapping{{Table: data.Table{Schema: e.owner.table.Schema, Name: name},
		Tier: graph.Typed}}
	r.out.Key(join, e.owner.tables(), graph.Typed)
	r.out.Key(join, e.to.tables(), graph.Typed)
}
