// Package lookup finds the members that code looks up by a name computed at run time: getattr of
// Python, elements of objects in JavaScript that are called, reflection of Java, C# and Go.
//
//	lookup.go       lookups and the members that they may find
//	objects.go      the classes of the objects that they are made on
//	descriptors.go  the objects that Python's descriptors get
//	sites.go        the calls that look up members
//
// A name from a finite set is linked. Any other lookup is an open end: of the walks to every member
// that the object may have.
package lookup

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Any is the name of a lookup of a member of unknown name. The name of a class and a point precede
// it if the class of the object, or one from which it derives, is known.
const Any = parse.ComputedName

// AnyClass is the name of a creation of an object of an unknown class.
const AnyClass = "new {}"

// maxMembers bounds the members that one pattern of a name may find.
const maxMembers = 100

// maxListed bounds the classes and members that are read for the lookups of a tree.
const maxListed = 2_000_000

// minLiteral is the least number of known characters by which a name with unknown parts denotes
// methods of unknown classes.
const minLiteral = 3

// maxGiven bounds the names that callers give to code that looks up a member.
const maxGiven = 1000

// A Lookup is a place that looks up a member and, as a rule, calls it.
type Lookup struct {
	By     resolve.DefID // the definition around it
	At     eval.Place
	Member resolve.DefID // the member found; None if it is unknown
	// Open is the name of the member if that is known and its object is not, and otherwise [Any];
	// empty if the member is known.
	Open string
	Kind graph.EdgeKind // Calls, or Creates for a class found by its name
}

// Find lists the lookups in code that is no test, by place, without duplicates.
func Find(t *eval.Tree) []Lookup {
	r := &reader{Tree: t, callers: map[string]*eval.Callers{}, names: map[string][]string{},
		lists: map[resolve.DefID][]resolve.DefID{},
		calls: map[string]map[resolve.DefID][]eval.Expr{}}
	t.Guard(r.python)
	t.Guard(r.script)
	t.Guard(r.java)
	t.Guard(r.csharp)
	t.Guard(r.golang)
	slices.SortFunc(r.found, func(a, b Lookup) int {
		return cmp.Or(strings.Compare(a.At.File.Path, b.At.File.Path),
			cmp.Compare(a.At.At, b.At.At), cmp.Compare(a.Member, b.Member),
			strings.Compare(a.Open, b.Open), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.By, b.By))
	})
	return slices.Compact(r.found)
}

// A reader collects the lookups of one tree.
type reader struct {
	*eval.Tree
	callers map[string]*eval.Callers                 // by family
	names   map[string][]string                      // by family: the names of all methods
	calls   map[string]map[resolve.DefID][]eval.Expr // by family and callee
	methods map[resolve.DefID][]resolve.DefID        // of Go, by type
	lists   map[resolve.DefID][]resolve.DefID        // by class: see findable
	listed  int                                      // classes and members read for these
	found   []Lookup
}

// object is what a lookup is made on: objects of some classes of the tree and, if open is set, any
// other object.
type object struct {
	classes []resolve.DefID
	open    bool
}

// look records the members that an object may have under a name. A name that callers give is
// looked up by them.
//
//	def run(plugin: Plugin, name): getattr(plugin, name)()
//	def save(plugin): run(plugin, "save")
func (r *reader) look(x eval.Expr, of object, name eval.Expr) {
	for _, v := range r.valuesOf(name) {
		given, known := r.given(v)
		for _, g := range given {
			at := x.Sub(g.Expr)
			at.In, at.Def = g.In, g.Def
			r.find(at, of, r.pattern(g))
		}
		if !known {
			r.find(x, of, r.pattern(v))
		}
	}
}

// given lists the values that callers give to the parameter that a name is; known is set if all
// of them are constants. It goes by one caller at a time, because the stacks of callers of code
// that runs any method of any plugin are too many.
func (r *reader) given(x eval.Expr) (given []eval.Expr, known bool) {
	if x.Kind != parse.ExprName || x.Local() == nil {
		return nil, false
	}
	known = true
	family := x.In.File.Family
	seen := map[eval.Variable]bool{}
	for todo := []eval.Variable{{Def: x.Def, Name: x.Expr.Text}}; len(todo) > 0; todo = todo[1:] {
		param := todo[0]
		calls := r.callsOf(family)[param.Def]
		if known = known && len(calls) > 0; seen[param] || len(given) > maxGiven {
			continue
		}
		seen[param] = true
		for _, call := range calls {
			v, ok := r.BindCall(param.Def, call).Get(param.Name)
			if ok = ok && v.In != nil; !ok {
				known = false
				continue
			}
			if _, constant := r.Text(v); constant {
				given = append(given, v)
			} else if v.Kind == parse.ExprName && v.Local() != nil {
				todo = append(todo, eval.Variable{Def: v.Def, Name: v.Expr.Text})
			} else {
				known = false
			}
		}
	}
	return given, known && len(given) <= maxGiven
}

// callsOf returns the calls in a family by callee.
func (r *reader) callsOf(family string) map[resolve.DefID][]eval.Expr {
	if r.calls[family] == nil {
		calls := map[resolve.DefID][]eval.Expr{}
		r.EachCall(family, func(x eval.Expr) {
			if d := x.Callee(); d > resolve.None {
				calls[d] = append(calls[d], x)
			}
		})
		r.calls[family] = calls
	}
	return r.calls[family]
}

// find records the members that an object may have under a name with holes.
func (r *reader) find(x eval.Expr, of object, pattern string) {
	known := len(strings.ReplaceAll(pattern, eval.Hole, ""))
	for _, class := range of.classes {
		if known == 0 || !r.members(x, class, pattern) {
			r.open(x, r.Table.Def(class).Name+"."+Any)
		}
	}
	switch {
	case !of.open:
	case known < minLiteral && strings.Contains(pattern, eval.Hole):
		r.open(x, Any)
	default:
		r.named(x, pattern)
	}
}

// valuesOf lists the values of an expression; of the variable of a loop, the elements of the
// lists, and of an element of a table, all values in it.
//
//	METHODS = {"paid": Manager.order_paid.__name__}
//	getattr(manager, METHODS[event])()
func (r *reader) valuesOf(x eval.Expr) []eval.Expr {
	var out []eval.Expr
	for _, loop := range r.Loops(x) {
		for _, list := range r.Evaluate(loop) {
			if list.Kind != parse.ExprList {
				return []eval.Expr{x}
			}
			for _, e := range r.Elements(list) {
				out = append(out, r.Evaluate(e)...)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, v := range r.Evaluate(x) {
		out = append(out, r.entries(v)...)
	}
	return out
}

// entries lists the values in the tables that an expression takes an element of, or else the
// expression.
func (r *reader) entries(x eval.Expr) []eval.Expr {
	if x.Kind != parse.ExprIndex && !isCall(x, "get") || x.Recv == nil {
		return []eval.Expr{x}
	}
	var out []eval.Expr
	for _, table := range r.Evaluate(x.Sub(x.Recv)) {
		if table.Kind != parse.ExprMap || len(table.Args) > maxMembers {
			return []eval.Expr{x}
		}
		for i := range table.Args {
			out = append(out, table.Sub(&table.Args[i].Value))
		}
	}
	if len(out) == 0 {
		return []eval.Expr{x}
	}
	return out
}

// pattern returns the text of an expression, with holes. Python's __name__ of a function is its
// name.
func (r *reader) pattern(x eval.Expr) string {
	if x.Kind == parse.ExprMember && x.Expr.Text == "__name__" && x.Recv.Text != "" {
		return x.Recv.Text
	}
	return r.TextWithHoles(x)
}

// members records the members of a class, its bases and its subclasses whose names match; ok
// is false if there are too many.
func (r *reader) members(x eval.Expr, class resolve.DefID, pattern string) (ok bool) {
	methods, ok := r.findable(x.In.File.Family, class)
	if !ok {
		return false
	}
	var found []resolve.DefID
	prefix, _, _ := strings.Cut(pattern, eval.Hole)
	first, _ := slices.BinarySearchFunc(methods, prefix, func(m resolve.DefID, prefix string) int {
		return strings.Compare(r.Table.Def(m).Name, prefix)
	})
	for _, m := range methods[first:] {
		name := r.Table.Def(m).Name
		if !strings.HasPrefix(name, prefix) {
			break
		}
		if !matches(pattern, name) {
			continue
		}
		if found = append(found, m); len(found) > maxMembers {
			return false
		}
	}
	for _, m := range found {
		r.add(x, Lookup{Member: m, Kind: graph.Calls})
	}
	return true
}

// findable lists the methods of a class and its bases, without those that are overridden there, and
// the further ones of its subclasses, by name; ok is false if the lists of all classes are too long.
func (r *reader) findable(family string, class resolve.DefID) (methods []resolve.DefID, ok bool) {
	if methods, ok = r.lists[class]; ok {
		return methods, true
	}
	inherited := map[string]bool{} // and what overrides it, by dispatch
	add := func(c resolve.DefID) {
		own := r.own(c)
		r.listed += 1 + len(own)
		for _, m := range own {
			if d := r.Table.Def(m); d.Kind == graph.KindMethod && !inherited[d.Name] {
				methods = append(methods, m)
			}
		}
	}
	for _, c := range r.Lineage(class) {
		before := len(methods)
		if add(c); r.listed > maxListed {
			return nil, false
		}
		for _, m := range methods[before:] {
			inherited[r.Table.Def(m).Name] = true
		}
	}
	for _, c := range r.callersOf(family).Descendants(class) {
		if add(c); r.listed > maxListed {
			return nil, false
		}
	}
	slices.SortFunc(methods, func(a, b resolve.DefID) int {
		return cmp.Or(strings.Compare(r.Table.Def(a).Name, r.Table.Def(b).Name), cmp.Compare(a, b))
	})
	r.lists[class] = methods
	return methods, true
}

// own lists the members that a class declares. Those of Go are declared outside of it.
func (r *reader) own(class resolve.DefID) []resolve.DefID {
	if r.Table.Def(class).File.Family != "go" {
		return r.Table.Members(class)
	}
	if r.methods == nil {
		r.methods = map[resolve.DefID][]resolve.DefID{}
		for i := range r.Table.Defs {
			d := &r.Table.Defs[i]
			if d.File.Family != "go" || d.Kind != graph.KindMethod {
				continue
			}
			name := strings.TrimLeft(d.Receiver().Head(), "*")
			for _, t := range r.Table.Top("go", d.ModuleName, name) {
				t = r.Table.Canon[t]
				r.methods[t] = append(r.methods[t], d.ID)
			}
		}
	}
	return r.methods[class]
}

// callersOf returns the callers in a family.
func (r *reader) callersOf(family string) *eval.Callers {
	if r.callers[family] == nil {
		r.callers[family] = r.CallersOf(family)
	}
	return r.callers[family]
}

// named records that a member of unknown class is looked up by a name, or by one of the names of
// methods that match a name with unknown parts.
func (r *reader) named(x eval.Expr, pattern string) {
	if !strings.Contains(pattern, eval.Hole) {
		r.open(x, pattern)
		return
	}
	family := x.In.File.Family
	if r.names[family] == nil {
		r.names[family] = r.methodNames(family)
	}
	var found []string
	for _, name := range r.names[family] {
		if matches(pattern, name) {
			found = append(found, name)
		}
	}
	if len(found) > maxMembers {
		found = []string{Any}
	}
	for _, name := range found {
		r.open(x, name)
	}
}

// methodNames lists the names of the functions and methods of a family.
func (r *reader) methodNames(family string) []string {
	names := []string{}
	for i := range r.Table.Defs {
		d := &r.Table.Defs[i]
		if d.File.Family == family && (d.Kind == graph.KindMethod || d.Kind == graph.KindFunction) {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (r *reader) open(x eval.Expr, name string) {
	r.add(x, Lookup{Member: resolve.None, Open: name})
}

func (r *reader) add(x eval.Expr, l Lookup) {
	l.By, l.At = x.Def, eval.Place{File: x.In.File, At: x.At}
	r.found = append(r.found, l)
}

// matches reports whether a name matches a pattern with holes.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, eval.Hole)
	if len(parts) == 1 {
		return name == pattern
	}
	name, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	if name, ok = strings.CutSuffix(name, parts[last]); !ok {
		return false
	}
	for _, p := range parts[1:last] {
		_, after, ok := strings.Cut(name, p)
		if !ok {
			return false
		}
		name = after
	}
	return true
}

// class records that an object of the class with a name is created.
func (r *reader) class(x eval.Expr, name eval.Expr) {
	for _, v := range r.valuesOf(name) {
		text, ok := r.Text(v)
		if !ok {
			r.open(x, AnyClass)
			continue
		}
		for _, d := range r.classesNamed(x.In.File.Family, text) {
			r.creates(x, d)
		}
	}
}

// creates records that an object of a class is created, by a constructor without parameters if the
// class declares constructors.
func (r *reader) creates(x eval.Expr, class resolve.DefID) {
	for _, m := range r.Table.Members(class) {
		if d := r.Table.Def(m); d.Kind == graph.KindConstructor && len(d.Params) == 0 {
			r.add(x, Lookup{Member: m, Kind: graph.Creates})
			return
		}
	}
	r.add(x, Lookup{Member: class, Kind: graph.Creates})
}

// classesNamed lists the classes with a full name, as Java and C# write it at run time.
//
//	com.shop.Order$Line    Shop.Order+Line, Shop.Core
func (r *reader) classesNamed(family, full string) []resolve.DefID {
	full, _, _ = strings.Cut(full, ",")
	full = strings.NewReplacer("$", ".", "+", ".").Replace(full)
	named := r.Table.Named(family, resolve.LastName(full))
	return slices.DeleteFunc(named, func(id resolve.DefID) bool {
		return !r.Table.Def(id).Kind.IsType() || r.fullName(id) != full
	})
}

// fullName returns the name of a type with those of the types and namespaces around it.
func (r *reader) fullName(id resolve.DefID) string {
	d := r.Table.Def(id)
	name := d.Name
	for around := d.Outer; around != resolve.None; {
		outer := r.Table.Def(around)
		if !outer.Kind.IsType() {
			break
		}
		name, around = outer.Name+"."+name, outer.Outer
	}
	if d.ModuleName != "" {
		name = d.ModuleName + "." + name
	}
	return name
}

// isCall reports whether an expression is the call of a name on an object, or of a function.
func isCall(x eval.Expr, names ...string) bool {
	return x.Kind == parse.ExprCall && slices.Contains(names, x.Expr.Text)
}
