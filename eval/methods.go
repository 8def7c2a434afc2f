package eval

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Method is a method that the objects of a class have.
type Method struct {
	Handler resolve.DefID // what runs

	// Declared lists it and the methods that it overrides or implements, the nearest
	// first.
	Declared []resolve.DefID
}

// Methods lists the methods of a class, its own first, then inherited ones; those of one
// signature are one.
func (t *Tree) Methods(class resolve.DefID) []Method {
	var out []Method
	at := map[string]int{}
	for _, c := range t.Lineage(class) {
		f := t.Table.Def(c).File
		for i := range f.Definitions {
			m := t.Table.Def(f.ID(int32(i)))
			if m.Outer != c || m.Kind != graph.KindMethod {
				continue
			}
			key := m.Symbol[strings.LastIndexByte(m.Symbol, '.')+1:]
			if n, ok := at[key]; ok {
				out[n].Declared = append(out[n].Declared, m.ID)
				continue
			}
			at[key] = len(out)
			out = append(out, Method{m.ID, []resolve.DefID{m.ID}})
		}
	}
	return out
}
