package spring

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An injectPlace is a field, or a parameter of a callable, that receives an injected bean.
type injectPlace struct {
	of    resolve.DefID // the field, or the callable
	param string
}

// A gift is a bean injected at a place, with the confidence.
type gift struct {
	*bean
	tier graph.Tier
}

// placeOf returns the place that an expression names, which need not be an injection
// point. A parameter that is reassigned is excluded.
func (r *injectReader) placeOf(x eval.Expr) injectPlace {
	switch {
	case x.Local() == nil:
		return injectPlace{of: x.Referent().Def}
	case len(r.Assigned(x)) > 0:
		return injectPlace{of: resolve.None}
	}
	return injectPlace{of: x.Def, param: x.Expr.Text}
}

// hold records the bean injected at a place. A place in a class with several instances
// may have several.
func (r *injectReader) hold(at injectPlace, b *bean, tier graph.Tier) {
	if b != nil && at.of > resolve.None {
		r.held[at] = append(r.held[at], gift{b, resolve.WeakerTier(b.tier, tier)})
	}
}

// typeOf returns the type of a field, or of a parameter of a callable.
func (r *injectReader) typeOf(d *resolve.Def, written parse.TypeRef) resolve.Type {
	return r.Binder(d.File).TypeOf(written, d.ID, d.NameAt)
}

// ofField records the bean injected into an annotated field.
func (r *injectReader) ofField(d *resolve.Def) {
	list := r.Attributes(d.ID)
	_, wired := r.has(list, wires)
	if !wired && (!r.qualified(list) || r.isRequired(d)) || len(r.Values(d.ID)) > 0 {
		return
	}
	r.hold(injectPlace{of: d.ID}, r.choose(r.typeOf(d, d.Type), list, d.Name), graph.Exact)
}

// ofParams records the beans injected into the parameters of a bean's constructor, of a
// method with injection, or of an @Bean method, and the fields assigned from them.
func (r *injectReader) ofParams(d *resolve.Def) {
	class := r.Table.EnclosingType(d.ID)
	if class == resolve.None || len(d.Params) == 0 {
		return
	}
	_, wired := r.has(r.Attributes(d.ID), wires)
	_, makes := r.named(d.ID, "Bean")
	if d.Kind == graph.KindConstructor && !wired {
		_, wired = r.isComponent(class, 0)
	}
	if !wired && !makes {
		return
	}
	for _, p := range d.Params {
		b := r.choose(r.typeOf(d, p.Type), r.paramAnnotations(d, p.Name), p.Name)
		if b == nil {
			continue
		}
		r.hold(injectPlace{d.ID, p.Name}, b, graph.Exact)
		if makes {
			r.handOn(d.ID, p.Name, b)
		} else {
			r.hold(injectPlace{of: r.fieldOf(class, d.ID, p.Name)}, b, graph.Exact)
		}
	}
}

// handOn records the fields of an @Bean method's object that get one of its parameters.
//
//	@Bean Shop shop(@Qualifier("smtp") Mail mail) { return new Shop(mail); }
func (r *injectReader) handOn(method resolve.DefID, param string, b *bean) {
	for _, v := range r.Values(method) {
		for _, made := range r.Evaluate(v) {
			class := r.Class(made)
			if class == resolve.None || made.Def != method {
				continue
			}
			for i := range made.Args {
				if arg := made.Sub(&made.Args[i].Value); arg.Local() != nil && arg.Expr.Text == param {
					r.hold(injectPlace{of: r.fieldAt(class, i, len(made.Args))}, b, graph.Exact)
				}
			}
		}
	}
}

// fieldAt returns the field that the constructor with a number of parameters sets from
// the one at a position.
func (r *injectReader) fieldAt(class resolve.DefID, at, of int) resolve.DefID {
	list := r.constructors(class)
	if len(list) == 0 {
		if fields := r.required(class); len(fields) == of {
			return fields[at].ID
		}
		return resolve.None
	}
	list = slices.DeleteFunc(list, func(d *resolve.Def) bool { return len(d.Params) != of })
	if len(list) != 1 {
		return resolve.None
	}
	return r.fieldOf(class, list[0].ID, list[0].Params[at].Name)
}

// constructors lists the constructors that a class declares.
func (r *injectReader) constructors(class resolve.DefID) []*resolve.Def {
	var out []*resolve.Def
	f := r.Table.Def(class).File
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Kind == graph.KindConstructor && d.Outer == class {
			out = append(out, d)
		}
	}
	return out
}

// fieldOf returns the field of a class that is only assigned from a parameter of a
// method.
func (r *injectReader) fieldOf(class, method resolve.DefID, param string) resolve.DefID {
	f := r.Table.Def(class).File
	for i := range f.Definitions {
		d := r.Table.Def(f.ID(int32(i)))
		if d.Kind != graph.KindField || r.Table.EnclosingType(d.ID) != class {
			continue
		}
		if v := r.Values(d.ID); len(v) == 1 && v[0].Def == method &&
			v[0].Kind == parse.ExprName && v[0].Expr.Text == param && v[0].Local() != nil {
			return d.ID
		}
	}
	return resolve.None
}
