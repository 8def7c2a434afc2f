package thymeleaf

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An attribute is a named value passed to a template.
type attribute struct {
	name string
	is   resolve.Type
}

// model records the data passed to templates by the code that renders them, and to the
// templates that they include.
func (r *reader) model() {
	set, calls := r.attributes()
	for _, m := range r.methods {
		list := slices.Concat(set[m], r.parameters(m), r.shared(m))
		for _, callee := range calls[m] {
			list = append(list, set[callee]...)
		}
		for _, f := range r.rendered[m] {
			for _, a := range list {
				r.give(f, a, 0)
			}
		}
	}
}

// maxIncluded bounds nested includes.
const maxIncluded = 5

// give adds an attribute to a template, and to those that it includes.
func (r *reader) give(f *resolve.File, a attribute, depth int) {
	if !r.values.Give(f.ID(1), a.name, a.is) || depth == maxIncluded {
		return
	}
	for _, p := range r.parts {
		if p.in == f && p.of != f {
			r.give(p.of, a, depth+1)
		}
	}
}

// setters are the methods that set an attribute of a view.
var setters = map[string]bool{"addAttribute": true, "addObject": true, "put": true}

// attributes lists the attributes that each method adds to the model of a view, and the
// methods that it calls.
func (r *reader) attributes() (set map[resolve.DefID][]attribute,
	calls map[resolve.DefID][]resolve.DefID) {
	set, calls = map[resolve.DefID][]attribute{}, map[resolve.DefID][]resolve.DefID{}
	r.EachCall(family, func(x eval.Expr) {
		if d := x.Callee(); d != resolve.None {
			calls[x.Def] = append(calls[x.Def], d)
		}
		if !setters[x.Expr.Text] || x.Recv == nil || len(x.Args) == 0 || len(x.Args) > 2 {
			return
		}
		value := x.Sub(&x.Args[len(x.Args)-1].Value)
		is := r.valueType(value)
		name := r.defaultName(is)
		if len(x.Args) == 2 {
			name, _ = r.Text(x.Sub(&x.Args[0].Value))
		}
		if name != "" {
			set[x.Def] = append(set[x.Def], attribute{name, is})
		}
	})
	return set, calls
}

// valueType returns the type of an expression.
func (r *reader) valueType(x eval.Expr) resolve.Type {
	if t := x.In.ValueType(x.At); t.Known() {
		return t
	}
	if d := x.Referent().Def; x.Kind == parse.ExprNew && d != resolve.None {
		return resolve.Type{Def: r.Table.EnclosingType(d), Owner: resolve.None}
	}
	return resolve.Unknown
}

// defaultName returns the default attribute name: the name of its class in lower case.
func (r *reader) defaultName(t resolve.Type) string {
	if t.Def < 0 {
		return ""
	}
	name := r.Table.Def(t.Def).Name
	return strings.ToLower(name[:1]) + name[1:]
}

// parameters lists the parameters of a handler that are passed on: objects of classes
// of the tree.
func (r *reader) parameters(m resolve.DefID) []attribute {
	var out []attribute
	d := r.Table.Def(m)
	for _, p := range d.Params {
		t := r.Binder(d.File).TypeOf(p.Type, m, p.Type.At)
		if name := r.defaultName(t); name != "" {
			out = append(out, attribute{name, t})
			if p.Name != name {
				out = append(out, attribute{p.Name, t})
			}
		}
	}
	return out
}

// shared lists the attributes that methods of the class around a handler add to all its
// views.
//
//	@ModelAttribute("types")
//	Collection<PetType> types() { … }
func (r *reader) shared(m resolve.DefID) []attribute {
	class := r.Table.EnclosingType(m)
	if class == resolve.None {
		return nil
	}
	var out []attribute
	for _, method := range r.Methods(class) {
		for _, x := range r.Attributes(method.Handler) {
			if r.ExternalName(x) != annotation+"ModelAttribute" {
				continue
			}
			d := r.Table.Def(method.Handler)
			t := r.Binder(d.File).TypeOf(d.Type, d.ID, d.Type.At)
			name := r.defaultName(t)
			if arg := x.Arg(0, "value"); arg != nil {
				name, _ = r.Text(x.Sub(arg))
			}
			if name != "" {
				out = append(out, attribute{name, t})
			}
		}
	}
	return out
}

// types knows Java's types as seen by template expressions.
type types struct{ *eval.Tree }

// Member implements [page.Language]: a getter, a method, or a field.
func (t types) Member(of resolve.Type, name string) resolve.DefID {
	if of.Def < 0 || name == "" {
		return resolve.None
	}
	capital := strings.ToUpper(name[:1]) + name[1:]
	lineage := t.Lineage(of.Def)
	for _, n := range []string{"get" + capital, "is" + capital, name} {
		for _, c := range lineage {
			for _, d := range t.Table.Own(c, n) {
				if m := t.Table.Def(d); m.Kind == graph.KindField || len(m.Params) == 0 ||
					n == name {
					return d
				}
			}
		}
	}
	return resolve.None
}

// Element implements [page.Language].
func (types) Element(of resolve.Type) resolve.Type {
	if len(of.Args) == 1 {
		return of.Args[0]
	}
	return resolve.Unknown
}
