package rows

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Container returns the reader of registrations.
func Container(libs []*model.Library) inject.Container { return container{newReader(libs, isBinding)} }

func isBinding(e *model.Effect) bool { return e.Bind != nil }

type container struct{ reader }

// Bindings implements [inject.Container].
func (c container) Bindings(t *eval.Tree) []inject.Binding {
	var out []inject.Binding
	c.each(t, func(m *model.Matcher) {
		m.EachMatch(isBinding, func(x model.Match) {
			b := x.Call.Bind
			service, implementation := m.TypeArg(b.Service, x), m.TypeArg(b.Implementation, x)
			if service <= resolve.None || implementation <= resolve.None {
				return
			}
			tier := x.Tier
			if tier == graph.Typed {
				tier = graph.Exact
			}
			out = append(out, inject.Binding{Service: service, Implementation: implementation, Lifetime: b.Via(), By: x.Def,
				At: eval.Place{File: x.In.File, At: x.At}, Tier: tier})
		})
	})
	return out
}
