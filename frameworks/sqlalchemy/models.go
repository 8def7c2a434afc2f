package sqlalchemy

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A model is a class or a variable that has a table.
type model struct {
	def     resolve.DefID
	isTable bool   // a variable that holds a table
	slot    string // the member that holds it, if the class leaves its model open
	own     data.TableMapping
	parents []*model
	tables  []data.TableMapping // its own, and those of its base models
}

// class returns the class for use in values.
func (m *model) class() data.Class {
	if m.slot != "" {
		return data.Class{Def: resolve.None, Name: m.slot}
	}
	return data.ClassOf(m.def)
}

// mapped lists the tables that a model itself is mapped to.
func (m *model) mapped() []data.TableMapping {
	if m.own.Name != "" {
		return []data.TableMapping{m.own}
	}
	return m.tables
}

// findModels finds the classes and variables of the tree that have tables.
func (r *reader) findModels() {
	var classes []*resolve.Def
	for _, f := range r.Table.Files {
		if f.Family != family || len(f.Sites) == 0 || isMigration(f) {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			switch {
			case d.Kind.IsType() && r.Table.Canon[d.ID] == d.ID:
				classes = append(classes, d)
			case !d.Kind.IsCallable() && d.Outer == f.First:
				r.variable(d)
			}
		}
	}
	for _, d := range classes {
		if t, ok := r.tableOf(d); ok {
			r.addModel(&model{def: d.ID, own: t}, d.Name)
		}
	}
	r.imperative()
	for _, d := range classes {
		if r.models[d.ID] == nil && r.inherits(d) {
			r.addModel(&model{def: d.ID}, d.Name)
		}
	}
	slices.SortFunc(r.order, func(a, b *model) int { return int(a.def - b.def) })
	for _, m := range r.order {
		r.place(m)
	}
}

// imperative adds the classes that calls map to a table.
//
//	registry.map_imperatively(Order, orders)
func (r *reader) imperative() {
	for x := range r.Family(family) {
		if x.Kind != parse.ExprCall || len(x.Args) < 2 ||
			x.Expr.Text != "map_imperatively" && (x.Expr.Text != "mapper" || r.outside(x) != "sqlalchemy.mapper") {
			continue
		}
		class := x.Sub(&x.Args[0].Value).Referent().Def
		if class <= resolve.None || !r.Table.Def(class).Kind.IsType() || r.models[r.Table.Canon[class]] != nil {
			continue
		}
		for _, v := range r.Evaluate(x.Sub(&x.Args[1].Value)) {
			if t, ok := r.core(v); ok {
				d := r.Table.Def(r.Table.Canon[class])
				r.addModel(&model{def: d.ID, own: t}, d.Name)
				break
			}
		}
	}
}

func (r *reader) addModel(m *model, name string) {
	r.models[m.def] = m
	r.order = append(r.order, m)
	r.byName[name] = append(r.byName[name], m)
	if m.own.Name != "" {
		r.tablesByName[m.own.String()] = m.own.Table
	}
}

// variable adds a variable that holds a table, or a base class of models.
func (r *reader) variable(d *resolve.Def) {
	for _, v := range r.Values(d.ID) {
		if v.Kind == parse.ExprCall && (v.Expr.Text == "declarative_base" || v.Expr.Text == "generate_base") {
			if schema, tier, ok := r.metadataSchema(v, 0); ok {
				r.bases[d.Name] = append(r.bases[d.Name], modelBase{d.File, schema, tier, r.derivedFrom(v)})
			}
			return
		}
		if t, ok := r.core(v); ok {
			r.addModel(&model{def: d.ID, isTable: true, own: t}, "")
			return
		}
	}
}

// core returns the table that a call makes: Table("orders", metadata, …).
func (r *reader) core(x eval.Expr) (t data.TableMapping, ok bool) {
	if x.Kind != parse.ExprCall || x.Expr.Text != "Table" {
		return t, false
	}
	if r.outside(x) != "sqlalchemy.Table" && !r.isFlask(x.Recv, x) {
		return t, false
	}
	arg := x.Arg(0, "name")
	if arg == nil {
		return t, false
	}
	name, ok := r.Text(x.Sub(arg))
	schema, tier := r.schemaIn(x)
	return data.TableMapping{Table: data.Table{Schema: schema, Name: name}, Tier: tier}, ok && name != ""
}

// schemaIn returns the schema of a call, or else that of its metadata argument.
func (r *reader) schemaIn(x eval.Expr) (string, graph.Tier) {
	if arg := x.Arg(-1, "schema"); arg != nil && arg.Kind != parse.ExprLiteral { // not None
		if text, ok := r.Text(x.Sub(arg)); ok {
			return text, graph.Exact
		}
		return "", graph.Heuristic
	}
	if len(x.Args) > 1 && x.Args[1].Name == "" {
		schema, tier, _ := r.metadataSchema(x.Sub(&x.Args[1].Value), 0)
		return schema, tier
	}
	return "", graph.Exact
}

// metadataSchema returns the schema of metadata, or of a base class or a registry that is
// created with it; ok is false for other expressions.
//
//	Base = declarative_base(metadata=MetaData(schema="crm"))
func (r *reader) metadataSchema(x eval.Expr, depth int) (schema string, tier graph.Tier, ok bool) {
	if depth > maxMetadata {
		return "", graph.Exact, false
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprMember && v.Expr.Text == "metadata" && v.Recv != nil {
			if c := v.Sub(v.Recv).Referent().Def; c > resolve.None && r.Table.Def(c).Kind.IsType() {
				schema, tier = r.classSchemaOf(r.Table.Canon[c], false)
				return schema, tier, true
			}
			return r.metadataSchema(v.Sub(v.Recv), depth+1)
		}
		if v.Kind != parse.ExprCall {
			continue
		}
		switch name := r.outside(v); {
		case name == "sqlalchemy.MetaData":
			schema, tier = r.schemaIn(v)
			return schema, tier, true
		case name == "sqlalchemy.declarative_base" || name == "sqlalchemy.registry":
			if arg := v.Arg(-1, "metadata"); arg != nil {
				return r.metadataSchema(v.Sub(arg), depth+1)
			}
			return "", graph.Exact, true
		case v.Expr.Text == "generate_base" && v.Recv != nil:
			return r.metadataSchema(v.Sub(v.Recv), depth+1)
		}
	}
	return "", graph.Exact, false
}

// maxMetadata bounds the steps from a base class to its metadata.
const maxMetadata = 4

// isFlask reports whether an expression is the Flask-SQLAlchemy object, whose members
// are those of the library.
func (r *reader) isFlask(e *parse.Expr, x eval.Expr) bool {
	if e == nil {
		return false
	}
	for _, v := range r.Evaluate(x.Sub(e)) {
		if r.makesFlask(v) {
			return true
		}
	}
	return false
}

const flaskObject = "flask_sqlalchemy.SQLAlchemy"

// makesFlask reports whether a call makes the Flask-SQLAlchemy object, of its class or
// a subclass.
func (r *reader) makesFlask(x eval.Expr) bool {
	if x.Kind != parse.ExprCall {
		return false
	}
	if d := x.Callee(); d != resolve.None && r.Table.Def(d).Kind.IsType() {
		return slices.Contains(data.PythonBases(r.Table, d), flaskObject)
	}
	return r.ExternalName(x) == flaskObject
}

// tableOf returns the table that a class declares, or its default by the kind of base
// class.
func (r *reader) tableOf(d *resolve.Def) (t data.TableMapping, ok bool) {
	if r.isTrue(d.ID, "__abstract__") {
		return t, false
	}
	for _, own := range r.Table.Own(d.ID, "__table__") {
		for _, v := range r.Values(own) {
			for _, made := range r.Evaluate(v) {
				if t, ok := r.core(made); ok {
					return t, true
				}
			}
		}
	}
	schema, tier := r.classSchema(d.ID)
	name, of, stated := r.stated(d.ID)
	if !stated {
		name, of = r.implied(d)
		of = resolve.WeakerTier(of, graph.Typed)
	} else if r.makesNames(d) {
		return t, false
	}
	if name == "" {
		return t, false
	}
	return data.TableMapping{Table: data.Table{Schema: schema, Name: name},
		Tier: resolve.WeakerTier(tier, of)}, true
}

func (r *reader) isTrue(class resolve.DefID, name string) bool {
	for _, d := range r.Table.Own(class, name) {
		for _, v := range r.Values(d) {
			return v.Expr.Text == "True"
		}
	}
	return false
}

// stated returns the table name that a class declares, empty if it is unknown; ok is
// false if it declares no name.
func (r *reader) stated(class resolve.DefID) (name string, tier graph.Tier, ok bool) {
	for _, d := range r.Table.Own(class, "__tablename__") {
		if r.Table.Def(d).Kind.IsCallable() {
			name, tier = r.computed(class, d)
			return name, tier, true
		}
		for _, v := range r.Values(d) {
			name, known := r.Text(v)
			if !known {
				return "", graph.Exact, true
			}
			return name, graph.Exact, true
		}
	}
	return "", graph.Exact, false
}

// computed returns the table name that a method computes from the name of its class: in
// lower or upper case, between literals, or in snake case, as far as the code shows; "" for
// other methods.
//
//	return "app_" + cls.__name__.lower()
//	return re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
func (r *reader) computed(class, method resolve.DefID) (string, graph.Tier) {
	values := r.Values(method)
	if len(values) != 1 {
		return "", graph.Exact
	}
	v := values[0]
	if text, ok := r.Text(v); ok {
		return text, graph.Exact
	}
	name := r.Table.Def(class).Name
	if text, ok := formed(r.code(method), name); ok {
		return text, graph.Exact
	}
	if r.underscores(v, method) {
		return data.SnakeCase(name), graph.Heuristic
	}
	return "", graph.Exact
}

// code returns the text of the body of a method.
func (r *reader) code(method resolve.DefID) string {
	d := r.Table.Def(method)
	return d.File.Slice(d.Body)
}

// formula matches the result of a method that puts the name of its class between literals:
// a sum, or a formatted string.
var (
	className = `(?:cls|self)\.__name__((?:\.(?:lower|upper)\(\))*)`
	formula   = regexp.MustCompile(`return\s+((?:f?"[^"\n\\]*"|f?'[^'\n\\]*'|` + className + `|\s*\+\s*)+)\s*$`)
	term      = regexp.MustCompile(`f?"[^"]*"|f?'[^']*'|` + className)
	inBraces  = regexp.MustCompile(`\{` + className + `\}`)
	cased     = regexp.MustCompile(className)
)

// formed returns the result of a method body for a class, if it matches formula.
func formed(body, class string) (text string, ok bool) {
	m := formula.FindStringSubmatch(body)
	if m == nil || !strings.Contains(m[1], "__name__") {
		return "", false
	}
	named := func(x string) string { return inCase(class, cased.FindStringSubmatch(x)[1]) }
	for _, t := range term.FindAllString(m[1], -1) {
		switch quote := strings.IndexAny(t, `"'`); {
		case quote < 0:
			text += named(t)
		case quote == 0:
			text += t[1 : len(t)-1]
		default:
			text += inBraces.ReplaceAllStringFunc(t[quote+1:len(t)-1], named)
		}
	}
	return text, !strings.ContainsAny(text, "{}")
}

// inCase returns a name after calls of lower and upper.
func inCase(name, calls string) string {
	switch {
	case strings.HasSuffix(calls, ".lower()"):
		return strings.ToLower(name)
	case calls != "":
		return strings.ToUpper(name)
	}
	return name
}

// underscorers are the library functions that convert a name to snake case, by full
// name.
var underscorers = resolve.WordSet(`inflection.underscore humps.decamelize stringcase.snakecase
	caseconverter.snakecase case_converter.snakecase`)

// underscored matches a literal with an underscore in it: a separator, or the
// replacement of a match. other matches code that changes the name further.
var (
	underscored = regexp.MustCompile(`["'](\\[1-9]|\\g<\w+>)?_(\\[1-9]|\\g<\w+>)?["']`)
	other       = regexp.MustCompile(`plural|\+ *f?["']|\}s?["']|["'] *\+`)
)

// underscores reports whether a method returns the snake case name of its class: by a
// library function, or because the code of the method, or of the function that it
// calls, inserts underscores and converts to lower case.
func (r *reader) underscores(v eval.Expr, method resolve.DefID) bool {
	named := false
	v.Walk(func(e *parse.Expr) { named = named || e.Kind == parse.ExprMember && e.Text == "__name__" })
	if !named || v.Kind != parse.ExprCall {
		return false
	}
	if underscorers[r.ExternalName(v)] {
		return true
	}
	if d := v.Callee(); d > resolve.None {
		method = d
	}
	code := r.code(method)
	return strings.Contains(code, "lower()") && underscored.MatchString(code) && !other.MatchString(code)
}

// implied returns the default table name by the base of a class: a method of a base in
// the tree, SQLModel or Flask-SQLAlchemy; or "".
func (r *reader) implied(d *resolve.Def) (string, graph.Tier) {
	above := r.Lineage(d.ID)[1:]
	if b, ok := r.baseOf(d.ID); ok && b.class != resolve.None {
		above = slices.Concat(above, r.Lineage(b.class))
	}
	for _, c := range above {
		for _, own := range r.Table.Own(c, "__tablename__") {
			if r.Table.Def(own).Kind.IsCallable() && (r.isDeclarative(d) && r.isMapped(d) || r.isMixed(d)) {
				return r.computed(d.ID, own)
			}
		}
	}
	bases := data.PythonBases(r.Table, d.ID)
	if slices.Contains(bases, "sqlmodel.SQLModel") && strings.Contains(d.Signature, "table=True") {
		return strings.ToLower(d.Name), graph.Exact
	}
	if r.isFlaskModel(d) {
		return data.SnakeCase(d.Name), graph.Exact
	}
	return "", graph.Exact
}

// makesNames reports whether a class only defines how the table names of its subclasses
// are computed: it computes its own name, and has no columns.
func (r *reader) makesNames(d *resolve.Def) bool {
	return (!r.isDeclarative(d) || !r.isMapped(d)) && slices.ContainsFunc(r.Table.Own(d.ID, "__tablename__"),
		func(own resolve.DefID) bool { return r.Table.Def(own).Kind.IsCallable() })
}

// isMapped reports whether a class with columns is a model: it derives from a base class of
// models, or a decorator maps it.
func (r *reader) isMapped(d *resolve.Def) bool {
	if len(d.Decorators) > 0 {
		return !slices.Contains(d.Decorators, "as_declarative")
	}
	for _, b := range d.Bases {
		if strings.HasPrefix(resolve.LastName(b.Name), "DeclarativeBase") {
			return false
		}
	}
	return r.hasBase(d)
}

// hasBase reports whether a class or one that it derives from has a base class that is no
// class of the tree.
func (r *reader) hasBase(d *resolve.Def) bool {
	return slices.ContainsFunc(data.PythonBases(r.Table, d.ID), func(name string) bool { return name != "object" })
}

// isMixed reports whether a class gets its columns from its base classes, at least one of
// which makes it a model.
func (r *reader) isMixed(d *resolve.Def) bool {
	return r.hasBase(d) && slices.ContainsFunc(r.Lineage(d.ID)[1:], func(c resolve.DefID) bool {
		return r.isDeclarative(r.Table.Def(c))
	})
}

// isDeclarative reports whether a class has columns, or derives from an external class:
// a mixin that only defines names has neither.
func (r *reader) isDeclarative(d *resolve.Def) bool {
	for _, x := range r.members(d.ID) {
		switch r.outside(x) {
		case "sqlalchemy.Column", "sqlalchemy.mapped_column", "sqlalchemy.relationship":
			return true
		}
	}
	return false
}

// isFlaskModel reports whether a class derives from the Model of Flask-SQLAlchemy, and
// not from a class that has a table.
func (r *reader) isFlaskModel(d *resolve.Def) bool {
	for _, c := range r.Lineage(d.ID) {
		if c != d.ID && !r.isTrue(c, "__abstract__") && len(r.Table.Own(c, "__tablename__")) > 0 {
			return false
		}
		for _, b := range r.Table.Def(c).Bases {
			if of, ok := strings.CutSuffix(b.Name, ".Model"); ok && r.holdsFlask(of) {
				return r.isDeclared(d)
			}
		}
	}
	return false
}

// isDeclared reports whether a class declares a column.
func (r *reader) isDeclared(d *resolve.Def) bool {
	return slices.ContainsFunc(r.members(d.ID), func(x eval.Expr) bool {
		return x.Kind == parse.ExprCall && (x.Expr.Text == "Column" || x.Expr.Text == "mapped_column")
	})
}

// holdsFlask reports whether a name is that of a variable with the Flask-SQLAlchemy
// object.
func (r *reader) holdsFlask(name string) bool {
	return slices.Contains(r.flaskNames(), resolve.LastName(name))
}

// flaskNames lists the names of the variables that hold the Flask-SQLAlchemy object.
func (r *reader) flaskNames() []string {
	if r.flask != nil {
		return r.flask
	}
	out := []string{}
	for x := range r.Family(family) {
		if r.makesFlask(x) {
			for i := range x.In.File.Sites {
				s := &x.In.File.Sites[i]
				if &s.Expr == x.Expr && s.Kind == parse.SiteValue {
					rest := x.In.File.Text[s.For:]
					n := strings.IndexFunc(rest, func(c rune) bool {
						return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
					})
					out = append(out, rest[:max(n, 0)])
				}
			}
		}
	}
	r.flask = out
	return out
}

// classSchema returns the schema in __table_args__ of a class or its bases, or that of
// its metadata.
func (r *reader) classSchema(class resolve.DefID) (string, graph.Tier) {
	return r.classSchemaOf(class, true)
}

// classSchemaOf returns the schema of a class, or only that of its metadata.
func (r *reader) classSchemaOf(class resolve.DefID, stated bool) (string, graph.Tier) {
	for _, c := range r.Lineage(class) {
		for _, d := range r.Table.Own(c, "__table_args__") {
			for _, v := range r.Values(d) {
				if s, tier, ok := r.schemaArg(v); ok && stated {
					return s, tier
				}
			}
		}
		for _, d := range r.Table.Own(c, "metadata") {
			for _, v := range r.Values(d) {
				if schema, tier, ok := r.metadataSchema(v, 0); ok {
					return schema, tier
				}
			}
		}
	}
	return r.baseSchema(class)
}

// A modelBase is a variable that holds a base class of models.
type modelBase struct {
	file   *resolve.File
	schema string
	tier   graph.Tier
	class  resolve.DefID // that the base class derives from; None if it is unknown
}

// derivedFrom returns the class of the tree from which a created base class derives.
//
//	Base = declarative_base(cls=Named)
func (r *reader) derivedFrom(made eval.Expr) resolve.DefID {
	if arg := made.Arg(-1, "cls"); arg != nil {
		if c := made.Sub(arg).Referent().Def; c > resolve.None && r.Table.Def(c).Kind.IsType() {
			return r.Table.Canon[c]
		}
	}
	return resolve.None
}

// baseSchema returns the schema of the variable from which a class derives.
func (r *reader) baseSchema(class resolve.DefID) (string, graph.Tier) {
	if b, ok := r.baseOf(class); ok {
		return b.schema, b.tier
	}
	return "", graph.Exact
}

// baseOf returns the variable from which a class derives: one of its file, or of the
// module that it is imported from.
func (r *reader) baseOf(class resolve.DefID) (b modelBase, ok bool) {
	for _, c := range r.Lineage(class) {
		def := r.Table.Def(c)
		for _, b := range def.Bases {
			list := r.bases[resolve.LastName(b.Name)]
			module, _, _ := strings.Cut(data.FullName(def.File, b.Name), "."+resolve.LastName(b.Name))
			for _, fits := range []func(modelBase) bool{
				func(x modelBase) bool { return x.file == def.File },
				func(x modelBase) bool { return module != "" && isModule(x.file.Path, resolve.LastName(module)) },
			} {
				if i := slices.IndexFunc(list, fits); i >= 0 {
					return list[i], true
				}
			}
		}
	}
	return b, false
}

// isModule reports whether a file is the module, or the package, of a name.
func isModule(file, name string) bool {
	file = strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
	return file == name || strings.HasSuffix(file, "/"+name)
}

// schemaArg returns the schema in a dictionary, or in a dictionary at the end of a
// tuple.
func (r *reader) schemaArg(x eval.Expr) (schema string, tier graph.Tier, ok bool) {
	if x.Kind == parse.ExprList && len(x.Args) > 0 {
		x = x.Sub(&x.Args[len(x.Args)-1].Value)
	}
	if x.Kind != parse.ExprMap {
		return "", graph.Exact, false
	}
	arg := x.Arg(-1, "schema")
	if arg == nil {
		return "", graph.Exact, false
	}
	if schema, ok = r.Text(x.Sub(arg)); !ok {
		return "", graph.Heuristic, true
	}
	return schema, graph.Exact, true
}

// members lists the values of members in the body of a class, and the return values of
// mixin methods that define columns, in source order.
func (r *reader) members(class resolve.DefID) []eval.Expr {
	def := r.Table.Def(class)
	var out []eval.Expr
	for i := int(class-def.File.First) + 1; i < len(def.File.Definitions); i++ {
		d := r.Table.Def(def.File.ID(int32(i)))
		if d.Range.Start >= def.Range.End {
			break
		}
		if d.Outer != class || d.Kind.IsType() ||
			d.Kind.IsCallable() && !slices.Contains(d.Decorators, "declared_attr") {
			continue
		}
		for _, v := range r.Values(d.ID) {
			v.Def = d.ID
			out = append(out, v)
		}
	}
	return out
}

// inherits reports whether a class derives from one that has a table.
func (r *reader) inherits(d *resolve.Def) bool {
	if r.isTrue(d.ID, "__abstract__") {
		return false
	}
	return slices.ContainsFunc(r.Lineage(d.ID)[1:], func(c resolve.DefID) bool {
		m := r.models[r.Table.Canon[c]]
		return m != nil && m.own.Name != ""
	})
}

// place finds the base classes of a class that have tables.
func (r *reader) place(m *model) {
	if m.own.Name != "" {
		m.tables = []data.TableMapping{m.own}
	}
	if m.isTable {
		return
	}
	for _, c := range r.Lineage(m.def)[1:] {
		if p := r.models[r.Table.Canon[c]]; p != nil && p.own.Name != "" {
			m.parents = append(m.parents, p)
			if !slices.Contains(m.tables, p.own) {
				m.tables = append(m.tables, p.own)
			}
		} else if r.models[r.Table.Canon[c]] == nil {
			r.mixed[r.Table.Canon[c]] = append(r.mixed[r.Table.Canon[c]], m)
		}
	}
}
