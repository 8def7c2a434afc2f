package python

import (
	"slices"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// arguments are the arguments of a call. They are evaluated lazily.
type arguments struct {
	count   int
	group   *parse.Group // nil if all of them are unknown
	given   []set        // values, instead of a group
	from    resolve.DefID
	context context // of the call
	eval    func(a *arguments, i int) set
	known   []set
}

var noArguments = &arguments{}

// given returns arguments with these values.
func given(values ...set) *arguments { return &arguments{count: len(values), given: values} }

// argumentsOf returns the arguments of a call in a definition.
//
// Arguments are evaluated lazily: most calls have one declaration, whose return type
// does not depend on them.
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

// value returns the value of an argument.
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

// name returns the keyword of an argument, if any.
func (a *arguments) name(i int) string {
	if a.group == nil || i >= len(a.group.Names) {
		return ""
	}
	return a.group.Names[i]
}

// isSpread reports whether an argument unpacks to any number of them.
//
//	f(*values, **options)    # fills an unknown number of parameters
func (a *arguments) isSpread(i int) bool {
	if a.group == nil || i >= len(a.group.Values) {
		return false
	}
	steps := a.group.Values[i].Steps
	return len(steps) > 0 && steps[len(steps)-1].Kind == parse.StepSpread
}

// A formal is a parameter of a signature. Its type is resolved when it is compared:
// most signatures are ruled out by the number of arguments.
type formal struct {
	name     string
	mode     external.Mode
	optional bool
	variadic bool
	typ      func() set
	declared *external.TypeRef // of an external function
}

// A signature is one way to call a function or class: an overload.
type signature struct {
	index   int           // its position among the overloads
	def     resolve.DefID // in the tree
	formals []formal
	self    set // the declared type of self, or nil
	object  set // the receiver
}

// signatures returns the overloads of an external function. The declared type of self
// also distinguishes overloads, except those of constructors: there it specifies the
// type of the new object.
func (p *evaluator) signatures(members []external.Member, env *environment) []signature {
	out := make([]signature, len(members))
	for i := range members {
		m := &members[i]
		s := signature{index: i, def: resolve.None, formals: make([]formal, 0, len(m.Params))}
		for j := range m.Params {
			x := &m.Params[j]
			if x.Mode == external.This {
				// The first parameter of a class method is the class, which its
				// declared type does not narrow.
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

// treeSignature returns the signature of a function of the tree; skip specifies that
// the first argument is the receiver.
//
//	class Order:
//	    def ship(self, to): ...
//	order.ship(home)           # to is home
//	Order.ship(order, home)    # self is order
func (p *evaluator) treeSignature(d *resolve.Def, skip bool) signature {
	s := signature{def: d.ID, formals: make([]formal, 0, len(d.Params)+1)}
	if skip {
		// The receiver is the first argument, whatever type is declared for self.
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

// modeOf returns how an argument is passed to a parameter of the tree.
func modeOf(x *parse.Param) external.Mode {
	switch {
	case x.Named && x.Variadic:
		return external.Keywords
	case x.Named:
		return external.KeywordOnly
	}
	return external.ByValue
}

// match finds the index of the parameter of each argument, or -1 if it cannot be
// determined. It reports whether the numbers and names of arguments and parameters
// agree.
//
//	def f(a, /, b, *rest, c, **options): ...
//
// a cannot be passed by name, c not by position (Python reference 8.7). Two arguments
// for one parameter, or a missing argument without a default, rule the signature out.
func (s *signature) match(a *arguments) (to []int, ok bool) {
	to = slices.Repeat([]int{-1}, a.count) // also for those after one that fits no parameter
	filled := make([]bool, len(s.formals))
	place, spread := 0, false
	for i := range to {
		switch name := a.name(i); {
		case a.isSpread(i):
			spread = true
			continue
		case name != "":
			to[i] = s.named(name)
		case spread:
			// After *values, positions are unknown.
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

// positional returns the parameter of the next positional argument, and the position
// to continue from. *args takes all that follow.
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

// named returns the parameter of a keyword argument: **options takes those that match
// no other parameter.
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
