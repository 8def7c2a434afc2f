package r

import (
	"seedgraph/parse"
)

// A scope is a function, or a block that is run as one.
type scope struct {
	parent *scope
	place  parse.Range     // the range of the function, including its parameters
	names  map[string]bool // parameters and assigned variables
	def    int32           // the definition whose code it is; 0 at the top of the file
	named  bool            // the function is the definition def: its return values are recorded
}

// isLocal reports whether an enclosing function has a variable of the name.
func (w *walker) isLocal(name string) bool {
	for s := w.scope; s != nil; s = s.parent {
		if s.names[name] {
			return true
		}
	}
	return false
}

// within calls read in the scope of a function or block.
func (w *walker) within(s *scope, read func()) {
	s.parent, s.def = w.scope, w.def
	branch := w.branch
	w.scope, w.branch = s, 0
	read()
	w.scope, w.branch = s.parent, branch
}

// block reads a block that is run as a function without parameters.
//
//	local({ x <- 1 })
func (w *walker) block(n parse.Node) []parse.Step {
	var out []parse.Step
	s := &scope{place: n.Range(), names: map[string]bool{}}
	assignedIn(n, s.names)
	w.within(s, func() { out = w.expr(n) })
	return out
}

// assignedIn collects the names that code assigns to, without those in nested
// functions.
func assignedIn(n parse.Node, names map[string]bool) {
	visit := func(c parse.Node) (into bool) {
		switch c.Kind() {
		case "function_definition":
			return false
		case "call":
			name := calleeName(c)
			if name == "assign" || name == "delayedAssign" {
				if s, ok := literal(argumentAt(c, 0)); ok {
					names[s] = true
				}
			}
			return !ownBlocks[name]
		case "for_statement":
			names[identifier(c.Field("variable"))] = true
		case "binary_operator":
			list, _ := assignment(c)
			for _, t := range list {
				base := rootOf(t.node)
				if isObject := !t.node.Is("identifier") && objects[base]; base != "" && !t.outer && !isObject {
					names[base] = true
				}
			}
		}
		return true
	}
	if n.Is("function_definition") {
		n = n.Field("body")
	}
	if visit(n) {
		n.Descendants(visit)
	}
}

// objects are the names of the object in methods; an assignment to a part of it
// does not copy it.
var objects = set("self private .self")

// A target is the target of an assignment.
type target struct {
	node  parse.Node
	outer bool // assigned to in an enclosing scope: x <<- 1
}

// assignment returns the targets of an assignment operator, from the left, and the
// value; no targets for another operator. The grammar groups a = b <- x as (a = b)
// <- x, which means the same.
func assignment(n parse.Node) (list []target, value parse.Node) {
	left, right := n.Field("lhs"), n.Field("rhs")
	switch op := n.Field("operator").Text(); op {
	case "<-", "=", "<<-":
		for left.Is("binary_operator") && isAssignment(left.Field("operator").Text()) {
			list = append(list, target{node: left.Field("lhs"),
				outer: left.Field("operator").Text() == "<<-"})
			left = left.Field("rhs")
		}
		return append(list, target{node: left, outer: op == "<<-"}), right
	case "->", "->>":
		return []target{{node: right, outer: op == "->>"}}, left
	case "%<>%":
		return []target{{node: left}}, parse.Node{}
	case "%<-%": // c(a, b) %<-% list(1, 2)
		for _, a := range arguments(left) {
			list = append(list, target{node: a.value})
		}
		return list, right
	}
	return nil, parse.Node{}
}

func isAssignment(op string) bool { return op == "<-" || op == "=" || op == "<<-" }

// rootOf returns the name of the variable that an assignment to a part of it changes: x of
// names(x)[1] <- "a".
func rootOf(n parse.Node) string {
	for {
		switch n.Kind() {
		case "identifier", "string":
			return identifier(n)
		case "extract_operator":
			n = n.Field("lhs")
		case "subset", "subset2":
			n = n.Field("function")
		case "call":
			n = argumentAt(n, 0)
		case "parenthesized_expression":
			n = inner(n)
		default:
			return ""
		}
	}
}

// functionScope returns the scope of a function: its parameters and the variables
// assigned to in its body.
func functionScope(n parse.Node) *scope {
	s := &scope{place: n.Range(), names: map[string]bool{}}
	for _, p := range parameters(n) {
		s.names[identifier(p.Field("name"))] = true
	}
	assignedIn(n, s.names)
	return s
}

// local records a value of a variable of the innermost enclosing function, from a
// position on.
func (w *walker) local(name string, from uint32, value []parse.Step, kind parse.LocalKind, at uint32) {
	s := w.scope
	for s != nil && !s.names[name] {
		s = s.parent
	}
	if s == nil || name == "" {
		return
	}
	w.f.Locals = append(w.f.Locals, parse.Local{Name: name, Kind: kind, Init: value, At: at, Def: s.def,
		Scope: parse.Range{Start: max(from, s.place.Start), End: max(from, s.place.End)}})
}
