package dts

import (
	"slices"
	"strings"

	"seedgraph/external"
)

// A meaning is the namespace in which a name is looked up. In TypeScript a type, a
// value and a namespace may share a name.
type meaning int

const (
	asType meaning = iota
	asValue
	asSpace
)

// maxAliases bounds the length of alias chains.
const maxAliases = 20

// An entity is the referent of a name: its full name, and its scope if it is a module
// or namespace.
type entity struct {
	name  string
	space *scope
}

// lookup resolves a name used in s. It searches s and its enclosing scopes from the
// inside out.
func (r *reader) lookup(s *scope, name string, as meaning, depth int) (entity, bool) {
	if name == "globalThis" {
		return entity{"globalThis", r.global}, true
	}
	for ; s != nil; s = s.parent {
		if e, ok := r.member(s, name, as, depth); ok {
			return e, true
		}
	}
	return entity{}, false
}

// member finds a name in s itself, also through aliases.
func (r *reader) member(s *scope, name string, as meaning, depth int) (entity, bool) {
	if s == nil || depth > maxAliases {
		return entity{}, false
	}
	if s.self == r.global && s != r.global {
		if !s.declares(name) {
			return entity{}, false
		}
		s = r.global // a global declaration in a block has all meanings of the name there
	}
	switch {
	case as == asType && s.types[name], as == asValue && s.values[name]:
		return entity{s.full(name), nil}, true
	case as != asType && s.spaces[name] != nil: // a namespace is also a value
		return entity{s.full(name), s.spaces[name]}, true
	}
	if a, ok := s.aliases[name]; ok {
		if e, ok := r.follow(name, a, as, depth+1); ok {
			return e, true
		}
	}
	for _, from := range s.self.stars {
		if e, ok := r.member(r.modules[from], name, as, depth+1); ok {
			return e, true
		}
	}
	if whole, ok := s.aliases["="]; ok && name != "=" {
		if e, ok := r.follow("=", whole, asSpace, depth+1); ok && e.space != s.self {
			return r.member(e.space, name, as, depth+1)
		}
	}
	return entity{}, false
}

// follow returns the target of the alias a with the given name.
func (r *reader) follow(name string, a alias, as meaning, depth int) (entity, bool) {
	if a.module == "" {
		return r.path(a.in, name, a.path, as, depth)
	}
	m := r.modules[a.module]
	if m == nil {
		return entity{name: strings.Join(append([]string{a.module}, a.path...), ".")}, true
	}
	if len(a.path) == 1 {
		if e, ok := r.member(m, a.path[0], as, depth); ok || a.path[0] != "default" {
			return e, ok
		}
	}
	if e, ok := r.member(m, "=", as, depth); ok { // import x = require("m"), import x from "m"
		return e, true
	}
	return entity{m.name, m}, as != asType
}

// path resolves a dotted name. own is the name of the alias being resolved, which is
// not looked up in its own scope: import f = globalThis.f.
func (r *reader) path(s *scope, own string, path []string, as meaning, depth int) (entity, bool) {
	if len(path) == 1 {
		if path[0] != own || s.declares(own) {
			return r.lookup(s, path[0], as, depth)
		}
		return r.lookup(s.parent, path[0], as, depth)
	}
	e, ok := r.lookup(s, path[0], asSpace, depth)
	for i, part := range path[1:] {
		if !ok {
			return entity{}, false
		}
		if e.space == nil {
			return entity{name: e.name + "." + strings.Join(path[i+1:], ".")}, true
		}
		next := as
		if i < len(path)-2 {
			next = asSpace
		}
		e, ok = r.member(e.space, part, next, depth)
	}
	return e, ok
}

// declares reports whether s itself declares a name.
func (s *scope) declares(name string) bool {
	return s.types[name] || s.values[name] || s.spaces[name] != nil
}

// target returns the full name of the target of an exported alias.
func (r *reader) target(a alias) string {
	for _, as := range []meaning{asValue, asType, asSpace} {
		if e, ok := r.follow("", a, as, 0); ok {
			return e.name
		}
	}
	name := strings.Join(a.path, ".")
	if a.module != "" {
		name = a.module + "." + name
	}
	return name
}

// typeName returns the full name of a type written in s as name, or name itself if it
// is not declared.
func (r *reader) typeName(s *scope, name string) string {
	if e, ok := r.path(s, "", strings.Split(name, "."), asType, 0); ok {
		return e.name
	}
	return name
}

// valueName returns the full name of a value written in s as name. The parts after a
// value are its members.
func (r *reader) valueName(s *scope, name string) string {
	parts := strings.Split(name, ".")
	for n := len(parts); n > 0; n-- {
		for _, as := range []meaning{asValue, asSpace} {
			if e, ok := r.path(s, "", parts[:n], as, 0); ok {
				return strings.Join(append([]string{e.name}, parts[n:]...), ".")
			}
		}
	}
	return name
}

// importedName returns the full name of import("module").name, or of the module.
func (r *reader) importedName(module, name string, as meaning) string {
	m := r.modules[module]
	if m == nil && name == "" {
		return module
	}
	if name == "" {
		if e, ok := r.member(m, "=", as, 0); ok {
			return e.name
		}
		return module
	}
	e, ok := entity{}, false
	if m != nil {
		parts := strings.Split(name, ".")
		e, ok = r.member(m, parts[0], meaningOf(as, len(parts)), 0)
		for i := 1; i < len(parts) && ok && e.space != nil; i++ {
			e, ok = r.member(e.space, parts[i], meaningOf(as, len(parts)-i), 0)
		}
	}
	if !ok {
		return module + "." + name
	}
	return e.name
}

// meaningOf is asSpace for all parts of a name but the last.
func meaningOf(as meaning, left int) meaning {
	if left > 1 {
		return asSpace
	}
	return as
}

func sortedExports(all []external.Export) []external.Export {
	slices.SortFunc(all, func(a, b external.Export) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Target, b.Target)
	})
	return all
}
