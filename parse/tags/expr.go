package tags

import (
	"strings"

	"seedgraph/parse"
)

// A link is one node of a chain, with its rule.
type link struct {
	n      parse.Node
	r      *rule
	member parse.Node // of a call: the called member expression, which is not a link itself
	name   parse.Node // of a call of a plain name
	rooted bool       // the name is in the outermost namespace
	call   int        // of a call: 1 + the index of its reference
}

// Chain reads an expression and returns its steps. Other parts, such as arguments,
// are read once the chain is complete, so that its steps are contiguous.
func (w *Walk) Chain(n parse.Node) parse.Run {
	base := len(w.spine)
	inner := w.collect(n)
	spine := w.spine[base:]
	off := int32(len(w.Steps))
	if n := len(spine); n > 0 && spine[n-1].rooted {
		off--
	}
	w.begin(inner)
	for i := len(spine) - 1; i >= 0; i-- {
		w.step(&spine[i], off)
	}
	run := parse.Run{Off: off, N: int32(len(w.Steps)) - off}
	for i := len(spine) - 1; i >= 0; i-- {
		w.rest(spine[i], inner)
		spine = w.spine[base:]
	}
	w.finish(inner)
	w.spine = w.spine[:base]
	return run
}

// collect pushes the links of a chain onto the spine, the outermost first, and
// returns the start of the chain.
func (w *Walk) collect(n parse.Node) parse.Node {
	for !n.IsZero() {
		r := w.rule(n)
		next := parse.Node{}
		l := link{n: n, r: r}
		switch r.Op {
		case Member, Item, Wrap, Waiting, Operator:
			next = r.of.from(n)
		case Call:
			next = r.of.from(n)
			for t := w.rule(next); t.Tail && !t.of.from(next).IsZero(); t = w.rule(next) {
				w.spine = append(w.spine, link{n: next, r: t})
				next = t.of.from(next)
			}
			if r.name != nil {
				l.name = r.name.from(n)
				if next.IsZero() {
					w.spine = append(w.spine, l)
					return parse.Node{}
				}
				break
			}
			callee := w.rule(next)
			if inner := callee.of.from(next); callee.Op == Wrap && !callee.Tail && w.rule(inner).Op == Name {
				next, callee = inner, w.rule(inner) // (put)(1)
			}
			switch callee.Op {
			case Implied:
				if hasToken(next, ".") {
					l.member = next
					w.spine = append(w.spine, l)
					return next
				}
			case Member:
				l.member = next
				next = callee.of.from(next)
			case Name:
				if w.isPlain(next) {
					l.name = next
					w.spine = append(w.spine, l)
					return parse.Node{}
				}
			}
			if next.IsZero() && !l.member.IsZero() {
				if hasToken(l.member, root) { // ::make()
					w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: root})
					l.rooted = true
				}
				w.spine = append(w.spine, l) // .x: a member of an implicit receiver
				return parse.Node{}
			}
		default:
			return n
		}
		if next.IsZero() {
			return n
		}
		w.spine = append(w.spine, l)
		n = next
	}
	return n
}

// isPlain reports whether a name does not denote the receiver.
func (w *Walk) isPlain(n parse.Node) bool {
	t := n.Text()
	return !w.this[t] && !w.base[t]
}

// begin adds the first step of a chain.
func (w *Walk) begin(n parse.Node) {
	if n.IsZero() {
		return
	}
	r := w.rule(n)
	switch r.Op {
	case Name:
		w.nameStep(n)
	case Self:
		if p := n.Parent(); w.rule(p).Op == Member && hasToken(p, "::") { // self::load
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: n.Text()})
			return
		}
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepThis})
	case Super:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepBase})
	case Member:
		w.rootMember(n, r)
	case Typed:
		ref := parse.TypeRef{Name: r.Is, At: n.Start()}
		if r.Is == "" {
			ref = w.Type(r.typ.from(n))
		}
		if ref.IsZero() {
			w.opaque()
			return
		}
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepType, Name: ref.Name, Type: &ref})
	case Create:
		w.create(n, r)
	case TypeName, TypeArgs, TypeList, TypeWrap:
		w.typeStep(n)
	case Implied:
		w.implied(n, r)
	case Lambda:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepLambda})
	default:
		w.opaque()
	}
}

// rootMember adds a name in the outermost namespace: ::Order.
func (w *Walk) rootMember(n parse.Node, r *rule) {
	name := r.name.from(n)
	if name.IsZero() || !hasToken(n, root) {
		w.opaque()
		return
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: root})
	text := w.nameOf(name)
	w.refer(text, name.Start(), parse.RefMember, -1, off)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepMember, Name: text})
}

func (w *Walk) opaque() { w.Steps = append(w.Steps, parse.Step{Kind: parse.StepOpaque}) }

func (w *Walk) nameStep(n parse.Node) {
	text := n.Text()
	switch {
	case w.this[text]:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepThis})
	case w.base[text]:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepBase})
	default:
		off := int32(len(w.Steps))
		last := w.qualifier(text)
		if last == "" {
			w.opaque()
			return
		}
		if sigil := w.sigil(); !w.silent[last] && (sigil == "" || !strings.HasPrefix(last, sigil)) {
			w.refer(last, w.lastName(n), parse.RefMember, -1, off)
		}
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(len(w.Steps) - int(off)), Name: last})
	}
}

// root is the name of the step before a name that is looked up in the outermost
// namespace.
const root = "::"

// qualifier adds the steps of all parts of a name except the last, which it
// returns.
func (w *Walk) qualifier(text string) string {
	if strings.IndexByte(text, '<') > 0 && isWord(text[0]) {
		text = stripArgs(text)
	}
	if name, ok := unquoted(text); ok {
		return name
	}
	text = dotted.Replace(text)
	if strings.HasPrefix(text, ".") {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: root})
	}
	off := len(w.Steps)
	if strings.HasPrefix(text, ".") {
		off--
	}
	parts := strings.Split(strings.Trim(text, "."), ".")
	for _, p := range parts[:len(parts)-1] {
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(len(w.Steps) - off), Name: p})
	}
	return parts[len(parts)-1]
}

func nameKind(i int) parse.StepKind {
	if i == 0 {
		return parse.StepName
	}
	return parse.StepMember
}

// typeStep adds a type name as the start of a chain.
func (w *Walk) typeStep(n parse.Node) {
	ref := w.Type(n)
	if ref.IsZero() || ref.Form == parse.FormList {
		w.opaque()
		return
	}
	for i, p := range strings.Split(ref.Name, ".") {
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(i), Name: p})
	}
	if len(ref.Args) > 0 {
		w.Steps[len(w.Steps)-1].Type = &ref
	}
}

// create adds the step of a creation of an object; created adds its reference.
func (w *Walk) create(n parse.Node, r *rule) {
	ref := w.Type(r.typ.from(n))
	if ref.IsZero() || lastPart(ref.Name) == "" {
		w.opaque()
		return
	}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepNew, Name: lastPart(ref.Name),
		Args: w.count(n, r), Type: &ref})
}

// created adds the reference of a creation, and those of its type arguments.
func (w *Walk) created(n parse.Node, r *rule) {
	typ := r.typ.from(n)
	ref := w.Type(typ)
	if before := len(w.References); !ref.IsZero() && !w.quiet {
		w.addNamed(ref.Name, ref.At, parse.RefCreate)
		if len(w.References) > before {
			w.References[before].Args = w.count(n, r)
		}
	}
	w.visitInType(typ)
}

// refer adds a reference whose receiver is the steps from off on.
func (w *Walk) refer(name string, at uint32, kind parse.RefKind, args int16, off int32) {
	if w.quiet || name == "" {
		return
	}
	w.References = append(w.References, parse.DraftReference{
		Reference: parse.Reference{Name: name, Def: w.def, At: at, Args: args, Kind: kind},
		Recv:      parse.Run{Off: off, N: int32(len(w.Steps)) - off}})
}

// step adds the step of a link after the preceding steps.
func (w *Walk) step(l *link, off int32) {
	switch l.r.Op {
	case Member:
		name := l.r.name.from(l.n)
		if name.IsZero() {
			w.opaque()
			return
		}
		text := w.nameOf(name)
		if text == l.r.Is {
			w.opaque()
			return
		}
		w.refer(text, name.Start(), parse.RefMember, -1, off)
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepMember, Name: text})
	case Item:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepIndex})
	case Waiting:
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepAwait})
	case Operator:
		w.operator(l, off)
	case Call:
		w.call(l, off)
	}
}

// call adds a call.
func (w *Walk) call(l *link, off int32) {
	args := w.count(l.n, l.r)
	name, text := l.name, ""
	if !l.member.IsZero() {
		name = w.rule(l.member).name.from(l.member)
	}
	// The grammar of Swift has no node for it.
	subscript := strings.HasPrefix(l.r.args.from(l.n).Text(), "[")
	if name.IsZero() {
		step := parse.Step{Kind: parse.StepCall, Args: args}
		if subscript {
			step = parse.Step{Kind: parse.StepIndex}
		}
		w.Steps = append(w.Steps, step)
		return
	}
	if w.row.SuperCalls && w.base[name.Text()] && off == int32(len(w.Steps)) {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepBase})
		text = w.Definitions[w.def].Name
	} else {
		text = w.nameOf(name)
	}
	at := name.Start()
	if i := strings.LastIndexAny(text, "."); i >= 0 {
		text = text[i+1:]
	}
	if l.member.IsZero() && l.r.name == nil {
		text = w.qualifier(name.Text()) // a qualified name in one node
		at = w.lastName(name)
	}
	if w.row.Looks != nil {
		var given int16
		text, given = w.row.Looks(l.n, text)
		args = max(args-given, min(args, 0))
	}
	if text == "" {
		w.opaque()
		return
	}
	if subscript {
		w.refer(text, at, parse.RefMember, -1, off)
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(len(w.Steps) - int(off)), Name: text},
			parse.Step{Kind: parse.StepIndex})
		return
	}
	w.refer(text, at, parse.RefCall, args, off)
	if w.row.Arguments && args > 0 && !w.quiet {
		l.call = len(w.References)
	}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCall, Name: text, Args: args, At: at})
}

// oneMore means that a call takes one argument: the right side of an operator.
const oneMore = "#"

// count counts the arguments of a call, including those after the list.
func (w *Walk) count(n parse.Node, r *rule) int16 {
	if r.More == oneMore {
		return 1
	}
	count := int16(0)
	if p := n.Parent(); len(r.more) > 0 && w.rule(p).Op == Call && w.rule(p).of.from(p).Index() == n.Index() &&
		w.rule(p).args.from(p).IsZero() {
		count++ // total(1) { … } is a call of a call
	}
	for c := range r.args.from(n).Named {
		if !has(w.comment, c) {
			count++
		}
	}
	if len(r.more) > 0 {
		n.Descendants(func(c parse.Node) bool {
			if r.more[c.Kind()] {
				count++
				return false
			}
			return c.Parent().Index() == n.Index() && !has(w.comment, c) && w.rule(c).Op == Descend &&
				c.Index() != r.args.from(n).Index() && c.Index() != r.of.from(n).Index()
		})
	}
	return count
}

// rest reads the parts of a link other than the chain and its name.
func (w *Walk) rest(l link, inner parse.Node) {
	name, of := l.r.name.from(l.n), l.r.of.from(l.n)
	if l.call > 0 {
		if args := l.r.args.from(l.n); !args.IsZero() {
			w.list = argumentList{node: args.Index(), call: l.call}
		}
	}
	if !l.name.IsZero() && l.r.name == nil {
		w.visitInType(l.name)
		of = l.name
		if p := l.name.Parent(); p.Index() != l.n.Index() {
			of = p
		}
	}
	w.beside(l.n, name, of)
	if !l.member.IsZero() {
		m := w.rule(l.member)
		w.beside(l.member, m.name.from(l.member), m.of.from(l.member))
	}
}

// beside reads the children of n except two.
func (w *Walk) beside(n, name, of parse.Node) {
	for c := range n.Named {
		switch {
		case has(w.comment, c) || !of.IsZero() && c.Index() == of.Index():
		case !name.IsZero() && c.Start() <= name.Start() && name.End() <= c.End():
			w.inName(c, name)
		default:
			w.Visit(c)
		}
	}
}

// finish reads the children of the start of a chain.
func (w *Walk) finish(n parse.Node) {
	if n.IsZero() {
		return
	}
	r := w.rule(n)
	switch r.Op {
	case Name:
		w.visitInType(n)
	case Self, Super:
	case Implied:
		if !hasToken(n, ".") {
			w.Children(n)
		}
	case TypeName, TypeArgs, TypeList, TypeWrap, TypeFunc:
		w.TypeRefs(n)
	case Create:
		w.created(n, r)
		w.beside(n, parse.Node{}, r.typ.from(n))
	case Lambda:
		w.lambda(n, r)
	case Typed:
		if r.Is == "" {
			if t := r.typ.from(n); !t.IsZero() {
				w.TypeRefs(t)
				w.beside(n, parse.Node{}, t)
				return
			}
		}
		w.Children(n)
	default:
		w.VisitOpaque(n)
	}
}

// VisitOpaque reads a node that is not a link: the unknown start of a chain.
func (w *Walk) VisitOpaque(n parse.Node) {
	switch r := w.rule(n); r.Op {
	case Member:
		if !hasToken(n, root) {
			w.Children(n)
		}
	case Item, Wrap, Waiting, Call, Operator:
		w.Children(n) // its path has no target
	default:
		w.Visit(n)
	}
}
