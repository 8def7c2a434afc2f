package csharp

import "seedgraph/parse"

// elementTypes are the collections whose initializers take elements of the types
// in their type arguments, in this order, with the number of these. The map is by
// name, since a class of another kind may have the same number.
var elementTypes = map[string]int{
	"List": 1, "HashSet": 1, "SortedSet": 1, "Collection": 1, "ObservableCollection": 1,
	"BindingList": 1, "ConcurrentBag": 1, "BlockingCollection": 1,
	"Dictionary": 2, "SortedDictionary": 2, "SortedList": 2, "ConcurrentDictionary": 2,
}

// elementGoals returns the target types of the values of one element of a
// collection initializer, or nil if the type does not determine them.
//
//	new List<Field> { new() }                  // a Field
//	new Dictionary<string, Field> { { "a", new() } }
func elementGoals(t parse.TypeRef) []goal {
	t = flat(bare(t))
	n := elementTypes[lastName(t.Name)]
	if n == 0 || len(t.Args) != n {
		return nil
	}
	out := make([]goal, n)
	for i := range out {
		out[i].typ = &t.Args[i]
	}
	return out
}

// element reads one element of a collection initializer. It returns the chain of the first
// argument of the call that adds it, and the number of arguments.
func (r *reader) element(n parse.Node, goals []goal) (first []parse.Step, count int16) {
	if !n.Is("initializer_expression") {
		g := goal{steps: true}
		if len(goals) == 1 {
			g.typ, g.to = goals[0].typ, goals[0].to
		}
		return r.expr(n, g), 1
	}
	for c := range n.Named {
		if c.Is("comment") {
			continue
		}
		g := goal{steps: count == 0}
		if int(count) < len(goals) {
			g.typ = goals[count].typ
		}
		if steps := r.expr(c, g); count == 0 {
			first = steps
		}
		count++
	}
	return first, count
}
