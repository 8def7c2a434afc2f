package python

import (
	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// arguments are those of a call. They are evaluated when they are asked for.
type arguments struct {
	count   int
	group   *parse.Group // nil if nothing is known of any of them
	given   []set        // instead of a group: values
	from    resolve.DefID
	context context // of the call
	eval    func(a *arguments, i int) set
	known   []set
}

var noArguments = &arguments{}

// given are arguments with these values.
func given(values ...set) *arguments { return &arguments{count: len(values), given: values} }

// argumentsOf returns the arguments of a call in a definition.
//
// Arguments are evaluated when they are asked for: most calls have one declaration, whose
// result does not depend on them.
func (p *evaluator) argumentsOf(step *parse.Step, from resolve.DefID) *arguments {
	if step.Args == 0 {
		return noArguments
	}
	a := &arguments{count: int(step.Args)}
	if step.At > 0 {
		a.group = &p.table.Def(from).File.Groups[step.At-1]
		a.from, a.context, a.eval = from, p.context, p.argument
	}
	return a
}

// argument evaluates an argument in the context of its call.
func (p *evaluator) argument(a *arguments, i int) set {
	v := &a.group.Values[i]
	return p.within(a.context, func() set { return p.eval(v.Steps, v.At, a.from) })
}

// value is what an argument stands for.
func (a *arguments) value(i int) set {
	switch {
	case i < len(a.given):
		return a.given[i]
	case a.group == nil || i >= len(a.group.Values) || len(a.group.Values[i].Steps) == 0:
		return nil
	}
	if a.known == nil {
		a.known = make([]set, len(a.group.Values))
	}
	if a.known[i] == nil {
		a.known[i] = a.eval(a, i)
	}
	return a.known[i]
}

// name returns the name that an argument is given by, if any.
func (a *arguments) name(i int) string {
	if a.group == nil || i >= len(a.group.Names) {
		return ""
	}
	return a.group.Names[i]
}

// isSpread reports whether an argument stands for any number of them.
//
//	f(*values, **options)    # fills parameters whose number is not known
func (a *arguments) isSpread(i int) bool {
	if a.group == nil || i >= len(a.group.Values) {
		return false
	}
	steps := a.group.Values[i].Steps
	return len(steps) > 0 && steps[len(steps)-1].Kind == parse.StepSpread
}

// A formal is a parameter of a signature. Its type is read when it is compared: most
// signatures are ruled out by the number of arguments.
type formal struct {
	name     string
	mode     external.Mode
	optional bool
	variadic bool
	typ      func() set
	declared *external.TypeRef // outside the tree
}

// A signature is one way to call something: an overload.
type signature struct {
	index   int           // among the overloads
	def     resolve.DefID // of the tree
	formals []formal
	self    set // the type that is declared for self; nil for none
	object  set // what it is called on
}

// signatures are those of the overloads of a function outside the tree. The type that is
// written for self tells overloads apart, too, but not those of constructors: there it says
// what is made.
func (p *evaluator) signatures(members []external.Member, env *environment) []signature {
	out := make([]signature, len(members))
	for i := range members {
		m := &members[i]
		s := signature{index: i, def: resolve.None, formals: make([]formal, 0, len(m.Params))}
		for j := range m.Params {
			x := &m.Params[j]
			if x.Mode == external.This {
				// The self of a class method is the class, which a declared type of it does not
				// narrow.
				if env.self != nil && m.Flags&external.ClassMethod == 0 && m.Name != "__init__" {
					s.self, s.object = p.declared(&x.Type, env), set{*env.self}
				}
				continue
			}
			s.formals = append(s.formals, formal{
				name: x.Name, mode: x.Mode, optional: x.Optional, variadic: x.Variadic,
				typ: func() set { return p.declared(&x.Type, env) }, declared: &x.Type,
			})
		}
		out[i] = s
	}
	return out
}

// treeSignature is the signature of a function of the tree; skip says that the
// first argument is the object that the function is a method of.
//
//	class Order:
//	    def ship(self, to): ...
//	order.ship(home)           # to is home
//	Order.ship(order, home)    # self is order
func (p *evaluator) treeSignature(d *resolve.Def, skip bool) signature {
	s := signature{def: d.ID, formals: make([]formal, 0, len(d.Params)+1)}
	if skip {
		// The object takes the first place, and fits whatever self is declared to be.
		s.formals = append(s.formals, formal{typ: func() set { return nil }})
	}
	for i := range d.Params {
		x := &d.Params[i]
		s.formals = append(s.formals, formal{
			name: x.Name, mode: modeOf(x), optional: x.Optional, variadic: x.Variadic && !x.Named,
			typ: func() set { return p.typeRef(x.Type, d.NameAt, d.ID) },
		})
	}
	return s
}

// modeOf says how an argument is passed to a parameter of the tree.
func modeOf(x *parse.Param) external.Mode {
	switch {
	case x.Named && x.Variadic:
		return external.Keywords
	case x.Named:
		return external.KeywordOnly
	}
	return external.ByValue
}

// match finds the parameter of each argument: -1 where that cannot be told. It
// reports whether the numbers and names of arguments and parameters agree.
//
//	def f(a, /, b, *rest, c, **options): ...
//
// a takes no name, c no place (Python reference 8.7). Two arguments for one parameter, or none
// for one without default, rule the signature out.
func (s *signature) match(a *arguments) (to []int, ok bool) {
	to = make([]int, a.count)
	filled := make([]bool, len(s.formals))
	place, spread := 0, false
	for i := range to {
		to[i] = -1
		switch name := a.name(i); {
		case a.isSpread(i):
			spread = true
			continue
		case name != "":
			to[i] = s.named(name)
		case spread:
			// Behind *values no place is known any more.
			continue
		default:
			to[i], place = s.positional(place)
		}
		if to[i] < 0 {
			return to, false
		}
		filled[to[i]] = true
	}
	for i := range s.formals {
		f := &s.formals[i]
		if !filled[i] && !spread && !f.optional && !f.variadic && f.mode != external.Keywords {
			return to, false
		}
	}
	return to, true
}

// positional returns the parameter of the next argument without a name, and where
// to look for the one after it. *args takes all that follow.
func (s *signature) positional(place int) (int, int) {
	for ; place < len(s.formals); place++ {
		f := &s.formals[place]
		if f.variadic {
			return place, place
		}
		if f.mode != external.KeywordOnly && f.mode != external.Keywords {
			return place, place + 1
		}
	}
	return -1, place
}

// named returns the parameter of an argument with a name: **options takes those that no
// other parameter has.
func (s *signature) named(name string) int {
	rest := -1
	for i := range s.formals {
		f := &s.formals[i]
		switch {
		case f.mode == external.Keywords:
			rest = i
		case f.name == name && f.mode != external.PositionalOnly && !f.variadic:
			return i
		}
	}
	return rest
}
