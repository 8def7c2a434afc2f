package dts

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

// A scope is a namespace, a module or the global scope, with its names. Code
// elsewhere that belongs to a scope uses a view of it, with another parent: a part of
// a namespace sees the names of all its parts, but a global declaration in a module
// sees global names, then those of the module.
type scope struct {
	name    string // full name; "" for the global scope
	module  string // the enclosing module; "" for the global scope
	parent  *scope
	self    *scope // for a view the scope itself
	types   map[string]bool
	values  map[string]bool
	spaces  map[string]*scope
	aliases map[string]alias
	stars   []string // modules of which everything is exported; of self only
	decls   []decl   // of self only
}

// An alias is a name for a declaration elsewhere.
type alias struct {
	module   string   // the module it is imported from; "" for a visible name
	path     []string // the name; empty for the whole module
	in       *scope   // the scope where it is written, or a view of it
	exported bool
}

// A decl is a declaration, converted once all names are known.
type decl struct {
	node  parse.Node
	in    *scope // a scope or a view of it
	order int    // position among the declarations of all files
	block int    // the enclosing braces or file, numbered over all files
	file  *File
}

// A reader collects the declarations of all files.
type reader struct {
	global  *scope
	modules map[string]*scope
	scopes  []*scope // in the order of their first declaration
	order   int
	blocks  int // number of blocks and files
	block   int // the current one
	types   map[string]*typeDraft
	drafts  []*typeDraft // in the order of their first declaration
	from    *File        // the current one
	ambient string       // see Module
	as      string       // the name of the module ambient
	vars    []string     // names of type parameters in scope, the innermost last
}

func newReader() *reader {
	r := &reader{modules: map[string]*scope{}, types: map[string]*typeDraft{}}
	r.global = r.newScope("", "", nil)
	return r
}

func (r *reader) newScope(name, module string, parent *scope) *scope {
	s := &scope{
		name: name, module: module, parent: parent, types: map[string]bool{},
		values: map[string]bool{},
		spaces: map[string]*scope{}, aliases: map[string]alias{},
	}
	s.self = s
	r.scopes = append(r.scopes, s)
	return s
}

// within returns a view of s with another parent.
func (s *scope) within(parent *scope) *scope {
	if s.parent == parent {
		return s
	}
	view := *s
	view.parent = parent
	return &view
}

// globalBlock returns a view of the global scope for a block in s.
func (r *reader) globalBlock(s *scope) *scope {
	return &scope{
		parent: s, self: r.global, types: map[string]bool{}, values: map[string]bool{},
		spaces: map[string]*scope{}, aliases: map[string]alias{},
	}
}

// declare records that s has a type, a value or both with a name.
func (s *scope) declare(name string, isType, isValue bool) {
	if isType {
		s.types[name], s.self.types[name] = true, true
	}
	if isValue {
		s.values[name], s.self.values[name] = true, true
	}
}

// alias records a name for a declaration elsewhere.
func (s *scope) alias(name string, a alias) {
	a.in = s
	s.aliases[name], s.self.aliases[name] = a, a
}

// moduleScope returns the scope of the module with the given specifier.
func (r *reader) moduleScope(name string) *scope {
	s := r.modules[name]
	if s == nil {
		s = r.newScope(name, name, r.global)
		r.modules[name] = s
	}
	return s
}

// full returns the full name of a declaration in s.
func (s *scope) full(name string) string {
	if s.name == "" {
		return name
	}
	return s.name + "." + name
}

// local returns the name of a declaration inside the module of s.
func (s *scope) local(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(s.full(name), s.module), ".")
}

// module returns the name of the module that a quoted import path refers to.
func (r *reader) module(quoted string) string {
	path := unquote(quoted)
	switch {
	case r.ambient != "" && path == r.ambient:
		return r.as
	case r.from != nil && r.from.Resolve != nil:
		return r.from.Resolve(path)
	}
	return path
}

// file records the names that a file declares.
func (r *reader) file(f File, root parse.Node) {
	r.from = &f
	s := r.global
	for n := range root.Named {
		if n.Is("import_statement", "export_statement") {
			s = r.moduleScope(f.Name) // the file is a module
			break
		}
	}
	r.inBlock(s, root)
}

// inBlock reads the statements of a file or between braces.
func (r *reader) inBlock(s *scope, block parse.Node) {
	around := r.block
	r.blocks++
	r.block = r.blocks
	r.statements(s, block)
	r.block = around
}

func (r *reader) statements(s *scope, block parse.Node) {
	for n := range block.Named {
		r.statement(s, n)
	}
}

// statement records the declarations of a statement in s.
func (r *reader) statement(s *scope, n parse.Node) {
	switch n.Kind() {
	case "ambient_declaration", "expression_statement":
		r.statements(s, n)
	case "module", "internal_module":
		r.space(s, n)
	case "import_statement":
		r.imports(s, n)
	case "export_statement":
		r.export(s, n)
	case "import_alias":
		s.aliasOf(n, false)
	case "interface_declaration", "type_alias_declaration":
		s.declare(n.Field("name").Text(), true, false)
		r.note(s, n)
	case "class_declaration", "abstract_class_declaration", "enum_declaration", "class":
		s.declare(n.Field("name").Text(), true, true)
		r.note(s, n)
	case "function_signature", "function_declaration":
		s.declare(n.Field("name").Text(), false, true)
		r.note(s, n)
	case "lexical_declaration", "variable_declaration":
		for c := range n.Named {
			if c.Is("variable_declarator") {
				s.declare(c.Field("name").Text(), false, true)
			}
		}
		r.note(s, n)
	}
}

// note keeps a declaration for later conversion.
func (r *reader) note(s *scope, n parse.Node) {
	r.order++
	s.self.decls = append(s.self.decls, decl{n, s, r.order, r.block, r.from})
}

// space reads a namespace A.B { … }, a module "m" { … }, or a global declaration
// inside a module.
func (r *reader) space(s *scope, n parse.Node) {
	name := n.Field("name")
	switch {
	case name.Is("string"):
		s = r.merged(r.moduleScope(r.module(name.Text())))
	case name.Text() == globalName:
		s = r.globalBlock(s)
	default:
		for part := range strings.SplitSeq(squeeze(name.Text()), ".") {
			inner := s.self.spaces[part]
			if inner == nil {
				inner = r.newScope(s.full(part), s.module, s.self)
				s.self.spaces[part] = inner
			}
			s.spaces[part] = inner
			s = inner.within(s)
			r.note(s, parse.Node{}) // it exists, even if it is empty
		}
	}
	r.inBlock(s, n.Field("body"))
}

// merged returns the scope that a further declaration of a module adds to: the
// namespace that the module exports as a whole, if it does.
func (r *reader) merged(s *scope) *scope {
	if whole, ok := s.aliases["="]; ok && whole.module == "" && len(whole.path) == 1 {
		if inner := s.spaces[whole.path[0]]; inner != nil {
			return inner.within(s)
		}
	}
	return s
}

// imports records the names that an import statement binds.
func (r *reader) imports(s *scope, n parse.Node) {
	from := r.module(n.Field("source").Text())
	if require := n.Child("import_require_clause"); !require.IsZero() {
		from = r.module(require.Field("source").Text())
		s.alias(require.Child("identifier").Text(), alias{module: from})
		return
	}
	for c := range n.Child("import_clause").Named {
		switch c.Kind() {
		case "identifier":
			s.alias(c.Text(), alias{module: from, path: []string{"default"}})
		case "namespace_import":
			s.alias(c.Child("identifier").Text(), alias{module: from})
		case "named_imports":
			for spec := range c.Named {
				name, as := spec.Field("name"), spec.Field("alias")
				if as.IsZero() {
					as = name
				}
				s.alias(as.Text(), alias{module: from, path: []string{name.Text()}})
			}
		}
	}
}

// aliasOf records import A = B.C.
func (s *scope) aliasOf(n parse.Node, exported bool) {
	var parts []string
	for c := range n.Named {
		parts = append(parts, squeeze(c.Text()))
	}
	if len(parts) == 2 {
		s.alias(parts[0], alias{path: strings.Split(parts[1], "."), exported: exported})
	}
}

// export reads an export statement.
func (r *reader) export(s *scope, n parse.Node) {
	from := ""
	if src := n.Field("source"); !src.IsZero() {
		from = r.module(src.Text())
	}
	if d := n.Field("declaration"); !d.IsZero() {
		if d.Is("import_alias") {
			s.aliasOf(d, true)
			return
		}
		r.statement(s, d)
		if hasToken(n, "default") {
			s.alias("default", alias{path: []string{d.Field("name").Text()}, exported: true})
		}
		return
	}
	if hasToken(n, "namespace") { // export as namespace React, for scripts
		return
	}
	if as := n.Child("namespace_export"); !as.IsZero() {
		s.alias(lastNamed(as).Text(), alias{module: from, exported: true})
		return
	}
	if clause := n.Child("export_clause"); !clause.IsZero() {
		s.exportClause(clause, from)
		return
	}
	switch value := lastNamed(n); {
	case from != "":
		s.self.stars = append(s.self.stars, from)
	case value.Is("identifier", "member_expression"):
		name := "default"
		if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(n.Text(), "export")), "=") {
			name = "="
		}
		s.alias(name, alias{path: strings.Split(squeeze(value.Text()), "."), exported: true})
	}
}

// exportClause reads export { a, b as c } and export { a } from "m".
func (s *scope) exportClause(clause parse.Node, from string) {
	for spec := range clause.Named {
		name, as := spec.Field("name").Text(), spec.Field("alias").Text()
		if as == "" {
			as = name
		}
		if from == "" && as == name {
			if a, ok := s.aliases[name]; ok {
				a.exported = true
				s.alias(name, a)
			}
			continue // a declaration of this file is exported as it is
		}
		s.alias(as, alias{module: from, path: []string{name}, exported: true})
	}
}

// exports returns the exports through aliases of a module and its namespaces.
func (r *reader) exports(module string) []external.Export {
	var out []external.Export
	for _, s := range r.scopes {
		if s.module != module {
			continue
		}
		for _, from := range s.stars {
			out = append(out, external.Export{Name: s.local("*"), Target: from})
		}
		for name, a := range s.aliases {
			if !a.exported {
				continue
			}
			if target := r.target(a); target != s.full(name) {
				out = append(out, external.Export{Name: s.local(name), Target: target})
			}
		}
	}
	return slices.CompactFunc(sortedExports(out), func(a, b external.Export) bool { return a == b })
}

func lastNamed(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Named {
		if !c.Is("comment") {
			last = c
		}
	}
	return last
}

// squeeze removes white space from a dotted name.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// unquote removes the quotes of a string. Escapes are kept.
func unquote(s string) string {
	if len(s) < 2 {
		return s
	}
	return s[1 : len(s)-1]
}
