package rows

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/entry"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Runner returns the reader of code that libraries run.
func Runner(libs []*model.Library) entry.Runner { return runner{newReader(libs, isRun)} }

func isRun(e *model.Effect) bool { return e.Run != nil }

type runner struct{ reader }

// Entries implements [entry.Runner].
func (r runner) Entries(t *eval.Tree) []entry.Entry {
	var out []entry.Entry
	r.each(t, func(m *model.Matcher) {
		methods := func(class resolve.DefID, run *model.Run) {
			for _, name := range run.Methods {
				if d := t.Member(class, name); d != class {
					out = append(out, entry.Entry{Def: d, Role: run.GraphRole(), By: class})
				}
			}
		}
		decorated := func(run *model.Run, d *resolve.Def) {
			if d.Kind.IsType() {
				methods(d.ID, run)
			} else {
				out = append(out, entry.Entry{Def: d.ID, Role: run.GraphRole(), By: d.ID})
			}
		}
		m.EachMatch(isRun, func(x model.Match) {
			arg, ok := x.Call.Run.Handler.First(t, x.Expr)
			if !ok {
				return
			}
			if h, ok := m.Handler(x.Expr, arg); ok && h.Def > resolve.None {
				out = append(out, entry.Entry{Def: h.Def, Role: x.Call.Run.GraphRole(), By: x.Def})
			}
		})
		m.EachAnnotated(isRun, func(a model.Annotated) { decorated(a.Annotation.Run, a.Of) })
		m.EachDerived(isRun, func(class *resolve.Def, _ *model.Library, b *model.Base) {
			if !resolve.HasModifier(class, "abstract") && class.Kind != graph.KindInterface {
				methods(class.ID, b.Run)
			}
		})
	})
	return out
}
