package mybatis

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// sessions are the types whose methods run a statement by name.
var sessions = resolve.WordSet(`
	org.apache.ibatis.session.SqlSession org.apache.ibatis.session.SqlSessionManager
	org.mybatis.spring.SqlSessionTemplate`)

// holders are the types whose methods getSqlSession and getSqlSessionTemplate return a
// session.
var holders = resolve.WordSet("org.mybatis.spring.support.SqlSessionDaoSupport")

// runners are the session methods that run a statement.
var runners = resolve.WordSet("selectOne selectList selectMap selectCursor select insert update delete")

// statements are the elements of a mapper file that can be run.
var statements = resolve.WordSet("select insert update delete")

// A catalog holds the statements that can be run by name.
type catalog struct {
	byName map[string][]resolve.DefID // by full name, and by its last component
	does   map[resolve.DefID][]data.Use
}

// catalog collects the statements of mapper files, and all reads and writes. Time is
// linear in the number of bindings of the tree.
func (r *reader) catalog() *catalog {
	if r.known != nil {
		return r.known
	}
	r.known = &catalog{map[string][]resolve.DefID{}, map[resolve.DefID][]data.Use{}}
	for _, b := range r.Files {
		if b.File.Language == mapperFile {
			r.known.add(r.Table, b.File)
		}
		if b.File.Language != mapperFile && b.File.Family != family {
			continue
		}
		for i := range b.Bindings {
			x := &b.Bindings[i]
			if x.Kind == graph.ReadsFrom || x.Kind == graph.WritesTo {
				r.known.does[x.From] = append(r.known.does[x.From],
					data.Use{Table: data.TableOf(r.Table, x), Ops: x.Ops, Tier: x.Tier})
			}
		}
	}
	return r.known
}

// mapperFile is the language of mapper files.
const mapperFile = "mybatis"

// add adds the statements of a mapper file by name.
func (c *catalog) add(table *resolve.Table, f *resolve.File) {
	if len(f.Imports) == 0 {
		return
	}
	for i := range f.Definitions {
		d := table.Def(f.ID(int32(i)))
		if len(d.Modifiers) == 0 || !statements[d.Modifiers[0]] {
			continue
		}
		for _, name := range []string{d.Name, f.Imports[0].Path + "." + d.Name} {
			c.byName[name] = append(c.byName[name], d.ID)
		}
	}
}

// sessionCall records the uses of the statement that a session call names.
//
//	session.selectOne("shop.OrderMapper.byId", id)
//	getSqlSession().selectOne("shop.OrderMapper.byId", id)
func (r *reader) sessionCall(x eval.Expr) {
	name := x.Arg(0, "")
	if name == nil || !runners[x.Expr.Text] || x.Callee() != resolve.None || x.Recv == nil {
		return
	}
	on := x.Sub(x.Recv)
	switch {
	case r.isOneOf(on.In.ValueType(on.At), x.In.File, sessions):
	case on.Kind == parse.ExprCall && on.Callee() == resolve.None && r.holds(on):
	default:
		return
	}
	r.runs(x, x.Def, x.Sub(name))
}

// holds reports whether a call returns the session of its receiver.
func (r *reader) holds(x eval.Expr) bool {
	if x.Expr.Text != "getSqlSession" && x.Expr.Text != "getSqlSessionTemplate" {
		return false
	}
	of := resolve.Type{Def: r.Table.EnclosingType(x.Def), Owner: resolve.None}
	if x.Recv != nil && x.Recv.Text != "this" && x.Recv.Text != "super" {
		of = x.In.ValueType(x.Recv.At)
	}
	return r.isOneOf(of, x.In.File, holders)
}

// isOneOf reports whether a type is, or derives from, a listed library type.
func (r *reader) isOneOf(of resolve.Type, at *resolve.File, known map[string]bool) bool {
	is := func(name string) bool { return known[name] }
	for _, s := range data.Supertypes(r.Table, of) {
		f := at
		if s.By != resolve.None {
			f = r.Table.Def(s.By).File
		}
		if s.Def <= resolve.None && data.KnownName(f, s.Name, is) != "" {
			return true
		}
	}
	return false
}

// nested records for a mapper method the uses of the statements that load parts of its
// results.
//
//	@Result(property = "lines", column = "id", many = @Many(select = "shop.LineMapper.byOrder"))
func (r *reader) nested(d *resolve.Def, x eval.Expr) {
	if (x.Expr.Text == "One" || x.Expr.Text == "Many") && isLibrary(r.ExternalName(x)) {
		if name := x.Arg(-1, "select"); name != nil {
			r.runs(x, d.ID, x.Sub(name))
		}
		return
	}
	for i := range x.Args {
		if v := &x.Args[i].Value; v.Kind != parse.ExprString {
			r.nested(d, x.Sub(v))
		}
	}
}

// runs records for d the uses of the statement of that name.
func (r *reader) runs(at eval.Expr, d resolve.DefID, name eval.Expr) {
	text, ok := r.Text(name)
	if !ok {
		return
	}
	for _, s := range r.statementsOf(r.Table.Def(d), text) {
		for _, u := range append(r.catalog().does[s], r.does[s]...) {
			u.By, u.File, u.At = d, at.In.File, at.At
			r.out.Uses = append(r.out.Uses, u)
		}
	}
}

// statementsOf lists the statements for a name. A full name refers to the statements of
// a mapper file or to methods of an interface; a name without a dot to the enclosing
// interface's, or else to the only statement of that name.
func (r *reader) statementsOf(by *resolve.Def, name string) []resolve.DefID {
	known := r.catalog().byName
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return append(slices.Clip(known[name]), r.methods(name[:i], name[i+1:])...)
	}
	if by.Outer != resolve.None {
		whole := r.fullName(by.Outer) + "." + name
		list := append(slices.Clip(known[whole]), r.methodsOf(by.Outer, name)...)
		if len(list) > 0 {
			return list
		}
	}
	if len(known[name]) == 1 {
		return known[name]
	}
	return nil
}

// fullName returns the binary name of a class.
//
//	shop.Orders$Mapper
func (r *reader) fullName(class resolve.DefID) string {
	d := r.Table.Def(class)
	if outer := r.Table.Def(d.Outer); d.Outer != resolve.None && outer.Kind.IsType() {
		return r.fullName(d.Outer) + "$" + d.Name
	}
	return strings.TrimPrefix(d.ModuleName+"."+d.Name, ".")
}

// methods lists the methods of that name in an interface, given by its full name.
func (r *reader) methods(class, name string) []resolve.DefID {
	outer, inner, _ := strings.Cut(class, "$")
	i := strings.LastIndexByte(outer, '.')
	for _, d := range r.Table.Top(family, outer[:max(i, 0)], outer[i+1:]) {
		for next := range strings.SplitSeq(inner, "$") {
			if list := r.Table.Own(d, next); len(list) > 0 && next != "" {
				d = list[0]
			}
		}
		if r.fullName(d) == class {
			return r.methodsOf(d, name)
		}
	}
	return nil
}

// methodsOf lists the methods of that name in an interface; nil for a class, which
// holds no statements.
func (r *reader) methodsOf(d resolve.DefID, name string) []resolve.DefID {
	if r.Table.Def(d).Kind != graph.KindInterface {
		return nil
	}
	return r.Table.Filter(r.Table.Own(d, name), resolve.IsMethod)
}
