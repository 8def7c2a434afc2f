package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A field is a relation of a model. A relation declared in an abstract model has one
// field per subclass.
type field struct {
	def     resolve.DefID
	name    string
	kind    string // toOne, oneOne, toMany or generic
	of, to  *model
	through data.TableMapping // the join table, for many-to-many relations
	back    string            // the name of the reverse accessor; may be empty
	query   string            // the reverse name in lookups
}

// findFields finds the relations of all models. Subclasses inherit those of an abstract
// model.
func (r *dataReader) findFields() {
	for _, m := range r.order {
		if m.abstract {
			continue
		}
		for _, x := range append([]*model{m}, m.parents...) {
			if x != m && !x.abstract {
				continue
			}
			for _, v := range r.members(x.class.Def) {
				if f := r.field(m, v); f != nil && m.field(f.name) == nil {
					m.fields = append(m.fields, f)
				}
			}
		}
	}
	for _, m := range r.order {
		for _, f := range m.fields {
			r.byField[f.def] = f
			if f.to != nil && f.back != "" {
				f.to.reverse[f.back] = f
			}
		}
	}
}

// field reads the value of a class member; nil if it is not a relation.
func (r *dataReader) field(m *model, x eval.Expr) *field {
	if x.Kind != parse.ExprCall {
		return nil
	}
	kind := relations[r.ExternalName(x)]
	if kind == "" {
		return nil
	}
	f := &field{def: x.Def, name: r.Table.Def(x.Def).Name, kind: kind, of: m}
	if arg := x.Arg(0, "to"); arg != nil {
		f.to = r.modelOf(m, x.Sub(arg))
	}
	r.nameBack(f, x)
	if kind == toMany && f.to != nil {
		f.through = r.between(f, x)
	}
	return f
}

// nameBack sets the reverse names of a relation.
func (r *dataReader) nameBack(f *field, x eval.Expr) {
	f.query = strings.ToLower(f.of.name)
	f.back = f.query
	if f.kind != oneOne {
		f.back += "_set"
	}
	if arg := x.Arg(-1, "related_name"); arg != nil {
		text, known := r.Text(x.Sub(arg))
		if !known || strings.HasSuffix(text, "+") {
			f.back, f.query = "", ""
			return
		}
		text = strings.ReplaceAll(text, "%(class)s", strings.ToLower(f.of.name))
		text = strings.ReplaceAll(text, "%(app_label)s", f.of.app)
		f.back, f.query = text, text
	}
	if arg := x.Arg(-1, "related_query_name"); arg != nil {
		if text, known := r.Text(x.Sub(arg)); known {
			f.query = text
		}
	}
	if f.kind == dataGeneric {
		f.back, f.query = "", ""
	}
}

// between returns the join table of a many-to-many relation: that of the through model,
// a specified one, or the default from the names of table and field.
func (r *dataReader) between(f *field, x eval.Expr) data.TableMapping {
	if arg := x.Arg(-1, "through"); arg != nil {
		if m := r.modelOf(f.of, x.Sub(arg)); m != nil {
			return m.own
		}
		return data.TableMapping{}
	}
	if arg := x.Arg(-1, "db_table"); arg != nil {
		if name, known := r.Text(x.Sub(arg)); known {
			return stated(name)
		}
		return data.TableMapping{}
	}
	if f.of.own.Name == "" {
		return data.TableMapping{}
	}
	return data.TableMapping{Table: data.Table{Schema: f.of.own.Schema, Name: f.of.own.Name + "_" + f.name},
		Tier: graph.Typed}
}

// modelOf returns the target model of a relation, given by its class or its name.
func (r *dataReader) modelOf(m *model, x eval.Expr) *model {
	if name, ok := r.Text(x); ok {
		return r.labelled(m, name)
	}
	if x.Expr.Text == "AUTH_USER_MODEL" {
		return r.labelled(m, r.userName)
	}
	for _, v := range r.values.Of(x) {
		if v.Kind == data.ClassValue {
			return r.model(v.Of)
		}
	}
	return nil
}

// classIn returns the class of the model that an expression denotes; None for models of
// libraries, and other expressions.
func (r *dataReader) classIn(x eval.Expr) resolve.DefID {
	if m := r.modelOf(nil, x); m != nil {
		return m.class.Def
	}
	return resolve.None
}

// labelled returns the model of a name, which may be prefixed with its application.
func (r *dataReader) labelled(m *model, name string) *model {
	switch {
	case name == "self":
		return m
	case m == nil && !strings.Contains(name, "."):
		return nil
	case !strings.Contains(name, "."):
		name = m.app + "." + name
	}
	label := strings.ToLower(name)
	if found := r.byLabel[label]; found != nil {
		return found
	}
	if full := foreignLabels[label]; full != "" {
		return r.model(data.Class{Def: resolve.None, Name: full})
	}
	return nil
}

// model returns the model of a class, in the tree or the framework, or nil.
func (r *dataReader) model(c data.Class) *model {
	if m := r.models[c]; m != nil {
		return m
	}
	table := foreignModels[c.Name]
	if c.Def != resolve.None || table == "" {
		return nil
	}
	own := data.TableMapping{Table: data.Table{Name: table}, Tier: graph.Exact}
	m := &model{class: c, name: resolve.LastName(c.Name), own: own, tables: []data.TableMapping{own},
		reverse: map[string]*field{}}
	r.models[c] = m
	return m
}

// field returns the relation of that name, or nil.
func (m *model) field(name string) *field {
	for _, x := range append([]*model{m}, m.parents...) {
		for _, f := range x.fields {
			if f.name == name {
				return f
			}
		}
	}
	return nil
}

// backTo returns the relation to a model with that reverse accessor, or nil.
func (m *model) backTo(name string) *field {
	for _, x := range append([]*model{m}, m.parents...) {
		if f := x.reverse[name]; f != nil {
			return f
		}
	}
	return nil
}

// keys adds the foreign keys of a relation.
func (r *dataReader) keys(f *field) {
	if f.to == nil || f.kind == dataGeneric || len(f.to.tables) == 0 {
		return
	}
	from, to := []data.TableMapping{f.of.own}, f.to.tables[:1]
	if f.of.own.Name == "" {
		return
	}
	if f.kind != toMany {
		r.out.Key(from, to, graph.Exact)
		return
	}
	if f.through.Name != "" {
		between := []data.TableMapping{f.through}
		r.out.Key(between, from, graph.Exact)
		r.out.Key(between, to, graph.Exact)
	}
}
