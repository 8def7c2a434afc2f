package mybatis

import (
	"seedgraph/data"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// providers are the annotations that name the method which makes a statement.
var providers = resolve.WordSet("SelectProvider InsertProvider UpdateProvider DeleteProvider")

// provided enters for the method of a mapper what its provider does.
//
//	@SelectProvider(type = OrderSql.class, method = "open")
func (r *reader) provided(d *resolve.Def, x web.Term) {
	if !providers[x.Expr.Text] || !isLibrary(r.Outside(x)) {
		return
	}
	for _, p := range r.providersOf(d, x) {
		for _, u := range append(r.does[p], r.strings(p)...) {
			u.By, u.File, u.At = d.ID, x.In.File, x.At
			r.out.Uses = append(r.out.Uses, u)
		}
	}
}

// providersOf lists the methods that an annotation names: without a name the one that is called
// like the mapper's, else provideSql.
func (r *reader) providersOf(d *resolve.Def, x web.Term) []resolve.DefID {
	class := resolve.None
	for _, name := range []string{"type", "value"} {
		if v := x.Arg(0, name); v != nil && v.Kind == parse.ExprType && class == resolve.None {
			class = x.Sub(v).Meaning().Def
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
		return r.Table.Own(class, name)
	}
	if list := r.Table.Own(class, d.Name); len(list) > 0 {
		return list
	}
	return r.Table.Own(class, "provideSql")
}

// strings lists what the strings do that a method returns.
func (r *reader) strings(method resolve.DefID) []data.Use {
	var out []data.Use
	for _, v := range r.Values(method) {
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
