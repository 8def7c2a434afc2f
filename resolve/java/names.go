package java

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// resolve resolves a type written in the definition ctx of a file.
//
//	Map.Entry<String, List<? extends Order>>
func (j *tree) resolve(jf *file, ctx resolve.DefID, ref parse.TypeRef) resolve.Type {
	if ref.IsZero() || jf == nil {
		return resolve.Unknown
	}
	var args []resolve.Type
	if len(ref.Args) > 0 {
		args = make([]resolve.Type, len(ref.Args))
		for i, a := range ref.Args {
			args[i] = j.resolve(jf, ctx, a)
		}
	}
	switch ref.Form {
	case parse.FormNamed:
	case parse.FormWildcard:
		return outsideType(wildAny)
	default:
		return compound(ref.Form, args...)
	}
	if n := ref.Name; n == "null" || primitives[n] {
		return outsideType(n)
	}
	first, rest, dotted := strings.Cut(ref.Name, ".")
	// The first part decides: a nested type in scope hides a package of its name (JLS 6.4.2).
	t := j.simpleType(jf, ctx, first)
	if dotted {
		t = j.dottedType(jf, t, ref.Name, rest)
	}
	if t.Def != resolve.None || t.External {
		t.Args = args
	}
	return t
}

// dottedType finds the type of a dotted name whose first part, as a simple name, is
// the type t: a type nested in it, or otherwise the type of that full name.
//
//	Outer.Inner     // nested in a type in scope
//	a.b.Order       // a full name: packages come last (JLS 6.5.2)
func (j *tree) dottedType(jf *file, t resolve.Type, name, rest string) resolve.Type {
	known := t.Def != resolve.None || j.libraryClass(t) != nil
	if !known {
		if q := j.named(jf, name); j.declares(q) || !isTypeName(name) {
			return q
		}
	}
	for _, part := range strings.Split(rest, ".") {
		m, ok := j.memberType(t, part)
		if !ok {
			m = outsideType(t.Name + "." + part)
			// The tables may lack a nested type; its full name is still valid.
			if t.Def != resolve.None {
				m = inUnknownPackage(part)
			}
		}
		t = m
	}
	return t
}

// isTypeName reports whether a name follows the convention for types.
func isTypeName(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// isConstantName reports whether a name follows the convention for constants.
func isConstantName(s string) bool { return len(s) > 1 && strings.ToUpper(s) == s }

// simpleType resolves a simple type name in the definition ctx (JLS 6.5). Beyond a
// class with an unknown supertype, which may declare a type of that name, the result
// is not certain, unless the file imports the type by name.
//
// The order is that of JLS 6.4.1: type parameters and local classes, member types of
// enclosing classes, single-type imports, the package, on-demand imports.
func (j *tree) simpleType(jf *file, ctx resolve.DefID, name string) resolve.Type {
	tier := graph.Exact
	for d := ctx; d != resolve.None; d = j.table.Defs[d].Outer {
		x := j.table.Def(d)
		for i, p := range x.TypeParams {
			if p == name {
				return resolve.Type{Def: resolve.None, Owner: d, Param: i, Name: name}
			}
		}
		if x.Outer == resolve.None {
			break
		}
		if !x.Kind.IsType() {
			if t := j.nearestType(jf.File, j.table.Own(d, name)); t.Def != resolve.None {
				return t
			}
			continue
		}
		if jf.types != nil && d != ctx && tier == graph.Exact {
			// From here on, the result is the same for all members of d.
			return jf.typeIn(j, d, name)
		}
		if x.Name == name {
			return resolve.Type{Def: d, Owner: resolve.None}
		}
		t, ok, open := j.findMemberType(resolve.Type{Def: d, Owner: resolve.None}, name)
		if ok {
			return t.WithTier(tier)
		}
		if open {
			// The unknown supertype may declare a type of that name, which would hide
			// the later ones.
			tier = graph.Unique
		}
	}
	if q, ok := jf.single[name]; ok {
		return j.named(jf, q)
	}
	return j.fileType(jf, name).WithTier(tier)
}

// A typeKey is a simple name in a type of a file.
type typeKey struct {
	in   resolve.DefID
	name string
}

// typeIn is [tree.simpleType] for a name in the type d itself, outside its members,
// memoized: a file looks up the same few names in all of them.
func (jf *file) typeIn(j *tree, d resolve.DefID, name string) resolve.Type {
	key := typeKey{d, name}
	t, ok := jf.types[key]
	if !ok {
		t = j.simpleType(jf, d, name)
		jf.types[key] = t
	}
	return t
}

// fileType finds a type that is imported through its members, declared in the
// package, or imported on demand (JLS 6.4.1), as java.lang always is.
//
// If every package imported on demand is known, a name that none of them has must be
// declared in the file's package, which the tree may lack a part of.
func (j *tree) fileType(jf *file, name string) resolve.Type {
	for _, owner := range jf.static[name] {
		if t, ok := j.memberType(j.named(jf, owner), name); ok {
			return t
		}
	}
	if t := j.nearestType(jf.File, j.table.Top("java", jf.Module, name)); t.Def != resolve.None {
		return t
	}
	if t := outsideType(strings.TrimPrefix(jf.Module+"."+name, ".")); j.isGenerated(t) {
		return t
	}
	if t := j.demanded(jf, name); t.Known() {
		return t
	}
	return outsideType(strings.TrimPrefix(jf.Module+"."+name, "."))
}

// demanded finds a type by name among the on-demand imports, java.lang last. It is
// unknown if each package is known and none has it.
//
// Two types of the tree do not compile (JLS 6.5.5.1): the package of one is not part
// of this program, and it is not known which. A platform type may be newer than the
// program, which then refers to that of the tree.
func (j *tree) demanded(jf *file, name string) resolve.Type {
	found, closed := resolve.Unknown, true
	for _, list := range [][]string{jf.demand, jf.staticDemand, {"java.lang"}} {
		for _, p := range list {
			t, ok := j.onDemand(jf, p, name)
			switch {
			case ok && found.Def != resolve.None && t.Def != resolve.None && t.Def != found.Def:
				return inUnknownPackage(name)
			case ok && (!found.Known() || found.Def == resolve.None && t.Def != resolve.None):
				found = t
			}
			closed = closed && (ok || j.library.hasPackage(p) || j.declares(j.named(jf, p)))
		}
	}
	if !found.Known() && len(jf.modules) > 0 {
		t, known := j.inModules(jf, name)
		found, closed = t, closed && known
	}
	if !found.Known() && !closed {
		return inUnknownPackage(name)
	}
	return found
}

// onDemand finds a type by name in a package or type that is imported on demand.
//
//	import shop.model.*;    // all types of the package
//	import shop.Outer.*;    // all member types of Outer
func (j *tree) onDemand(jf *file, p, name string) (resolve.Type, bool) {
	if t := j.nearestType(jf.File, j.table.Top("java", p, name)); t.Def != resolve.None {
		return t, true
	}
	if j.library.hasType(p + "." + name) {
		return outsideType(p + "." + name), true
	}
	if t := j.qualified(jf.File, p); t.Def != resolve.None {
		return j.memberType(t, name)
	}
	return resolve.Unknown, false
}

// named returns the type of a full name: in the tree, or otherwise an external one.
func (j *tree) named(jf *file, name string) resolve.Type {
	if t := j.qualified(jf.File, name); t.Def != resolve.None {
		return t
	}
	return outsideType(name)
}

// qualified finds a type of the tree by its full name, packages first. It is unknown
// if the tree has none.
//
//	a.b.Outer.Inner    // package a.b, if the tree has it, else package a and type b.Outer.Inner
func (j *tree) qualified(f *resolve.File, name string) resolve.Type {
	for i := len(name); i >= 0; i = strings.LastIndexByte(name[:i], '.') {
		pkg := name[:i]
		if i == len(name) || !j.packages[pkg] {
			// The whole name is not a package: a type must be left.
			continue
		}
		parts := strings.Split(name[i+1:], ".")
		t := j.nearestType(f, j.table.Top("java", pkg, parts[0]))
		if t = j.nested(t, parts[1:]); t.Def != resolve.None {
			return t
		}
	}
	parts := strings.Split(name, ".")
	return j.nested(j.nearestType(f, j.table.Top("java", "", parts[0])), parts[1:])
}

// nested resolves the names of types nested in t; unknown if one is not in the tree.
func (j *tree) nested(t resolve.Type, names []string) resolve.Type {
	for _, name := range names {
		if t.Def == resolve.None {
			break
		}
		m, _ := j.memberType(t, name)
		t = m.WithTier(t.Tier)
	}
	if t.Def == resolve.None {
		return resolve.Unknown
	}
	return t
}

// memberType finds a type that t declares or inherits.
func (j *tree) memberType(t resolve.Type, name string) (resolve.Type, bool) {
	m, ok, _ := j.findMemberType(t, name)
	return m, ok
}

// findMemberType finds a type that t declares or inherits (JLS 8.5); open reports
// that an unknown supertype may have one of that name.
func (j *tree) findMemberType(t resolve.Type, name string) (m resolve.Type, ok, open bool) {
	m = resolve.Unknown
	more := false
	unknownPart := j.supers(t, func(s resolve.Type) bool {
		if s.Def == resolve.None {
			more = more || j.isPartial(s)
			if ok = j.library.hasType(s.Name + "." + name); ok {
				m = outsideType(s.Name + "." + name)
			}
			return !ok
		}
		for _, id := range j.table.Own(s.Def, name) {
			if j.table.Def(id).Kind.IsType() {
				m, ok = resolve.Type{Def: id, Owner: resolve.None}, true
				return false
			}
		}
		if made, has := j.made.types[s.Def][name]; has {
			m, ok = made, true
			return false
		}
		return true
	})
	return m.WithTier(t.Tier), ok, unknownPart != 0 || more
}

// sharedFolders counts the leading folders that two paths share.
func sharedFolders(a, b string) int {
	n := 0
	for a != "" && b != "" {
		x, ra, _ := strings.Cut(a, "/")
		y, rb, _ := strings.Cut(b, "/")
		if x != y {
			break
		}
		n++
		a, b = ra, rb
	}
	return n
}

// isLost reports whether a type belongs to a package of the tree but is missing from
// it: neither the tree nor the platform or a library declares it.
func (j *tree) isLost(t resolve.Type) bool {
	if !t.External || t.Def != resolve.None || t.Owner != resolve.None || strings.HasPrefix(t.Name, "*.") {
		return false
	}
	name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
	return len(name) > 1 && isTypeName(name) && j.packages[parentPackage(t.Name)] && !j.library.hasType(t.Name)
}
