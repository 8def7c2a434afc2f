package rows

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the reader of tables.
func Mapper(libs []*model.Library) data.Mapper { return mapper{newReader(libs, isTable)} }

func isTable(e *model.Effect) bool { return e.Table != nil || e.Entity != nil || e.Subquery != nil }

func isSubquery(e *model.Effect) bool { return e.Subquery != nil }

func isEntity(e *model.Effect) bool { return e.Entity != nil }

type mapper struct{ reader }

// Read implements [data.Mapper].
func (x mapper) Read(t *eval.Tree, out *data.Model) {
	x.each(t, func(m *model.Matcher) {
		r := &tables{m: m, out: out, entities: data.Entities{}, inChain: map[*parse.Expr]bool{},
			asked: map[*parse.Expr]bool{}, subqueries: data.QueryNames{},
			camel: map[*model.Library]*data.CamelCase{}}
		m.EachMatch(isSubquery, func(x model.Match) {
			if arg, ok := x.Call.Subquery.Name.First(t, x.Expr); ok {
				r.subqueries.Add(t, arg)
			}
		})
		if m.Language == data.CSharp {
			r.dotnet = &data.DotNet{Tree: t, Out: out, Entities: r.entities, Returns: r.yielded}
		}
		m.EachAnnotated(isEntity, func(a model.Annotated) {
			r.entity(a.Of, a.Library, a.Annotation.Entity, a.Expr)
		})
		m.EachDerived(isEntity, func(class *resolve.Def, l *model.Library, b *model.Base) {
			r.entity(class, l, b.Entity, eval.Expr{})
		})
		r.anyClasses()
		data.EachChain(t, m.Language, r.chain)
		m.EachExpr(m.Language, func(k parse.ExprKind) bool { return k == parse.ExprNew },
			func(x eval.Expr) {
				if !r.inChain[x.Expr] && !x.In.File.Test {
					r.steps([]eval.Expr{x})
				}
			})
		if r.dotnet != nil {
			r.dotnet.Close()
		}
	})
}

// tables collects the tables in one language.
type tables struct {
	m        *model.Matcher
	out      *data.Model
	entities data.Entities
	inChain  map[*parse.Expr]bool // creations with which a chain of calls begins
	asked    map[*parse.Expr]bool // arguments whose tables are being searched

	subqueries data.QueryNames
	camel      map[*model.Library]*data.CamelCase
	dotnet     *data.DotNet // nil for other languages than C#
}

// entity maps a class to its table.
func (r *tables) entity(class *resolve.Def, l *model.Library, e *model.Entity, x eval.Expr) {
	if !class.Kind.IsType() || l.Naming == "scripts" { // see [model.EntityBases]
		return
	}
	of, tier := r.implied(l, class), graph.Typed
	if r.isRenamed(l) {
		tier = graph.Heuristic
	}
	if e.Member != "" {
		if text, ok := r.inherited(class, e.Member); ok {
			of, tier = data.TableNamed(text), graph.Exact
		}
	}
	if x.Expr != nil {
		if arg, ok := e.Table.First(r.m.Tree, x); ok {
			text, ok := r.m.Text(arg)
			if !ok {
				return
			}
			of, tier = named(text), graph.Exact
		}
		if arg, ok := e.Schema.First(r.m.Tree, x); ok {
			of.Schema = data.TextOf(r.m.Tree, arg)
		}
	}
	if of.Name == "" {
		return
	}
	of = r.camelOf(l).Table(of)
	canon := r.m.Table.Canon[class.ID]
	r.entities.Add(canon, of, tier)
	r.out.Map(canon, []data.TableMapping{{Table: of, Tier: tier}})
}

// camelOf returns how a library converts the names of tables in this tree.
func (r *tables) camelOf(l *model.Library) *data.CamelCase {
	of, known := r.camel[l]
	if !known && l.Camel != "" {
		of = data.CamelCaseOf(r.m.Tree, l.Camel, true)
		r.camel[l] = of
	}
	return of
}

// inherited returns the text of a static member of a class, or of the nearest base class that has
// it. Classes in a class describe that class alone.
func (r *tables) inherited(class *resolve.Def, name string) (string, bool) {
	lineage := r.m.Lineage(class.ID)
	if strings.Contains(name, ".") {
		lineage = lineage[:1]
	}
	for _, d := range lineage {
		if text, ok := r.member(r.m.Table.Def(d), name); ok {
			return text, true
		}
	}
	return "", false
}

// member returns the text of a static member of a class, or of a class in it: Meta.table.
func (r *tables) member(class *resolve.Def, name string) (string, bool) {
	first, rest, nested := strings.Cut(name, ".")
	for d := range data.Members(r.m.Table, class.ID) {
		switch {
		case d.Name != first:
		case nested && d.Kind.IsType():
			return r.member(d, rest)
		case !nested:
			for _, v := range r.m.Values(d.ID) {
				if text, ok := r.m.Text(v); ok {
					return text, true
				}
			}
		}
	}
	return "", false
}

// named returns the table of a name, whose parts may be in brackets.
func named(name string) data.Table {
	return data.TableNamed(strings.NewReplacer("[", "", "]", "").Replace(name))
}

// implied returns the table of a class by the naming of a library; one without a name if the
// library has no naming.
func (r *tables) implied(l *model.Library, class *resolve.Def) data.Table {
	name := class.Name
	switch l.Naming {
	case "none":
		name = ""
	case "snake":
		name = data.SnakeCase(name)
	case "lower":
		name = strings.ToLower(name)
	case "plural":
		name = plural.Jinzhu(name)
	case "snake_plural":
		name = plural.Jinzhu(data.SnakeCase(name))
	case "with_s":
		if class.Kind == graph.KindInterface {
			name = strings.TrimPrefix(name, "I")
		}
		name += "s"
	}
	return data.Table{Name: name}
}

// isRenamed reports whether the tree replaces the naming of a library.
func (r *tables) isRenamed(l *model.Library) bool {
	return len(l.Renames) > 0 && slices.ContainsFunc(r.m.Table.Files, func(f *resolve.File) bool {
		return f.Family == r.m.Language && !f.Test &&
			parse.Source{Text: f.Text}.ContainsAny(l.Renames)
	})
}

// chain records the uses of tables of a chain of calls, which may begin with a creation.
func (r *tables) chain(c data.Chain) {
	list := c.Calls
	if c.Base != nil && c.Base.Kind == parse.ExprNew {
		r.inChain[c.Base] = true
		list = append([]eval.Expr{list[0].Sub(c.Base)}, list...)
	}
	r.steps(list)
}

// A step is a call of a chain that names tables, or determines the operation or the schema.
type step struct {
	model.Match
	table  *model.Table
	tables []data.TableMapping
}

// isNaming reports whether a step names tables.
func (s step) isNaming() bool { return s.table.Name != "" || s.table.Entity != "" }

// isOpen reports whether a step names tables whose operation the rest of the chain determines.
func (s step) isOpen() bool {
	return s.isNaming() && (len(s.table.Op) == 0 || s.table.Op[0] == model.NoOp)
}

// isWritten reports whether another step writes the tables of the step, which only selects rows
// then.
//
//	Order.filter(paid=True).delete()
func (s step) isWritten(by step) bool {
	return !by.isOpen() && opsOf(by.table) != 0 && slices.Equal(s.tables, by.tables)
}

// tier returns the tier of the uses of a step.
func (s step) tier() graph.Tier {
	if s.Tier == graph.Typed && s.Library.Tier == "exact" {
		return graph.Exact
	}
	return s.Tier
}

// stepsOf lists the steps of a chain.
func (r *tables) stepsOf(list []eval.Expr) []step {
	var out []step
	for _, x := range list {
		for _, match := range r.m.Match(x) {
			if t := match.Call.Table; t != nil {
				out = append(out, step{match, t, r.tablesOf(match, t)})
			}
		}
	}
	for _, s := range out {
		if arg, ok := s.table.Schema.First(r.m.Tree, s.Expr); ok && !s.isNaming() {
			setSchema(out, data.TextOf(r.m.Tree, arg))
		}
	}
	return out
}

// setSchema sets the schema of the tables that steps name without one.
//
//	client.schema("shop").from("orders")
func setSchema(steps []step, schema string) {
	for i := range steps {
		steps[i].tables = slices.Clone(steps[i].tables)
		for j := range steps[i].tables {
			if t := &steps[i].tables[j].Table; t.Schema == "" {
				t.Schema = schema
			}
		}
	}
}

// steps records the uses of tables of the calls of a query.
func (r *tables) steps(list []eval.Expr) {
	steps := r.stepsOf(list)
	if len(steps) == 0 {
		return
	}
	var ops graph.Ops
	closes, open := false, false
	for _, s := range steps {
		if !s.isNaming() && len(s.table.Op) > 0 {
			ops, closes = ops|opsOf(s.table), true
		}
		open = open || s.isOpen()
	}
	for _, s := range steps {
		switch {
		case !s.isNaming():
			if !open {
				r.out.Use(s.Expr, r.named(list[0]), opsOf(s.table), graph.Typed)
			}
		case !s.isOpen():
			r.use(s, opsOf(s.table))
		case closes || len(s.table.Op) == 0 && !slices.ContainsFunc(steps, s.isWritten):
			r.use(s, ops|ofQuery(s))
		}
	}
}

// use records the uses of the tables of a step, or of those of the classes that its type parameter
// may be.
func (r *tables) use(s step, ops graph.Ops) {
	if s.tables == nil && s.table.Entity != "" && r.dotnet != nil {
		if t := r.rowsOf(s.Match); t.Owner != resolve.None {
			r.dotnet.Use(s.Expr, t, ops)
		}
		return
	}
	r.out.Use(s.Expr, s.tables, ops, s.tier())
}

// ofQuery returns the operations of the queries of the receiver's type.
func ofQuery(s step) graph.Ops {
	for _, q := range s.Library.Queries {
		if slices.Contains(q.Type, s.Object.Type) {
			return opsNamed(q.Op)
		}
	}
	return 0
}

func opsOf(t *model.Table) graph.Ops { return opsNamed(t.Op) }

func opsNamed(list []string) graph.Ops {
	var out graph.Ops
	for _, op := range list {
		out |= model.Ops[op]
	}
	return out
}

// named lists the tables that the query names with which a call goes on: of the values of its
// receiver.
//
//	orders := db.Collection("orders"); orders.Insert(order)
func (r *tables) named(x eval.Expr) []data.TableMapping {
	if x.Recv == nil {
		return nil
	}
	var out []data.TableMapping
	for _, s := range r.origins(x.Sub(x.Recv), map[*parse.Expr]bool{}) {
		for _, t := range s.tables {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// maxOrigins bounds the expressions that are visited for one query.
const maxOrigins = 100

// origins lists the steps that name the tables of the query that an expression is.
func (r *tables) origins(x eval.Expr, seen map[*parse.Expr]bool) []step {
	if seen[x.Expr] || len(seen) > maxOrigins {
		return nil
	}
	seen[x.Expr] = true
	if x.Kind == parse.ExprCall || x.Kind == parse.ExprNew {
		if out := slices.DeleteFunc(r.stepsOf([]eval.Expr{x}),
			func(s step) bool { return !s.isOpen() }); len(out) > 0 {
			return out
		}
		if x.Recv != nil {
			return r.origins(x.Sub(x.Recv), seen)
		}
		return nil
	}
	values := r.m.Evaluate(x)
	if d := x.Referent().Def; d > resolve.None {
		values = append(values, r.m.Values(d)...)
	}
	var out []step
	for _, v := range values {
		out = append(out, r.origins(v, seen)...)
	}
	return out
}

// tablesOf lists the tables that a call names.
func (r *tables) tablesOf(x model.Match, t *model.Table) []data.TableMapping {
	if t.Entity != "" {
		class := r.m.TypeArg(t.Entity, x)
		if class <= resolve.None && r.dotnet != nil {
			if class = r.rowsOf(x).Def; class > resolve.None {
				class = r.m.Table.Canon[class]
			}
		}
		switch {
		case class <= resolve.None:
			return nil
		case r.entities[class] != nil:
			return r.entities[class]
		}
		if out := r.mappedElsewhere(class); out != nil {
			return out
		}
		if of := r.implied(x.Library, r.m.Table.Def(class)); of.Name != "" {
			return []data.TableMapping{{Table: of, Tier: graph.Heuristic}}
		}
		return nil
	}
	var out []data.TableMapping
	for _, arg := range t.Name.Of(r.m.Tree, x.Expr) {
		for _, e := range elementsOf(r.m, arg) {
			out = append(out, r.table(x, t, e)...)
		}
	}
	return out
}

// maxAsked bounds the objects that name tables by other objects.
const maxAsked = 20

// tablesOfObject returns the table that an object names. Of several, it is not known which one.
//
//	goqu.T("orders")    orders := goqu.T("orders"); db.From(orders)
func (r *tables) tablesOfObject(x eval.Expr) []data.TableMapping {
	if r.asked[x.Expr] || len(r.asked) >= maxAsked {
		return nil
	}
	r.asked[x.Expr] = true
	defer delete(r.asked, x.Expr)
	var out []data.TableMapping
	for _, s := range r.origins(x, map[*parse.Expr]bool{}) {
		for _, t := range s.tables {
			if len(s.table.Op) > 0 && !slices.Contains(out, t) { // otherwise a query, which records its tables itself
				out = append(out, t)
			}
		}
	}
	if len(out) != 1 {
		return nil
	}
	switch d := x.Referent().Def; {
	case x.Kind == parse.ExprCall:
	case d > resolve.None && r.m.Table.Def(d).Kind == graph.KindField: // other objects may have another value
		out[0].Tier = resolve.WeakerTier(out[0].Tier, graph.Heuristic)
	default:
		out[0].Tier = resolve.WeakerTier(out[0].Tier, graph.Typed)
	}
	return out
}

// mappedElsewhere lists the tables to which other mappers have mapped a class.
func (r *tables) mappedElsewhere(class resolve.DefID) []data.TableMapping {
	var out []data.TableMapping
	for _, m := range r.out.Mappings {
		if r.m.Table.Canon[m.Class] == class {
			out = append(out, data.TableMapping{Table: m.Table, Tier: m.Tier})
		}
	}
	return out
}

// table returns the table that an argument names: by a string, or by an object of the library that
// has the name.
func (r *tables) table(x model.Match, t *model.Table, arg eval.Expr) []data.TableMapping {
	text, ok := r.m.Text(arg)
	if !ok {
		return r.tablesOfObject(arg)
	}
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if name == "" || strings.ContainsAny(name, "(?{\n") || r.subqueries.Has(arg, name) {
		return nil
	}
	of := data.TableNamed(name)
	if s, ok := t.Schema.First(r.m.Tree, x.Expr); ok {
		of.Schema = data.TextOf(r.m.Tree, s)
	}
	return []data.TableMapping{{Table: of, Tier: graph.Exact}}
}
