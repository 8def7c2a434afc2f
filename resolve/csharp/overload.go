package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A candidate is a callable that a call may mean.
type candidate struct {
	id        resolve.DefID
	owner     resolve.Type // the type that declares it, as the receiver sees it
	extension bool         // the value that it is called on is an argument
}

// fit tells how well an argument fits a parameter.
type fit int8

const (
	no     fit = -1
	maybe  fit = 0 // nothing is known
	loose  fit = 1 // by a type parameter or object
	base   fit = 2 // by a base type or a conversion
	csSame fit = 3
)

// choose returns the best of the candidates that the arguments of r fit: one,
// several when nothing decides among them, none when none fits.
func (c *binder) choose(cands []candidate, r *parse.Reference, x *ref, from resolve.DefID) []candidate {
	if len(cands) == 0 {
		return nil
	}
	cands = c.withoutOverridden(c.nearestFirst(cands))
	var fit []candidate
	for _, k := range cands {
		if c.mayUse(k.id, from) && c.takesCount(k, r) && c.takesTypeArgs(k, r) && c.meetsLimits(k, r, from) {
			fit = append(fit, k)
		}
	}
	if len(fit) == 0 || len(fit) == 1 && (r.Kind == parse.RefCreate || r.Args <= 0 && !fit[0].extension) {
		return fit
	}
	best := c.better(fit, r, x, from)
	if len(best) == 0 && len(fit) == 1 {
		x.loose = append(x.loose, fit[0])
	}
	return best
}

// meetsLimits reports whether the written type arguments of a call meet the
// constraints of a method.
func (c *binder) meetsLimits(k candidate, r *parse.Reference, from resolve.DefID) bool {
	if r.Extra == nil {
		return true
	}
	for i, a := range r.Extra.TypeArgs {
		p := resolve.Type{Def: resolve.None, Owner: c.Table.Canon[k.id], Param: i}
		if t := c.written(a, from, r.At); t.Known() && c.fitsLimit(t, p) == no {
			return false
		}
	}
	return true
}

// nearestFirst moves what the file's own project declares before the rest.
func (c *binder) nearestFirst(cands []candidate) []candidate {
	if len(cands) > 1 {
		slices.SortStableFunc(cands, func(a, b candidate) int {
			return c.t.nearness(c.File, c.Table.Def(a.id).File) - c.t.nearness(c.File, c.Table.Def(b.id).File)
		})
	}
	return cands
}

// mayUse reports whether code in from may use a member as far as it is private.
func (c *binder) mayUse(id, from resolve.DefID) bool {
	d := c.Table.Def(id)
	if d.Outer == resolve.None || !c.Table.Defs[d.Outer].Kind.IsType() || c.Table.Defs[d.Outer].Kind == graph.KindInterface {
		return true
	}
	for _, m := range d.Modifiers {
		if m == "public" || m == "internal" || m == "protected" {
			return true
		}
	}
	owner := c.Table.Canon[d.Outer]
	for e := c.Table.EnclosingTypeOf(from); e != resolve.None; e = c.Table.EnclosingTypeOf(c.Table.Defs[e].Outer) {
		if c.Table.Canon[e] == owner {
			return true
		}
	}
	return false
}

// withoutOverridden drops methods whose override, or further declaration, is
// among the candidates already.
func (c *binder) withoutOverridden(cands []candidate) []candidate {
	if len(cands) < 2 {
		return cands
	}
	out := cands[:0:0]
next:
	for _, k := range cands {
		d := c.Table.Def(k.id)
		for _, o := range out {
			od := c.Table.Def(o.id)
			if od.Symbol == d.Symbol && od.ModuleName == d.ModuleName || od.Outer != d.Outer && len(od.TypeParams) == len(d.TypeParams) && c.t.sameParams(o, k) {
				continue next
			}
		}
		out = append(out, k)
	}
	return out
}

// params are the parameters of a candidate that written arguments go to.
func (c *binder) params(k candidate) ([]parse.Param, []resolve.Type) {
	d := c.Table.Def(k.id)
	params, types := d.Params, c.t.signature(k.id).params
	if k.extension && isClassicExtension(d) {
		return params[1:], types[1:]
	}
	return params, types
}

func (c *binder) takesCount(k candidate, r *parse.Reference) bool {
	params, _ := c.params(k)
	if r.Args < 0 {
		return true
	}
	return takes(params, int(r.Args)) && c.takesNames(params, r)
}

// takesNames reports whether every named argument has a parameter.
func (c *binder) takesNames(params []parse.Param, r *parse.Reference) bool {
	if r.Extra == nil {
		return true
	}
	for _, name := range r.Extra.ArgNames {
		if name != "" && paramNamed(params, name) < 0 {
			return false
		}
	}
	return true
}

func paramNamed(params []parse.Param, name string) int {
	for i := range params {
		if params[i].Name == name {
			return i
		}
	}
	return -1
}

func (c *binder) takesTypeArgs(k candidate, r *parse.Reference) bool {
	d := c.Table.Def(k.id)
	if r.Kind == parse.RefCreate || r.TypeArgs > 0 {
		return r.Kind == parse.RefCreate || len(d.TypeParams) == int(r.TypeArgs)
	}
	return len(d.TypeParams) == 0 || c.inferable(k, r)
}

// inferable reports whether every type parameter of a method stands in the type
// of a parameter that is given an argument.
func (c *binder) inferable(k candidate, r *parse.Reference) bool {
	params, types := c.params(k)
	given := make([]resolve.Type, 0, len(types)+1)
	for i := range int(r.Args) {
		if _, p := slot(params, types, r, i, resolve.Unknown); p.Known() {
			given = append(given, p)
		}
	}
	if k.extension {
		given = append(given, c.t.receiver(k.id))
	}
	for i := range c.Table.Def(k.id).TypeParams {
		found := false
		for _, p := range given {
			found = found || mentionsParam(p, k.id, i)
		}
		if !found {
			return false
		}
	}
	return true
}

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

// slot is the parameter that argument i goes to, and its type; of a parameter
// that takes many, in its expanded form, that of one. It is -1 without one.
func slot(params []parse.Param, types []resolve.Type, r *parse.Reference, i int, arg resolve.Type) (int, resolve.Type) {
	p := i
	if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
		p = paramNamed(params, r.Extra.ArgNames[i])
	}
	if p >= len(params) {
		p = len(params) - 1
	}
	if p < 0 {
		return -1, resolve.Unknown
	}
	t := types[p]
	if params[p].Variadic && len(t.Args) == 1 && !(int(r.Args) == len(params) && arg.Form == t.Form) {
		return p, t.Args[0]
	}
	return p, t
}

// argType is the type of argument i.
func (c *binder) argType(r *parse.Reference, i int, from resolve.DefID) resolve.Type {
	if i < len(r.ArgTypes()) && !r.ArgTypes()[i].IsZero() {
		a := r.ArgTypes()[i]
		if isLambda(a.Name) {
			return c.lambdaArg(a)
		}
		t := c.typed(a, from, r.At)
		t.Static = false
		return t
	}
	if i < len(r.ArgSteps()) && r.ArgSteps()[i] != nil {
		t := c.value(r.ArgSteps()[i], from, r.At)
		if t.Static || t.IsModule {
			return resolve.Unknown
		}
		return t
	}
	return resolve.Unknown
}

// lambdaArg is a lambda as an argument: its form, an unknown type for each of
// its parameters, and whether it returns a value.
func (c *binder) lambdaArg(a parse.TypeRef) resolve.Type {
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: a.Name, Static: a.At != 0}
	for range a.Args {
		t.Args = append(t.Args, resolve.Unknown)
	}
	return t
}

// better keeps the candidates whose parameters the arguments fit best.
func (c *binder) better(cands []candidate, r *parse.Reference, x *ref, from resolve.DefID) []candidate {
	args := make([]resolve.Type, max(int(r.Args), 0))
	for i := range args {
		args[i] = c.argType(r, i, from)
	}
	outer := c.around
	c.around = nil
	for d := from; d != resolve.None; d = c.Table.Defs[d].Outer {
		c.around = append(c.around, c.Table.Canon[d])
	}
	defer func() { c.around = outer }()
	type scored struct {
		candidate
		fits []fit
	}
	var left []scored
	for _, k := range cands {
		if fits, ok := c.argumentFits(k, args, r, x, from); ok {
			left = append(left, scored{k, fits})
		}
	}
	var out []candidate
	for i, s := range left {
		beaten := false
		for j, o := range left {
			if i != j && c.beats(o.candidate, o.fits, s.candidate, s.fits, r, args) {
				beaten = true
				break
			}
		}
		if !beaten {
			out = append(out, s.candidate)
		}
	}
	if len(left) == 0 {
		return nil
	}
	if len(out) == 0 {
		for _, s := range left {
			out = append(out, s.candidate)
		}
	}
	return out
}

// argumentFits tells how well each argument, and last what an extension is
// called on, fits a candidate; ok is false when one does not.
func (c *binder) argumentFits(k candidate, args []resolve.Type, r *parse.Reference, x *ref, from resolve.DefID) (fits []fit, ok bool) {
	params, types := c.params(k)
	places := make([]resolve.Type, len(args))
	for i, a := range args {
		_, p := slot(params, types, r, i, a)
		places[i] = c.asWritten(subst(p, k.owner), k, r, from)
	}
	inferred := c.inferred(k, places, args, r, x)
	fits = make([]fit, len(args), len(args)+1)
	for i, a := range args {
		p := subst(places[i], inferred)
		fits[i] = c.fits(a, p)
		if fits[i] != no && isLambda(a.Form) && a.Def == resolve.None {
			fits[i] = c.fitsBody(fits[i], k, p, inferred, i, r, x, from)
		}
		if fits[i] == no {
			return nil, false
		}
		if fits[i] == csSame && places[i].Owner == k.id && c.limitNo(a, places[i]) {
			return nil, false
		}
	}
	if k.extension {
		fits = append(fits, c.fits(x.recv, subst(c.t.receiver(k.id), inferred)))
		if fits[len(args)] == no {
			return nil, false
		}
	}
	return fits, true
}

// maxGuess bounds lambdas in lambdas whose results are compared.
const maxGuess = 2

// fitsBody checks what a lambda, argument i, returns when the call means k.
func (c *binder) fitsBody(fit fit, k candidate, p, inferred resolve.Type, i int, r *parse.Reference, x *ref, from resolve.DefID) fit {
	result := c.t.invoked(p)
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil || c.guess >= maxGuess || !result.Known() {
		return fit
	}
	outer := *x
	x.ids, x.why, x.owner, x.ext, x.targs = []resolve.DefID{k.id}, resolve.Resolved, k.owner, k.extension, inferred.Args
	v := c.guessing(func() resolve.Type { return c.value(r.ArgSteps()[i], from, r.ArgTypes()[i].At) })
	*x = outer
	if strings.HasSuffix(r.ArgTypes()[i].Name, "async func") {
		result = c.t.awaitedType(result)
	}
	if !v.Known() || v.Static || v.IsModule || !result.Known() || result.Form == "void" {
		return fit
	}
	if n := c.fits(v, result); n == no {
		return no
	} else if n == csSame {
		return max(fit, base)
	}
	return fit
}

// limitNo reports whether an argument breaks the constraint of the type
// parameter that is inferred from it.
func (c *binder) limitNo(a, p resolve.Type) bool { return c.fitsLimit(a, p) == no }

// inferred finds what the arguments say of the type parameters of a candidate:
// first those inside other types, which must be met exactly, then the others.
// Nothing is said when type arguments are written.
func (c *binder) inferred(k candidate, places, args []resolve.Type, r *parse.Reference, x *ref) resolve.Type {
	n := len(c.Table.Def(k.id).TypeParams)
	if n == 0 || r.TypeArgs > 0 {
		return resolve.Unknown
	}
	targs := make([]resolve.Type, n)
	for i := range targs {
		targs[i] = resolve.Unknown
	}
	for _, plain := range []bool{false, true} {
		if k.extension {
			if p := c.t.receiver(k.id); (p.Owner == k.id) == plain {
				c.unify(p, x.recv, k.id, targs)
			}
		}
		for i, p := range places {
			if (p.Owner == k.id) == plain {
				c.unify(p, args[i], k.id, targs)
			}
		}
	}
	for i := range targs {
		if !targs[i].Known() {
			targs[i] = resolve.Type{Def: resolve.None, Owner: k.id, Param: i}
		}
	}
	return resolve.Type{Def: k.id, Owner: resolve.None, Args: targs}
}

// asWritten puts the written type arguments of a call into a parameter's type.
func (c *binder) asWritten(p resolve.Type, k candidate, r *parse.Reference, from resolve.DefID) resolve.Type {
	if r.Extra == nil || len(r.Extra.TypeArgs) == 0 || !resolve.Mentions(p, k.id) {
		return p
	}
	args := make([]resolve.Type, len(r.Extra.TypeArgs))
	for i, a := range r.Extra.TypeArgs {
		args[i] = c.written(a, from, r.At)
	}
	return subst(p, resolve.Type{Def: k.id, Owner: resolve.None, Args: args})
}

// beats reports whether candidate a, whose parameters the arguments fit as fa
// says, is better than b.
func (c *binder) beats(a candidate, fa []fit, b candidate, fb []fit, r *parse.Reference, args []resolve.Type) bool {
	better := false
	for i := range fa {
		switch {
		case fa[i] < fb[i]:
			return false
		case fa[i] > fb[i]:
			better = true
		}
	}
	if better {
		return true
	}
	if n := c.specific(a, b, r); n != 0 {
		return n > 0
	}
	da, db := c.Table.Def(a.id), c.Table.Def(b.id)
	if ga, gb := len(da.TypeParams) > 0, len(db.TypeParams) > 0; ga != gb {
		return gb
	}
	pa, _ := c.params(a)
	pb, _ := c.params(b)
	ea, eb := expands(pa, args), expands(pb, args)
	if ea != eb {
		return eb
	}
	if len(pa) != len(pb) {
		return len(pa) < len(pb) == !ea
	}
	return false
}

// expands reports whether the last parameter takes several arguments, one or
// none, rather than an array of them.
func expands(params []parse.Param, args []resolve.Type) bool {
	n := len(params)
	return n > 0 && params[n-1].Variadic && !(len(args) == n && args[n-1].Form == "[]")
}

// specific compares the parameters of two candidates type by type: above zero
// when those of a are narrower, below when those of b are, zero when neither.
func (c *binder) specific(a, b candidate, r *parse.Reference) int {
	pa, ta := c.params(a)
	pb, tb := c.params(b)
	sum := 0
	for i := 0; i < int(r.Args); i++ {
		_, x := slot(pa, ta, r, i, resolve.Unknown)
		_, y := slot(pb, tb, r, i, resolve.Unknown)
		x, y = subst(x, a.owner), subst(y, b.owner)
		n := c.narrower(x, y)
		if n*sum < 0 {
			return 0
		}
		if n != 0 {
			sum = n
		}
	}
	if sum == 0 && a.extension && b.extension {
		sum = c.narrower(c.t.receiver(a.id), c.t.receiver(b.id))
	}
	return sum
}

// narrower is above zero when x converts to y but not y to x.
func (c *binder) narrower(x, y resolve.Type) int {
	if sameType(x, y) {
		return 0
	}
	if ox, oy := x.Owner != resolve.None, y.Owner != resolve.None; ox != oy {
		// Something is narrower than anything, anything narrower than object.
		n := 1
		if ox {
			x, n = y, -1
		}
		if x.Form == "object" {
			n = -n
		}
		return n
	}
	if n := c.narrowerArgs(x, y); n != 0 {
		return n
	}
	if x.Def == resolve.None && !x.External || y.Def == resolve.None && !y.External {
		return 0
	}
	xy, yx := c.fits(x, y), c.fits(y, x)
	switch {
	case xy >= base && yx < base:
		return 1
	case yx >= base && xy < base:
		return -1
	}
	return 0
}

// narrowerArgs compares the type arguments of two instances of one type.
func (c *binder) narrowerArgs(x, y resolve.Type) int {
	if x.Def != y.Def || x.Def == resolve.None && x.Form != y.Form || len(x.Args) != len(y.Args) {
		return 0
	}
	sum := 0
	for i := range x.Args {
		n := c.narrower(x.Args[i], y.Args[i])
		if n*sum < 0 {
			return 0
		}
		if n != 0 {
			sum = n
		}
	}
	return sum
}

// sameType reports whether two types are the same as far as they are known.
func sameType(a, b resolve.Type) bool {
	if a.Def != b.Def || a.Owner != b.Owner || a.Owner != resolve.None && a.Param != b.Param {
		return false
	}
	if a.Def == resolve.None && a.Owner == resolve.None && a.Form != b.Form {
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

// takes reports whether args arguments may be given for params.
func takes(params []parse.Param, args int) bool {
	required, variadic := 0, false
	for _, p := range params {
		if p.Variadic {
			variadic = true
		} else if !p.Optional {
			required++
		}
	}
	return args >= required && (variadic || args <= len(params))
}
