package tags

import (
	"strings"

	"seedgraph/parse"
)

// lambda reads an anonymous function. Its parameters, and its receiver, refer to the call that
// it is an argument of, whose declaration has their types.
//
//	orders.forEach { o -> o.ship() }
//	table { row(1) }                  // fun table(build: Table.() -> Unit)
func (w *Walk) lambda(n parse.Node, r *rule) {
	w.Within(n.Range(), func() {
		l := parse.Local{Def: w.def, Kind: parse.LocalParam, Scope: n.Range()}
		passed := w.passedTo(n, &l)
		add := func(name string, param int16, typ parse.Node) {
			l := l
			l.Name, l.Param, l.Type = name, param, w.Type(typ)
			if name != "" {
				w.Locals = append(w.Locals, parse.DraftLocal{Local: l})
			}
		}
		if passed && r.Extends {
			add(receiverName, -1, parse.Node{})
		}
		list, i := r.params.from(n), int16(0)
		for c := range list.Named {
			if p := w.rule(c); p.Op == Declare {
				typ := p.typ.from(c)
				add(p.name.from(c).Text(), i, typ)
				w.TypeRefs(typ)
			} else {
				w.Visit(c)
			}
			i++
		}
		if list.IsZero() && passed {
			for i, name := range strings.Fields(r.Is) {
				add(name, int16(i), parse.Node{})
			}
		}
		for c := range n.Named {
			if list.IsZero() || c.Index() != list.Index() && !(c.Start() <= list.Start() && list.End() <= c.End()) {
				w.Visit(c)
			}
		}
	})
}

// passedTo sets the call that a lambda is an argument of, and its position there: -1 after
// the list. It reports whether there is one.
func (w *Walk) passedTo(n parse.Node, l *parse.Local) bool {
	l.Arg = -1
	arg := n
	for range maxWrapped {
		p := n.Parent()
		if p.IsZero() {
			return false
		}
		switch r := w.rule(p); r.Op {
		case Argument:
			arg = p
		case Descend:
		case Call:
			i := int16(0)
			for c := range r.args.from(p).Named {
				if c.Index() == arg.Index() {
					l.Arg = i
				}
				i++
			}
			at, ok := w.calleeAt(p, r)
			l.Callee = at
			return ok
		default:
			return false
		}
		n = p
	}
	return false
}

// maxWrapped bounds the nodes between an argument and its call.
const maxWrapped = 5

// calleeAt returns where the name that a call calls begins.
func (w *Walk) calleeAt(call parse.Node, r *rule) (uint32, bool) {
	if r.name != nil {
		name := r.name.from(call)
		return name.Start(), !name.IsZero()
	}
	of := r.of.from(call)
	for range maxWrapped {
		switch c := w.rule(of); c.Op {
		case Call:
			if !r.args.from(call).IsZero() {
				return 0, false
			}
			of = c.of.from(of)
		case Wrap:
			if !c.Tail {
				return 0, false
			}
			of = c.of.from(of)
		case Member:
			name := c.name.from(of)
			return name.Start(), !name.IsZero()
		case Name:
			return of.Start(), true
		case Implied:
			name := c.name.from(of)
			return name.Start(), hasToken(of, ".")
		default:
			return 0, false
		}
	}
	return 0, false
}

// An argumentList is the list of arguments of a call: its node, and 1 + the index of the
// reference.
type argumentList struct{ node, call int }

// arguments reads the arguments of a call, and keeps their expressions and names.
func (w *Walk) arguments(n parse.Node) {
	call := w.list.call - 1
	w.list = argumentList{}
	base := len(w.given)
	var names []string
	for c := range n.Named {
		if has(w.comment, c) {
			continue
		}
		value := c
		if r := w.rule(c); r.Op == Argument {
			value = r.of.from(c)
			if name := r.name.from(c); !name.IsZero() && name.Index() != value.Index() {
				for len(names) < len(w.given)-base {
					names = append(names, "")
				}
				names = append(names, name.Text())
			}
		}
		run := parse.Run{}
		if o := w.rule(value).Op; o >= Name && o <= Waiting || o >= Lambda && o <= Operator {
			run = w.Chain(value)
		} else if !value.IsZero() {
			w.Visit(value)
		}
		w.given = append(w.given, run)
	}
	if names != nil {
		for len(names) < len(w.given)-base {
			names = append(names, "")
		}
		w.References[call].Extra = &parse.CallExtra{ArgNames: names}
	}
	w.References[call].Given = parse.Run{Off: int32(len(w.Args)), N: int32(len(w.given) - base)}
	w.Args = append(w.Args, w.given[base:]...)
	w.given = w.given[:base]
}

// operator adds the call of the method that an operator runs, which is not a reference.
func (w *Walk) operator(l *link, off int32) {
	for c := range l.n.Children {
		if name := l.r.Operators[c.Kind()]; !c.IsNamed() && name != "" {
			if !w.quiet {
				w.Implicit = append(w.Implicit, parse.DraftImplicit{
					Implicit: parse.Implicit{Op: name, At: c.Start(), Def: w.def},
					Value:    parse.Run{Off: off, N: int32(len(w.Steps)) - off}})
			}
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCall, Name: name, Args: 1})
			return
		}
	}
	w.opaque()
}

// implied adds a member of the expected type: .new in add(.new). That of a call is added by the
// call.
func (w *Walk) implied(n parse.Node, r *rule) {
	off := int32(len(w.Steps))
	if !hasToken(n, ".") || w.row.Expected == nil || !w.row.Expected(w, n) {
		w.Steps = append(w.Steps[:off], parse.Step{Kind: parse.StepOpaque})
	} else {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCase})
	}
	p := n.Parent()
	if of := w.rule(p); of.Op == Call && of.of.from(p).Index() == n.Index() || !hasToken(n, ".") {
		return
	}
	name := r.name.from(n)
	w.refer(name.Text(), name.Start(), parse.RefMember, -1, off)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepMember, Name: name.Text()})
}
