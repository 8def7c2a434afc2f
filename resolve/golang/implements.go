package golang

import (
	"cmp"
	"slices"
	"sort"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// collectMethods records the methods of a file's types and interfaces by name.
//
//	func (s *Shop) Close() error    // of Shop, in whatever file it is declared
func (g *tree) collectMethods(gf *file) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		if d.Kind != graph.KindMethod {
			continue
		}
		t := gf.ID(d.Parent)
		if !d.Receiver().IsZero() {
			t = g.receiver(gf, d, gf.ID(int32(i)))
		}
		if t != resolve.None && !slices.Contains(g.byType[t], d.Name) {
			g.byType[t] = append(g.byType[t], d.Name)
		}
	}
}

// indexInterfaces indexes the interfaces of the tree by the name of one of their
// methods, which every implementation has. It uses the name that the fewest types
// have, so that few pairs of a type and an interface are compared, however many there
// are of both.
//
//	type Stringer interface { String() string }            // by String
//	type Shape interface { String() string; Area() int }   // by Area, if fewer types have that
func (g *tree) indexInterfaces() {
	having := map[string]int{}
	for _, names := range g.byType {
		for _, n := range names {
			having[n]++
		}
	}
	for _, f := range g.table.Files {
		if gf := g.files[f]; gf != nil {
			g.collectInterfaces(gf, having)
		}
	}
}

// collectInterfaces indexes the interfaces of a file. having is the number of types
// with a method of each name.
func (g *tree) collectInterfaces(gf *file, having map[string]int) {
	for i := range gf.Definitions {
		if gf.Definitions[i].Kind != graph.KindInterface {
			continue
		}
		id := gf.ID(int32(i))
		self := resolve.Type{Def: id, Owner: resolve.None}
		for k, p := range gf.Definitions[i].TypeParams {
			self.Args = append(self.Args, resolve.Type{Def: resolve.None, Owner: id, Param: k, Name: p})
		}
		methods, whole := g.interfaceMethods(self)
		// Every type implements an interface without methods; an edge would carry no
		// information. If an interface is not whole, its required methods are
		// unknown.
		if whole && len(methods) > 0 {
			rarest := slices.MinFunc(methods, func(a, b selection) int {
				return cmp.Compare(having[g.methodName(a)], having[g.methodName(b)])
			})
			k := ifaceKey{name: g.methodName(rarest), mentions: g.mentions(rarest)}
			if len(gf.Definitions[i].TypeParams) > 0 {
				k.mentions = anyMention // the types that its methods mention may be type arguments
			}
			g.ifaces[k] = append(g.ifaces[k], g.comparable(id, methods))
			g.indexedMethods[k.name] = true
		}
	}
}

// An ifaceKey is an index key for interfaces: every implementation has a method with the
// name, in whose signature mentions is the first type of the tree. Generated code has
// the same interface in many packages, each with its own types.
//
//	AsGroup() (*Group, bool)    // AsGroup, and Group of this package
type ifaceKey struct {
	name     string
	mentions resolve.DefID // None if it mentions no type of the tree
}

// anyMention is the key of the methods of generic interfaces.
const anyMention = resolve.None - 1

// mentions returns the first type of the tree in the signature of a method: it is
// equal for all methods for which sameSignature holds.
func (g *tree) mentions(m selection) resolve.DefID {
	if m.def == resolve.None { // of an external interface
		return resolve.None
	}
	for _, p := range g.paramsOf(m) {
		if d := firstDef(p); d != resolve.None {
			return d
		}
	}
	return firstDef(g.valueOf(m))
}

// firstDef returns the first type of the tree in a type and its parts.
func firstDef(t resolve.Type) resolve.DefID {
	if t.Def != resolve.None {
		return t.Def
	}
	for _, a := range t.Args {
		if d := firstDef(a); d != resolve.None {
			return d
		}
	}
	return resolve.None
}

// An iface is an interface of the tree, prepared for comparison with types.
type iface struct {
	id      resolve.DefID
	methods []selection
	names   []string // of the methods, sorted
}

// comparable prepares an interface for comparison with types.
func (g *tree) comparable(id resolve.DefID, methods []selection) iface {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = g.methodName(m)
	}
	slices.Sort(names)
	return iface{id, methods, slices.Compact(names)}
}

// receiver returns the type that a method belongs to. If the receiver is written as
// an alias of it, the method is also recorded under its own name (Method
// declarations: the receiver base type may be denoted by an alias).
func (g *tree) receiver(gf *file, d *parse.Definition, id resolve.DefID) resolve.DefID {
	t := g.typeIn(gf, gf.pkg, d.Receiver().Name)
	if t == resolve.None || !isGoAlias(g.table.Def(t)) {
		return t
	}
	if t = g.aliased(t, nil).Def; t != resolve.None {
		x := g.table.Def(t)
		k := method{g.files[x.File].pkg, x.Name, d.Name}
		g.methods[k] = g.table.Bounded(g.methods[k], g.table.Def(id))
	}
	return t
}

// implements links type d to each interface of the tree that it, or a pointer to it,
// implements, and its methods to those of the interface. For the interfaces indexed
// by one of its methods, see indexInterfaces, it first compares names, and looks up
// methods only if it has all names, each method once.
//
// A type implements an interface implicitly (Interface types). The methods of *T
// count for T: values are usually passed by pointer, and separate edges would carry
// no more information.
func (g *tree) implements(d *resolve.Def) []resolve.Link {
	// A type declared in a function has methods only by embedding, which is rare; an
	// alias is not a separate type.
	if d.Kind == graph.KindInterface || d.Outer != d.File.First || isGoAlias(d) {
		return nil
	}
	self := resolve.Type{Def: d.ID, Owner: resolve.None}
	if u := g.under(self); u.Def != resolve.None && g.table.Def(u.Def).Kind == graph.KindInterface {
		return nil // defined as an interface: it has the methods without implementing them
	}
	for i, p := range d.TypeParams {
		self.Args = append(self.Args, resolve.Type{Def: resolve.None, Owner: d.ID, Param: i,
			Name: p})
	}
	g.interfaces.Do(g.indexInterfaces)
	var out []resolve.Link
	left := resolve.MaxImplemented
	names := g.methodNames(self)
	// The same method is needed for every interface that has its name.
	members := make(map[string]selection, len(names))
	member := func(name string) selection {
		m, ok := members[name]
		if !ok {
			m = g.member(g.files[d.File], self, name)
			members[name] = m
		}
		return m
	}
	for _, name := range names {
		if !g.indexedMethods[name] {
			continue
		}
		m := member(name)
		if m.def == resolve.None && g.std(m.owner) == nil {
			continue
		}
		list := slices.Concat(g.ifaces[ifaceKey{name, g.mentions(m)}], g.ifaces[ifaceKey{name, anyMention}])
		for i := range list {
			iface := &list[i]
			if !includes(names, iface.names) {
				continue
			}
			links := g.implementation(d, member, iface)
			if len(links) == 0 {
				continue
			}
			if left--; left < 0 {
				d.File.Limit(parse.Limit{At: d.NameAt, Quantity: "interfaces of one type",
					Max: resolve.MaxImplemented, Count: 1})
				return out
			}
			out = append(out, links...)
		}
	}
	return out
}

// includes reports whether all includes some; both are sorted. Each search continues
// after the previous match.
func includes(all, some []string) bool {
	if len(some) > len(all) {
		return false
	}
	for _, name := range some {
		i, ok := slices.BinarySearch(all, name)
		if !ok {
			return false
		}
		all = all[i+1:]
	}
	return true
}

// methodNames lists the names of the methods that a type declares or embeds, from at
// most MaxLineage embedded types.
//
//	type Shop struct { Store; log *Log }    // its own, and those of Store: log is not embedded
func (g *tree) methodNames(self resolve.Type) []string {
	set := map[string]bool{}
	queue, seen := []resolve.Type{self}, map[resolve.DefID]bool{}
	for len(queue) > 0 && len(seen) < resolve.MaxLineage {
		t := queue[0]
		queue = queue[1:]
		if t.Def == resolve.None {
			g.addOutsideNames(set, t, 0)
			continue
		}
		if seen[t.Def] {
			continue
		}
		seen[t.Def] = true
		for _, m := range g.byType[t.Def] {
			set[m] = true
		}
		queue = append(queue, g.embedded(t)...)
		if u := g.under(t); u.Def != t.Def {
			queue = append(queue, u)
		}
	}
	out := make([]string, 0, len(set))
	for n := range set {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// addOutsideNames adds the names of the methods that an external type declares or
// embeds.
func (g *tree) addOutsideNames(set map[string]bool, t resolve.Type, depth int) {
	decl := g.std(t)
	if decl == nil || depth > resolve.MaxAliases {
		return
	}
	for i := range decl.Members {
		if decl.Members[i].Kind == external.Method {
			set[decl.Members[i].Name] = true
		}
	}
	for _, base := range scopeOf(decl, t).types(decl.Bases) {
		g.addOutsideNames(set, base, depth+1)
	}
}

// implementation returns the links from a type that implements an interface: one to
// the interface, and one from each of its methods to that of the interface. It
// returns nil if a method is missing, is a field, or has another signature. An
// unexported method is only implemented in its own package (Uniqueness of
// identifiers).
func (g *tree) implementation(d *resolve.Def, member func(name string) selection,
	iface *iface) []resolve.Link {
	var out []resolve.Link
	same := &identity{of: iface.id, args: make([]resolve.Type, len(g.table.Def(iface.id).TypeParams))}
	for i := range same.args {
		same.args[i] = resolve.Unknown
	}
	for _, im := range iface.methods {
		m := member(g.methodName(im))
		if m.def == resolve.None && g.promotes(m, im) {
			continue
		}
		if m.def == resolve.None || g.table.Def(m.def).Kind != graph.KindMethod ||
			!g.sameSignature(m, im, same) {
			return nil
		}
		if im.def == resolve.None {
			continue // a method of an external interface has no node
		}
		has, want := g.table.Def(m.def), g.table.Def(im.def)
		if !want.Exported && !isExportedName(want.Name) &&
			g.files[has.File].pkg != g.files[want.File].pkg {
			return nil
		}
		if m.def != im.def {
			out = append(out, resolve.Link{From: m.def, To: im.def, Kind: graph.Overrides})
		}
	}
	return append([]resolve.Link{{From: d.ID, To: iface.id, Kind: graph.Implements}}, out...)
}

// promotes reports whether a method promoted from an external embedded type is
// declared with the signature of im. An undeclared one implements nothing.
//
//	type Proc struct{ *exec.Cmd }    // has Wait() error
func (g *tree) promotes(m, im selection) bool {
	decl := g.std(m.owner)
	if decl == nil {
		return false
	}
	members := decl.Member(g.methodName(im))
	if len(members) == 0 || members[0].Kind != external.Method {
		return false
	}
	want := im.owner
	if im.def != resolve.None {
		want = g.methodType(im)
	}
	return sameType(scopeOf(decl, m.owner).value(&members[0]), want)
}

// sameSignature reports whether method m has the parameters and results of im.
//
// Names of parameters are irrelevant (Type identity); external types in signatures
// are compared by package and name.
func (g *tree) sameSignature(m, im selection, same *identity) bool {
	if im.def == resolve.None {
		return sameType(g.methodType(m), im.owner)
	}
	a, b := g.table.Def(m.def).Params, g.table.Def(im.def).Params
	if len(a) != len(b) {
		return false
	}
	has, want := g.paramsOf(m), g.paramsOf(im)
	for i := range a {
		if a[i].Variadic != b[i].Variadic || !same.types(has[i], want[i]) {
			return false
		}
	}
	return same.types(g.valueOf(m), g.valueOf(im))
}

// sameType reports whether two types are identical (Type identity). Type parameters
// are identical only to themselves; an external type is identified by its package and
// name.
//
//	map[string]Order and map[string]Order    // identical
//	type A []int and type B []int            // two defined types
//	chan int and <-chan int                  // the direction counts
func sameType(a, b resolve.Type) bool { return new(identity).types(a, b) }

// An identity compares types with those in the methods of a generic interface, whose type
// arguments follow from the first type that each is compared with.
//
//	type Store[T any] interface { Get() T; Put(T) }
//	func (OrderStore) Get() Order    // T is Order
type identity struct {
	of   resolve.DefID  // the interface
	args []resolve.Type // by type parameter; unknown until compared
}

// types reports whether a type is identical to one of the interface.
func (x *identity) types(a, b resolve.Type) bool {
	a, b = plain(a), plain(b)
	if b.Owner != resolve.None && b.Owner == x.of && b.Param < len(x.args) {
		if b.Pointer && !a.Pointer || !a.Known() {
			return false
		}
		a.Pointer = a.Pointer && !b.Pointer
		if p := &x.args[b.Param]; p.Known() {
			return sameType(*p, a)
		}
		x.args[b.Param] = a
		return true
	}
	if a.Def != b.Def || a.Pointer != b.Pointer || len(a.Args) != len(b.Args) {
		return false
	}
	if a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param {
		return false
	}
	if a.Def == resolve.None && a.Owner == resolve.None &&
		(a.Module != b.Module || !a.SameForm(b)) {
		return false
	}
	for i := range a.Args {
		if !x.types(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// plain returns the same form for both names of one predeclared type.
//
//	byte and uint8, rune and int32, any and interface{}
func plain(t resolve.Type) resolve.Type {
	if t.Def != resolve.None || t.Owner != resolve.None || t.Form != parse.FormNamed {
		return t
	}
	switch t.Name {
	case "byte":
		t.Name = "uint8"
	case "rune":
		t.Name = "int32"
	case "any":
		t.Name, t.Form = "", parse.FormObject
	}
	return t
}

// methodType returns the type of a method as a function, for comparison with an
// external one. The last parameter of a variadic one is a slice in its type (Function
// types).
func (g *tree) methodType(m selection) resolve.Type {
	t := useType(g, referent{def: m.def, owner: m.owner, value: g.valueOf(m), isFunc: true})
	params := g.table.Def(m.def).Params
	if n := len(params); n > 0 && params[n-1].Variadic {
		args := slices.Clone(t.Args[0].Args)
		args[n-1] = formed(parse.FormList, args[n-1])
		t.Args[0].Args = args
	}
	return t
}

// ImplementedBy implements [resolve.Implementer]: a string passed to the method of an
// interface reaches its implementations.
func (r *rules) ImplementedBy(id resolve.DefID) []resolve.DefID {
	d := r.tree.table.Def(id)
	if d.Kind != graph.KindMethod || d.Receiver().IsZero() {
		return nil
	}
	gf := r.tree.files[d.File]
	of := r.tree.typeIn(gf, gf.pkg, d.Receiver().Name)
	if of == resolve.None {
		return nil
	}
	var out []resolve.DefID
	for _, l := range r.tree.implements(r.tree.table.Def(of)) {
		if l.From == id && l.Kind == graph.Overrides {
			out = append(out, l.To)
		}
	}
	return out
}
