package java

import (
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
	if r.Name == "format" || r.Name == "formatted" || r.Name == "replace" {
		if template := templateOf(args.Parent()); !template.IsZero() {
			w.embedExpression(args.Parent(), template)
		}
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
		if s.N == 1 && (w.Steps[s.Off].Kind == parse.StepType ||
			w.Steps[s.Off].Kind == parse.StepNew) {
			types[i], typed = w.Steps[s.Off].WrittenType(), true
			if types[i].Func != 0 && w.given.N > 0 && !w.isOpaque(w.given) {
				w.Args[off+i], chained = w.given, true
			}
		} else if s.N > 0 && !w.isOpaque(s) {
			w.Args[off+i], chained = s, true
		}
		w.embedArgument(c, parse.Embedded{Sink: r.Name, Callee: r.At, Arg: int16(i)})
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

func (w *walk) isOpaque(s parse.Run) bool {
	return s.N == 1 && w.Steps[s.Off].Kind == parse.StepOpaque
}

// expr reads an expression, adds references for the names in it, and returns its
// steps: one opaque step if it is unknown.
//
// The expression is a spine of member accesses and calls, each applied to the one
// before it. Their steps are contiguous, so the receivers of all references in a
// long chain are slices of one array; the space is reserved before the arguments
// of the calls are read, since those add steps, too.
func (w *walk) expr(n parse.Node) parse.Run {
	if n.IsZero() {
		return parse.Run{}
	}
	if n.Is("method_invocation") {
		w.embedChain(n)
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

// below returns the operand of a member access or call; the zero Node at the root
// of a spine.
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

// slots returns the number of steps that n adds to its spine.
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

// element reads one part of a spine and sets its steps, which follow recv.
func (w *walk) element(n parse.Node, recv parse.Run) {
	at := recv.Off + recv.N
	switch n.Kind() {
	case "parenthesized_expression":
	case "identifier":
		w.Steps[at] = parse.Step{Kind: parse.StepName, Name: n.Text(), At: n.Start()}
		if !in(w.names, n.Text()) {
			w.ref(parse.Reference{Kind: parse.RefMember, Name: n.Text(), Args: -1, At: n.Start()},
				parse.Run{})
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
	if s := name.Text(); s == "this" || s == "super" { // after statements; see adapt
		w.chained(name, args)
		return
	}
	r := parse.Reference{Kind: parse.RefCall, Name: name.Text(), At: name.Start(),
		TypeArgs: int8(len(typeArgs))}
	if len(typeArgs) > 0 {
		r.Extra = &parse.CallExtra{TypeArgs: typeArgs}
	}
	at := recv.Off + recv.N
	count := len(w.References)
	w.appended(r.Name, recv, args)
	w.embedNamed(n)
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
	w.Steps[recv.Off+recv.N] = parse.Step{Kind: parse.StepMember, Name: f.Text(), At: f.Start()}
	w.ref(parse.Reference{Kind: parse.RefMember, Name: f.Text(), Args: -1, At: f.Start()}, recv)
}

// typeName returns the last name of an expression that denotes a type.
func typeName(n parse.Node) parse.Node {
	if n.Is("field_access") {
		return n.Field("field")
	}
	return n
}

// creation reads new T(…), optionally with the body of an anonymous class, and
// sets the step at the given index.
func (w *walk) creation(n parse.Node, at int32) {
	typ, args, body := n.Field("type"), n.Field("arguments"), n.Child("class_body")
	outer := parse.Run{}
	if first := n.First(); !first.Is("new") && first.IsNamed() && !isComment(first) {
		outer = w.expr(first)
	}
	for t := range n.Child("type_arguments").Named {
		w.typeRef(t)
	}
	w.annotations(n)
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
	if len(t.Args) > 0 {
		r.Extra = &parse.CallExtra{TypeArgs: t.Args}
		if n.Parent().Is("variable_declarator", "return_statement", "assignment_expression") {
			r.Extra.Target = w.target
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

// The types of literals, by their full names: a file may redeclare the simple
// ones.
const (
	stringType = "java.lang.String"
	classType  = "java.lang.Class"
)

func typeStep(name string) parse.Step {
	return parse.Step{Kind: parse.StepType, Name: name, Type: &parse.TypeRef{Name: name}}
}

// value reads an expression that is not a spine and returns the single step for
// it.
func (w *walk) value(n parse.Node) parse.Step {
	switch n.Kind() {
	case "string_literal":
		w.embed(n)
		return typeStep(stringType)
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal",
		"binary_integer_literal":
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
		return parse.Step{Kind: parse.StepType, Name: classType,
			Type: &parse.TypeRef{Name: classType, Args: []parse.TypeRef{t}}}
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

// castType reads the type of a cast, optionally with further bounds.
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
	return parse.TypeRef{Form: parse.FormIntersection, Args: all}
}

func (w *walk) arrayCreation(n parse.Node) parse.Step {
	w.annotations(n)
	t := w.typeRef(n.Field("type"))
	for c := range n.Named {
		switch c.Kind() {
		case "dimensions_expr":
			w.children(c)
			t = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
		case "dimensions":
			w.annotations(c)
			t = wrap(t, c)
		case "array_initializer":
			w.children(c)
		}
	}
	return parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t}
}

func (w *walk) instanceOf(n parse.Node) {
	on := w.expr(n.Field("left"))
	var t parse.TypeRef
	if right := n.Field("right"); !right.IsZero() {
		t = w.typeRef(right)
	}
	if name := n.Field("name"); !name.IsZero() {
		w.bindPattern(name, parse.Local{Type: t}, parse.Run{})
	}
	if p := n.Field("pattern"); !p.IsZero() {
		w.pattern(p, on)
	}
}
