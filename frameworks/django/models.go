package django

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A model is a class whose instances are stored.
type model struct {
	class    data.Class
	name     string // as written in relations
	app      string // the label of its application
	tables   []data.TableMapping
	own      data.TableMapping // zero if it has no separate table
	abstract bool
	parents  []*model // base models, the nearest first
	fields   []*field // declared fields, by position
	reverse  map[string]*field
	managers map[string][]resolve.DefID // classes of managers by name
}

// findModels finds the models of the tree.
func (r *dataReader) findModels() {
	r.userName = "auth.User"
	labels := r.labels()
	for _, f := range r.Table.Files {
		if f.Family != family || !mayDeclare(f) {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			switch {
			case d.Kind.IsType() && r.Table.Canon[d.ID] == d.ID && r.isModel(d):
				m := &model{class: data.ClassOf(d.ID), name: d.Name, app: appOf(f.Path, labels),
					reverse: map[string]*field{}, managers: map[string][]resolve.DefID{}}
				r.models[m.class] = m
				r.order = append(r.order, m)
			case d.Name == "AUTH_USER_MODEL" && d.Outer == f.First && !f.Test:
				for _, v := range r.Values(d.ID) {
					if text, ok := r.Text(v); ok {
						r.userName = text
					}
				}
			}
		}
	}
	for _, m := range r.order {
		r.place(m)
	}
	for _, m := range r.order {
		r.findTable(m)
	}
	for _, m := range r.order {
		m.tables = m.line()
	}
}

// mayDeclare reports whether models in a file belong to an application, rather than
// being local to a migration.
func mayDeclare(f *resolve.File) bool {
	return path.Base(path.Dir(f.Path)) != "migrations"
}

// isModel reports whether a class derives from a model of the framework, or from an
// unknown class and has model fields.
func (r *dataReader) isModel(d *resolve.Def) bool {
	unknown := false
	for _, name := range data.PythonBases(r.Table, d.ID) {
		if modelBases[name] || foreignModels[name] != "" {
			return true
		}
		unknown = unknown || strings.Contains(name, ".") && !strings.HasPrefix(name, "django.")
	}
	if !unknown {
		return false
	}
	return slices.ContainsFunc(r.members(d.ID), func(x eval.Expr) bool {
		return x.Kind == parse.ExprCall && (relations[r.ExternalName(x)] != "" ||
			strings.HasPrefix(r.ExternalName(x), "django.db.models.") &&
				strings.HasSuffix(x.Expr.Text, "Field"))
	})
}

// members lists the values assigned to members in the body of a class, in source order.
func (r *dataReader) members(class resolve.DefID) []eval.Expr {
	var out []eval.Expr
	for _, d := range r.declared(class) {
		for _, v := range r.Values(d.ID) {
			v.Def = d.ID
			out = append(out, v)
		}
	}
	return out
}

// labels maps folders to the labels that their application configurations specify.
func (r *dataReader) labels() map[string]string {
	out := map[string]string{}
	for _, f := range r.Table.Files {
		if f.Family != family || path.Base(f.Path) != "apps.py" {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if !d.Kind.IsType() || !slices.Contains(data.PythonBases(r.Table, d.ID),
				"django.apps.AppConfig") {
				continue
			}
			if label, ok := r.memberText(d.ID, "label"); ok {
				out[path.Dir(f.Path)] = label
			}
		}
	}
	return out
}

// memberText returns the string value of a member of a class.
func (r *dataReader) memberText(class resolve.DefID, name string) (text string, ok bool) {
	for _, d := range r.Table.Own(class, name) {
		for _, v := range r.Values(d) {
			return r.Text(v)
		}
	}
	return "", false
}

// appOf returns the label of the application of a module: the name of its package.
//
//	shop/models.py, shop/models/order.py    // shop
func appOf(file string, labels map[string]string) string {
	dir := path.Dir(file)
	for d := dir; d != "." && d != "/"; d = path.Dir(d) {
		if label, ok := labels[d]; ok {
			return label
		}
	}
	for d := dir; d != "." && d != "/"; d = path.Dir(d) {
		if path.Base(d) == "models" {
			return path.Base(path.Dir(d))
		}
	}
	return path.Base(dir)
}

// place finds the base models of a model, and reads its Meta.
func (r *dataReader) place(m *model) {
	if text, ok := r.meta(m.class.Def, "abstract"); ok {
		m.abstract = text.Expr.Text == "True"
	}
	for _, c := range r.Lineage(m.class.Def)[1:] {
		if p := r.models[data.ClassOf(r.Table.Canon[c])]; p != nil {
			m.parents = append(m.parents, p)
		}
	}
	r.byLabel[strings.ToLower(m.app+"."+m.name)] = m
}

// meta returns the value of a name in the class Meta of a class, excluding inherited
// ones.
func (r *dataReader) meta(class resolve.DefID, name string) (x eval.Expr, ok bool) {
	for _, meta := range r.Table.Own(class, "Meta") {
		for _, d := range r.Table.Own(meta, name) {
			for _, v := range r.Values(d) {
				return v, true
			}
		}
	}
	return x, false
}

// metaText returns a string from the class Meta of a class, or from an inherited Meta:
// a declared Meta replaces those of abstract models.
func (r *dataReader) metaText(m *model, name string) (text string, known, ok bool) {
	for _, c := range append([]*model{m}, m.parents...) {
		if c != m && !c.abstract {
			return "", true, false
		}
		if v, found := r.meta(c.class.Def, name); found {
			text, known = r.Text(v)
			return text, known, true
		}
		if len(r.Table.Own(c.class.Def, "Meta")) > 0 {
			return "", true, false
		}
	}
	return "", true, false
}

// findTable finds the table of a model: the one in its Meta, that of the model it is a
// proxy for, or the default from the names of application and class.
func (r *dataReader) findTable(m *model) {
	if m.abstract {
		return
	}
	if x, ok := r.meta(m.class.Def, "proxy"); ok && x.Expr.Text == "True" {
		return
	}
	if label, known, ok := r.metaText(m, "app_label"); ok && known {
		delete(r.byLabel, strings.ToLower(m.app+"."+m.name))
		m.app = label
		r.byLabel[strings.ToLower(m.app+"."+m.name)] = m
	}
	name, known, ok := r.metaText(m, "db_table")
	switch {
	case ok && !known:
	case ok:
		m.own = stated(name)
	default:
		m.own = data.TableMapping{Table: data.Table{Name: m.app + "_" + strings.ToLower(m.name)},
			Tier: graph.Typed}
	}
}

// stated returns the table for a written name. A quoted name may have a schema prefix.
func stated(name string) data.TableMapping {
	schema, rest, ok := strings.Cut(name, `"."`)
	if !ok {
		schema, rest = "", name
	}
	return data.TableMapping{Table: data.Table{Schema: strings.Trim(schema, `"`),
		Name: strings.Trim(rest, `"`)}, Tier: graph.Exact}
}

// line lists the tables that hold the objects of a model: its own, and those of its
// base models.
func (m *model) line() []data.TableMapping {
	var out []data.TableMapping
	for _, x := range append([]*model{m}, m.parents...) {
		if x.own.Name != "" {
			out = append(out, x.own)
		}
	}
	return out
}

// enter adds the mappings and the keys of all models.
func (r *dataReader) enter() {
	for _, m := range r.order {
		own := m.tables
		if m.own.Name != "" {
			own = []data.TableMapping{m.own}
		}
		if !m.abstract {
			r.out.Map(m.class.Def, own)
		}
		for _, p := range m.parents {
			if m.own.Name != "" && p.own.Name != "" {
				r.out.Key(own, []data.TableMapping{p.own}, graph.Exact)
			}
		}
		for _, f := range m.fields {
			r.keys(f)
		}
	}
}
