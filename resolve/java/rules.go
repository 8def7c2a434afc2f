// Package java resolves the names in Java files of a tree.
package java

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve Java. Overload resolution needs the types of the arguments, which
// depend on generics and the library, so files are bound by a dedicated evaluator:
// see [eval].
//
//	rules.go      imports and declarations of files, overriding
//	names.go      written types: scopes and imports
//	types.go      forms of types, boxing
//	hierarchy.go  supertypes, type argument substitution
//	subtypes.go   conversions between types, their least common supertype
//	members.go    fields and methods of types, inheritance, access
//	overload.go   the three phases, the most specific candidate
//	lambdas.go    functional interfaces, lambdas, method references
//	infer.go      type arguments from arguments and targets
//	calls.go      calls and creations
//	uses.go       names of variables, fields, types, method references
//	eval.go       expressions
//	operators.go  types of operators
//	library.go    declarations of the platform and libraries
//	generated.go  output of annotation processors
//	lombok.go     accessors, constructors, loggers
//	builders.go   builders
//
// All of it uses three-valued answers: yes, no, and maybe, if an external type is not
// known well enough. A maybe decides nothing.
type rules struct {
	resolve.PlainRules
	platform *external.Platform
	tree     *tree
}

// Language returns the language with its rules.
func Language(platform *external.Platform) resolve.Language {
	return resolve.Language{
		Family: "java", Names: []string{"java"},
		Rules: func() resolve.Rules { return &rules{platform: platform} },
		ProjectFiles: []string{"application.properties", "application.yml", "application.yaml",
			"persistence.xml", "*.hbm.xml", "pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "lombok.config"},
		Projects: projectNames,
	}
}

// Prepare resolves the declarations of all files of the tree.
func (r *rules) Prepare(ix *resolve.Table) { r.tree = newJava(ix, r.platform) }

// ResolveType resolves a written type; the table calls it for base types.
func (r *rules) ResolveType(
	b *resolve.Binder, ref parse.TypeRef, from resolve.DefID, _ uint32,
) resolve.Type {
	return r.tree.resolve(r.tree.files[b.File], from, ref)
}

// ResolveBase implements [resolve.BaseResolver].
func (r *rules) ResolveBase(d *resolve.Def, ref parse.TypeRef) resolve.Type {
	return r.tree.resolveBase(d, ref)
}

// LinkMembers links each method of a type to the methods of base types that it
// overrides or implements: the nearest one in each line of bases.
//
// For each method it searches at most MaxLineage base types.
func (r *rules) LinkMembers(b *resolve.Binder, d *resolve.Def) []resolve.Link {
	j := r.tree
	this := j.thisType(d.ID)
	var out []resolve.Link
	for _, m := range j.virtual(this) {
		seen := map[resolve.DefID]bool{d.ID: true}
		for _, o := range j.overridden(m, j.baseTypes(this), seen) {
			out = append(out, resolve.Link{From: m.def, To: o, Kind: graph.Overrides})
		}
	}
	return j.inherited(this, out)
}

// virtual lists the members of the class t that may override others, declared ones
// first.
func (j *tree) virtual(t resolve.Type) []member {
	var out []member
	for id := range j.table.Within(j.table.Def(t.Def)) {
		if m := j.table.Def(id); m.Outer == t.Def && resolve.IsVirtual(m) {
			out = append(out, member{id, nil, t})
		}
	}
	made := j.made.members[t.Def]
	for _, name := range slices.Sorted(maps.Keys(made)) {
		for _, m := range made[name] {
			isField := m.def != resolve.None && isValue(j.table.Def(m.def))
			if m.Kind == external.Method && isField && !slices.Contains(m.flags, "static") {
				out = append(out, member{m.def, m, t})
			}
		}
	}
	return out
}

// ImplementedBy implements [resolve.Implementer]: a string passed to the method of an
// interface or base class reaches its overrides.
func (r *rules) ImplementedBy(id resolve.DefID) []resolve.DefID {
	d := r.tree.table.Def(id)
	if d.Kind != graph.KindMethod || d.Outer == resolve.None || !resolve.IsVirtual(d) {
		return nil
	}
	this := r.tree.thisType(d.Outer)
	return r.tree.overridden(member{id, nil, this}, r.tree.baseTypes(this),
		map[resolve.DefID]bool{d.Outer: true})
}

// inherited adds to the links of a class those from methods of its interfaces to
// inherited methods that implement them: these are not overrides, since their class
// does not extend the interface.
//
//	class A { public void run() { } }
//	class B extends A implements Runner { }    // Runner.run may run A.run
func (j *tree) inherited(this resolve.Type, links []resolve.Link) []resolve.Link {
	var interfaces []resolve.Type
	class := resolve.Type{Def: resolve.None}
	split := func(of resolve.Type) {
		class.Def = resolve.None
		for _, t := range j.baseTypes(of) {
			switch {
			case t.Def < 0:
			case j.table.Def(t.Def).Kind == graph.KindInterface:
				interfaces = append(interfaces, t)
			default:
				class = t
			}
		}
	}
	split(this)
	implemented := map[resolve.DefID]bool{}
	for _, l := range links {
		implemented[l.To] = true
	}
	// Only superclasses can contribute an implementation, and only from the tree: Def
	// is negative for external ones.
	for n := 0; class.Def >= 0 && n < resolve.MaxLineage; n++ {
		above := class
		for _, m := range j.virtual(above) {
			if j.table.Def(m.def).Kind == graph.KindProperty {
				continue
			}
			seen := map[resolve.DefID]bool{}
			for _, o := range j.overridden(m, interfaces, seen) {
				if !implemented[o] {
					implemented[o] = true
					links = append(links, resolve.Link{From: o, To: m.def, Kind: graph.Dispatches})
				}
			}
		}
		split(above)
	}
	return links
}

// overridden lists the methods of the given types and their bases that m overrides.
func (j *tree) overridden(
	m member, bases []resolve.Type, seen map[resolve.DefID]bool,
) []resolve.DefID {
	var out []resolve.DefID
next:
	for _, t := range bases {
		if t.Def == resolve.None || seen[t.Def] {
			// Overriding a platform method makes no edge.
			continue
		}
		seen[t.Def] = true
		for _, id := range j.table.Own(t.Def, j.nameOf(m)) {
			o := j.table.Def(id)
			if !resolve.IsVirtual(o) || o.Kind != graph.KindMethod {
				continue
			}
			if j.sameSignature(m, member{id, nil, t}) {
				// It is the nearest in this line of bases: its own overridden methods
				// are its own links.
				out = append(out, id)
				continue next
			}
		}
		out = append(out, j.overridden(m, j.baseTypes(t), seen)...)
	}
	return out
}

// Imported returns the package or file that an import refers to.
//
//	import shop.model.Order;      // the file of Order
//	import shop.model.*;          // the package
//	import static shop.Tools.*;   // the file of Tools
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	j := r.tree
	p := im.Path
	if im.Name != "" && !im.Static {
		p += "." + im.Name
	}
	if im.Whole { // of a module
		return resolve.Target{External: platformModules()[p].packages != nil, Package: p}
	}
	if im.All && !im.Static {
		if b.Table.Modules[resolve.ModuleKey{Family: "java", Name: p}] != nil {
			// A name that is both a package and a type is a package to an import on demand.
			return resolve.Target{Modules: []string{p}}
		}
	}
	if t := j.qualified(b.File, p); t.Def != resolve.None {
		if f := b.Table.Def(t.Def).File; f != b.File {
			return resolve.Target{Files: []*resolve.File{f}, Tier: t.Tier}
		}
		return resolve.Target{}
	}
	if c := j.libraryClass(outsideType(p)); c != nil && c.of != resolve.None {
		return resolve.Target{Files: []*resolve.File{b.Table.Def(c.of).File}}
	}
	return resolve.Target{External: true, Package: foreignImport(im)}
}

// BindFile resolves the references of one file.
func (r *rules) BindFile(b *resolve.Binder) {
	e := newEval(b, r.tree)
	for i := range b.File.References {
		e.bind(i)
	}
	b.SetLocalTypes(e.localType)
	b.Receivers(resolve.ReceiverRules{
		Type: func(r *parse.Reference, from resolve.DefID) resolve.Type {
			return e.eval(r.Recv, r.At, e.context(from, r.At))
		},
		Enclosing: func(r *parse.Reference, from resolve.DefID) resolve.DefID { return e.context(from, r.At) },
	})
	e.bindImplicit(b)
	e.bindLibraryRuns()
	e.bindMappers()
	for i := range b.File.Definitions {
		if d := &b.File.Definitions[i]; !isAnonymous(d) {
			for _, base := range d.Bases {
				e.baseArguments(b.File.ID(int32(i)), base, false)
			}
		}
	}
	b.File.Limit(e.budget.Limits()...)
}

// baseArguments emits references for the other types named by a base type: the types
// it is nested in, and its type arguments.
//
//	class Orders extends Repo<Outer.Order> {}    // names Repo, Outer and Outer.Order
func (e *eval) baseArguments(d resolve.DefID, ref parse.TypeRef, itself bool) {
	name := ref.Name
	if !itself {
		name = parentPackage(name)
	}
	for ; name != ""; name = parentPackage(name) {
		if name[0] == '?' {
			// A wildcard names no type.
			break
		}
		t := e.j.resolve(e.jf, e.j.table.Defs[d].Outer, parse.TypeRef{Name: name})
		if t.Def != resolve.None {
			tier := resolve.WeakerTier(t.Tier, graph.Exact)
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{
				From: d, To: t.Def, Kind: graph.References, Tier: tier, At: ref.At,
			})
		}
	}
	for _, a := range ref.Args {
		e.baseArguments(d, a, true)
	}
}

// bind emits the binding of reference i of the file.
func (e *eval) bind(i int) {
	r := &e.b.File.References[i]
	e.budget.Next(r.At)
	m := e.meaning(i)
	if m.why == resolve.External && e.j.isLost(m.value) {
		m.why = resolve.NoModule
	}
	e.b.SetValueType(r.At, m.value)
	from := e.b.File.ID(r.Def)
	if tier, ok := e.b.Account(r, from, m.tier, m.why, m.candidates); ok {
		if m.only {
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{
				From: from, To: m.def, Kind: graph.References, Tier: tier, At: r.At})
		} else {
			e.b.Emit(r, from, m.def, tier)
		}
	} else if m.why == resolve.External && e.b.KeepsForeign() {
		e.foreign(int32(i), r, from, m)
	}
}

// tree holds the state for binding Java in addition to the index. It is immutable
// once built.
type tree struct {
	table      *resolve.Table
	files      map[*resolve.File]*file
	bases      map[resolve.DefID][]resolve.Type
	declared   []resolve.Type                   // by definition: the type of a value, or a return type
	parameters [][]resolve.Type                 // by definition
	bounds     map[resolve.TypeVar]resolve.Type // of type parameters
	packages   map[string]bool                  // packages of the tree and their parents
	exports    map[string]exporter              // of the modules that the tree declares
	library    *library
	modules    map[string]*module // by folder
	made       generation
	// by definition, see [tree.lineage]; nil until the bases of all types are known
	lineages []atomic.Pointer[[]base]
}

// A file is a file with its imports classified.
type file struct {
	*resolve.File
	single       map[string]string   // types by simple name: qualified name
	demand       []string            // packages or types
	static       map[string][]string // static members by name: qualified names of types
	staticDemand []string
	modules      []string // imported modules
	anonymous    []resolve.DefID
	// only for the file being bound, in a separate copy; nil in all others
	types map[typeKey]resolve.Type
}

// newJava resolves the declarations of all files: supertypes, and the types of
// values, results and parameters. It must run before files are bound in parallel.
func newJava(ix *resolve.Table, platform *external.Platform) *tree {
	j := &tree{
		table: ix, files: map[*resolve.File]*file{}, packages: map[string]bool{},
		bases:   map[resolve.DefID][]resolve.Type{},
		bounds:  map[resolve.TypeVar]resolve.Type{},
		exports: map[string]exporter{},
		library: &library{platform: platform, made: map[string]*libraryClass{}}, modules: modules(ix),
		made: generation{
			notes:     map[resolve.DefID][]annotation{},
			members:   map[resolve.DefID]map[string][]*libraryMember{},
			types:     map[resolve.DefID]map[string]resolve.Type{},
			delegates: map[resolve.DefID][]delegate{},
			utilities: map[resolve.DefID]bool{},
		},
		declared:   make([]resolve.Type, len(ix.Defs)),
		parameters: make([][]resolve.Type, len(ix.Defs)),
	}
	for _, f := range ix.Files {
		if f.Language == "java" {
			j.addFile(f)
			j.addModule(f)
		}
	}
	for _, f := range ix.Files {
		if jf := j.files[f]; jf != nil {
			j.readAnnotations(jf)
		}
	}
	for _, f := range ix.Files {
		if jf := j.files[f]; jf != nil {
			j.declare(jf)
		} else if f.Family == "java" {
			j.declareJVMFile(f)
		}
	}
	j.generateMembers()
	j.lineages = make([]atomic.Pointer[[]base], len(ix.Defs))
	return j
}

// addFile sorts the imports of a file by their kinds (JLS 7.5).
func (j *tree) addFile(f *resolve.File) {
	jf := &file{File: f, single: map[string]string{}, static: map[string][]string{}}
	for _, im := range f.Imports {
		switch {
		case im.Whole:
			jf.modules = append(jf.modules, im.Path)
		case im.Static && im.All:
			jf.staticDemand = append(jf.staticDemand, im.Path)
		case im.Static:
			jf.static[im.Name] = append(jf.static[im.Name], im.Path)
		case im.All:
			jf.demand = append(jf.demand, im.Path)
		case im.Path == "":
			// A type of the unnamed package.
			jf.single[im.Name] = im.Name
		default:
			jf.single[im.Name] = im.Path + "." + im.Name
		}
	}
	for i := range f.Definitions {
		if isAnonymous(&f.Definitions[i]) {
			jf.anonymous = append(jf.anonymous, f.ID(int32(i)))
		}
	}
	// If a package is known, all its parents are recorded.
	for p := f.Module; p != "" && !j.packages[p]; p = parentPackage(p) {
		j.packages[p] = true
	}
	j.files[f] = jf
}

// HasPackage implements [resolve.PackageIndex].
func (r *rules) HasPackage(name string) bool {
	return r.tree.packages[name] || r.tree.library.hasPackage(name)
}

// HasType implements [resolve.PackageIndex], for the platform.
func (r *rules) HasType(name string) bool { return r.tree.library.hasType(name) }

// parentPackage returns the name of a package without its last part.
func parentPackage(p string) string { return p[:max(strings.LastIndexByte(p, '.'), 0)] }

// isAnonymous reports whether d is an anonymous class: no other class name has a
// dollar sign before a number.
//
// The front end names the class of `new Shape() {…}` in Use after the enclosing
// class, Use$1.
func isAnonymous(d *parse.Definition) bool {
	i := strings.LastIndexByte(d.Name, '$')
	if d.Kind != graph.KindClass || i < 0 || i+1 == len(d.Name) {
		return false
	}
	return strings.Trim(d.Name[i+1:], "0123456789") == ""
}

// declare resolves the written types in the definitions of a file.
//
// The bounds come first: results and parameters are expressed in terms of them.
func (j *tree) declare(jf *file) {
	for i := range jf.Locals {
		l := &jf.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		d := jf.ID(l.Def)
		for k, name := range j.table.Def(d).TypeParams {
			if name == l.Name {
				j.bounds[resolve.TypeVar{Owner: d, Param: k}] = j.resolve(jf, d, l.Type)
			}
		}
	}
	for i := range jf.Definitions {
		d := jf.ID(int32(i))
		x := &jf.Definitions[i]
		j.declared[d] = resolve.Unknown
		if !x.Type.IsZero() {
			j.declared[d] = j.resolve(jf, d, x.Type)
		}
		if len(x.Params) > 0 {
			j.parameters[d] = make([]resolve.Type, len(x.Params))
			for k, p := range x.Params {
				j.parameters[d][k] = j.resolve(jf, d, p.Type)
			}
		}
		if x.Kind.IsType() {
			j.basesOf(d)
		}
	}
}

// resolveBase resolves a type written in the header of the type x: its type
// parameters are in scope there, its members are not (JLS 6.3).
//
//	class Outer<T> extends Base<T> implements Outer.Visitor {}    // T is in scope, Visitor is not
func (j *tree) resolveBase(x *resolve.Def, ref parse.TypeRef) resolve.Type {
	for i, p := range x.TypeParams {
		if p == ref.Name {
			return resolve.Type{Def: resolve.None, Owner: x.ID, Param: i, Name: p}
		}
	}
	// The name is looked up outside x: its own members are not in scope.
	t := j.resolve(j.files[x.File], x.Outer, parse.TypeRef{Name: ref.Name, At: ref.At})
	switch {
	case j.isMadeBy(x) && !j.isOnlyInner(t):
		return resolve.Unknown
	// an anonymous class: its target decides
	case len(ref.Args) == 1 && ref.Args[0].Form == parse.FormDiamond:
		t.Args = unknowns(j.typeVars(t))
	case len(ref.Args) > 0:
		t.Args = make([]resolve.Type, len(ref.Args))
		for i, a := range ref.Args {
			t.Args[i] = j.resolveBase(x, a)
		}
	}
	return t
}

// isMadeBy reports whether x is the class of an expression outer.new Inner() { … }.
// Then Inner is a member of the class of outer, whatever the name denotes in scope
// (JLS 15.9.1).
func (j *tree) isMadeBy(x *resolve.Def) bool {
	return isAnonymous(x.Definition) &&
		strings.HasSuffix(strings.TrimRight(x.File.Text[:x.Range.Start], " \t\r\n"), ".")
}

// isOnlyInner reports whether t is an inner class, and the only one of its name: the types of
// expressions are unknown when bases are resolved.
func (j *tree) isOnlyInner(t resolve.Type) bool {
	if t.Def == resolve.None {
		return false
	}
	isInner := func(id resolve.DefID) bool {
		d := j.table.Def(id)
		return d.Kind == graph.KindClass && !resolve.HasModifier(d, "static") &&
			d.Outer != resolve.None && j.table.Def(d.Outer).Kind.IsType()
	}
	return isInner(t.Def) && !slices.ContainsFunc(
		j.table.Named("java", j.table.Def(t.Def).Name),
		func(id resolve.DefID) bool { return id != t.Def && isInner(id) })
}

// basesOf lists the base types of a type, the superclass first. Before the table is
// complete, it resolves them on demand.
//
//	class A extends B.Inner {}
//	class B extends A {}         // its members are looked up while A has no bases yet
func (j *tree) basesOf(d resolve.DefID) []resolve.Type {
	if ts, ok := j.bases[d]; ok {
		return ts
	}
	x := j.table.Def(d)
	j.bases[d] = nil // a cycle ends here
	var out []resolve.Type
	for _, ref := range x.Bases {
		out = append(out, j.resolveBase(x, ref))
	}
	if b, ok := j.implicitBase(x); ok {
		out = append(out, b)
	}
	j.bases[d] = out
	return out
}
