package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// same is the result of a decorator that leaves the function unchanged.
var same = set{{kind: kindWrapped, def: resolve.None}}

// decorated returns the result of applying a function's decorators: [same], an
// object, or a callable with another result, in which kindResult denotes the result
// of the function itself. It is unknown if a decorator is.
//
//	@functools.cache        # a callable with the result of the function
//	@contextmanager         # a callable that returns a context manager
//	@property               # not callable
//	@vendor.traced          # unknown
func (p *evaluator) decorated(d *resolve.Def) set {
	if len(d.Decorators) == 0 {
		return same
	}
	return p.memo(key{def: d.ID, kind: askDecoration}, true, func() set {
		if !p.enter() {
			return nil
		}
		defer p.budget.Leave()
		return p.within(context{}, func() set { return p.decorate(d) })
	})
}

func (p *evaluator) decorate(d *resolve.Def) set {
	s := same
	// The decorator nearest to the function is applied first (reference 8.7).
	applied := d.RareFields().Applied
	for i := len(applied) - 1; i >= 0 && len(s) > 0; i-- {
		if i < len(d.Decorators) && strings.HasPrefix(d.Decorators[i], d.Name+".") {
			continue // a setter or deleter of a property
		}
		x := &applied[i]
		decorator := p.eval(x.Steps, x.At, d.Outer)
		if len(decorator) != 1 {
			return nil
		}
		s = p.applied(decorator[0], s)
	}
	return s
}

// applied returns the result of applying a decorator to s.
//
//	@app.task               # an object, with its return value if it is callable
//	def send(order): ...
//	send.delay(order)
func (p *evaluator) applied(v val, s set) set {
	switch v.kind {
	case kindExternal, kindMethod, kindObject, kindCallable:
		return p.appliedOutside(v, s)
	case kindFunction:
		return p.appliedFunction(v, s)
	case kindClass:
		// A class as a decorator: the function becomes an instance of it.
		return set{{kind: kindInstance, def: v.def, tier: graph.Typed}}
	case kindInstance:
		for _, r := range p.classAttr(v, "__call__") {
			if r.def != resolve.None {
				return p.appliedFunction(val{kind: kindFunction, def: r.def, self: &v}, s)
			}
		}
	}
	return nil
}

// transparent are the built-in decorators that change how a method is accessed but
// not its return value.
var transparent = []string{"builtins.property", "builtins.classmethod", "builtins.staticmethod"}

// appliedOutside is applied for an external decorator: the result of calling it with
// s, if that is callable.
//
//	@functools.wraps(f)     # returns its argument with another name: the same
func (p *evaluator) appliedOutside(v val, s set) set {
	if e := p.entity(v.name); v.kind == kindExternal && e != nil && e.typ != nil {
		for _, name := range transparent {
			if p.isOutsideSubclass(e.name, name) {
				return s
			}
		}
	}
	made := p.call(v, given(s))
	if len(made) != 1 {
		return nil
	}
	switch made[0].kind {
	case kindWrapped, kindCallable, kindInstance:
		return made
	case kindObject:
		if p.hasMember(made[0], "__call__") || p.hasMember(made[0], "__get__") {
			return made
		}
	}
	return nil
}

// appliedFunction is applied for a function of the tree: by its declared types or by
// the return value of its body with the function as argument.
//
//	def traced(f):
//	    def inner(*args): return f(*args)
//	    return inner                       # the same as f, for its callers
func (p *evaluator) appliedFunction(v val, s set) set {
	d := p.table.Def(v.def)
	if len(d.Params) == 0 {
		// It does not take a function: this is a decorator factory that was not
		// called, an error.
		return nil
	}
	first := d.Params[0]
	if !d.Type.IsZero() {
		return p.appliedTypes(d, s)
	}
	c := context{params: map[param]set{{v.def, first.Name}: s}}
	if v.self != nil {
		c.self = map[resolve.DefID]val{d.ID: p.receiver(d, *v.self)}
	}
	return p.within(c, func() set {
		var out union
		for _, made := range p.returned(d) {
			switch made.kind {
			case kindFunction:
				out.add(p.wrapper(made))
			case kindInstance, kindWrapped, kindCallable, kindObject:
				out.add(set{made})
			default:
				out.add(nil)
			}
		}
		return out.done()
	})
}

// wrapper returns a function returned by a decorator as a callable: [same] if it
// returns the result of the decorated function.
func (p *evaluator) wrapper(v val) set {
	s := p.decorated(p.table.Def(v.def))
	if !s.is(kindWrapped) && !s.is(kindObject) {
		// The decorators of the wrapper, most often functools.wraps, must leave it
		// callable.
		return nil
	}
	s = p.returned(p.table.Def(v.def))
	if s.is(kindObject) && s[0].name == "typing.Coroutine" && len(s[0].args) == 3 &&
		s[0].args[2].is(kindAwaited) { // async def … return await f()
		return same
	}
	return callable(s)
}

// appliedTypes returns the result of applying a decorator with a declared return type
// to s.
//
//	def register(f: Callable[P, T]) -> Callable[P, T]: ...    # the same
func (p *evaluator) appliedTypes(d *resolve.Def, s set) set {
	made := p.inferred(p.typeRef(d.Type, d.NameAt, d.ID), d, nil, given(s))
	if len(made) != 1 {
		return nil
	}
	switch made[0].kind {
	case kindInstance, kindWrapped, kindCallable:
		return made
	}
	return nil
}
