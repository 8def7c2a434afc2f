package csharp

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// nearestFirst moves declarations of the file's own project to the front, and among them
// those that are compiled whenever the call is.
//
// A file linked by several projects is a separate copy in each. Of two declarations in
// the branches of an #if, a call in one branch refers to the declaration in the same
// branch.
func (c *binder) nearestFirst(cands []candidate, at uint32) []candidate {
	if len(cands) > 1 {
		idle := inactive(c.File, at)
		slices.SortStableFunc(cands, func(a, b candidate) int {
			x, y := c.t.def(a.id), c.t.def(b.id)
			return cmp.Or(c.t.nearness(c.File, x.File)-c.t.nearness(c.File, y.File),
				apart(idle, x)-apart(idle, y))
		})
	}
	return cands
}

// apart returns 1 if one of a call and a declaration is compiled and the other is not.
func apart(idle bool, d *resolve.Def) int {
	if inactive(d.File, d.NameAt) != idle {
		return 1
	}
	return 0
}

// inactive reports whether a position of a file is excluded by conditional compilation,
// according to the project files.
func inactive(f *resolve.File, at uint32) bool {
	i, found := slices.BinarySearchFunc(f.Inactive, at,
		func(r parse.Range, at uint32) int { return cmp.Compare(r.Start, at) })
	return found || i > 0 && f.Inactive[i-1].Contains(at)
}

// mayUse reports whether code in from may use a member that is private, protected or internal.
//
// A private method is not a candidate outside its type, even if it fits best: two
// overloads of which one is private are common in builders.
//
//	class Base { private void Act(int n) { } public void Act(object o) { } }
//
// b.Act(1) outside of Base calls Act(object).
func (c *binder) mayUse(id, from resolve.DefID) bool {
	d := c.t.def(id)
	if d.Outer == resolve.None || !c.t.def(d.Outer).Kind.IsType() ||
		c.t.def(d.Outer).Kind == graph.KindInterface || c.t.def(d.Outer).Kind == graph.KindEnum {
		// Members of interfaces and enumerations are public by default, and local
		// functions are in scope or not.
		return true
	}
	has := func(m string) bool { return slices.Contains(d.Modifiers, m) }
	if c.t.isPublic(d) || has("internal") && c.t.seesInternal(c.File, d.File) {
		return true
	}
	owner := c.t.canonical(d.Outer)
	for e := range c.t.around(from) {
		if c.Table.Canon[e] == owner {
			// A nested type can access the private members of its enclosing types
			// (C# 7.5.2).
			return true
		}
		if has("protected") && slices.ContainsFunc(c.t.lineage(e),
			func(a resolve.Type) bool { return a.Def == owner }) {
			return true
		}
	}
	return false
}

// distinctCandidates removes redeclarations of a candidate: parts of a partial method,
// and the same code linked into several projects. The list is shortened in place.
//
//	partial void OnSaved(Order o);              // one method
//	partial void OnSaved(Order o) { Log(o); }
func (c *binder) distinctCandidates(cands []candidate) []candidate {
	out := cands[:min(len(cands), 1)]
next:
	for _, k := range cands[len(out):] {
		for i := range out {
			if o := out[i].id; k.id == o || k.id > resolve.None && o > resolve.None &&
				c.t.isRepeated(c.t.def(k.id), c.t.def(o)) {
				continue next
			}
		}
		out = append(out, k)
	}
	return out
}

// isRepeated reports whether two definitions of the tree declare one callable.
func (t *tree) isRepeated(a, b *resolve.Def) bool {
	// The symbol contains the parameter types as written.
	return a.Symbol == b.Symbol && a.ModuleName == b.ModuleName && t.sameKinds(b, a)
}

// sameKinds reports whether two declarations of one symbol agree in the properties
// missing from the symbol: which parameters are passed by reference, and which type
// parameters are value types, which changes the meaning of T?.
func (t *tree) sameKinds(a, b *resolve.Def) bool {
	for i := range a.Params {
		if t.modeOf(a, i) != t.modeOf(b, i) {
			return false
		}
	}
	for i := range a.TypeParams {
		x := resolve.Type{Def: resolve.None, Owner: t.canonical(a.ID), Param: i}
		y := resolve.Type{Def: resolve.None, Owner: t.canonical(b.ID), Param: i}
		if t.limitsOf(x).value != t.limitsOf(y).value {
			return false
		}
	}
	return true
}

// params returns the parameters of a candidate that receive arguments, and their types.
func (c *binder) params(k candidate) ([]parse.Param, []resolve.Type) {
	// The types include the receiver, which is first.
	params, types := c.declaredParams(k), c.t.signature(k.id).params
	return params, types[len(types)-len(params):]
}

// declaredParams is params without the types, which are expensive.
func (c *binder) declaredParams(k candidate) []parse.Param {
	d := c.t.def(k.id)
	if k.extension && c.t.isClassicExtension(d) {
		return d.Params[1:]
	}
	return d.Params
}

// takesCount reports whether a candidate accepts the number and names of the arguments. A
// reference without arguments, such as a method group, is accepted by all.
func (c *binder) takesCount(k candidate, r *parse.Reference) bool {
	if r.Args < 0 {
		return true
	}
	params := c.declaredParams(k)
	return takes(params, int(r.Args)) && c.takesNames(params, r)
}

// takesNames reports whether every named argument has a parameter, and every required
// parameter an argument.
//
//	void Find(Type type, string sql, int limit = 10) { }   // not Find(sql: "x", limit: 5)
func (c *binder) takesNames(params []parse.Param, r *parse.Reference) bool {
	if r.Extra == nil || !slices.ContainsFunc(r.Extra.ArgNames, isWritten) {
		return true
	}
	for _, name := range r.Extra.ArgNames {
		if name != "" && paramNamed(params, name) < 0 {
			return false
		}
	}
	for i, p := range params {
		// Positional arguments come first, so parameter i has one if argument i is
		// unnamed.
		placed := i < int(r.Args) && (i >= len(r.Extra.ArgNames) || r.Extra.ArgNames[i] == "")
		if !placed && !p.Optional && !p.Variadic && !slices.Contains(r.Extra.ArgNames, p.Name) {
			return false
		}
	}
	return true
}

func isWritten(name string) bool { return name != "" }

func paramNamed(params []parse.Param, name string) int {
	return slices.IndexFunc(params, func(p parse.Param) bool { return p.Name == name })
}

// takesTypeArgs reports whether a candidate accepts the explicit type arguments.
//
// `Get<int>()` refers to a method with one type parameter. Without explicit type
// arguments they are inferred, and generic methods compete with others (C# 12.8.10.2).
func (c *binder) takesTypeArgs(k candidate, r *parse.Reference) bool {
	return r.Kind == parse.RefCreate || r.TypeArgs == 0 ||
		len(c.t.def(k.id).TypeParams) == int(r.TypeArgs)
}

// slot returns the parameter that receives argument i, and its type, in the normal or
// expanded form, depending on the number of arguments and the type of the last one.
//
// It is used before a candidate is chosen, when the form is not yet known: an argument
// whose type is exactly that of the parameter array is passed as the whole array.
func slot(params []parse.Param, types []resolve.Type, r *parse.Reference, i int,
	arg resolve.Type) (int, resolve.Type) {
	at, t := place(params, types, r, i, false)
	// An argument of unknown type is assumed to be one of many, as nearly all are.
	if at >= 0 && params[at].Variadic && !(int(r.Args) == len(params) && arg.SameForm(t) &&
		arg.Def == t.Def && arg.Known()) {
		return place(params, types, r, i, true)
	}
	return at, t
}

// place returns the parameter that receives argument i, and its type; for a parameter
// array in the expanded form, the element type. It returns -1 if there is no parameter.
//
// A named argument belongs to the parameter with its name. Arguments after the last
// parameter belong to that one if it is a parameter array; the number of arguments has
// been checked before.
func place(params []parse.Param, types []resolve.Type, r *parse.Reference, i int,
	expanded bool) (int, resolve.Type) {
	p := i
	if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
		p = paramNamed(params, r.Extra.ArgNames[i])
	}
	p = min(p, len(params)-1)
	if p < 0 {
		return -1, resolve.Unknown
	}
	if t := types[p]; expanded && params[p].Variadic && len(t.Args) == 1 {
		return p, t.Args[0]
	}
	return p, types[p]
}

// sameType reports whether two types are the same as far as they are known.
//
// Unknown type arguments are equal to any other: callers that need certainty also check
// binder.isVague.
func sameType(a, b resolve.Type) bool {
	if a.Def != b.Def || a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param {
		return false
	}
	if a.Def == resolve.None && a.Owner == resolve.None && !a.SameForm(b) {
		// Without a definition, there are only the form and the name.
		return false
	}
	if len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if a.Args[i].Known() && b.Args[i].Known() && !sameType(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// mentionsParam is resolve.Mentions for one type parameter.
func mentionsParam(t resolve.Type, owner resolve.DefID, param int) bool {
	if t.Owner == owner && t.Param == param {
		return true
	}
	for _, a := range t.Args {
		if mentionsParam(a, owner, param) {
			return true
		}
	}
	return false
}

// takes reports whether args arguments may be passed for params.
//
// Optional parameters and a parameter array need no argument (C# 12.6.2.2). They come
// last, so most parameters need no check.
func takes(params []parse.Param, args int) bool {
	n := len(params)
	if n == 0 {
		return args == 0
	}
	last := params[n-1]
	if args >= n || !last.Optional && !last.Variadic {
		return args == n || args > n && last.Variadic
	}
	required := 0
	for _, p := range params {
		if !p.Variadic && !p.Optional {
			required++
		}
	}
	return args >= required
}
