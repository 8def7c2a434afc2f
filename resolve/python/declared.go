package python

import (
	"strconv"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/resolve"
)

const typed = graph.Typed

// object returns an object of an external class.
func object(name string, args ...set) set {
	return set{{kind: kindObject, name: name, def: resolve.None, args: args}}
}

// coroutine returns the result of calling an async function that returns s.
//
//	order = load()         # a coroutine
//	(await load()).ship()  # its result
func coroutine(result set) set { return object("typing.Coroutine", nil, nil, result) }

// maxDeclared bounds the nesting of a declared type.
const maxDeclared = 12

// declared returns a value of a type declared by the platform. Type parameters that
// are not in env stay variables.
//
//	def get(self, key: _KT, default: _T) -> _VT | _T: ...
func (p *evaluator) declared(t *external.TypeRef, env *environment) set {
	if p.declaredDepth >= maxDeclared {
		return nil
	}
	p.declaredDepth++
	defer func() { p.declaredDepth-- }()
	switch t.Form {
	case external.Named:
		return p.namedOutside(t, env)
	case external.TypeVar:
		if s, ok := env.variable(t.Name); ok {
			return s
		}
		return set{{kind: kindTypeVar, def: resolve.None, name: t.Name}}
	case external.Self:
		if env.self != nil {
			return set{*env.self}
		}
	case external.Union:
		var u union
		for i := range t.Args {
			u.add(p.declared(&t.Args[i], env))
		}
		return u.done()
	case external.Tuple:
		return set{{kind: kindTuple, def: resolve.None, args: p.declaredList(t.Args, env)}}
	case external.Func:
		m := &t.Members[0]
		params := make([]set, 0, len(m.Params))
		for i := range m.Params {
			// Callable[[A, B], C] has only parameters without names.
			if m.Params[i].Mode == external.PositionalOnly {
				params = append(params, p.declared(&m.Params[i].Type, env))
			}
		}
		return callable(p.declared(&m.Type, env), params...)
	case external.Literal:
		return object(literalType(t.Name))
	case external.Computed: // a type guard
		return object("builtins.bool")
	}
	return nil
}

// declaredList resolves types one by one: positions are significant.
func (p *evaluator) declaredList(list []external.TypeRef, env *environment) []set {
	if len(list) == 0 {
		return nil
	}
	out := make([]set, len(list))
	for i := range list {
		out[i] = p.declared(&list[i], env)
	}
	return out
}

// callable returns a callable with that result: the function itself, if it returns
// the result of the decorated function.
func callable(result set, params ...set) set {
	if result.is(kindResult) {
		return same
	}
	return set{{kind: kindCallable, def: resolve.None, args: append([]set{result}, params...)}}
}

// literalType returns the class of a literal type as written in the tables:
// Literal["r"] is a string. Its value is ignored.
func literalType(text string) string {
	if strings.HasPrefix(text, `"`) {
		return "builtins.str"
	}
	if strings.HasPrefix(text, "b") {
		return "builtins.bytes"
	}
	if _, err := strconv.Atoi(text); err == nil {
		return "builtins.int"
	}
	return "builtins.bool"
}

// namedOutside returns a value of a class, or of the type that an alias denotes.
//
//	PathLike, Iterable[str]    # platform aliases denote their underlying types
func (p *evaluator) namedOutside(t *external.TypeRef, env *environment) set {
	switch t.Name {
	case "None", "typing.Never", "typing.NoReturn", "_typeshed.MaybeNone":
		// the last marks a None that callers need not check for
		return nothing
	case "typing.Any", "builtins.object":
		return nil
	}
	return p.instance(t.Name, p.declaredList(t.Args, env))
}

// instance returns an object of an external class with type arguments. type[Order] is
// the class itself.
func (p *evaluator) instance(name string, args []set) set {
	if name == "builtins.type" && len(args) > 0 {
		return p.classes(args[0])
	}
	if t := p.standardType(name); t != nil {
		if t.Kind == external.Alias {
			return p.declared(&t.Target, &environment{params: t.TypeParams, args: args})
		}
		name = t.Name
	}
	return object(name, args...)
}

// classes returns the classes of objects: a value of type[T].
//
//	def make(cls: type[T]) -> T: ...
func (p *evaluator) classes(s set) set {
	return p.eachOf(s, func(v val) set {
		switch v.kind {
		case kindInstance:
			v.kind = kindClass
			return set{v}
		case kindTypeVar:
			return object("builtins.type", set{v})
		case kindObject:
			return set{{kind: kindExternal, name: v.name, def: resolve.None}}
		}
		return nil
	})
}

// argsAs returns the type arguments of v seen as owner, an external class; nil if v
// has no such base, or they are unknown.
//
//	class Orders(list[Order]): ...    # as an Iterable: Iterable[Order]
func (p *evaluator) argsAs(v val, owner string) []set {
	switch v.kind {
	case kindTuple:
		var u union
		u.nothing = len(v.args) == 0
		for _, a := range v.args {
			u.add(a)
		}
		return p.outsideArgs("builtins.tuple", []set{u.done()}, owner)
	case kindObject:
		return p.outsideArgs(v.name, v.args, owner)
	case kindInstance:
		return p.treeArgs(v, owner)
	}
	return nil
}

// outsideArgs is argsAs for an object of an external class.
//
//	dict[str, Order]    # as an Iterable: Iterable[str]
func (p *evaluator) outsideArgs(name string, args []set, owner string) []set {
	if name == owner {
		return args
	}
	if !p.isOutsideSubclass(name, owner) {
		return nil
	}
	t := p.standardType(name)
	env := &environment{params: t.TypeParams, args: args}
	for i := range t.Bases {
		b := &t.Bases[i]
		if p.isOutsideSubclass(b.Name, owner) {
			// The first base with owner as a supertype: every path gives the same
			// arguments, or the class is invalid.
			return p.outsideArgs(b.Name, p.declaredList(b.Args, env), owner)
		}
	}
	return nil
}

// isOutsideSubclass reports whether an external class is, or is known to derive from,
// another one.
//
// An OrderedDict is a dict, and a dict is a Mapping.
func (p *evaluator) isOutsideSubclass(name, base string) bool {
	for _, c := range p.outsideOrder(name) {
		if c.outside == base {
			return true
		}
	}
	return false
}

// treeArgs is argsAs for an object of a class of the tree.
//
//	class Orders(Repo[Order]): ...    # as a Repo: Order
func (p *evaluator) treeArgs(v val, owner string) []set {
	for _, c := range p.mro(v.def) {
		if c.def == resolve.None {
			continue
		}
		d := p.table.Def(c.def)
		for _, b := range d.Bases {
			if len(b.Args) == 0 {
				continue
			}
			// Type parameters in the bases of c are those of c, for which v has the
			// arguments.
			in := context{typeArgs: p.typeArgsOf(v, c.def, 0)}
			s := p.within(in, func() set { return p.typeRef(b, d.NameAt, d.ID) })
			for _, base := range s {
				if base.kind == kindObject || base.kind == kindTuple {
					if args := p.argsAs(base, owner); args != nil {
						return args
					}
				}
			}
		}
	}
	return nil
}
