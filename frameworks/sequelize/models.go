package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// The defaults are the options of a connection for all its models.
type defaults struct{ freeze, underscored string }

// findModels finds the models and their tables.
func (r *reader) findModels() {
	r.readDefaults()
	for _, f := range r.Table.Files {
		if f.Family != data.Script || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			r.declared(r.Table.Def(f.ID(int32(i))))
		}
	}
	r.EachCall(data.Script, func(x eval.Expr) {
		switch x.Expr.Text {
		case "init":
			r.initialised(x)
		case "define":
			r.defined(x, data.Class{Def: x.Def, Name: r.firstText(x)}, x.Def)
		case "addScope":
			r.addScope(x)
		}
	})
}

// readDefaults reads the options of connections. They are unknown if several
// connections differ.
//
//	new Sequelize(url, { dialect: 'postgres', define: { underscored: true } })
func (r *reader) readDefaults() {
	for x := range r.Family(data.Script) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprMap {
				return
			}
			define := data.Within(e, "define")
			if define.Kind == parse.ExprMap {
				r.usual = defaults{data.Within(define, "freezeTableName").Text,
					data.Within(define, "underscored").Text}
			}
		})
	}
}

// declared adds the model of a definition: a decorated class, or a variable that holds
// a defined model.
func (r *reader) declared(d *resolve.Def) {
	switch d.Kind {
	case graph.KindClass:
		for _, x := range r.Attributes(r.Table.Canon[d.ID]) {
			if r.library(x) == "Table" {
				e := r.AddClass(d, r.Table)
				r.place(e, x, r.optionsOf(x, 0))
				r.decoratedScopes(e)
			}
		}
	case graph.KindConstant, graph.KindVariable, graph.KindField:
		for _, x := range r.Values(d.ID) {
			if x.Kind == parse.ExprCall && x.Expr.Text == "define" {
				r.defined(x, data.ClassOf(d.ID), d.ID)
			}
		}
	}
}

// defined adds the model that a call defines.
//
//	sequelize.define('user', { name: DataTypes.STRING }, { tableName: 'people' })
func (r *reader) defined(x eval.Expr, class data.Class, at resolve.DefID) {
	name := r.firstText(x)
	if r.models[x.Expr] != nil || name == "" || x.Recv == nil || len(x.Args) < 2 ||
		!r.isConnection(x.Sub(x.Recv)) {
		return
	}
	e := r.Add(class, at, name)
	r.models[x.Expr] = e
	r.place(e, x, r.optionsOf(x, 2))
	r.attributes(e, x.Sub(&x.Args[1].Value))
}

func (r *reader) firstText(x eval.Expr) string {
	if len(x.Args) == 0 {
		return ""
	}
	text, _ := r.Text(x.Sub(&x.Args[0].Value))
	return text
}

// isConnection reports whether an expression is a connection, by its assigned value or
// its name.
func (r *reader) isConnection(x eval.Expr) bool {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprNew {
			return r.library(v) == "Sequelize" || strings.HasSuffix(v.Expr.Text, "Sequelize")
		}
	}
	name := strings.ToLower(x.Expr.Text)
	for _, w := range []string{"sequelize", "db", "database", "connection", "conn", "orm"} {
		if strings.HasSuffix(name, w) {
			return true
		}
	}
	return false
}

// initialised adds the class that a call initializes as a model.
//
//	User.init({ name: DataTypes.STRING }, { sequelize, tableName: 'people' })
//	static init(sequelize) { return super.init({}, { sequelize }) }
func (r *reader) initialised(x eval.Expr) {
	if x.Recv == nil || len(x.Args) < 2 {
		return
	}
	options := r.optionsOf(x, 1)
	class := x.Sub(x.Recv).Referent().Def
	if x.Recv.Text == "this" || x.Recv.Text == "super" {
		class = r.Table.EnclosingType(x.Def)
	}
	if class <= resolve.None || r.Table.Def(class).Kind != graph.KindClass ||
		!r.isModel(class, options) {
		return
	}
	e := r.AddClass(r.Table.Def(class), r.Table)
	r.models[x.Expr] = e
	r.place(e, x, options)
	r.attributes(e, x.Sub(&x.Args[0].Value))
}

// isModel reports whether a class derives from the library's, or is initialized with a
// connection.
func (r *reader) isModel(class resolve.DefID, options eval.Expr) bool {
	for _, base := range r.ExternalBases(class) {
		if i := strings.LastIndexByte(base, '.'); i > 0 && isLibrary(base[:i]) {
			return true
		}
	}
	return options.Expr != nil && options.Arg(-1, "sequelize") != nil
}

// optionsOf returns an object argument, without an expression if it is missing.
func (r *reader) optionsOf(x eval.Expr, at int) eval.Expr {
	if at < len(x.Args) {
		for _, v := range r.Evaluate(x.Sub(&x.Args[at].Value)) {
			if v.Kind == parse.ExprMap {
				return v
			}
		}
	}
	return x.Sub(&parse.Expr{})
}

// place sets the table of a model from its options.
func (r *reader) place(e *data.Entity, x, options eval.Expr) {
	name := e.Name
	if v := data.Within(options.Expr, "modelName"); v.Kind != parse.ExprOpaque {
		if text, ok := r.Text(options.Sub(v)); ok {
			name = text
			r.Alias(e, text)
		}
	}
	t := data.Table{}
	if v := options.Arg(-1, "schema"); v != nil {
		t.Schema = data.TextOf(r.Tree, options.Sub(v))
	}
	if v := options.Arg(-1, "tableName"); v != nil {
		text, ok := r.Text(options.Sub(v))
		if !ok {
			return // an unknown name
		}
		t.Name = text
	} else {
		t.Name = r.usualName(name, options.Expr)
	}
	e.Own = t.Name
	e.Tables = []data.TableMapping{{Table: t, Tier: graph.Exact}}
	r.readScopes(e, options)
}

// usualName returns the default table name of a model: its plural, unless pluralization
// is disabled.
func (r *reader) usualName(name string, options *parse.Expr) string {
	if orUsual(data.Within(options, "freezeTableName"), r.usual.freeze) == "true" {
		return name
	}
	name = plural.NPM(name)
	if orUsual(data.Within(options, "underscored"), r.usual.underscored) == "true" {
		return underscored(name)
	}
	return name
}

func orUsual(e *parse.Expr, usual string) string {
	if e.Text != "" {
		return e.Text
	}
	return usual
}

// underscored converts a name to snake case as the library does: every capital begins a
// word.
//
//	OrderItems, order_items    HTTPServers, h_t_t_p_servers
func underscored(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// readScopes records the includes of a model's scopes; the default scope has an empty
// name.
func (r *reader) readScopes(e *data.Entity, options eval.Expr) {
	if v := options.Arg(-1, "defaultScope"); v != nil {
		r.setScope(e, "", options.Sub(v))
	}
	r.namedScopes(e, options.Sub(data.Within(options.Expr, "scopes")))
}

func (r *reader) namedScopes(e *data.Entity, x eval.Expr) {
	for _, v := range r.scopeOf(x) {
		for i := range v.Args {
			r.setScope(e, v.Args[i].Name, v.Sub(&v.Args[i].Value))
		}
	}
}

func (r *reader) setScope(e *data.Entity, name string, x eval.Expr) {
	if r.scopes[e] == nil {
		r.scopes[e] = map[string]eval.Expr{}
	}
	r.scopes[e][name] = x
}

// decoratedScopes records the scopes in decorators of a class.
//
//	@DefaultScope(() => ({ include: [Line] }))
//	@Scopes(() => ({ withTags: { include: [Tag] } }))
func (r *reader) decoratedScopes(e *data.Entity) {
	for _, x := range r.Attributes(e.Def) {
		if len(x.Args) == 0 {
			continue
		}
		switch arg := x.Sub(&x.Args[0].Value); r.library(x) {
		case "DefaultScope":
			r.setScope(e, "", arg)
		case "Scopes":
			r.namedScopes(e, arg)
		}
	}
}

// addScope records a scope added by a call: User.addScope('withPosts', { include:
// [Post] }).
func (r *reader) addScope(x eval.Expr) {
	if x.Recv == nil || len(x.Args) < 2 {
		return
	}
	e := r.Of(x.Sub(x.Recv).Referent().Def)
	if e == nil {
		return
	}
	if name := r.firstText(x); name == "defaultScope" {
		r.setScope(e, "", x.Sub(&x.Args[1].Value))
	} else if name != "" {
		r.setScope(e, name, x.Sub(&x.Args[1].Value))
	}
}

// scopeOf lists the option objects of a scope, which may be a function that returns
// one.
func (r *reader) scopeOf(x eval.Expr) []eval.Expr {
	var out []eval.Expr
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprLambda && v.Recv != nil {
			v = v.Sub(v.Recv)
		}
		if v.Kind == parse.ExprMap {
			out = append(out, v)
		}
	}
	return out
}

// attributes adds the foreign keys in the attributes of a model.
//
//	{ userId: { type: DataTypes.INTEGER, references: { model: 'users', key: 'id' } } }
func (r *reader) attributes(e *data.Entity, x eval.Expr) {
	for _, v := range r.Evaluate(x) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			if to := data.Within(&v.Args[i].Value, "references"); to.Kind == parse.ExprMap {
				r.refers = append(r.refers, reference{e, v.Sub(data.Within(to, "model"))})
			}
		}
	}
}
