package java

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// ref adds a reference from the innermost named definition.
func (w *walk) ref(r parse.Reference, recv parse.Run) {
	if r.Name == "" {
		return
	}
	r.Def = w.def
	w.References = append(w.References, parse.DraftReference{Reference: r, Recv: recv})
}

// call adds a call or creation and reads its arguments.
func (w *walk) call(r parse.Reference, recv parse.Run, args parse.Node) {
	n := int16(0)
	for c := range args.Named {
		if !isComment(c) {
			n++
		}
	}
	r.Args = n
	at := len(w.References)
	w.ref(r, recv)
	if n == 0 {
		return
	}
	if r.Name == "format" {
		w.embedExpression(args.Parent(), args.First().Next())
	}
	outer := w.sink
	off := len(w.Args)
	for range n {
		w.Args = append(w.Args, parse.Run{})
	}
	types := make([]parse.TypeRef, n)
	typed, chained, i := false, false, 0
	for c := range args.Named {
		if isComment(c) {
			continue
		}
		w.sink, w.target, w.given = r.Name, parse.TypeRef{}, parse.Run{}
		s := w.expr(c)
		if s.N == 1 && (w.Steps[s.Off].Kind == parse.StepType || w.Steps[s.Off].Kind == parse.StepNew) {
			types[i], typed = w.Steps[s.Off].Written(), true
			if isFunction(types[i].Name) && w.given.N > 0 && !w.isOpaque(w.given) {
				w.Args[off+i], chained = w.given, true
			}
		} else if s.N > 0 && !w.isOpaque(s) {
			w.Args[off+i], chained = s, true
		}
		i++
	}
	w.sink = outer
	if r.Name == "" {
		return
	}
	if typed {
		w.References[at].SetArgs(types, nil)
	}
	if chained {
		w.References[at].Given = parse.Run{Off: int32(off), N: int32(n)}
	}
}

func (w *walk) isOpaque(s parse.Run) bool { return s.N == 1 && w.Steps[s.Off].Kind == parse.StepOpaque }

// expr reads an expression, makes references of what it names, and returns the
// steps that say what it is: one opaque step when nothing can be said.
//
// The expression is a spine of member accesses and calls, each on the one
// before it. Their steps lie side by side, so that every reference in a long
// chain has a piece of the same slice as its receiver; the room is taken before
// the arguments of the calls are read, since those have steps of their own.
func (w *walk) expr(n parse.Node) parse.Run {
	if n.IsZero() {
		return parse.Run{}
	}
	base, room := len(w.spine), 0
	for {
		w.spine = append(w.spine, n)
		room += slots(n)
		next := below(n)
		if next.IsZero() {
			break
		}
		n = next
	}
	root := parse.Run{}
	if isCompound(n) {
		if root = w.compound(n); room == 1 {
			w.spine = w.spine[:base]
			return root
		}
	}
	off, i := int32(len(w.Steps)), len(w.spine)-1
	if root.N > 0 {
		w.Steps = append(w.Steps, w.Steps[root.Off:root.Off+root.N]...)
		room--
		i--
	}
	for range room {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepOpaque})
	}
	k := root.N
	for ; i >= base; i-- {
		w.element(w.spine[i], parse.Run{Off: off, N: k})
		k += int32(slots(w.spine[i]))
	}
	w.spine = w.spine[:base]
	return parse.Run{Off: off, N: k}
}

// below returns the expression that n is a member of or a call on; none at the
// root of a spine.
func below(n parse.Node) parse.Node {
	switch n.Kind() {
	case "method_invocation":
		if n.Child("super").FieldName() != "" || n.Child("super").IsZero() {
			return n.Field("object")
		}
	case "field_access":
		if !n.Field("field").Is("this") {
			return n.Field("object")
		}
	case "array_access":
		return n.Field("array")
	case "parenthesized_expression":
		return lastNamed(n)
	}
	return parse.Node{}
}

// slots is the number of steps that n adds to its spine.
func slots(n parse.Node) int {
	switch n.Kind() {
	case "parenthesized_expression":
		return 0
	case "method_invocation":
		if s := n.Child("super"); !s.IsZero() && s.FieldName() == "" {
			return 3 // Outer, super, the call
		}
	}
	return 1
}

// element reads one part of a spine and fills its steps, which lie behind
// recv.
func (w *walk) element(n parse.Node, recv parse.Run) {
	at := recv.Off + recv.N
	switch n.Kind() {
	case "parenthesized_expression":
	case "identifier":
		w.Steps[at] = parse.Step{Kind: parse.StepName, Name: n.Text(), At: n.Start()}
		if !in(w.names, n.Text()) {
			w.ref(parse.Reference{Kind: parse.RefMember, Name: n.Text(), Args: -1, At: n.Start()}, parse.Run{})
		}
	case "this":
		w.Steps[at] = parse.Step{Kind: parse.StepThis}
	case "super":
		w.Steps[at] = parse.Step{Kind: parse.StepBase}
	case "method_invocation":
		w.invocation(n, recv)
	case "field_access":
		w.fieldAccess(n, recv)
	case "array_access":
		w.Steps[at] = parse.Step{Kind: parse.StepIndex}
		w.expr(n.Field("index"))
	case "object_creation_expression":
		w.creation(n, at)
	default:
		step := w.value(n)
		w.Steps[at] = step
	}
}

func (w *walk) invocation(n parse.Node, recv parse.Run) {
	if slots(n) == 3 {
		t := w.nameAsType(typeName(n.Field("object")))
		w.Steps[recv.Off] = parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
		w.Steps[recv.Off+1] = parse.Step{Kind: parse.StepBase}
		recv.N = 2
	}
	name, args := n.Field("name"), n.Field("arguments")
	typeArgs := w.typeArguments(n)
	r := parse.Reference{Kind: parse.RefCall, Name: name.Text(), At: name.Start(), TypeArgs: int8(len(typeArgs))}
	if len(typeArgs) > 0 {
		r.Extra = &parse.CallExtra{TypeArgs: typeArgs}
	}
	at := recv.Off + recv.N
	count := len(w.References)
	w.call(r, recv, args)
	step := parse.Step{Kind: parse.StepCall, Name: r.Name, At: r.At}
	if count < len(w.References) {
		step.Args = max(w.References[count].Args, 0)
	}
	w.Steps[at] = step
}

// typeArguments reads the type arguments written before a call's name.
func (w *walk) typeArguments(n parse.Node) []parse.TypeRef {
	var out []parse.TypeRef
	for t := range n.Child("type_arguments").Named {
		if !isComment(t) && len(out) < 100 {
			out = append(out, w.typeRef(t))
		}
	}
	return out
}

func (w *walk) fieldAccess(n parse.Node, recv parse.Run) {
	f := n.Field("field")
	if f.Is("this") {
		t := w.nameAsType(typeName(n.Field("object")))
		w.Steps[recv.Off+recv.N] = parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
		return
	}
	w.Steps[recv.Off+recv.N] = parse.Step{Kind: parse.StepMember, Name: f.Text()}
	w.ref(parse.Reference{Kind: parse.RefMember, Name: f.Text(), Args: -1, At: f.Start()}, recv)
}

// typeName returns the name at the end of an expression that names a type.
func typeName(n parse.Node) parse.Node {
	if n.Is("field_access") {
		return n.Field("field")
	}
	return n
}

// creation reads new T(…), perhaps with the body of an anonymous class, and
// fills the step at the given place.
func (w *walk) creation(n parse.Node, at int32) {
	typ, args, body := n.Field("type"), n.Field("arguments"), n.Child("class_body")
	outer := parse.Run{}
	if first := n.First(); !first.Is("new") && first.IsNamed() && !isComment(first) {
		outer = w.expr(first)
	}
	for t := range n.Child("type_arguments").Named {
		w.typeRef(t)
	}
	class := int32(-1)
	if !body.IsZero() {
		class = w.defineAnonymous(n, body, w.quietType(typ))
	}
	before := len(w.References)
	t := w.typeRef(typ)
	r, recv := parse.Reference{Kind: parse.RefCreate, Name: shortName(t.Name), At: t.At}, outer
	for i := before; i < len(w.References); i++ {
		if x := &w.References[i]; x.Kind == parse.RefType && x.Name == r.Name {
			r.At = x.At
			if outer.N == 0 {
				recv = x.Recv
			}
			break
		}
	}
	count := len(w.References)
	w.call(r, recv, args)
	step := parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t, At: r.At}
	if count < len(w.References) {
		step.Args = max(w.References[count].Args, 0)
	}
	w.Steps[at] = step
	if class >= 0 {
		w.anonymousBody(class, body)
	}
}

func shortName(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// The types of literals, by their full names: a file may declare others of the simple
// ones.
const (
	stringType = "java.lang.String"
	classType  = "java.lang.Class"
)

func typeStep(name string) parse.Step {
	return parse.Step{Kind: parse.StepType, Name: name, Type: &parse.TypeRef{Name: name}}
}

// value reads an expression that is no spine and returns the one step for it.
func (w *walk) value(n parse.Node) parse.Step {
	switch n.Kind() {
	case "string_literal":
		w.embed(n)
		return typeStep(stringType)
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if t := n.Text(); t[len(t)-1]|0x20 == 'l' {
			return typeStep("long")
		}
		return typeStep("int")
	case "decimal_floating_point_literal", "hex_floating_point_literal":
		if t := n.Text(); t[len(t)-1]|0x20 == 'f' {
			return typeStep("float")
		}
		return typeStep("double")
	case "character_literal":
		return typeStep("char")
	case "true", "false":
		return typeStep("boolean")
	case "null_literal":
		return typeStep("null")
	case "cast_expression":
		t := w.castType(n)
		w.target = t
		w.expr(n.Field("value"))
		w.target = parse.TypeRef{}
		return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
	case "class_literal":
		t := w.typeRef(n.First())
		return parse.Step{Kind: parse.StepType, Name: classType, Type: &parse.TypeRef{Name: classType, Args: []parse.TypeRef{t}}}
	case "array_creation_expression":
		return w.arrayCreation(n)
	case "instanceof_expression":
		w.instanceOf(n)
		return typeStep("boolean")
	case "lambda_expression":
		return w.lambda(n)
	case "method_reference":
		return w.methodReference(n)
	case "unary_expression": // !, the others are compound
		w.negated = !w.negated
		w.children(n)
		w.negated = !w.negated
		return typeStep("boolean")
	case "template_expression":
		w.children(n)
	default:
		w.children(n)
	}
	return parse.Step{Kind: parse.StepOpaque}
}

// isCompound reports whether the value of n is made of the values of its parts.
func isCompound(n parse.Node) bool {
	switch n.Kind() {
	case "assignment_expression", "ternary_expression", "update_expression", "binary_expression", "switch_expression":
		return true
	case "unary_expression":
		return !n.First().Is("!")
	}
	return false
}

// compound reads such an expression and returns its steps.
func (w *walk) compound(n parse.Node) parse.Run {
	switch n.Kind() {
	case "assignment_expression":
		s := w.expr(n.Field("left"))
		w.expr(n.Field("right"))
		return s
	case "ternary_expression":
		return w.ternary(n)
	case "unary_expression":
		s := w.expr(lastNamed(n))
		if w.literalType(s) != "" {
			return s
		}
		if s.N == 0 || s.N > maxOperands || w.isOpaque(s) || n.Is("update_expression") {
			return s
		}
		off := int32(len(w.Steps))
		w.Steps = append(w.Steps, w.Steps[s.Off:s.Off+s.N]...)
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepUnary, Name: n.First().Kind()})
		return parse.Run{Off: off, N: s.N + 1}
	case "binary_expression":
		return w.binary(n)
	case "switch_expression":
		return w.switchExpression(n)
	}
	return w.expr(lastNamed(n))
}

// ternary reads c ? a : b.
func (w *walk) ternary(n parse.Node) parse.Run {
	w.decision()
	outer, target := w.flow, w.target
	a, b := n.Field("consequence"), n.Field("alternative")
	w.flow = flow{patternEnd: a.End(), otherwise: b.Range()}
	w.target = parse.TypeRef{}
	w.expr(n.Field("condition"))
	w.flow, w.target = outer, target
	then := w.expr(a)
	w.target = target
	return w.operator(parse.Step{Kind: parse.StepChoice}, then, w.expr(b))
}

// one is a run of a single step.
func (w *walk) one(s parse.Step) parse.Run {
	w.Steps = append(w.Steps, s)
	return parse.Run{Off: int32(len(w.Steps) - 1), N: 1}
}

// maxOperands bounds the steps of an expression with operators, which are copied from
// operator to operator.
const maxOperands = 200

// operator returns the steps of an operator on two expressions. Where both are the
// same literal type, that is all there is to say.
func (w *walk) operator(step parse.Step, a, b parse.Run) parse.Run {
	if a.N == 0 || b.N == 0 {
		return w.one(parse.Step{Kind: parse.StepOpaque})
	}
	if w.literalType(a) != "" && w.literalType(a) == w.literalType(b) {
		return a
	}
	if a.N+b.N > maxOperands {
		return w.one(parse.Step{Kind: parse.StepOpaque})
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[a.Off:a.Off+a.N]...)
	w.Steps = append(w.Steps, w.Steps[b.Off:b.Off+b.N]...)
	step.Args = int16(b.N)
	w.Steps = append(w.Steps, step)
	return parse.Run{Off: off, N: int32(len(w.Steps)) - off}
}

// literalType is the type of a run that is a literal of one that operators keep.
func (w *walk) literalType(s parse.Run) string {
	if s.N != 1 || w.Steps[s.Off].Kind != parse.StepType {
		return ""
	}
	switch name := w.Steps[s.Off].Name; name {
	case "int", "long", "float", "double", "boolean", stringType:
		return name
	}
	return ""
}

// castType reads the type of a cast, perhaps with further bounds.
func (w *walk) castType(n parse.Node) parse.TypeRef {
	var all []parse.TypeRef
	for c := range n.Named {
		if c.FieldName() == "type" {
			all = append(all, w.typeRef(c))
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return parse.TypeRef{Name: "&", Args: all}
}

func (w *walk) arrayCreation(n parse.Node) parse.Step {
	t := w.typeRef(n.Field("type"))
	for c := range n.Named {
		switch c.Kind() {
		case "dimensions_expr":
			w.children(c)
			t = parse.TypeRef{Name: "[]", Args: []parse.TypeRef{t}, At: t.At}
		case "dimensions":
			t = wrap(t, c)
		case "array_initializer":
			w.children(c)
		}
	}
	return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
}

func (w *walk) instanceOf(n parse.Node) {
	w.expr(n.Field("left"))
	var t parse.TypeRef
	if right := n.Field("right"); !right.IsZero() {
		t = w.typeRef(right)
	}
	if name := n.Field("name"); !name.IsZero() {
		w.bindPattern(name, t)
	}
	if p := n.Field("pattern"); !p.IsZero() {
		w.pattern(p)
	}
}

// isFunction reports whether the name of a type is that of a lambda, by what its body
// can return, or of a method reference.
func isFunction(name string) bool {
	return name == "methodref" || name == "lambda value" || name == "lambda void" || name == "lambda any"
}

// lambda reads a lambda expression: its type is a function with one argument
// for each parameter, zero where no type is written.
func (w *walk) lambda(n parse.Node) parse.Step {
	outer, returns := w.scope, w.returns
	w.blockEnd, w.sink, w.flow = n.End(), "", flow{patternEnd: n.End()}
	first := len(w.Locals)
	params := n.Field("parameters")
	switch params.Kind() {
	case "identifier":
		w.declare(params, parse.Local{Kind: parse.LocalParam}, n.Start(), n.End())
	case "inferred_parameters":
		for c := range params.Named {
			w.declare(c, parse.Local{Kind: parse.LocalParam}, n.Start(), n.End())
		}
	case "formal_parameters":
		w.parameters(params, -1, n.End())
	}
	t := parse.TypeRef{Name: "lambda any", At: n.Start()}
	for i, l := range w.Locals[first:] {
		t.Args = append(t.Args, l.Type)
		if l.Type.IsZero() && !outer.target.IsZero() {
			w.Locals[first+i].Init = w.parameterOf(outer.target, i)
		}
	}
	w.target = parse.TypeRef{}
	w.inLambda, w.returns = true, nil
	body := n.Field("body")
	given := w.lambdaBody(body)
	switch {
	case body.Is("block") && len(w.returns) == 0 && completes(body):
		t.Name = "lambda void"
	case body.Is("block") && len(w.returns) > 0, !body.Is("block") && !isStatementExpression(body):
		t.Name = "lambda value"
	}
	w.scope, w.returns = outer, returns
	w.given = given
	return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
}

// lambdaBody reads the body of a lambda and returns the steps of its results.
func (w *walk) lambdaBody(body parse.Node) parse.Run {
	if !body.Is("block") {
		return w.expr(body)
	}
	w.statement(body)
	return w.choice(w.returns)
}

// choice is the run of a value that is one of several; empty without any.
func (w *walk) choice(values []parse.Run) parse.Run {
	var out parse.Run
	for i, v := range values {
		if i == 0 {
			out = v
		} else {
			out = w.operator(parse.Step{Kind: parse.StepChoice}, out, v)
		}
	}
	return out
}

// isStatementExpression reports whether an expression may stand as a statement (JLS
// 14.8).
func isStatementExpression(n parse.Node) bool {
	switch n.Kind() {
	case "method_invocation", "object_creation_expression", "assignment_expression", "update_expression":
		return true
	}
	return false
}

// completes reports whether control may pass the end of statement n without a value
// (JLS 14.22, in short).
func completes(n parse.Node) bool {
	switch n.Kind() {
	case "block":
		last := lastNamed(n)
		return last.IsZero() || completes(last)
	case "throw_statement":
		return false
	case "if_statement":
		return n.Field("alternative").IsZero() || completes(n.Field("consequence")) || completes(n.Field("alternative"))
	case "while_statement":
		return squeeze(n.Field("condition").Text()) != "(true)"
	case "try_statement":
		out := completes(n.Field("body"))
		for c := range n.Named {
			if c.Is("catch_clause") {
				out = out || completes(c.Field("body"))
			}
		}
		return out
	}
	return true
}

// parameterOf is what parameter k of a value of a functional type t is.
func (w *walk) parameterOf(t parse.TypeRef, k int) parse.Run {
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}, parse.Step{Kind: parse.StepIndex, Name: "param" + strconv.Itoa(k)})
	return parse.Run{Off: off, N: 2}
}

// methodReference reads X::name and X::new; the steps of the result of calling it are
// given.
func (w *walk) methodReference(n parse.Node) parse.Step {
	of := n.First()
	if !n.Child("new").IsZero() {
		return w.constructorReference(n, of)
	}
	name, target := lastNamed(n), w.target
	w.target = parse.TypeRef{}
	var recv parse.Run
	if of.Is("generic_type", "array_type", "scoped_type_identifier", "type_identifier", "integral_type", "floating_point_type", "boolean_type") {
		t := w.typeRef(of)
		recv = w.one(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
	} else {
		recv = w.expr(of)
	}
	w.typeArguments(n)
	w.ref(parse.Reference{Kind: parse.RefMember, Name: name.Text(), Args: -1, At: name.Start(), Extra: targeted(target)}, recv)
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[recv.Off:recv.Off+recv.N]...)
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCall, Name: name.Text(), Args: -1, At: name.Start()})
	w.given = parse.Run{Off: off, N: recv.N + 1}
	return functionStep(parse.TypeRef{Name: "methodref", At: name.Start()})
}

// targeted is what a method reference has besides its name: the type wanted of it.
func targeted(t parse.TypeRef) *parse.CallExtra {
	if t.IsZero() {
		return nil
	}
	return &parse.CallExtra{Target: t}
}

// constructorReference reads X::new; that of an array is a function of its length.
func (w *walk) constructorReference(n, of parse.Node) parse.Step {
	var recv parse.Run
	var t parse.TypeRef
	at := of.Start()
	if of.Is("field_access") {
		recv = w.expr(of.Field("object"))
		at = of.Field("field").Start()
		t = parse.TypeRef{Name: squeeze(of.Text()), At: at}
		w.ref(parse.Reference{Kind: parse.RefType, Name: shortName(t.Name), Args: -1, At: at}, recv)
	} else {
		before := len(w.References)
		t = w.typeRef(of)
		for i := before; i < len(w.References); i++ {
			if x := &w.References[i]; x.Kind == parse.RefType && x.Name == shortName(t.Name) {
				at, recv = x.At, x.Recv
				break
			}
		}
	}
	if t.Name == "[]" {
		w.given = w.one(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
		return functionStep(parse.TypeRef{Name: "lambda value", Args: []parse.TypeRef{{Name: "int"}}, At: n.Start()})
	}
	if t.Name != "" {
		w.ref(parse.Reference{Kind: parse.RefCreate, Name: shortName(t.Name), Args: -1, At: at, Extra: targeted(w.target)}, recv)
	}
	w.given = w.one(parse.Step{Kind: parse.StepNew, Name: t.Name, Type: &t, Args: -1, At: at})
	return functionStep(parse.TypeRef{Name: "methodref", At: at})
}

func functionStep(t parse.TypeRef) parse.Step {
	return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
}

// binary reads a chain of binary operators from the left, however long it is.
func (w *walk) binary(n parse.Node) parse.Run {
	base := len(w.spine)
	top := n
	for n.Is("binary_expression") {
		w.spine = append(w.spine, n)
		n = n.Field("left")
	}
	if top.Field("operator").Is("+") {
		w.embedExpression(top, n)
	}
	sink := w.sink
	w.sink, w.target = "", parse.TypeRef{}
	out := w.expr(n)
	for i := len(w.spine) - 1; i >= base; i-- {
		b := w.spine[i]
		op := b.Field("operator").Kind()
		if op == "&&" || op == "||" {
			w.decision()
		}
		right := w.expr(b.Field("right"))
		switch {
		case isComparison(op):
			out = w.one(typeStep("boolean"))
		case op == "+" && (w.isText(out) || w.isText(right)):
			out = w.one(typeStep(stringType))
		default:
			out = w.operator(parse.Step{Kind: parse.StepBinary, Name: op}, out, right)
		}
	}
	w.sink = sink
	w.spine = w.spine[:base]
	return out
}

func isComparison(op string) bool {
	switch op {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

// isText reports whether the steps are a string's.
func (w *walk) isText(s parse.Run) bool { return w.literalType(s) == stringType }
