package r

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A val is a possible value of an expression.
//
//	price              the function price
//	Account            the generator of the class Account
//	Account$new(1)     an object of that class
//	structure(1, class = "eur")    data with a class attribute
//	units::            a package, before a name
type val struct {
	kind    kind
	def     resolve.DefID // function, class, or class of an object
	classes []string      // of data: the known part of the class attribute
	name    string        // of a package: as written, with its colons
	exact   bool          // of an object: its class is exactly def, not one derived from it
	tier    graph.Tier
}

type kind uint8

const (
	kindUnknown  kind = iota
	kindData          // neither a function nor an object of a class of the tree
	kindFunction      // the function def; none for an anonymous one
	kindClass         // the generator of the class def
	kindObject        // an object of the class def
	kindBase          // super of R6, in a method of the class def
	kindPackage       // a package, or a file named by box::use
)

var (
	unknown  = []val{{def: resolve.None}}
	someData = []val{{kind: kindData, def: resolve.None}}
)

// maxValues bounds the alternatives of an expression.
const maxValues = 12

// An evaluator evaluates names and expressions in the files of a tree. It is not safe
// for concurrent use.
type evaluator struct {
	rules     *rules
	b         *resolve.Binder
	budget    resolve.Budget
	platform  map[string]lookupResult
	variables resolve.Memo[resolve.DefID, []val]
	results   resolve.Memo[resolve.DefID, []val]
	locals    resolve.Memo[*parse.Local, []val]
}

// evaluator returns the evaluator of a file being bound.
func (r *rules) evaluator(b *resolve.Binder) *evaluator {
	if b.State == nil {
		b.State = &evaluator{rules: r, b: b, platform: map[string]lookupResult{}}
	}
	return b.State.(*evaluator)
}

// eval lists the possible values of a chain of steps at a position in a definition.
// Its cost is bounded by the budget of the reference. Names in the value of a
// definition are looked up in the file of the definition.
func (e *evaluator) eval(steps []parse.Step, at uint32, from resolve.DefID) []val {
	if len(steps) == 0 || !e.budget.Enter() {
		return unknown
	}
	defer e.budget.Leave()
	k := len(steps) - 1
	for k >= 0 && !combines(steps[k].Kind) {
		k--
	}
	var vals []val
	next := 0
	if k >= 0 {
		cut := max(0, k-int(steps[k].Args))
		vals = e.combined(steps[k].Kind, e.eval(steps[:cut], at, from), e.eval(steps[cut:k], at, from))
		next = k + 1
	} else {
		vals = e.first(&steps[0], at, from)
		next = 1
	}
	for i := next; i < len(steps); i++ {
		vals = e.step(vals, &steps[i], from)
	}
	return vals
}

// combines reports whether a step combines the parts before it.
func combines(k parse.StepKind) bool { return k == parse.StepChoice || k == parse.StepBinary }

// combined lists the possible values of an operator or a choice on two values.
//
//	if (ok) Disc$new() else Tile$new()    # either
//	money(1) + 2                          # an object of the class of money
func (e *evaluator) combined(k parse.StepKind, a, b []val) []val {
	if k == parse.StepBinary {
		for _, vals := range [][]val{a, b} { // operators of a class return objects of the class
			if len(vals) == 1 && (len(vals[0].classes) > 0 || vals[0].kind == kindObject) {
				return vals
			}
		}
		return someData
	}
	return bounded(slices.Concat(a, b))
}

// bounded removes duplicates, and all values if there are too many. Data of different
// classes, objects of different classes and functions stay separate.
func bounded(vals []val) []val {
	var out []val
	for _, v := range vals {
		i := slices.IndexFunc(out, func(o val) bool {
			return o.kind == v.kind && o.def == v.def && o.name == v.name && slices.Equal(o.classes, v.classes)
		})
		if i < 0 {
			out = append(out, v)
		} else if out[i].exact && !v.exact {
			out[i].exact = false
		}
	}
	if len(out) > maxValues || len(out) == 0 {
		return unknown
	}
	return out
}

// first lists the possible values of the first step of a chain.
func (e *evaluator) first(s *parse.Step, at uint32, from resolve.DefID) []val {
	switch s.Kind {
	case parse.StepName:
		if lastColons(s.Name) > 0 {
			return []val{{kind: kindPackage, name: s.Name, def: resolve.None}}
		}
		return e.name(s.Name, at, from)
	case parse.StepThis, parse.StepBase:
		class := e.rules.table.EnclosingType(from)
		switch {
		case class == resolve.None:
			return unknown
		case s.Kind == parse.StepBase:
			return []val{{kind: kindBase, def: class}}
		}
		return []val{{kind: kindObject, def: class}}
	case parse.StepType:
		return e.typed(s)
	case parse.StepNew:
		out := e.objectOf(s.Name, from)
		out[0].exact = out[0].kind == kindObject
		return out
	case parse.StepCall:
		return e.resultOf(e.lookup(s.Name, at, from, true))
	}
	return unknown
}

// typed lists the values of a step with a written type.
//
//	structure(1, class = c("eur", "money"))    # data of the classes eur and money
//	"text"                                     # data of the class character
func (e *evaluator) typed(s *parse.Step) []val {
	switch s.Name {
	case "value":
		return someData
	case "function":
		return []val{{kind: kindFunction, def: resolve.None}}
	}
	v := val{kind: kindData, def: resolve.None, classes: []string{s.Name}}
	for _, a := range s.WrittenType().Args {
		v.classes = append(v.classes, a.Name)
	}
	return []val{v}
}

// objectOf returns an object of a class, by its name in the code of a definition.
//
//	new("Disc")       # an object
//	new("numeric")    # data of the class numeric
func (e *evaluator) objectOf(class string, from resolve.DefID) []val {
	if id, tier := e.rules.class(e.rules.defFile(from), class); id != resolve.None {
		return []val{{kind: kindObject, def: id, tier: tier}}
	}
	return []val{{kind: kindData, def: resolve.None, classes: []string{class}}}
}

// name lists the possible values of a name.
//
//	x <- Disc$new()
//	x                   # an object of Disc
func (e *evaluator) name(name string, at uint32, from resolve.DefID) []val {
	x := e.lookup(name, at, from, false)
	switch {
	case len(x.local) > 0:
		var out []val
		for _, l := range x.local {
			out = append(out, e.localValue(l, from)...)
			if l.Kind == parse.LocalParam || onlyLastValue(x.local) {
				break
			}
		}
		return bounded(out)
	case len(x.defs) > 0:
		return e.values(&x)
	case x.out:
		return unknown
	}
	if im := e.alias(e.rules.defFile(from), name); im != "" {
		return []val{{kind: kindPackage, name: im, def: resolve.None}}
	}
	return unknown
}

// onlyLastValue reports whether only the last value of a variable is considered: it is the
// only one, or there are more than maxValues.
func onlyLastValue(local []*parse.Local) bool { return len(local) == 1 || len(local) > maxValues }

// alias returns the module or package that box::use binds to a name, in the form used
// in chains, or empty.
//
//	box::use(./mod/stats)
//	stats$mean(1)    # the function of mod/stats.R
func (e *evaluator) alias(f *resolve.File, name string) string {
	for i := range f.Imports {
		im := &f.Imports[i]
		if im.Alias != name || im.Name != "" || im.Global {
			continue
		}
		if im.Whole {
			return im.Path + "::"
		}
		if m := e.module(f, im.Path); m != nil {
			return m.Path
		}
	}
	return ""
}

// values lists the values of definitions. The values of a variable are its assigned
// values, that of a class is its generator.
func (e *evaluator) values(x *lookupResult) []val {
	var out []val
	for _, id := range x.defs {
		d := e.rules.table.Def(id)
		switch {
		case d.Kind.IsType():
			out = append(out, val{kind: kindClass, def: id, tier: x.tier})
		case d.Kind.IsCallable():
			out = append(out, val{kind: kindFunction, def: id, tier: x.tier})
		default:
			out = append(out, e.variable(id)...)
		}
	}
	return bounded(out)
}

// variable lists the possible values of a top-level variable or a field.
//
//	LOG <- Logger$new()                   # an object
//	setClass("A", slots = c(b = "B"))     # the slot b: an object of B
func (e *evaluator) variable(id resolve.DefID) []val {
	return e.variables.Get(&e.budget, id, func() []val {
		d := e.rules.table.Def(id)
		if d.Type.Name != "" {
			out := e.objectOf(d.Type.Name, id)
			if d.Outer != resolve.None && maker(d) == "setClass" && out[0].kind == kindObject {
				out = []val{{kind: kindClass, def: out[0].def}}
			}
			return out
		}
		return e.all(d)
	})
}

// all lists the values that a definition is assigned, or returns.
//
//	if (ok) return(Disc$new())
//	NULL                        # gives no information on the other value
func (e *evaluator) all(d *resolve.Def) []val {
	var out []val
	for _, v := range d.Init {
		out = append(out, e.eval(v.Steps, v.At, d.ID)...)
	}
	return bounded(out)
}

// localValue lists the possible values of a local variable. The arguments for a
// parameter are unknown; its default value is only one of them. A parameter of an S4
// method is an object of the class in the signature.
func (e *evaluator) localValue(l *parse.Local, from resolve.DefID) []val {
	f := e.rules.defFile(from)
	return e.locals.Get(&e.budget, l, func() []val {
		owner := f.ID(l.Def)
		switch {
		case l.Type.Name != "":
			return e.objectOf(l.Type.Name, owner)
		case l.Kind == parse.LocalParam:
			return unknown
		case l.Init == nil:
			return unknown
		}
		return e.eval(l.Init, l.At, owner)
	})
}

// resultOf lists the return values of a call. Functions of R return the declared
// value: data, a function, or an unknown value.
func (e *evaluator) resultOf(x lookupResult) []val {
	switch {
	case x.member != nil && x.member.Type.Name == "value":
		return someData
	case len(x.defs) == 0:
		return unknown
	}
	var out []val
	for _, v := range e.values(&x) {
		out = append(out, e.called(v)...)
	}
	return bounded(out)
}

// called lists the return values of a call of a value.
//
//	opened <- function() Account$new(1)
//	opened()                               # an object of Account
func (e *evaluator) called(v val) []val {
	switch {
	case v.kind == kindClass:
		return []val{created(v)}
	case v.kind == kindFunction && v.def != resolve.None:
		return e.results.Get(&e.budget, v.def, func() []val { return e.all(e.rules.table.Def(v.def)) })
	}
	return unknown
}

// created returns the object that a generator creates: of its class, not of one derived
// from it.
func created(class val) val {
	return val{kind: kindObject, def: class.def, exact: true, tier: class.tier}
}

// step lists the values of a step applied to those before it.
func (e *evaluator) step(vals []val, s *parse.Step, from resolve.DefID) []val {
	var out []val
	for _, v := range vals {
		out = append(out, e.stepOf(v, s, from)...)
	}
	return bounded(out)
}

// stepOf lists the values of a step applied to one value.
//
//	a$pay(1)$pay(2)    # the return value of pay
//	a[1:2]             # is like a
//	a$worth            # the result of the active binding
func (e *evaluator) stepOf(v val, s *parse.Step, from resolve.DefID) []val {
	switch s.Kind {
	case parse.StepSlice:
		return []val{v}
	case parse.StepMember:
		m := e.memberOf(v, s.Name, from)
		if len(m.defs) == 1 && e.rules.table.Def(m.defs[0]).Kind == graph.KindProperty {
			return e.called(val{kind: kindFunction, def: m.defs[0]})
		}
		return e.values(&m)
	case parse.StepCall:
		if v.kind == kindClass && s.Name == "new" {
			return []val{created(v)}
		}
		if v.kind == kindObject && (s.Name == "clone" || s.Name == "copy") {
			return []val{v}
		}
		return e.resultOf(e.memberOf(v, s.Name, from))
	}
	return unknown
}

// memberOf finds a member of a value. An external base may have any member: one found
// after it is unique.
func (e *evaluator) memberOf(v val, name string, from resolve.DefID) lookupResult {
	switch v.kind {
	case kindPackage:
		return e.inModule(v.name, name, e.rules.defFile(from))
	case kindObject, kindBase:
		line := e.rules.lineage(v.def)
		if v.kind == kindBase {
			line = line[1:]
			for _, t := range e.rules.table.Bases[v.def] {
				if t.Def == resolve.None && len(line) == 0 {
					return lookupResult{out: true}
				}
			}
		}
		id, open := e.rules.member(line, name)
		switch {
		case id != resolve.None && open:
			return lookupResult{defs: []resolve.DefID{id}, tier: resolve.WeakerTier(v.tier, graph.Unique)}
		case id != resolve.None:
			return lookupResult{defs: []resolve.DefID{id}, tier: v.tier}
		case open || objectMethods[name]:
			return lookupResult{out: true}
		}
	}
	return lookupResult{}
}

// objectMethods are the methods that all objects of R6 and reference classes have.
var objectMethods = resolve.WordSet(`clone copy show field getClass getRefClass callSuper initFields export
	import methods untrace usingMethods trace print format`)

// inModule finds a name of a package, or of a file named by box::use.
//
//	units::scale_to    units:::internal    stats$mean
func (e *evaluator) inModule(module, name string, f *resolve.File) lookupResult {
	if i := lastColons(module); i > 0 {
		internal := module[i-1] == ':'
		for module[len(module)-1] == ':' {
			module = module[:len(module)-1]
		}
		return e.ofPackage(module, name, f, internal)
	}
	if m := e.rules.table.ByPath[module]; m != nil {
		return lookupResult{defs: e.ownNames(m, name, ^uint32(0), m.First)}
	}
	return lookupResult{}
}
