package csharp

import (
	"math"
	"strconv"
	"strings"

	"seedgraph/parse"
)

// A goal describes the results required of reading an expression, in addition to
// its references.
type goal struct {
	steps bool           // return its chain
	typ   *parse.TypeRef // the target type, if it is written
	to    []parse.Step   // otherwise the expression that it is assigned to
	arg   *argument      // set for an argument of a call, and for the return value of a lambda argument
	gives bool           // arg is a lambda, and this its return value
	inner bool           // the chain continues: a member access, an index or a call follows
}

// An argument identifies an argument of a call.
type argument struct {
	callee  uint32 // At of the call's reference
	index   int16
	returns yielded // of a lambda: its return value
}

// A yielded is the return value of a lambda, with the start of its first
// expression.
type yielded struct {
	at    uint32
	steps []parse.Step
}

// add adds the value of one return statement: the lambda returns the common type
// of all values.
func (y *yielded) add(n parse.Node, steps []parse.Step) {
	if n.Kind() == "throw_expression" {
		return
	}
	if y.at == 0 {
		y.at, y.steps = n.Start(), steps
		return
	}
	y.steps = choice("", y.steps, steps)
}

// expr reads an expression and returns its chain if the goal requests it. Only the
// caller may extend the chain.
func (r *reader) expr(n parse.Node, g goal) []parse.Step {
	switch n.Kind() {
	case "", "comment":
		return nil
	case "identifier":
		return r.name(n, g)
	case "generic_name":
		return r.genericName(n, g)
	case "this", "this_expression":
		return r.keywordStep(parse.StepThis, g)
	case "base", "base_expression":
		return r.keywordStep(parse.StepBase, g)
	case "predefined_type", "array_type", "nullable_type":
		return r.typeItself(g, r.typ(n))
	case "qualified_name", "alias_qualified_name":
		return r.qualifiedName(n, g)
	case "member_access_expression":
		return r.lifted(n, r.memberAccess(n, g), g)
	case "invocation_expression":
		return r.lifted(n, r.invocation(n, g), g)
	case "object_creation_expression":
		return r.creation(n, g)
	case "implicit_object_creation_expression":
		return r.implicitCreation(n, g)
	case "element_access_expression":
		if args := n.Field("subscript"); r.isCall(args) {
			return r.lifted(n, r.called(n.Field("expression"), args, g), g)
		}
		return r.lifted(n, r.elementAccess(n, g), g)
	case "await_expression":
		return r.awaitExpression(n, g)
	case "parenthesized_expression", "checked_expression", "ref_expression":
		g.inner = false
		return r.last(n, g)
	case "postfix_unary_expression":
		return r.postfix(n, g)
	case "string_literal", "verbatim_string_literal", "raw_string_literal",
		"interpolated_string_expression":
		r.stringLiteral(n)
		return r.typed(g, parse.TypeRef{Name: "string"})
	}
	return r.operation(n, g)
}

// operation reads the expressions that combine others.
func (r *reader) operation(n parse.Node, g goal) []parse.Step {
	switch n.Kind() {
	case "cast_expression":
		t := r.typ(n.Field("type"))
		value := n.Field("value")
		r.converted(opCast, n, r.expr(value, goal{typ: &t, steps: isConvertible(value)}), t)
		return r.typed(g, t)
	case "as_expression", "is_expression":
		r.expr(n.Field("left"), goal{})
		t := r.typ(n.Field("right"))
		if n.Kind() == "is_expression" {
			t = parse.TypeRef{Name: "bool"}
		}
		return r.typed(g, t)
	case "is_pattern_expression":
		value := r.expr(n.Field("expression"), goal{steps: true})
		r.pattern(n.Field("pattern"), value)
		return r.typed(g, parse.TypeRef{Name: "bool"})
	case "binary_expression":
		return r.binary(n, g)
	case "conditional_expression":
		return r.conditional(n, g)
	case "assignment_expression":
		return r.assignment(n, g)
	case "switch_expression":
		return r.switchExpression(n, g)
	case "lambda_expression", "anonymous_method_expression":
		return r.lambda(n, g)
	case "query_expression":
		return r.query(n, g)
	case "declaration_expression":
		return r.declarationExpression(n, g)
	case "typeof_expression":
		r.typ(n.Field("type"))
		return r.typed(g, parse.TypeRef{Name: "Type"})
	case "default_expression":
		return r.typed(g, r.typ(n.Field("type")))
	case "sizeof_expression":
		r.typ(n.Field("type"))
		return r.typed(g, parse.TypeRef{Name: "int"})
	case "refvalue_expression":
		r.typ(n.Field("type"))
		r.expr(n.Field("value"), goal{})
		return r.opaque(g)
	case "array_creation_expression", "stackalloc_expression":
		return r.arrayCreation(n, g)
	case "with_expression":
		return r.with(n, g)
	case "anonymous_object_creation_expression":
		return r.anonymousObject(n, g)
	case "tuple_expression":
		return r.tuple(n, g)
	case "implicit_array_creation_expression":
		return r.implicitArray(n, g)
	case "initializer_expression", "element_binding_expression":
		return r.elements(n, g)
	case "argument":
		return r.last(n, g)
	case "prefix_unary_expression":
		return r.unary(n, g)
	}
	if isPattern(n) {
		r.pattern(n, nil)
		return r.opaque(g)
	}
	if t := r.literal(n); !t.IsZero() {
		return r.typed(g, t)
	}
	r.children(n)
	return r.opaque(g)
}

// literal returns the type of a literal; the zero value for any other node.
//
//	"text"u8    // ReadOnlySpan<byte>
func (r *reader) literal(n parse.Node) parse.TypeRef {
	t := parse.TypeRef{Name: r.literalType(n), At: n.Start()}
	if t.Name == "" {
		return parse.TypeRef{}
	}
	if s := r.str(n); t.Name == "string" && (strings.HasSuffix(s, "u8") || strings.HasSuffix(s, "U8")) {
		t.Name, t.Args = "System.ReadOnlySpan", []parse.TypeRef{{Name: "byte", At: n.Start()}}
	}
	return t
}

// literalType returns the type of a literal; empty for any other node, and for the
// number that replaces a collection expression in the mended text.
func (r *reader) literalType(n parse.Node) string {
	switch n.Kind() {
	case "string_literal", "verbatim_string_literal", "raw_string_literal",
		"interpolated_string_expression":
		return "string"
	case "integer_literal":
		return integerType(r.str(n))
	case "real_literal":
		return realType(r.str(n))
	case "boolean_literal":
		return "bool"
	case "character_literal":
		return "char"
	case "null_literal":
		return "null"
	}
	return ""
}

// It is the first of int, uint, long and ulong that can represent the value, among
// those that the suffix allows (C# 6.4.5.3): 2147483648 is a uint.
func integerType(text string) string {
	if text == "" || text[0] == '[' {
		return ""
	}
	long, unsigned := strings.ContainsAny(text, "lL"), strings.ContainsAny(text, "uU")
	digits, base := strings.ReplaceAll(strings.TrimRight(text, "uUlL"), "_", ""), 10
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] | 0x20 {
		case 'x':
			digits, base = digits[2:], 16
		case 'b':
			digits, base = digits[2:], 2
		}
	}
	value, _ := strconv.ParseUint(digits, base, 64)
	switch {
	case long && unsigned || value > math.MaxInt64:
		return "ulong"
	case unsigned && value > math.MaxUint32:
		return "ulong"
	case long || value > math.MaxUint32:
		return "long"
	case unsigned || value > math.MaxInt32:
		return "uint"
	}
	return "int"
}

func realType(text string) string {
	switch text[len(text)-1] | 0x20 {
	case 'f':
		return "float"
	case 'm':
		return "decimal"
	}
	return "double"
}

// last reads the last expression below n for the goal and the others for their
// references only.
func (r *reader) last(n parse.Node, g goal) []parse.Step {
	final := argumentValue(n)
	var steps []parse.Step
	for c := range n.Children {
		if !isOperand(c) {
			continue
		}
		if c == final {
			steps = r.expr(c, g)
		} else if c.FieldName() != "name" && c.Kind() != "modifier" {
			r.expr(c, goal{})
		}
	}
	if steps == nil {
		return r.opaque(g)
	}
	return steps
}

// typeItself returns the chain of a type that is the receiver of a static member.
func (r *reader) typeItself(g goal, t parse.TypeRef) []parse.Step {
	steps := r.typed(g, t)
	if len(steps) > 0 {
		steps[0].Args = 1
	}
	return steps
}

func (r *reader) keywordStep(kind parse.StepKind, g goal) []parse.Step {
	if !g.steps {
		return nil
	}
	return r.chain(parse.Step{Kind: kind})
}

// name reads a plain name: a local, or a member or type that is in scope.
func (r *reader) name(n parse.Node, g goal) []parse.Step {
	name := r.str(n)
	if name == "" {
		return r.opaque(g)
	}
	if name != "_" && r.local(name) == nil {
		r.refer(parse.Reference{Kind: parse.RefMember, Name: name, Args: -1, At: n.Start(),
			Extra: r.target(g)})
	}
	if !g.steps {
		return nil
	}
	return r.chain(parse.Step{Kind: parse.StepName, Name: name, At: n.Start()})
}

// genericName reads `F<A>` as a value or as the type that a member is accessed on.
func (r *reader) genericName(n parse.Node, g goal) []parse.Step {
	id, list := n.Child("identifier"), n.Child("type_argument_list")
	name := r.str(id)
	r.refer(parse.Reference{Kind: parse.RefMember, Name: name, Args: -1, At: id.Start(),
		TypeArgs: arity(list), Extra: r.target(g)})
	t := parse.TypeRef{Name: name, At: id.Start(), Args: r.types(list)}
	if !g.steps {
		return nil
	}
	return r.chain(parse.Step{Kind: parse.StepName, Name: name, Type: &t, At: id.Start()})
}

// types reads a type argument list.
func (r *reader) types(list parse.Node) []parse.TypeRef {
	var out []parse.TypeRef
	for c := range list.Named {
		if c.Kind() != "comment" {
			out = append(out, r.typ(c))
		}
	}
	return out
}

// qualifiedName reads global::A.B in an expression.
func (r *reader) qualifiedName(n parse.Node, g goal) []parse.Step {
	t := flat(r.typ(n))
	if !g.steps || t.Name == "" {
		return nil
	}
	return r.chain(parse.Step{Kind: parse.StepName, Name: t.Name})
}

// memberName splits the name of a member from its type arguments, which it
// reads.
func (r *reader) memberName(n parse.Node) (id parse.Node, args []parse.TypeRef, count int8) {
	if n.Kind() != "generic_name" {
		return n, nil, 0
	}
	list := n.Child("type_argument_list")
	return n.Child("identifier"), r.types(list), arity(list)
}

func (r *reader) binary(n parse.Node, g goal) []parse.Step {
	op := operator(n)
	switch op {
	case "&&", "||":
		r.branch()
	case "??":
		r.branch()
		left, right := n.Field("left"), n.Field("right")
		if takesTarget := right.Is("implicit_object_creation_expression") || strings.HasPrefix(r.str(right), "["); takesTarget &&
			g.typ == nil && g.to == nil {
			first := r.expr(left, goal{steps: true}) // the type of the value without null
			r.expr(right, goal{to: first})
			if !g.steps {
				return nil
			}
			return append(first[:len(first):len(first)], parse.Step{Kind: parse.StepUnary, Name: "??"})
		}
		return r.either("??", left, right, g)
	case "+":
		if r.concatenation(n) {
			return r.typed(g, parse.TypeRef{Name: "string"})
		}
	}
	isOperator := op != "&&" && op != "||"
	left := r.expr(n.Field("left"), goal{steps: isOperator})
	right := r.expr(n.Field("right"), goal{steps: isOperator})
	if !isOperator {
		return r.typed(g, parse.TypeRef{Name: "bool"})
	}
	r.implicitly(op, n.Start(), left, right)
	if !g.steps {
		return nil
	}
	return join(left, right, parse.Step{Kind: parse.StepBinary, Name: op})
}

// join returns the chain of an expression with two parts.
func join(left, right []parse.Step, s parse.Step) []parse.Step {
	if left == nil {
		left = []parse.Step{{Kind: parse.StepOpaque}}
	}
	if right == nil {
		right = []parse.Step{{Kind: parse.StepOpaque}}
	}
	s.Args = length(right)
	return append(append(left, right...), s)
}

// choice returns the chain of a choice between two values.
func choice(name string, left, right []parse.Step) []parse.Step {
	return join(left, right, parse.Step{Kind: parse.StepChoice, Name: name})
}

// either reads two alternative values. An expression that throws has no value.
func (r *reader) either(name string, yes, no parse.Node, g goal) []parse.Step {
	first := r.expr(yes, g)
	second := r.expr(no, g)
	switch {
	case !g.steps:
		return nil
	case yes.Is("throw_expression", "default_expression"):
		return second
	case no.Is("throw_expression", "default_expression") && name == "??":
		return append(first, parse.Step{Kind: parse.StepUnary, Name: name})
	case no.Is("throw_expression", "default_expression"):
		return first
	}
	return choice(name, first, second)
}

func (r *reader) unary(n parse.Node, g goal) []parse.Step {
	op := prefixOperator(n)
	steps := r.last(n, goal{steps: g.steps || op != "*" && op != "&"})
	if !strings.HasPrefix(r.text[n.Start():], "*") {
		r.implicitly(op, n.Start(), steps, nil)
	}
	if !g.steps {
		return nil
	}
	if strings.HasPrefix(r.text[n.Start():], "*") {
		return steps // a pointer is treated as its pointee
	}
	switch op {
	case "-", "+", "!", "~", "++", "--":
		return append(steps, parse.Step{Kind: parse.StepUnary, Name: op})
	}
	return r.opaque(g)
}

// prefixOperator returns the operator of a unary expression.
func prefixOperator(n parse.Node) string {
	for c := range n.Children {
		if !c.IsNamed() {
			return c.Kind()
		}
	}
	return ""
}

// tuple reads (a, b). Its elements have the written names, or the names that their
// values imply.
func (r *reader) tuple(n parse.Node, g goal) []parse.Step {
	parts := r.pieces(g)
	i := 0
	for c := range n.Named {
		if c.Kind() != "argument" {
			continue
		}
		value := argumentValue(c)
		name := r.str(c.Field("name"))
		if name == "" {
			name = r.str(impliedName(value))
		}
		parts.add(name, r.expr(value, goal{steps: g.steps, typ: elementType(g.typ, i)}))
		i++
	}
	if !g.steps || g.typ == nil || g.typ.IsZero() {
		return parts.chain("()")
	}
	return r.typed(g, *g.typ)
}

// elementType returns the target type of element i of a tuple, if it is written.
func elementType(t *parse.TypeRef, i int) *parse.TypeRef {
	if t == nil || t.Form != parse.FormTuple || i >= len(t.Args) {
		return nil
	}
	e := &t.Args[i]
	if e.Form == parse.FormElement && len(e.Args) > 0 { // named element
		return &e.Args[0]
	}
	return e
}

// implicitArray reads new[] { a, b }.
func (r *reader) implicitArray(n parse.Node, g goal) []parse.Step {
	parts := r.pieces(g)
	for list := range n.Named {
		if list.Kind() != "initializer_expression" {
			continue
		}
		for c := range list.Named {
			if c.Kind() != "comment" {
				parts.add("", r.expr(c, goal{steps: g.steps}))
			}
		}
	}
	return parts.chain("[]")
}

// operator returns the first anonymous child of a binary expression.
func operator(n parse.Node) string {
	for c := range n.Children {
		if !c.IsNamed() && c.FieldName() != "left" && c.FieldName() != "right" {
			return c.Kind()
		}
	}
	return ""
}

func (r *reader) conditional(n parse.Node, g goal) []parse.Step {
	r.branch()
	r.expr(n.Field("condition"), goal{})
	return r.either("?:", n.Field("consequence"), n.Field("alternative"), g)
}

func isOpaque(steps []parse.Step) bool {
	return len(steps) == 0 || len(steps) == 1 && steps[0].Kind == parse.StepOpaque
}

func (r *reader) switchExpression(n parse.Node, g goal) []parse.Step {
	var value, result []parse.Step
	first := true
	for c := range n.Named {
		switch {
		case c.Kind() == "comment":
		case c.Kind() == "switch_expression_arm":
			switch steps := r.switchArm(c, value, g); {
			case steps == nil:
			case result == nil:
				result = steps
			default:
				result = choice("", result, steps)
			}
		case first:
			value = r.expr(c, goal{steps: true})
			first = false
		default:
			r.expr(c, goal{})
		}
	}
	if g.steps && result == nil {
		return r.opaque(g)
	}
	return result
}

func (r *reader) switchArm(n parse.Node, value []parse.Step, g goal) []parse.Step {
	r.branch()
	r.push(r.end(n))
	var steps []parse.Step
	first := true
	for c := range n.Named {
		switch {
		case c.Kind() == "comment":
		case first:
			r.pattern(c, value)
			first = false
		case c.Kind() == "when_clause":
			r.statement(c)
		default:
			steps = r.expr(c, g)
			if c.Kind() == "throw_expression" {
				steps = nil
			}
		}
	}
	r.pop()
	return steps
}

// declarationExpression reads `out T x` and the parts of `(T x, var y) = …`.
func (r *reader) declarationExpression(n parse.Node, g goal) []parse.Step {
	if isProduct(n) {
		left := r.factor(n.Field("type").Field("type"), goal{steps: g.steps})
		right := r.expr(n.Field("name"), goal{steps: g.steps})
		if !g.steps {
			return nil
		}
		return join(left, right, parse.Step{Kind: parse.StepBinary, Name: "*"})
	}
	t := r.typ(n.Field("type"))
	l := parse.Local{Name: r.str(n.Field("name")), Type: t, Kind: parse.LocalVar}
	if t.IsZero() && g.arg != nil && !g.gives {
		l.Callee, l.Arg, l.Param = g.arg.callee, g.arg.index, -1
	}
	for c := range n.Named {
		if c.Kind() == "parenthesized_variable_designation" {
			r.tuplePattern(c, nil)
		}
	}
	r.declare(n.Field("name").Start(), l)
	return r.typed(g, t)
}

// isProduct reports whether an apparent pointer declaration is a product: f(a *
// b). It could be a declaration only after `out`.
func isProduct(n parse.Node) bool {
	return n.Kind() == "declaration_expression" && n.Field("type").Kind() == "pointer_type" &&
		argumentMode(n.Parent()) == ""
}

// factor reads an expression that the grammar parses as a type.
func (r *reader) factor(n parse.Node, g goal) []parse.Step {
	if n.Kind() == "qualified_name" {
		return r.useMember(n.Field("name"), r.factor(n.Field("qualifier"), goal{steps: true}), g)
	}
	return r.expr(n, g)
}

// elements reads the parts of an initializer, a collection or a tuple.
func (r *reader) elements(n parse.Node, g goal) []parse.Step {
	inner := goal{}
	if g.typ != nil {
		if t := bare(*g.typ); len(t.Args) == 1 {
			inner.typ = &t.Args[0]
		}
	}
	for c := range n.Named {
		if c.Kind() == "argument" || c.Kind() == "initializer_expression" {
			r.elements(c, goal{typ: g.typ})
		} else if c.FieldName() != "name" {
			r.expr(c, inner)
		}
	}
	if g.typ != nil {
		return r.typed(g, *g.typ)
	}
	return r.opaque(g)
}
