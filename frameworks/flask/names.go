package flask

import (
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// nameOf is the name of an endpoint of a rule on one of what it is registered on.
func (r *reader) nameOf(at rule, on eval.Variable, handler resolve.DefID) string {
	name := r.Table.Def(handler).Name
	kind := makers[r.made[on]]
	outer := r.Table.Def(handler).Outer
	resource := kind == api || kind == namespace
	if resource && outer != resolve.None && r.Table.Def(outer).Kind.IsType() {
		name = r.resourceName(on, r.Table.Def(outer).Name)
	}
	if given, ok := r.option(at.Term, "endpoint"); ok {
		name, _ = r.Text(given)
	} else if at.Expr.Text == "add_url_rule" {
		name = r.ruleName(at, name)
	}
	return r.nameBefore(on, 0) + name
}

// ruleName is the name that add_url_rule(path, name, view) gives, or that its view has as a class.
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

// option is an argument with a name, which may be handed on with others.
func (r *reader) option(x eval.Term, name string) (value eval.Term, ok bool) {
	if arg := x.Arg(-1, name); arg != nil {
		return x.Sub(arg), true
	}
	for i := range x.Args {
		if x.Args[i].Name != "**" {
			continue
		}
		for _, v := range r.Reduce(x.Sub(&x.Args[i].Value)) {
			if arg := v.Arg(-1, name); v.Kind == parse.ExprMap && arg != nil {
				return v.Sub(arg), true
			}
		}
	}
	return eval.Term{}, false
}

// resourceName is the name of a resource without one: flask_restful writes that of its class small,
// the others with words apart, behind the name of a namespace.
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

// nameBefore is what the names of the endpoints of a blueprint begin with: those of what is on one, too.
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
