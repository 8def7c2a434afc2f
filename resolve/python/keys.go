package python

import (
	"math"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// The methods that containers of the language run of a key or an element: hash tables hash it
// and compare it with others of the same hash, sequences compare it with their elements.
var (
	hashed   = [][]string{{"__hash__"}, {"__eq__"}}
	compared = [][]string{{"__eq__"}}
	counted  = [][]string{{"__index__"}}
)

// bindKey emits the calls of methods of a key of a container of the language, or of an element
// that is sought in one.
//
//	prices[order]        # Order.__hash__ and Order.__eq__, if prices is a dict
//	order in orders      # Order.__eq__, if orders is a list
func (p *evaluator) bindKey(b *resolve.Binder, x *parse.Implicit) {
	from := b.File.ID(x.Def)
	switch {
	case x.Op == "key":
		if p.declaresMethod("__hash__") || p.declaresMethod("__eq__") {
			p.runAll(b, x, from, p.evalNext(x.Value, x.At, from), hashed)
		}
	case x.Op == "isinstance":
		p.bindOfClass(b, x, from, p.metaMethod, "__instancecheck__")
		return
	case x.Op == "[]":
		p.bindOfClass(b, x, from, p.classMethod, "__class_getitem__")
		p.bindMissing(b, x, from)
		fallthrough
	case x.Op == "[]=" || x.Op == "del []" || x.Op == "in" || x.Op[0] == '.' && len(x.Op) > 3:
		if parse.HasMembers(x.Arg) && (p.declaresMethod("__hash__") || p.declaresMethod("__eq__") || p.declaresMethod("__index__")) {
			p.bindSought(b, x, from)
		}
	}
}

// bindSought emits the calls of methods of a key by which a container finds an element.
func (p *evaluator) bindSought(b *resolve.Binder, x *parse.Implicit, from resolve.DefID) {
	key := p.evalNext(x.Arg, x.At, from)
	if !key.is(kindInstance) {
		return
	}
	for _, v := range p.evalNext(x.Value, x.At, from) {
		switch isTable, isList := p.isContainer(v); {
		case isTable:
			p.runAll(b, x, from, key, hashed)
		case isList && x.Op[0] != '[' && x.Op != "del []":
			p.runAll(b, x, from, key, compared)
		case isList:
			p.runAll(b, x, from, key, counted)
		}
	}
}

// isContainer reports whether a value is a hash table of the language, or a sequence.
func (p *evaluator) isContainer(v val) (isTable, isList bool) {
	if v.kind == kindTuple {
		return false, true
	}
	if v.kind != kindObject && v.kind != kindInstance {
		return false, false
	}
	for _, c := range p.orderOf(v) {
		switch c.outside {
		case "builtins.dict", "builtins.set", "builtins.frozenset":
			return true, false
		case "builtins.list", "builtins.tuple", "collections.deque":
			return false, true
		}
		if c.def != resolve.None && (len(p.table.Own(c.def, "__getitem__")) > 0 || len(p.table.Own(c.def, "__contains__")) > 0) {
			return false, false // its own method runs
		}
	}
	return false, false
}

// bindOfClass emits the calls of a method that a class of the value has.
func (p *evaluator) bindOfClass(b *resolve.Binder, x *parse.Implicit, from resolve.DefID,
	find func(class resolve.DefID) []classID, name string) {
	if !p.declaresMethod(name) {
		return
	}
	for _, v := range p.evalNext(x.Value, x.At, from) {
		if v.kind == kindClass {
			p.impliedMethod(b, from, find(v.def), name, v.tier, x.At)
		}
	}
}

// classMethod returns the order in which a class method is looked up.
//
//	Box[int]    # Box.__class_getitem__
func (p *evaluator) classMethod(class resolve.DefID) []classID { return p.mro(class) }

// metaMethod returns the order in which a method of the metaclass is looked up.
func (p *evaluator) metaMethod(class resolve.DefID) []classID {
	for _, m := range p.metaclass(p.mro(class)) {
		if m.kind == kindInstance {
			return p.mro(m.def)
		}
	}
	return nil
}

// bindMissing emits the call of __missing__ by a dictionary without the key.
func (p *evaluator) bindMissing(b *resolve.Binder, x *parse.Implicit, from resolve.DefID) {
	if !p.declaresMethod("__missing__") {
		return
	}
	for _, v := range p.evalNext(x.Value, x.At, from) {
		if isTable, _ := p.isContainer(v); isTable && v.kind == kindInstance {
			p.run(b, from, x.At, set{v}, []string{"__missing__"})
		}
	}
}

func (p *evaluator) declaresMethod(name string) bool { return len(p.table.Named("python", name)) > 0 }

func (p *evaluator) evalNext(steps []parse.Step, at uint32, from resolve.DefID) set {
	p.pending = math.MaxInt
	p.budget.Next(at)
	return p.eval(steps, at, from)
}

// runAll emits the calls of the first of several methods, for each list.
func (p *evaluator) runAll(b *resolve.Binder, x *parse.Implicit, from resolve.DefID, vals set, lists [][]string) {
	for _, names := range lists {
		p.run(b, from, x.At, vals, names)
	}
}
