package csharp

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// as records the services as which a chain of calls registers classes:
//
//	builder.RegisterType<Store>().As<IStore>()
//	builder.Register(c => new Store()).AsImplementedInterfaces()
//	builder.RegisterInstance(store).Keyed<IStore>("main")
//
// A chain that begins otherwise may be a scan.
func (r *reader) as(x eval.Expr) {
	start := registering(x.Recv)
	if start == nil {
		r.scanned(x)
		return
	}
	byName := x.Expr.Text == "As" || x.Expr.Text == "Keyed" || x.Expr.Text == "Named"
	services, _ := r.split(x, false)
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		for _, g := range r.begun(x.Sub(start)) {
			tier := resolve.WeakerTier(f.Tier, g.tier)
			if byName {
				for _, s := range services {
					r.enterAs(x, s, g.typ, r.life[x.Expr], tier)
				}
			} else if g.typ.Def > resolve.None {
				r.enterScanned(x, r.Table.Canon[g.typ.Def], tier)
			}
		}
	}
}

// registering returns the Autofac call at the start of a call chain, or nil.
func registering(e *parse.Expr) *parse.Expr {
	for ; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
		switch e.Text {
		case "RegisterType", "RegisterGeneric", "Register", "RegisterInstance":
			return e
		}
	}
	return nil
}

// begun lists the classes that such a call registers: those that it names, or else
// those of its object arguments.
func (r *reader) begun(x eval.Expr) []gift {
	types, values := r.split(x, false)
	switch {
	case x.Expr.Text == "RegisterType" || x.Expr.Text == "RegisterGeneric":
		if len(types) == 1 {
			return []gift{{r.WrittenType(x.Sub(types[0])), graph.Exact}}
		}
	case len(values) > 0 && r.isBuilder(x):
		return r.given(x.Sub(values[0]), resolve.Unknown, 0)
	}
	return nil
}

// builder is the type that registers with an Autofac container.
const builder = "ContainerBuilder"

// isBuilder reports whether a call chain begins with a builder: a local of that type,
// or the parameter of the lambda passed to ConfigureContainer<ContainerBuilder>.
func (r *reader) isBuilder(x eval.Expr) bool {
	for x.Recv != nil {
		x = x.Sub(x.Recv)
	}
	l := x.Local()
	if l == nil {
		return false
	}
	if l.Type.Name != "" {
		return resolve.LastName(l.Type.Name) == builder
	}
	values := r.LocalValues(x, l)
	if len(values) > 0 {
		return values[0].Kind == parse.ExprNew && values[0].Expr.Text == builder
	}
	for _, s := range r.byFile[x.In.File] {
		for e := s.Expr; e != nil; e = e.Recv {
			if e.Text == "ConfigureContainer" && len(e.TypeArgs) == 1 && len(e.Args) > 0 &&
				e.TypeArgs[0].Text == builder && isParameterOf(&e.Args[len(e.Args)-1].Value, l.Name, x.At) {
				return true
			}
		}
	}
	return false
}

// isParameterOf reports whether a name at a position inside a lambda is a parameter of
// it.
func isParameterOf(lambda *parse.Expr, name string, at uint32) bool {
	return lambda.Kind == parse.ExprLambda && lambda.Body.Contains(at) &&
		slices.ContainsFunc(lambda.Args, func(p parse.ExprArg) bool { return p.Name == name })
}

// decorate records that a class decorates the implementations of a service.
func (r *reader) decorate(x eval.Expr, service, class *parse.Expr) {
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		r.enterAs(x, service, r.WrittenType(x.Sub(class)), r.life[x.Expr], f.Tier)
	}
}
