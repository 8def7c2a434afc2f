package efcore

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// framework evaluates a call with an external target.
func (m *model) framework(e *parse.Expr, recv value, f *frame) value {
	switch recv.kind {
	case builder:
		return m.onModel(e, recv, f)
	case mapped:
		return m.onEntity(e, recv.entity, f)
	case everyone:
		return m.onEveryone(e, f)
	case related:
		return m.onRelation(e, recv.rel, f)
	case member:
		m.arguments(e, f)
		if e.Text == "HasConversion" {
			recv.entity.scalars[recv.text] = true
		}
		return recv
	case conventions:
		return m.onConventions(e, f)
	case scalars:
		if strings.HasPrefix(e.Text, "HaveConversion") {
			m.scalarTypes[data.TypeKey(recv.typ)] = true
		}
		return recv
	case text:
		return onText(e, recv)
	case instance:
		if m.isBase(e.Recv) && e.Text == "OnModelCreating" {
			m.runLibrary(f)
			return value{}
		}
	}
	return m.onNothing(e, f)
}

// onNothing evaluates a call on an unknown receiver, or on this.
func (m *model) onNothing(e *parse.Expr, f *frame) value {
	if x := m.configured(e, f); x != nil { // in the constructor of a configuration
		return m.onEntity(e, x, f)
	}
	args := m.arguments(e, f)
	switch e.Text {
	case "GetExecutingAssembly", "GetCallingAssembly", "GetEntryAssembly", "GetAssembly":
		return value{kind: assembly, text: m.project(f.in.File)}
	case "GetType":
		if f.this != nil {
			return value{kind: typeOf, typ: f.this.typ}
		}
	}
	for _, a := range args { // a library extension that returns its receiver
		m.call(a.value)
	}
	return value{}
}

// onText evaluates an operation on a known string.
func onText(e *parse.Expr, s value) value {
	switch e.Text {
	case "ToLower", "ToLowerInvariant":
		s.text = strings.ToLower(s.text)
	case "ToUpper", "ToUpperInvariant":
		s.text = strings.ToUpper(s.text)
	case "Trim", "ToString":
	default:
		return value{}
	}
	return s
}

// onModel evaluates a call on the model builder.
func (m *model) onModel(e *parse.Expr, recv value, f *frame) value {
	args := m.arguments(e, f)
	types := m.typeArgs(e, f)
	if e.Text == "Entity" && at(args, 0, "name").kind == everyone {
		return value{kind: everyone}
	}
	switch e.Text {
	case "Entity", "SharedTypeEntity", "FindEntityType":
		x := m.entityOf(e.Text, types, args)
		if fn := lambdaOf(args); fn.kind == closure {
			m.call(fn, value{kind: mapped, entity: x})
			return recv
		}
		return value{kind: mapped, entity: x}
	case "Owned":
		for _, t := range typesOf(types, args) {
			m.ownedTypes[data.TypeKey(t)] = true
		}
	case "ComplexType":
		for _, t := range typesOf(types, args) {
			m.scalarTypes[data.TypeKey(t)] = true
		}
	case "Ignore":
		for _, t := range typesOf(types, args) {
			m.ignored[data.TypeKey(t)] = true
		}
	case "HasDefaultSchema":
		m.setSchema(at(args, 0, "schema"))
	case "ApplyConfiguration", "Add":
		m.applied(at(args, 0, "configuration"), types)
	case "ApplyConfigurationsFromAssembly", "AddFromAssembly":
		m.scanned(at(args, 0, "assembly"), len(args) > 1)
	case "GetEntityTypes":
		return value{kind: everyone}
	case "Remove":
		m.withoutConvention(types)
	}
	return recv
}

func (m *model) setSchema(v value) {
	switch v.kind {
	case text:
		m.schema, m.schemaTier = v.text, resolve.WeakerTier(m.tier, v.tier)
	case null:
		m.schema, m.schemaTier = "", m.tier
	default:
		m.schema, m.schemaTier = resolve.Hole, graph.Heuristic
	}
}

// entityOf finds or adds the entity that a call on the model names.
func (m *model) entityOf(call string, types []resolve.Type, args []argument) *entity {
	name := at(args, 0, "name")
	switch {
	case call == "SharedTypeEntity" && name.kind == text:
		return m.bag(name.text)
	case len(types) > 0:
		return m.explicit(types[0])
	case name.kind == typeOf:
		return m.explicit(name.typ)
	case name.kind == text:
		for _, x := range m.order {
			if m.fullName(x.typ) == name.text {
				return x
			}
		}
		return m.bag(name.text)
	}
	m.open = m.open || call != "FindEntityType"
	return nil
}

// explicit finds or adds the entity of a named class.
func (m *model) explicit(t resolve.Type) *entity {
	if t.Def <= resolve.None || t.Owner != resolve.None {
		return nil
	}
	delete(m.ignored, data.TypeKey(t))
	return m.entity(t)
}

// at returns the argument with a name, or else the one at a position.
func at(args []argument, i int, name string) value {
	for _, a := range args {
		if a.name == name {
			return a.value
		}
	}
	if i < len(args) && args[i].name == "" {
		return args[i].value
	}
	return value{}
}

// lambdaOf returns the last argument that is a lambda.
func lambdaOf(args []argument) value {
	for i := len(args) - 1; i >= 0; i-- {
		if args[i].kind == closure {
			return args[i].value
		}
	}
	return value{}
}

func typesOf(types []resolve.Type, args []argument) []resolve.Type {
	for _, a := range args {
		if a.kind == typeOf {
			types = append(types, a.typ)
		}
	}
	return types
}

// applied runs a configuration for its entities.
func (m *model) applied(v value, types []resolve.Type) {
	if v.kind != instance || v.object == nil {
		return
	}
	for _, i := range m.interfaces(v.object.typ, "IEntityTypeConfiguration") {
		if len(types) > 0 && data.TypeKey(types[0]) != data.TypeKey(i.Args[0]) {
			continue
		}
		if x := m.explicit(i.Args[0]); x != nil {
			m.configure(v.object, i.Args[0], value{kind: mapped, entity: x})
		}
	}
}

// configure runs the method Configure of a configuration for one entity.
func (m *model) configure(o *object, of resolve.Type, b value) {
	for _, c := range m.lineage(o.typ) {
		for _, id := range m.members[c.Def] {
			d := m.table.Def(id)
			if d.Name != "Configure" || len(d.Params) != 1 {
				continue
			}
			t := resolve.Substitute(m.paramType(id, 0), c.Def, c.Args)
			if len(t.Args) == 1 && data.TypeKey(t.Args[0]) == data.TypeKey(of) {
				m.invoke(id, o, []argument{{value: b}}, nil, nil)
				return
			}
		}
	}
}

// paramType returns the declared type of a parameter.
func (m *model) paramType(id resolve.DefID, i int) resolve.Type {
	d := m.table.Def(id)
	return m.binders[d.File].TypeOf(d.Params[i].Type, id, d.NameAt)
}

// scanned applies the configurations of a project; with a condition each may be
// excluded.
func (m *model) scanned(of value, condition bool) {
	tier := m.tier
	defer func() { m.tier = tier }()
	project := of.text
	if of.kind != assembly {
		project = m.project(m.table.Def(m.context).File)
		m.tier = resolve.WeakerTier(m.tier, graph.Heuristic)
	}
	if condition {
		m.tier = resolve.WeakerTier(m.tier, graph.Heuristic)
	}
	for _, c := range m.classes {
		d := m.table.Def(c)
		if d.Kind.IsType() && d.Kind != graph.KindInterface && len(d.TypeParams) == 0 &&
			!resolve.HasModifier(d, "abstract") && m.project(d.File) == project {
			if t := m.self(c); len(m.interfaces(t, "IEntityTypeConfiguration")) > 0 ||
				m.configuredType(t).Known() {
				m.applied(m.construct(t, nil), nil)
			}
		}
	}
}

// onEveryone evaluates a call on all entity types. If it renames them, the names are
// only known at run time.
func (m *model) onEveryone(e *parse.Expr, f *frame) value {
	args := m.arguments(e, f)
	switch e.Text {
	case "SetTableName", "ToTable":
		m.renamed = graph.Heuristic
		m.snake = m.snake || len(e.Args) > 0 && isSnakeCase(&e.Args[0].Value)
	case "SetSchema":
		m.setSchema(at(args, 0, "value"))
	case "Where", "ToList", "ToArray", "OrderBy", "AsEnumerable":
		return value{kind: everyone}
	}
	return value{}
}

// isSnakeCase reports whether an expression calls a function that, by its name,
// converts to snake case.
func isSnakeCase(e *parse.Expr) bool {
	found := false
	e.Walk(func(x *parse.Expr) {
		found = found || x.Kind == parse.ExprCall && (strings.Contains(x.Text, "Snake") ||
			strings.Contains(x.Text, "Underscore"))
	})
	return found
}

// onConventions evaluates a call in the method ConfigureConventions.
func (m *model) onConventions(e *parse.Expr, f *frame) value {
	types := typesOf(m.typeArgs(e, f), m.arguments(e, f))
	switch e.Text {
	case "Remove":
		m.withoutConvention(types)
	case "Properties":
		if len(types) > 0 {
			return value{kind: scalars, typ: types[0]}
		}
	case "ComplexProperties":
		for _, t := range types {
			m.scalarTypes[data.TypeKey(t)] = true
		}
	case "IgnoreAny":
		for _, t := range types {
			m.ignored[data.TypeKey(t)] = true
		}
	}
	return value{kind: conventions}
}

func (m *model) withoutConvention(types []resolve.Type) {
	for _, t := range types {
		switch resolve.LastName(m.outsideName(t)) {
		case "TableNameFromDbSetConvention":
			m.noSetNames = true
		case "PluralizingTableNameConvention":
			m.noPlurals = true
		}
	}
}

// leaves are calls on an entity builder that return another kind of builder.
var leaves = resolve.WordSet(`HasKey HasAlternateKey HasIndex HasData Navigation
	WithOwner HasTrigger InsertUsingStoredProcedure PrimitiveCollection HasCheckConstraint
	FindNavigation GetTableName GetProperties FindProperty AddIndex FindPrimaryKey`)

// onEntity evaluates a call on an entity builder. Most return the same builder.
func (m *model) onEntity(e *parse.Expr, x *entity, f *frame) value {
	args := m.arguments(e, f)
	self := value{kind: mapped, entity: x}
	switch {
	case x == nil, m.namesTable(e.Text, x, args), m.shapes(e.Text, x, args):
		return self
	case leaves[e.Text]:
		return value{}
	}
	switch e.Text {
	case "Property":
		return m.property(x, args)
	case "OwnsOne", "OwnsMany":
		return m.owns(x, e, args, f)
	case "HasOne", "HasMany", "HasRequired", "HasOptional":
		return m.relates(x, e, args, f)
	case "HasValue":
		for _, t := range m.typeArgs(e, f) {
			m.explicit(t)
		}
	case "HasDiscriminator":
	default:
		for _, a := range args {
			m.call(a.value, self)
		}
	}
	return self
}

// namesTable applies a call that sets the table of an entity, or another location of
// its rows; it returns false for other calls.
func (m *model) namesTable(call string, x *entity, args []argument) bool {
	switch call {
	case "ToTable":
		m.toTable(x, args)
	case "ToView":
		x.view = m.nameFrom(args, "name", "schema")
	case "SetTableName":
		x.table.set(m, at(args, 0, "name"))
	case "SetSchema":
		x.table.setSchema(m, at(args, 0, "schema"))
	case "SetViewName":
		x.view.set(m, at(args, 0, "name"))
	case "SetAnnotation", "HasAnnotation", "AddAnnotation":
		x.annotate(m, at(args, 0, "name"), at(args, 1, "value"))
	case "ToSqlQuery", "ToFunction", "ToInMemoryQuery":
		x.computed = true
	case "ToJson":
		x.json = true
	case "SplitToTable":
		x.split = append(x.split, m.nameFrom(args, "name", "schema"))
	default:
		return false
	}
	return true
}

// shapes applies a call that configures the properties or the base of an entity; it
// returns false for other calls.
func (m *model) shapes(call string, x *entity, args []argument) bool {
	switch call {
	case "UseTphMappingStrategy", "UseTptMappingStrategy", "UseTpcMappingStrategy":
		x.strategy = strings.ToUpper(call[3:6])
	case "Ignore":
		for _, p := range pathsOf(args) {
			x.ignored[p] = true
		}
	case "ComplexProperty", "ComplexCollection":
		for _, p := range pathsOf(args[:min(len(args), 1)]) {
			x.scalars[p] = true
		}
	case "HasBaseType":
		x.noBase = at(args, 0, "name").kind == null
	default:
		return false
	}
	return true
}

// toTable reads the name and schema of a table. An omitted schema means the default
// one, overriding earlier calls.
func (m *model) toTable(x *entity, args []argument) {
	first := at(args, 0, "name")
	if first.kind == closure {
		return
	}
	x.table = m.nameFrom(args, "name", "schema")
	if first.kind == null {
		x.table.none = true
	}
}

// nameFrom reads a name and a schema.
func (m *model) nameFrom(args []argument, name, schema string) tableName {
	var n tableName
	n.set(m, at(args, 0, name))
	if s := at(args, 1, schema); s.kind != closure && (s.kind != unknown || len(args) > 1) {
		n.setSchema(m, s)
	}
	return n
}

// property reads a property given by name, which is stored as it is.
func (m *model) property(x *entity, args []argument) value {
	for _, p := range pathsOf(args) {
		x.scalars[p] = true
		return value{kind: member, entity: x, text: p}
	}
	return value{}
}

// pathsOf lists the members that arguments name: by strings, or by a lambda that
// selects one or several.
func pathsOf(args []argument) []string {
	var out []string
	for _, a := range args {
		switch a.kind {
		case text:
			out = append(out, a.text)
		case closure:
			out = append(out, selected(a.value)...)
		}
	}
	return out
}

// selected lists the members that a lambda selects: x => x.A, x => new { x.A, x.B }.
func selected(fn value) []string {
	if len(fn.lambda.Args) == 0 {
		return nil
	}
	body := fn.frame.in.File.Slice(fn.lambda.Body)
	param := fn.lambda.Args[0].Name
	var out []string
	for rest := body; ; {
		i := strings.Index(rest, param)
		if i < 0 {
			return out
		}
		before := i == 0 || !isNameByte(rest[i-1])
		rest = rest[i+len(param):]
		after := strings.TrimLeft(rest, "!? \n\r\t)")
		if !before || !strings.HasPrefix(after, ".") {
			continue
		}
		if name := nameAt(after, 1+uint32(len(after[1:])-len(strings.TrimLeft(after[1:],
			" \n\r\t")))); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
}

func isNameByte(c byte) bool { return nameAt(string(c), 0) != "" }
