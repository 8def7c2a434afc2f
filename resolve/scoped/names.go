package scoped

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const (
	namespaceKind = graph.KindNamespace
	kindInterface = graph.KindInterface
)

// An entity is the referent of a name or a path: definitions, a namespace, or both.
type entity struct {
	defs    []resolve.DefID
	files   []*resolve.File
	space   string
	isSpace bool
	tier    graph.Tier
	local   *parse.Local
	owner   resolve.Type // the type that the definitions are members of
	outside bool         // its members are declared outside the tree
	implied bool         // they are members of the object that the enclosing function belongs to
}

func (x entity) found() bool {
	return len(x.defs) > 0 || x.isSpace || x.local != nil || len(x.files) > 0
}

// A kindFilter is the expected kind of a name's referent.
type kindFilter uint8

const (
	anything kindFilter = iota
	aType
	aCallable
)

// fits keeps the definitions of the expected kind.
func (w *symbolTable) fits(ids []resolve.DefID, as kindFilter) []resolve.DefID {
	if len(ids) > 1 && w.rules.row.Scoping.Objects {
		ids = w.objects(ids, as != aType)
	}
	if as == anything || len(ids) == 0 {
		return ids
	}
	return w.ix.Filter(ids, func(d *resolve.Def) bool {
		if as == aType {
			return d.Kind.IsType()
		}
		if _, ok := w.home[d.ID]; !ok && d.Partial && !d.Receiver().IsZero() {
			return false // a part of a type outside the tree
		}
		return d.Kind.IsType() || d.Kind.IsCallable() || d.Kind == graph.KindConstant
	})
}

// root is the leading name of a path from the outermost namespace.
const root = "::"

// objects keeps the objects among definitions of one name, or the others, if there
// are both.
func (w *symbolTable) objects(ids []resolve.DefID, wanted bool) []resolve.DefID {
	out := w.ix.Filter(ids, func(d *resolve.Def) bool { return resolve.HasModifier(d, "object") == wanted })
	if len(out) == 0 {
		return ids
	}
	return out
}

// plain resolves an unqualified name at a position in a definition.
func (e *eval) plain(name string, from resolve.DefID, at uint32, as kindFilter) entity {
	if as != aType {
		if l := e.b.LocalAt(name, at); l != nil && !e.hides(l, name, from, at) {
			return entity{local: l}
		}
	}
	if name == root {
		return entity{isSpace: true}
	}
	if e.d.first != nil {
		if x, ok := e.d.first(e, name, from, at); ok {
			return x
		}
	}
	if x := e.enclosing(name, from, at, as); x.found() {
		return x
	}
	return e.outermost(name, from, at, as)
}

// hides reports whether a definition in a body is nearer than a local with the same
// name.
func (e *eval) hides(l *parse.Local, name string, from resolve.DefID, _ uint32) bool {
	for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
		x := e.ix.Def(d)
		if x.Kind.IsCallable() && x.Range.Start > l.Scope.Start && len(e.ix.Own(d, name)) > 0 {
			return true
		}
	}
	return false
}

// enclosing searches the enclosing definitions: declarations of functions, members of
// types, and imports in a body.
func (e *eval) enclosing(name string, from resolve.DefID, at uint32, as kindFilter) entity {
	s := &e.row.Scoping
	for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
		x := e.ix.Def(d)
		if as != aType {
			if m := e.received(d, name, at, as); m.found() {
				return m
			}
		}
		if x.Outer == resolve.None {
			break
		}
		switch {
		case x.Kind.IsCallable():
			if x := e.importsIn(d, name, from, at, as); x.found() {
				return x
			}
			if ids := e.w.fits(e.ix.Own(d, name), as); len(ids) > 0 {
				return entity{defs: ids, owner: resolve.Unknown}
			}
			if r := x.Receiver(); s.Outside && !r.IsZero() {
				if t := e.this(d); t.Def > resolve.None {
					if m := e.implicit(t.Def, name, as, false); m.found() {
						return m
					}
				}
			} else if m := e.extendedBy(x, name, as); m.found() {
				return m
			}
		case !x.Kind.IsType() && !x.Receiver().IsZero():
			if m := e.extendedBy(x, name, as); m.found() {
				return m
			}
		case isSpace(x) && s.Outside: // see outermost: namespaces can be reopened
			return entity{}
		case isSpace(x):
			if ids := e.w.fits(e.w.member(d, name), as); len(ids) > 0 {
				return entity{defs: ids, owner: resolve.Unknown}
			}
			if !s.Outward {
				return entity{}
			}
		case x.Kind.IsType():
			if s.Implicit || as == aType {
				if m := e.implicit(d, name, as, e.d.pick != nil && e.receiver(from).Static); m.found() {
					return m
				}
			}
		}
	}
	return entity{}
}

// extendedBy finds a member of the type that a function or a property extends.
func (e *eval) extendedBy(x *resolve.Def, name string, as kindFilter) entity {
	if r := x.Receiver(); !r.IsZero() && as != aType && !e.row.Scoping.Outside {
		return e.ofReceiver(e.in(x.File).written(r, x.Outer, x.NameAt), name, as)
	}
	return entity{}
}

// implicit finds a member of an enclosing type, or the type itself.
func (e *eval) implicit(d resolve.DefID, name string, as kindFilter, static bool) entity {
	this := resolve.Type{Def: e.w.typeOf(d), Owner: resolve.None, Static: static}
	ids, owner := e.lookup(this, name)
	if ids = e.w.fits(ids, as); len(ids) == 0 && e.d.static != nil {
		ids = e.w.fits(e.d.static(e, this, name), as)
		owner = this
	}
	if len(ids) == 0 {
		return entity{}
	}
	return entity{defs: ids, owner: owner, implied: true}
}

// outermost searches the imports of the file and its namespaces.
func (e *eval) outermost(name string, from resolve.DefID, at uint32, as kindFilter) entity {
	s := &e.row.Scoping
	if s.ImportsFirst {
		if x := e.named(name, from, at, as); x.found() {
			return x
		}
	}
	space := e.w.space(from)
	for {
		if x := e.inSpace(space, name, as); x.found() {
			return x
		}
		if space == "" || !s.Outward {
			break
		}
		space = parent(space)
	}
	if !s.ImportsFirst {
		if x := e.named(name, from, at, as); x.found() {
			return x
		}
	}
	if x := e.starred(name, from, at, as); x.found() {
		return x
	}
	if s.Global && as != aType {
		return e.inSpace("", name, as)
	}
	return entity{}
}

// inSpace finds a name that a namespace declares or re-exports.
func (e *eval) inSpace(space, name string, as kindFilter) entity {
	return e.member(entity{space: space, isSpace: true}, name, as, 0)
}

// member finds a name in the entity that a path has reached.
func (e *eval) member(x entity, name string, as kindFilter, depth int) entity {
	if x.isSpace {
		full := e.w.fold(joined(x.space, name))
		out := entity{space: full, isSpace: e.w.spaces[full], owner: resolve.Unknown}
		out.defs = e.seen(e.w.fits(e.w.names[full], as))
		if len(out.defs) == 0 {
			if y := e.exported(x.space, name, as, depth); y.found() {
				return y
			}
		}
		if out.found() {
			return out
		}
	}
	for _, d := range x.defs {
		if def := e.ix.Def(d); def.Kind.IsType() {
			this := resolve.Type{Def: e.w.typeOf(d), Owner: resolve.None, Static: true}
			if def.Kind == graph.KindTypeAlias && !def.Type.IsZero() && depth < resolve.MaxAliases {
				this = e.aliased(d)
			}
			if ids, owner := e.lookup(this, name); len(ids) > 0 {
				return entity{defs: ids, owner: owner}
			}
			if e.d.static != nil {
				if ids := e.d.static(e, this, name); len(ids) > 0 {
					return entity{defs: ids, owner: this}
				}
			}
		}
	}
	return entity{}
}

// seen keeps those of several definitions that are visible in the file.
func (e *eval) seen(ids []resolve.DefID) []resolve.DefID {
	if len(ids) > 1 && e.d.visible != nil || len(ids) == 1 && e.d.strict {
		ids = e.d.visible(e, ids)
	}
	return e.w.whole(ids)
}

// whole replaces parts of types by their types.
func (w *symbolTable) whole(ids []resolve.DefID) []resolve.DefID {
	if len(ids) < 2 || len(w.home) == 0 {
		return ids
	}
	var out []resolve.DefID
	for _, id := range ids {
		if h, ok := w.home[id]; ok {
			id = h
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// maxExports bounds the length of re-export chains.
const maxExports = 12

// An exportSearch holds the answers of one search through re-exports. Modules that re-export each
// other have many paths between them, of which each part is followed once.
type exportSearch struct {
	open  int // nested searches
	found map[exportKey]entity
}

type exportKey struct {
	space, name string
	as          kindFilter
}

// exported finds a name that a namespace re-exports.
func (e *eval) exported(space, name string, as kindFilter, depth int) entity {
	if depth > maxExports || len(e.w.exports[space]) == 0 {
		return entity{}
	}
	key := exportKey{space, name, as}
	if x, ok := e.search.found[key]; ok {
		return x
	}
	e.search.found[key] = entity{} // within itself
	e.search.open++
	x := e.exporting(space, name, as, depth)
	if e.search.found[key] = x; e.search.open == 1 {
		clear(e.search.found)
	}
	e.search.open--
	return x
}

// exporting is exported without the answers that are known.
func (e *eval) exporting(space, name string, as kindFilter, depth int) entity {
	for _, all := range []bool{false, true} {
		for _, x := range e.w.exports[space] {
			if x.im.All != all || !all && x.im.Alias != name {
				continue
			}
			o := e.in(x.file)
			if t := o.target(x.im, depth+1); all {
				if y := o.member(t, name, as, depth+1); y.found() {
					return y
				}
			} else if t.found() {
				return t
			}
		}
	}
	return entity{}
}

// holds reports whether an import is in effect at a position.
func (e *eval) holds(im *parse.Import, from resolve.DefID, at uint32) bool {
	if !im.Scope.IsEmpty() && !im.Scope.Contains(at) {
		return false
	}
	return e.d.holds == nil || e.d.holds(e, im, from, at)
}

// importsIn finds a name among the imports in a callable.
func (e *eval) importsIn(d resolve.DefID, name string, from resolve.DefID, at uint32, as kindFilter) entity {
	for i := len(e.b.File.Imports) - 1; i >= 0; i-- {
		im := &e.b.File.Imports[i]
		if e.b.File.ID(im.Def) != d || im.Def == 0 || !e.holds(im, from, at) {
			continue
		}
		if x := e.through(im, name, as); x.found() {
			return x
		}
	}
	return entity{}
}

// through finds a name by one import.
func (e *eval) through(im *parse.Import, name string, as kindFilter) entity {
	switch {
	case im.Alias != "" && e.w.fold(im.Alias) == e.w.fold(name):
		x := e.target(im, 0)
		if !x.isSpace {
			x.defs = e.w.fits(x.defs, as)
		}
		return x
	case im.All:
		return e.member(e.target(im, 0), name, as, 0)
	}
	return entity{}
}

// named finds a name that the file imports singly.
func (e *eval) named(name string, from resolve.DefID, at uint32, as kindFilter) entity {
	for _, i := range e.imports[e.w.fold(name)] {
		im := &e.b.File.Imports[i]
		if e.holds(im, from, at) {
			if x := e.through(im, name, as); x.found() {
				return x
			}
		}
	}
	return entity{}
}

// starred finds a name among the wildcard imports of the file.
func (e *eval) starred(name string, from resolve.DefID, at uint32, as kindFilter) entity {
	for _, i := range e.stars {
		im := &e.b.File.Imports[i]
		if e.holds(im, from, at) {
			if x := e.through(im, name, as); x.found() {
				return x
			}
		}
	}
	return entity{}
}

// imported returns the target of an import, for the graph.
func (e *eval) imported(im *parse.Import) entity { return e.target(im, 0) }

// target returns the target of an import: a definition or a namespace. Each import is
// resolved once.
func (e *eval) target(im *parse.Import, depth int) entity {
	if x, ok := e.targets[im]; ok {
		return x
	}
	if depth > maxExports || e.following[im] {
		return entity{}
	}
	e.following[im] = true
	x := e.follow(im, depth)
	delete(e.following, im)
	if depth == 0 {
		e.targets[im] = x
	}
	return x
}

func (e *eval) follow(im *parse.Import, depth int) entity {
	if e.d.importPath != nil {
		if x, ok := e.d.importPath(e, im); ok {
			return x
		}
	}
	return e.path(entity{isSpace: true}, segments(joined(im.Path, im.Name)), depth)
}

// segments returns the parts of a dotted name.
func segments(name string) []string {
	name = strings.Trim(name, ".")
	if name == "" {
		return nil
	}
	return strings.Split(name, ".")
}

// path resolves the parts of a name, starting from an entity.
func (e *eval) path(x entity, parts []string, depth int) entity {
	for _, p := range parts {
		if x = e.member(x, p, anything, depth); !x.found() {
			return entity{}
		}
	}
	return x
}

// written resolves a type written at a position in a definition.
func (e *eval) written(ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if ref.IsZero() || !e.budget.Enter() {
		return resolve.Unknown
	}
	defer e.budget.Leave()
	var args []resolve.Type
	for _, a := range ref.Args {
		args = append(args, e.written(a, from, at))
	}
	switch ref.Form {
	case parse.FormFunc:
		return resolve.Bounded(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormFunc,
			Name: ref.Name, Args: args})
	case parse.FormList:
		return resolve.Bounded(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList, Args: args})
	case parse.FormUnion:
		return resolve.Bounded(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormUnion, Args: args})
	case parse.FormReference:
		t := args[0]
		t.Pointer = true
		return t
	}
	parts := segments(ref.Name)
	if len(parts) == 0 {
		return resolve.Unknown
	}
	if len(parts) == 1 {
		if t, ok := e.b.TypeParam(parts[0], from); ok {
			return t
		}
	}
	var x entity
	if strings.HasPrefix(ref.Name, ".") {
		x = e.path(entity{isSpace: true}, parts, 0)
	} else {
		as := aType
		if len(parts) > 1 {
			as = anything
		}
		x = e.plain(parts[0], from, at, as)
		if x.local != nil {
			x = e.plain(parts[0], from, at, aType)
		}
		if x.outside {
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true}
		}
		x = e.path(x, parts[1:], 0)
	}
	all := e.w.fits(x.defs, aType)
	ids := e.b.Declarations(all)
	if len(ids) != 1 {
		return resolve.Bounded(resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, Args: args,
			External: len(ids) == 0 && !e.mayMean(parts[len(parts)-1])})
	}
	id, tier := e.oneDeclared(all)
	t := resolve.Type{Def: e.w.typeOf(id), Owner: resolve.None, Args: args, Tier: resolve.WeakerTier(x.tier, tier)}
	if d := e.ix.Def(id); d.Kind == graph.KindTypeAlias && !d.Type.IsZero() {
		return t // see concrete
	}
	return resolve.Bounded(t)
}

// mayMean reports whether the tree has any definition of a name.
func (e *eval) mayMean(name string) bool { return len(e.ix.Named(e.w.family, name)) > 0 }

// aliased returns the type that an alias denotes.
func (e *eval) aliased(d resolve.DefID) resolve.Type {
	def := e.ix.Def(d)
	t := e.b.In(def.File).TypeOf(def.Type, d, def.NameAt)
	t.Static = true
	return t
}
