package pyi

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

func named(name string, args ...external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Named, Name: name, Args: args}
}

// anything is the type Any.
var anything = named("typing.Any")

// ref converts a type written in s; the zero value if it is missing.
func (r *Reader) ref(s *scope, n parse.Node) external.TypeRef {
	switch n.Kind() {
	case "type", "parenthesized_expression":
		return r.ref(s, firstNamed(n))
	case "identifier", "attribute", "dotted_name":
		return r.namedType(s, n.Text(), nil)
	case "none":
		return named("None")
	case "string", "concatenated_string":
		return r.quoted(s, n)
	case "union_type", "binary_operator":
		return union(r.list(s, n))
	case "generic_type", "subscript":
		return r.generic(s, n)
	case "list":
		return external.TypeRef{Form: external.Tuple, Args: r.list(s, n)}
	case "splat_type", "list_splat":
		return external.TypeRef{Form: external.Spread, Args: r.list(s, n)}
	}
	return external.TypeRef{}
}

func (r *Reader) list(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		if !c.Is("comment") {
			out = append(out, r.ref(s, c))
		}
	}
	return out
}

// union merges types, flattening unions among them.
func union(args []external.TypeRef) external.TypeRef {
	var out []external.TypeRef
	for _, a := range args {
		if a.Form == external.Union {
			out = append(out, a.Args...)
		} else {
			out = append(out, a)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return external.TypeRef{Form: external.Union, Args: out}
}

// quoted converts a type in a string.
func (r *Reader) quoted(s *scope, n parse.Node) external.TypeRef {
	tree, err := r.parser.Parse(grammar(), "x: "+strings.Trim(n.Text(), `"'`))
	if err != nil || tree.ErrorBytes() > 0 {
		return external.TypeRef{}
	}
	return r.ref(s, firstNamed(firstNamed(tree.Root())).Field("type"))
}

// namedType converts a type given by its name, with its arguments.
func (r *Reader) namedType(s *scope, name string, args []parse.Node) external.TypeRef {
	e, ok := r.lookup(s, name)
	if !ok {
		if head, last, dotted := cutLast(name); dotted && (last == "args" || last == "kwargs") {
			return r.namedType(s, head, nil)
		}
		return r.foreign(s, name, args)
	}
	if e.binding == nil {
		return named(e.full(), r.args(s, args)...)
	}
	if e.kind == bindTypeVar {
		if !slices.Contains(r.seen, e.binding) {
			r.seen = append(r.seen, e.binding)
		}
		return external.TypeRef{Form: external.TypeVar, Name: e.name}
	}
	if e.in.name == "typing" || e.in.name == "typing_extensions" || e.in.name == "builtins" {
		if t, ok := r.special(s, e.full(), args); ok {
			return t
		}
	}
	return named(e.full(), r.args(s, args)...)
}

// foreign converts a type of a module that is not read.
func (r *Reader) foreign(s *scope, name string, args []parse.Node) external.TypeRef {
	full := r.importedName(s, name)
	if full == "" {
		return external.TypeRef{}
	}
	module, last, _ := cutLast(full)
	if of := genericAliases[last]; of != "" && module == "typing" {
		full = of
	}
	switch {
	case module == "typing", module == "typing_extensions", full == "builtins.tuple",
		full == "collections.abc.Callable":
		if t, ok := r.special(s, full, args); ok {
			return t
		}
	}
	return named(full, r.args(s, args)...)
}

// cutLast splits a dotted name before its last part.
func cutLast(name string) (head, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return name, "", false
	}
	return name[:i], name[i+1:], true
}

func (r *Reader) args(s *scope, args []parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for _, a := range args {
		out = append(out, r.ref(s, a))
	}
	return out
}

// generic converts head[args].
func (r *Reader) generic(s *scope, n parse.Node) external.TypeRef {
	head := n.First()
	list := n
	if params := n.Child("type_parameter"); !params.IsZero() {
		list = params
	}
	var args []parse.Node
	for c := range list.Named {
		if c.Start() == head.Start() || c.Is("comment") {
			continue
		}
		if c.Is("type") {
			c = firstNamed(c)
		}
		args = append(args, c)
	}
	return r.namedType(s, head.Text(), args)
}

// special converts the special forms of the typing module.
func (r *Reader) special(s *scope, full string, args []parse.Node) (external.TypeRef, bool) {
	switch lastPart(full) {
	case "Self":
		return external.TypeRef{Form: external.Self}, true
	case "LiteralString":
		return named("builtins.str"), true
	case "Union":
		return union(r.args(s, args)), true
	case "Optional":
		return union(append(r.args(s, args), named("None"))), true
	case "Annotated", "Required", "NotRequired", "ReadOnly", "ClassVar", "Final":
		if len(args) == 0 {
			return external.TypeRef{}, true
		}
		return r.ref(s, args[0]), true
	case "Unpack":
		return external.TypeRef{Form: external.Spread, Args: r.args(s, args)}, true
	case "Literal":
		return r.literals(s, args), true
	case "TypeGuard", "TypeIs":
		return external.TypeRef{Form: external.Computed, Name: "is", Args: r.args(s, args)}, true
	case "Callable":
		return r.callable(s, args), true
	case "tuple":
		return r.tuple(s, args)
	}
	return external.TypeRef{}, false
}

// literals converts the values of Literal[…].
func (r *Reader) literals(s *scope, args []parse.Node) external.TypeRef {
	var out []external.TypeRef
	for _, a := range args {
		switch a.Kind() {
		case "none":
			out = append(out, named("None"))
		case "string":
			text := a.Text()
			quote := strings.IndexAny(text, `"'`)
			out = append(out, literal(text[:quote]+`"`+text[quote+1:len(text)-1]+`"`))
		case "subscript", "generic_type":
			out = append(out, r.ref(s, a))
		default:
			out = append(out, literal(a.Text()))
		}
	}
	return union(out)
}

func literal(text string) external.TypeRef {
	return external.TypeRef{Form: external.Literal, Name: text}
}

// tuple converts tuple[A, B]; false for tuple and tuple[A, ...].
func (r *Reader) tuple(s *scope, args []parse.Node) (external.TypeRef, bool) {
	if len(args) == 0 {
		return external.TypeRef{}, false
	}
	if len(args) == 2 && args[1].Is("ellipsis") {
		return named("builtins.tuple", r.ref(s, args[0])), true
	}
	if len(args) == 1 && args[0].Is("tuple") { // tuple[()]
		return external.TypeRef{Form: external.Tuple}, true
	}
	return external.TypeRef{Form: external.Tuple, Args: r.args(s, args)}, true
}

// callable converts Callable[[A], R], Callable[..., R] and Callable[P, R].
func (r *Reader) callable(s *scope, args []parse.Node) external.TypeRef {
	m := external.Member{Name: external.CallName, Kind: external.Call, Type: anything}
	if len(args) != 2 {
		m.Params = anyParams()
	} else {
		m.Params = r.callableParams(s, args[0])
		m.Type = r.ref(s, args[1])
	}
	return external.TypeRef{Form: external.Func, Members: []external.Member{m}}
}

// anyParams returns *args: Any, **kwargs: Any.
func anyParams() []external.Param {
	return paramsOf(anything)
}

// paramsOf returns parameters that take any arguments of a type.
func paramsOf(t external.TypeRef) []external.Param {
	return []external.Param{
		{Name: "args", Type: t, Variadic: true},
		{Name: "kwargs", Type: t, Mode: external.Keywords},
	}
}

func (r *Reader) callableParams(s *scope, n parse.Node) []external.Param {
	var out []external.Param
	switch n.Kind() {
	case "ellipsis":
		return anyParams()
	case "list":
		for _, t := range r.list(s, n) {
			p := external.Param{Type: t, Mode: external.PositionalOnly}
			if t.Form == external.Spread {
				p = external.Param{Name: "args", Type: t, Variadic: true}
			}
			out = append(out, p)
		}
		return out
	case "generic_type", "subscript": // Concatenate[A, P]
		list := r.list(s, n.Child("type_parameter"))
		for _, t := range list[:max(0, len(list)-1)] {
			out = append(out, external.Param{Type: t, Mode: external.PositionalOnly})
		}
		if len(list) == 0 || list[len(list)-1].IsZero() { // Concatenate[A, ...]
			return append(out, anyParams()...)
		}
		return append(out, paramsOf(list[len(list)-1])...)
	}
	return paramsOf(r.ref(s, n))
}
