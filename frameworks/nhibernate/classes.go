package nhibernate

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A mapping is the configuration of a mapped class by the constructors of a mapping
// class.
type mapping struct {
	*reader
	of     *entity
	calls  []data.Chain // by (path, position)
	schema string
	table  *eval.Expr // the last call that sets the table
	noRows bool       // mapped to a query instead of a table
	union  bool       // subclasses have tables with all columns
}

// readClasses reads the mapping classes.
func (r *reader) readClasses() {
	found := map[resolve.DefID][]data.Chain{}
	data.EachChain(r.Tree, data.CSharp, func(c data.Chain) {
		if class := r.mappedIn(c.Calls[0]); class != resolve.None {
			found[class] = append(found[class], c)
		}
	})
	var unions []*entity
	for d := range r.Definitions(data.CSharp) {
		if d.Kind != graph.KindClass || r.Table.Canon[d.ID] != d.ID {
			continue
		}
		if m := r.mapping(d, found); m != nil && m.union {
			unions = append(unions, m.of)
		}
	}
	for _, e := range r.order {
		for _, u := range unions {
			if b := r.baseOf(e); b == u {
				e.way = apart
			}
		}
	}
}

// mappedIn returns the class whose constructor, or method Override, makes a call.
func (r *reader) mappedIn(x eval.Expr) resolve.DefID {
	for d := x.Def; d > resolve.None; d = r.Table.Def(d).Outer {
		if def := r.Table.Def(d); def.Kind == graph.KindConstructor || def.Name == "Override" {
			return r.Table.EnclosingType(d)
		}
	}
	return resolve.None
}

// mapping reads one mapping class; nil if it maps no class.
func (r *reader) mapping(d *resolve.Def, found map[resolve.DefID][]data.Chain) *mapping {
	self := resolve.Type{Def: d.ID, Owner: resolve.None}
	for _, s := range data.Supertypes(r.Table, self) {
		if s.Def > resolve.None || len(s.Args) == 0 || s.Args[0].Def <= resolve.None {
			continue
		}
		name := resolve.LastName(data.OutsideType(d.File, s.Type))
		w, ok := mappings[name]
		if !ok && name != "IAutoMappingOverride" {
			continue
		}
		m := &mapping{reader: r, of: r.entity(s.Args[0].Def, w)}
		line := r.Ancestry(d.ID)
		for i := len(line) - 1; i >= 0; i-- { // base class constructors run first
			m.calls = append(m.calls, found[line[i]]...)
		}
		m.read()
		return m
	}
	return nil
}

func (m *mapping) read() {
	for i := range m.calls {
		m.call(&m.calls[i])
	}
	class := m.Table.Def(m.of.class)
	switch {
	case m.noRows || m.of.way == single:
	case m.table == nil:
		m.of.own = tableNamed(m.schema, class.Name, m.implied)
	default:
		if name, ok := m.argument(*m.table); ok {
			m.of.own = tableNamed(m.schema, name, graph.Exact)
		}
	}
}

// argument returns the first argument of a call, if it is a string.
func (m *mapping) argument(x eval.Expr) (string, bool) {
	if len(x.Args) == 0 {
		return "", false
	}
	return m.Text(x.Sub(&x.Args[0].Value))
}

// isOwn reports whether a chain configures the class itself, rather than a part of it.
func (m *mapping) isOwn(c *data.Chain) bool {
	if c.Base == nil || c.Base.Kind == parse.ExprName && c.Base.Text == "this" {
		return true
	}
	def := m.Table.Def(c.Calls[0].Def)
	return def.Name == "Override" && len(def.Params) > 0 && def.Params[0].Name == c.Base.Text
}

// call reads a chain of calls.
func (m *mapping) call(c *data.Chain) {
	first := c.Calls[0]
	own := m.isOwn(c)
	switch name := first.Expr.Text; name {
	case "References", "ManyToOne", "HasOne", "OneToOne":
		m.one(c, own)
	case "HasMany", "HasManyToMany", "Bag", "Set", "List", "Map", "IdBag", "Array":
		if own && (name != "Map" || len(first.Args) > 2) {
			m.many(c)
		}
	case "Component":
		if own {
			m.component(c)
		}
	case "Join":
		m.join(first, own)
	case "Table":
		if own {
			m.table = &first
		}
	case "Schema":
		if own {
			m.schema, _ = m.argument(first)
		}
	case "Subselect":
		m.noRows = m.noRows || own
	case "DiscriminateSubClassesOnColumn":
		m.of.isRoot = m.of.isRoot || own
	case "UseUnionSubclassForInheritanceMapping":
		m.union = m.union || own
	}
}

// property returns the name of the property that the first argument of a call selects.
func property(x eval.Expr) string {
	if len(x.Args) == 0 {
		return ""
	}
	if path := data.Path(x.Sub(&x.Args[0].Value)); len(path) == 2 {
		return path[1]
	}
	return ""
}

// one reads a to-one property of the class, or of a component of it.
func (m *mapping) one(c *data.Chain, own bool) {
	x := c.Calls[0]
	rel := &relation{name: property(x), target: resolve.None, kind: toOne}
	if rel.name == "" {
		return
	}
	if x.Expr.Text == "HasOne" || x.Expr.Text == "OneToOne" {
		if rel.kind = reverse; m.says(c, "Constrained") {
			rel.kind = toOne
		}
	}
	if t := m.Given(x); t.Def > resolve.None {
		rel.target = m.Table.Canon[t.Def]
	}
	if part := m.partAround(x); !own && part != "" {
		class := m.propertyClass(m.of.class, part)
		if rel.target == resolve.None && class != resolve.None {
			rel.target = m.propertyClass(class, rel.name)
		}
		if rel.target == resolve.None {
			return
		}
	}
	m.of.within = append(m.of.within, rel)
}

// partAround returns the component whose mapping contains a call, or "".
func (m *mapping) partAround(x eval.Expr) string {
	for i := range m.calls {
		of := m.calls[i].Calls[0]
		if of.Expr.Text != "Component" || of.In != x.In {
			continue
		}
		for j := range of.Args {
			if f := &of.Args[j].Value; f.Kind == parse.ExprLambda && f.Body.Contains(x.At) {
				return property(of)
			}
		}
	}
	return ""
}

// says reports whether the rest of a chain, or a lambda among the arguments of its
// calls, has a call of that name.
func (m *mapping) says(c *data.Chain, name string) bool {
	_, ok := m.said(c, name)
	return ok
}

func (m *mapping) said(c *data.Chain, name string) (x eval.Expr, ok bool) {
	if x, ok := c.Call(name); ok {
		return x, true
	}
	for i := range m.calls {
		in, ok := m.calls[i].Call(name)
		if !ok || in.In != c.Calls[0].In {
			continue
		}
		for _, call := range c.Calls {
			for j := range call.Args {
				f := &call.Args[j].Value
				if f.Kind == parse.ExprLambda && f.Body.Contains(in.At) {
					return in, true
				}
			}
		}
	}
	return x, false
}

// many reads a collection. In mapping by code the last lambda specifies the relation.
func (m *mapping) many(c *data.Chain) {
	x := c.Calls[0]
	rel := &relation{name: property(x), target: resolve.None, kind: elements}
	if rel.name == "" {
		return
	}
	if t := m.Given(x); t.Def > resolve.None && x.Expr.Text[0] == 'H' {
		rel.target = m.Table.Canon[t.Def]
	}
	rel.join = m.tableIn(c)
	switch {
	case m.says(c, "Element") || m.says(c, "Component"):
	case x.Expr.Text == "HasManyToMany" || m.says(c, "ManyToMany"):
		rel.kind = manyToMany
	case x.Expr.Text == "HasMany" || m.says(c, "OneToMany"):
		rel.kind = toMany
	}
	m.of.within = append(m.of.within, rel)
}

// tableIn returns the table that a chain specifies, with its schema. The schema of the
// class does not apply to it.
func (m *mapping) tableIn(c *data.Chain) data.TableMapping {
	table, ok := m.said(c, "Table")
	if !ok {
		return data.TableMapping{}
	}
	name, ok := m.argument(table)
	if !ok {
		return data.TableMapping{}
	}
	schema := ""
	if of, ok := m.said(c, "Schema"); ok {
		schema, _ = m.argument(of)
	}
	return tableNamed(schema, name, graph.Exact)
}

// component reads a property whose values are in the table of the class.
func (m *mapping) component(c *data.Chain) {
	if name := property(c.Calls[0]); name != "" {
		m.of.within = append(m.of.within, &relation{name: name, kind: component,
			target: m.propertyClass(m.of.class, name)})
	}
}

// join reads a secondary table of the class.
//
//	Join("order_notes", j => { … })    Join("notes", j => { j.Table("order_notes"); … })
func (m *mapping) join(x eval.Expr, own bool) {
	if !own || len(x.Args) < 2 {
		return
	}
	c := &data.Chain{Calls: []eval.Expr{x}}
	t := m.tableIn(c)
	if name, ok := m.argument(x); ok && !m.says(c, "Table") {
		t = tableNamed("", name, graph.Exact)
	}
	m.of.more = append(m.of.more, named(t)...)
}
