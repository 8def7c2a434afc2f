package dapper

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// stores are the methods of Dapper.Contrib, and their operations on the rows of a
// class.
var stores = map[string]graph.Ops{"Get": 0, "GetAll": 0, "Insert": graph.Insert,
	"Update": graph.Update, "Delete": graph.Delete, "DeleteAll": graph.Delete}

// returns is the return type of a Dapper.Contrib method: objects of the class that it
// reads.
func (r *reader) returns(x eval.Expr) resolve.Type {
	if x.Kind != parse.ExprCall || !r.isContrib(x) {
		return resolve.Unknown
	}
	switch strings.TrimSuffix(x.Expr.Text, "Async") {
	case "Get":
		return r.Given(x)
	case "GetAll":
		return data.RowsOf(r.Given(x))
	}
	return resolve.Unknown
}

// isContrib reports whether the target of a call is a Dapper.Contrib method.
func (r *reader) isContrib(x eval.Expr) bool {
	name := strings.TrimSuffix(x.Expr.Text, "Async")
	_, ok := stores[name]
	if !ok || x.Recv == nil || x.Callee() != resolve.None || !r.imports(x.In.File, contrib) {
		return false
	}
	reads := strings.HasPrefix(name, "Get") || name == "DeleteAll"
	if reads && len(x.TypeArgs) != 1 || !reads && len(x.Args) == 0 {
		return false
	}
	if full := x.Referent().External; full != "" && !strings.HasPrefix(full, contrib) {
		return false
	}
	return r.isConnection(x.Sub(x.Recv))
}

// isConnection reports whether an expression may be a connection: its type is one, or
// is unknown.
func (r *reader) isConnection(x eval.Expr) bool {
	if x.Kind == parse.ExprName && x.Expr.Text == "SqlMapperExtensions" {
		return true
	}
	t := x.In.ValueType(x.At)
	if !t.Known() {
		return true
	}
	for _, s := range data.Supertypes(r.Table, t) {
		name := resolve.LastName(s.Name)
		if s.By == resolve.None {
			name = resolve.LastName(data.OutsideType(x.In.File, s.Type))
		}
		if s.Def <= resolve.None && strings.HasSuffix(name, "Connection") {
			return true
		}
	}
	return false
}

// findEntities finds the stored classes: those with an attribute of the library, and
// those that its methods read and write.
func (r *reader) findEntities() {
	r.EachAttribute(data.CSharp, func(of *resolve.Def, x eval.Expr) {
		if of.Kind.IsType() && attribute(x) == "Table" && r.imports(x.In.File, contrib) {
			r.entity(of.ID)
		}
	})
	var generic []resolve.Type
	for _, x := range r.calls {
		if !r.isContrib(x) {
			continue
		}
		switch t := r.storedType(x); {
		case t.Def > resolve.None:
			r.entity(t.Def)
		case t.Owner != resolve.None:
			generic = append(generic, t)
		}
	}
	for _, t := range generic {
		all := data.GenericsOf(r.Tree, data.CSharp)
		for _, c := range all.BoundTypes(resolve.TypeVar{Owner: t.Owner, Param: t.Param}) {
			if c.Def > resolve.None {
				r.entity(c.Def)
			}
		}
	}
}

// attribute returns the name of an attribute.
func attribute(x eval.Expr) string { return strings.TrimSuffix(x.Expr.Text, "Attribute") }

// storedType returns the class whose rows a method reads or writes.
//
//	db.Get<Order>(1)    db.Insert(order)    db.Insert(new List<Order> { … })
func (r *reader) storedType(x eval.Expr) resolve.Type {
	if len(x.TypeArgs) == 1 {
		t := r.Given(x)
		if of, ok := data.ElementOf(x.In.File, t); ok {
			return of
		}
		return t
	}
	if arg := x.Arg(0, "entityToInsert"); arg != nil {
		return r.Element(x.Sub(arg))
	}
	for _, name := range []string{"entityToUpdate", "entityToDelete"} {
		if arg := x.Arg(-1, name); arg != nil {
			return r.Element(x.Sub(arg))
		}
	}
	return resolve.Unknown
}

// entity records a stored class, in the table that its attribute names. The attribute
// is not inherited. The default is the class name with an s appended; for an interface
// the leading I is dropped.
//
//	[Table("sales.Orders")] class Order    interface ICustomer    // Customers
func (r *reader) entity(id resolve.DefID) {
	id = r.Table.Canon[id]
	d := r.Table.Def(id)
	if r.Entities[id] != nil || !d.Kind.IsType() || d.File.Test {
		return
	}
	t := data.TableMapping{Tier: r.implied}
	if t.Name = d.Name + "s"; d.Kind == graph.KindInterface && strings.HasPrefix(d.Name, "I") {
		t.Name = t.Name[1:]
	}
	for _, x := range r.Attributes(id) {
		if attribute(x) != "Table" {
			continue
		}
		arg := x.Arg(0, "tableName")
		if arg == nil {
			continue
		}
		name, ok := r.Text(x.Sub(arg))
		if !ok {
			return
		}
		t = data.TableMapping{Table: named(name), Tier: graph.Exact}
	}
	r.Entities.Add(id, t.Table, t.Tier)
	r.Out.Map(id, []data.TableMapping{t})
}

// named returns the table for a name in statement notation: its parts may be in
// brackets.
func named(name string) data.Table {
	name = strings.NewReplacer("[", "", "]", "", `"`, "", "`", "").Replace(name)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return data.Table{Schema: name[:i], Name: name[i+1:]}
	}
	return data.Table{Name: name}
}

// stored records the table use of a call.
func (r *reader) stored(x eval.Expr) {
	if !r.isContrib(x) {
		return
	}
	r.Use(x, r.storedType(x), stores[strings.TrimSuffix(x.Expr.Text, "Async")])
}
