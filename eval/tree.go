package eval

import (
	"context"
	"iter"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Tree is a resolved tree with its sites.
type Tree struct {
	*resolve.Resolution
	Table *resolve.Table

	binders    map[*resolve.File]*resolve.Binder
	projects   map[string]bool // the folders of project files
	attributes map[resolve.DefID][]Expr
	values     map[resolve.DefID][]Expr // assigned or return values of a definition
	locals     map[Place][]Expr         // assigned values of a local, by where its name begins
	assigned   map[Variable][]Expr      // assigned values of a local, by its name
	each       map[Variable][]Expr      // lists whose elements are assigned to a local
	indexes    map[string]*callIndex    // by family
	callers    map[string]*Callers      // by family; see CallersOf
	sums       map[sum]*parse.Expr
	sets       []set  // by (path, position)
	calls      []Expr // the expressions of all sites, by (path, position)
	kept       map[any]any

	ctx   context.Context // see StopWith; nil if nothing cancels the search
	asked int             // number of expressions evaluated
	left  int             // remaining steps of the current Reduce or Text

	// sources collects the definitions that the current text is made of, if sourced is
	// set.
	sources []resolve.DefID
	sourced bool
}

// StopWith cancels searches of the tree soon after ctx is done. Their results are then
// incomplete, so the caller must check ctx.
func (t *Tree) StopWith(ctx context.Context) { t.ctx = ctx }

// Memo returns the value for key, computing it with make on first use: for an index
// that several readers share. Like context keys, each key has its own type.
func (t *Tree) Memo(key any, make func() any) any {
	if t.kept == nil {
		t.kept = map[any]any{}
	}
	x, ok := t.kept[key]
	if !ok {
		x = make()
		t.kept[key] = x
	}
	return x
}

// patience is the number of evaluations between two checks of the context.
const patience = 256

// stopIfDone aborts the search of one framework, up to its Guard, once the context is
// done.
func (t *Tree) stopIfDone() {
	if t.asked++; t.asked%patience == 0 && t.ctx != nil && t.ctx.Err() != nil {
		panic(t.ctx.Err())
	}
}

// A Expr is an expression at a place, with an environment for the parameters in it. The fields are in an
// order without gaps: environments hold hundreds of thousands.
type Expr struct {
	*parse.Expr
	In  *resolve.Binder
	Env Env
	If  *parse.Condition // see parse.Site
	Def resolve.DefID    // the innermost definition around it, or the one it annotates

	// Scope is that of [parse.Site], for an assigned value.
	Scope uint32

	// Part is that of [parse.Site], for a list that a loop iterates over.
	Part uint8

	// Branch is set if the expression is in a branch or a loop.
	Branch bool

	// Adds is set if the value is appended to the variable's previous value.
	Adds bool
}

// NewTree returns the tree with an index of its sites. Time and memory are linear in
// the number of sites.
func NewTree(r *resolve.Resolution) *Tree {
	t := &Tree{Resolution: r, Table: r.Table, binders: map[*resolve.File]*resolve.Binder{},
		attributes: map[resolve.DefID][]Expr{},
		values:     map[resolve.DefID][]Expr{}, locals: map[Place][]Expr{},
		assigned: map[Variable][]Expr{}, each: map[Variable][]Expr{},
		sums: map[sum]*parse.Expr{}}
	t.projects = projectFolders(r.Table.Project)
	sites := 0
	for _, b := range r.Files {
		sites += len(b.File.Sites)
	}
	t.calls = make([]Expr, 0, sites)
	for _, b := range r.Files {
		t.binders[b.File] = b
		for i := range b.File.Sites {
			t.add(b, &b.File.Sites[i])
		}
	}
	return t
}

func (t *Tree) add(b *resolve.Binder, s *parse.Site) {
	x := Expr{Expr: &s.Expr, In: b, Def: b.File.ID(s.Def), Branch: s.Branch, If: s.If,
		Adds: s.Appends, Scope: s.Scope, Part: s.Part}
	if s.Kind == parse.SiteAttribute && t.Table.Def(x.Def).Kind.IsType() {
		x.Def = t.Table.Canon[x.Def]
	}
	t.calls = append(t.calls, x)
	switch s.Kind {
	case parse.SiteAttribute:
		t.attributes[x.Def] = append(t.attributes[x.Def], x)
	case parse.SiteValue:
		if d := t.holder(b, s); d != resolve.None {
			if s.Expr.Kind == parse.ExprLambda && t.Table.Def(d).Body == s.Expr.Body {
				return // d is the function itself
			}
			if s.Appends && s.Expr.Kind == parse.ExprString {
				return // a part is not a value
			}
			t.values[d] = append(t.values[d], x)
			t.sets = append(t.sets, set{Variable{Def: d}, x})
		} else {
			at, name := Place{b.File, s.For}, t.variable(x, s.For)
			t.locals[at] = append(t.locals[at], x)
			t.assigned[name] = append(t.assigned[name], x)
			t.sets = append(t.sets, set{name, x})
		}
	case parse.SiteEach:
		name := t.variable(x, s.For)
		t.each[name] = append(t.each[name], x)
	}
}

// A Variable is a local of a definition, or the variable that a definition is; in the
// latter case Name is empty.
type Variable struct {
	Def  resolve.DefID
	Name string

	// Class is the class of the object, for fields that are distinguished by it, and 0
	// for others, as that is the id of a file.
	Class resolve.DefID
}

// variable returns the local whose name begins at a position of the file of x.
func (t *Tree) variable(x Expr, at uint32) Variable {
	text := x.In.File.Text[at:]
	return Variable{Def: x.Def, Name: text[:nameLen(text)]}
}

// Assigned lists the values assigned to a local of the definition around x, in source
// order. It goes by the name only, for languages in which a local is one variable
// wherever it is assigned. The elements of lists that a loop assigns to it are
// included.
func (t *Tree) Assigned(x Expr) []Expr {
	name := Variable{Def: x.Def, Name: x.Expr.Text}
	out := slices.Clone(t.assigned[name])
	for i := range out {
		out[i].Env = x.Env
	}
	for _, list := range t.each[name] {
		list.Env = x.Env
		for _, e := range t.Elements(list) {
			if v, ok := e.part(list.Part); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// IsAssigned reports whether a local gets a value from an assignment.
func (t *Tree) IsAssigned(v Variable) bool { return t.assigned[v] != nil }

// written lists the elements of a list literal, and nothing for other expressions.
func written(list Expr) []Expr {
	if list.In.File.Family == "go" && list.Part > 0 {
		return keyed(list, list.Part)
	}
	if list.Kind != parse.ExprList {
		return nil
	}
	var out []Expr
	for i := range list.Args {
		out = append(out, list.Sub(&list.Args[i].Value))
	}
	return out
}

// Loops lists the lists that a name iterates over in the enclosing loops.
func (t *Tree) Loops(x Expr) []Expr {
	for of := x; of.Def != resolve.None; of.Def = t.Table.Def(of.Def).Outer {
		if list := t.each[Variable{Def: of.Def, Name: x.Expr.Text}]; list != nil {
			return list
		}
	}
	return nil
}

// holder returns the definition that is assigned a value; None for a local.
func (t *Tree) holder(b *resolve.Binder, s *parse.Site) resolve.DefID {
	defs := b.File.Definitions
	for d := b.File.DefinitionAt(s.For); d > 0; d-- {
		if defs[d].NameAt == s.For {
			return b.File.ID(d)
		}
		if defs[d-1].Range != defs[d].Range { // a = b = value defines several
			break
		}
	}
	return b.Referent(s.For).Def
}

// Guard calls do, if the tree has any files. A panic is recorded with the first file
// that has sites, or with the first file.
func (t *Tree) Guard(do func()) {
	switch {
	case t.ctx != nil && t.ctx.Err() != nil: // nobody waits for the result
	case len(t.Table.Files) == 0:
	case len(t.calls) == 0:
		t.Table.Files[0].Guard(do)
	default:
		t.calls[0].In.File.Guard(do)
	}
}

// projectFolders returns the folders of the files that define how parts of a tree find
// each other.
func projectFolders(p *resolve.Project) map[string]bool {
	folders := map[string]bool{}
	for file := range p.Files {
		// Files of a class, of queries, of routes and of generated code do not define a project.
		if !strings.HasSuffix(file, ".hbm.xml") && !strings.HasPrefix(path.Base(file), "sqlc.") &&
			!strings.HasPrefix(path.Base(file), "routes.") && !strings.HasPrefix(path.Base(file), "routing.") &&
			path.Base(file) != "lombok.config" {
			folders[path.Dir(file)] = true
		}
	}
	return folders
}

// Project returns the folder of the project of a file: the nearest enclosing folder
// with a project file, or "" for the root of the tree.
func (t *Tree) Project(f *resolve.File) string {
	for dir := path.Dir(f.Path); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if t.projects[dir] {
			return dir
		}
	}
	return ""
}

// maxBases bounds the base classes that are followed.
const maxBases = 20

// Ancestry lists a class and its base classes in the tree, starting with the class
// itself.
func (t *Tree) Ancestry(class resolve.DefID) []resolve.DefID {
	out := []resolve.DefID{class}
	for len(out) < maxBases {
		next := resolve.None
		for _, b := range t.Table.Bases[out[len(out)-1]] {
			if b.Def > resolve.None && t.Table.Def(b.Def).Kind != graph.KindInterface {
				next = t.Table.Canon[b.Def]
			}
		}
		if next == resolve.None || slices.Contains(out, next) {
			break
		}
		out = append(out, next)
	}
	return out
}

// Lineage lists a class, its base classes and its interfaces, the nearest first. It
// stops at about resolve.MaxLineage of them, so that deep hierarchies take linear time.
func (t *Tree) Lineage(class resolve.DefID) []resolve.DefID {
	out := []resolve.DefID{class}
	seen := map[resolve.DefID]bool{class: true}
	for i := 0; i < len(out) && len(out) < resolve.MaxLineage; i++ {
		for _, b := range t.Table.Bases[out[i]] {
			if b.Def > resolve.None && !seen[b.Def] {
				seen[b.Def] = true
				out = append(out, b.Def)
			}
		}
	}
	return out
}

// Binder returns the binder of the names of a file.
func (t *Tree) Binder(f *resolve.File) *resolve.Binder { return t.binders[f] }

// Attributes lists the attributes of a definition, in source order.
func (t *Tree) Attributes(d resolve.DefID) []Expr { return t.attributes[d] }

// Calls lists the expressions of all sites, by (path, position).
func (t *Tree) Calls() []Expr { return t.calls }

// Family lists the expressions of the sites in files of a language family, by (path,
// position).
func (t *Tree) Family(family string) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		for _, x := range t.calls {
			if x.In.File.Family == family && !yield(x) {
				return
			}
		}
	}
}

// EachExpr calls f for every expression of some kinds in the sites of a family, each
// once, the outer ones first. The value of a variable that is a call is in two sites.
func (t *Tree) EachExpr(family string, of func(parse.ExprKind) bool, f func(Expr)) {
	type place struct {
		at   uint32
		kind parse.ExprKind
		text int // its length, which distinguishes expressions at one position
	}
	seen, in := map[place]bool{}, (*resolve.File)(nil)
	for x := range t.Family(family) {
		if x.In.File != in {
			in = x.In.File
			clear(seen)
		}
		x.Walk(func(e *parse.Expr) {
			if !of(e.Kind) {
				return
			}
			if at := (place{e.At, e.Kind, len(e.Text)}); !seen[at] {
				seen[at] = true
				f(x.Sub(e))
			}
		})
	}
}

// EachCall calls f for every call in the non-test files of a family, the outer ones
// first.
func (t *Tree) EachCall(family string, f func(Expr)) {
	for x := range t.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall {
				f(x.Sub(e))
			}
		})
	}
}

// EachAttribute calls f for every attribute of a definition in the non-test files of a
// family, in source order.
func (t *Tree) EachAttribute(family string, f func(of *resolve.Def, x Expr)) {
	for d := range t.DefinitionsWithSites(family) {
		for _, x := range t.attributes[d.ID] {
			f(d, x)
		}
	}
}

// Definitions yields the definitions in the non-test files of a family, by (path, position).
func (t *Tree) Definitions(family string) iter.Seq[*resolve.Def] {
	return t.definitions(family, func(f *resolve.File) bool { return true })
}

// DefinitionsWithSites is Definitions for the files with sites: only there do definitions have
// attributes and values.
func (t *Tree) DefinitionsWithSites(family string) iter.Seq[*resolve.Def] {
	return t.definitions(family, func(f *resolve.File) bool { return len(f.Sites) > 0 })
}

func (t *Tree) definitions(family string, in func(*resolve.File) bool) iter.Seq[*resolve.Def] {
	return func(yield func(*resolve.Def) bool) {
		for _, f := range t.Table.Files {
			if f.Family != family || f.Test || !in(f) {
				continue
			}
			for i := range f.Definitions {
				if !yield(t.Table.Def(f.ID(int32(i)))) {
					return
				}
			}
		}
	}
}

// Values lists the assigned or return values of a definition, in source order.
func (t *Tree) Values(d resolve.DefID) []Expr { return t.values[d] }

// Referent returns the referent of the name of an expression. A synthesized object,
// which has no source position, has none.
func (x Expr) Referent() resolve.Referent {
	if x.In == nil {
		return resolve.Referent{Def: resolve.None}
	}
	return x.In.Referent(x.At)
}

// Callee returns the target of a call: the referent of its name, or, if no name is
// called, that of the called expression.
func (x Expr) Callee() resolve.DefID {
	if x.Expr.Text == "" && x.Recv != nil {
		return x.Sub(x.Recv).Referent().Def
	}
	return x.Referent().Def
}

// Sub returns a part of an expression.
func (x Expr) Sub(e *parse.Expr) Expr {
	x.Expr = e
	return x
}

// Local returns the local that a name refers to; nil for other expressions.
func (x Expr) Local() *parse.Local {
	if x.Kind != parse.ExprName || x.Referent().Def != resolve.None || x.Referent().External != "" {
		return nil
	}
	return x.In.LocalAt(x.Text, x.At)
}

// LocalValues lists the values assigned to a local, in source order.
func (t *Tree) LocalValues(x Expr, l *parse.Local) []Expr {
	var found []Expr
	if x.In.File.Family == "python" {
		found = t.functionValues(x, l)
	} else {
		if text := x.In.File.Text[l.Scope.Start:]; text[:nameLen(text)] != l.Name {
			return nil // its scope does not start at its declaration: a parameter
		}
		found = t.locals[Place{x.In.File, l.Scope.Start}]
	}
	out := make([]Expr, len(found))
	for i := range found {
		out[i] = found[i]
		out[i].Env = x.Env
	}
	return out
}

// functionValues lists the values of a local whose scope is the whole function: all that the
// function assigns to its name. It returns nil if a parameter, a loop, an import or another
// statement without a known value may bind the name as well, or if one extends the value.
func (t *Tree) functionValues(x Expr, l *parse.Local) []Expr {
	name := Variable{Def: x.In.File.ID(l.Def), Name: l.Name}
	found := t.assigned[name]
	if t.each[name] != nil || t.bindingsOf(name, x.In.File) > len(found) {
		return nil
	}
	if slices.ContainsFunc(found, func(v Expr) bool { return v.Adds }) {
		return nil
	}
	for _, other := range x.In.LocalsAt(l.Name, x.At) {
		if other.Scope == l.Scope && other.Kind == parse.LocalParam {
			return nil
		}
	}
	return found
}

// bindingsOf returns the number of bindings of a local, or 0 if there is only one.
func (t *Tree) bindingsOf(name Variable, f *resolve.File) int {
	type fileBindings struct{ *resolve.File }
	return t.Memo(fileBindings{f}, func() any {
		out := map[Variable]int{}
		for i := range f.LiveBindings {
			x := &f.LiveBindings[i]
			of := Variable{Def: f.ID(x.Def), Name: x.Name}
			for _, b := range x.Bindings {
				if b.Kind != parse.FlowGuard && b.Kind != parse.FlowUnset {
					out[of]++
				}
			}
		}
		return out
	}).(map[Variable]int)[name]
}
