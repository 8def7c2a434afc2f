package linq2db

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A stated is the configured mapping of a class to its table.
type stated struct {
	schema, name string
	view         bool
	unknown      bool // a configured name is unknown
}

// class adds a stored class.
func (r *reader) class(id resolve.DefID) *stated {
	id = r.Table.Canon[id]
	s := r.stated[id]
	if s == nil {
		s = &stated{}
		r.stated[id] = s
		r.order = append(r.order, id)
	}
	return s
}

// findEntities finds the stored classes: those with an attribute, those mapped by
// builders, and those for which the tree has a table member.
func (r *reader) findEntities() {
	sets := map[resolve.DefID][]*resolve.Def{}
	for d := range r.Definitions(data.CSharp) {
		if d.Kind.IsType() {
			if x, ok := r.attribute(d.ID, "Table"); ok {
				r.byAttribute(r.class(d.ID), x)
			}
		} else if of := r.setOf(d); of != resolve.None {
			r.class(of)
			sets[of] = append(sets[of], d)
		}
	}
	r.EachCall(data.CSharp, func(x eval.Expr) {
		if x.Expr.Text != "GetTable" || x.Callee() != resolve.None {
			return
		}
		if t := r.Given(x); t.Def > resolve.None && !r.Table.Def(t.Def).File.Test {
			r.class(t.Def)
		}
	})
	data.EachChain(r.Tree, data.CSharp, r.built)
	for _, id := range r.order {
		t := r.tableOf(id)
		if t.Name == "" {
			continue
		}
		r.Entities.Add(id, t.Table, t.Tier)
		for _, d := range sets[id] {
			r.Out.Mappings = append(r.Out.Mappings, data.Mapping{Class: id, Table: t.Table, Tier: t.Tier,
				Context: r.Table.EnclosingType(d.ID), Set: d.ID})
		}
		if len(sets[id]) == 0 {
			r.Out.Map(id, []data.TableMapping{t})
		}
	}
}

// setOf returns the class of a table member of a connection; None for other members.
//
//	public ITable<Order> Orders => this.GetTable<Order>();
func (r *reader) setOf(d *resolve.Def) resolve.DefID {
	if d.Kind != graph.KindProperty && d.Kind != graph.KindField || len(d.Type.Args) != 1 ||
		!tables[resolve.LastName(d.Type.Name)] {
		return resolve.None
	}
	t := r.Binder(d.File).TypeOf(d.Type, d.ID, d.NameAt)
	if len(t.Args) != 1 || t.Def > resolve.None || t.Args[0].Def <= resolve.None {
		return resolve.None
	}
	return r.Table.Canon[t.Args[0].Def]
}

// attribute finds an attribute of the library on a definition.
func (r *reader) attribute(d resolve.DefID, name string) (x eval.Expr, ok bool) {
	for _, x := range r.Attributes(d) {
		if strings.TrimSuffix(x.Expr.Text, "Attribute") != name || !imports(x.In.File) {
			continue
		}
		full := r.ExternalName(x)
		if full == "" || !strings.Contains(full, ".") || strings.HasPrefix(full, library+".") {
			return x, true
		}
	}
	return x, false
}

// byAttribute reads the attribute of a class.
//
//	[Table("orders", Schema = "sales")]    [Table(Name = Names.Orders, IsView = true)]
func (r *reader) byAttribute(s *stated, x eval.Expr) {
	if a := x.Arg(0, "Name"); a != nil {
		s.name, s.unknown = r.text(x.Sub(a))
	}
	if a := x.Arg(-1, "Schema"); a != nil {
		s.schema, _ = r.text(x.Sub(a))
	}
	if a := x.Arg(-1, "IsView"); a != nil {
		s.view = a.Text == "true"
	}
}

func (r *reader) text(x eval.Expr) (text string, unknown bool) {
	text, ok := r.Text(x)
	return text, !ok
}

// built reads a chain of a mapping builder.
//
//	builder.Entity<Order>().HasTableName("orders").HasSchemaName("sales")
//	var order = builder.Entity<Order>(); order.HasTableName(name);
func (r *reader) built(c data.Chain) {
	if !imports(c.Calls[0].In.File) {
		return
	}
	of := r.builds(c)
	if of == resolve.None {
		return
	}
	s := r.class(of)
	for _, x := range c.Calls {
		if len(x.Args) == 0 {
			continue
		}
		switch arg := x.Sub(&x.Args[0].Value); x.Expr.Text {
		case "HasTableName":
			s.name, s.unknown = r.text(arg)
		case "HasSchemaName":
			s.schema, _ = r.text(arg)
		case "HasAttribute":
			if arg.Kind == parse.ExprNew && strings.HasPrefix(arg.Expr.Text, "Table") {
				r.byAttribute(s, arg)
			}
		}
	}
}

// builds returns the class that a chain maps, by a call in it or by its base builder;
// None for other chains.
func (r *reader) builds(c data.Chain) resolve.DefID {
	if x, ok := c.Call("Entity"); ok && len(x.TypeArgs) == 1 {
		if t := r.Given(x); t.Def > resolve.None {
			return r.Table.Canon[t.Def]
		}
		return resolve.None
	}
	if c.Base == nil || c.Base.Kind != parse.ExprName {
		return resolve.None
	}
	base := c.Calls[0].Sub(c.Base)
	t := base.In.ValueType(base.At)
	if resolve.LastName(data.OutsideType(base.In.File, t)) == "EntityMappingBuilder" &&
		len(t.Args) == 1 && t.Args[0].Def > resolve.None {
		return r.Table.Canon[t.Args[0].Def]
	}
	if l := base.Local(); l != nil {
		if values := r.LocalValues(base, l); len(values) == 1 && values[0].Kind == parse.ExprCall {
			of := data.ChainOf(values[0])
			of.Base = nil // follow one assignment only
			return r.builds(of)
		}
	}
	return resolve.None
}

// tableOf returns the table of a class: the one specified for it or a base class, or
// else one of its name. For an interface the leading I is dropped.
func (r *reader) tableOf(id resolve.DefID) data.TableMapping {
	for _, c := range r.Ancestry(id) {
		s := r.stated[c]
		if s == nil || c != id && s.name == "" {
			continue
		}
		if s.unknown {
			return data.TableMapping{}
		}
		if s.name != "" {
			t := data.Table{Schema: s.schema, Name: s.name, View: s.view}
			return data.TableMapping{Table: t, Tier: graph.Exact}
		}
	}
	d := r.Table.Def(id)
	name := d.Name
	if d.Kind == graph.KindInterface && len(name) > 1 && name[0] == 'I' {
		name = name[1:]
	}
	s := r.stated[id]
	return data.TableMapping{Table: data.Table{Schema: s.schema, Name: name, View: s.view}, Tier: r.implied}
}
