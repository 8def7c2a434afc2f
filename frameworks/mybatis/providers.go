package mybatis

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// providers are the annotations that name the method which makes a statement.
var providers = resolve.WordSet("SelectProvider InsertProvider UpdateProvider DeleteProvider")

// provided records for a mapper method the uses of its provider.
//
//	@SelectProvider(type = OrderSql.class, method = "open")
func (r *reader) provided(d *resolve.Def, x eval.Expr) {
	if !providers[x.Expr.Text] || !isLibrary(r.ExternalName(x)) {
		return
	}
	for _, p := range r.providersOf(d, x) {
		for _, u := range slices.Concat(r.does[p], r.strings(p), r.catalog().does[p]) {
			u.By, u.File, u.At = d.ID, x.In.File, x.At
			r.out.Uses = append(r.out.Uses, u)
			r.does[d.ID] = append(r.does[d.ID], u)
		}
	}
}

// providersOf lists the methods that an annotation names. Without a name it is the one
// named like the mapper method, or else provideSql.
func (r *reader) providersOf(d *resolve.Def, x eval.Expr) []resolve.DefID {
	class := resolve.None
	for _, name := range []string{"type", "value"} {
		if v := x.Arg(0, name); v != nil && v.Kind == parse.ExprType && class == resolve.None {
			class = x.Sub(v).Referent().Def
		}
	}
	if class <= resolve.None {
		return nil
	}
	class = r.Table.Canon[class]
	if v := x.Arg(-1, "method"); v != nil {
		name, ok := r.Text(x.Sub(v))
		if !ok {
			return nil
		}
		return r.inherited(class, name)
	}
	if list := r.inherited(class, d.Name); len(list) > 0 {
		return list
	}
	return r.inherited(class, "provideSql")
}

// inherited lists the methods of that name of a class: its own, or else those of the
// nearest base class that has any.
func (r *reader) inherited(class resolve.DefID, name string) []resolve.DefID {
	for _, c := range r.Lineage(class) {
		if list := r.Table.Own(c, name); len(list) > 0 {
			return list
		}
	}
	return nil
}

// maxChoices bounds nested conditional expressions, and locals assigned from themselves
// by one.
const maxChoices = 5

// forms replaces conditional expressions by their alternatives.
//
//	return old ? "SELECT * FROM old_orders" : ALL;
func (r *reader) forms(list []eval.Expr, left int) []eval.Expr {
	var out []eval.Expr
	for _, v := range list {
		if v.Kind != parse.ExprConditional {
			out = append(out, v)
			continue
		}
		for i := 0; i < len(v.Args) && left > 0; i++ {
			out = append(out, r.forms(r.Evaluate(v.Sub(&v.Args[i].Value)), left-1)...)
		}
	}
	return out
}

// strings lists the uses of the strings that a method returns.
func (r *reader) strings(method resolve.DefID) []data.Use {
	var out []data.Use
	for _, v := range r.forms(r.Values(method), maxChoices) {
		f, tier := data.Statements(r.Tree, v)
		if f == nil {
			continue
		}
		for i := range f.References {
			ref := &f.References[i]
			t := data.Table{Name: ref.Name}
			if len(ref.Recv) > 0 {
				t.Schema = ref.Recv[0].Name
			}
			switch {
			case !data.IsKnown(t.Schema, t.Name):
			case ref.Kind == parse.RefRead:
				out = append(out, data.Use{Table: t, Tier: tier})
			case ref.Kind == parse.RefWrite:
				out = append(out, data.Use{Table: t, Ops: ref.Op, Tier: tier})
			}
		}
	}
	return out
}
