package rails

import (
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Columns are attributes of the models of their table. Symbols, keys and strings name them, and
// calls read and write them:
//
//	validates :title, presence: true
//	Story.where(title: "x").order(:created_at)
//	params.require(:story).permit(:title)
//	story.title, story.title_changed?

// An attributeReader finds the attributes of models and their uses.
type attributeReader struct {
	*eval.Tree
	*data.Attributes
	model    *data.Model
	entities data.Entities
	models   map[resolve.DefID]*recordClass
	byName   map[string]*recordClass // by the name of one object, as in order_line
	byTable  map[string]*recordClass
	mixed    map[resolve.DefID][]*recordClass // the models that include a module
	left     int                              // receivers that may still be read for a call
	selects  map[*parse.Expr]bool             // what only selects the rows that a call writes
}

// A recordClass is a model.
type recordClass struct {
	class  resolve.DefID
	table  string
	others map[string]related // by the name of an association
	scopes map[string]bool
}

// A related is the model at the end of an association.
type related struct {
	to      *recordClass
	many    bool
	between []data.TableMapping // the table between the two
}

// readAttributes adds the attributes of models and their uses.
func readAttributes(t *eval.Tree, out *data.Model, entities data.Entities) {
	if len(entities) == 0 {
		return
	}
	columns := data.DeclaredColumns(t, schemas(t)...)
	r := &attributeReader{Tree: t, Attributes: data.NewAttributes(t, out), model: out, entities: entities,
		models: map[resolve.DefID]*recordClass{}, mixed: map[resolve.DefID][]*recordClass{},
		byName: map[string]*recordClass{}, byTable: map[string]*recordClass{},
		selects: map[*parse.Expr]bool{}}
	r.findModels(entities, columns)
	r.findAssociations()
	r.findThrough()
	for x := range t.Family(family) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall {
				r.use(x.Sub(e))
				r.write(x.Sub(e))
				r.read(x.Sub(e))
				r.joins(x.Sub(e))
			}
		})
	}
	for _, class := range sorted(r.models) {
		r.readsBare(r.models[class])
	}
}

// schemas are the languages of the scripts that declare the columns: the schema of the application,
// in Ruby or SQL, or else its migrations.
func schemas(t *eval.Tree) []string {
	for _, f := range t.Table.Files {
		if f.Language == "rails" && strings.HasSuffix(f.Path, "schema.rb") {
			return []string{"rails"}
		}
	}
	return []string{"rails", "sql"}
}

// findModels adds the columns of the tables of models. Models that share a table derive from the
// one that has its attributes.
func (r *attributeReader) findModels(entities data.Entities, columns data.Columns) {
	for _, class := range sorted(entities) {
		m := &recordClass{class: class, table: entities[class][0].Name, others: map[string]related{},
			scopes: map[string]bool{}}
		r.models[class] = m
		put(r.byName, data.SnakeCase(r.Table.Def(class).Name), m)
		lineage := r.Lineage(class)
		shares := false
		for _, c := range lineage[1:] {
			shares = shares || len(entities[c]) > 0 && entities[c][0].Name == m.table
			if len(r.mixed[c]) < maxMixed && slices.Contains(r.Table.Def(c).Modifiers, "module") {
				r.mixed[c] = append(r.mixed[c], m)
			}
		}
		if shares {
			continue
		}
		put(r.byTable, m.table, m)
		for _, a := range columns[m.table] {
			a.Class = class
			r.Add(a)
		}
	}
}

func sorted[T any](m map[resolve.DefID]T) []resolve.DefID { return slices.Sorted(maps.Keys(m)) }

// put adds a model under a name; a name of several models has none.
func put(to map[string]*recordClass, name string, m *recordClass) {
	if _, taken := to[name]; taken {
		m = nil
	}
	to[name] = m
}

// findAssociations reads the associations and scopes of models, and of the modules that they
// include.
func (r *attributeReader) findAssociations() {
	for x := range r.Family(family) {
		if x.Kind != parse.ExprCall || x.Recv != nil || len(x.Args) == 0 {
			continue
		}
		name, ok := r.Text(x.Sub(&x.Args[0].Value))
		if !ok {
			continue
		}
		for _, m := range r.bodyOf(x) {
			switch x.Expr.Text {
			case "scope":
				m.scopes[name] = true
			case "belongs_to", "has_one", "has_many", "has_and_belongs_to_many":
				if to := r.target(x, name); to != nil {
					many := x.Expr.Text != "belongs_to" && x.Expr.Text != "has_one"
					m.others[name] = related{to, many, r.between(x, m, to)}
				}
			}
		}
	}
}

// bodyOf lists the models whose body, or a module of theirs, has a call.
func (r *attributeReader) bodyOf(x eval.Expr) []*recordClass {
	if x.Def <= resolve.None || !r.Table.Def(x.Def).Kind.IsType() {
		return nil
	}
	return r.modelsOf(r.Table.Canon[x.Def])
}

func (r *attributeReader) modelsOf(class resolve.DefID) []*recordClass {
	if m := r.models[class]; m != nil {
		return []*recordClass{m}
	}
	return r.mixed[class]
}

// target returns the model at the end of an association: of the class that it states, or of its
// name.
func (r *attributeReader) target(x eval.Expr, name string) *recordClass {
	if arg := x.Arg(-1, "class_name"); arg != nil {
		name, _ = r.Text(x.Sub(arg))
		return r.byName[data.SnakeCase(name[strings.LastIndexByte(name, ':')+1:])]
	}
	if arg := x.Arg(-1, "source"); arg != nil {
		name, _ = r.Text(x.Sub(arg))
	}
	if m := r.byName[name]; m != nil {
		return m
	}
	return r.plural(name)
}

// plural returns the model of which a name is the plural.
func (r *attributeReader) plural(name string) *recordClass {
	for _, one := range []string{strings.TrimSuffix(name, "s"), strings.TrimSuffix(name, "es"),
		strings.TrimSuffix(name, "ies") + "y"} {
		if m := r.byName[one]; m != nil && plural.Rails(one) == name {
			return m
		}
	}
	if m := r.byTable[name]; m != nil {
		return m
	}
	return nil
}

// A subject is the model of an object or of rows.
type subject struct {
	*recordClass
	tier graph.Tier
}

// subjects lists the models that an expression may be an object, rows or the class of; by the name
// of a variable or a call only as a heuristic.
func (r *attributeReader) subjects(x eval.Expr) []subject {
	if r.left--; r.left < 0 {
		return nil
	}
	switch x.Kind {
	case parse.ExprName:
		return r.named(x)
	case parse.ExprMember:
		return r.classNamed(x)
	case parse.ExprCall:
		if x.Recv == nil {
			return r.unqualified(x)
		}
		return r.called(x)
	}
	return nil
}

// maxReceivers bounds the receivers that are read for a call: those of its chain, and of the values
// of variables in it.
const maxReceivers = 100

// maxMixed bounds the models that a module is read for.
const maxMixed = 16

// classNamed returns the model that a constant denotes.
func (r *attributeReader) classNamed(x eval.Expr) []subject {
	d := x.Referent().Def
	if d <= resolve.None || !r.Table.Def(d).Kind.IsType() {
		return nil
	}
	return as(r.models[r.Table.Canon[d]], graph.Typed)
}

func as(m *recordClass, tier graph.Tier) []subject {
	if m == nil {
		return nil
	}
	return []subject{{m, tier}}
}

// named returns the models of a variable, of self, or of a constant.
func (r *attributeReader) named(x eval.Expr) []subject {
	if x.Expr.Text == "self" {
		return r.around(x)
	}
	if out := r.classNamed(x); out != nil {
		return out
	}
	var out []subject
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall {
			out = append(out, r.subjects(v)...)
		}
	}
	if len(out) > 0 {
		return out
	}
	if x.Local() == nil {
		if to := r.associated(r.around(x), x.Expr.Text); to != nil {
			return to
		}
	}
	return r.likeName(x.Expr.Text)
}

// around lists the models of the class or module around an expression.
func (r *attributeReader) around(x eval.Expr) []subject {
	class := r.Table.EnclosingType(x.Def)
	if class <= resolve.None {
		return nil
	}
	var out []subject
	for _, m := range r.modelsOf(class) {
		out = append(out, subject{m, graph.Typed})
	}
	return out
}

// likeName returns the model of which a name is the name of one object, or of several.
func (r *attributeReader) likeName(name string) []subject {
	name = strings.TrimLeft(name, "@")
	if m := r.byName[name]; m != nil {
		return as(m, graph.Heuristic)
	}
	return as(r.plural(name), graph.Heuristic)
}

// associated returns the model of an association; nil if no model has one of that name.
func (r *attributeReader) associated(of []subject, name string) []subject {
	var out []subject
	for _, s := range of {
		if to, ok := s.others[name]; ok {
			out = append(out, subject{to.to, s.tier})
		}
	}
	return out
}

func (r *attributeReader) unqualified(x eval.Expr) []subject {
	around := r.around(x)
	if to := r.associated(around, x.Expr.Text); to != nil {
		return to
	}
	if same := keeping(around, x.Expr.Text); same != nil {
		return same
	}
	if name := r.factory(x); name != nil {
		return as(name, graph.Heuristic)
	}
	return r.likeName(x.Expr.Text)
}

// keeping lists the models whose objects or rows a call on them returns.
func keeping(of []subject, name string) []subject {
	var out []subject
	for _, s := range of {
		if _, queries := operations[name]; queries || s.scopes[name] || keeps[name] {
			out = append(out, s)
		}
	}
	return out
}

// keeps are the calls, in addition to queries, that return an object or rows of their receiver.
var keeps = resolve.WordSet(`new build reload dup clone tap becomes each map select reject find_each
	lock readonly strict_loading extending annotate uniq to_a load reverse reverse_order
	only except unscope find_or_initialize_by create_with second last freeze presence`)

func (r *attributeReader) called(x eval.Expr) []subject {
	of := r.subjects(x.Sub(x.Recv))
	if to := r.associated(of, x.Expr.Text); to != nil {
		return to
	}
	if same := keeping(of, x.Expr.Text); same != nil {
		return same
	}
	if name := r.factory(x); name != nil {
		return as(name, graph.Heuristic)
	}
	return r.likeName(x.Expr.Text)
}

// factory returns the model whose object a call of Factory Bot makes.
//
//	create(:story, title: "x")
func (r *attributeReader) factory(x eval.Expr) *recordClass {
	if !factories[x.Expr.Text] || len(x.Args) == 0 || x.Args[0].Value.Kind != parse.ExprString {
		return nil
	}
	if x.Recv != nil && !strings.HasPrefix(x.Recv.Text, "Factory") {
		return nil
	}
	name, _ := r.Text(x.Sub(&x.Args[0].Value))
	return r.byName[name]
}

var factories = resolve.WordSet(`create build build_stubbed create_list build_list build_pair
	create_pair build_stubbed_list attributes_for factory`)
