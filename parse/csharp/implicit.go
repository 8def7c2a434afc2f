package csharp

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// Constructs that run members of a value, apart from operators, which have their own text
// as the name. The asynchronous ones begin with await.
const (
	opForeach     = "foreach"
	opUsing       = "using"
	opAwait       = "await"
	opIndex       = "[]"
	opHole        = "$" // $"{x}"
	opDeconstruct = "deconstruct"
	opConvert     = "convert" // to the type in Arg
	opCast        = "cast"
	opAdd         = "{}" // an element of a collection initializer; the last step has the number of arguments
	opWith        = "with"
	opList        = "list"  // a list pattern
	opFromEnd     = "[^]"   // an index that counts from the end; the value is the indexed one
	opQuery       = "query" // with the methods of the clauses after it
)

// implicitly records a construct that may run members of a value.
func (r *reader) implicitly(op string, at uint32, value, arg []parse.Step) {
	r.f.AddImplicit(parse.Implicit{Op: op, Value: value, Arg: arg, At: at, Def: r.def})
}

// converted records that a value is converted to a written type.
func (r *reader) converted(op string, n parse.Node, value []parse.Step, to parse.TypeRef) {
	if !to.IsZero() && parse.HasMembers(value) {
		r.implicitly(op, n.Start(), value, []parse.Step{{Kind: parse.StepType, Name: to.Name, Type: &to}})
	}
}

// listPattern reads [a, .., b]. Its elements are indexed, and what `..` matches is sliced.
func (r *reader) listPattern(n parse.Node, value []parse.Step) {
	r.implicitly(opList, n.Start(), value, nil)
	for c := range n.Named {
		before := strings.TrimRight(r.text[:c.Start()], " \t\r\n")
		hasDots := strings.HasSuffix(before, "..") // blanked in the text of the tree
		step := parse.Step{Kind: parse.StepIndex, Name: "0"}
		if hasDots {
			step = parse.Step{Kind: parse.StepSlice}
		}
		var part []parse.Step
		if value != nil {
			part = extend(value, step)
		}
		isDots := strings.HasPrefix(r.text[c.Start():], "..")
		if part != nil && !isDots && !c.Is("discard", "comment") {
			r.implicitly(opIndex, c.Start(), part, nil)
		}
		r.pattern(c, part)
	}
}

// copied reads the value of a with expression, which may run its copy constructor.
func (r *reader) copied(value parse.Node) []parse.Step {
	object := r.receiverOf(value)
	r.implicitly(opWith, value.Start(), object[:len(object):len(object)], nil)
	return object
}

// isConvertible reports whether an expression may have a type that declares a conversion.
func isConvertible(n parse.Node) bool {
	return n.Is("identifier", "member_access_expression", "invocation_expression", "element_access_expression",
		"await_expression", "binary_expression")
}

// postfix reads x++, x-- and x!.
func (r *reader) postfix(n parse.Node, g goal) []parse.Step {
	op := operator(n)
	if op != "++" && op != "--" {
		return r.last(n, g)
	}
	steps := r.last(n, goal{steps: true})
	r.implicitly(op, n.Start(), steps, nil)
	if !g.steps {
		return nil
	}
	return steps
}

// added records an element of a collection initializer of an object.
//
//	new Prices { { "a", 1 }, … }    // Prices.Add
func (r *reader) added(element parse.Node, object, first []parse.Step, count int16) {
	if isOpaque(object) || object[len(object)-1].Kind == parse.StepType {
		return // of an array
	}
	call := parse.Step{Kind: parse.StepCall, Name: "Add", Args: count}
	r.implicitly(opAdd, element.Start(), extend(object, call), first)
}

// clauses collects the methods that the clauses of a query call (C# 12.20.3), each with the
// number of its arguments.
type clauses struct {
	calls   []string
	from    string // the range variable, if there is only one
	froms   int
	pending string // SelectMany or Join, whose last argument may be the select clause
}

func (q *clauses) add(name string, args int) {
	q.calls = append(q.calls, name+":"+strconv.Itoa(args))
}

// clause adds a clause of a query.
func (q *clauses) clause(c parse.Node) {
	last := c.Kind() == "select_clause" || c.Kind() == "group_clause"
	merged := q.pending != "" && c.Kind() == "select_clause"
	q.pending = ""
	switch c.Kind() {
	case "from_clause":
		if typed := !c.Field("type").IsZero(); typed && q.froms == 0 {
			q.add("Cast", 0)
		}
		if q.froms++; q.froms > 1 {
			q.add("SelectMany", 2)
			q.pending, q.from = "SelectMany", ""
			return
		}
		q.from = c.Field("name").Text()
	case "join_clause":
		q.pending, q.from = "Join", ""
		if !c.Child("join_into_clause").IsZero() {
			q.pending = "GroupJoin"
		}
		q.add(q.pending, 4)
	case "let_clause":
		q.add("Select", 1)
		q.from = ""
	case "where_clause":
		q.add("Where", 1)
	case "order_by_clause":
		q.ordered(c)
	}
	if !last || merged {
		return
	}
	value := c.First().Next()
	isVariable := q.from != "" && value.Text() == q.from
	switch {
	case c.Kind() == "select_clause" && (!isVariable || len(q.calls) == 0):
		q.add("Select", 1)
	case c.Kind() == "group_clause" && isVariable:
		q.add("GroupBy", 1)
	case c.Kind() == "group_clause":
		q.add("GroupBy", 2)
	}
}

// ordered adds the keys of an orderby clause: a, b descending.
func (q *clauses) ordered(n parse.Node) {
	name, ascending := "OrderBy", true
	flush := func() {
		if !ascending {
			name += "Descending"
		}
		q.add(name, 1)
		name, ascending = "ThenBy", true
	}
	for c := range n.Children {
		switch c.Kind() {
		case "descending":
			ascending = false
		case ",":
			flush()
		}
	}
	flush()
}

// queried records a query up to its end or to `into`, which begins another one.
func (r *reader) queried(q *clauses, n parse.Node, source []parse.Step) {
	if len(q.calls) > 0 {
		r.implicitly(opQuery+" "+strings.Join(q.calls, " "), n.Start(), source, nil)
	}
	*q = clauses{}
}

// disposed records the disposal of what a statement or a declaration holds: at its end the
// locals are disposed of, or the value of an expression.
//
//	using (var a = Open()) { }    using var b = Open();    await using (c) { }
func (r *reader) disposed(n parse.Node) {
	op, isUsing := opUsing, n.Kind() == "using_statement"
	for c := range n.Children {
		switch {
		case c.Kind() == "await":
			op = opAwait + " " + opUsing
		case c.Kind() == "using":
			isUsing = true
		case c.Kind() == "variable_declaration" && isUsing:
			for d := range c.Named {
				if name := declaratorName(d); d.Kind() == "variable_declarator" {
					r.implicitly(op, name.End(), []parse.Step{{Kind: parse.StepName, Name: r.str(name)}}, nil)
				}
			}
		}
	}
}
