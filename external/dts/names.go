package dts

import (
	"slices"
	"strings"

	"seedgraph/external"
)

// A meaning is what a name is looked up as. In TypeScript a type, a value and a
// namespace may have one name.
type meaning int

const (
	asType meaning = iota
	asValue
	asSpace
)

// maxAliases bounds how many aliases are followed one after the other.
const maxAliases = 20

// An entity is what a name means: its full name, and its scope if it is a module or
// namespace.
type entity struct {
	name  string
	space *scope
}

// lookup finds what a name means that is used in s. It looks into the scopes around
// s from the inside out.
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

// member finds what s itself has under a name, also by aliases.
func (r *reader) member(s *scope, name string, as meaning, depth int) (entity, bool) {
	if s == nil || depth > maxAliases {
		return entity{}, false
	}
	if s.self == r.global && s != r.global {
		if !s.declares(name) {
			return entity{}, false
		}
		s = r.global // what a block declares globally has all meanings of the name there
	}
	switch {
	case as == asType && s.types[name], as == asValue && s.values[name]:
		return entity{s.full(name), nil}, true
	case as != asType && s.spaces[name] != nil: // a namespace is a value, too
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

// follow returns what the alias a of that name means.
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

// path returns what a dotted name means. own is the name of the alias that stands
// for it, which is not looked for in its own scope: import f = globalThis.f.
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

// declares reports whether s has a declaration of its own under a name.
func (s *scope) declares(name string) bool {
	return s.types[name] || s.values[name] || s.spaces[name] != nil
}

// target returns the full name of what an exported alias stands for.
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

// typeName returns the full name of a type that is written in s as name, or name
// itself if nothing declares it.
func (r *reader) typeName(s *scope, name string) string {
	if e, ok := r.path(s, "", strings.Split(name, "."), asType, 0); ok {
		return e.name
	}
	return name
}

// valueName returns the full name of a value that is written in s as name. What
// comes after a value are its members.
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
