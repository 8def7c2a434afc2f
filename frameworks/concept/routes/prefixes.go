package routes

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Routers follows routers through a tree: from the variable, parameter or field that an
// endpoint is registered on to where the router is created and mounted.
type Routers struct {
	*eval.Callers

	// Group returns the prefix that a call on a router adds, if the call target is not
	// declared in the tree; ok is false if it is unknown. Fluent calls that return the
	// router itself add nothing.
	Group func(call eval.Expr) (added Prefix, ok bool)

	// Mounting is the set of method names for which Mount is called.
	Mounting map[string]bool

	// Mount returns the routers that a call mounts on its receiver, and the prefixes under
	// each of which it does; nil for other calls.
	Mount func(call eval.Expr) (mounted []eval.Expr, under []Prefix)

	// Shift returns the prefix that a call puts before all routes of its receiver, also of
	// those registered earlier; ok is false for other calls. Mounting has the names.
	Shift func(call eval.Expr) (by Prefix, ok bool)

	// CreationPrefix returns the prefix of the router that a call or creation makes.
	CreationPrefix func(made eval.Expr) Prefix

	// Unmounted reports whether an expression makes a router that serves nothing unless it
	// is mounted.
	Unmounted func(made eval.Expr) bool

	family   string
	mounts   map[eval.Variable][]mounting
	shifts   map[eval.Variable]Prefix
	mounting map[eval.Variable]bool // variables whose mounts are being computed
	holders  map[*parse.Expr]eval.Variable
	steps    int // remaining budget of Prefixes
}

// A mounting is a mount point of a router, in one call frame.
type mounting struct {
	on    eval.Expr // the parent router
	under Prefix
}

// NewRouters returns the routers in the files of a language family.
func NewRouters(t *eval.Tree, family string) *Routers {
	r := &Routers{Callers: eval.NewCallers(t, family), family: family, mounting: map[eval.Variable]bool{},
		holders:        map[*parse.Expr]eval.Variable{},
		CreationPrefix: func(eval.Expr) Prefix { return Prefix{Tier: graph.Exact} },
		Group:          func(eval.Expr) (Prefix, bool) { return Prefix{Tier: graph.Exact}, true },
		Mount:          func(eval.Expr) ([]eval.Expr, []Prefix) { return nil, nil },
		Shift:          func(eval.Expr) (Prefix, bool) { return Prefix{}, false },
		Unmounted:      func(eval.Expr) bool { return false }}
	t.Declared(func(v eval.Variable, x eval.Expr) {
		if x.In.File.Family == family && x.Kind == parse.ExprCall && x.Recv != nil {
			e := x.Expr
			for e.Recv != nil {
				e = e.Recv
			}
			r.holders[e] = v
		}
	})
	return r
}

// Single is a Mount that mounts routers under one prefix.
func Single(mount func(call eval.Expr) (mounted []eval.Expr, under Prefix)) func(
	eval.Expr) ([]eval.Expr, []Prefix) {
	return func(call eval.Expr) ([]eval.Expr, []Prefix) {
		mounted, under := mount(call)
		return mounted, []Prefix{under}
	}
}

// maxDepth bounds chains of names, calls and callers.
const maxDepth = 20

// maxMounts bounds the steps taken to find the prefixes of one router.
const maxMounts = 2000

var atRoot = []Prefix{{Tier: graph.Exact}}

// Prefixes lists the possible prefixes of the router x: one for each mount point.
func (r *Routers) Prefixes(x eval.Expr) []Prefix {
	r.steps = maxMounts
	return r.prefixes(x, 0)
}

func (r *Routers) prefixes(x eval.Expr, depth int) []Prefix {
	if r.steps--; depth > maxDepth || r.steps < 0 {
		return atRoot
	}
	switch x.Kind {
	case parse.ExprCall:
		return r.ofCall(x, depth)
	case parse.ExprName, parse.ExprMember:
		return r.ofName(x, depth)
	case parse.ExprNew:
		return r.ofMade(x, depth)
	}
	return atRoot
}

// ofMade returns the prefixes of a router at its creation. A call chain that begins
// there may be the value of a variable that is mounted.
func (r *Routers) ofMade(x eval.Expr, depth int) []Prefix {
	made := []Prefix{r.CreationPrefix(x)}
	if v, ok := r.holders[x.Expr]; ok {
		return r.orMounted(v, []eval.Expr{x}, made, depth)
	}
	return made
}

// ofCall returns the prefixes of the router that a call returns: those of a group, or
// those of the receiver, since fluent methods return the router.
func (r *Routers) ofCall(x eval.Expr, depth int) []Prefix {
	if d := x.Callee(); d != resolve.None {
		if values := r.Values(d); len(values) > 0 {
			return r.ofValues(eval.WithEnv(values, r.BindCall(d, x)), depth)
		}
	}
	if x.Recv == nil {
		return r.ofMade(x, depth)
	}
	before := r.prefixes(x.Sub(x.Recv), depth+1)
	added, ok := r.Group(x)
	if !ok {
		return nil
	}
	return join(before, added)
}

// join appends the added prefix to each prefix.
func join(before []Prefix, added Prefix) []Prefix {
	if added.Text == "" && added.Tier <= graph.Exact && added.Attributes == "" {
		return before
	}
	var out []Prefix
	for _, p := range before {
		out = append(out, p.And(added))
	}
	return out
}

// ofName returns the prefixes of the router that a name refers to: the argument of a
// function literal, the caller's argument for a parameter, or the value of a variable
// or field.
func (r *Routers) ofName(x eval.Expr, depth int) []Prefix {
	if d := x.Referent().Def; d != resolve.None {
		return r.ofField(x, d, depth)
	}
	if x.Kind == parse.ExprMember {
		return r.ofReduced(x, depth)
	}
	if f, param, ok := r.Lambda(x); ok {
		if applied := r.Applied(f, param, x.Env); applied != nil {
			return r.ofValues(applied, depth)
		}
		f.Call.Env = x.Env
		return r.prefixes(f.Call, depth+1)
	}
	if given, ok := x.Env.Get(x.Expr.Text); ok {
		return r.prefixes(given, depth+1)
	}
	if values := r.ReachingValues(x); values != nil {
		v := r.localOf(x)
		made := r.madeIn(v, func() []Prefix { return r.ofValues(values, depth) })
		return r.orMounted(v, values, made, depth)
	}
	if l := x.Local(); r.isParam(x) || l != nil && l.Kind == parse.LocalParam {
		return []Prefix{{Tier: graph.Heuristic}}
	}
	return atRoot
}

func (r *Routers) ofReduced(x eval.Expr, depth int) []Prefix {
	var out []Prefix
	for _, v := range r.Evaluate(x) {
		if v.Expr == x.Expr {
			continue
		}
		prefixes := r.prefixes(v, depth+1)
		if r.Unmounted(v) { // its mounts are unknown
			prefixes = join(prefixes, Prefix{Tier: graph.Heuristic})
		}
		out = append(out, prefixes...)
	}
	if out == nil {
		return atRoot
	}
	return out
}

func (r *Routers) isParam(x eval.Expr) bool {
	return slices.ContainsFunc(r.Table.Def(x.Def).Params,
		func(p parse.Param) bool { return p.Name == x.Expr.Text })
}

// ofField returns the prefixes of the router that a variable or field holds.
func (r *Routers) ofField(x eval.Expr, d resolve.DefID, depth int) []Prefix {
	of := r.variableOf(x, d)
	var out []Prefix
	for _, v := range r.Values(d) {
		for _, f := range r.Frames(v.Def) {
			if this, ok := f.Env.Get(eval.Self); ok && of.Class != 0 && r.Class(this) != of.Class {
				continue
			}
			v.Env = f.Env
			out = append(out, r.madeIn(of, func() []Prefix { return r.prefixes(v, depth+1) })...)
		}
	}
	if out == nil && len(r.mounted(of)) == 0 {
		return []Prefix{{Tier: graph.Heuristic}} // assigned in code that is not visible here
	}
	return r.orMounted(of, r.Values(d), out, depth)
}

// madeIn returns the prefixes of values of a variable without those of its mounts, which the
// caller adds: a chain of calls that is such a value would add them as well.
func (r *Routers) madeIn(v eval.Variable, values func() []Prefix) []Prefix {
	if r.mounting[v] {
		return values()
	}
	r.mounting[v] = true
	defer delete(r.mounting, v)
	return values()
}

// variableOf returns the variable or field that the name x refers to.
func (r *Routers) variableOf(x eval.Expr, d resolve.DefID) eval.Variable {
	v := eval.Variable{Def: d}
	if !r.Instances || x.Kind != parse.ExprMember {
		return v
	}
	for _, of := range r.Evaluate(x.Sub(x.Recv)) {
		if class := r.Class(of); class != resolve.None {
			v.Class = class
		}
	}
	return v
}

// Variables lists the variables that may hold a router: those that an expression names,
// and those that their values name.
func (r *Routers) Variables(x eval.Expr) []eval.Variable { return r.variables(x, 0) }

func (r *Routers) variables(x eval.Expr, depth int) []eval.Variable {
	if depth > maxDepth {
		return nil
	}
	var values []eval.Expr
	var out []eval.Variable
	d := x.Referent().Def
	if x.Kind == parse.ExprCall {
		d = x.Callee()
	}
	switch {
	case d != resolve.None && r.Table.Def(d).Kind.IsType():
	case d != resolve.None && !r.Table.Def(d).Kind.IsCallable():
		out = append(out, r.variableOf(x, d))
		values = r.FieldValues(d, x.Env)
	case d != resolve.None && x.Kind == parse.ExprMember:
		values = r.MemberValues(x)
	case d != resolve.None:
		values = r.ReturnValues(x)
	case x.Kind == parse.ExprMember:
		values = r.MemberValues(x)
	case x.Kind == parse.ExprName:
		if given, ok := x.Env.Get(x.Expr.Text); ok {
			return r.variables(given, depth+1)
		}
		if values = r.ReachingValues(x); values != nil {
			out = append(out, r.localOf(x))
		}
	}
	for _, v := range values {
		for _, w := range r.variables(v, depth+1) {
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// localOf returns the local variable that a name refers to, in the definition that
// assigns it.
func (r *Routers) localOf(x eval.Expr) eval.Variable {
	for d := x.Def; d != resolve.None; d = r.Table.Def(d).Outer {
		if v := (eval.Variable{Def: d, Name: x.Expr.Text}); r.IsAssigned(v) {
			return v
		}
	}
	return eval.Variable{Def: x.Def, Name: x.Expr.Text}
}

// orMounted returns the prefixes of a router by its mounts, or, if it is not mounted,
// those of its creation.
func (r *Routers) orMounted(v eval.Variable, values []eval.Expr, made []Prefix, depth int) []Prefix {
	if made == nil {
		made = atRoot
	}
	places := r.mounted(v)
	if by, ok := r.shifts[v]; ok && !r.mounting[v] {
		made = shifted(made, by)
	}
	if len(places) == 0 && slices.ContainsFunc(values, r.Unmounted) {
		return join(made, Prefix{Tier: graph.Heuristic})
	}
	if len(places) == 0 || r.mounting[v] {
		return made
	}
	r.mounting[v] = true
	defer delete(r.mounting, v)
	var out []Prefix
	for _, at := range places {
		around := join(r.prefixes(at.on, depth+1), at.under)
		for _, m := range made {
			out = append(out, join(around, m)...)
		}
	}
	return out
}

// shifted puts a prefix before others.
func shifted(made []Prefix, by Prefix) (out []Prefix) {
	for _, m := range made {
		out = append(out, by.And(m))
	}
	return out
}

// mounted lists the mount points of a router.
func (r *Routers) mounted(v eval.Variable) []mounting {
	if r.mounts == nil {
		r.mounts, r.shifts = map[eval.Variable][]mounting{}, map[eval.Variable]Prefix{}
		r.EachCall(r.family, r.mountedBy)
	}
	return r.mounts[v]
}

// mountedBy records the routers that a call mounts.
func (r *Routers) mountedBy(x eval.Expr) {
	if !r.Mounting[x.Expr.Text] || x.Recv == nil {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		tier := f.Tier
		if x.Branch {
			tier = resolve.WeakerTier(tier, graph.Heuristic)
		}
		if by, ok := r.Shift(x); ok {
			by.Tier = resolve.WeakerTier(by.Tier, tier)
			for _, v := range r.Variables(x.Sub(x.Recv)) {
				r.shifts[v] = by.And(r.shifts[v])
			}
		}
		children, prefixes := r.Mount(x)
		for _, under := range prefixes {
			under.Tier = resolve.WeakerTier(under.Tier, tier)
			for _, child := range children {
				for _, v := range r.Variables(child) {
					r.mounts[v] = append(r.mounts[v], mounting{x.Sub(x.Recv), under})
				}
			}
		}
	}
}

func (r *Routers) ofValues(values []eval.Expr, depth int) []Prefix {
	if len(values) == 0 {
		return atRoot
	}
	var out []Prefix
	for _, v := range values {
		out = append(out, r.prefixes(v, depth+1)...)
	}
	return out
}
