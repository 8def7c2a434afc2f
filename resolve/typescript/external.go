package typescript

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Exports of external modules are addressed by their full names: "node:fs" is a module,
// "node:fs.Stats" a class, "node:fs.readFileSync" a function. Re-exported names are
// resolved to their declarations, so that each entity has one name.

// outside resolves an import of f from an external module; the whole module if name is
// empty.
func (t *tree) outside(f *resolve.File, spec, name string) resolve.LookupResult {
	module := t.platform.Find(f.Path, spec)
	switch {
	case module == "":
		return resolve.LookupResult{External: true}
	case name == "":
		return resolve.LookupResult{External: true, Name: t.whole(module, 0)}
	}
	return t.outsideMember(module, name)
}

// outsideMember resolves name in an external module, namespace or class. The result has
// no name if there is no declaration.
func (t *tree) outsideMember(of, name string) resolve.LookupResult {
	key := export{of, name}
	if f, ok := t.outsides.Load(key); ok {
		return f.(resolve.LookupResult)
	}
	f := resolve.LookupResult{External: true, Name: t.exportedName(of, name, 0)}
	t.outsides.Store(key, f)
	return f
}

// exportedName returns the full name of name in a module, namespace or class, or "" if it
// is not declared. depth counts the names followed so far: modules may re-export names in
// a cycle.
func (t *tree) exportedName(of, name string, depth int) string {
	if depth > resolve.MaxAliases {
		return ""
	}
	if n := t.platform.Namespace(of); n != nil {
		return t.exportedBy(n, name, depth)
	}
	// A class or a namespace: its own names, then those that its module exports in it,
	// then those of its bases.
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
			if e.Name == typ.LocalName()+"."+name {
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

// ofValue returns the name of a member of a value, which its type resolves.
func (t *tree) ofValue(of, full string) string {
	if all := t.outsideMembers(of); len(all) > 0 && all[0].Kind == external.Value {
		return full
	}
	return ""
}

// exportedBy is exportedName for a module. Its own names come before re-exported ones
// (16.2.3 of ECMAScript).
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
			// export * re-exports all names but default (16.2.3 of ECMAScript).
			if found := t.exportedName(e.Target, name, depth+1); found != "" {
				return found
			}
		case e.Name == "=" && name == "default": // like a default import
			return t.followed(e.Target, depth+1)
		case e.Name == "=" && name != "=":
			// The names of a module that exports one value as a whole are the members of
			// that value.
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

// whole returns the full name of a module as a value: that of the value it exports as a
// whole, otherwise the module.
func (t *tree) whole(module string, depth int) string {
	exports := t.platform.Namespace(module).Exports()
	for _, e := range exports {
		if e.Name == "=" && depth <= resolve.MaxAliases {
			return t.followed(e.Target, depth+1)
		}
	}
	return module
}

// followed resolves the target of an export to its declaration.
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
	for cut := len(target); ; { // the longest prefix that is a module
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

// canonical returns the full name of the declaration that a full name refers to: modules
// of libraries refer to their imports by the names in the exporting module.
func (t *tree) canonical(full string) string {
	if !strings.Contains(full, ".") || t.platform.Type(full) != nil {
		// A global, or the name of the declaration itself.
		return full
	}
	key := export{path: full}
	if f, ok := t.outsides.Load(key); ok {
		return f.(resolve.LookupResult).Name
	}
	name := t.followed(full, 0)
	t.outsides.Store(key, resolve.LookupResult{Name: name})
	return name
}

// declaresOutside reports whether a full name is that of a declaration, and not of a
// re-export by another module.
func (t *tree) declaresOutside(full string) bool {
	return t.platform.Type(full) != nil || len(t.outsideMembers(full)) > 0
}

// outsideMembers returns the functions or the value with a full name: in a module, or
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

// outsideValue returns the type of the value with a full name: a module, class or enum as
// such, a function that is resolved when it is called, a variable with its type.
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
		// The signatures are read when it is called: there may be many overloads.
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

// staticMember returns the type of a member of an external module, class or function, or
// of a class of the tree that inherits it from there.
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

// ofModule reports whether a function is an export of an external module, or a method of
// a type exported by one. If its return type is not understood, it is assumed to be a
// type of the module.
func ofModule(fn resolve.Type) bool {
	name := fn.Name
	if len(fn.Args) > 0 {
		name = fn.Args[0].Name
	}
	return fn.Form == methodOf && strings.Contains(name, ".")
}

// outsideBases lists the declared external types that a class or interface of the tree is
// based on, also through other types of the tree, nearest first. all reports that no base
// is unknown; bases beyond the nearest MaxLineage types of the tree are unknown.
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
			// Bases in the tree are visited breadth first, so that the nearest
			// declaration comes first.
			if len(seen) > resolve.MaxLineage {
				return out, false
			}
			seen[base.Def] = true
			queue = append(queue, s.basesOf(base)...)
		}
	}
	return out, all
}

// outsideSignatures lists the call signatures of an external interface.
//
//	interface Debugger { (format: any, ...args: any[]): void; enabled: boolean }
func (s *scope) outsideSignatures(t resolve.Type) []signature {
	all, e := s.platformMembers(t, external.CallName)
	return s.tableSignatures(all, e)
}

// outsideAlias returns the target of an external alias, or Unknown for other types. It is
// followed only when a member is needed: until then, its name is more informative.
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

// classSignatures lists the constructors of an external class: its own, otherwise those
// that it inherits. Each has the type parameters of the class.
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
		if declares != class { // its parameters are not resolved through the bases
			m.Params = []external.Param{{Variadic: true}}
		}
		out = append(out, s.tableSignature(&m, env{}))
	}
	return out
}

// constructorsOf returns the constructors that creating an instance of a class may run,
// and the class that declares them.
func (s *scope) constructorsOf(class *external.Type) ([]external.Member, *external.Type) {
	for range deepestBases {
		if all := class.Member(external.ConstructorName); len(all) > 0 || len(class.Bases) == 0 {
			return all, class
		}
		// The first base of a class is its base class; interfaces follow.
		base := s.tree.platform.Type(class.Bases[0].Name)
		if base == nil || base.Kind != external.Class {
			break
		}
		class = base
	}
	return nil, nil
}
