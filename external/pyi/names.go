package pyi

import (
	"slices"
	"strings"
)

// An entity is the referent of a name: a binding other than an import, or a module.
type entity struct {
	*binding
	module *scope
}

// full returns the full name of e.
func (e entity) full() string {
	if e.binding != nil {
		return e.binding.full()
	}
	return e.module.name
}

// lookup resolves a dotted name in s: in the class, where only types count, since a
// method may share its name with a type, then in the module, then among the builtins.
func (r *Reader) lookup(s *scope, name string) (entity, bool) {
	first, rest, dotted := strings.Cut(name, ".")
	e, ok := entity{}, false
	if s != s.module {
		if b := s.names[first]; b != nil && b.kind != bindFunction && b.kind != bindVariable {
			e, ok = r.follow(b)
		}
	}
	if !ok {
		e, ok = r.member(s.module, first)
	}
	if !ok {
		e, ok = r.member(r.find("builtins"), first)
	}
	for ok && dotted {
		first, rest, dotted = strings.Cut(rest, ".")
		switch {
		case e.module != nil:
			e, ok = r.member(e.module, first)
		case e.body != nil && e.body.names[first] != nil:
			e, ok = r.follow(e.body.names[first])
		default:
			ok = false
		}
	}
	return e, ok
}

// member finds a name in a module: a binding, an import, or a submodule.
func (r *Reader) member(m *scope, name string) (entity, bool) {
	if m == nil {
		return entity{}, false
	}
	if b := m.names[name]; b != nil {
		if e, ok := r.follow(b); ok || b.kind != bindImport {
			return e, ok
		} // from . import name binds the submodule
	}
	if e, ok := r.starred(m, name); ok {
		return e, true
	}
	if sub := r.find(m.name + "." + name); sub != nil {
		return entity{module: sub}, true
	}
	return entity{}, false
}

// starred finds a name among the star imports of m.
func (r *Reader) starred(m *scope, name string) (entity, bool) {
	if m.searching {
		return entity{}, false
	}
	m.searching = true
	defer func() { m.searching = false }()
	for _, from := range m.stars {
		if star := r.find(from); star != nil && r.starHas(star, name) {
			if e, ok := r.member(star, name); ok {
				return e, true
			}
		}
	}
	return entity{}, false
}

// starHas reports whether a star import of s imports a name.
func (r *Reader) starHas(s *scope, name string) bool {
	if s.saysAll {
		return slices.Contains(r.allOf(s), name)
	}
	return !strings.HasPrefix(name, "_")
}

// allOf returns __all__ of s, including the parts from other modules.
func (r *Reader) allOf(s *scope) []string {
	out := s.all
	if b := s.names["__all__"]; b != nil && r.has(b.from) {
		out = slices.Concat(out, r.find(b.from).all)
	}
	for _, name := range s.allFrom {
		if e, ok := r.lookup(s, name); ok && e.module != nil && e.module != s {
			out = slices.Concat(out, e.module.all)
		}
	}
	return out
}

// follow resolves b to its final referent: the target of an import, and Y for X = Y.
func (r *Reader) follow(b *binding) (entity, bool) {
	if b.visiting {
		return entity{}, false
	}
	b.visiting = true
	defer func() { b.visiting = false }()
	switch b.kind {
	case bindUnknown:
		return entity{}, false
	case bindImport:
		m := r.find(b.from)
		if b.what == "" {
			return entity{module: m}, m != nil
		}
		return r.member(m, b.what)
	case bindSame:
		if of := genericAliases[b.name]; of != "" && b.in.name == "typing" {
			module, last, _ := cutLast(of)
			return r.member(r.find(module), last)
		}
		if e, ok := r.lookup(b.in, b.nodes[0].Field("right").Text()); ok {
			return e, true
		}
	}
	return entity{binding: b}, true
}

// genericAliases are the classes that names of the typing module are aliases of, by
// its documentation's section "Deprecated aliases". The stubs do not declare them.
var genericAliases = map[string]string{
	"List": "builtins.list", "Dict": "builtins.dict", "Set": "builtins.set",
	"FrozenSet": "builtins.frozenset", "Tuple": "builtins.tuple",
	"Type": "builtins.type", "DefaultDict": "collections.defaultdict",
	"OrderedDict": "collections.OrderedDict", "Counter": "collections.Counter",
	"ChainMap": "collections.ChainMap", "Deque": "collections.deque",
}

// enums are the classes of the module enum whose subclasses have members, if that
// module is not read.
var enums = map[string]bool{"enum.Enum": true, "enum.IntEnum": true, "enum.StrEnum": true,
	"enum.Flag": true, "enum.IntFlag": true, "enum.ReprEnum": true}

// qualified returns the full name of a name's referent in s, if known.
func (r *Reader) qualified(s *scope, name string) string {
	if e, ok := r.lookup(s, name); ok {
		return e.full()
	}
	return r.importedName(s, name)
}

// importedName returns the full name of a symbol in a module that is not read: that
// of its import, otherwise a built-in name; "" if it is ambiguous.
func (r *Reader) importedName(s *scope, name string) string {
	first, rest, dotted := strings.Cut(name, ".")
	b := s.module.names[first]
	switch {
	case b != nil && b.kind == bindImport && (!r.has(b.from) || r.load != nil):
		full := b.from
		if b.what != "" {
			full += "." + b.what
		}
		if dotted {
			full += "." + rest
		}
		return full
	case r.has("builtins"):
		return name
	case b != nil || slices.ContainsFunc(s.module.stars, func(m string) bool { return !r.has(m) }):
		return ""
	}
	return "builtins." + name
}

// isEnum reports whether b is a class with Enum among its bases.
func (r *Reader) isEnum(b *binding) bool {
	if b.kind != bindClass || b.visiting {
		return false
	}
	if b.full() == "enum.Enum" {
		return true
	}
	b.visiting = true
	defer func() { b.visiting = false }()
	for base := range definition(b).Field("superclasses").Named {
		e, ok := r.lookup(b.in, base.Text())
		if ok && e.binding != nil && r.isEnum(e.binding) || !ok && enums[r.importedName(b.in, base.Text())] {
			return true
		}
	}
	return false
}
