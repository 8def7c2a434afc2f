// Package scoped resolves the names of the languages that package parse/tags describes by tables.
//
// A name is looked up in lexical scopes, then in the imports of the file, then in its
// namespace, by the [tags.Scoping] of its row. A member is looked up in the type of
// its receiver, if that is declared, constructed or returned by a callable with a
// declared type. A [dialect] extends this for a language.
//
// The tier of a name resolved by a scope or an import is exact. That of a member is
// exact for the receiver of the enclosing function and for a named type, and typed
// for all other receivers.
//
//	rules.go     the rules, and their queries about declarations
//	symbols.go   full names, parts of types, re-exports
//	names.go     scopes, imports, namespaces, written types
//	members.go   members of types, extensions
//	eval.go      expressions
//	calls.go     references, overloads
//	LANGUAGE.go  the dialect of a language
package scoped

import (
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/resolve"
)

// rules resolve one language of a table.
type rules struct {
	resolve.PlainRules
	row     *tags.Row
	dialect *dialect
	once    sync.Once
	world   *symbolTable

	scatter   sync.Once
	scattered map[resolve.DefID]bool // see isScattered
}

// A dialect extends the [tags.Scoping] of a language; every field may be nil.
type dialect struct {
	// arrange completes the facts of files; see [resolve.Placer].
	arrange func(files []*parse.Facts, p *resolve.Project)
	// prepare completes the world.
	prepare func(w *symbolTable)
	// first resolves the first name of a path, before all scopes.
	first func(e *eval, name string, from resolve.DefID, at uint32) (entity, bool)
	// importPath returns the target of an import as a full name, as seen from its
	// position.
	importPath func(e *eval, im *parse.Import) (entity, bool)
	// holds reports whether an import of the file is in effect at a position in a
	// definition.
	holds func(e *eval, im *parse.Import, from resolve.DefID, at uint32) bool
	// before and after return the members of a name that precede, and follow, a
	// type's own members: those of mixed-in types.
	before, after func(e *eval, of resolve.Type, name string) []resolve.DefID
	// classIsReceiver specifies that a class is the receiver of code directly in its
	// body.
	classIsReceiver bool
	// pick chooses among the members of one type with one name.
	pick func(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID
	// overridable reports whether a member may be overridden by another of its name.
	overridable func(w *symbolTable, base, d *resolve.Def) bool
	// static finds members that are accessed through the type.
	static func(e *eval, of resolve.Type, name string) []resolve.DefID
	// value returns the objects that the name of a class denotes as a value.
	value func(e *eval, of resolve.Type) []resolve.Type
	// last resolves a plain name that no scope has.
	last func(e *eval, r *parse.Reference, name string, from resolve.DefID) ([]resolve.DefID, graph.Tier)
	// called returns the targets of a call of definitions, if they differ from these.
	called func(e *eval, ids []resolve.DefID, args int16) []resolve.DefID
	// unsure reports whether the referent of a plain name may not be visible in the
	// file.
	unsure func(e *eval, id resolve.DefID) bool
	// arguments adds candidates of a call by the types of its arguments, and chooses
	// by them.
	arguments func(e *eval, ids []resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID
	// owns reports whether the path of a reference is of a program of the tree, whatever it names:
	// the path that im imports, if that is not nil, or else the path as written.
	owns func(e *eval, path []string, r *parse.Reference, im *parse.Import) bool
	// own reports whether the receiver of a reference, in a form of the language, is the own
	// object or its class, and how.
	own func(recv []parse.Step) (graph.ReceiverForm, bool)
	// class is the name of the member of objects that is their class.
	class string
	// late specifies that members are looked up when they are called: those of a type are
	// overridden like those of objects, and a class may call what only its subclasses have.
	late bool
	// apart specifies that the part of a type that has a base has the members that implement it.
	apart bool
	// forwards reports whether a type passes on calls to another object.
	forwards func(d *resolve.Def) bool
	// strict specifies that visible also applies to a single definition.
	strict bool
	// visible keeps those of several definitions of one full name that are visible in
	// a file.
	visible func(e *eval, ids []resolve.DefID) []resolve.DefID
	// lost reports whether a name of which the tree has no definition cannot come from elsewhere: of
	// a plain name, or of a member of a type of the tree.
	lost func(e *eval, r *parse.Reference, of resolve.Type, from resolve.DefID) bool
}

// Languages returns the languages of the table with their rules. Those of one family share a
// symbol table.
func Languages() []resolve.Language {
	var out []resolve.Language
	for _, row := range tags.Rows() {
		if row.With != "" {
			continue
		}
		names := []string{row.Name}
		for _, r := range tags.Rows() {
			if r.With == row.Name {
				names = append(names, r.Name)
			}
		}
		family := row.Family
		if family == "" {
			family = row.Name
		}
		out = append(out, resolve.Language{Family: family, Names: names,
			ProjectFiles: row.Scoping.ProjectFiles,
			Rules: func() resolve.Rules {
				r := &rules{row: row, dialect: &dialect{}}
				if d := dialects[row.Name]; d != nil {
					r.dialect = d()
				}
				return r
			}})
	}
	return out
}

// PathModules reports whether the modules of definitions are paths of files or folders.
func (r *rules) PathModules() bool { return r.row.Scoping.Paths || r.row.Scoping.FolderModules }

// Place implements [resolve.Placer].
func (r *rules) Place(files []*parse.Facts, p *resolve.Project) {
	if r.dialect.arrange != nil {
		r.dialect.arrange(files, p)
	}
}

// Prepare collects full names, re-exports and the parts of types.
func (r *rules) Prepare(ix *resolve.Table) {
	r.once.Do(func() { r.world = newWorld(ix, r) })
}

// ResolveType resolves a written type.
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	r.Prepare(b.Table)
	return r.eval(b).written(ref, from, at)
}

// eval returns the evaluator of a file, which its binder keeps.
func (r *rules) eval(b *resolve.Binder) *eval {
	if e, ok := b.State.(*eval); ok {
		return e
	}
	e := newEval(r, b)
	b.State = e
	return e
}

// Imported returns the file or namespace that an import refers to.
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	e, im := r.eval(b), &b.File.Imports[i]
	x := e.imported(im)
	switch {
	case len(x.files) > 0:
		return resolve.Target{Files: x.files}
	case len(x.defs) > 0:
		id, tier := e.oneDeclared(x.defs)
		f := b.Table.Def(id).File
		if f == b.File {
			return resolve.Target{}
		}
		return resolve.Target{Files: []*resolve.File{f}, Tier: tier}
	case x.isSpace:
		if files := r.world.filesOf[x.space]; len(files) == 1 && files[0] != b.File {
			return resolve.Target{Files: files}
		}
		return resolve.Target{Modules: []string{x.space}}
	case im.Whole && strings.HasPrefix(im.Path, "."): // a path of the tree without a file
		return resolve.Target{}
	}
	return resolve.Target{External: true, Package: im.Path}
}

// BindFile resolves the references of one file.
func (r *rules) BindFile(b *resolve.Binder) {
	e := r.eval(b)
	for i := range b.File.References {
		e.bind(&b.File.References[i])
	}
	b.Receivers(resolve.ReceiverRules{Type: e.receiverType, Exact: e.creates, Own: e.isOwn,
		Skip: r.isScattered})
	for i := range b.File.Implicit {
		e.operate(&b.File.Implicit[i])
	}
	e.bindChannels()
	b.File.Limit(e.budget.Limits()...)
}

// Overridden implements [resolve.Overrider]: in each line of bases the nearest member of the
// name.
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	if !d.Kind.IsCallable() && d.Kind != graph.KindField || d.Outer == resolve.None || isStatic(d) && !r.dialect.late ||
		resolve.HasModifier(d, "private") || d.Kind == graph.KindConstructor {
		return nil
	}
	owner := b.Table.EnclosingType(d.ID)
	if owner == resolve.None || owner == d.ID || !d.Kind.IsCallable() && d.Outer != owner {
		return nil
	}
	bases := b.Table.Bases[owner]
	if len(bases) == 0 && !r.dialect.apart {
		bases = r.world.bases(r.world.typeOf(owner))
	}
	var out []resolve.DefID
	for _, t := range bases {
		out = append(out, r.overridden(d, t.Def, 0)...)
	}
	return out
}

// overridden lists the members of a type, or else of its bases, that d overrides.
func (r *rules) overridden(d *resolve.Def, t resolve.DefID, depth int) []resolve.DefID {
	if t <= resolve.None || depth > maxBases {
		return nil
	}
	w := r.world
	for _, id := range w.own(t, d.Name) {
		o := w.ix.Def(id)
		if o.ID == d.ID || isStatic(o) != isStatic(d) || o.Kind.IsCallable() != d.Kind.IsCallable() ||
			r.dialect.overridable != nil && !r.dialect.overridable(w, o, d) || !sameArity(o, d) {
			continue
		}
		return []resolve.DefID{id}
	}
	var out []resolve.DefID
	for _, b := range w.bases(t) {
		out = append(out, r.overridden(d, b.Def, depth+1)...)
	}
	return out
}

// maxBases bounds the depth of hierarchies.
const maxBases = 64

func sameArity(a, b *resolve.Def) bool { return len(a.Params) == len(b.Params) }

// isStatic reports whether a member belongs to its type.
func isStatic(d *resolve.Def) bool { return resolve.HasModifier(d, "static") }
