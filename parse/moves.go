package parse

import "strings"

// A DataFlowEdge is a data flow edge: the value of an expression flows to a parameter, a
// variable or a result, or it is called. Functions passed as values are tracked
// along moves. Places are the positions of names: At of a reference, of a local or
// of a definition's name.
//
// Containers and their elements are not distinguished: a value put into a list
// flows to the list, and an element taken out of it comes from the list.
type DataFlowEdge struct {
	From  uint32       // the last name of the value, or of the callee whose call yields it
	To    uint32       // see DataFlowKind
	Named uint32       // MoveArg: position of the written parameter name; 0 if positional
	End   uint32       // the value is the function literal from From to End; 0 for a name or a call
	Arg   int16        // MoveArg: the position of the argument, -1 if unknown
	Kind  DataFlowKind // the kind of To
	Call  bool         // the value is the result of the call whose name is at From
}

// A DataFlowKind is the kind of the target of a Move.
type DataFlowKind uint8

const (
	MoveSet      DataFlowKind = iota + 1 // the variable named at To is set to the value
	MoveBind                             // the same, and To declares the name
	MoveMember                           // the member with its name at To has the value
	MoveArg                              // it is an argument of the call whose name is at To
	MoveRecv                             // the call whose name is at To is a call on it
	MoveReturn                           // the definition around To returns it
	MoveCalled                           // it is called at To
	MoveInvoke                           // it is a function, or holds one, called through its method at To
	MoveSend                             // it is a channel that something is sent to
	MoveTake                             // it is a channel that something is received from
	MoveDecorate                         // it decorates the definition named at To
)

// A moveRole is the role of a syntax node in data flow. Grammars agree on most
// names of nodes and fields, so one table serves the five languages.
type moveRole uint8

const (
	noRole     moveRole = iota
	nameRole            // a name used as a value
	memberRole          // a member of a value
	indexRole           // an element of a value
	callRole            // a call or a creation
	groupRole           // its values are those of its children: list, choice, parentheses
	firstRole           // its value is that of its first child
	pairRole            // a key and a value
	setRole             // an assignment
	returnRole          // a return
	sendRole            // Go: ch <- x
	takeRole            // Go: <-ch, and other prefixes
	decoratorRole
	functionRole // a named function
	lambdaRole   // an anonymous function
)

var moveRoles = map[string]moveRole{
	"identifier": nameRole, "generic_name": nameRole, "shorthand_property_identifier": nameRole,

	"member_expression": memberRole, "attribute": memberRole, "selector_expression": memberRole,
	"member_access_expression": memberRole, "field_access": memberRole,
	"conditional_access_expression": memberRole, "member_binding_expression": memberRole,
	"method_reference": memberRole,

	"subscript_expression": indexRole, "subscript": indexRole, "index_expression": indexRole,
	"element_access_expression": indexRole, "array_access": indexRole, "slice_expression": indexRole,

	"call_expression": callRole, "call": callRole, "invocation_expression": callRole,
	"method_invocation": callRole, "new_expression": callRole,
	"object_creation_expression": callRole, "implicit_object_creation_expression": callRole,
	"explicit_constructor_invocation": callRole, "constructor_initializer": callRole,

	"parenthesized_expression": groupRole, "tuple": groupRole, "list": groupRole, "set": groupRole,
	"array": groupRole, "object": groupRole, "dictionary": groupRole, "argument": groupRole,
	"initializer_expression": groupRole, "array_creation_expression": groupRole,
	"implicit_array_creation_expression": groupRole, "array_initializer": groupRole,
	"composite_literal": groupRole, "literal_value": groupRole, "literal_element": groupRole,
	"binary_expression": groupRole, "boolean_operator": groupRole,
	"conditional_expression": groupRole, "ternary_expression": groupRole,
	"non_null_expression": groupRole, "await_expression": groupRole, "await": groupRole,
	"cast_expression": groupRole, "tuple_expression": groupRole, "expression_list": groupRole,
	"spread_element": groupRole, "list_splat": groupRole, "dictionary_splat": groupRole,
	"switch_expression": groupRole, "switch_expression_arm": groupRole, "switch_block": groupRole,
	"switch_rule": groupRole, "expression_statement": groupRole,
	"element_binding_expression": groupRole, "collection_expression": groupRole,
	"anonymous_object_creation_expression": groupRole, "list_comprehension": groupRole,
	"jsx_expression": groupRole, "named_expression": groupRole, "postfix_unary_expression": groupRole,

	"as_expression": firstRole, "satisfies_expression": firstRole, "type_assertion_expression": firstRole,

	"pair": pairRole, "keyed_element": pairRole,

	"assignment_expression": setRole, "augmented_assignment_expression": setRole,
	"assignment": setRole, "augmented_assignment": setRole, "short_var_declaration": setRole,
	"assignment_statement": setRole, "variable_declarator": setRole,
	"public_field_definition": setRole, "field_definition": setRole,
	"property_declaration": setRole, "var_spec": setRole, "const_spec": setRole,
	"default_parameter": setRole, "typed_default_parameter": setRole, "required_parameter": setRole,
	"optional_parameter": setRole, "receive_statement": setRole, "enhanced_for_statement": setRole,
	"foreach_statement": setRole, "for_in_statement": setRole, "for_statement": setRole,
	"range_clause": setRole, "for_in_clause": setRole, "parameter": setRole,

	"return_statement": returnRole, "yield": returnRole, "arrow_function": returnRole,
	"arrow_expression_clause": returnRole, "yield_statement": returnRole,

	"send_statement": sendRole, "unary_expression": takeRole, "decorator": decoratorRole,

	"function_declaration": functionRole, "method_declaration": functionRole,
	"function_definition": functionRole, "method_definition": functionRole,
	"local_function_statement": functionRole, "constructor_declaration": functionRole,
	"lambda": lambdaRole, "lambda_expression": lambdaRole, "func_literal": lambdaRole,
	"anonymous_method_expression": lambdaRole, "function_expression": lambdaRole,
}

// moveRolesOf returns the roles of the symbols of a grammar.
func (g *Grammar) moveRolesOf() []moveRole {
	g.moves.once.Do(func() {
		g.moves.roles = make([]moveRole, len(g.kinds))
		for s, kind := range g.kinds {
			if g.named[s] != 0 {
				g.moves.roles[s] = moveRoles[kind]
			}
		}
	})
	return g.moves.roles
}

// invokers are the methods that call the function they are called on.
var invokers = map[string]bool{"Invoke": true, "BeginInvoke": true, "DynamicInvoke": true,
	"InvokeAsync": true, "call": true, "apply": true}

// maxMoves bounds the values distinguished in one expression: nobody needs every
// element of a data table with thousands of them.
const maxMoves = 256

// A mover finds the moves of a tree.
type mover struct {
	t     *Tree
	roles []moveRole
	out   []DataFlowEdge
	from  []DataFlowEdge // values of the current expression
	depth int
	left  int // the remaining budget of expressions

	functions []innerFunction // enclosing the current node, the innermost last
}

// An innerFunction is a function that encloses a node.
type innerFunction struct {
	end    int32 // the first node after it
	lambda bool  // it is anonymous, and not the value of a variable or field
}

// DataFlow finds the targets of the values of names and calls, in tree order. It
// makes one pass over the nodes; value expressions are read again for each
// expression that contains them, at most a few times per node.
func (t *Tree) DataFlow() []DataFlowEdge {
	m := &mover{t: t, roles: t.grammar.moveRolesOf(), left: 4*len(t.nodes) + 1000}
	for i := range t.nodes {
		n := Node{t, int32(i)}
		m.leave(n)
		switch m.role(n) {
		case functionRole:
			m.enter(n, false)
		case lambdaRole:
			m.enter(n, !n.Is("function_expression") || !isDefinition(n))
		case callRole:
			m.call(n)
		case setRole:
			m.set(n)
		case decoratorRole:
			m.decorator(n)
		case pairRole:
			m.pair(n)
		case returnRole:
			m.returned(n)
		case sendRole:
			m.emit(n.Field("channel"), DataFlowEdge{To: n.Start(), Kind: MoveSend})
		case takeRole:
			if first := n.First(); !first.IsZero() && first.Kind() == "<-" {
				m.emit(n.Field("operand"), DataFlowEdge{To: n.Start(), Kind: MoveTake})
			}
		}
	}
	if len(m.out) == 0 {
		return nil
	}
	return append(make([]DataFlowEdge, 0, len(m.out)), m.out...)
}

// enter records that the following nodes are within a function.
func (m *mover) enter(n Node, lambda bool) {
	m.functions = append(m.functions, innerFunction{m.t.nodes[n.i].next, lambda})
}

// leave removes the functions that end before a node.
func (m *mover) leave(n Node) {
	for len(m.functions) > 0 && m.functions[len(m.functions)-1].end <= n.i {
		m.functions = m.functions[:len(m.functions)-1]
	}
}

// isInLambda reports whether the innermost function around the current node is a
// lambda.
func (m *mover) isInLambda() bool {
	return len(m.functions) > 0 && m.functions[len(m.functions)-1].lambda
}

func (m *mover) role(n Node) moveRole {
	if n.t == nil {
		return noRole
	}
	if s := int(n.t.nodes[n.i].symbol); s < len(m.roles) {
		return m.roles[s]
	}
	return noRole
}

// emit appends a move for each possible value of an expression.
func (m *mover) emit(n Node, to DataFlowEdge) {
	if m.role(n) == noRole {
		return
	}
	m.from = m.from[:0]
	m.values(n)
	for _, v := range m.from {
		v.To, v.Named, v.Arg, v.Kind = to.To, to.Named, to.Arg, to.Kind
		m.out = append(m.out, v)
	}
}

// values lists the names and calls that the value of an expression may come from.
func (m *mover) values(n Node) {
	if m.left--; m.left < 0 || len(m.from) >= maxMoves || m.depth > MaxNesting {
		return
	}
	m.depth++
	defer func() { m.depth-- }()
	switch m.role(n) {
	case nameRole:
		m.from = append(m.from, DataFlowEdge{From: n.Start()})
	case memberRole:
		if name := lastName(n); !name.IsZero() {
			m.from = append(m.from, DataFlowEdge{From: name.Start()})
		}
	case callRole:
		if name := m.calleeName(n); !name.IsZero() {
			m.from = append(m.from, DataFlowEdge{From: name.Start(), Call: true})
		}
		if n.Kind() != "method_invocation" {
			m.values(initializerOf(n))
		}
	case indexRole, firstRole:
		m.values(firstNamed(n))
	case takeRole:
		m.values(n.Field("operand"))
	case pairRole:
		m.values(lastNamedChild(n))
	case setRole:
		_, value := setParts(n)
		m.values(value)
	case groupRole:
		m.group(n)
	case lambdaRole, returnRole:
		m.literal(n)
	}
}

// literal lists a function literal. One that is the value of a variable or field is a definition
// with that name.
func (m *mover) literal(n Node) {
	switch n.Kind() {
	case "arrow_function", "function_expression":
		if isDefinition(n) {
			return
		}
	case "return_statement", "yield", "yield_statement", "arrow_expression_clause":
		return
	}
	m.from = append(m.from, DataFlowEdge{From: n.Start(), End: n.End()})
}

// group lists the values of the children that are values.
func (m *mover) group(n Node) {
	python := n.Kind() == "conditional_expression" && n.Field("condition").IsZero()
	i := 0
	for c := range n.Named {
		switch c.FieldName() {
		case "type", "condition", "key", "name", "index", "subscript", "operator":
			continue
		}
		if i++; python && i == 2 {
			continue // save if c else load
		}
		if n.Kind() == "switch_expression" && i == 1 {
			continue // the switch operand
		}
		m.values(c)
	}
}

// call appends the moves of arguments and receivers.
func (m *mover) call(n Node) {
	callee := m.calleeName(n)
	if callee.IsZero() {
		return
	}
	at := callee.Start()
	args := n.Field("arguments")
	if args.IsZero() {
		args = n.Child("argument_list")
	}
	k := int16(0)
	for c := range args.Named {
		if strings.HasSuffix(c.Kind(), "comment") {
			continue
		}
		m.argument(c, at, k)
		m.taken(n, c)
		k++
	}
	m.emit(initializerOf(n), DataFlowEdge{To: at, Kind: MoveArg, Arg: -1})
	m.called(n, callee)
}

// argument appends the moves of argument k of the call at position at.
func (m *mover) argument(c Node, at uint32, k int16) {
	to := DataFlowEdge{To: at, Kind: MoveArg, Arg: k}
	switch c.Kind() {
	case "keyword_argument":
		to.Named, to.Arg = c.Field("name").Start(), -1
		c = c.Field("value")
	case "argument":
		if name := c.Field("name"); !name.IsZero() {
			to.Named, to.Arg = name.Start(), -1
		}
	case "spread_element", "list_splat", "dictionary_splat", "variadic_argument":
		to.Arg = -1
	}
	m.emit(c, to)
}

// taken appends the move of a receiver to a variable that an argument declares.
//
//	handlers.TryGetValue(key, out var handler)
func (m *mover) taken(call, arg Node) {
	declared := arg.Child("declaration_expression").Field("name")
	function := call.Field("function")
	if !declared.IsZero() && m.role(function) == memberRole {
		m.emit(firstNamed(function), DataFlowEdge{To: declared.Start(), Kind: MoveBind})
	}
}

// called appends the moves of a callee: of the called value if it has no name of
// its own, or of the receiver, if something depends on it.
func (m *mover) called(n, name Node) {
	function := n.Field("function")
	object := n.Field("object")
	switch m.role(function) {
	case callRole, indexRole, groupRole, firstRole:
		m.emit(function, DataFlowEdge{To: name.Start(), Kind: MoveCalled})
		return
	case memberRole:
		object = firstNamed(function)
		if object == lastNamedChild(function) {
			return // this.save()
		}
	}
	if object.IsZero() {
		return
	}
	if invokers[name.Text()] || n.Kind() == "method_invocation" {
		m.emit(object, DataFlowEdge{To: name.Start(), Kind: MoveInvoke})
	}
	m.emit(object, DataFlowEdge{To: name.Start(), Kind: MoveRecv})
	if last := lastName(object); last.End()-last.Start() == 6 && m.role(object) == memberRole {
		switch last.Text() {
		case "Writer", "Reader": // the two ends of a channel
			m.emit(firstNamed(object), DataFlowEdge{To: name.Start(), Kind: MoveRecv})
		}
	}
}

// calleeName returns the last name of the callee or created type, or the call
// itself if it has no name: new(…), base(…), f()().
func (m *mover) calleeName(n Node) Node {
	for _, field := range []string{"function", "constructor", "type"} {
		c := n.Field(field)
		if c.IsZero() {
			continue
		}
		switch m.role(c) {
		case callRole, indexRole, groupRole, firstRole:
			return n
		}
		return lastName(c)
	}
	if name := n.Field("name"); !name.IsZero() {
		return name
	}
	return n
}

// set appends the moves of an assignment. Several names are assigned pairwise.
func (m *mover) set(n Node) {
	left, right := setParts(n)
	if left.IsZero() || m.role(right) == noRole || !n.Child("-=").IsZero() { // e -= OnExit
		return
	}
	if n.Is("range_clause") {
		m.emit(right, DataFlowEdge{To: n.Start(), Kind: MoveTake})
	}
	names, values := setNames(left), []Node{right}
	kind := MoveSet
	if declares(n) {
		kind = MoveBind
	}
	if right.Is("expression_list") {
		values = values[:0]
		for c := range right.Named {
			values = append(values, c)
		}
	}
	if left.Is("tuple_expression") || right.Is("tuple", "tuple_expression") && len(names) > 1 {
		values = values[:0]
		for c := range right.Named {
			values = append(values, c)
		}
	}
	for i, name := range names {
		for j, value := range values {
			if len(names) != len(values) || i == j {
				m.emit(value, DataFlowEdge{To: name.Start(), Kind: kind})
			}
		}
	}
}

// decorator appends the move of a Python decorator, which is called with the
// decorated definition.
func (m *mover) decorator(n Node) {
	if def := n.Parent().Field("definition"); !def.IsZero() {
		m.emit(firstNamed(n), DataFlowEdge{To: def.Field("name").Start(), Kind: MoveDecorate})
	}
}

// pair appends the move of a member of an object literal.
func (m *mover) pair(n Node) {
	key := firstNamed(n)
	if key.Is("literal_element") {
		key = firstNamed(key)
	}
	if key.Is("identifier", "property_identifier", "field_identifier") && n.Field("key").Kind() != "identifier" {
		m.emit(lastNamedChild(n), DataFlowEdge{To: key.Start(), Kind: MoveMember})
	}
}

// declares reports whether an assignment declares its target, whose scope then
// begins after it.
func declares(n Node) bool {
	return n.Is("short_var_declaration", "variable_declarator", "var_spec", "const_spec",
		"enhanced_for_statement", "foreach_statement", "range_clause", "receive_statement")
}

// setNames lists the last names of assignment targets.
func setNames(left Node) []Node {
	switch left.Kind() {
	case "expression_list", "pattern_list", "tuple_expression", "tuple_pattern", "array_pattern",
		"argument", "list_pattern":
		var out []Node
		for c := range left.Named {
			out = append(out, setNames(c)...)
		}
		return out
	case "subscript_expression", "subscript", "index_expression", "element_access_expression",
		"array_access":
		return setNames(firstNamed(left))
	case "object_pattern", "element_binding_expression", "predefined_type":
		return nil
	}
	if name := lastName(left); !name.IsZero() {
		if isExport(left) {
			return nil
		}
		return []Node{name}
	}
	return nil
}

// isExport reports whether the assignment target is an export of a CommonJS
// module, which passes nothing.
func isExport(left Node) bool {
	return left.Kind() == "member_expression" &&
		(left.Text() == "module.exports" || strings.HasPrefix(left.Text(), "exports.") ||
			strings.HasPrefix(left.Text(), "module.exports."))
}

// setParts returns the target and the value of an assignment.
func setParts(n Node) (left, right Node) {
	for c := range n.Named {
		switch c.FieldName() {
		case "left", "name", "pattern":
			if left.IsZero() {
				left = c
			}
		case "right", "value":
			right = c
		case "type":
		default:
			if right.IsZero() && n.Is("variable_declarator", "parameter") && !left.IsZero() {
				right = c
			}
		}
	}
	if right.Is("equals_value_clause", "arrow_expression_clause") {
		right = Node{}
	}
	return left, right
}

// returned appends the moves of a returned value. A lambda that is not a
// definition has none: its actions count for the enclosing definition.
func (m *mover) returned(n Node) {
	value := firstNamed(n)
	if n.Kind() == "arrow_function" {
		m.enter(n, !isDefinition(n))
		value = n.Field("body")
		if value.Is("statement_block") || !isDefinition(n) {
			return
		}
	} else if m.isInLambda() {
		return
	}
	m.emit(value, DataFlowEdge{To: n.Start(), Kind: MoveReturn})
}

// isDefinition reports whether an anonymous function is the value of a variable or
// field.
func isDefinition(n Node) bool {
	return n.Parent().Is("variable_declarator", "public_field_definition", "field_definition")
}

// initializerOf returns the initializer of a creation, whose values flow into the
// created object.
func initializerOf(n Node) Node {
	if c := n.Field("initializer"); !c.IsZero() {
		return c
	}
	return n.Child("initializer_expression")
}

// lastName returns the last name of an expression or type, or the zero Node if it
// does not end with a name.
//
//	a.b?.Save    List<int>    A::save
func lastName(n Node) Node {
	for range MaxNesting {
		switch n.Kind() {
		case "member_expression", "attribute", "selector_expression", "member_access_expression",
			"field_access", "conditional_access_expression", "member_binding_expression",
			"scoped_type_identifier", "qualified_name", "qualified_type", "nested_identifier":
			n = lastNamedChild(n)
		case "method_reference":
			last := lastNamedChild(n)
			if last.End() != n.End() {
				return Node{} // A::new
			}
			n = last
		case "generic_type", "nullable_type", "annotated_type", "non_null_expression",
			"parenthesized_expression":
			n = firstNamed(n)
		case "identifier", "generic_name", "shorthand_property_identifier", "property_identifier",
			"private_property_identifier", "field_identifier", "type_identifier",
			"required_parameter":
			return n
		default:
			return Node{}
		}
	}
	return Node{}
}

func firstNamed(n Node) Node {
	for c := range n.Named {
		return c
	}
	return Node{}
}

func lastNamedChild(n Node) (last Node) {
	for c := range n.Named {
		last = c
	}
	return last
}
