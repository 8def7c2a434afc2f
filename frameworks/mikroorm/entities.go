package mikroorm

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A strategy converts class names to table names.
type strategy uint8

const (
	underscores strategy = iota // OrderItem, order_item
	asWritten                   // OrderItem
	unknown                     // a class of the tree
)

// findEntities finds the entities, and the naming strategy of their tables.
func (r *reader) findEntities() {
	r.readStrategy()
	for d := range r.DefinitionsWithSites(family) {
		switch d.Kind {
		case graph.KindClass:
			for _, x := range r.Attributes(r.Table.Canon[d.ID]) {
				if r.library(x) == "Entity" {
					r.addClass(d, x)
				}
			}
		case graph.KindConstant, graph.KindVariable:
			r.findSchema(d)
		}
	}
	r.setClasses()
	for _, e := range r.Order {
		r.placeDerived(e)
	}
}

// readStrategy reads the naming strategy. It is unknown if several connections differ.
//
//	defineConfig({ namingStrategy: EntityCaseNamingStrategy })
func (r *reader) readStrategy() {
	first := true
	for x := range r.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			v := data.Within(e, "namingStrategy")
			if v.Kind != parse.ExprName && v.Kind != parse.ExprMember {
				return
			}
			s := unknown
			switch r.library(x.Sub(v)) {
			case "EntityCaseNamingStrategy":
				s = asWritten
			case "UnderscoreNamingStrategy":
				s = underscores
			}
			if !first && s != r.strategy {
				s = unknown
			}
			r.strategy, first = s, false
		})
	}
}

// addClass adds a class with the options of its decorator.
//
//	@Entity({ tableName: 'orders', schema: 'sales' })    @Entity()
func (r *reader) addClass(d *resolve.Def, x eval.Expr) {
	options := x.Sub(&parse.Expr{})
	if len(x.Args) > 0 {
		options = x.Sub(&x.Args[0].Value)
	}
	if isAbstract(options.Expr) {
		return
	}
	r.place(r.AddClass(d, r.Table), options)
}

// isAbstract reports whether options belong to a class without a table, whose
// subclasses have its columns. A class whose table is shared by several classes may be
// abstract too, but has a table.
func isAbstract(options *parse.Expr) bool {
	return data.Within(options, "abstract").Text == "true" && !isShared(options) ||
		data.Within(options, "expression").Kind != parse.ExprOpaque &&
			data.Within(options, "view").Kind == parse.ExprOpaque
}

// isShared reports whether the table of a class also holds the rows of its subclasses.
func isShared(options *parse.Expr) bool {
	for _, name := range []string{"discriminatorColumn", "discriminatorMap"} {
		if data.Within(options, name).Kind != parse.ExprOpaque {
			return true
		}
	}
	return false
}

// place sets the table of an entity from its options.
func (r *reader) place(e *data.Entity, options eval.Expr) {
	t, tier := data.Table{Name: r.tableName(e.Name)}, graph.Exact
	if r.strategy == unknown {
		tier = graph.Heuristic
	}
	for _, name := range []string{"tableName", "collection"} {
		v := data.Within(options.Expr, name)
		if v.Kind == parse.ExprOpaque {
			continue
		}
		text, ok := r.Text(options.Sub(v))
		if !ok {
			return // an unknown name
		}
		t, tier = data.TableNamed(text), graph.Exact
	}
	if v := data.Within(options.Expr, "schema"); v.Kind == parse.ExprString {
		t.Schema = data.TextOf(r.Tree, options.Sub(v))
	}
	t.View = data.Within(options.Expr, "view").Kind != parse.ExprOpaque
	if e.Tables == nil {
		e.Own, e.Tables = t.Name, []data.TableMapping{{Table: t, Tier: tier}}
		r.shared[e] = isShared(options.Expr)
	}
}

// placeDerived maps a class to the table of its base class, if that is shared.
func (r *reader) placeDerived(e *data.Entity) {
	if !r.Table.Def(e.Def).Kind.IsType() {
		return
	}
	for _, c := range r.Ancestry(e.Def)[1:] {
		if base := r.Of(c); base != nil && r.shared[base] {
			e.Tables, e.Own = base.Tables, base.Own
			return
		}
	}
}

// tableName converts a name in the code to the name of a table or of a part of one.
func (r *reader) tableName(name string) string {
	if r.strategy == asWritten {
		return name
	}
	return strings.ToLower(humps.ReplaceAllString(name, "${1}_${2}"))
}

var humps = regexp.MustCompile(`([a-z])([A-Z])`)
