package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// written resolves a written type as seen from a definition at a position.
func (t *csTree) written(f *file, ref parse.TypeRef, from defID, at uint32) typ {
	if ref.IsZero() {
		return unknown
	}
	var args []typ
	for _, a := range ref.Args {
		args = append(args, t.written(f, a, from, at))
	}
	switch ref.Name {
	case "[]", "()", "&", "|", "{}", "[..]", "class", "struct":
		return typ{def: none, owner: none, form: ref.Name, args: args}
	}
	if strings.HasSuffix(ref.Name, "func") {
		return typ{def: none, owner: none, form: ref.Name, args: args}
	}
	from = t.inner(f, from, at)
	if p, ok := t.typeParam(ref.Name, from); ok {
		return p
	}
	fd := t.typeNamed(f, ref.Name, len(args), from, at)
	switch {
	case len(fd.defs) == 1:
		return t.typeOfDef(fd.defs[0], args, fd.tier)
	case len(fd.defs) > 1 || fd.isModule:
		return unknown
	}
	return typ{def: none, owner: none, form: frameworkName(ref.Name), args: args, external: true}
}

func (t *csTree) typeOfDef(id defID, args []typ, tier graph.Tier) typ {
	return typ{def: t.ix.canon[id], owner: none, args: args, tier: tier}
}

// inner is the type whose name stands at at, for what is written in its header,
// else from itself.
func (t *csTree) inner(f *file, from defID, at uint32) defID {
	if id, ok := t.files[f].names[at]; ok && (from == none || t.ix.defs[id].parent == from) {
		return id
	}
	return from
}

// typeParam finds a type parameter of from or of what is around it.
func (t *csTree) typeParam(name string, from defID) (typ, bool) {
	for d := from; d != none; d = t.ix.defs[d].parent {
		for i, p := range t.ix.defs[d].TypeParams {
			if p == name {
				return typ{def: none, owner: t.ix.canon[d], param: i, form: name}, true
			}
		}
	}
	return unknown, false
}

// typeNamed finds what a written, perhaps dotted type name means. arity is the
// number of type arguments of its last part.
func (t *csTree) typeNamed(f *file, name string, arity int, from defID, at uint32) found {
	first, rest, dotted := strings.Cut(name, ".")
	if !dotted {
		return t.lookup(f, name, arity, from, at)
	}
	at1 := t.lookup(f, first, 0, from, at)
	for dotted && at1.ok() {
		first, rest, dotted = strings.Cut(rest, ".")
		n := 0
		if !dotted {
			n = arity
		}
		at1 = t.inside(f, at1, first, n)
	}
	return at1
}

// inside finds a type or namespace in what a qualifier means.
func (t *csTree) inside(f *file, q found, name string, arity int) found {
	switch {
	case q.isModule:
		return t.inNamespace(f, q.module, name, arity)
	case len(q.defs) > 0:
		return found{defs: t.nested(q.defs[0], name, arity), tier: q.tier}
	}
	return found{external: q.external}
}

// inNamespace finds a type or a namespace in a namespace.
func (t *csTree) inNamespace(f *file, ns, name string, arity int) found {
	if ids, tier := t.typesIn(f, ns, name, arity); len(ids) > 0 {
		return found{defs: ids, tier: tier}
	}
	full := joinNamespace(ns, name)
	if arity <= 0 && t.namespaces[full] {
		return found{module: full, isModule: true}
	}
	return found{}
}

func joinNamespace(ns, name string) string {
	if ns == "" {
		return name
	}
	return ns + "." + name
}

// typesIn lists the types of a namespace with a name and arity that a file may
// mean: those of its project before others that it refers to before the rest.
// An arity below zero is any.
func (t *csTree) typesIn(f *file, ns, name string, arity int) ([]defID, graph.Tier) {
	var out []defID
	best := 3
	for _, id := range t.ix.top("csharp", ns, name) {
		d := t.ix.def(id)
		if !d.Kind.IsType() || arity >= 0 && len(d.TypeParams) != arity {
			continue
		}
		near := t.nearness(f, d.file)
		if near < best {
			best, out = near, out[:0]
		}
		if near == best {
			out = append(out, t.ix.canon[id])
		}
	}
	tier := graph.Exact
	if best == 2 {
		tier = graph.Unique
	}
	return t.distinct(out), tier
}

// nearness tells how a file sees another: 0 in its project, 1 in one that it
// refers to or in no project at all (or when nothing is known of projects), 2
// elsewhere.
func (t *csTree) nearness(f, other *file) int {
	a, b := t.files[f].project, t.files[other].project
	switch {
	case a == b || len(a.linked) > 0 && a.compiles(other.Path):
		return 0
	case a.refers == nil || b.refers == nil || a.refers[b.dir]:
		return 1
	}
	return 2
}

// distinct drops repeated ids and further declarations of one symbol.
func (t *csTree) distinct(ids []defID) []defID {
	if len(ids) < 2 {
		return ids
	}
	var out []defID
next:
	for _, id := range ids {
		d := t.ix.def(id)
		for _, o := range out {
			if od := t.ix.def(o); o == id || od.Symbol == d.Symbol && od.module == d.module && od.Kind == d.Kind && t.files[od.file].project == t.files[d.file].project {
				continue next
			}
		}
		out = append(out, id)
	}
	return out
}

// nested lists the types that a type or its bases declare inside.
func (t *csTree) nested(owner defID, name string, arity int) []defID {
	for _, a := range t.lineage(owner) {
		if a.def == none {
			continue
		}
		var out []defID
		for _, id := range t.ix.own(a.def, name) {
			if d := t.ix.def(id); d.Kind.IsType() && (arity < 0 || len(d.TypeParams) == arity) {
				out = append(out, t.ix.canon[id])
			}
		}
		if len(out) > 0 {
			return t.distinct(out)
		}
	}
	return nil
}

// lookup finds what a plain type or namespace name means: in the types around
// it, then in the namespaces around it with their using directives, from the
// inside out.
func (t *csTree) lookup(f *file, name string, arity int, from defID, at uint32) found {
	for e := t.ix.enclosingTypeOf(from); e != none; e = t.ix.enclosingTypeOf(t.ix.defs[e].parent) {
		if ids := t.nested(t.ix.canon[e], name, arity); len(ids) > 0 {
			return found{defs: ids}
		}
	}
	for ns := t.namespaceOf(f, from, at); ; ns = outerNamespace(ns) {
		if fd := t.inNamespace(f, ns, name, arity); fd.ok() {
			return fd
		}
		if fd := t.used(f, ns, name, arity, at); fd.ok() {
			return fd
		}
		if ns == "" {
			return found{external: true}
		}
	}
}

// namespaceOf is the namespace around a definition; around code of the file
// itself it is that of the definition at the position.
func (t *csTree) namespaceOf(f *file, from defID, at uint32) string {
	if from != none && t.ix.defs[from].parent != none {
		return t.ix.defs[from].module
	}
	if id, ok := t.files[f].names[at]; ok {
		return t.ix.defs[id].module
	}
	return ""
}

// used finds a name through the using directives of a namespace's declaration,
// at the top those of the file and of its project.
func (t *csTree) used(f *file, ns, name string, arity int, at uint32) found {
	cf := t.files[f]
	var out []defID
	tier := graph.Exact
	try := func(u *csUsing) (alias found) {
		switch {
		case u.alias != "":
			if u.alias == name && arity <= 0 {
				return t.absolute(f, u.path, u.within)
			}
		case u.static:
			if q := t.absolute(f, u.path, u.within); len(q.defs) > 0 {
				out = append(out, t.nested(q.defs[0], name, arity)...)
			}
		default:
			if u.space == "" {
				break
			}
			ids, near := t.typesIn(f, u.space, name, arity)
			if len(ids) > 0 {
				tier = worse(tier, near)
			}
			out = append(out, ids...)
		}
		return found{}
	}
	for i := range cf.usings {
		u := &cf.usings[i]
		if u.within != ns || !u.scope.IsEmpty() && !u.scope.Contains(at) {
			continue
		}
		if alias := try(u); alias.ok() {
			return alias
		}
	}
	if ns == "" {
		for i := range cf.project.usings {
			if alias := try(&cf.project.usings[i]); alias.ok() {
				return alias
			}
		}
	}
	return found{defs: t.distinct(out), tier: tier}
}

// usedNamespace finds the namespace that a using directive brings in, empty if it
// lies outside the tree.
func (t *csTree) usedNamespace(u *csUsing) string {
	for ns := u.within; ns != ""; ns = outerNamespace(ns) {
		if full := ns + "." + u.path; t.namespaces[full] {
			return full
		}
	}
	if t.namespaces[u.path] {
		return u.path
	}
	return ""
}

// absolute finds the type or namespace that a using directive names.
func (t *csTree) absolute(f *file, name, within string) found {
	for ns := within; ; ns = outerNamespace(ns) {
		q := found{module: ns, isModule: true}
		for rest, more := name, true; more && q.ok(); {
			var part string
			part, rest, more = strings.Cut(rest, ".")
			q = t.inside(f, q, part, -1)
		}
		if q.ok() {
			return q
		}
		if ns == "" {
			return found{external: true}
		}
	}
}

// A csSignature is what the declaration of a definition says, resolved.
type csSignature struct {
	typ    typ   // of a value, or what a callable returns
	params []typ //
}

// signature resolves the types in a definition's header.
func (t *csTree) signature(id defID) *csSignature {
	if s := t.signatures[id].Load(); s != nil {
		return s
	}
	d := t.ix.def(id)
	s := &csSignature{}
	if e := t.ix.defs[d.parent]; d.Kind == graph.KindConstant && e.Kind == graph.KindEnum {
		s.typ = t.typeOfDef(e.id, nil, 0)
	} else {
		s.typ = t.written(d.file, d.Type, id, d.NameAt)
	}
	for _, p := range d.Params {
		s.params = append(s.params, t.written(d.file, p.Type, id, d.NameAt))
	}
	t.signatures[id].Store(s)
	return s
}

// receiver is the type that an extension member extends.
func (t *csTree) receiver(id defID) typ {
	d := t.ix.def(id)
	if isClassicExtension(d) {
		return t.signature(id).params[0]
	}
	r := t.written(d.file, d.Receiver, id, d.NameAt)
	if r.external && r.args == nil && len(r.form) < 3 {
		return unknown // a type parameter of the extension block
	}
	return r
}

// isClassicExtension reports whether the first parameter of d is what it
// extends; in an extension block it is not among the parameters.
func isClassicExtension(d *defn) bool {
	return len(d.Params) > 0 && d.Params[0].Type.At == d.Receiver.At
}

// lineage lists a type and its bases, nearest first, with the type's own
// parameters as its arguments. What lies outside the tree is in it too.
func (t *csTree) lineage(id defID) []typ {
	id = t.ix.canon[id]
	if l := t.lineages[id].Load(); l != nil {
		return *l
	}
	self := typ{def: id, owner: none}
	for i, p := range t.ix.defs[id].TypeParams {
		self.args = append(self.args, typ{def: none, owner: id, param: i, form: p})
	}
	out := []typ{self}
	for i := 0; i < len(out) && len(out) < maxLineage; i++ {
		if out[i].def == none {
			continue
		}
		for _, base := range t.ix.bases[out[i].def] {
			if base = csSubst(base, out[i]); !t.holds(out, base) {
				out = append(out, base)
			}
		}
	}
	if t.ready.Load() {
		t.lineages[id].Store(&out)
	}
	return out
}

// holds reports whether a lineage has a base already: a class once, an interface
// once for each choice of type arguments.
func (t *csTree) holds(line []typ, base typ) bool {
	if base.def == none {
		return false
	}
	for _, o := range line {
		if o.def == base.def && (t.ix.def(o.def).Kind != graph.KindInterface || sameType(o, base)) {
			return true
		}
	}
	return false
}

// maxLineage bounds the bases of one type.
const maxLineage = 200

// csSubst replaces the type parameters of owner's definition by its arguments.
func csSubst(t, owner typ) typ {
	if t.owner != none {
		if t.owner == owner.def && t.param < len(owner.args) {
			return owner.args[t.param]
		}
		return t
	}
	if len(t.args) == 0 || len(owner.args) == 0 || owner.def == none {
		return t
	}
	args := make([]typ, len(t.args))
	for i, a := range t.args {
		args[i] = csSubst(a, owner)
	}
	t.args = args
	return t
}

// ancestry lists t and its bases with its type arguments put in; of a type
// parameter its constraints.
func (t *csTree) ancestry(x typ) []typ {
	switch {
	case x.def != none:
		line := t.lineage(x.def)
		if len(x.args) == 0 {
			return line
		}
		out := make([]typ, len(line))
		for i, a := range line {
			out[i] = csSubst(a, x)
		}
		out[0] = x
		return out
	case x.owner != none:
		limit, ok := t.limits[csParam{x.owner, x.param}]
		if !ok {
			return []typ{x}
		}
		c := t.written(limit.file, limit.ref, limit.from, t.ix.def(limit.from).NameAt)
		return append([]typ{x}, t.ancestryOfLimit(c)...)
	}
	return []typ{x}
}

// ancestryOfLimit is the ancestry of a constraint, which may be several types.
func (t *csTree) ancestryOfLimit(c typ) []typ {
	if c.form != "&" {
		if c.owner != none {
			return []typ{c} // T : U; U's own constraints are left alone
		}
		return t.ancestry(c)
	}
	var out []typ
	for _, a := range c.args {
		if a.owner == none {
			out = append(out, t.ancestry(a)...)
		}
	}
	return out
}
