package questions

import (
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
)

// Changes lists the migrations and scripts that created and changed database objects, the
// last first, each with the line of the change.
func Changes(x Index, nodes []uint32) (*Answer, error) {
	tables, err := mappedTables(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, "changes", tables)
	if err != nil {
		return nil, err
	}
	var changes, definitions []Row
	for _, n := range tables {
		of, err := about.Describe(x, answer.Target{Node: n},
			about.Options{Groups: []string{"changed_by", "history"}, Limit: math.MaxInt32})
		if err != nil {
			return nil, err
		}
		for _, g := range of.Groups {
			for _, r := range slices.Backward(g.Items) {
				row, err := changeRow(x, n, &r)
				if err != nil {
					return nil, err
				}
				if g.Name == "history" {
					definitions = append(definitions, row)
				} else {
					changes = append(changes, row)
				}
			}
		}
	}
	a.add("migrations, latest first", changes)
	a.add(otherDefinitions, definitions)
	return a, nil
}

// otherDefinitions is the group of definitions of an object that do not change it.
const otherDefinitions = "other definitions, latest first"

// changeRow describes a definition that changes a node.
func changeRow(x Index, n uint32, r *about.Related) (Row, error) {
	row := Row{Item: r.Item, Edge: r.EdgeType, Tier: r.Tier, Ops: r.Ops, Via: r.Via, Line: r.Line, inline: true}
	in, err := x.In(n)
	if err != nil {
		return row, err
	}
	for _, e := range in {
		from, err := x.Node(e.From)
		if err != nil {
			return row, err
		}
		if string(from.ID) != r.ID || e.Kind.String() != r.EdgeType {
			continue
		}
		row.Test, row.node = from.Flags.Has(graph.Test), e.From
		return row, row.readLines(x, e)
	}
	return row, nil
}

// lineWithin returns a line of the file of a node: from its own source, or from nested
// definitions.
func lineWithin(x Index, n, line uint32) (string, error) {
	text, err := answer.SourceLine(x, n, line)
	if text != "" || err != nil {
		return text, err
	}
	out, err := x.Out(n)
	if err != nil {
		return "", err
	}
	for _, e := range out {
		if e.Kind != graph.Contains {
			continue
		}
		node, err := x.Node(e.To)
		if err != nil {
			return "", err
		}
		if node.Span.StartLine <= line && line <= node.Span.EndLine {
			return lineWithin(x, e.To, line)
		}
	}
	return "", nil
}
