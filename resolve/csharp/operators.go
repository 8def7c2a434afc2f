package csharp

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// combined returns the type of an expression with several operands. It is inferred, and
// of tier typed at best.
func (c *binder) combined(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	n := len(steps) - 1
	s := &steps[n]
	size := min(int(s.Args), n)
	switch s.Kind {
	case parse.StepUnary:
		return c.unary(s.Name, c.value(steps[:n], from, at))
	case parse.StepBinary:
		return c.binary(s.Name, c.operand(steps[:n-size], steps[n-size:n], from, at),
			c.operand(steps[n-size:n], steps[:n-size], from, at))
	case parse.StepChoice:
		first := c.value(steps[:n-size], from, at)
		if s.Name == "??" {
			first = underlyingValue(first)
		}
		return c.commonType(first, c.value(steps[n-size:n], from, at))
	case parse.StepTuple:
		if s.Name == "[]" {
			return c.arrayOf(c.parts(steps[:n], from, at))
		}
		form := parse.FormTuple
		if s.Name == "{}" {
			form = parse.FormObject
		}
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: form,
			Args: c.parts(steps[:n], from, at)}
	case parse.StepQuery:
		return c.query(c.value(steps[:n-size], from, at), c.parts(steps[n-size:n], from, at))
	}
	return resolve.Unknown
}

// operand returns the type of an operand. An int literal takes the type of the other
// operand if that is unsigned: n + 1 is a uint if n is, since the constant converts
// (C# 10.2.11).
func (c *binder) operand(steps, other []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	x := c.value(steps, from, at)
	if len(steps) == 1 && steps[0].Kind == parse.StepType && x.Name == "int" &&
		isLiteral(c.File.Text, steps[0].WrittenType().At) {
		if y := c.value(other, from, at); y.Def == resolve.None &&
			(y.Name == "uint" || y.Name == "ulong") {
			// The value is assumed to be in range: a negative constant is a unary
			// operator.
			return y
		}
	}
	return x
}

// parts returns the types of the parts of a tuple, labelled with their names. Each part
// ends with a [parse.StepPart] that gives its length.
func (c *binder) parts(steps []parse.Step, from resolve.DefID, at uint32) []resolve.Type {
	var out []resolve.Type
	for end := len(steps); end > 0; {
		s := &steps[end-1]
		start := max(end-1-int(s.Args), 0)
		x := naturalType(c.value(steps[start:end-1], from, at))
		x.Module, x.Static = s.Name, false
		out = append(out, x)
		end = start
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// arrayOf returns the type of an array of values, with their common type as its element
// type.
func (c *binder) arrayOf(parts []resolve.Type) resolve.Type {
	if len(parts) == 0 {
		return resolve.Unknown
	}
	element := withoutName(parts[0])
	for _, p := range parts[1:] {
		element = c.commonType(element, withoutName(p))
	}
	if !element.Known() {
		return element
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList,
		Args: []resolve.Type{element}}
}

// query returns the type of a query over a sequence (C# 12.20): a sequence of the
// selected values, or of groups of an element and a key.
//
// Queries are calls of Select, Where and GroupBy by their names (C# 12.20.3). A tree that
// declares these for its own types may return anything, so only sequences of the platform
// are evaluated.
//
//	from o in orders where o.Open select o.Customer      // IEnumerable<Customer>
//	from o in orders group o by o.Customer               // groups of Orders with a Customer
func (c *binder) query(source resolve.Type, parts []resolve.Type) resolve.Type {
	if len(parts) == 0 || !parts[0].Known() {
		return resolve.Unknown
	}
	x := withoutName(parts[0])
	if len(parts) == 2 {
		// A group: the element, then the key.
		x = c.t.known("System.Linq.IGrouping<,>", withoutName(parts[1]), x)
	}
	for _, a := range c.t.ancestry(source) {
		switch {
		case c.t.is(a, "System.Linq.IQueryable<>"):
			return c.t.known("System.Linq.IQueryable<>", x)
		case c.t.is(a, "System.Linq.ParallelQuery<>"):
			return c.t.known("System.Linq.ParallelQuery<>", x)
		}
	}
	if c.t.element(source).Known() && c.t.isForeignSequence(source) {
		return c.t.known(collections+"IEnumerable<>", x)
	}
	return resolve.Unknown
}

// isForeignSequence reports whether a query over x calls methods of the platform: the
// tree declares no Select for it.
func (t *tree) isForeignSequence(x resolve.Type) bool {
	for _, a := range t.ancestry(x) {
		if a.Def > resolve.None && len(t.own(a.Def, "Select")) > 0 {
			return false
		}
	}
	return true
}

// naturalType returns the type that an expression gives to `var`: that of a tuple or
// value, and Unknown for null, lambdas and method groups.
func naturalType(x resolve.Type) resolve.Type {
	if x.Def == resolve.None && (x.Name == "null" || x.Form == groupForm || x.Form == parse.FormCollection ||
		x.Form == parse.FormFunc) {
		return resolve.Unknown
	}
	return x
}

// commonType returns the type of a conditional expression: the operand type that the
// other converts to (C# 12.18). A null, or an expression without a type, takes the type
// of the other operand.
//
// Of Dog and Animal it is Animal, of int and long it is long, and Dog and Cat have none,
// unless there is a target type.
//
//	flag ? dog : animal     // Animal
//	flag ? 1 : 2L           // long
//	flag ? null : 1         // int?, without a target type
func (c *binder) commonType(a, b resolve.Type) resolve.Type {
	switch {
	case a.Name == "null" && a.Def == resolve.None:
		return c.t.nullable(b)
	case b.Name == "null" && b.Def == resolve.None:
		return c.t.nullable(a)
	case !a.Known() || !b.Known():
		return resolve.Unknown
	case !naturalType(a).Known():
		a, b = b, a
		fallthrough
	case !naturalType(b).Known():
		if c.fits(arg{Type: b, index: -1}, a) >= yes {
			return naturalType(a) // the other has no type
		}
		return resolve.Unknown
	}
	x, y := c.converts(a, b), c.converts(b, a)
	switch {
	case x == identical:
		return a
	case x == yes && y == no:
		// Exactly one direction: if both convert to each other, there is no common type
		// (C# 12.18).
		return b
	case y == yes && x == no:
		return a
	}
	return resolve.Unknown
}

// numbers ranks the numeric types: a lower rank may convert to a higher one.
var numbers = map[string]int{
	"sbyte": 1, "byte": 1, "short": 2, "ushort": 2, "char": 2, "int": 3, "uint": 3, "nint": 4,
	"nuint": 4, "long": 5, "ulong": 5,
	"float": 6, "double": 7, "decimal": 8,
}

// unary returns the type of an operation with one operand.
//
// Numbers smaller than int are promoted; a nullable operand makes a nullable result
// (C# 12.4.8).
func (c *binder) unary(op string, x resolve.Type) resolve.Type {
	if op == "!" && x.Name == "bool" {
		return x
	}
	if op == "?." {
		if isVoid(x) || isNullable(x) {
			return x
		}
		return c.t.nullable(x)
	}
	if isNullable(x) {
		return c.t.nullable(c.unary(op, x.Args[0]))
	}
	rank := numbers[x.Name]
	if x.Def != resolve.None || rank == 0 {
		return c.userOperator(op, x)
	}
	switch {
	case op == "++" || op == "--":
		return x
	case rank < numbers["int"]:
		return keyword("int")
	case op == "-" && x.Name == "uint":
		return keyword("long")
	}
	return x
}

// binary returns the type of an operation with two operands (C# 12.4.7, 12.10).
//
// Operators that a type declares take precedence over those of the language. Comparisons
// are bool whatever the operands are, except for types that declare others.
//
//	money + money           // an operator that Money declares
//	price * 2               // by the types of the operands
//	a == b                  // bool
func (c *binder) binary(op string, a, b resolve.Type) resolve.Type {
	if !a.Known() || !b.Known() || a.IsModule || b.IsModule {
		return c.stringSum(op, a, b)
	}
	if isNullable(a) || isNullable(b) { // the operator is lifted (C# 12.4.8)
		x := c.binary(op, underlyingValue(a), underlyingValue(b))
		if isTest(op) {
			return x
		}
		return c.t.nullable(x)
	}
	// Operators of the operands' types take precedence over the predefined ones
	// (C# 12.4.5).
	if x := c.userOperator(op, a, b); x.Known() {
		return x
	}
	switch {
	case isTest(op):
		return keyword("bool")
	case op == "+" && (a.Name == "string" || b.Name == "string"):
		return keyword("string")
	case a.Name == "bool" && b.Name == "bool":
		return a
	case op == "<<" || op == ">>" || op == ">>>":
		return c.unary("+", a)
	}
	if c.t.isEnum(a) || c.t.isEnum(b) {
		return c.enumOperator(op, a, b)
	}
	return promoted(a, b)
}

// stringSum returns the type of a sum in which one operand is known to be a string.
//
// `"n = " + Vendor.Count()` is a string whatever the call returns (C# 12.10.5).
func (c *binder) stringSum(op string, a, b resolve.Type) resolve.Type {
	if op == "+" && (a.Name == "string" && a.Def == resolve.None && a.Known() ||
		b.Name == "string" && b.Def == resolve.None && b.Known()) {
		return keyword("string")
	}
	return resolve.Unknown
}

func isTest(op string) bool {
	switch op {
	case "==", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

// isNullable reports whether x is a value type that may be null.
func isNullable(x resolve.Type) bool {
	return x.Form == parse.FormOptional && x.Def == resolve.None
}

func underlyingValue(x resolve.Type) resolve.Type {
	if isNullable(x) {
		return x.Args[0]
	}
	return x
}

func (t *tree) isEnum(x resolve.Type) bool {
	return x.Def != resolve.None && t.def(x.Def).Kind == graph.KindEnum
}

// enumOperator returns the type of an operation with an enumeration: the enumeration, or,
// for a difference, its underlying type, which is unknown here.
func (c *binder) enumOperator(op string, a, b resolve.Type) resolve.Type {
	switch {
	case c.t.isEnum(a) && c.t.isEnum(b) && op == "-":
		return resolve.Unknown
	case c.t.isEnum(a):
		return a
	}
	return b
}

// promoted returns the type of an arithmetic operation on two numbers (C# 12.4.7.3).
//
// The wider of two numbers wins, nothing is narrower than int, and int with uint makes
// long. decimal does not mix with float or double; such a program would not compile.
func promoted(a, b resolve.Type) resolve.Type {
	ra, rb := numbers[a.Name], numbers[b.Name]
	if ra == 0 || rb == 0 || a.Def != resolve.None || b.Def != resolve.None {
		return resolve.Unknown
	}
	wide, narrow := a, b
	if rb > ra {
		wide, narrow = b, a
	}
	switch {
	case numbers[wide.Name] < numbers["int"]:
		return keyword("int")
	case wide.Name == "uint" && isSigned(narrow.Name), wide.Name == "int" && narrow.Name == "uint":
		return keyword("long")
	}
	return wide
}

func isSigned(name string) bool { return name == "int" || name == "short" || name == "sbyte" }

// userOperator returns the return type of an operator that a type of an operand declares;
// Unknown if no operator accepts the operands.
//
// Operators of a base class apply to derived classes.
func (c *binder) userOperator(op string, operands ...resolve.Type) resolve.Type {
	_, results := c.userOperators(op, operands...)
	if len(results) == 0 {
		return resolve.Unknown
	}
	// If several operators apply, they need not be distinguished if their types are
	// equal.
	for _, x := range results[1:] {
		if !sameType(x, results[0]) {
			return resolve.Unknown
		}
	}
	return results[0]
}

// userOperators lists the operators that the types of operands declare and that accept
// them, with their return types; if there are none, those that extend a type.
func (c *binder) userOperators(op string, operands ...resolve.Type) (ids []resolve.DefID, results []resolve.Type) {
	for _, o := range operands {
		declares := func(a *resolve.Type) bool {
			owner := c.t.decl(*a)
			return owner != resolve.None &&
				len(c.t.own(owner, c.operatorName(owner, op, len(operands)))) > 0
		}
		for _, a := range c.t.related(o, declares) {
			owner := c.t.decl(a)
			for _, id := range c.t.own(owner, c.operatorName(owner, op, len(operands))) {
				if c.takesOperands(id, declared(a, owner), operands) {
					ids = append(ids, id)
					results = append(results, subst(c.t.signature(id).typ, declared(a, owner)))
				}
			}
		}
	}
	if len(ids) > 0 {
		return ids, results
	}
	for _, id := range c.t.extensions["operator "+op] { // C# 14
		d := c.t.def(id)
		if c.t.typeNearness(c.File, c.t.def(d.Outer)) < unreferred &&
			c.takesOperands(id, c.t.typeOfDef(d.Outer, nil, 0), operands) {
			ids = append(ids, id)
			results = append(results, c.t.signature(id).typ)
		}
	}
	return ids, results
}

func (c *binder) takesOperands(id resolve.DefID, owner resolve.Type, operands []resolve.Type) bool {
	params := c.t.signature(id).params
	if len(params) != len(operands) {
		return false
	}
	for i, p := range params {
		if c.converts(operands[i], subst(p, owner)) < yes {
			return false
		}
	}
	return true
}

// operatorName returns the name of an operator's definition: as written in the tree, or
// as in the metadata of the platform.
func (c *binder) operatorName(owner resolve.DefID, op string, operands int) string {
	if owner > resolve.None {
		return "operator " + op
	}
	if operands == 1 {
		return unaryOperators[op]
	}
	return binaryOperators[op]
}

var unaryOperators = map[string]string{
	"-": "op_UnaryNegation", "+": "op_UnaryPlus", "!": "op_LogicalNot", "~": "op_OnesComplement",
	"++": "op_Increment", "--": "op_Decrement",
}

var binaryOperators = map[string]string{
	"+": "op_Addition", "-": "op_Subtraction", "*": "op_Multiply", "/": "op_Division",
	"%": "op_Modulus", "&": "op_BitwiseAnd",
	"|": "op_BitwiseOr", "^": "op_ExclusiveOr", "==": "op_Equality", "!=": "op_Inequality",
	"<": "op_LessThan", ">": "op_GreaterThan",
	"<=": "op_LessThanOrEqual", ">=": "op_GreaterThanOrEqual", "<<": "op_LeftShift",
	">>": "op_RightShift",
}

// underlying returns the type in which a member is looked up: for a nullable value, that
// of the value.
func (t *tree) underlying(x resolve.Type) resolve.Type {
	return underlyingValue(x).WithTier(x.Tier)
}

// sliced returns the type of a range of x.
//
// Arrays, strings and spans have built-in ranges of the same type; any other type needs a
// method Slice(start, length), whose return type it is (C# 12.8.22.2).
func (t *tree) sliced(x resolve.Type) resolve.Type {
	switch {
	case isArray(x), x.Name == "string" && x.Def == resolve.None:
		return x
	case t.isSpan(x):
		return x
	}
	return t.patternMemberOf(x, "Slice", 2)
}
