package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// neutral are the decorators of the language and its standard library that leave a
// function what it was to its callers.
var neutral = map[string]bool{
	"builtins.property": true, "builtins.classmethod": true, "builtins.staticmethod": true,
	"abc.abstractmethod": true, "abc.abstractproperty": true, "abc.abstractclassmethod": true,
	"abc.abstractstaticmethod": true, "functools.wraps()": true, "functools.lru_cache": true,
	"functools.lru_cache()": true, "functools.cache": true, "functools.cached_property": true,
	"functools.singledispatch": true, "functools.singledispatchmethod": true,
	"types.coroutine": true, "types.DynamicClassAttribute": true, "enum.property": true,
	"atexit.register": true, "warnings.deprecated()": true,
	"contextlib.ContextDecorator": true, "unittest.skip()": true, "unittest.skipIf()": true,
	"unittest.skipUnless()": true, "unittest.expectedFailure": true,
	"unittest.mock.patch()": true, "unittest.mock.patch.object()": true,
	"unittest.mock.patch.dict()": true,
}

// typingNeutral are those of typing and typing_extensions.
var typingNeutral = map[string]bool{
	"overload": true, "final": true, "override": true, "no_type_check": true,
	"type_check_only": true, "deprecated()": true, "runtime_checkable": true,
	"dataclass_transform()": true,
}

// same is what a decorator makes of a function that it leaves alone.
var same = set{{kind: kindWrapped, def: resolve.None}}

// decorated is what the decorators of a function make of it: [same], an object, or
// a callable with another result, in which kindResult is that of the function
// itself. It is unknown where a decorator is.
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
	head := d.File.Text[d.Range.Start:d.NameAt]
	s := same
	for i := len(d.Decorators) - 1; i >= 0 && len(s) > 0; i-- {
		name := d.Decorators[i]
		if strings.HasPrefix(name, d.Name+".") {
			continue // a further accessor of a property
		}
		decorator := p.dotted(name, d.Range.Start, d.Outer)
		at := strings.LastIndex(head, "@"+name)
		if at >= 0 && strings.HasPrefix(strings.TrimLeft(head[at+1+len(name):], " "), "(") {
			decorator = p.each(decorator, p.call)
		}
		if at >= 0 {
			head = head[:at]
		}
		if len(decorator) != 1 {
			return nil
		}
		s = p.applied(decorator[0], s)
	}
	return s
}

// applied is what a decorator makes of s.
func (p *evaluator) applied(v val, s set) set {
	switch v.kind {
	case kindExternal:
		return p.appliedOutside(v.name, s)
	case kindFunction:
		return p.appliedFunction(v, s)
	case kindClass:
		return set{{kind: kindInstance, def: v.def, tier: graph.Typed}}
	case kindInstance:
		for _, r := range p.classAttr(v, "__call__") {
			if r.def != resolve.None {
				return p.appliedFunction(val{kind: kindFunction, def: r.def, self: &v}, s)
			}
		}
	case kindWrapped: // wraps(f), in a decorator of the tree
		return s
	}
	return nil
}

// appliedOutside is applied for a decorator that is not in the tree.
func (p *evaluator) appliedOutside(name string, s set) set {
	module, last, _ := strings.Cut(name, ".")
	switch {
	case neutral[name], typingNeutral[last] &&
		(module == "typing" || module == "typing_extensions"):
		return s
	case name == "contextlib.contextmanager" || name == "contextlib.asynccontextmanager":
		return p.each(s, func(v val) set {
			made := p.call(v)
			entered := p.each(made, func(v val) set { return p.elementOf(v, "*") })
			return container("callable", container("manager", entered))
		})
	case strings.HasPrefix(name, "pytest."):
		return s
	}
	return nil
}

// appliedFunction is applied for a function of the tree: by its declared types or
// by what its body returns when the function is handed to it.
func (p *evaluator) appliedFunction(v val, s set) set {
	d := p.table.Def(v.def)
	if len(d.Params) == 0 {
		return nil
	}
	first := d.Params[0]
	if !d.Type.IsZero() {
		return p.appliedTypes(d, first.Type, s)
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
			case kindInstance, kindWrapped, kindContainer:
				out.add(set{made})
			default:
				out.add(nil)
			}
		}
		return out.done()
	})
}

// wrapper is a function that a decorator returns, as a callable: [same] if it
// returns what the decorated function does.
func (p *evaluator) wrapper(v val) set {
	s := p.returned(p.table.Def(v.def))
	own := s
	if s.is(kindContainer) && s[0].name == "awaitable" { // async def … return await f()
		own = s[0].args[0]
	}
	if own.is(kindResult) && own[0].name == "" {
		return same
	}
	return container("callable", s)
}

// appliedTypes is what a decorator with a declared result type makes of s: the same
// where it is the type of its parameter, with the result of the callable that the
// type says.
func (p *evaluator) appliedTypes(d *resolve.Def, param parse.TypeRef, s set) set {
	switch {
	case d.Type.Name == param.Name && d.Type.Name != "" &&
		resolve.LastName(d.Type.Name) != "Callable":
		return s
	case resolve.LastName(d.Type.Name) == "Callable" && len(d.Type.Args) > 0:
		result := d.Type.Args[len(d.Type.Args)-1]
		n := len(param.Args)
		if n > 0 && resolve.LastName(param.Name) == "Callable" &&
			param.Args[n-1].String() == result.String() {
			return s
		}
		return container("callable", p.typeRef(result, d.NameAt, d.ID))
	}
	return p.each(p.typeRef(d.Type, d.NameAt, d.ID), func(v val) set {
		if v.kind == kindInstance {
			return set{v}
		}
		return nil
	})
}
