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
	innerScope // of a lambda or comprehension: an assignment expression in it binds in the function around it
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
}

// isLocal reports whether a plain name used in s is a local there.
func (s *scope) isLocal(name string) bool {
	for c := s; c != nil; c = c.parent {
		if c != s && c.kind == classScope {
			continue // what a class body binds is not visible in its methods
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

// method returns the method scope that the name is the first parameter of, nil
// if it is anything else.
func (s *scope) method(name string) *scope {
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

func (w *walker) pop() { w.scope = w.scope.parent }

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

// A branch is a block that is not run on all ways through its function.
type branch struct {
	scope  *scope
	end    uint32 // of the block
	after  uint32 // where the statement ends that it is a branch of
	leaves bool   // what comes after is not reached from it
}

// enterBranch notes the branch that a block is, if it is one, and returns what
// was the branch before.
func (w *walker) enterBranch(block parse.Node) *branch {
	outer := w.branch
	stmt := block.Parent()
	switch stmt.Kind() {
	case "elif_clause", "else_clause", "except_clause", "except_group_clause":
		stmt = stmt.Parent()
	case "case_clause":
		stmt = stmt.Parent().Parent()
	case "if_statement", "for_statement", "while_statement":
	case "function_definition", "class_definition":
		w.branch = nil
		return outer
	default:
		return outer
	}
	w.branch = &branch{scope: w.scope, end: block.End(), after: max(stmt.End(), block.End()), leaves: leaves(block)}
	return outer
}

// local enters a local of scope s that is bound by what ends at end.
func (w *walker) local(s *scope, name string, end uint32, l parse.Local) {
	if name == "" {
		return
	}
	if name == "_" && l.Kind == parse.LocalVar {
		l.Type, l.Init = parse.TypeRef{}, nil
	}
	l.Name, l.Def, l.Scope = name, s.def, s.body
	known := s.names[name] || s.self == name
	if s.names == nil {
		s.names = map[string]bool{}
	}
	s.names[name] = true
	if w.branch == nil || w.branch.scope != s {
		if known {
			l.Scope.Start = min(end, s.body.End)
		}
		w.f.Locals = append(w.f.Locals, l)
		return
	}
	if !known {
		w.f.Locals = append(w.f.Locals, parse.Local{Name: name, Def: s.def, Scope: s.body, Kind: l.Kind})
	}
	l.Scope = parse.Range{Start: min(end, w.branch.end), End: w.branch.end}
	w.f.Locals = append(w.f.Locals, l)
	if !w.branch.leaves {
		l.Scope = parse.Range{Start: min(w.branch.after, s.body.End), End: s.body.End}
		l.Maybe = true
		w.f.Locals = append(w.f.Locals, l)
	}
}

// narrow enters what a test told of a local, or of a member of one: inside r
// it has the type.
func (w *walker) narrow(n parse.Node, r parse.Range, t parse.TypeRef) {
	if r.IsEmpty() {
		return
	}
	name := n.Text()
	first := name
	if n.Kind() == "attribute" {
		if name = w.memberName(n); name == "" {
			return
		}
		first, _, _ = strings.Cut(n.Text(), ".")
	}
	for s := w.scope; s != nil && s.kind != classScope && s.kind != moduleScope; s = s.parent {
		if s.names[first] {
			w.f.Locals = append(w.f.Locals, parse.Local{Name: name, Def: s.def, Scope: r, Type: t, Kind: parse.LocalVar})
			return
		}
	}
}

// define appends a definition that stands in the innermost scope.
func (w *walker) define(d parse.Definition) int32 {
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	return w.defineIn(s, d)
}

// defineIn appends a definition of scope s and makes its name known there.
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
