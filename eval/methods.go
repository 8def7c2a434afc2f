package eval

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Method is a method of the instances of a class.
type Method struct {
	Handler resolve.DefID // the method that runs

	// Declared lists the method and the methods that it overrides or implements, the
	// nearest first.
	Declared []resolve.DefID
}

// Methods lists the methods of a class, declared ones first, then inherited ones,
// deduplicated by signature.
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
