package python

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// classes are the client classes by package and class name: libraries declare a class
// in a submodule and reexport it.
var classes = map[[2]string]bool{
	{"requests", "Session"}: true, {"httpx", "Client"}: true, {"httpx", "AsyncClient"}: true,
	{"aiohttp", "ClientSession"}: true, {"fastapi", "TestClient"}: true,
	{"starlette", "TestClient"}: true, {"flask", "FlaskClient"}: true,
	{"django", "Client"}: true, {"django", "AsyncClient"}: true,
	{"rest_framework", "APIClient"}: true, {"rest_framework", "RequestsClient"}: true,
}

// hosts are the packages whose clients call the application that they are created with.
var hosts = map[string]bool{"fastapi": true, "starlette": true, "flask": true, "django": true,
	"rest_framework": true}

// makers are the functions and methods that make clients, by the last component of
// their names, for library objects whose class has no other methods of that name.
var makers = map[string]bool{"test_client": true}

// client lists the expressions that create the client on which x is called, if they are
// known; ok is false if the receiver is not a client.
func (r *requestReader) client(x eval.Expr) (made []eval.Expr, ok bool) {
	if x.Recv == nil {
		return nil, false
	}
	of := x.Sub(x.Recv)
	for _, v := range r.Evaluate(of) {
		if r.isMade(v) {
			made, ok = append(made, v), true
		}
	}
	if !ok {
		made, ok = r.fixture(of)
	}
	return made, ok || r.isTyped(of) || r.isTestCase(of)
}

// isDirect reports whether a client calls the application directly.
func (r *requestReader) isDirect(x eval.Expr, made []eval.Expr) bool {
	of := x.Sub(x.Recv)
	if r.isTestCase(of) {
		return true
	}
	for _, m := range made {
		module, _, _ := strings.Cut(r.ExternalName(m), ".")
		if hosts[module] || makers[m.Expr.Text] {
			return true
		}
	}
	t := of.In.ValueType(of.At)
	module, _, _ := strings.Cut(t.Name, ".")
	return hosts[module]
}

// isMade reports whether an expression makes a client.
func (r *requestReader) isMade(x eval.Expr) bool {
	return x.Kind == parse.ExprCall && x.Callee() == resolve.None &&
		(isClass(r.ExternalName(x)) || makers[x.Expr.Text]) || r.isDerived(x)
}

// isDerived reports whether an expression instantiates a class of the tree that derives
// from a client.
func (r *requestReader) isDerived(x eval.Expr) bool {
	d := resolve.None
	if x.Kind == parse.ExprCall || x.Kind == parse.ExprNew {
		d = x.Callee()
	}
	return d != resolve.None && r.Table.Def(d).Kind == graph.KindClass &&
		slices.ContainsFunc(r.ExternalBases(d), isClass)
}

func isClass(full string) bool {
	module, _, _ := strings.Cut(full, ".")
	return classes[[2]string{module, resolve.LastName(full)}]
}

// isTyped reports whether the declared or inferred type of an expression is a client.
func (r *requestReader) isTyped(x eval.Expr) bool {
	t := x.In.ValueType(x.At)
	switch {
	case t.Def > resolve.None:
		return slices.ContainsFunc(r.ExternalBases(t.Def), isClass)
	case t.Def < resolve.None:
		return isClass(x.In.File.ExternalName(t.Def))
	case t.Known():
		return isClass(t.Name)
	}
	return false
}

// isTestCase reports whether an expression is the client of a Django test case:
// self.client.
func (r *requestReader) isTestCase(x eval.Expr) bool {
	if x.Kind != parse.ExprMember || x.Expr.Text != "client" || x.Recv.Kind != parse.ExprName ||
		x.Recv.Text != "self" || x.Referent().Def != resolve.None {
		return false
	}
	class := r.Table.EnclosingType(x.Def)
	return class != resolve.None && slices.ContainsFunc(r.ExternalBases(class), func(full string) bool {
		module, _, _ := strings.Cut(full, ".")
		return (module == "django" || module == "rest_framework") && strings.Contains(full, ".test")
	})
}

// fixture lists the expressions that create the client for a test parameter in the
// fixture of that name: one in its file, or else that of the nearest conftest.py.
func (r *requestReader) fixture(x eval.Expr) (made []eval.Expr, ok bool) {
	if x.Kind != parse.ExprName || x.Referent().Def != resolve.None {
		return nil, false
	}
	if l := x.Local(); l == nil || l.Kind != parse.LocalParam {
		return nil, false
	}
	d := r.fixtureFor(x)
	if d == resolve.None {
		return nil, false
	}
	for _, v := range r.Values(d) {
		for _, of := range r.Evaluate(v) {
			if r.isMade(of) {
				made, ok = append(made, of), true
			}
		}
	}
	return made, ok
}

func (r *requestReader) fixtureFor(x eval.Expr) resolve.DefID {
	found, depth := resolve.None, -1
	for _, d := range r.fixtures[x.Expr.Text] {
		f := r.Table.Def(d).File
		dir := strings.TrimPrefix(path.Dir(f.Path)+"/", "./")
		switch {
		case f == x.In.File:
			return d
		case path.Base(f.Path) == "conftest.py" && strings.HasPrefix(x.In.File.Path, dir) &&
			len(dir) > depth:
			found, depth = d, len(dir)
		}
	}
	return found
}
