package typescript

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// What modules outside the tree export is addressed by its full name: "node:fs" is a
// module, "node:fs.Stats" a class, "node:fs.readFileSync" a function. Names that a module
// passes on are followed to what declares them, so that one thing has one name.

// outside finds what an import of f from outside the tree takes; the whole module if
// name is empty.
func (t *tree) outside(f *resolve.File, spec, name string) resolve.Found {
	module := t.platform.Find(f.Path, spec)
	switch {
	case module == "":
		return resolve.Found{External: true}
	case name == "":
		return resolve.Found{External: true, Name: t.whole(module, 0)}
	}
	return t.outsideMember(module, name)
}

// outsideMember finds what a module, namespace or class outside the tree calls name.
// The result has no name where nothing declares it.
func (t *tree) outsideMember(of, name string) resolve.Found {
	key := export{of, name}
	if f, ok := t.outsides.Load(key); ok {
		return f.(resolve.Found)
	}
	f := resolve.Found{External: true, Name: t.exportedName(of, name, 0)}
	t.outsides.Store(key, f)
	return f
}

// exportedName is the full name of what a module, namespace or class calls name, empty
// where it has no such thing. Depth counts the names that were followed: modules may pass
// names on in a circle.
func (t *tree) exportedName(of, name string, depth int) string {
	if depth > resolve.MaxAliases {
		return ""
	}
	if n := t.platform.Namespace(of); n != nil {
		return t.exportedBy(n, name, depth)
	}
	// A class or a namespace: its own names, then those that its module exports in it, then
	// those of its bases.
	full := of + "." + name
	typ := t.platform.Type(of)
	switch {
	case t.declaresOutside(full):
		return full
	case typ == nil:
		return t.ofValue(of, full)
	}
	if n := t.platform.Namespace(typ.Namespace); n != nil {
		for _, e := range n.Exports() {
			if e.Name == typ.Local()+"."+name {
				return t.followed(e.Target, depth+1)
			}
		}
	}
	if typ.Kind == external.Class { // static members are inherited
		for i := range typ.Bases {
			if found := t.exportedName(typ.Bases[i].Name, name, depth+1); found != "" {
				return found
			}
		}
	}
	return t.ofValue(of, full)
}

// ofValue is the name of a member of a value: what it is, the type of the value tells.
func (t *tree) ofValue(of, full string) string {
	if all := t.outsideMembers(of); len(all) > 0 && all[0].Kind == external.Value {
		return full
	}
	return ""
}

// exportedBy is exportedName for a module. Its own names come before those that it
// passes on (16.2.3 of ECMAScript).
func (t *tree) exportedBy(n *external.Namespace, name string, depth int) string {
	if n.Type(name) != nil || len(n.Member(name)) > 0 {
		return n.Name + "." + name
	}
	exports := n.Exports()
	for _, e := range exports {
		if e.Name == name {
			return t.followed(e.Target, depth+1)
		}
	}
	for _, e := range exports {
		switch {
		case e.Name == "*" && name != "default" && name != "=":
			// export * passes on all names but default (16.2.3 of ECMAScript).
			if found := t.exportedName(e.Target, name, depth+1); found != "" {
				return found
			}
		case e.Name == "=" && name == "default": // as a default import takes it
			return t.followed(e.Target, depth+1)
		case e.Name == "=" && name != "=":
			// The names of a module that exports one value as a whole are the members of that
			// value.
			if found := t.exportedName(t.followed(e.Target, depth+1), name, depth+1); found != "" {
				return found
			}
		}
	}
	if name == "default" || name == "=" {
		return t.whole(n.Name, depth)
	}
	return ""
}

// whole is what a module is as a value: what it exports as a whole, else the module. One
// that passes on all of another module alone is that module.
func (t *tree) whole(module string, depth int) string {
	exports := t.platform.Namespace(module).Exports()
	for _, e := range exports {
		if e.Name == "=" && depth <= resolve.MaxAliases {
			return t.followed(e.Target, depth+1)
		}
	}
	return module
}

// followed is what the target of an export stands for in the end.
func (t *tree) followed(target string, depth int) string {
	if depth > resolve.MaxAliases {
		return target
	}
	if t.platform.Namespace(target) != nil {
		return t.whole(target, depth+1)
	}
	if t.declaresOutside(target) {
		return target
	}
	for cut := len(target); ; { // the longest beginning that is a module
		cut = strings.LastIndexByte(target[:cut], '.')
		if cut < 0 {
			return target
		}
		if t.platform.Namespace(target[:cut]) == nil {
			continue
		}
		of := target[:cut]
		for part := range strings.SplitSeq(target[cut+1:], ".") {
			if of = t.exportedName(of, part, depth+1); of == "" {
				return target
			}
		}
		return of
	}
}

// canonical is the full name of what a full name stands for: modules of libraries name what
// they import as the module that they import it from calls it.
func (t *tree) canonical(full string) string {
	if !strings.Contains(full, ".") || t.platform.Type(full) != nil {
		// A global, or the name of the declaration itself.
		return full
	}
	key := export{path: full}
	if f, ok := t.outsides.Load(key); ok {
		return f.(resolve.Found).Name
	}
	name := t.followed(full, 0)
	t.outsides.Store(key, resolve.Found{Name: name})
	return name
}

// declaresOutside reports whether a full name is that of a declaration, and not of something
// that another module passes on under it.
func (t *tree) declaresOutside(full string) bool {
	return t.platform.Type(full) != nil || len(t.outsideMembers(full)) > 0
}

// outsideMembers are the functions or the value with a full name: of a module, or
// static members of a class.
func (t *tree) outsideMembers(full string) []external.Member {
	cut := strings.LastIndexByte(full, '.')
	if cut < 0 {
		return t.platform.Namespace("").Member(full)
	}
	if n := t.platform.Namespace(full[:cut]); n != nil {
		return n.Member(full[cut+1:])
	}
	of := t.platform.Type(full[:cut])
	if of == nil {
		return nil
	}
	all := of.Member(full[cut+1:])
	if of.Kind != external.Class && of.Kind != external.Interface {
		return all // of a namespace or an enum
	}
	var static []external.Member
	for _, m := range all {
		if m.Flags&external.Static != 0 {
			static = append(static, m)
		}
	}
	return static
}

// outsideValue is the type of what a full name stands for as a value: a module, class or
// enum as such, a function that waits for its call, a variable with its type.
func (s *scope) outsideValue(full string) resolve.Type {
	value := resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: full,
		Static: true, Module: global}
	if !s.enter() {
		return value
	}
	defer s.budget.Leave()
	all := s.tree.outsideMembers(full)
	typ := s.tree.platform.Type(full)
	switch {
	case s.tree.platform.Namespace(full) != nil:
		return value
	case len(all) > 0 && callable(&all[0]):
		// The signatures are read when it is called: overloads may be many.
		return named(methodOf, full)
	case typ != nil && (typ.Kind == external.Class || typ.Kind == external.Enum):
		return value
	case len(all) > 0 && all[0].Kind == external.Constant: // of an enum
		return s.converted(&all[0].Type, env{})
	case len(all) > 0:
		if t := s.converted(&all[0].Type, env{}); t.Known() {
			return t.WithTier(graph.Typed)
		}
		value.Module = ""
		return value
	case typ != nil:
		return value
	}
	if cut := strings.LastIndexByte(full, '.'); cut > 0 && s.tree.ofValue(full[:cut], full) != "" {
		return s.memberType(s.outsideValue(full[:cut]), full[cut+1:])
	}
	value.Module = ""
	return value
}

// staticMember is the type of a member of a module, a class or a function outside the
// tree, or of a class of the tree that inherits it from there.
func (s *scope) staticMember(t resolve.Type, name string) resolve.Type {
	switch {
	case t.Form == methodOf && len(t.Args) == 0,
		t.Static && t.Def == resolve.None && t.Module == global:
		if f := s.tree.outsideMember(t.Name, name); f.Name != "" {
			return s.outsideValue(f.Name).WithTier(t.Tier)
		}
	case t.Static && t.Def != resolve.None:
		bases, _ := s.outsideBases(t)
		for _, base := range bases {
			base.Static = true
			if m := s.staticMember(base, name); m.Known() {
				return m
			}
		}
	}
	return resolve.Unknown
}

// ofModule reports whether a function is one that a module outside the tree exports, or a
// method of a type that one does. Where its result type is not understood, it is taken for a
// type of the module.
func ofModule(fn resolve.Type) bool {
	name := fn.Name
	if len(fn.Args) > 0 {
		name = fn.Args[0].Name
	}
	return fn.Form == methodOf && strings.Contains(name, ".")
}

// outsideBases lists the declared types outside the tree that a class or interface of the
// tree is based on, also by way of other types of the tree, the nearest first. They are all
// if none is unknown; what is behind the nearest MaxLineage types of the tree is unknown.
func (s *scope) outsideBases(t resolve.Type) (out []resolve.Type, all bool) {
	all = true
	seen := map[resolve.DefID]bool{t.Def: true}
	queue := s.basesOf(t)
	for len(queue) > 0 {
		base := queue[0]
		queue = queue[1:]
		switch {
		case base.Def == resolve.None && (base.Module == global || carriers[base.Form] != nil):
			out = append(out, base)
		case base.Def == resolve.None:
			all = false
		case !seen[base.Def]:
			// Bases of the tree are walked breadth first, so that the nearest declaration comes
			// first.
			if len(seen) > resolve.MaxLineage {
				return out, false
			}
			seen[base.Def] = true
			queue = append(queue, s.basesOf(base)...)
		}
	}
	return out, all
}

// outsideSignatures lists the ways to call a value of a type outside the tree that is an
// interface with call signatures.
//
//	interface Debugger { (format: any, ...args: any[]): void; enabled: boolean }
func (s *scope) outsideSignatures(t resolve.Type) []signature {
	all, e := s.platformMembers(t, external.CallName)
	return s.tableSignatures(all, e)
}

// outsideAlias is what an alias outside the tree stands for, unknown for other types. It
// is followed when a member is asked for: until then its name says more.
func (s *scope) outsideAlias(t resolve.Type) resolve.Type {
	if t.Module != global || t.Def != resolve.None || t.Static || t.IsModule {
		return resolve.Unknown
	}
	d := s.tree.platform.Type(t.Name)
	if d == nil || d.Kind != external.Alias || !s.enter() {
		return resolve.Unknown
	}
	defer s.budget.Leave()
	return s.converted(&d.Target, s.env(declaration{d, t.Args}, t)).WithTier(t.Tier)
}

// classSignatures lists the constructors of a class outside the tree: its own, else those
// that it inherits. Its type parameters are those of each.
func (s *scope) classSignatures(class *external.Type) []signature {
	constructors, declares := s.constructorsOf(class)
	if len(constructors) == 0 {
		// The default constructor (8.3).
		constructors = []external.Member{{Kind: external.Constructor}}
	}
	var out []signature
	for i := range constructors {
		m := constructors[i]
		m.TypeParams = class.TypeParams
		m.Type = external.TypeRef{Form: external.Named, Name: class.Name}
		for _, p := range class.TypeParams {
			m.Type.Args = append(m.Type.Args, external.TypeRef{Form: external.TypeVar, Name: p.Name})
		}
		if declares != class { // its parameters are not followed through the bases
			m.Params = []external.Param{{Variadic: true}}
		}
		out = append(out, s.tableSignature(&m, env{}))
	}
	return out
}

// constructorsOf are the constructors that creating an instance of a class may run, and the
// class that declares them.
func (s *scope) constructorsOf(class *external.Type) ([]external.Member, *external.Type) {
	for range deepestBases {
		if all := class.Member(external.ConstructorName); len(all) > 0 || len(class.Bases) == 0 {
			return all, class
		}
		// The first base of a class is the one that it extends; interfaces follow.
		base := s.tree.platform.Type(class.Bases[0].Name)
		if base == nil || base.Kind != external.Class {
			break
		}
		class = base
	}
	return nil, nil
}
