package gotemplate

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/page"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxSources bounds chains of names.
const maxSources = 10

// give records the data passed to a template: a value of a type, or the members of a
// map or struct literal.
func (r *reader) give(template resolve.DefID, data eval.Expr, depth int) {
	if t := data.In.ValueType(data.At); t.Def > resolve.None || t.Form == parse.FormList {
		r.values.Give(template, parse.Here, t)
		return
	}
	if data.Kind == parse.ExprMap || data.Kind == parse.ExprList {
		if t := r.literalType(data); t.Def > resolve.None {
			r.values.Give(template, parse.Here, t)
		}
		for i := range data.Args {
			a := &data.Args[i]
			if name := strings.Trim(a.Name, "\"`"); name != "" {
				r.values.Give(template, parse.Here+name, data.In.ValueType(a.Value.At))
			}
		}
		return
	}
	if depth < maxSources {
		for _, v := range r.Evaluate(data) {
			if v.Expr != data.Expr {
				r.give(template, v, depth+1)
			}
		}
	}
}

// literalType returns the type of a composite literal.
func (r *reader) literalType(x eval.Expr) resolve.Type {
	text := strings.TrimLeft(x.In.File.Text[x.At:], "&")
	end := strings.IndexFunc(text, func(c rune) bool {
		return c != '.' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
	if end <= 0 || text[end] != '{' {
		return resolve.Unknown
	}
	return x.In.TypeOf(parse.TypeRef{Name: text[:end], At: x.At}, x.Def, x.At)
}

// registered records the functions that templates may call by the keys of a map.
//
//	template.New("").Funcs(template.FuncMap{"money": formatMoney})
func (r *reader) registered(x eval.Expr) {
	if x.Expr.Text != "Funcs" && x.Expr.Text != "SetFuncMap" || len(x.Args) != 1 {
		return
	}
	for _, v := range r.Evaluate(x.Sub(&x.Args[0].Value)) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			name := strings.Trim(v.Args[i].Name, "\"`")
			d := v.Sub(&v.Args[i].Value).Referent().Def
			if d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
				r.functions[name] = append(r.functions[name], d)
			}
		}
	}
}

// called records the functions that a template calls. Several functions of one name are
// ambiguous.
func (r *reader) called(f *resolve.File) {
	for i := range f.Page.Template.Refs {
		m := &f.Page.Template.Refs[i]
		list := r.functions[m.Name]
		if m.Kind != parse.MarkFunc || len(list) == 0 {
			continue
		}
		only := list[0]
		for _, d := range list[1:] {
			if d != only {
				only = resolve.None
			}
		}
		if only != resolve.None {
			r.out = append(r.out, page.Use{By: f.ID(m.Def), What: only, Kind: graph.Calls,
				At: eval.Place{File: f, At: m.At}, Tier: graph.Unique})
		}
	}
}

// types knows Go's types as seen by templates.
type types struct{ *eval.Tree }

// Member implements [page.Language]: a field or a method, which may be promoted.
func (t types) Member(of resolve.Type, name string) resolve.DefID {
	if of.Def < 0 {
		return resolve.None
	}
	lineage := t.Lineage(of.Def)
	for _, c := range lineage {
		if own := t.Table.Own(c, name); len(own) > 0 {
			return own[0]
		}
		for _, d := range t.Table.Named(family, name) {
			if !t.Table.Def(d).Receiver().IsZero() && t.Table.EnclosingType(d) == c {
				return d
			}
		}
	}
	return resolve.None
}

// Element implements [page.Language].
func (t types) Element(of resolve.Type) resolve.Type {
	switch {
	case of.Form == parse.FormList && len(of.Args) > 0:
		return of.Args[0]
	case of.Form == parse.FormMap && len(of.Args) > 1:
		return of.Args[1]
	case of.Def >= 0 && t.Table.Def(of.Def).Type.Form == parse.FormList: // a slice type
		d := t.Table.Def(of.Def)
		return t.Element(t.Binder(d.File).TypeOf(d.Type, d.ID, d.Type.At))
	}
	return resolve.Unknown
}
