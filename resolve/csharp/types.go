package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// collections is the namespace of the collections that the language refers to.
const collections = "System.Collections.Generic."

// element returns the element type of an iteration over x (C# 13.9.5): by the pattern of
// GetEnumerator, or by the interface of sequences.
//
// The pattern comes first, as in the compiler: a type may have its own enumerator, a
// struct with a more specific element type than the interface.
func (t *tree) element(x resolve.Type) resolve.Type {
	switch {
	case isArray(x) && len(x.Args) == 1:
		return x.Args[0]
	case x.Name == "string" && x.Def == resolve.None:
		return keyword("char")
	}
	for _, pattern := range []string{"GetEnumerator", "GetAsyncEnumerator"} {
		if e := t.patternMember(x, pattern); e.Known() && e.Name != "object" {
			// The pattern of a non-generic list gives objects, which is less specific
			// than its interface may be.
			if v := t.memberType(e, "Current"); v.Known() && v.Name != "object" {
				return v
			}
		}
	}
	return resolve.Unknown
}

// isSpan reports whether x is a span.
func (t *tree) isSpan(x resolve.Type) bool {
	return t.is(x, "System.Span<>") || t.is(x, "System.ReadOnlySpan<>")
}

// isRefStruct reports whether x is a ref struct, which has no conversions to its bases
// (C# 16.2.3). Of the platform, only spans are known to be: its declarations do not
// record it.
func (t *tree) isRefStruct(x resolve.Type) bool {
	return t.isSpan(x) || x.Def > resolve.None && t.isValueDef(x.Def) &&
		slices.Contains(t.table.Def(x.Def).Modifiers, "ref")
}

// isEnumerable reports whether x can be iterated over, whatever its element type.
func (t *tree) isEnumerable(x resolve.Type) bool {
	return !t.eachBase(&x, func(a, _ *resolve.Type) bool {
		return !t.is(*a, "System.Collections.IEnumerable")
	})
}

// patternMember returns the return type of a method without parameters that is part of a
// language pattern, such as GetAwaiter.
func (t *tree) patternMember(x resolve.Type, name string) resolve.Type {
	return t.patternMemberOf(x, name, 0)
}

// patternMemberOf is patternMember for a method with n parameters.
//
// The patterns of the language require a method by name and count, not an interface: a
// type with GetAwaiter() can be awaited, one with GetEnumerator() can be iterated over.
func (t *tree) patternMemberOf(x resolve.Type, name string, n int) resolve.Type {
	for _, a := range t.declaring(x, name) {
		owner := t.decl(a)
		if owner == resolve.None {
			continue
		}
		for _, id := range t.own(owner, name) {
			if d := t.def(id); d.Kind == graph.KindMethod && len(d.TypeParams) == 0 &&
				takes(d.Params, n) && !t.explicitly(d) {
				return subst(t.signature(id).typ, declared(a, owner))
			}
		}
	}
	return resolve.Unknown
}

// memberType returns the type of a property or field.
func (t *tree) memberType(x resolve.Type, name string) resolve.Type {
	for _, a := range t.declaring(x, name) {
		owner := t.decl(a)
		if owner == resolve.None {
			continue
		}
		for _, id := range t.own(owner, name) {
			if d := t.def(id); isValue(d) && !t.explicitly(d) {
				return subst(t.signature(id).typ, declared(a, owner))
			}
		}
	}
	return resolve.Unknown
}

// awaitedType returns the type of `await` of a value (C# 12.9.8.2); void is a type here.
//
//	await task    // task.GetAwaiter().GetResult()
func (t *tree) awaitedType(x resolve.Type) resolve.Type {
	awaiter := t.patternMember(x, "GetAwaiter")
	if !awaiter.Known() {
		return resolve.Unknown
	}
	return t.patternMember(awaiter, "GetResult")
}

// isTask reports whether x is a task, with or without a result.
func (t *tree) isTask(x resolve.Type) bool {
	const tasks = "System.Threading.Tasks."
	return t.is(x, tasks+"Task") || t.is(x, tasks+"Task<>") || t.is(x, tasks+"ValueTask") ||
		t.is(x, tasks+"ValueTask<>")
}

// element returns the type of an index expression on x: that of the only indexer of the
// nearest type that accepts the index, or the type that all of them share (C# 12.8.12.3).
//
// Overloads of indexers are chosen like those of methods. An index of unknown type leaves
// all of them; if they share a type, that is the result.
func (c *binder) element(x resolve.Type, index arg, from resolve.DefID) resolve.Type {
	t := c.t
	switch {
	case isArray(x) && len(x.Args) == 1:
		return x.Args[0]
	case x.Name == "string" && x.Def == resolve.None:
		return keyword("char")
	}
	ids, a := c.indexers(x, index, from)
	if len(ids) == 0 {
		return resolve.Unknown
	}
	// Several accept the index: the type is known if they agree.
	owner := t.decl(a)
	first := subst(t.signature(ids[0]).typ, declared(a, owner))
	for _, id := range ids[1:] {
		if !sameType(first, subst(t.signature(id).typ, declared(a, owner))) {
			return resolve.Unknown
		}
	}
	return first
}

// indexers lists the indexers of the nearest type that accept an index, and that type.
func (c *binder) indexers(x resolve.Type, index arg, from resolve.DefID) ([]resolve.DefID, resolve.Type) {
	t := c.t
	for _, a := range t.declaring(x, "this[]") {
		owner := t.decl(a)
		if owner == resolve.None {
			continue
		}
		ids := slices.DeleteFunc(slices.Clone(t.own(owner, "this[]")),
			func(id resolve.DefID) bool { return !c.mayUse(id, from) })
		if ids = c.takingIndex(ids, declared(a, owner), index); len(ids) > 0 {
			return ids, a
		}
	}
	return nil, resolve.Unknown
}

// takingIndex keeps the indexers of owner that accept an index of some type. Indexers
// whose parameter has exactly that type take precedence.
//
// `row["Name"]` and `row[0]` choose between this[string] and this[int] like arguments of
// a method, but an index of unknown type rejects neither.
func (c *binder) takingIndex(ids []resolve.DefID, owner resolve.Type,
	index arg) []resolve.DefID {
	if len(ids) < 2 || !index.Known() {
		return ids
	}
	var out []resolve.DefID
	best := maybe
	for _, id := range ids {
		params := c.t.signature(id).params
		if len(params) != 1 {
			continue
		}
		f := c.fits(index, subst(params[0], owner))
		if f > best {
			best, out = f, out[:0]
		}
		if f == best {
			out = append(out, id)
		}
	}
	return out
}

// item returns the type of part n, from 0, of a deconstructed value: of a tuple, of a
// type with a Deconstruct method, or of a record by the parameters of its header.
//
// A Deconstruct method with as many parameters takes precedence over the header of a
// record, from which the compiler generates one.
//
//	var (first, second) = pair;    // Deconstruct(out A, out B), a tuple, or a record Pair(A, B)
func (t *tree) item(x resolve.Type, n, of int) resolve.Type {
	if x.Form == parse.FormTuple && x.Def == resolve.None {
		if n < len(x.Args) {
			return withoutName(x.Args[n])
		}
		return resolve.Unknown
	}
	for _, a := range t.ancestry(x) {
		owner := t.decl(a)
		if owner == resolve.None {
			continue
		}
		for _, id := range t.own(owner, "Deconstruct") {
			if s := t.signature(id); len(s.params) == of {
				return subst(s.params[n], declared(a, owner))
			}
		}
		if d := t.def(owner); d.Kind == graph.KindRecord && len(d.Params) == of {
			return subst(t.signature(owner).params[n], a)
		}
	}
	return resolve.Unknown
}

// extensionItem is item with a Deconstruct method in scope that extends x.
func (c *binder) extensionItem(x resolve.Type, n, of int, from resolve.DefID,
	at uint32) resolve.Type {
	for _, id := range c.t.extensions["Deconstruct"] {
		s := c.t.signature(id)
		if d := c.t.def(id); c.t.isClassicExtension(d) && len(s.params) == of+1 &&
			len(d.TypeParams) == 0 && c.reach(id, from, at) >= 0 &&
			c.fitsReceiver(x, s.params[0]) >= yes {
			return s.params[n+1]
		}
	}
	return resolve.Unknown
}

// withoutName returns the type of a tuple's element without its name.
func withoutName(x resolve.Type) resolve.Type {
	x.Module = ""
	return x
}

// elementNamed returns the type of the element of a tuple or anonymous object with a name;
// for a tuple also by its number, as Item1.
//
// Item1 and so on name the elements of every tuple (C# 8.3.11); an anonymous object has
// only its explicit names.
func elementNamed(x resolve.Type, name string) resolve.Type {
	if x.Def != resolve.None || x.Form != parse.FormTuple && x.Form != parse.FormObject {
		return resolve.Unknown
	}
	for i, a := range x.Args {
		if a.Module == name || x.Form == parse.FormTuple && name == itemName(i) {
			return withoutName(a)
		}
	}
	return resolve.Unknown
}

func itemName(i int) string {
	if i < 9 {
		return "Item" + string(rune('1'+i))
	}
	return ""
}

// delegateOf returns the delegate that x is, or that it is an expression tree of.
//
// A lambda converts to Expression<Func<T, bool>> by the same rules as to Func<T, bool>
// (C# 10.7.3).
func (t *tree) delegateOf(x resolve.Type) (resolve.Type, bool) {
	if t.is(x, "System.Linq.Expressions.Expression<>") && len(x.Args) == 1 {
		x = x.Args[0]
	}
	return x, x.Def != resolve.None && t.def(x.Def).Kind == graph.KindDelegate
}

// delegateParams lists the types of the parameters of a delegate.
func (t *tree) delegateParams(x resolve.Type) ([]resolve.Type, bool) {
	x, ok := t.delegateOf(x)
	if !ok {
		return nil, false
	}
	var out []resolve.Type
	for _, p := range t.signature(x.Def).params {
		out = append(out, subst(p, x))
	}
	return out, true
}

// invoked returns the return type of a delegate.
func (t *tree) invoked(x resolve.Type) resolve.Type {
	x, ok := t.delegateOf(x)
	if !ok {
		return resolve.Unknown
	}
	return subst(t.signature(x.Def).typ, x)
}

// isDelegate reports whether x is a delegate or an expression tree of one.
func (t *tree) isDelegate(x resolve.Type) bool {
	_, ok := t.delegateOf(x)
	return ok
}

// isValueType reports whether x is known to be a value type.
func (t *tree) isValueType(x resolve.Type) bool {
	switch {
	case x.Def != resolve.None:
		return t.isValueDef(x.Def)
	case x.Owner != resolve.None:
		return t.isValueParam(x)
	case x.Form == parse.FormTuple || x.Form == parse.FormOptional:
		return true
	}
	return predefined[x.Name] != "" && x.Name != "string" && x.Name != "object"
}

// isValueParam reports whether a type parameter has the constraint struct. The types of
// its constraints are not resolved: they may mention it, as in where T : IEquatable<T?>.
func (t *tree) isValueParam(x resolve.Type) bool {
	if x.Owner < resolve.None {
		return t.foreignLimits(x).value
	}
	limit := t.limits[param{x.Owner, x.Param}]
	isStruct := func(ref parse.TypeRef) bool { return ref.Name == "struct" }
	return limit != nil && (isStruct(limit.ref) ||
		limit.ref.Form == parse.FormIntersection && slices.ContainsFunc(limit.ref.Args, isStruct))
}

// isValueDef reports whether a definition is a value type.
func (t *tree) isValueDef(id resolve.DefID) bool {
	d := t.def(id)
	switch d.Kind {
	case graph.KindStruct, graph.KindEnum:
		return true
	case graph.KindRecord:
		return isRecordStruct(d)
	}
	return false
}

// isReferenceType reports whether x is known to be a reference type.
//
// A type parameter is one if it is constrained by `class` or by a class (C# 15.2.5); a
// constraint that is an interface does not determine it.
func (t *tree) isReferenceType(x resolve.Type) bool {
	switch {
	case x.Def != resolve.None:
		return !t.isValueDef(x.Def)
	case x.Owner != resolve.None:
		limits := t.limitsOf(x)
		if limits.class {
			return true
		}
		for _, b := range limits.types {
			if b.Def != resolve.None && isClass(t.def(b.Def)) {
				return true
			}
		}
		return false
	}
	return x.Name == "string" || x.Name == "object" || x.Form == parse.FormObject || isArray(x)
}

// hasUnknownBase reports whether x, or a base of it, is declared neither in the tree nor by
// the platform, so that its members and bases are unknown.
//
// For such a type, a missing member proves nothing.
//
//	class Page : VendorPage { }    // page.Show() may be declared by VendorPage
func (t *tree) hasUnknownBase(x resolve.Type) bool {
	return !t.eachBase(&x, func(a, _ *resolve.Type) bool { return !isUnknownExternal(*a) })
}

// isUnknownExternal reports whether only the name of type x is known.
func isUnknownExternal(x resolve.Type) bool {
	return x.External && x.Def == resolve.None && predefined[x.Name] == "" && x.Name != "null"
}

// isRecordStruct reports whether a record is a value type.
func isRecordStruct(d *resolve.Def) bool {
	before, _, _ := strings.Cut(d.Signature, d.Name)
	return strings.HasSuffix(strings.TrimSpace(before), "record struct")
}

// isVoid reports whether x is void.
func isVoid(x resolve.Type) bool { return x.Def == resolve.None && x.Name == "void" }

// isDynamic reports whether x is dynamic, so that its members are looked up at run time.
func isDynamic(x resolve.Type) bool { return x.Def == resolve.None && x.Name == "dynamic" }
