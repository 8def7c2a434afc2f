package graphbuild

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// javaRules resolve Java. Overloads are told apart by the types of the
// arguments, and these come through generics and the library, so that files are
// bound by an evaluator of their own: see [javaEval].
//
//	bind_java.go           what files import and declare, overriding
//	bind_java_names.go     written types
//	bind_java_members.go   members of types, and how arguments fit parameters
//	bind_java_calls.go     calls, creations, inference from arguments
//	bind_java_eval.go      names and expressions
//	bind_java_library.go   what is known of the standard library
type javaRules struct {
	plainRules
	tree *java
}

// javaLanguage returns the language with its rules.
func javaLanguage() language {
	return language{
		family: "java", names: []string{"java"}, rules: func() rules { return &javaRules{} },
	}
}

func (r *javaRules) prepare(ix *index) { r.tree = newJava(ix) }

// typeOf resolves a written type; the engine asks for base types.
func (r *javaRules) resolveType(b *binder, ref parse.TypeRef, from defID, _ uint32) typ {
	return r.tree.resolve(r.tree.files[b.f], from, ref)
}

// linkMembers joins each method of a type to the methods of base types that it
// overrides or implements: in each line of bases the nearest.
func (r *javaRules) linkMembers(b *binder, d *defn) []graph.Edge {
	j := r.tree
	var out []graph.Edge
	for id := d.id + 1; int(id) < len(b.ix.defs) && b.ix.defs[id].file == d.file && b.ix.defs[id].Range.Start < d.Range.End; id++ {
		m := b.ix.def(id)
		if m.parent != d.id || !isVirtual(m) {
			continue
		}
		for _, o := range j.overridden(m, j.baseTypes(typ{def: d.id, owner: none}), map[defID]bool{d.id: true}) {
			out = append(out, graph.Edge{From: m.node, To: b.ix.def(o).node, Kind: graph.Overrides, Tier: graph.Exact, Line: b.f.line(m.NameAt)})
		}
	}
	return out
}

func isVirtual(d *defn) bool {
	return (d.Kind == graph.KindMethod || d.Kind == graph.KindProperty) && !hasModifier(d, "static") && !hasModifier(d, "private")
}

// overridden lists what method m overrides in the given types and their bases.
func (j *java) overridden(m *defn, bases []typ, seen map[defID]bool) []defID {
	var out []defID
next:
	for _, t := range bases {
		if t.def == none || seen[t.def] {
			continue
		}
		seen[t.def] = true
		for _, id := range j.ix.own(t.def, m.Name) {
			if o := j.ix.def(id); isVirtual(o) && o.Kind == graph.KindMethod && j.sameParams(m.id, unknown, id, t) {
				out = append(out, id)
				continue next
			}
		}
		out = append(out, j.overridden(m, j.baseTypes(t), seen)...)
	}
	return out
}

func (r *javaRules) imported(b *binder, im *parse.Import) target {
	j := r.tree
	p := im.Path
	if im.Name != "" && !im.Static {
		p += "." + im.Name
	}
	if im.All && !im.Static {
		if b.ix.modules[moduleKey{"java", p}] != nil {
			return target{modules: []string{p}}
		}
	}
	if id := j.qualified(b.f, p); id != none {
		if f := b.ix.def(id).file; f != b.f {
			return target{files: []*file{f}}
		}
		return target{}
	}
	return target{external: true}
}

func (r *javaRules) bindFile(b *binder) {
	e := newJavaEval(b, r.tree)
	for i := range b.f.References {
		e.bind(i)
	}
	for i := range b.f.Definitions {
		if d := &b.f.Definitions[i]; !isAnonymous(d) {
			for _, base := range d.Bases {
				e.baseArguments(b.f.def(int32(i)), base, false)
			}
		}
	}
}

// baseArguments emits what a base type names beside the base itself: the types
// it is nested in, and its type arguments.
func (e *javaEval) baseArguments(d defID, ref parse.TypeRef, itself bool) {
	name := ref.Name
	if !itself {
		name = parentPackage(name)
	}
	for ; name != ""; name = parentPackage(name) {
		if t := e.j.resolve(e.jf, e.j.ix.defs[d].parent, parse.TypeRef{Name: name}); t.def != none {
			e.b.bindings = append(e.b.bindings, binding{from: d, to: t.def, kind: graph.References, tier: graph.Exact, at: ref.At})
		}
	}
	for _, a := range ref.Args {
		e.baseArguments(d, a, true)
	}
}

// bind emits what reference i of the file means.
func (e *javaEval) bind(i int) {
	r := &e.b.f.References[i]
	m := e.meaning(i)
	from := e.b.f.def(r.Def)
	if tier, ok := e.b.account(r, from, m.tier, m.why, m.candidates); ok {
		e.b.emit(r, from, m.def, tier)
	}
}

// java is what binding Java needs beside the index. It does not change once
// made.
type java struct {
	ix       *index
	files    map[*file]*javaFile
	bases    map[defID][]typ
	declared []typ           // by definition: the type of a value, the result of a callable
	params   [][]typ         // by definition
	bounds   map[typeVar]typ // of type parameters
	packages map[string]bool // packages of the tree and those around them
}

type typeVar struct {
	owner defID
	param int
}

// A javaFile is a file with its imports sorted out.
type javaFile struct {
	*file
	single       map[string]string   // types by simple name: qualified name
	demand       []string            // packages or types
	static       map[string][]string // static members by name: qualified names of types
	staticDemand []string
	anonymous    []defID
}

func newJava(ix *index) *java {
	j := &java{
		ix: ix, files: map[*file]*javaFile{}, bases: map[defID][]typ{}, bounds: map[typeVar]typ{}, packages: map[string]bool{},
		declared: make([]typ, len(ix.defs)), params: make([][]typ, len(ix.defs)),
	}
	for _, f := range ix.files {
		if f.Language == "java" {
			j.addFile(f)
		}
	}
	for _, f := range ix.files {
		if jf := j.files[f]; jf != nil {
			j.declare(jf)
		}
	}
	return j
}

func (j *java) addFile(f *file) {
	jf := &javaFile{file: f, single: map[string]string{}, static: map[string][]string{}}
	for _, im := range f.Imports {
		switch {
		case im.Static && im.All:
			jf.staticDemand = append(jf.staticDemand, im.Path)
		case im.Static:
			jf.static[im.Name] = append(jf.static[im.Name], im.Path)
		case im.All:
			jf.demand = append(jf.demand, im.Path)
		case im.Path == "":
			jf.single[im.Name] = im.Name
		default:
			jf.single[im.Name] = im.Path + "." + im.Name
		}
	}
	for i := range f.Definitions {
		if isAnonymous(&f.Definitions[i]) {
			jf.anonymous = append(jf.anonymous, f.def(int32(i)))
		}
	}
	for p := f.Module; p != "" && !j.packages[p]; p = parentPackage(p) {
		j.packages[p] = true
	}
	j.files[f] = jf
}

func parentPackage(p string) string { return p[:max(strings.LastIndexByte(p, '.'), 0)] }

// isAnonymous reports whether d is an anonymous class: no other name of a
// class has a dollar sign before a number.
func isAnonymous(d *parse.Definition) bool {
	i := strings.LastIndexByte(d.Name, '$')
	return d.Kind == graph.KindClass && i >= 0 && i+1 < len(d.Name) && strings.Trim(d.Name[i+1:], "0123456789") == ""
}

// declare resolves what the definitions of a file write down.
func (j *java) declare(jf *javaFile) {
	for i := range jf.Locals {
		l := &jf.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		d := jf.def(l.Def)
		for k, name := range j.ix.def(d).TypeParams {
			if name == l.Name {
				j.bounds[typeVar{d, k}] = j.resolve(jf, d, l.Type)
			}
		}
	}
	for i := range jf.Definitions {
		d := jf.def(int32(i))
		x := &jf.Definitions[i]
		j.declared[d] = unknown
		if !x.Type.IsZero() {
			j.declared[d] = j.resolve(jf, d, x.Type)
		}
		if len(x.Params) > 0 {
			j.params[d] = make([]typ, len(x.Params))
			for k, p := range x.Params {
				j.params[d][k] = j.resolve(jf, d, p.Type)
			}
		}
		if x.Kind.IsType() {
			j.basesOf(d)
		}
	}
}

// basesOf lists the base types of a type, the superclass first. Before the
// table is complete it resolves them where it stands.
func (j *java) basesOf(d defID) []typ {
	if ts, ok := j.bases[d]; ok {
		return ts
	}
	x := j.ix.def(d)
	j.bases[d] = nil // a cycle ends here
	var out []typ
	for _, ref := range x.Bases {
		out = append(out, j.resolve(j.files[x.file], x.parent, ref))
	}
	j.bases[d] = out
	return out
}

// baseTypes lists the base types of t with its type arguments put in.
func (j *java) baseTypes(t typ) []typ {
	bases := j.basesOf(t.def)
	if len(t.args) == 0 || len(bases) == 0 {
		return bases
	}
	out := make([]typ, len(bases))
	for i, b := range bases {
		out[i] = substitute(b, t.def, t.args)
	}
	return out
}

// substitute puts args for the type parameters of owner in t.
func substitute(t typ, owner defID, args []typ) typ {
	if t.owner != none {
		if t.owner == owner && t.param < len(args) {
			return args[t.param].withTier(t.tier)
		}
		return t
	}
	if len(t.args) == 0 {
		return t
	}
	out := make([]typ, len(t.args))
	for i, a := range t.args {
		out[i] = substitute(a, owner, args)
	}
	t.args = out
	return t
}

// sameParams reports whether method a, seen from a type, has the parameters of
// method b of type base: then one overrides the other.
func (j *java) sameParams(a defID, from typ, b defID, base typ) bool {
	pa, pb := j.params[a], j.params[b]
	if len(pa) != len(pb) {
		return false
	}
	for i := range pa {
		x, y := pa[i], substitute(pb[i], base.def, base.args)
		if from.def != none {
			x = substitute(x, from.def, from.args)
		}
		if !j.sameErasure(x, y) {
			return false
		}
	}
	return true
}

// sameErasure compares types without their arguments. The type parameter of a
// method is its bound; that of a type, for which nothing has been put in, is any
// class.
func (j *java) sameErasure(x, y typ) bool {
	x, y = j.erased(x), j.erased(y)
	switch {
	case x.owner != none || y.owner != none:
		return x.form != "[]" && y.form != "[]" && !isPrimitive(x) && !isPrimitive(y)
	case !x.known() || !y.known():
		return true
	case x.def != none || y.def != none:
		return x.def == y.def
	case x.form == "[]" && y.form == "[]":
		return len(x.args) == 0 || len(y.args) == 0 || j.sameErasure(x.args[0], y.args[0])
	}
	return lastName(x.form) == lastName(y.form)
}

// erased is what the type parameter of a method stands for.
func (j *java) erased(t typ) typ {
	for range maxDepth {
		if t.owner == none || j.ix.def(t.owner).Kind.IsType() {
			return t
		}
		b, ok := j.bounds[typeVar{t.owner, t.param}]
		if !ok {
			return outsideType("Object")
		}
		t = b
	}
	return outsideType("Object")
}

// nearest picks among types of one qualified name, which a tree may hold
// several times in different source sets: the one that shares most of its path
// with f.
func (j *java) nearest(f *file, ids []defID) defID {
	best, length := none, -1
	for _, id := range ids {
		d := j.ix.def(id)
		if !d.Kind.IsType() {
			continue
		}
		if n := sharedFolders(path.Dir(d.file.Path), path.Dir(f.Path)); n > length {
			best, length = id, n
		}
	}
	return best
}

// sharedFolders counts the folders that two paths begin with.
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
