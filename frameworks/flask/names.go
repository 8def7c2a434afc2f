package flask

import (
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// nameOf returns the endpoint name of a rule on one of the objects that it is
// registered on.
func (r *reader) nameOf(at rule, on eval.Variable, handler resolve.DefID) string {
	name := r.Table.Def(handler).Name
	kind := makers[r.made[on]]
	outer := r.Table.Def(handler).Outer
	resource := kind == api || kind == namespace
	if resource && outer != resolve.None && r.Table.Def(outer).Kind.IsType() {
		name = r.resourceName(on, r.Table.Def(outer).Name)
	}
	if given, ok := r.option(at.Expr, "endpoint"); ok {
		name, _ = r.Text(given)
	} else if at.Expr.Text == "add_url_rule" {
		name = r.ruleName(at, name)
	}
	return r.nameBefore(on, 0) + name
}

// ruleName returns the name in add_url_rule(path, name, view), or the name of its view
// class.
func (r *reader) ruleName(at rule, otherwise string) string {
	given, view := at.Arg(1, ""), at.Arg(2, "view_func")
	if given == nil && view != nil && view.Text == "as_view" {
		given = view.Arg(0, "name")
	}
	if given == nil {
		return otherwise
	}
	name, _ := r.Text(at.Sub(given))
	return name
}

// option returns a keyword argument, which may be part of an unpacked one.
func (r *reader) option(x eval.Expr, name string) (value eval.Expr, ok bool) {
	if arg := x.Arg(-1, name); arg != nil {
		return x.Sub(arg), true
	}
	for i := range x.Args {
		if x.Args[i].Name != "**" {
			continue
		}
		for _, v := range r.Evaluate(x.Sub(&x.Args[i].Value)) {
			if arg := v.Arg(-1, name); v.Kind == parse.ExprMap && arg != nil {
				return v.Sub(arg), true
			}
		}
	}
	return eval.Expr{}, false
}

// resourceName returns the default name of a resource: flask_restful uses the class
// name in lower case, the others split it into words, prefixed with the name of the
// namespace.
//
//	OrderList: orderlist, order_list, shop_order_list
func (r *reader) resourceName(on eval.Variable, class string) string {
	if strings.HasPrefix(r.made[on], "flask_restful.") {
		return strings.ToLower(class)
	}
	var b strings.Builder
	if name := r.names[on]; name != "" {
		b.WriteString(name + "_")
	}
	runes := []rune(class)
	for i, c := range runes {
		if i > 0 && unicode.IsUpper(c) && (!unicode.IsUpper(runes[i-1]) ||
			i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// nameBefore returns the prefix of the endpoint names on a blueprint, or on an api or
// namespace that is mounted on one.
func (r *reader) nameBefore(on eval.Variable, depth int) string {
	switch makers[r.made[on]] {
	case blueprint:
		return r.names[on] + "."
	case api, namespace:
		for _, parent := range r.parents[on] {
			if depth < maxWrapped {
				return r.nameBefore(parent, depth+1)
			}
		}
	}
	return ""
}
