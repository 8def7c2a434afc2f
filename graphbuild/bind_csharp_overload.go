package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A csCandidate is a callable that a call may mean.
type csCandidate struct {
	id        defID
	owner     typ  // the type that declares it, as the receiver sees it
	extension bool // the value that it is called on is an argument
}

// csFit tells how well an argument fits a parameter.
type csFit int8

const (
	csNo    csFit = -1
	csMaybe csFit = 0 // nothing is known
	csLoose csFit = 1 // by a type parameter or object
	csBase  csFit = 2 // by a base type or a conversion
	csSame  csFit = 3
)

// choose returns the best of the candidates that the arguments of r fit: one,
// several when nothing decides among them, none when none fits.
func (c *csBinder) choose(cands []csCandidate, r *parse.Reference, x *csRef, from defID) []csCandidate {
	if len(cands) == 0 {
		return nil
	}
	cands = c.withoutOverridden(c.nearestFirst(cands))
	var fit []csCandidate
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
func (c *csBinder) meetsLimits(k csCandidate, r *parse.Reference, from defID) bool {
	if r.Extra == nil {
		return true
	}
	for i, a := range r.Extra.TypeArgs {
		p := typ{def: none, owner: c.ix.canon[k.id], param: i}
		if t := c.written(a, from, r.At); t.known() && c.fitsLimit(t, p) == csNo {
			return false
		}
	}
	return true
}

// nearestFirst moves what the file's own project declares before the rest.
func (c *csBinder) nearestFirst(cands []csCandidate) []csCandidate {
	if len(cands) > 1 {
		slices.SortStableFunc(cands, func(a, b csCandidate) int {
			return c.t.nearness(c.f, c.ix.def(a.id).file) - c.t.nearness(c.f, c.ix.def(b.id).file)
		})
	}
	return cands
}

// mayUse reports whether code in from may use a member as far as it is private.
func (c *csBinder) mayUse(id, from defID) bool {
	d := c.ix.def(id)
	if d.parent == none || !c.ix.defs[d.parent].Kind.IsType() || c.ix.defs[d.parent].Kind == graph.KindInterface {
		return true
	}
	for _, m := range d.Modifiers {
		if m == "public" || m == "internal" || m == "protected" {
			return true
		}
	}
	owner := c.ix.canon[d.parent]
	for e := c.ix.enclosingTypeOf(from); e != none; e = c.ix.enclosingTypeOf(c.ix.defs[e].parent) {
		if c.ix.canon[e] == owner {
			return true
		}
	}
	return false
}

// withoutOverridden drops methods whose override, or further declaration, is
// among the candidates already.
func (c *csBinder) withoutOverridden(cands []csCandidate) []csCandidate {
	if len(cands) < 2 {
		return cands
	}
	out := cands[:0:0]
next:
	for _, k := range cands {
		d := c.ix.def(k.id)
		for _, o := range out {
			od := c.ix.def(o.id)
			if od.Symbol == d.Symbol && od.module == d.module || od.parent != d.parent && len(od.TypeParams) == len(d.TypeParams) && c.t.sameParams(o, k) {
				continue next
			}
		}
		out = append(out, k)
	}
	return out
}

// params are the parameters of a candidate that written arguments go to.
func (c *csBinder) params(k csCandidate) ([]parse.Param, []typ) {
	d := c.ix.def(k.id)
	params, types := d.Params, c.t.signature(k.id).params
	if k.extension && isClassicExtension(d) {
		return params[1:], types[1:]
	}
	return params, types
}

func (c *csBinder) takesCount(k csCandidate, r *parse.Reference) bool {
	params, _ := c.params(k)
	if r.Args < 0 {
		return true
	}
	return takes(params, int(r.Args)) && c.takesNames(params, r)
}

// takesNames reports whether every named argument has a parameter.
func (c *csBinder) takesNames(params []parse.Param, r *parse.Reference) bool {
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

func (c *csBinder) takesTypeArgs(k csCandidate, r *parse.Reference) bool {
	d := c.ix.def(k.id)
	if r.Kind == parse.RefCreate || r.TypeArgs > 0 {
		return r.Kind == parse.RefCreate || len(d.TypeParams) == int(r.TypeArgs)
	}
	return len(d.TypeParams) == 0 || c.inferable(k, r)
}

// inferable reports whether every type parameter of a method stands in the type
// of a parameter that is given an argument.
func (c *csBinder) inferable(k csCandidate, r *parse.Reference) bool {
	params, types := c.params(k)
	given := make([]typ, 0, len(types)+1)
	for i := range int(r.Args) {
		if _, p := slot(params, types, r, i, unknown); p.known() {
			given = append(given, p)
		}
	}
	if k.extension {
		given = append(given, c.t.receiver(k.id))
	}
	for i := range c.ix.def(k.id).TypeParams {
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

func mentionsParam(t typ, owner defID, param int) bool {
	if t.owner == owner && t.param == param {
		return true
	}
	for _, a := range t.args {
		if mentionsParam(a, owner, param) {
			return true
		}
	}
	return false
}

// slot is the parameter that argument i goes to, and its type; of a parameter
// that takes many, in its expanded form, that of one. It is -1 without one.
func slot(params []parse.Param, types []typ, r *parse.Reference, i int, arg typ) (int, typ) {
	p := i
	if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
		p = paramNamed(params, r.Extra.ArgNames[i])
	}
	if p >= len(params) {
		p = len(params) - 1
	}
	if p < 0 {
		return -1, unknown
	}
	t := types[p]
	if params[p].Variadic && len(t.args) == 1 && !(int(r.Args) == len(params) && arg.form == t.form) {
		return p, t.args[0]
	}
	return p, t
}

// argType is the type of argument i.
func (c *csBinder) argType(r *parse.Reference, i int, from defID) typ {
	if i < len(r.ArgTypes()) && !r.ArgTypes()[i].IsZero() {
		a := r.ArgTypes()[i]
		if isLambda(a.Name) {
			return c.lambdaArg(a)
		}
		t := c.typed(a, from, r.At)
		t.static = false
		return t
	}
	if i < len(r.ArgSteps()) && r.ArgSteps()[i] != nil {
		t := c.value(r.ArgSteps()[i], from, r.At)
		if t.static || t.isModule {
			return unknown
		}
		return t
	}
	return unknown
}

// lambdaArg is a lambda as an argument: its form, an unknown type for each of
// its parameters, and whether it returns a value.
func (c *csBinder) lambdaArg(a parse.TypeRef) typ {
	t := typ{def: none, owner: none, form: a.Name, static: a.At != 0}
	for range a.Args {
		t.args = append(t.args, unknown)
	}
	return t
}

// better keeps the candidates whose parameters the arguments fit best.
func (c *csBinder) better(cands []csCandidate, r *parse.Reference, x *csRef, from defID) []csCandidate {
	args := make([]typ, max(int(r.Args), 0))
	for i := range args {
		args[i] = c.argType(r, i, from)
	}
	outer := c.around
	c.around = nil
	for d := from; d != none; d = c.ix.defs[d].parent {
		c.around = append(c.around, c.ix.canon[d])
	}
	defer func() { c.around = outer }()
	type scored struct {
		csCandidate
		fits []csFit
	}
	var left []scored
	for _, k := range cands {
		if fits, ok := c.argumentFits(k, args, r, x, from); ok {
			left = append(left, scored{k, fits})
		}
	}
	var out []csCandidate
	for i, s := range left {
		beaten := false
		for j, o := range left {
			if i != j && c.beats(o.csCandidate, o.fits, s.csCandidate, s.fits, r, args) {
				beaten = true
				break
			}
		}
		if !beaten {
			out = append(out, s.csCandidate)
		}
	}
	if len(left) == 0 {
		return nil
	}
	if len(out) == 0 {
		for _, s := range left {
			out = append(out, s.csCandidate)
		}
	}
	return out
}

// argumentFits tells how well each argument, and last what an extension is
// called on, fits a candidate; ok is false when one does not.
func (c *csBinder) argumentFits(k csCandidate, args []typ, r *parse.Reference, x *csRef, from defID) (fits []csFit, ok bool) {
	params, types := c.params(k)
	places := make([]typ, len(args))
	for i, a := range args {
		_, p := slot(params, types, r, i, a)
		places[i] = c.asWritten(csSubst(p, k.owner), k, r, from)
	}
	inferred := c.inferred(k, places, args, r, x)
	fits = make([]csFit, len(args), len(args)+1)
	for i, a := range args {
		p := csSubst(places[i], inferred)
		fits[i] = c.fits(a, p)
		if fits[i] != csNo && isLambda(a.form) && a.def == none {
			fits[i] = c.fitsBody(fits[i], k, p, inferred, i, r, x, from)
		}
		if fits[i] == csNo {
			return nil, false
		}
		if fits[i] == csSame && places[i].owner == k.id && c.limitNo(a, places[i]) {
			return nil, false
		}
	}
	if k.extension {
		fits = append(fits, c.fits(x.recv, csSubst(c.t.receiver(k.id), inferred)))
		if fits[len(args)] == csNo {
			return nil, false
		}
	}
	return fits, true
}

// maxGuess bounds lambdas in lambdas whose results are compared.
const maxGuess = 2

// fitsBody checks what a lambda, argument i, returns when the call means k.
func (c *csBinder) fitsBody(fit csFit, k csCandidate, p, inferred typ, i int, r *parse.Reference, x *csRef, from defID) csFit {
	result := c.t.invoked(p)
	if i >= len(r.ArgSteps()) || r.ArgSteps()[i] == nil || c.guess >= maxGuess || !result.known() {
		return fit
	}
	outer := *x
	x.ids, x.why, x.owner, x.ext, x.targs = []defID{k.id}, resolved, k.owner, k.extension, inferred.args
	v := c.guessing(func() typ { return c.value(r.ArgSteps()[i], from, r.ArgTypes()[i].At) })
	*x = outer
	if strings.HasSuffix(r.ArgTypes()[i].Name, "async func") {
		result = c.t.awaitedType(result)
	}
	if !v.known() || v.static || v.isModule || !result.known() || result.form == "void" {
		return fit
	}
	if n := c.fits(v, result); n == csNo {
		return csNo
	} else if n == csSame {
		return max(fit, csBase)
	}
	return fit
}

// limitNo reports whether an argument breaks the constraint of the type
// parameter that is inferred from it.
func (c *csBinder) limitNo(a, p typ) bool { return c.fitsLimit(a, p) == csNo }

// inferred finds what the arguments say of the type parameters of a candidate:
// first those inside other types, which must be met exactly, then the others.
// Nothing is said when type arguments are written.
func (c *csBinder) inferred(k csCandidate, places, args []typ, r *parse.Reference, x *csRef) typ {
	n := len(c.ix.def(k.id).TypeParams)
	if n == 0 || r.TypeArgs > 0 {
		return unknown
	}
	targs := make([]typ, n)
	for i := range targs {
		targs[i] = unknown
	}
	for _, plain := range []bool{false, true} {
		if k.extension {
			if p := c.t.receiver(k.id); (p.owner == k.id) == plain {
				c.unify(p, x.recv, k.id, targs)
			}
		}
		for i, p := range places {
			if (p.owner == k.id) == plain {
				c.unify(p, args[i], k.id, targs)
			}
		}
	}
	for i := range targs {
		if !targs[i].known() {
			targs[i] = typ{def: none, owner: k.id, param: i}
		}
	}
	return typ{def: k.id, owner: none, args: targs}
}

// asWritten puts the written type arguments of a call into a parameter's type.
func (c *csBinder) asWritten(p typ, k csCandidate, r *parse.Reference, from defID) typ {
	if r.Extra == nil || len(r.Extra.TypeArgs) == 0 || !mentions(p, k.id) {
		return p
	}
	args := make([]typ, len(r.Extra.TypeArgs))
	for i, a := range r.Extra.TypeArgs {
		args[i] = c.written(a, from, r.At)
	}
	return csSubst(p, typ{def: k.id, owner: none, args: args})
}

// beats reports whether candidate a, whose parameters the arguments fit as fa
// says, is better than b.
func (c *csBinder) beats(a csCandidate, fa []csFit, b csCandidate, fb []csFit, r *parse.Reference, args []typ) bool {
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
	da, db := c.ix.def(a.id), c.ix.def(b.id)
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
func expands(params []parse.Param, args []typ) bool {
	n := len(params)
	return n > 0 && params[n-1].Variadic && !(len(args) == n && args[n-1].form == "[]")
}

// specific compares the parameters of two candidates type by type: above zero
// when those of a are narrower, below when those of b are, zero when neither.
func (c *csBinder) specific(a, b csCandidate, r *parse.Reference) int {
	pa, ta := c.params(a)
	pb, tb := c.params(b)
	sum := 0
	for i := 0; i < int(r.Args); i++ {
		_, x := slot(pa, ta, r, i, unknown)
		_, y := slot(pb, tb, r, i, unknown)
		x, y = csSubst(x, a.owner), csSubst(y, b.owner)
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
func (c *csBinder) narrower(x, y typ) int {
	if sameType(x, y) {
		return 0
	}
	if ox, oy := x.owner != none, y.owner != none; ox != oy {
		// Something is narrower than anything, anything narrower than object.
		n := 1
		if ox {
			x, n = y, -1
		}
		if x.form == "object" {
			n = -n
		}
		return n
	}
	if n := c.narrowerArgs(x, y); n != 0 {
		return n
	}
	if x.def == none && !x.external || y.def == none && !y.external {
		return 0
	}
	xy, yx := c.fits(x, y), c.fits(y, x)
	switch {
	case xy >= csBase && yx < csBase:
		return 1
	case yx >= csBase && xy < csBase:
		return -1
	}
	return 0
}

// narrowerArgs compares the type arguments of two instances of one type.
func (c *csBinder) narrowerArgs(x, y typ) int {
	if x.def != y.def || x.def == none && x.form != y.form || len(x.args) != len(y.args) {
		return 0
	}
	sum := 0
	for i := range x.args {
		n := c.narrower(x.args[i], y.args[i])
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
func sameType(a, b typ) bool {
	if a.def != b.def || a.owner != b.owner || a.owner != none && a.param != b.param {
		return false
	}
	if a.def == none && a.owner == none && a.form != b.form {
		return false
	}
	if len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if a.args[i].known() && b.args[i].known() && !sameType(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// mentions reports whether a type holds a type parameter of a definition.
func mentions(t typ, owner defID) bool {
	if t.owner == owner && owner != none {
		return true
	}
	for _, a := range t.args {
		if mentions(a, owner) {
			return true
		}
	}
	return false
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
