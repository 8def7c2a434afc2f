package lookup

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// python reads getattr and methodcaller.
//
//	getattr(plugin, name)()
func (r *reader) python() {
	called := r.calledAttributes()
	r.EachCall("python", func(x eval.Expr) {
		switch {
		case isGetattr(x) && called[x.Expr]:
			r.look(x, r.objectOf(x.Sub(&x.Args[0].Value)), x.Sub(&x.Args[1].Value))
		case isCall(x, "methodcaller") && len(x.Args) > 0 &&
			strings.HasSuffix(r.ExternalName(x), "operator.methodcaller"):
			r.look(x, unknown, x.Sub(&x.Args[0].Value))
		}
	})
}

// isGetattr reports whether a call is one of the built-in getattr.
func isGetattr(x eval.Expr) bool {
	return isCall(x, "getattr") && x.Recv == nil && x.Callee() <= resolve.None && len(x.Args) > 1
}

// calledAttributes returns the calls of getattr whose result may be called: there, as the value
// of a local or a field that is called, by a function to which it is passed, or by the code to
// which it is returned. Most read data.
//
//	amount = getattr(order, field)
func (r *reader) calledAttributes() map[*parse.Expr]bool {
	called := map[*parse.Expr]bool{}
	mark := func(x eval.Expr) {
		if x.Kind != parse.ExprCall && x.Kind != parse.ExprConditional && x.Local() == nil {
			return
		}
		for _, v := range r.Evaluate(x) {
			if isGetattr(v) {
				called[v.Expr] = true
			}
		}
	}
	returns := map[resolve.DefID]bool{}
	r.EachCall("python", func(x eval.Expr) {
		if x.Expr.Text == "" && x.Recv != nil {
			mark(x.Sub(x.Recv))
		} else {
			r.callsValue(x, mark)
		}
		if isGetattr(x) && !returns[x.Def] {
			returns[x.Def] = true
			for _, v := range r.Values(x.Def) {
				mark(v)
			}
		}
		for i := range x.Args {
			if !readers[x.Expr.Text] {
				mark(x.Sub(&x.Args[i].Value))
			}
		}
	})
	return called
}

// callsValue marks the values of the local, field or variable that a call calls.
func (r *reader) callsValue(x eval.Expr, mark func(eval.Expr)) {
	if d := x.Callee(); d > resolve.None {
		if def := r.Table.Def(d); !def.Kind.IsCallable() && !def.Kind.IsType() {
			for _, v := range r.Values(d) {
				mark(v)
			}
		}
		return
	}
	if x.Recv != nil {
		return
	}
	for _, v := range r.Assigned(x) {
		mark(v)
	}
}

// readers are the functions that call no argument.
var readers = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields("bool int float str repr len isinstance hasattr setattr getattr " +
		"list set tuple dict frozenset sorted sum min max abs round print callable type id hash append") {
		out[name] = true
	}
	return out
}()
