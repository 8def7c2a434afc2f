package efcore

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A naming is how names are written that nothing but a convention makes.
type naming struct {
	write func(string) string
	tier  graph.Tier
}

// namings are the calls on the options of a context that choose one, of the library
// EFCore.NamingConventions.
var namings = map[string]func(string) string{
	"UseSnakeCaseNamingConvention": data.SnakeCase,
	"UseLowerCaseNamingConvention": strings.ToLower,
	"UseUpperCaseNamingConvention": strings.ToUpper,
	"UseUpperSnakeCaseNamingConvention": func(s string) string {
		return strings.ToUpper(data.SnakeCase(s))
	},
}

// findNamings finds the namings that contexts are given: in a method of the context, or where
// it is registered. One given elsewhere is that of all, as a guess.
func (r *reader) findNamings() {
	r.namings = map[resolve.DefID]naming{}
	for _, b := range r.Files {
		if b.File.Language != language {
			continue
		}
		for i := range b.File.Sites {
			def := b.File.ID(b.File.Sites[i].Def)
			b.File.Sites[i].Walk(func(e *parse.Expr) {
				if write := namings[e.Text]; write != nil && e.Kind == parse.ExprCall {
					context, tier := r.configures(b, def, e.At)
					r.namings[context] = naming{write, tier}
				}
			})
		}
	}
}

// configures is the context whose options are chosen at a position; None for any.
func (r *reader) configures(b *resolve.Binder, def resolve.DefID, at uint32) (resolve.DefID,
	graph.Tier) {
	if c := r.table.EnclosingType(def); c != resolve.None && r.isContext(r.self(c)) {
		return c, graph.Exact
	}
	found := resolve.None
	for i := range b.File.Sites {
		b.File.Sites[i].Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall || len(e.TypeArgs) == 0 || !strings.Contains(e.Text, "DbContext") {
				return
			}
			for j := range e.Args {
				if fn := &e.Args[j].Value; fn.Kind == parse.ExprLambda && fn.Body.Contains(at) {
					found = b.Meaning(e.TypeArgs[len(e.TypeArgs)-1].At).Def
				}
			}
		})
	}
	if found > resolve.None {
		return r.table.Canon[found], graph.Exact
	}
	return resolve.None, graph.Heuristic
}

// byNaming writes a name that a convention makes.
func (m *model) byNaming(n tableName) tableName {
	for _, c := range m.lineage(m.contextType) {
		if x, ok := m.namings[c.Def]; ok && c.Def > resolve.None {
			n.name, n.tier = x.write(n.name), resolve.Worse(n.tier, x.tier)
			return n
		}
	}
	if x, ok := m.namings[resolve.None]; ok {
		n.name, n.tier = x.write(n.name), resolve.Worse(n.tier, x.tier)
	}
	return n
}
