package java

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// foreign records the external symbol that reference i refers to. If not even the
// package is known, the name may belong to anything on the class path: that is
// heuristic.
func (e *eval) foreign(i int32, r *parse.Reference, from resolve.DefID, m *referent) {
	t, member := e.foreignTarget(i, r, from, m), ""
	if r.Kind == parse.RefCall || r.Kind == parse.RefMember && !isForeignType(m.value) {
		member = r.Name
	}
	name, ok := foreignName(t)
	if !ok {
		return
	}
	// For a type that is itself named, the member stays empty.
	name.Member = member
	tier := resolve.WeakerTier(t.Tier, m.tier)
	if name.Package == "" {
		tier = graph.Heuristic
	}
	e.b.Foreign(r, from, name, tier)
}

// foreignTarget returns the external type that a reference names, or whose member it
// names; unknown if it cannot be determined.
func (e *eval) foreignTarget(i int32, r *parse.Reference, from resolve.DefID,
	m *referent) resolve.Type {
	switch {
	case r.Kind == parse.RefCall:
		return e.calledOn(e.choice(i), r, from)
	case r.Kind != parse.RefMember || isForeignType(m.value):
		return m.value
	case r.Recv == nil:
		return e.importedFrom(r.Name)
	}
	// The class that declares the member is recorded, not that of the receiver: one
	// node per member.
	t := e.eval(r.Recv, r.At, e.context(from, r.At))
	if f, _ := e.j.field(t, r.Name); f.found() {
		return f.owner
	}
	if cands, _ := e.methodsOf(t, r.Name); len(cands) > 0 {
		return cands[0].owner
	}
	return e.outsideOf(t)
}

// isForeignType reports whether an expression names an external type.
func isForeignType(t resolve.Type) bool {
	return t.Static && t.External && t.Def == resolve.None
}

// calledOn returns the type that declares the method of a call, if known. A call
// without a receiver refers to a method in scope first, and to a static import only
// if the enclosing classes have none of that name (JLS 6.4.1, 15.12.1).
func (e *eval) calledOn(c *call, r *parse.Reference, from resolve.DefID) resolve.Type {
	switch {
	case !c.done:
		return resolve.Unknown
	case c.member.library != nil && !c.member.inTree():
		return c.member.owner
	case len(c.rest) > 0: // the remaining overloads belong to one class
		return c.rest[0].owner
	case c.on.Known():
		return e.outsideOf(c.on)
	}
	if t := e.importedFrom(r.Name); t.Known() {
		return t
	}
	return e.outsideOf(e.this(from))
}

// importedFrom returns the type that a static member is imported from by name,
// unknown if there is not exactly one.
//
//	import static org.junit.Assert.assertEquals;    // org.junit.Assert
func (e *eval) importedFrom(name string) resolve.Type {
	owners := e.jf.static[name]
	if len(owners) != 1 {
		return resolve.Unknown
	}
	return e.j.named(e.jf, owners[0])
}

// outsideOf returns t itself if it is external, otherwise its only external
// supertype; unknown if there is not exactly one.
func (e *eval) outsideOf(t resolve.Type) resolve.Type {
	if t.Def == resolve.None {
		return t
	}
	only := resolve.Unknown
	for _, b := range e.j.lineage(resolve.Type{Def: t.Def, Owner: resolve.None}) {
		if !b.unknown {
			continue
		}
		if only.Known() && only.Name != b.Name {
			// Either may declare the member.
			return resolve.Unknown
		}
		only = b.Type
	}
	return only
}

// foreignName splits the name of an external type: by convention, package names begin
// with a lower-case letter, and type names do not (JLS 6.1). Without the class, only
// the convention distinguishes java.util.Map.Entry from a class Entry in a package
// java.util.Map.
func foreignName(t resolve.Type) (resolve.ForeignName, bool) {
	if t.Def != resolve.None || !t.External || t.IsModule || t.Name == unknownExternal.Name ||
		primitives[t.Name] || t.Name == wildAny || t.Name == "null" || t.Name == "void" {
		return resolve.ForeignName{}, false
	}
	full := strings.TrimPrefix(t.Name, "*.") // by one of several star imports
	at := 0
	for at < len(full) && !isTypeName(full[at:]) {
		dot := strings.IndexByte(full[at:], '.')
		if dot < 0 {
			return resolve.ForeignName{}, false
		}
		at += dot + 1
	}
	return resolve.ForeignName{Package: strings.TrimSuffix(full[:at], "."), Type: full[at:]}, true
}

// ForeignType names a base type. Whether an unknown class is an interface is
// determined by the clause that names it, extends or implements.
func (r *rules) ForeignType(_ *resolve.Binder, _ parse.TypeRef, _ resolve.DefID, _ uint32,
	t resolve.Type) (name resolve.ForeignName, isInterface, ok bool) {
	name, ok = foreignName(t)
	c := r.tree.libraryClass(t)
	return name, c != nil && c.iface, ok
}

// foreignImport returns the package that an external import names.
//
//	import a.b.*;                 // a.b
//	import a.b.Type;              // a.b
//	import static a.b.Type.*;     // a.b, since a static import names a type first (JLS 7.5.4)
func foreignImport(im *parse.Import) string {
	p := im.Path
	if im.All && !im.Static {
		return p
	}
	if im.Name != "" && !im.Static {
		p += "." + im.Name
	}
	name, _ := foreignName(outsideType(p))
	return name.Package
}
