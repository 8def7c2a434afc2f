package pyi

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A scope is a module or the body of a class, with its bindings.
type scope struct {
	name      string // full name
	module    *scope // for a module, itself
	isPackage bool
	minor     int
	source    bool // not a stub: see [File.Source]
	names     map[string]*binding
	order     []*binding // by first binding
	stars     []string   // modules of which everything is imported
	all       []string   // __all__
	allFrom   []string   // names of modules whose __all__ is added
	saysAll   bool
	searching bool // its star imports are being searched
}

// A bindKind is the kind of object that a name is bound to.
type bindKind uint8

const (
	bindClass bindKind = iota + 1
	bindFunction
	bindVariable // with a type or a value
	bindAlias    // to a type: X = dict[str, int], X: TypeAlias = …
	bindSame     // to another name: X = Y
	bindTypeVar
	bindImport
	bindUnknown // to one of several objects
)

// A binding is a name and the object it is bound to.
type binding struct {
	name  string
	kind  bindKind
	in    *scope
	nodes []parse.Node // the class, the functions, or the assignment
	body  *scope       // of a class

	// For an import: the module, and the name in it, unless it is the module itself.
	from, what string
	exported   bool // import x as x

	visiting bool // while it is being resolved
}

// full returns the full name of the bound object.
func (b *binding) full() string { return b.in.name + "." + b.name }

// module records the bindings of a stub.
func (r *Reader) module(f File, root parse.Node) {
	s := &scope{name: f.Module, isPackage: f.Package, minor: f.Minor, source: f.Source,
		names: map[string]*binding{}}
	s.module = s
	r.modules[f.Module] = s
	r.order = append(r.order, s)
	r.block(s, root)
}

func (r *Reader) block(s *scope, n parse.Node) {
	for c := range n.Named {
		r.statement(s, c)
	}
}

// statement records the bindings of a statement.
func (r *Reader) statement(s *scope, n parse.Node) {
	switch n.Kind() {
	case "if_statement":
		r.branches(s, n)
	case "import_statement":
		s.importModules(n)
	case "import_from_statement":
		s.importNames(n)
	case "class_definition":
		r.class(s, n)
	case "function_definition":
		s.function(n, n)
	case "decorated_definition":
		if def := n.Field("definition"); def.Is("class_definition") {
			r.class(s, n)
		} else {
			s.function(n, def)
		}
	case "expression_statement":
		switch e := firstNamed(n); e.Kind() {
		case "assignment":
			s.assignment(e)
		case "augmented_assignment":
			s.extendAll(e)
		}
	case "try_statement", "with_statement", "block", "except_clause", "except_group_clause",
		"else_clause", "finally_clause", "for_statement", "while_statement":
		r.block(s, n)
	}
}

// branches reads the branch of an if statement that is taken, or all branches if the
// condition is unknown.
func (r *Reader) branches(s *scope, n parse.Node) {
	taken := condition(n.Field("condition"), s.module.minor)
	if taken != no {
		r.block(s, n.Field("consequence"))
	}
	for c := range n.Named {
		if taken == yes {
			return
		}
		switch c.Kind() {
		case "elif_clause":
			taken = condition(c.Field("condition"), s.module.minor)
			if taken != no {
				r.block(s, c.Field("consequence"))
			}
		case "else_clause":
			r.block(s, c.Field("body"))
		}
	}
}

// bind binds a name. In a stub a later binding replaces an earlier one. In a source
// both may apply, so the name is unknown unless it is annotated.
//
//	try:
//	    import ujson as json
//	except ImportError:
//	    import json
func (s *scope) bind(b binding) *binding {
	b.in = s
	if old := s.names[b.name]; old != nil {
		switch {
		case !s.module.source:
			*old = b
		case old.same(&b), old.kind == bindVariable && b.kind != bindClass &&
			!old.nodes[0].Field("type").IsZero():
		default:
			*old = binding{name: b.name, kind: bindUnknown, in: s}
			b.name = ""
			return &b // the contents of a class are discarded
		}
		return old
	}
	s.names[b.name] = &b
	s.order = append(s.order, &b)
	return &b
}

// same reports whether two bindings import the same symbol.
func (b *binding) same(other *binding) bool {
	return b.kind == bindImport && other.kind == bindImport && b.from == other.from &&
		b.what == other.what
}

// class records a class; n has its decorators.
func (r *Reader) class(s *scope, n parse.Node) {
	def := n
	if n.Is("decorated_definition") {
		def = n.Field("definition")
	}
	b := s.bind(binding{name: def.Field("name").Text(), kind: bindClass, nodes: []parse.Node{n}})
	b.body = &scope{name: b.full(), module: s.module, names: map[string]*binding{}}
	r.block(b.body, def.Field("body"))
	if s.module.source {
		for n := range def.Field("body").Named {
			b.body.attributes(n)
		}
	}
}

// attributes records the annotated attributes that a method sets on its object.
//
//	def __init__(self):
//	    self.jobs: list[Job] = []
func (s *scope) attributes(method parse.Node) {
	if slices.Contains(decorators(method), "staticmethod") {
		return // its first parameter is not the object
	}
	if method.Is("decorated_definition") {
		method = method.Field("definition")
	}
	if !method.Is("function_definition") {
		return
	}
	self := firstNamed(method.Field("parameters")).Text()
	var walk func(n parse.Node)
	walk = func(n parse.Node) {
		for c := range n.Named {
			switch c.Kind() {
			case "function_definition", "class_definition", "lambda":
			case "assignment":
				left := c.Field("left")
				if left.Is("attribute") && left.Field("object").Text() == self &&
					!c.Field("type").IsZero() {
					s.bind(binding{name: left.Field("attribute").Text(), kind: bindVariable,
						nodes: []parse.Node{c}})
				}
			default:
				walk(c)
			}
		}
	}
	walk(method.Field("body"))
}

// function records a function; n has its decorators. Overloads and the accessors of a
// property are one binding.
func (s *scope) function(n, def parse.Node) {
	name := def.Field("name").Text()
	old := s.names[name]
	if old != nil && old.kind == bindFunction && (isOverload(n) || isOverload(old.nodes[0])) {
		if !s.module.source || isOverload(n) {
			old.nodes = append(old.nodes, n)
		} // otherwise the implementation after the overloads, which is invisible to callers
		return
	}
	s.bind(binding{name: name, kind: bindFunction, nodes: []parse.Node{n}})
}

// isOverload reports whether n is one of several functions with its name.
func isOverload(n parse.Node) bool {
	return slices.ContainsFunc(decorators(n), func(d string) bool {
		switch lastPart(d) {
		case "overload", "setter", "deleter", "getter", "property":
			return true
		}
		return false
	})
}

// decorators returns the names of the decorators of n.
func decorators(n parse.Node) []string {
	var out []string
	for c := range n.Named {
		if c.Is("decorator") {
			name, _, _ := strings.Cut(firstNamed(c).Text(), "(")
			out = append(out, name)
		}
	}
	return out
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// assignment records x: T = v and x = v.
func (s *scope) assignment(n parse.Node) {
	left, typ, right := n.Field("left"), n.Field("type"), n.Field("right")
	if !left.Is("identifier") {
		return
	}
	b := binding{name: left.Text(), kind: bindVariable, nodes: []parse.Node{n}}
	switch {
	case b.name == "__all__":
		s.saysAll = true
		s.all = append(s.all, stringsIn(right)...)
		return
	case genericAliases[b.name] != "" && s.name == "typing":
		b.kind = bindSame
	case lastPart(typ.Text()) == "TypeAlias":
		b.kind = bindAlias
	case !typ.IsZero():
	case right.Is("identifier", "attribute"):
		b.kind = bindSame
	case s.module.source && !namesType(b.name):
	case right.Is("subscript", "binary_operator", "parenthesized_expression"):
		b.kind = bindAlias
	case right.Is("call"):
		switch maker(right) {
		case "TypeVar", "ParamSpec", "TypeVarTuple":
			b.kind = bindTypeVar
		case "NewType", "TypedDict":
			b.kind = bindAlias
		}
	}
	if b.name != "__slots__" {
		s.bind(b)
	}
}

// namesType reports whether the name of a variable in a source follows the convention
// for types (PEP 8, "Type Variable Names" and "Class Names"): then its value may be a
// type.
//
//	JSON = dict[str, "JSON"] | None    // rate = limit / 60
func namesType(name string) bool {
	name = strings.TrimLeft(name, "_")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// maker returns the name of the function in X = TypeVar("X"), which may be imported
// as _TypeVar.
func maker(call parse.Node) string {
	return strings.TrimLeft(lastPart(call.Field("function").Text()), "_")
}

// extendAll reads __all__ += ["x"] and __all__ += module.__all__.
func (s *scope) extendAll(n parse.Node) {
	if n.Field("left").Text() != "__all__" {
		return
	}
	right := n.Field("right")
	s.all = append(s.all, stringsIn(right)...)
	if name, ok := strings.CutSuffix(right.Text(), ".__all__"); ok {
		s.allFrom = append(s.allFrom, name)
	}
}

// stringsIn returns the strings in a list or tuple.
func stringsIn(n parse.Node) []string {
	var out []string
	for c := range n.Named {
		if c.Is("string") {
			out = append(out, unquote(c.Text()))
		}
	}
	return out
}

// importModules reads import a.b, c as d.
func (s *scope) importModules(n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "dotted_name":
			first, _, _ := strings.Cut(c.Text(), ".")
			s.bind(binding{name: first, kind: bindImport, from: first, exported: s.module.source})
		case "aliased_import":
			name, as := c.Field("name").Text(), c.Field("alias").Text()
			s.bind(binding{name: as, kind: bindImport, from: name, exported: as == name || s.module.source})
		}
	}
}

// importNames reads from a import b, c as d and from a import *.
func (s *scope) importNames(n parse.Node) {
	from := s.absolute(n.Field("module_name").Text())
	for c := range n.Named {
		if c.FieldName() == "module_name" {
			continue
		}
		switch c.Kind() {
		case "wildcard_import":
			s.stars = append(s.stars, from)
		case "dotted_name":
			s.bind(binding{name: c.Text(), kind: bindImport, from: from, what: c.Text(),
				exported: s.module.source})
		case "aliased_import":
			name, as := c.Field("name").Text(), c.Field("alias").Text()
			s.bind(binding{name: as, kind: bindImport, from: from, what: name,
				exported: as == name || s.module.source})
			s.saysAll = s.saysAll || as == "__all__"
		}
	}
}

// absolute returns the full name of the module that a relative name such as .a or ..
// refers to in s.
func (s *scope) absolute(name string) string {
	rest := strings.TrimLeft(name, ".")
	level := len(name) - len(rest)
	if level == 0 {
		return name
	}
	base := s.module.name
	if s.module.isPackage {
		level--
	}
	for range level {
		base = base[:max(0, strings.LastIndexByte(base, '.'))]
	}
	return strings.Trim(base+"."+rest, ".")
}
