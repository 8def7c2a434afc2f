package python

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// ifStatement reads a statement with branches. A condition narrows the types of
// names in its branch, its negation in those after it.
func (w *walker) ifStatement(n parse.Node) {
	f := w.scope.flowOf()
	start, outer := f.mark(), f.dead
	dead := outer // unreachable, at the next branch
	var ends []end
	typing, otherwise := w.typing, false
	test := func(cond, then parse.Node) {
		mark := f.mark()
		holds, fails := decided(cond)
		w.typing = typing || isTypeChecking(cond)
		f.dead = f.dead || fails
		w.narrowBy(cond, then.Start(), false)
		w.block(then, cond.End())
		w.typing = typing
		ends = append(ends, f.since(start))
		dead = dead || holds
		f.rollback(mark, dead, then.End())
		w.narrowBy(cond, then.End(), true)
	}
	// In source order, since an error node can be anywhere among the children.
	for c := range n.Named {
		switch {
		case c.FieldName() == "condition":
			w.decide()
			w.condition(c)
		case c.FieldName() == "consequence":
			test(n.Field("condition"), c)
		case c.Kind() == "elif_clause":
			w.decide()
			w.condition(c.Field("condition"))
			test(c.Field("condition"), c.Field("consequence"))
		case c.Kind() == "else_clause":
			otherwise = true
			w.children(c)
			ends = append(ends, f.rollback(start, outer, c.End()))
		case c.IsError():
			w.children(c)
		}
	}
	if !otherwise {
		ends = append(ends, f.rollback(start, outer, n.End()))
	}
	f.join(n.End(), ends...)
}

func isTypeChecking(cond parse.Node) bool {
	return cond.Is("identifier", "attribute") && lastPart(cond.Text()) == "TYPE_CHECKING"
}

// oldestMinor is the oldest minor version of Python 3 that is still maintained.
const oldestMinor = 10

// decided reports whether a condition always holds or always fails: TYPE_CHECKING
// is true for type checkers, and a test of the Python version is decided if all
// maintained versions agree.
func decided(cond parse.Node) (holds, fails bool) {
	switch {
	case isTypeChecking(cond):
		return true, false
	case cond.Kind() == "not_operator":
		fails, holds = decided(cond.Field("argument"))
	case cond.Kind() == "parenthesized_expression":
		return decided(cond.First().Next())
	case cond.Kind() == "comparison_operator" && strings.HasPrefix(cond.Text(), "sys.version_info"):
		if op := cond.First().Next().Kind(); minorVersion(cond) <= oldestMinor {
			return op == ">" || op == ">=", op == "<" || op == "<="
		}
	}
	return holds, fails
}

// minorVersion returns the minor version that sys.version_info is compared with: 8
// in (3, 8), 0 if only the major version is compared.
func minorVersion(comparison parse.Node) int {
	var numbers []parse.Node
	for d := range comparison.Descendants {
		if d.Kind() == "integer" && !d.Parent().Is("subscript") {
			numbers = append(numbers, d)
		}
	}
	if len(numbers) < 2 {
		return 0
	}
	minor, err := strconv.Atoi(numbers[1].Text())
	if err != nil {
		return oldestMinor + 1
	}
	return minor
}

// narrowBy narrows the types of names by a condition, from a place on where it
// holds, or, negated, where it does not.
func (w *walker) narrowBy(cond parse.Node, at uint32, negated bool) {
	switch cond.Kind() {
	case "parenthesized_expression":
		for c := range cond.Named {
			w.narrowBy(c, at, negated)
		}
	case "not_operator":
		w.narrowBy(cond.Field("argument"), at, !negated)
	case "boolean_operator":
		if op := cond.Field("operator").Kind(); op == "and" && !negated || op == "or" && negated {
			w.narrowBy(cond.Field("left"), at, negated)
			w.narrowBy(cond.Field("right"), at, negated)
		}
	case "call":
		test := cond.Field("function").Text()
		args := items(cond.Field("arguments"))
		if len(args) != 2 || test != "isinstance" && test != "issubclass" ||
			!args[0].Is("identifier", "attribute") {
			return
		}
		t := classInfo(args[1])
		if t.IsZero() {
			return
		}
		if test == "issubclass" {
			t = parse.TypeRef{Name: "type", Args: []parse.TypeRef{t}}
		}
		w.narrow(args[0], t, negated, at)
	case "comparison_operator":
		w.narrowByClass(cond, at, negated)
	}
}

// narrowByClass narrows x by a comparison of type(x) with classes. Inequality does
// not narrow it: the type may be a subclass.
//
//	if type(x) is Order: …
//	if type(x) in (Order, Line): …
//	if x.__class__ is Order: …
func (w *walker) narrowByClass(cond parse.Node, at uint32, negated bool) {
	of, op := typeOperand(cond.First()), cond.First().Next()
	same := op.Is("is", "==", "in")
	if of.IsZero() || len(items(cond)) != 2 || same == negated || !same && !op.Is("is not", "!=", "not in") {
		return
	}
	if t := classInfo(items(cond)[1]); of.Is("identifier", "attribute") && !t.IsZero() {
		w.narrow(of, t, false, at)
	}
}

// typeOperand returns x in type(x) and x.__class__, and the zero node for any other expression.
func typeOperand(n parse.Node) parse.Node {
	if n.Is("attribute") && n.Field("attribute").Text() == "__class__" {
		return n.Field("object")
	}
	if args := items(n.Field("arguments")); n.Is("call") && n.Field("function").Text() == "type" && len(args) == 1 {
		return args[0]
	}
	return parse.Node{}
}

func (w *walker) forStatement(n parse.Node) {
	w.decide()
	left, right := n.Field("left"), n.Field("right")
	w.targetRefs(left)
	vals := w.values(right)
	op := opLoop
	if n.First().Kind() == "async" {
		op = opAsyncLoop
	}
	w.impliedOfAll(op, right, vals)
	heads := w.enterLoop(n)
	w.bindElements(left, vals, right)
	w.loopBody(n, heads, false, left, right)
}

func (w *walker) whileStatement(n parse.Node) {
	w.decide()
	cond := n.Field("condition")
	heads := w.enterLoop(n)
	w.condition(cond)
	w.narrowBy(cond, cond.End(), false)
	w.loopBody(n, heads, cond.Text() == "True" || cond.Text() == "1", cond)
}

// loopBody reads the body of a loop and its else clause; read are the parts of the
// loop that were read already.
func (w *walker) loopBody(n parse.Node, heads []change, endless bool, read ...parse.Node) {
	ended := false
next:
	for c := range n.Named {
		for _, r := range read {
			if c == r {
				continue next
			}
		}
		if c.Kind() == "block" && !ended {
			w.block(c, c.Start())
			w.endBody(heads, c.End())
			ended = true
			continue
		}
		w.stmt(c, c.Start())
	}
	w.leaveLoop(endless, n.End())
}

// tryStatement reads a try statement. Its handlers may run after any place
// in its body, its finally clause from any place at all.
func (w *walker) tryStatement(n parse.Node) {
	f := w.scope.flowOf()
	start, dead := f.mark(), f.dead
	var all, inBody []change
	f.tries = append(f.tries, &all)
	var ends []end
	var body end
	for c := range n.Named {
		switch c.Kind() {
		case "block":
			f.tries = append(f.tries, &inBody)
			w.block(c, c.Start())
			f.tries = f.tries[:len(f.tries)-1]
			body = f.rollback(start, dead, c.End())
		case "except_clause", "except_group_clause":
			f.interrupted(inBody, c.Start())
			w.except(c)
			ends = append(ends, f.rollback(start, dead, c.End()))
		case "else_clause":
			f.apply(body, c.Start())
			w.children(c)
			body = f.rollback(start, dead, c.End())
		case "finally_clause":
			w.finally(c, append(ends, body), &all)
			return
		default:
			w.stmt(c, c.Start())
		}
	}
	f.tries = f.tries[:len(f.tries)-1]
	f.join(n.End(), append(ends, body)...)
}

// finally reads the finally clause of a try statement with these ends.
func (w *walker) finally(n parse.Node, ends []end, all *[]change) {
	f := w.scope.flowOf()
	f.tries = f.tries[:len(f.tries)-1]
	start, dead := f.mark(), f.dead
	f.interrupted(*all, n.Start())
	mark := f.mark()
	w.children(n)
	own := f.since(mark)
	f.rollback(start, dead, n.End())
	f.join(n.End(), ends...)
	own.dead = own.dead || f.dead
	f.apply(own, n.End())
}

// interrupted computes the state of code that may run after any of the
// changes, or before them.
func (f *flow) interrupted(changes []change, at uint32) {
	ops := map[*flowVar][]*state{}
	var vars []*flowVar
	for _, c := range changes {
		if ops[c.v] == nil {
			vars = append(vars, c.v)
			ops[c.v] = []*state{c.v.now}
		}
		ops[c.v] = append(ops[c.v], c.is)
	}
	for _, v := range vars {
		f.set(v, joined(ops[v]), at)
	}
}

func (w *walker) except(n parse.Node) {
	w.decide()
	for c := range n.Named {
		switch c.Kind() {
		case "as_pattern":
			class := c.First()
			w.expr(class)
			if target := c.Child("as_pattern_target"); !target.IsZero() {
				w.bind(target, opaqueValues, classInfo(class), c)
			}
		case "block":
			w.block(c, c.Start())
		default:
			w.stmt(c, c.Start())
		}
	}
}

// withStatement reads a with statement. A body whose exceptions are suppressed
// may end at any place.
func (w *walker) withStatement(n parse.Node) {
	f := w.scope.flowOf()
	start, dead := f.mark(), f.dead
	for c := range n.Named {
		w.stmt(c, c.Start())
		if c.Kind() == "with_clause" {
			start = f.mark()
		}
	}
	if strings.Contains(n.Child("with_clause").Text(), "suppress(") {
		f.join(n.End(), f.rollback(start, dead, n.End()), end{dead: dead})
	}
}

// deletes unbinds the names of a del statement.
func (w *walker) deletes(n parse.Node) {
	for d := range n.Descendants {
		if d.Kind() == "identifier" && d.Parent().Is("delete_statement", "expression_list") {
			w.bindFlow(w.scope.binding(""), d.Text(), parse.FlowBinding{Kind: parse.FlowUnset},
				n.End())
		}
	}
}
