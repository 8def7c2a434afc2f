package rails

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Queries that name associations read the tables at their ends, and the tables between:
//
//	Order.joins(:person, lines: :product).includes(:tags)

// joining are the methods of queries whose arguments name associations.
//
// Source: the API documentation of Rails 8.
var joining = resolve.WordSet(`joins left_joins left_outer_joins includes preload eager_load
	extract_associated`)

// joins records the tables of the associations that a call names.
func (r *attributeReader) joins(x eval.Expr) {
	if !joining[x.Expr.Text] {
		return
	}
	of := r.written(x)
	for i := range x.Args {
		arg := x.Args[i]
		r.joined(x, of, arg.Name, x.Sub(&arg.Value), maxJoins)
	}
}

// maxJoins bounds associations within associations.
const maxJoins = 8

// joined records the tables of an association of some models, and of those within it.
func (r *attributeReader) joined(x eval.Expr, of []subject, name string, within eval.Expr,
	depth int) {
	if depth == 0 || len(of) == 0 {
		return
	}
	if name != "" {
		of = r.follow(x, of, name)
	}
	switch within.Kind {
	case parse.ExprString:
		r.follow(x, of, data.TextOf(r.Tree, within))
	case parse.ExprList, parse.ExprMap:
		for i := range within.Args {
			r.joined(x, of, within.Args[i].Name, within.Sub(&within.Args[i].Value), depth-1)
		}
	}
}

// follow records the tables of an association, and returns the models at its end.
func (r *attributeReader) follow(x eval.Expr, of []subject, name string) (to []subject) {
	for _, s := range of {
		if rel, ok := s.others[name]; ok {
			r.model.Use(x, rel.between, 0, s.tier)
			r.model.Use(x, r.entities[rel.to.class], 0, s.tier)
			to = append(to, subject{rel.to, s.tier})
		}
	}
	return to
}

// between returns the table between two models: of has_and_belongs_to_many, the stated one or that
// of both names.
func (r *attributeReader) between(x eval.Expr, m, to *recordClass) []data.TableMapping {
	if x.Expr.Text != "has_and_belongs_to_many" {
		return nil
	}
	if arg := x.Arg(-1, "join_table"); arg != nil {
		if name := data.TextOf(r.Tree, x.Sub(arg)); name != "" {
			return []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}
		}
		return nil
	}
	return []data.TableMapping{{Table: data.Table{Name: joinTable(m.table, to.table)},
		Tier: graph.Typed}}
}

// joinTable returns the name of the table between two tables: both names in order, the second
// without the beginning that they share.
//
//	tags, orders              orders_tags
//	music_artists, music_records    music_artists_records
func joinTable(a, b string) string {
	names := []string{a, b}
	slices.Sort(names)
	for i := len(names[0]); i >= 0; {
		if i = strings.LastIndexAny(names[0][:i], "._"); i < 0 {
			break
		}
		if rest, ok := strings.CutPrefix(names[1], names[0][:i+1]); ok && rest != "" {
			return names[0] + "_" + rest
		}
	}
	return names[0] + "_" + names[1]
}

// findThrough adds the tables of the models that associations lead through.
//
//	has_many :tags, through: :taggings
func (r *attributeReader) findThrough() {
	for x := range r.Family(family) {
		if x.Kind != parse.ExprCall || x.Recv != nil || len(x.Args) == 0 {
			continue
		}
		through := x.Arg(-1, "through")
		if through == nil {
			continue
		}
		name := data.TextOf(r.Tree, x.Sub(&x.Args[0].Value))
		for _, m := range r.bodyOf(x) {
			rel, ok := m.others[name]
			over, known := m.others[data.TextOf(r.Tree, x.Sub(through))]
			if ok && known {
				rel.between = r.entities[over.to.class]
				m.others[name] = rel
			}
		}
	}
}
