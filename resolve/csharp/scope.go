package csharp

import (
	"iter"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// written resolves a written type as seen from a definition at a position.
//
// A name that cannot be found becomes a type with that name: it distinguishes overloads
// from those with other names, although its members are unknown. An ambiguous name is
// Unknown.
func (t *tree) written(f *resolve.File, ref parse.TypeRef, from resolve.DefID,
	at uint32) resolve.Type {
	if ref.IsZero() {
		return resolve.Unknown
	}
	if predefined[ref.Name] != "" || ref.Name == "dynamic" || ref.Name == "null" {
		return keyword(ref.Name)
	}
	var args []resolve.Type
	for _, a := range ref.Args {
		args = append(args, t.written(f, a, from, at))
	}
	switch {
	case ref.Form != parse.FormNamed:
		return t.composed(ref, args)
	case ref.Name == "class" || ref.Name == "struct": // constraints
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, Args: args}
	}
	from = t.inner(f, from, at)
	if p, ok := t.typeParam(ref.Name, from); ok {
		return p
	}
	fd := t.typeNamed(f, ref.Name, len(args), from, at)
	switch {
	case fd.Type != nil:
		return *fd.Type
	case len(fd.Defs) == 1:
		x := t.typeOfDef(fd.Defs[0], args, fd.Tier)
		if i := strings.LastIndexByte(ref.Name, '.'); i > 0 && outerOf(&x) != nil &&
			t.ready.Load() {
			q := t.written(f, parse.TypeRef{Name: ref.Name[:i], At: ref.At}, from, at)
			return t.within(x, q)
		}
		return t.seenFrom(x, from)
	case len(fd.Defs) > 1 || fd.IsModule:
		return resolve.Unknown
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: lastPart(ref.Name),
		Args: args, External: true}
}

// composed returns a type that is written in another form than a name, such as T? or A<B>.C, with
// the types of its parts.
func (t *tree) composed(ref parse.TypeRef, args []resolve.Type) resolve.Type {
	switch {
	case ref.Form == parse.FormOptional && len(args) == 1:
		return t.nullable(args[0])
	case ref.Form == parse.FormElement && len(args) == 2:
		args[0].Module = ref.Args[1].Name
		return args[0]
	case ref.Form == parse.FormNested && len(args) == 2:
		return t.nestedIn(args[0], ref.Args[1].Name, args[1].Args)
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Form, Name: ref.Name,
		Args: args}
}

// The forms of arguments without a type. That of a lambda is parse.FormFunc.
const (
	groupForm   = parse.FormInferred + iota // the arguments are the methods
	invalidForm                             // the body of a lambda that does not compile
	enclosing                               // the last argument of a nested type: the enclosing instance
)

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// nullable returns `T?` for x: a different type only for value types.
//
// `string?` is an annotation, `int?` another type. For a type parameter it depends on its
// constraints; without any it is treated as an annotation.
func (t *tree) nullable(x resolve.Type) resolve.Type {
	if t.isValueType(x) {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormOptional,
			Args: []resolve.Type{x}, Tier: x.Tier}
	}
	return x
}

// typeOfDef returns the type of a definition with type arguments. Types with a keyword,
// tuples and nullable values have one form, however they are written.
func (t *tree) typeOfDef(id resolve.DefID, args []resolve.Type, tier graph.Tier) resolve.Type {
	if id < resolve.None {
		f := t.platform.foreign(id)
		switch {
		case f.ModuleName != "System":
		case keywords[f.Name] != "" && len(f.TypeParams) == 0:
			x := keyword(keywords[f.Name])
			x.Tier = tier
			return x
		case f.Name == "Nullable" && len(args) == 1:
			return t.nullable(args[0])
		case f.Name == "ValueTuple" && len(args) > 1:
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormTuple,
				Args: args,
				Tier: tier}
		}
	}
	x := resolve.Type{Def: t.canonical(id), Owner: resolve.None, Args: args, Tier: tier}
	if id > resolve.None && len(args) == len(t.table.Defs[id].TypeParams) {
		t.enclose(&x)
	}
	return x
}

// enclose adds to the arguments of a type nested in a generic one the instance that it is
// nested in: a value of Outer<A>.Inner has members of type A (C# 15.3.9.7). It is the
// last argument, after those of the type itself, and, until a qualifier or a base class
// determines it, the enclosing type with its own parameters.
func (t *tree) enclose(x *resolve.Type) {
	outer := t.table.Defs[x.Def].Outer
	if outer == resolve.None || !t.isGeneric(outer) {
		return
	}
	x.Args = append(x.Args[:len(x.Args):len(x.Args)], resolve.Type{Def: resolve.None,
		Owner: resolve.None, Form: enclosing,
		Args: []resolve.Type{t.selfOf(t.table.Def(t.table.Canon[outer]))}})
}

// isGeneric reports whether a type, or an enclosing one, has type parameters.
func (t *tree) isGeneric(id resolve.DefID) bool {
	for ; id != resolve.None && t.table.Defs[id].Kind.IsType(); id = t.table.Defs[id].Outer {
		if len(t.table.Defs[id].TypeParams) > 0 {
			return true
		}
	}
	return false
}

// outerOf returns the instance that x is nested in, or nil if that is not generic.
func outerOf(x *resolve.Type) *resolve.Type {
	if n := len(x.Args); n > 0 && x.Args[n-1].Form == enclosing {
		return &x.Args[n-1].Args[0]
	}
	return nil
}

// seenFrom returns a nested type as code in from names it without a qualifier: nested in
// the instance that an enclosing type is, or derives from (C# 8.4.3).
func (t *tree) seenFrom(x resolve.Type, from resolve.DefID) resolve.Type {
	outer := outerOf(&x)
	if outer == nil || !t.ready.Load() {
		return x
	}
	for e := range t.around(from) {
		for _, a := range t.lineage(e) {
			if a.Def == outer.Def {
				return subst(x, a)
			}
		}
	}
	return x
}

// nestedIn returns the nested type with a name that an instance of a type, or a base of
// it, declares.
func (t *tree) nestedIn(outer resolve.Type, name string, args []resolve.Type) resolve.Type {
	owner := t.decl(outer)
	if n := len(args); n > 0 && args[n-1].Form == enclosing {
		args = args[:n-1]
	}
	unseen := resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, Args: args,
		External: true}
	if owner == resolve.None {
		return unseen
	}
	ids := t.nested(owner, name, len(args))
	if len(ids) != 1 {
		return unseen
	}
	return t.within(t.typeOfDef(ids[0], args, outer.Tier), outer)
}

// within returns a nested type as a member of q, whose own instance or base determines
// the enclosing instance.
func (t *tree) within(x, q resolve.Type) resolve.Type {
	if around := outerOf(&x); around != nil {
		for _, a := range t.ancestry(q) {
			if a.Def == around.Def {
				return subst(x, a)
			}
		}
	}
	return x
}

// inner returns the type whose name begins at at, for code in its header, and from
// otherwise.
//
// In `class Box<T> : Base<T> where T : IOrder`, the parameters of Box are in scope in the
// header, although the reference belongs to the definition that contains Box.
func (t *tree) inner(f *resolve.File, from resolve.DefID, at uint32) resolve.DefID {
	if id, ok := t.typeAt(f, at); ok &&
		(from == resolve.None || t.table.Defs[id].Outer == from) {
		return id
	}
	return from
}

// typeParam finds a type parameter of from or of an enclosing definition.
func (t *tree) typeParam(name string, from resolve.DefID) (resolve.Type, bool) {
	for d := from; d != resolve.None; d = t.table.Defs[d].Outer {
		for i, p := range t.table.Defs[d].TypeParams {
			if p == name {
				return resolve.Type{Def: resolve.None, Owner: t.table.Canon[d], Param: i,
					Name: name}, true
			}
		}
	}
	return resolve.Unknown, false
}

// typeNamed resolves a written, perhaps dotted type name. arity is the number of type
// arguments of its last part.
func (t *tree) typeNamed(f *resolve.File, name string, arity int, from resolve.DefID,
	at uint32) resolve.LookupResult {
	first, rest, dotted := strings.Cut(name, ".")
	if !dotted {
		return t.lookup(f, name, arity, from, at)
	}
	at1 := t.lookup(f, first, 0, from, at)
	for dotted && at1.Ok() {
		first, rest, dotted = strings.Cut(rest, ".")
		n := 0
		if !dotted {
			n = arity
		}
		at1 = t.inside(f, at1, first, n)
	}
	return at1
}

// inside finds a type or namespace inside a resolved qualifier.
func (t *tree) inside(f *resolve.File, q resolve.LookupResult, name string, arity int) resolve.LookupResult {
	switch {
	case q.IsModule:
		return t.inNamespace(f, q.Module, name, arity)
	case len(q.Defs) > 0:
		return resolve.LookupResult{Defs: t.nested(q.Defs[0], name, arity), Tier: q.Tier}
	}
	return resolve.LookupResult{External: q.External}
}

// inNamespace finds a type or a namespace in a namespace.
//
// A type hides a namespace with the same name (C# 7.8.3): `Shop.Order` in Shop refers to
// the type Order, even if there is a namespace Shop.Order.
func (t *tree) inNamespace(f *resolve.File, ns, name string, arity int) resolve.LookupResult {
	if ids, tier := t.typesIn(f, ns, name, arity); len(ids) > 0 {
		return resolve.LookupResult{Defs: ids, Tier: tier}
	}
	if arity <= 0 && t.spaceNames[name] { // most names do not name a namespace
		if full := joinNamespace(ns, name); t.hasNamespace(full) {
			return resolve.LookupResult{Module: full, IsModule: true}
		}
	}
	return resolve.LookupResult{}
}

// hasNamespace reports whether the tree or the platform declares a namespace.
func (t *tree) hasNamespace(full string) bool {
	return t.namespaces[full] || t.platform.source.HasNamespace(full)
}

func joinNamespace(ns, name string) string {
	if ns == "" {
		return name
	}
	return ns + "." + name
}

// typesIn lists the types of a namespace with a name and arity that a file may refer to:
// those of its project, otherwise those of referenced projects, otherwise the rest. A
// negative arity matches any.
//
// Projects of one tree often declare the same full name: test doubles, generated code,
// copies. A file sees its own, then those of referenced projects, and the others only as
// a guess.
func (t *tree) typesIn(f *resolve.File, ns, name string, arity int) ([]resolve.DefID, graph.Tier) {
	var out []resolve.DefID
	best := invisible
	in := t.spaces[ns]
	for _, id := range in.tree.Top(name) {
		d := t.table.Def(id)
		if !d.Kind.IsType() || arity >= 0 && len(d.TypeParams) != arity {
			continue
		}
		near := t.typeNearness(f, d)
		if near == invisible {
			continue
		}
		if near < best {
			// A nearer declaration hides those found so far.
			best, out = near, out[:0]
		}
		if near == best {
			out = append(out, t.table.Canon[id])
		}
	}
	tier := graph.Exact
	switch best {
	case unreferred:
		tier = graph.Unique
	case invisible:
		return t.platformTypes(in.platform, name, arity), tier
	}
	return t.distinct(out), tier
}

// platformTypes lists the types of the platform in a namespace with a name and arity; a
// negative arity matches any.
func (t *tree) platformTypes(in *external.Namespace, name string, arity int) []resolve.DefID {
	if in == nil || !in.Has(name) {
		return nil
	}
	if arity >= 0 {
		if id := t.platform.typeNamed(joinNamespace(in.Name,
			external.Generic(name, arity))); id != resolve.None {
			return []resolve.DefID{id}
		}
		return nil
	}
	var out []resolve.DefID
	for _, typ := range in.Types(name) {
		out = append(out, t.platform.typeNamed(typ.Name))
	}
	return out
}

// distinct drops repeated ids and redeclarations of one symbol.
//
// Declarations of one symbol under #if in one project are one type; those of two projects
// are two.
func (t *tree) distinct(ids []resolve.DefID) []resolve.DefID {
	if len(ids) < 2 {
		return ids
	}
	var out []resolve.DefID
next:
	for _, id := range ids {
		d := t.def(id)
		for _, o := range out {
			if od := t.def(o); o == id || od.Symbol == d.Symbol && od.ModuleName == d.ModuleName &&
				od.Kind == d.Kind && t.files[od.File].project == t.files[d.File].project {
				continue next
			}
		}
		out = append(out, id)
	}
	return out
}

// nested lists the nested types with a name that a type or its bases declare.
func (t *tree) nested(owner resolve.DefID, name string, arity int) []resolve.DefID {
	for _, a := range t.lineage(owner) {
		if a.Def == resolve.None {
			continue
		}
		if a.Def < resolve.None {
			// The platform's nested types are found only by their full names.
			full := t.platform.foreign(a.Def).typ.Name + "." + external.Generic(name, max(arity, 0))
			if id := t.platform.typeNamed(full); id != resolve.None {
				return []resolve.DefID{id}
			}
			continue
		}
		var out []resolve.DefID
		for _, id := range t.table.Own(a.Def, name) {
			if d := t.table.Def(id); d.Kind.IsType() && (arity < 0 || len(d.TypeParams) == arity) {
				out = append(out, t.table.Canon[id])
			}
		}
		if len(out) > 0 {
			return t.distinct(out)
		}
	}
	return nil
}

// lookup resolves a plain type or namespace name: in the enclosing types, then in the
// enclosing namespaces with their using directives, innermost first.
//
// In each namespace, its own types come before imports by its using directives, and an
// inner namespace's usings before an outer namespace's types (C# 7.8.3).
//
//	namespace Shop { using Model; namespace App { class Use { Order o; } } }
//
// Use and its bases, Shop.App, Shop, the directives of Shop, then the global namespace
// with the file's.
func (t *tree) lookup(f *resolve.File, name string, arity int, from resolve.DefID,
	at uint32) resolve.LookupResult {
	for e := range t.around(from) {
		if ids := t.nested(t.table.Canon[e], name, arity); len(ids) > 0 {
			return resolve.LookupResult{Defs: ids, Tier: t.tierAround(from, e)}
		}
	}
	ns := t.namespaceOf(f, from, at)
	names := &t.files[f].names
	if names.scoped || !t.ready.Load() {
		return t.inNamespaces(f, ns, name, arity, at)
	}
	k := nameKey{inactive(f, at), ns, name, arity}
	fd, ok := names.get(k)
	if !ok {
		fd = t.inNamespaces(f, ns, name, arity, at)
		names.put(k, fd)
	}
	return fd
}

// tierAround returns the tier of declarations in the type outer, for code in the
// definition from: a type in between with an unknown base may inherit a nested type with
// the name.
//
//	class Outer { class Log { } class Inner : VendorBase { void Go() => new Log(); } }
//
// Only enclosing types are checked: it is too rare that an external base has a nested
// type with the name of a namespace member to doubt all names of a class.
func (t *tree) tierAround(from, outer resolve.DefID) graph.Tier {
	for e := range t.around(from) {
		if e == outer {
			break
		}
		if t.ready.Load() && t.hasUnknownBase(t.lineage(e)[0]) {
			return graph.Unique
		}
	}
	return graph.Exact
}

// inNamespaces resolves a plain type or namespace name outside of all types, in a
// namespace and its enclosing ones.
//
// The result depends on the position in the file only if there are using directives
// inside namespaces. Every mention of a type in a signature comes here, also from other
// files, so lookup memoizes the answers with the file.
func (t *tree) inNamespaces(f *resolve.File, ns, name string, arity int,
	at uint32) resolve.LookupResult {
	var last resolve.LookupResult // types that no project compiles
	for ; ; ns = outerNamespace(ns) {
		fd := t.inNamespace(f, ns, name, arity)
		if !fd.Ok() || t.isUncompiled(f, fd) {
			if !last.Ok() {
				last = fd
			}
			fd = t.used(f, ns, name, arity, at)
		}
		switch {
		case fd.Ok() && !t.isUncompiled(f, fd):
			return fd
		case !last.Ok():
			last = fd
		}
		if ns == "" {
			break
		}
	}
	if last.Ok() {
		return last
	}
	return t.hidden(f, name, arity)
}

// isUncompiled reports whether a file sees the types of a result only because no project
// compiles them: they hide no type of an outer namespace.
func (t *tree) isUncompiled(f *resolve.File, fd resolve.LookupResult) bool {
	return len(fd.Defs) > 0 && fd.Defs[0] > resolve.None &&
		t.nearness(f, t.table.Def(fd.Defs[0]).File) == uncompiled
}

// hidden finds a type that no visible directive imports: one of a namespace that the SDK
// may import, or the only type with its name that a file can see, if all imports are
// known, so that it cannot be external. The directive must be elsewhere, such as in a
// build file above the tree.
//
// Without this, a tree whose global usings are in a build file elsewhere would lose
// nearly all of its edges. It is not done if a visible directive imports an unknown
// namespace, since the name may come from there.
func (t *tree) hidden(f *resolve.File, name string, arity int) resolve.LookupResult {
	out := resolve.LookupResult{Tier: graph.Unique}
	for i := range t.files[f].project.hidden {
		ids, _ := t.typesIn(f, t.files[f].project.hidden[i].path, name, arity)
		out.Defs = append(out.Defs, ids...)
	}
	if len(out.Defs) == 0 && !t.usesUnknown(f) {
		out.Defs = t.sole(f, name, arity)
	}
	if out.Defs = t.distinct(preferTree(out.Defs)); len(out.Defs) != 1 {
		return resolve.LookupResult{External: true, Missing: len(out.Defs) == 0 && !t.mayImport(f)}
	}
	return out
}

// mayImport reports whether code outside the tree may declare a name of a file: by a namespace of
// a directive whose types are not all known. Those of the tree and of the base class library are.
//
//	using Newtonsoft.Json.Linq;    // JObject
func (t *tree) mayImport(f *resolve.File) bool {
	cf := t.files[f]
	if cf.space == "" && f.Page != nil {
		return true
	}
	isSystem := func(space string) bool { return space == "System" || strings.HasPrefix(space, "System.") }
	for _, list := range [][]using{cf.usings, cf.project.usings} {
		for i := range list {
			u := &list[i]
			if !u.static && u.alias == "" && !t.namespaces[u.space] && !isSystem(u.space) {
				return true
			}
		}
	}
	// Those that the SDK may import are not looked up.
	return slices.ContainsFunc(cf.project.hidden, func(u using) bool { return !isSystem(u.path) })
}

// sole lists the types of the tree that have a name and are visible to a file.
//
// It finds only top-level types: a nested type needs its outer type as a qualifier or
// around it.
func (t *tree) sole(f *resolve.File, name string, arity int) []resolve.DefID {
	var out []resolve.DefID
	for _, id := range t.table.Named("csharp", name) {
		d := t.table.Def(id)
		if !d.Kind.IsType() || arity >= 0 && len(d.TypeParams) != arity ||
			t.table.Defs[d.Outer].Outer != resolve.None || t.typeNearness(f, d) > uncompiled {
			continue
		}
		if id = t.table.Canon[id]; !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// usesUnknown reports whether a directive visible in a file names a namespace or type
// that neither the tree nor the platform declares.
//
// A static directive or an alias names a type, and imports no other types.
func (t *tree) usesUnknown(f *resolve.File) bool {
	cf := t.files[f]
	for _, list := range [][]using{cf.usings, cf.project.usings} {
		for i := range list {
			if u := &list[i]; u.space == "" && !(u.static || u.alias != "") {
				return true
			}
		}
	}
	return false
}

// around iterates over the declarations of the types that contain or are a definition,
// innermost first.
func (t *tree) around(d resolve.DefID) iter.Seq[resolve.DefID] {
	return func(yield func(resolve.DefID) bool) {
		e := t.table.EnclosingTypeOf(d)
		for e != resolve.None && yield(e) {
			e = t.table.EnclosingTypeOf(t.table.Defs[e].Outer)
		}
	}
}

// namespaceOf returns the namespace of a definition; for code of the file itself, that of
// the definition at the position.
func (t *tree) namespaceOf(f *resolve.File, from resolve.DefID, at uint32) string {
	if f.Page != nil && t.files[f].space != "" {
		return t.files[f].space
	}
	if from != resolve.None && t.table.Defs[from].Outer != resolve.None {
		return t.table.Defs[from].ModuleName
	}
	if id, ok := t.typeAt(f, at); ok {
		return t.table.Defs[id].ModuleName
	}
	return ""
}

// used finds a name through the using directives of a namespace's declaration, at the top
// level those of the file and of its project.
//
// A using inside a namespace declaration applies only to that declaration; global ones
// apply as if written at the top of every file of the project. An alias wins.
//
//	using Log = Shop.Other.Log;    // an alias wins over the types of used namespaces
func (t *tree) used(f *resolve.File, ns, name string, arity int, at uint32) resolve.LookupResult {
	cf := t.files[f]
	var out []resolve.DefID
	tier := graph.Exact
	try := func(u *using) (alias resolve.LookupResult) {
		switch {
		case u.alias != "":
			if u.alias == name && arity <= 0 {
				q := t.absolute(f, u)
				if u.target != nil {
					x := t.aliased(f, u, *u.target)
					q.Type = &x
				}
				return q
			}
		case u.static:
			if q := t.absolute(f, u); len(q.Defs) > 0 {
				out = append(out, t.nested(q.Defs[0], name, arity)...)
			}
		default:
			if u.space == "" {
				break
			}
			ids, near := t.typesIn(f, u.space, name, arity)
			if len(ids) > 0 {
				tier = resolve.WeakerTier(tier, near)
			}
			out = append(out, ids...)
		}
		return resolve.LookupResult{}
	}
	idle := inactive(f, at)
	for _, late := range []bool{false, true} { // inactive directives come last
		for i := range cf.usings {
			u := &cf.usings[i]
			if u.within != ns || !u.scope.IsEmpty() && !u.scope.Contains(at) ||
				(u.inactive && !idle) != late {
				continue
			}
			if alias := try(u); alias.Ok() {
				return alias
			}
		}
		for i := range cf.project.usings {
			if u := &cf.project.usings[i]; ns == "" && (u.inactive && !idle) == late {
				if alias := try(u); alias.Ok() {
					return alias
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return resolve.LookupResult{Defs: t.distinct(preferTree(out)), Tier: tier}
}

// preferTree drops types of the platform if the tree declares one with the name: programs for
// older platforms declare types that newer ones have.
func preferTree(ids []resolve.DefID) []resolve.DefID {
	isForeign := func(id resolve.DefID) bool { return id < resolve.None }
	if slices.ContainsFunc(ids, isForeign) &&
		!slices.ContainsFunc(ids, func(id resolve.DefID) bool { return id > resolve.None }) {
		return ids
	}
	return slices.DeleteFunc(ids, isForeign)
}

// signature resolves the types in a definition's header.
//
// A member of an enumeration implicitly has the type of the enumeration.
func (t *tree) signature(id resolve.DefID) *signature {
	if id < resolve.None {
		return t.foreignSignature(id)
	}
	if s := t.signatures[id].Load(); s != nil {
		return s
	}
	d := t.table.Def(id)
	s := &signature{}
	if e := t.table.Defs[d.Outer]; d.Kind == graph.KindConstant && e.Kind == graph.KindEnum {
		s.typ = t.typeOfDef(e.ID, nil, 0)
	} else {
		s.typ = t.written(d.File, d.Type, id, d.NameAt)
	}
	for _, p := range d.Params {
		s.params = append(s.params, t.written(d.File, p.Type, id, d.NameAt))
	}
	t.signatures[id].Store(s)
	return s
}
