package r

import (
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A lookupResult is the result of looking up a name.
type lookupResult struct {
	defs   []resolve.DefID // several: alternatives, of which one is run
	local  []*parse.Local  // or a local variable: its values, the last one first
	pkg    string          // or an external symbol of a package, if external is set
	tier   graph.Tier
	out    bool             // it is external
	member *external.Member // its declaration, if known
}

func (x *lookupResult) ok() bool { return len(x.defs) > 0 || len(x.local) > 0 || x.out }

// lookup looks up a name at a position. A call skips variables that do not hold a
// function.
//
//	rate <- 0.1
//	rate(x) + rate    # the function, then the number
func (e *evaluator) lookup(name string, at uint32, from resolve.DefID, call bool) lookupResult {
	if x := e.localName(name, at, from, call); x.ok() {
		return x
	}
	f := e.rules.defFile(from)
	if id := e.sibling(name, from, call); id != resolve.None {
		return lookupResult{defs: []resolve.DefID{id}}
	}
	return e.global(f, name, at, from, call)
}

// localName looks a name up in the enclosing functions. A variable has an entry for
// each value from the end of its assignment on, and the entries of one function end
// at the same position. Definitions are visible in the whole function: later ones
// exist by the time it is called.
func (e *evaluator) localName(name string, at uint32, from resolve.DefID, call bool) lookupResult {
	f := e.rules.defFile(from)
	b := e.b.In(f)
	var functions []resolve.DefID
	var values []*parse.Local
	end := uint32(0)
	for _, l := range b.LocalsAt(name, at) {
		if end > 0 && l.Scope.End != end && (len(functions) > 0 || len(values) > 0) {
			break // that of an enclosing function
		}
		end = l.Scope.End
		switch l.Kind {
		case parse.LocalType:
			if id := e.namedAt(f, l.At, name); id != resolve.None {
				functions = append(functions, id)
			}
		case parse.LocalParam:
			values = append(values, l)
			if len(functions) == 0 {
				return lookupResult{local: values}
			}
		default:
			if call && !e.mayCall(l, name, from) {
				continue
			}
			values = append(values, l)
		}
	}
	switch {
	case len(functions) > 0:
		slices.Sort(functions)
		return lookupResult{defs: e.lastUnlessBranched(slices.Compact(functions), at)}
	case len(values) > 0:
		return lookupResult{local: values}
	}
	return lookupResult{}
}

// lastUnlessBranched keeps only the last of several definitions of one name in a
// function before a position, unless it is in a branch.
//
//	f <- function() 1
//	f()                  # the first
//	f <- function() 2
//	f()                  # the second
func (e *evaluator) lastUnlessBranched(ids []resolve.DefID, at uint32) []resolve.DefID {
	if len(ids) < 2 || e.rules.table.Def(ids[len(ids)-1]).Partial {
		return ids
	}
	for _, id := range slices.Backward(ids) {
		if e.rules.table.Def(id).NameAt < at {
			return []resolve.DefID{id}
		}
	}
	return ids[len(ids)-1:]
}

// namedAt returns the definition of a file whose name begins at a position. A local
// entry for a function has the position of its name, as does the definition.
func (e *evaluator) namedAt(f *resolve.File, at uint32, name string) resolve.DefID {
	i := f.DefinitionAt(at)
	for ; i > 0; i = f.Definitions[i].Parent {
		if d := &f.Definitions[i]; d.NameAt == at && d.Name == name {
			return f.ID(i)
		}
	}
	return resolve.None
}

// mayCall reports whether a variable may hold a function when its name is called.
//
//	filename <- filename(x)    # a later call refers to the function again
//	rows <- reactive(load())   # a function, by the declarations of R's packages, or unknown
//	area <- nchar(x)           # data
func (e *evaluator) mayCall(l *parse.Local, name string, from resolve.DefID) bool {
	if n := len(l.Init); n > 0 && l.Init[n-1].Kind == parse.StepCall && l.Init[n-1].Name == name {
		return false
	}
	for _, v := range e.localValue(l, from) {
		switch v.kind {
		case kindData, kindObject:
		default:
			return true
		}
	}
	return false
}

// sibling finds the member that a name refers to in the enclosing reference class: a
// method, in a call.
//
//	Acc <- setRefClass("Acc", methods = list(
//	  pay = function(x) check(x),
//	  check = function(x) x))    # the one that pay calls
func (e *evaluator) sibling(name string, from resolve.DefID, call bool) resolve.DefID {
	class := e.rules.table.EnclosingType(from)
	if class == resolve.None || maker(e.rules.table.Def(class)) != "setRefClass" || class == from {
		return resolve.None
	}
	id, _ := e.rules.member(e.rules.lineage(class), name)
	if id == resolve.None || call && !e.rules.table.Def(id).Kind.IsCallable() {
		return resolve.None
	}
	return id
}

// global looks a name up beyond functions: in the file or the package, in their
// imports, and in R itself. Outside packages, calls skip variables that do not hold a
// function, as in functions.
func (e *evaluator) global(f *resolve.File, name string, at uint32, from resolve.DefID, call bool) lookupResult {
	if p := e.rules.pkgOf[f]; p != nil {
		return e.inPackage(p, name, f)
	}
	if ids := e.ownNames(f, name, at, from); len(ids) > 0 && !(call && e.isData(ids)) {
		return lookupResult{defs: ids}
	}
	if x := e.bound(f, name); x.ok() {
		return x
	}
	env := e.rules.envs[f]
	for _, l := range env.layers {
		switch {
		case l.pkg == nil:
			if ids := l.names[name]; len(ids) > 0 && !(call && e.isData(ids)) {
				return lookupResult{defs: ids, tier: l.tier}
			}
		case l.whole:
			if x := e.inPackage(l.pkg, name, f); x.ok() && !x.out {
				x.tier = resolve.WeakerTier(x.tier, l.tier)
				return x
			}
		case l.pkg.ns.isExported(name):
			if ids := l.pkg.names[name]; len(ids) > 0 {
				return lookupResult{defs: ids, tier: l.tier}
			}
		}
	}
	if x := e.inPlatform(name, attached(f)); x.ok() {
		return x
	}
	for _, l := range env.layers {
		if l.whole && l.pkg != nil {
			if x := e.inPackage(l.pkg, name, f); x.ok() {
				return x
			}
		}
	}
	return lookupResult{out: env.open}
}

// attached lists the packages that a file attaches, by name.
func attached(f *resolve.File) []string {
	var out []string
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Whole && im.All {
			out = append(out, im.Path)
		}
	}
	return out
}

// ownNames lists the definitions of a name in its own file: at top level the last one
// before the position, in a function the last one of all.
//
//	f <- function() 1
//	f()                  # the first
//	f <- function() 2
//	g <- function() f()  # the second, by the time that g is called
func (e *evaluator) ownNames(f *resolve.File, name string, at uint32, from resolve.DefID) []resolve.DefID {
	ix := e.rules.table
	var out []resolve.DefID
	for _, id := range ix.Own(f.First, name) {
		d := ix.Def(id)
		if !isVariable(d) || ix.Def(from).Outer == resolve.None && d.NameAt > at && len(out) > 0 {
			continue
		}
		if n := len(out); n > 0 && d.Partial && ix.Def(out[n-1]).Partial {
			out = append(out, id)
		} else {
			out = []resolve.DefID{id}
		}
	}
	return out
}

// isData reports whether definitions are variables that do not hold a function.
//
//	LIMIT <- 10
//	LIMIT(1)       # not a call of the variable
func (e *evaluator) isData(ids []resolve.DefID) bool {
	for _, id := range ids {
		d := e.rules.table.Def(id)
		if d.Kind.IsCallable() || d.Kind.IsType() || d.Type.Name != "" {
			return false
		}
		for _, v := range e.variable(id) {
			if v.kind != kindData && v.kind != kindObject {
				return false
			}
		}
	}
	return true
}

// bound looks a name up among those that a file imports from a module or package with
// box::use or import::from.
//
//	box::use(./mod/stats[mean], dplyr[keep = filter])
//	import::from(purrr, map)
func (e *evaluator) bound(f *resolve.File, name string) lookupResult {
	for i := len(f.Imports) - 1; i >= 0; i-- {
		im := &f.Imports[i]
		if im.Global || im.Name == "" || im.Alias != name {
			continue
		}
		return e.imported(f, im, im.Name)
	}
	for i := len(f.Imports) - 1; i >= 0; i-- { // box::use(./mod[...])
		if im := &f.Imports[i]; !im.Global && im.All && !im.Whole && im.Name == "" {
			if m := e.module(f, im.Path); m != nil {
				if ids := e.ownNames(m, name, ^uint32(0), m.First); len(ids) > 0 {
					return lookupResult{defs: ids}
				}
			}
		}
	}
	return lookupResult{}
}

// imported finds a name in the target of an import.
//
//	box::use(./mod/stats[m = mean])    # m is mean of mod/stats.R
func (e *evaluator) imported(f *resolve.File, im *parse.Import, name string) lookupResult {
	if im.Whole {
		return e.ofPackage(im.Path, name, f, false)
	}
	if m := e.module(f, im.Path); m != nil {
		return lookupResult{defs: e.ownNames(m, name, ^uint32(0), m.First)}
	}
	return lookupResult{}
}

// module returns the file of a path in box::use: ./mod/stats is mod/stats.R or
// mod/stats/__init__.R. The path is relative to the folder of the file, or to one
// above it.
func (e *evaluator) module(f *resolve.File, p string) *resolve.File {
	for _, end := range []string{"", ".R", ".r", "/__init__.R", "/__init__.r"} {
		if list := e.rules.sourced(f, p+end); len(list) == 1 && !strings.HasSuffix(p+end, "/") {
			return list[0]
		}
	}
	return nil
}

// inPackage looks a name up from code of a package. The imports are searched from the
// last one. An external package with unknown names does not hide those before it: two
// imports of one name are an error in practice.
func (e *evaluator) inPackage(p *pkg, name string, f *resolve.File) lookupResult {
	if ids := p.names[name]; len(ids) > 0 {
		return lookupResult{defs: ids}
	}
	if !e.budget.Enter() {
		return lookupResult{}
	}
	defer e.budget.Leave()
	open := false
	for _, im := range slices.Backward(p.ns.imports) {
		if im.name == name {
			return e.ofPackage(im.pkg, name, f, false)
		}
		if im.name != "" {
			continue
		}
		if q := e.rules.packageNamed(im.pkg, f); q != nil {
			if x := e.exported(q, name, f); x.ok() {
				return x
			}
		} else if n := e.rules.platform.Namespace(im.pkg); n == nil {
			open = true
		} else if m := n.Member(name); m != nil {
			return lookupResult{out: true, pkg: im.pkg, member: &m[0]}
		}
	}
	if x := e.inPlatform(name, nil); x.ok() {
		return x
	}
	return lookupResult{out: open}
}

// exported finds a name that a package exports, possibly one that it imports and
// another package defines.
func (e *evaluator) exported(p *pkg, name string, f *resolve.File) lookupResult {
	if !p.ns.isExported(name) {
		return lookupResult{}
	}
	return e.inPackage(p, name, f)
}

// ofPackage finds pkg::name, or pkg:::name if internal is set. A package may
// re-export an import: purrr::`%>%` is that of magrittr.
func (e *evaluator) ofPackage(pkg, name string, f *resolve.File, internal bool) lookupResult {
	p := e.rules.packageNamed(pkg, f)
	if p == nil {
		x := lookupResult{out: true, pkg: pkg}
		x.member = e.rules.declared(pkg, name)
		return x
	}
	if ids := p.names[name]; len(ids) > 0 && (internal || p.ns.isExported(name)) {
		return lookupResult{defs: ids}
	}
	return e.exported(p, name, f)
}

// always are the packages that R attaches at startup.
var always = []string{"base", "methods", "datasets", "utils", "grDevices", "graphics", "stats"}

// inPlatform looks a name up in the attached packages of R. Packages attached by a
// file hide those attached at startup. Results for the latter are memoized.
func (e *evaluator) inPlatform(name string, attached []string) lookupResult {
	for _, pkg := range slices.Backward(attached) {
		if m := e.rules.declared(pkg, name); m != nil {
			return lookupResult{out: true, pkg: pkg, member: m}
		}
	}
	x, ok := e.platform[name]
	if !ok {
		for _, pkg := range slices.Backward(always) {
			if m := e.rules.declared(pkg, name); m != nil {
				x = lookupResult{out: true, pkg: pkg, member: m}
				break
			}
		}
		e.platform[name] = x
	}
	return x
}

// declared returns the declaration of a name in a package of R, or nil.
func (r *rules) declared(pkg, name string) *external.Member {
	n := r.platform.Namespace(pkg)
	if n == nil {
		return nil
	}
	if m := n.Member(name); m != nil {
		return &m[0]
	}
	return nil
}

// isOutsideGeneric reports whether a package of R has an S3 generic with a name.
//
//	print    format    length    `[`
func (r *rules) isOutsideGeneric(name string) bool {
	for _, pkg := range always {
		if m := r.declared(pkg, name); m != nil {
			return m.Flags&external.Virtual != 0
		}
	}
	return false
}
