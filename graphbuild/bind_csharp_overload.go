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
	if i < len(r.ArgTypes) && !r.ArgTypes[i].IsZero() {
		a := r.ArgTypes[i]
		if isLambda(a.Name) {
			return c.lambdaArg(a)
		}
		t := c.typed(a, from, r.At)
		t.static = false
		return t
	}
	if i < len(r.ArgSteps) && r.ArgSteps[i] != nil {
		t := c.value(r.ArgSteps[i], from, r.At)
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
	if i >= len(r.ArgSteps) || r.ArgSteps[i] == nil || c.guess >= maxGuess || !result.known() {
		return fit
	}
	outer := *x
	x.ids, x.why, x.owner, x.ext, x.targs = []defID{k.id}, resolved, k.owner, k.extension, inferred.args
	v := c.guessing(func() typ { return c.value(r.ArgSteps[i], from, r.ArgTypes[i].At) })
	*x = outer
	if strings.HasSuffix(r.ArgTypes[i].Name, "async func") {
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

// fits tells how well a value of type a fits a parameter of type p.
func (c *csBinder) fits(a, p typ) csFit {
	switch {
	case !a.known() || !p.known() || a.isModule || p.isModule:
		return csMaybe
	case p.owner != none:
		if slices.Contains(c.around, p.owner) {
			return fitsOpaque(c, a, p)
		}
		return c.fitsLimit(a, p)
	case a.def == none && isLambda(a.form):
		return c.fitsLambda(a, p)
	case a.form == "{}":
		return fitsAnonymous(p)
	case a.form == "[..]":
		return c.fitsCollection(p)
	case a.form == "methods":
		return c.fitsMethods(a, p)
	case p.external && (p.form == "object" || p.form == "dynamic"):
		return csLoose
	case a.external && a.form == "null":
		return fitsNull(c, p)
	case sameType(a, p):
		return csSame
	}
	return c.converts(a, p)
}

// fitsOpaque checks an argument against a type parameter of the code that calls,
// which stands for a type that nobody knows.
func fitsOpaque(c *csBinder, a, p typ) csFit {
	switch {
	case sameType(a, p):
		return csSame
	case a.form == "null" && a.def == none:
		return csMaybe
	case isLambda(a.form) && a.def == none, a.form == "methods":
		return csNo
	}
	for _, x := range c.t.ancestry(a) {
		if sameType(x, p) {
			return csBase
		}
	}
	return csNo
}

// fitsLimit checks an argument against the constraint of a type parameter.
func (c *csBinder) fitsLimit(a, p typ) csFit {
	if sameType(a, p) {
		return csSame
	}
	inferred := csLoose
	if isMethod(c.ix.def(p.owner)) && a.form != "null" && a.form != "methods" && !isLambda(a.form) {
		inferred = csSame // the parameter becomes what the argument is
	}
	limit, ok := c.t.limits[csParam{p.owner, p.param}]
	if !ok || inferred == csLoose {
		return inferred
	}
	bound := c.t.written(limit.file, limit.ref, limit.from, c.ix.def(limit.from).NameAt)
	bounds := []typ{bound}
	if bound.form == "&" {
		bounds = bound.args
	}
	for _, b := range bounds {
		if b.def != none && c.fits(a, withoutArgs(b)) == csNo || b.form == "struct" && c.isReference(a) || b.form == "class" && c.isValue(a) {
			return csNo
		}
	}
	return inferred
}

// isReference reports whether a type is known to be a reference type.
func (c *csBinder) isReference(t typ) bool {
	switch {
	case t.def != none:
		k := c.ix.def(t.def).Kind
		return k == graph.KindClass || k == graph.KindInterface || k == graph.KindDelegate
	case t.owner != none:
		return c.hasLimit(t, "class")
	}
	return t.form == "string" || t.form == "object" || t.form == "[]" || singles[t.form] && isInterfaceName(t.form)
}

// isValue reports whether a type is known to be a value type.
func (c *csBinder) isValue(t typ) bool {
	switch {
	case t.def != none:
		return isValueKind(c.ix.def(t.def).Kind)
	case t.owner != none:
		return c.hasLimit(t, "struct")
	}
	return isFrameworkValue(t.form)
}

// hasLimit reports whether a type parameter is constrained by a keyword.
func (c *csBinder) hasLimit(t typ, word string) bool {
	ref := c.t.limits[csParam{t.owner, t.param}].ref
	if ref.Name == word {
		return true
	}
	for _, a := range ref.Args {
		if ref.Name == "&" && a.Name == word {
			return true
		}
	}
	return false
}

// withoutArgs is a type with its arguments left open.
func withoutArgs(t typ) typ {
	t.args = nil
	return t
}

func fitsNull(c *csBinder, p typ) csFit {
	if p.external && isFrameworkValue(p.form) || p.def != none && isValueKind(c.ix.def(p.def).Kind) {
		return csMaybe // it may be written with a question mark
	}
	return csBase
}

func isValueKind(k graph.NodeKind) bool { return k == graph.KindStruct || k == graph.KindEnum }

// fitsMethods checks a method group: one of its methods must take what the
// delegate is given.
func (c *csBinder) fitsMethods(a, p typ) csFit {
	in, ok := c.t.delegateParams(p)
	if !ok {
		if p.def != none || p.external && (isFrameworkValue(p.form) || p.form == "string" || p.form == "Type") {
			return csNo
		}
		return csMaybe
	}
	best := csNo
	for _, m := range a.args {
		types := c.t.signature(defID(m.param)).params
		if len(types) != len(in) {
			continue
		}
		fit := csSame
		for i, t := range types {
			fit = min(fit, c.fits(in[i], t))
		}
		best = max(best, fit)
	}
	return best
}

// fitsCollection checks a collection expression.
func (c *csBinder) fitsCollection(p typ) csFit {
	switch {
	case p.def != none:
		if c.ix.def(p.def).Kind == graph.KindClass || c.ix.def(p.def).Kind == graph.KindStruct {
			return csMaybe
		}
		return csNo
	case singles[p.form]:
		return csBase
	case p.form == "IDictionary" || p.form == "IReadOnlyDictionary" || p.form == "string" || isFrameworkValue(p.form) || c.t.isDelegate(p):
		return csNo
	}
	return csMaybe
}

// fitsAnonymous checks an anonymous object.
func fitsAnonymous(p typ) csFit {
	if p.external && (p.form == "object" || p.form == "dynamic") {
		return csLoose
	}
	return csNo
}

// fitsLambda checks a lambda by the number of its parameters and by whether it
// returns a value. (static says so, see lambdaArg.)
func (c *csBinder) fitsLambda(a, p typ) csFit {
	n, ok := c.t.delegateParams(p)
	switch {
	case ok && len(n) != len(a.args):
		return csNo
	case ok:
		return c.fitsResult(a, c.t.invoked(p))
	case p.def != none, p.external && (isFrameworkValue(p.form) || p.form == "string" || p.form == "Type" || c.t.element(p).known()):
		return csNo
	}
	return csMaybe
}

// fitsResult checks what a lambda returns against the result of a delegate.
func (c *csBinder) fitsResult(a, result typ) csFit {
	void := !result.known() || result.form == "void"
	task := result.form == "Task" || result.form == "ValueTask"
	block, async := strings.HasPrefix(a.form, "block "), strings.HasSuffix(a.form, "async func")
	switch {
	case async && task && len(result.args) == 0:
		if a.static && block {
			return csNo
		}
		return csSame
	case async && task:
		if !a.static {
			return csLoose
		}
		return csSame
	case async && void:
		return csLoose
	case async:
		if result.owner != none {
			return csLoose
		}
		return csNo
	case block && a.static && void:
		return csNo
	case block && !a.static && !void:
		return csLoose
	case !block && void:
		return csLoose
	}
	return csBase
}

// converts tells whether a value of type a becomes one of type p.
func (c *csBinder) converts(a, p typ) csFit {
	open := false
	for i, x := range c.t.ancestry(a) {
		switch {
		case x.def != none && x.def == p.def, x.def == none && p.def == none && x.form == p.form && x.form != "":
			if fit := c.argsFit(x, p); fit != csNo {
				if i > 0 {
					fit = min(fit, csBase)
				}
				return fit
			}
			if i == 0 {
				return csNo
			}
		case x.def == none && x.external && x.owner == none:
			if i > 0 && p.external {
				open = true
			}
		}
	}
	if a.def != none && c.hasConversion(a.def) || p.def != none && c.hasConversion(p.def) {
		return csMaybe
	}
	switch {
	case a.def == none && a.external && p.external:
		return c.t.frameworkFit(c, a, p)
	case a.form == "[]" || a.form == "()":
		if p.external && !isFrameworkValue(p.form) && p.form != "string" {
			return c.t.frameworkFit(c, a, p)
		}
		return csNo
	case a.owner != none:
		if p.def != none && c.ix.def(p.def).Kind != graph.KindInterface {
			return csNo
		}
		return csMaybe
	case a.def != none && p.external:
		if open && !isFrameworkValue(p.form) && p.form != "string" {
			return csMaybe
		}
		return csNo
	}
	return csNo
}

// argsFit compares the type arguments of two instances of one type: csSame when
// they are the same or to be inferred, csBase when they convert, csNo when they
// contradict each other. A Task with a result is one without, not the reverse.
func (c *csBinder) argsFit(a, p typ) csFit {
	if a.args == nil || p.args == nil {
		switch {
		case len(a.args) == len(p.args) || a.def != none:
			return csSame
		case len(a.args) > 0 && a.form == "Task":
			return csBase
		}
		return csNo
	}
	if len(a.args) != len(p.args) {
		return csNo
	}
	fit := csSame
	for i := range a.args {
		x, y := a.args[i], p.args[i]
		if !x.known() || !y.known() || y.owner != none || sameType(x, y) {
			continue
		}
		n := c.fits(x, y)
		if n == csNo {
			if n = c.fits(y, x); n == csNo || a.form == "Func" {
				return csNo
			}
			n = csBase
		}
		if n > csMaybe {
			fit = min(fit, n)
		} else {
			fit = min(fit, csBase)
		}
	}
	return fit
}

// hasConversion reports whether a type declares conversions.
func (c *csBinder) hasConversion(id defID) bool {
	return c.t.conversions[c.ix.canon[id]]
}

// infer finds the type arguments of the method that a call was resolved to:
// those written, else what the arguments say. Lambdas come last, for they may
// need what the others say.
func (c *csBinder) infer(k csCandidate, r *parse.Reference, x *csRef, from defID) {
	d := c.ix.def(k.id)
	n := len(d.TypeParams)
	if n == 0 {
		return
	}
	x.targs = make([]typ, n)
	for i := range x.targs {
		x.targs[i] = unknown
	}
	if r.Extra != nil && len(r.Extra.TypeArgs) == n {
		for i, a := range r.Extra.TypeArgs {
			x.targs[i] = c.written(a, from, r.At)
		}
		return
	}
	if k.extension {
		c.unify(c.t.receiver(k.id), x.recv, k.id, x.targs)
	}
	x.ids, x.owner, x.ext = []defID{k.id}, k.owner, k.extension
	params, types := c.params(k)
	for pass := range 2 {
		for i := range int(r.Args) {
			lambda := i < len(r.ArgTypes) && isLambda(r.ArgTypes[i].Name)
			if lambda != (pass == 1) {
				continue
			}
			if lambda {
				c.inferLambda(k, r, x, i, from)
				continue
			}
			a := c.argType(r, i, from)
			_, p := slot(params, types, r, i, a)
			c.unify(csSubst(p, k.owner), a, k.id, x.targs)
		}
	}
}

// inferLambda takes from what a lambda returns.
func (c *csBinder) inferLambda(k csCandidate, r *parse.Reference, x *csRef, i int, from defID) {
	if i >= len(r.ArgSteps) || r.ArgSteps[i] == nil {
		return
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, i, unknown)
	result := c.t.invoked(csSubst(p, k.owner))
	if !mentions(result, k.id) {
		return
	}
	v := c.value(r.ArgSteps[i], from, r.ArgTypes[i].At)
	if v.static || v.isModule {
		return
	}
	if e := c.t.awaitedType(result); e.known() && !c.t.awaitedType(v).known() {
		result = e // an async lambda
	}
	c.unify(result, v, k.id, x.targs)
}

// unify matches a parameter's type with an argument's and enters what the type
// parameters of a method stand for.
func (c *csBinder) unify(p, a typ, method defID, targs []typ) {
	switch {
	case !a.known() || a.isModule || a.form == "null" || isLambda(a.form) || a.form == "{}" || a.form == "methods":
		return
	case p.owner == method && p.owner != none:
		if p.param < len(targs) && !targs[p.param].known() {
			targs[p.param] = a
		}
		return
	case len(p.args) == 0:
		return
	}
	for _, x := range c.t.ancestry(a) {
		if x.def != none && x.def == p.def || x.def == none && p.def == none && x.form == p.form {
			for i := range p.args {
				if i < len(x.args) {
					c.unify(p.args[i], x.args[i], method, targs)
				}
			}
			return
		}
	}
	if p.def == none && len(p.args) == 1 {
		if e := c.t.element(a); e.known() && c.t.element(p).known() {
			c.unify(p.args[0], e, method, targs)
		}
	}
}

// fromCall is the type of a lambda's parameter or an out variable, from the
// call that it is an argument of. whole is false when the call is not resolved
// yet, so that the answer may be another later.
func (c *csBinder) fromCall(l *parse.Local) (t typ, whole bool) {
	i := c.callAt(l.Callee)
	if i < 0 {
		return unknown, true
	}
	x := c.resolveAt(i)
	r := &c.f.References[i]
	whole = x.state == csDone
	if len(x.ids) != 1 || x.why == ambiguous {
		return c.t.frameworkLambda(c, x, r, l), whole
	}
	d := c.ix.def(x.ids[0])
	k := csCandidate{id: x.ids[0], owner: x.owner, extension: x.ext}
	if !isMethod(d) {
		return c.delegateValue(d, x, l), whole
	}
	params, types := c.params(k)
	_, p := slot(params, types, r, int(l.Arg), unknown)
	p = csSubst(csSubst(p, k.owner), typ{def: k.id, owner: none, args: x.targs})
	return c.lambdaParam(p, l), whole
}

// delegateValue is fromCall for the call of a delegate.
func (c *csBinder) delegateValue(d *defn, x *csRef, l *parse.Local) typ {
	in, ok := c.t.delegateParams(c.valueOf(d.id, x.owner))
	if !ok || int(l.Arg) >= len(in) {
		return unknown
	}
	return c.lambdaParam(in[l.Arg], l)
}

func (c *csBinder) lambdaParam(p typ, l *parse.Local) typ {
	if l.Param < 0 {
		return p
	}
	in, ok := c.t.delegateParams(p)
	if !ok || int(l.Param) >= len(in) {
		return unknown
	}
	return in[l.Param]
}

// callAt finds the call or creation at a position.
func (c *csBinder) callAt(at uint32) int {
	refs := c.f.References
	for i := c.firstAt(at); i < len(refs) && refs[i].At == at; i++ {
		if refs[i].Kind == parse.RefCall || refs[i].Kind == parse.RefCreate {
			return i
		}
	}
	return -1
}
