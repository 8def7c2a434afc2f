package eval

// An Env maps the names of a callable's parameters to their values. The zero value is empty. It is a list, as
// most callables have one or two parameters, and an environment often extends another one.
type Env struct{ last *binding }

type binding struct {
	name  string
	value Expr
	outer Env
}

// With returns the environment in which name is bound to x.
func (e Env) With(name string, x Expr) Env { return Env{&binding{name, x, e}} }

// Get returns the value of a name, if it is bound.
func (e Env) Get(name string) (x Expr, ok bool) {
	for b := e.last; b != nil; b = b.outer.last {
		if b.name == name {
			return b.value, true
		}
	}
	return Expr{}, false
}

// IsEmpty reports whether no name is bound.
func (e Env) IsEmpty() bool { return e.last == nil }

// HasOthers reports whether another name than this one is bound.
func (e Env) HasOthers(name string) bool {
	for b := e.last; b != nil; b = b.outer.last {
		if b.name != name {
			return true
		}
	}
	return false
}

// inherit returns the environment with the receiver of an enclosing one.
func (e Env) inherit(from Env) Env {
	if this, ok := from.Get(Self); ok {
		return e.With(Self, this)
	}
	return e
}
