package graphql

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// schemas are the Python classes that take the roots, by full name.
var schemas = map[string]bool{"strawberry.Schema": true, "strawberry.federation.Schema": true,
	"strawberry.schema.Schema": true, "graphene.Schema": true}

// schema records the classes that are passed to a schema, and those that they derive
// from or are merged from, with the topic words of their fields.
//
//	strawberry.Schema(query=Query, mutation=merge_types("Mutation", (Orders, Users)))
func (r *reader) schema(x eval.Expr) {
	if !schemas[r.ExternalName(x)] {
		return
	}
	for i, name := range []string{"query", "mutation", "subscription"} {
		arg := x.Arg(i, name)
		if arg == nil {
			continue
		}
		if r.root(x.Sub(arg), strings.ToUpper(name), 0); arg.Kind != parse.ExprName || x.Sub(arg).Referent().Def > resolve.None {
			continue
		}
		for _, f := range r.CallersOf("python").FramesAt(x) { // a function of the tree makes the schema
			under := x.Sub(arg)
			under.Env = f.Env
			r.root(under, strings.ToUpper(name), 0)
		}
	}
}

func (r *reader) root(x eval.Expr, word string, depth int) {
	if r.rootClass(x, word) {
		return
	}
	for _, v := range r.Evaluate(x) {
		if r.rootClass(v, word) {
			continue
		}
		if v.Kind == parse.ExprCall && v.Expr.Text == "merge_types" && depth < maxDepth {
			if list := v.Arg(1, "types"); list != nil {
				for i := range list.Args {
					r.root(v.Sub(&list.Args[i].Value), word, depth+1)
				}
			}
		}
	}
}

// rootClass records a class, if an expression names one.
func (r *reader) rootClass(x eval.Expr, word string) bool {
	d := x.Referent().Def
	if d <= resolve.None || !r.Table.Def(d).Kind.IsType() {
		return false
	}
	for _, c := range r.Lineage(r.Table.Canon[d]) {
		r.words[c] = word
	}
	return true
}

// python adds the fields of strawberry and graphene classes.
func (r *reader) python() {
	for _, f := range r.Table.Files {
		if f.Language != "python" || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Outer == resolve.None || !r.Table.Def(d.Outer).Kind.IsType() {
				continue
			}
			owner := r.Table.Canon[d.Outer]
			for _, x := range r.Attributes(d.ID) {
				if name, ok := r.strawberry(x, d.Name); ok {
					r.pythonField(owner, name, d.ID, eval.Place{File: f, At: d.NameAt})
				}
			}
			r.grapheneField(owner, d)
			r.assigned(owner, d)
		}
	}
}

// strawberryFields are the functions that make fields from methods.
var strawberryFields = map[string]bool{"strawberry.field": true, "strawberry.mutation": true,
	"strawberry.subscription": true, "strawberry.federation.field": true,
	"strawberry.federation.mutation": true}

// strawberry returns the name of the field that a decorator or a call makes.
func (r *reader) strawberry(x eval.Expr, otherwise string) (name string, ok bool) {
	if !strawberryFields[r.ExternalName(x)] {
		return "", false
	}
	if arg := x.Arg(-1, "name"); arg != nil {
		return r.Text(x.Sub(arg))
	}
	return snakeCamel(otherwise), true
}

// grapheneField adds a method resolve_X, which computes the field x.
func (r *reader) grapheneField(owner resolve.DefID, d *resolve.Def) {
	field, ok := strings.CutPrefix(d.Name, "resolve_")
	if !ok || !d.Kind.IsCallable() {
		return
	}
	for _, base := range r.outsideBases(owner) {
		if strings.HasPrefix(base, "graphene.") || strings.HasPrefix(base, "graphene_") {
			r.pythonField(owner, snakeCamel(field), d.ID, eval.Place{File: d.File, At: d.NameAt})
			return
		}
	}
}

// assigned adds a field whose value is made by a library: strawberry.field(resolver=f),
// or CreateOrder.Field() of a graphene mutation.
func (r *reader) assigned(owner resolve.DefID, d *resolve.Def) {
	for _, v := range r.Values(d.ID) {
		if v.Kind != parse.ExprCall {
			continue
		}
		at := eval.Place{File: d.File, At: d.NameAt}
		if name, ok := r.strawberry(v, d.Name); ok {
			if arg := v.Arg(-1, "resolver"); arg != nil {
				if to := v.Sub(arg).Referent().Def; to > resolve.None {
					r.pythonField(owner, name, to, at)
				}
			}
			continue
		}
		if v.Expr.Text != "Field" || v.Recv == nil {
			continue
		}
		class := v.Sub(v.Recv).Referent().Def
		if class <= resolve.None || !r.Table.Def(class).Kind.IsType() {
			continue
		}
		class = r.Table.Canon[class]
		for _, name := range []string{"mutate", "mutate_and_get_payload"} {
			if m := r.Member(class, name); m != class {
				r.pythonField(owner, snakeCamel(d.Name), m, at)
				r.found[len(r.found)-1].Class = class
			}
		}
	}
}

// outsideBases lists the external base classes of a class, memoized.
func (r *reader) outsideBases(class resolve.DefID) []string {
	list, ok := r.bases[class]
	if !ok {
		list = r.ExternalBases(class)
		r.bases[class] = list
	}
	return list
}

// pythonField adds a field of a class.
func (r *reader) pythonField(owner resolve.DefID, name string, handler resolve.DefID, at eval.Place) {
	word := r.words[owner]
	if word == "" {
		word, name = "FIELD", r.Table.Def(owner).Name+"."+name
	}
	r.found = append(r.found, message.ChannelEnd{Def: handler, Tier: graph.Exact, At: at,
		Topic: message.Topic{System: "graphql", Scope: r.Project(at.File), Word: word, Name: name}})
}

// snakeCamel returns the default name of a field in the schema: order_lines is
// orderLines.
func snakeCamel(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts {
		if i > 0 && p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}
