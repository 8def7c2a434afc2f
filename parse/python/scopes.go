package python

import (
	"strings"

	"seedgraph/parse"
)

type scopeKind uint8

const (
	moduleScope scopeKind = iota
	classScope
	functionScope
	// of a lambda or comprehension: an assignment expression in it binds in the
	// enclosing function
	innerScope
)

// A scope is a region in which names are bound.
type scope struct {
	kind    scopeKind
	parent  *scope
	def     int32 // the definition that the names belong to
	body    parse.Range
	self    string           // of a method: its first parameter
	names   map[string]bool  // bound locals
	defs    map[string]int32 // variables and fields, by name
	outside map[string]bool  // declared global or nonlocal: true when global
	imports map[string]bool  // bound by imports
	flow    *flow            // of scopes other than innerScope; nil without bindings
	// first is the first iterable of a comprehension, which is evaluated outside of
	// it.
	first parse.Node
}

// isLocal reports whether a plain name used in s is a local there.
func (s *scope) isLocal(name string) bool {
	for c := s; c != nil; c = c.parent {
		if c != s && c.kind == classScope {
			continue // names bound in a class body are not visible in its methods
		}
		if _, ok := c.defs[name]; ok && c.kind != classScope || c.imports[name] {
			return false
		}
		if c.names[name] || c.self == name {
			return true
		}
		if global, ok := c.outside[name]; ok && global {
			return false
		}
	}
	return false
}

// method returns the method scope whose first parameter the name is, nil if it is
// anything else. A missing name inserted by the parser is empty.
func (s *scope) method(name string) *scope {
	if name == "" {
		return nil
	}
	for c := s; c != nil && c.kind != classScope; c = c.parent {
		if c.self == name {
			return c
		}
		if c.names[name] {
			return nil
		}
	}
	return nil
}

// binding returns the scope in which an assignment in s binds the name.
func (s *scope) binding(name string) *scope {
	for s.kind == innerScope {
		s = s.parent
	}
	global, ok := s.outside[name]
	if !ok {
		return s
	}
	for c := s.parent; c != nil; c = c.parent {
		if global && c.kind == moduleScope || !global && c.kind == functionScope && c.names[name] {
			return c
		}
	}
	return s
}

// push opens a scope.
func (w *walker) push(kind scopeKind, body parse.Range) *scope {
	w.scope = &scope{kind: kind, parent: w.scope, def: w.def, body: body}
	return w.scope
}

// pop closes the innermost scope.
func (w *walker) pop() {
	w.flows(w.scope)
	w.scope = w.scope.parent
}

// declareOutside reads a global or nonlocal statement.
func (w *walker) declareOutside(n parse.Node) {
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	if s.outside == nil {
		s.outside = map[string]bool{}
	}
	for c := range n.Named {
		s.outside[c.Text()] = n.Kind() == "global_statement"
	}
}

// local adds a local of scope s, once for each name of a function. If the first
// iterable of a comprehension contains the name, it refers to another variable
// there, and the local is split into one before it and one after it.
//
//	[order for order in order.parts if order]
func (w *walker) local(s *scope, l parse.Local) {
	l.Def, l.Scope = s.def, s.body
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[l.Name] = true
	if !s.first.IsZero() && mentions(s.first, l.Name) {
		l.Scope.End = s.first.Start()
		w.f.Locals = append(w.f.Locals, l)
		l.Scope = parse.Range{Start: s.first.End(), End: s.body.End}
	}
	w.f.Locals = append(w.f.Locals, l)
}

// mentions reports whether a name is used in n.
func mentions(n parse.Node, name string) bool {
	if !strings.Contains(n.Text(), name) {
		return false
	}
	found := n.Is("identifier") && n.Text() == name
	for d := range n.Descendants {
		found = found || d.Is("identifier") && d.FieldName() != "attribute" && d.Text() == name
	}
	return found
}

// define appends a definition in the innermost scope.
func (w *walker) define(d parse.Definition) int32 {
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	return w.defineIn(s, d)
}

// defineIn appends a definition of scope s and binds its name there.
func (w *walker) defineIn(s *scope, d parse.Definition) int32 {
	i := int32(len(w.f.Definitions))
	d.Parent = s.def
	d.Symbol = d.Name
	if s.def > 0 {
		d.Symbol = w.f.Definitions[s.def].Symbol + "." + d.Name
	}
	w.f.Definitions = append(w.f.Definitions, d)
	s.know(d.Name, i)
	return i
}

func (s *scope) know(name string, def int32) {
	if s.defs == nil {
		s.defs = map[string]int32{}
	}
	if _, ok := s.defs[name]; !ok {
		s.defs[name] = def
	}
}
