package python

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// containers says of the generic types of the language and its standard library
// what they are to an expression.
var containers = map[string]string{
	"list": "list", "List": "list", "set": "list", "Set": "list", "frozenset": "list",
	"FrozenSet": "list", "deque": "list", "Deque": "list", "Sequence": "list",
	"MutableSequence": "list", "Collection": "list", "AbstractSet": "list",
	"MutableSet": "list", "tuple": "list", "Tuple": "list", "Iterable": "iterator",
	"Iterator": "iterator", "Generator": "iterator", "AsyncIterable": "iterator",
	"AsyncIterator": "iterator", "AsyncGenerator": "iterator", "Reversible": "iterator",
	"KeysView": "iterator", "ValuesView": "iterator", "dict": "dict", "Dict": "dict",
	"Mapping": "dict", "MutableMapping": "dict", "defaultdict": "dict", "DefaultDict": "dict",
	"OrderedDict": "dict", "Awaitable": "awaitable", "Future": "awaitable",
	"Task": "awaitable", "Coroutine": "coroutine", "Callable": "callable",
	"ContextManager": "manager", "AbstractContextManager": "manager",
	"AsyncContextManager": "manager", "AbstractAsyncContextManager": "manager",
}

// containerModules are the modules that declare the types in containers.
var containerModules = map[string]bool{
	"builtins": true, "typing": true, "typing_extensions": true, "collections": true,
	"collections.abc": true, "asyncio": true, "contextlib": true,
}

// containerOf says what a type outside the tree is to an expression; empty for
// all but those in containers.
func containerOf(name string) string {
	i := lastDot(name)
	if i < 0 || !containerModules[name[:i]] {
		return ""
	}
	return containers[name[i+1:]]
}

// lastDot returns where the last dot is, -1 without one.
func lastDot(name string) int { return strings.LastIndexByte(name, '.') }

func container(name string, args ...set) set {
	return set{{kind: kindContainer, name: name, def: resolve.None, args: args}}
}

// typeRef is what a value of a written type stands for.
func (p *evaluator) typeRef(t parse.TypeRef, at uint32, from resolve.DefID) set {
	if t.IsZero() || !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	switch t.Name {
	case "|":
		var u union
		for _, a := range t.Args {
			u.add(p.typeRef(a, at, from))
		}
		return u.done()
	case "()":
		return p.containerType("tuple", t, at, from)
	case "None":
		return nothing
	}
	switch resolve.LastName(t.Name) {
	case "type", "Type":
		if len(t.Args) == 1 {
			return p.each(p.typeRef(t.Args[0], at, from), func(v val) set {
				if v.kind == kindInstance {
					v.kind = kindClass
				}
				return set{v}
			})
		}
	case "Self":
		return p.this(from)
	case "Any", "object":
		return nil
	case "NoReturn", "Never":
		return nothing
	}
	return p.namedType(t, at, from)
}

func (p *evaluator) containerType(name string, t parse.TypeRef, at uint32, from resolve.DefID) set {
	args := make([]set, 0, len(t.Args))
	for _, a := range t.Args {
		args = append(args, p.typeRef(a, at, from))
	}
	switch name {
	case "coroutine", "callable":
		args = args[len(args)-1:]
		if name == "coroutine" {
			name = "awaitable"
		}
	case "list", "iterator", "awaitable", "manager":
		args = args[:1]
	}
	return container(name, args...)
}

// namedType is a value of the class that a name means.
func (p *evaluator) namedType(t parse.TypeRef, at uint32, from resolve.DefID) set {
	parts := strings.Split(t.Name, ".")
	if len(parts) == 1 {
		if s, ok := p.typeArgs[t.Name]; ok {
			return s
		}
	}
	refs := p.name(parts[0], at, from)
	for _, part := range parts[1:] {
		var next []ref
		for _, v := range p.value(refs) {
			next = append(next, p.attr(v, part)...)
		}
		refs = next
	}
	var u union
	for i := range refs {
		u.add(p.objectOf(&refs[i], t, at, from).withTier(refs[i].tier))
	}
	return u.done()
}

// objectOf is a value of the type t, whose name means r.
func (p *evaluator) objectOf(r *ref, t parse.TypeRef, at uint32, from resolve.DefID) set {
	if r.def == resolve.None || r.value != nil {
		return p.each(p.refValue(r), func(v val) set {
			switch v.kind {
			case kindExternal:
				if name := containerOf(v.name); name != "" && len(t.Args) > 0 {
					return p.containerType(name, t, at, from)
				}
				return set{v}
			case kindClass:
				v.kind = kindInstance
				return set{v}
			}
			return nil
		})
	}
	d := p.table.Def(r.def)
	switch {
	case d.Type.Name == "TypeVar":
		if len(d.Type.Args) > 0 {
			return p.typeRef(d.Type.Args[0], d.NameAt, d.Outer).withTier(graph.Typed)
		}
		return nil
	case d.Kind.IsType() && !d.Type.IsZero():
		return p.typeRef(d.Type, d.NameAt, d.Outer)
	case d.Kind.IsType():
		v := val{kind: kindInstance, def: d.ID}
		for _, a := range t.Args {
			v.args = append(v.args, p.typeRef(a, at, from))
		}
		return set{v}
	}
	return p.each(p.refValue(r), func(v val) set { // a variable that a class was assigned to
		switch v.kind {
		case kindClass:
			v.kind = kindInstance
			return set{v}
		case kindExternal:
			return set{v}
		}
		return nil
	})
}

// wrapped is the collection that built-in functions make of the elements of values,
// and displays of the values. It reports false for all other steps.
func (p *evaluator) wrapped(s set, step *parse.Step) (set, bool) {
	elements := func() set { return p.each(s, func(v val) set { return p.elementOf(v, "*") }) }
	switch step.Kind {
	case parse.StepListOf:
		return container("list", elements()), true
	case parse.StepNumbered:
		return container("iterator", container("tuple", nil, elements())), true
	case parse.StepInList:
		return container("list", s), true
	case parse.StepInDict:
		return container("dict", nil, s), true
	case parse.StepInTuple:
		args := make([]set, min(int(step.Args), maxTuple)+1)
		for i := range args {
			args[i] = nothing // what other values tell
		}
		args[len(args)-1] = s
		return container("tuple", args...), true
	}
	return nil, false
}

// maxTuple bounds the elements of a tuple that are told apart.
const maxTuple = 12

// elementOf is what indexing v, or with "*" iterating over it, gives.
func (p *evaluator) elementOf(v val, index string) set {
	switch v.kind {
	case kindResult:
		if index == "*" && v.name == "" {
			v.name = index
			return set{v}
		}
	case kindContainer:
		if index == ":" {
			return set{v}
		}
		return containerElement(v, index)
	case kindClass:
		if index == "*" || p.table.Def(v.def).Kind == graph.KindEnum {
			v.kind = kindInstance // a member of an enumeration
		}
		return set{v} // or the class with type arguments
	case kindInstance:
		if index != "*" {
			if s := p.special(v, "__getitem__"); len(s) > 0 {
				return s
			}
			return p.each(p.containerBase(v), func(c val) set { return p.elementOf(c, index) })
		}
		if s := p.iterated(v); len(s) > 0 {
			return s
		}
		return p.each(p.containerBase(v), func(c val) set { return p.elementOf(c, index) })
	}
	return nil
}

// iterated is what iterating over an object whose class says how gives.
func (p *evaluator) iterated(v val) set {
	for _, name := range [][2]string{{"__iter__", "__next__"}, {"__aiter__", "__anext__"}} {
		s := p.each(p.special(v, name[0]), func(it val) set {
			if it.kind != kindInstance {
				return p.elementOf(it, "*")
			}
			next := p.special(it, name[1])
			if name[1] == "__anext__" {
				next = p.each(next, p.awaited)
			}
			return next
		})
		if len(s) > 0 {
			return s
		}
	}
	return nil
}

// special is the result of a special method, where the tree declares it.
func (p *evaluator) special(v val, name string) set {
	var u union
	for _, r := range p.classAttr(v, name) {
		if r.def != resolve.None {
			u.add(p.each(p.refValue(&r), p.call).withTier(r.tier))
		}
	}
	return u.done()
}

// containerBase is what an object is by those of its base classes that are
// built-in generic types.
func (p *evaluator) containerBase(v val) set {
	for _, c := range p.mro(v.def) {
		if c.def == resolve.None {
			continue
		}
		d := p.table.Def(c.def)
		for _, ref := range d.Bases {
			if len(ref.Args) == 0 {
				continue
			}
			in := context{typeArgs: p.typeArgsOf(v, c.def, 0)}
			s := p.within(in, func() set { return p.typeRef(ref, d.NameAt, d.Outer) })
			if len(s) > 0 && s[0].kind == kindContainer {
				return s
			}
		}
	}
	return nil
}

func containerElement(v val, index string) set {
	if len(v.args) == 0 {
		return nil
	}
	switch v.name {
	case "tuple":
		if n, err := strconv.Atoi(index); err == nil {
			if n >= 0 && n < len(v.args) {
				return v.args[n]
			}
			return nothing
		}
		var u union
		for _, a := range v.args {
			u.add(a)
		}
		return u.done()
	case "dict":
		if index != "*" && len(v.args) > 1 {
			return v.args[1]
		}
		return v.args[0]
	case "list", "iterator":
		return v.args[0]
	}
	return nil
}

// awaited is what awaiting v gives.
func (p *evaluator) awaited(v val) set {
	switch {
	case v.kind == kindContainer && v.name == "awaitable" && len(v.args) > 0:
		return v.args[0]
	case v.kind == kindInstance:
		return p.special(v, "__await__")
	case v.kind == kindContainer && v.name == "iterator", v.kind == kindResult:
		return set{v} // of asynchronous iteration, whose steps are not marked
	case v.kind == kindExternal:
		return set{externalCall(v.name + ".__await__")}
	}
	return nil
}

// containerCall is what calling a method of a built-in generic type gives.
func containerCall(v val, method string) set {
	all := func() set { return containerElement(v, "*") }
	switch method {
	case "__enter__":
		if v.name == "manager" && len(v.args) > 0 {
			return v.args[0]
		}
	case "__aenter__":
		if v.name == "manager" && len(v.args) > 0 {
			return container("awaitable", v.args[0])
		}
	case "get", "setdefault":
		return containerElement(v, "")
	case "pop":
		return containerElement(v, "")
	case "values":
		if v.name == "dict" {
			return container("iterator", containerElement(v, ""))
		}
	case "keys":
		return container("iterator", all())
	case "items":
		if v.name == "dict" && len(v.args) > 1 {
			return container("iterator", container("tuple", v.args[0], v.args[1]))
		}
	case "copy", "__add__", "__or__", "__mul__", "union", "difference", "intersection":
		return set{v}
	case "popitem":
		return container("tuple", v.args...)
	case "popleft", "__next__", "__anext__", "send", "throw":
		return all()
	}
	return set{externalCall(v.name + "." + method)}
}

// externalCall is what something outside the tree gives when it is called.
func externalCall(name string) val {
	return val{kind: kindExternal, name: name + "()", def: resolve.None}
}

// typeArgsOf returns what the type parameters of owner, a class along the bases
// of v's, stand for in v; nil when nothing is known of them.
func (p *evaluator) typeArgsOf(v val, owner resolve.DefID, depth int) map[string]set {
	d := p.table.Def(v.def)
	args := map[string]set{}
	for i, name := range p.typeParams(d) {
		if i < len(v.args) {
			args[name] = v.args[i]
		}
	}
	if v.def == owner {
		return args
	}
	if depth > 5 {
		return nil
	}
	for _, ref := range d.Bases {
		if len(ref.Args) == 0 && len(args) > 0 {
			continue
		}
		in := context{typeArgs: args}
		s := p.within(in, func() set { return p.typeRef(ref, d.NameAt, d.Outer) })
		for _, base := range s {
			if base.kind == kindInstance && base.def != v.def && p.isSubclass(base, owner) {
				return p.typeArgsOf(base, owner, depth+1)
			}
		}
	}
	return nil
}

// typeParams lists the names of a class's type parameters: the declared ones,
// those of Generic or Protocol, or the variables in its bases.
func (p *evaluator) typeParams(d *resolve.Def) []string {
	if len(d.TypeParams) > 0 {
		return d.TypeParams
	}
	var out []string
	for _, ref := range d.Bases {
		explicit := resolve.LastName(ref.Name) == "Generic" ||
			resolve.LastName(ref.Name) == "Protocol"
		if explicit && len(ref.Args) > 0 {
			out = nil
		}
		for _, a := range ref.Args {
			if explicit || p.isTypeVar(a.Name, d) {
				out = append(out, a.Name)
			}
		}
		if explicit && len(ref.Args) > 0 {
			break
		}
	}
	return out
}

func (p *evaluator) isTypeVar(name string, d *resolve.Def) bool {
	if name == "" || strings.ContainsAny(name, ".|(") {
		return false
	}
	refs := p.name(name, d.NameAt, d.Outer)
	return len(refs) == 1 && refs[0].def != resolve.None &&
		p.table.Def(refs[0].def).Type.Name == "TypeVar"
}
