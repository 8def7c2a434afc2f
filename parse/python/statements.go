package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// block reads statements. prevEnd is the end of the code before them.
func (w *walker) block(n parse.Node, prevEnd uint32) {
	first := len(w.f.Definitions) // index of the first definition of the previous statement
	for c := range n.Named {
		if c.Kind() == "comment" {
			continue
		}
		lead := w.lead(c.Start(), prevEnd)
		if c.Kind() == "expression_statement" {
			w.documentValues(first, c)
		}
		first = len(w.f.Definitions)
		w.stmt(c, lead)
		prevEnd = c.End()
	}
}

// documentValues uses a string below assignments as the doc of the values that
// they defined, from first on.
func (w *walker) documentValues(first int, n parse.Node) {
	if w.scope.kind == functionScope || first == len(w.f.Definitions) {
		return
	}
	doc := stringStatement(n)
	for i := first; doc != "" && i < len(w.f.Definitions); i++ {
		if d := &w.f.Definitions[i]; d.Parent == w.def && w.isValue(int32(i)) {
			d.Doc = doc
		}
	}
}

// breaks lists where the statements of a block begin, including the comments
// above.
func (w *walker) breaks(block parse.Node) []uint32 {
	var out []uint32
	prevEnd := block.Start()
	for c := range block.Named {
		if c.Kind() == "comment" {
			continue
		}
		out = append(out, w.lead(c.Start(), prevEnd))
		prevEnd = c.End()
	}
	if len(out) > 0 && out[0] < block.Start() {
		out[0] = block.Start()
	}
	return out
}

// children reads everything below a node without special meaning.
func (w *walker) children(n parse.Node) {
	for c := range n.Named {
		w.stmt(c, c.Start())
	}
}

// stmt reads a statement, or an expression. lead is where the comments above it
// begin.
func (w *walker) stmt(n parse.Node, lead uint32) {
	switch n.Kind() {
	case "comment":
	case "expression_statement":
		w.expressionStatement(n, lead)
	case "decorated_definition":
		w.decorated(n, lead)
	case "class_definition":
		w.class(n, nil, lead)
	case "function_definition":
		w.function(n, nil, lead)
	case "import_statement":
		w.importStatement(n)
	case "import_from_statement", "future_import_statement":
		w.importFrom(n)
	case "global_statement", "nonlocal_statement":
		w.declareOutside(n)
	case "return_statement":
		w.returns(n)
	case "if_statement":
		w.ifStatement(n)
	case "for_statement":
		w.forStatement(n)
	case "while_statement":
		w.whileStatement(n)
	case "try_statement":
		w.tryStatement(n)
	case "with_statement":
		w.withStatement(n)
	case "match_statement":
		w.matchStatement(n)
	case "raise_statement":
		w.children(n)
		w.leave()
	case "break_statement", "continue_statement":
		w.jump(n.Kind() == "break_statement")
	case "delete_statement":
		w.deleted(n.First().Next())
		w.deletes(n)
	case "with_item":
		w.withItem(n)
	case "except_clause", "except_group_clause":
		w.except(n)
	case "case_clause":
		w.caseClause(n, subject{})
	case "assert_statement":
		w.children(n)
		w.narrowBy(n.First().Next(), n.End(), false)
	case "type_alias_statement":
		w.typeAlias(n, lead)
	case "block", "match_block":
		w.block(n, n.Start())
	case "module", "ERROR", "else_clause", "finally_clause", "with_clause", "exec_statement",
		"print_statement", "chevron":
		w.children(n)
	default:
		w.expr(n)
	}
}

// decide counts a decision point of the enclosing definition.
func (w *walker) decide() {
	if w.code >= 0 {
		w.f.Definitions[w.code].Complexity++
	}
}

func (w *walker) expressionStatement(n parse.Node, lead uint32) {
	for c := range n.Named {
		switch c.Kind() {
		case "assignment":
			w.assignment(c, n, lead)
		case "augmented_assignment":
			w.augmented(c)
		default:
			w.expr(c)
		}
	}
}

// assignment reads a = b = value, with or without a type.
func (w *walker) assignment(n, stmt parse.Node, lead uint32) {
	var targets []parse.Node
	typ, value := n.Field("type"), n
	for value.Kind() == "assignment" {
		targets = append(targets, value.Field("left"))
		value = value.Field("right")
	}
	if len(targets) == 1 && w.assignsDefinition(targets[0], typ, value, stmt, lead) {
		return
	}
	outer := w.def
	for _, t := range targets {
		if i := w.declare(t, stmt, lead); i > 0 && w.def == outer {
			w.def = i // the references in the value belong to it
		}
		w.targetRefs(t)
		w.setAgain(t, value, len(targets) == 1)
	}
	var ref parse.TypeRef
	if !typ.IsZero() {
		ref = w.annotation(typ)
	}
	if len(targets) == 1 && isPattern(targets[0]) && w.pairwise(targets[0], value, stmt) {
		w.def = outer
		return
	}
	var vals []parse.Value
	if !value.IsZero() {
		if w.def != outer {
			w.embedValue(w.def, value)
		}
		vals = w.values(value)
	}
	w.def = outer
	if len(targets) == 1 && targets[0].Is("identifier") && !value.IsZero() {
		w.growing.Assign(w.def, targets[0].Text(), false, value)
	}
	for _, t := range targets {
		if isPattern(t) {
			w.impliedOfAll(opLoop, t, vals)
		}
		w.bind(t, vals, ref, stmt)
		if t.Text() == "__all__" && w.scope.kind == moduleScope {
			w.exports(value)
		}
	}
}

// assignsDefinition reads assignments that define a function or a type.
func (w *walker) assignsDefinition(target, typ, value, stmt parse.Node, lead uint32) bool {
	if target.Kind() != "identifier" || target.Text() == "" ||
		w.scope.binding(target.Text()) != w.scope || w.scope.defs[target.Text()] != 0 ||
		w.scope.names[target.Text()] {
		return false
	}
	if value.Kind() == "lambda" && typ.IsZero() {
		w.lambdaDefinition(target, value, stmt, lead)
		return true
	}
	if value.Kind() == "call" && lastPart(value.Field("function").Text()) == "TypeVar" &&
		typ.IsZero() {
		w.typeVariable(target, value, stmt, lead)
		return true
	}
	isAlias := isTypeExpression(value) && typ.IsZero() || strings.HasSuffix(typ.Text(), "TypeAlias")
	if w.scope.kind != functionScope && isAlias {
		w.aliasDefinition(target, value, stmt, lead, parse.Node{})
		return true
	}
	return false
}

// typeVariable reads T = TypeVar("T", bound=…) and TypeVar("T", A, B), which is one of A and B. The type
// of the variable is TypeVar, with the bound as its argument.
func (w *walker) typeVariable(name, call, stmt parse.Node, lead uint32) {
	i := w.variable(w.scope, name, stmt, lead)
	outer := w.def
	w.def = i
	w.refer(parse.Reference{Kind: parse.RefCall, Name: "TypeVar",
		Args: countArguments(call.Field("arguments")), At: call.Start()}, false)
	t := parse.TypeRef{Name: "TypeVar", At: call.Start()}
	either := parse.TypeRef{Form: parse.FormUnion, At: call.Start()}
	for k, c := range items(call.Field("arguments")) {
		switch {
		case c.Kind() == "keyword_argument" && c.Field("name").Text() == "bound":
			t.Args = append(t.Args, w.annotation(c.Field("value")))
		case k > 0 && c.Kind() != "keyword_argument":
			either.Args = append(either.Args, w.annotation(c))
		case c.Kind() != "string":
			w.stmt(c, c.Start())
		}
	}
	if len(either.Args) > 1 {
		t.Args = append(t.Args, either)
	}
	w.f.Definitions[i].Type = t
	w.def = outer
	w.bindDefinition(i, stmt.End())
}

// aliasHeads are the names whose subscripts can only be types.
var aliasHeads = map[string]bool{
	"Union": true, "Optional": true, "Callable": true, "List": true, "Dict": true, "Set": true,
	"FrozenSet": true, "Tuple": true, "Type": true,
	"Sequence": true, "MutableSequence": true, "Mapping": true, "MutableMapping": true,
	"Iterable": true, "Iterator": true, "Collection": true,
	"AsyncIterable": true, "AsyncIterator": true, "Generator": true, "AsyncGenerator": true,
	"Awaitable": true, "Coroutine": true,
	"Literal": true, "Annotated": true, "ClassVar": true, "list": true, "dict": true, "set": true,
	"frozenset": true, "tuple": true, "type": true,
}

// isTypeExpression reports whether a value can only be a type: Union[A, B].
func isTypeExpression(n parse.Node) bool {
	return n.Kind() == "subscript" && isDotted(n.First()) && aliasHeads[lastPart(n.First().Text())]
}

// aliasDefinition defines a name for a type, with the type parameters in params.
func (w *walker) aliasDefinition(name, value, stmt parse.Node, lead uint32, params parse.Node) {
	i := w.define(parse.Definition{
		Kind: graph.KindTypeAlias, Name: name.Text(),
		Range: parse.Range{Start: lead, End: stmt.End()}, NameAt: name.Start(),
		Signature: w.valueSignature(stmt), Doc: w.valueDoc(stmt, lead),
	})
	w.typeParams(params, i)
	outer := w.def
	w.def = i
	w.f.Definitions[i].Type = w.annotation(value)
	w.def = outer
	w.bindDefinition(i, stmt.End())
}

// typeAlias reads `type Name[T] = value`.
func (w *walker) typeAlias(n parse.Node, lead uint32) {
	var sides []parse.Node
	for c := range n.Named {
		sides = append(sides, c)
	}
	if len(sides) < 2 {
		return
	}
	name := firstName(sides[0])
	if name.IsZero() || !sides[0].First().Is("identifier", "generic_type") {
		w.children(n) // type(x).y = z, which the grammar parses as an alias
		return
	}
	w.aliasDefinition(name, sides[1], n, lead, sides[0].First().Child("type_parameter"))
}

// firstName returns the first identifier in n.
func firstName(n parse.Node) parse.Node {
	for n.IsNamed() && n.Kind() != "identifier" {
		next := parse.Node{}
		for c := range n.Named {
			next = c
			break
		}
		n = next
	}
	return n
}

// exports reads the strings of an __all__.
func (w *walker) exports(value parse.Node) {
	if w.all == nil {
		w.all = map[string]bool{}
	}
	for d := range value.Descendants {
		if d.Kind() == "string_content" {
			w.all[d.Text()] = true
		}
	}
}

func (w *walker) augmented(n parse.Node) {
	left := n.Field("left")
	chain := w.expr(left)
	if left.Is("attribute") {
		w.member(opUpdate, left, chain)
	}
	w.implied(n.Field("operator").Kind(), n, chain, w.alternatives(w.values(n.Field("right"))))
	w.setAgain(left, parse.Node{}, false)
	if left.Kind() != "identifier" {
		return
	}
	if left.Text() == "__all__" && w.scope.kind == moduleScope {
		w.exports(n.Field("right"))
	}
	w.growing.Assign(w.def, left.Text(), n.Field("operator").Is("+="), n.Field("right"))
	if s := w.scope.binding(left.Text()); s.kind == functionScope && !s.names[left.Text()] {
		w.bindName(left, opaqueValues, parse.TypeRef{}, n)
	}
}

// returns reads a return statement: its value determines the return type of the
// function, if not written.
func (w *walker) returns(n parse.Node) {
	for c := range n.Named {
		vals := w.values(c)
		s := w.scope
		for s.kind == innerScope {
			s = s.parent
		}
		if d := &w.f.Definitions[s.def]; s.kind == functionScope && d.Type.IsZero() && !d.Yields {
			d.Init = append(d.Init, vals...)
		}
	}
	w.leave()
}

// classInfo reads the classes in isinstance or an except clause.
func classInfo(n parse.Node) parse.TypeRef {
	switch {
	case n.Is("identifier", "attribute", "dotted_name") && isDotted(n):
		return parse.TypeRef{Name: dotted(n), At: n.Start()}
	case n.Is("tuple", "parenthesized_expression"):
		t := parse.TypeRef{Form: parse.FormUnion, At: n.Start()}
		for c := range n.Named {
			a := classInfo(c)
			if a.IsZero() {
				return a
			}
			t.Args = append(t.Args, a)
		}
		return withoutNone(t)
	}
	return parse.TypeRef{}
}

func (w *walker) withItem(n parse.Node) {
	value := n.Field("value")
	op := opWith
	isAsync := n.Parent().Parent().First().Kind() == "async"
	if isAsync {
		op = opAsyncWith
	}
	if value.Kind() != "as_pattern" {
		w.implied(op, n, w.expr(value), nil)
		return
	}
	var vals []parse.Value
	for c := range value.Named {
		if c.Kind() != "as_pattern_target" {
			vals = w.values(c)
			w.impliedOfAll(op, n, vals)
			continue
		}
		w.targetRefs(c)
		w.bind(c, w.entered(vals, isAsync), parse.TypeRef{}, n)
	}
}

// entered returns the values that `with … as` binds.
func (w *walker) entered(vals []parse.Value, isAsync bool) []parse.Value {
	out := make([]parse.Value, 0, len(vals))
	for _, v := range vals {
		if isAsync {
			v.Steps = w.extend(v.Steps, parse.Step{Kind: parse.StepCall, Name: "__aenter__"})
			v.Steps = w.extend(v.Steps, parse.Step{Kind: parse.StepAwait})
		} else {
			v.Steps = w.extend(v.Steps, parse.Step{Kind: parse.StepCall, Name: "__enter__"})
		}
		out = append(out, v)
	}
	return out
}

// dottedRef emits the references of a dotted name; the last has the given kind.
func (w *walker) dottedRef(n parse.Node, kind parse.RefKind) {
	var recv []parse.Step
	for c := range n.Named {
		r := parse.Reference{Kind: parse.RefMember, Name: c.Text(), Recv: recv, Args: -1,
			At: c.Start()}
		if c.Next().IsZero() {
			r.Kind = kind
		}
		w.refer(r, recv == nil)
		if recv == nil {
			recv = w.name(c)
		} else {
			recv = w.extend(recv, parse.Step{Kind: parse.StepMember, Name: c.Text()})
		}
	}
}
