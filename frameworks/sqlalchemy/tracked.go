package sqlalchemy

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A session tracks the objects that it loads: a commit or a flush updates the rows of those that
// were assigned to.
//
//	order = session.get(Order, id)
//	order.state = "open"
//	session.commit()

var (
	// assigned matches an assignment to an attribute of an object with a name.
	assigned = regexp.MustCompile(`(?m)^[ \t]*([A-Za-z_]\w*)\.\w+[ \t]*(?:[-+*/%|&^]|//|\*\*|<<|>>)?=(?:[^=]|$)`)

	// saved matches the calls that write what a session tracks.
	saved = regexp.MustCompile(`\.(?:commit|flush)\(`)
)

// readTracked records the updates of objects that a function assigns to before it commits or
// flushes. They are heuristic: the session may not be the one of the object.
func (r *reader) readTracked() {
	for d := range r.DefinitionsWithSites(family) {
		if !d.Kind.IsCallable() || isMigration(d.File) {
			continue
		}
		body := d.File.Slice(d.Body)
		ends := saved.FindAllStringIndex(body, -1)
		if ends == nil {
			continue
		}
		in, last := r.Binder(d.File), ends[len(ends)-1][0]
		for _, m := range assigned.FindAllStringSubmatchIndex(body, -1) {
			name := body[m[2]:m[3]]
			at := d.Body.Start + uint32(m[2])
			if name == "self" || m[0] > last || d.File.DefinitionAt(at) != int32(d.ID-d.File.First) {
				continue
			}
			x := eval.Expr{Expr: &parse.Expr{Kind: parse.ExprName, Text: name, At: at}, In: in, Def: d.ID}
			for _, of := range r.objectsOf(x) {
				r.out.Use(x, of.tables, graph.Update, graph.Heuristic)
			}
		}
	}
}

// objectsOf lists the models of which a variable holds an object, by its values, or by the
// written type of the parameter.
func (r *reader) objectsOf(x eval.Expr) []*model {
	var out []*model
	for _, v := range r.values.Of(x) {
		if m := r.model(v); m != nil && m.slot == "" && v.Kind == data.ObjectValue {
			out = append(out, m)
		}
	}
	for _, p := range r.Table.Def(x.Def).Params {
		if p.Name != x.Expr.Text || p.Type.IsZero() || out != nil {
			continue
		}
		t := x.In.TypeOf(p.Type, x.Def, x.At)
		if m := r.models[t.Def]; t.Def > resolve.None && m != nil && !m.isTable {
			out = append(out, m)
		}
	}
	return out
}
