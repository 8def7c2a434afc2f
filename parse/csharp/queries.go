package csharp

import "seedgraph/parse"

// query reads a query expression; the scope of its range variables extends to its
// end. Its chain is the chain of the first source, followed by the selected value
// or the group.
func (r *reader) query(n parse.Node, g goal) []parse.Step {
	r.push(r.end(n))
	var source []parse.Step
	result := r.pieces(goal{steps: true})
	var q clauses
	for c := range n.Named {
		q.clause(c)
		switch c.Kind() {
		case "from_clause":
			steps := r.rangeVariable(c, true)
			if source == nil {
				source = extend(steps, parse.Step{})[:len(steps)]
			}
		case "join_clause":
			r.rangeVariable(c, true)
		case "let_clause":
			r.rangeVariable(c, false)
		case "select_clause", "group_clause":
			result = r.pieces(goal{steps: true})
			for v := range c.Named {
				if v.Kind() != "comment" {
					result.add("", r.expr(v, goal{steps: true}))
				}
			}
		case "identifier": // into: iterates over the preceding result
			r.queried(&q, c, source)
			q.from, q.froms = r.str(c), 1
			whole := queryChain(source, result)
			r.declare(c.Start(), parse.Local{Name: r.str(c), Init: whole,
				LastStep: parse.StepElement, Kind: parse.LocalVar})
			source = whole
		default:
			r.children(c)
		}
	}
	r.pop()
	r.queried(&q, n, source)
	if !g.steps {
		return nil
	}
	return queryChain(source, result)
}

// queryChain returns the chain of a query over source with a result.
func queryChain(source []parse.Step, result *pieces) []parse.Step {
	steps := append(source[:len(source):len(source)], result.steps...)
	return append(steps, parse.Step{Kind: parse.StepQuery, Args: length(result.steps)})
}

// rangeVariable reads `from T x in xs`, `join x in xs on a equals b into y` and
// `let x = y`: the first name is declared, the first expression is its value, whose
// chain is returned.
func (r *reader) rangeVariable(n parse.Node, iter bool) (value []parse.Step) {
	var name parse.Node
	var t parse.TypeRef
	valued := false
	for c := range n.Named {
		switch {
		case c.Kind() == "comment":
		case c.FieldName() == "type" && !valued:
			t = r.typ(c)
		case name.IsZero():
			name = c
		case c.Kind() == "join_into_clause":
			into := c.Child("identifier")
			r.declare(into.Start(), parse.Local{Name: r.str(into), Init: value,
				Kind: parse.LocalVar})
		case !valued:
			value = r.expr(c, goal{steps: true})
			r.declare(name.Start(), parse.Local{Name: r.str(name), Type: t, Init: value,
				LastStep: parse.ElementIf(iter), Kind: parse.LocalVar})
			valued = true
		default:
			r.expr(c, goal{})
		}
	}
	return value
}
