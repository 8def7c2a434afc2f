package data

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Chain is a query built by chained calls: the base of the first call, and the calls
// in the order in which they run.
//
//	db.select().from('orders').where({ id })    db, [select from where]
//	db('orders').first()                        no base, [db first]
type Chain struct {
	Base  *parse.Expr // nil if the first call is of a plain name
	Calls []eval.Expr
}

// ChainOf returns the chain that ends with a call.
func ChainOf(x eval.Expr) Chain {
	var c Chain
	e := x.Expr
	for ; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
		c.Calls = append(c.Calls, x.Sub(e))
	}
	for i, j := 0, len(c.Calls)-1; i < j; i, j = i+1, j-1 {
		c.Calls[i], c.Calls[j] = c.Calls[j], c.Calls[i]
	}
	c.Base = e
	return c
}

// Call returns the first call of that name in the chain; ok is false if it has no such
// call.
func (c *Chain) Call(name string) (x eval.Expr, ok bool) {
	for _, x := range c.Calls {
		if x.Expr.Text == name {
			return x, true
		}
	}
	return eval.Expr{}, false
}

// EachChain calls f for every maximal chain in the non-test files of the family. Each
// call is in one chain.
func EachChain(t *eval.Tree, family string, f func(Chain)) {
	inner := map[*parse.Expr]bool{}
	t.EachCall(family, func(x eval.Expr) {
		if inner[x.Expr] {
			return
		}
		c := ChainOf(x)
		for _, of := range c.Calls {
			inner[of.Expr] = true
		}
		f(c)
	})
}

// A QueryNames holds the names of subqueries in each file, which are not tables there.
type QueryNames map[*resolve.File]map[string]bool

// QueryNamesOf collects the names that calls of some methods take as their first
// argument, in the files of a family.
//
//	q.With("recent", sub)    q.WithRecursive("tree(id)", sub)
func QueryNamesOf(t *eval.Tree, family string, methods map[string]bool) QueryNames {
	out := QueryNames{}
	t.EachCall(family, func(x eval.Expr) {
		if methods[x.Expr.Text] && len(x.Args) > 0 {
			out.Add(t, x.Sub(&x.Args[0].Value))
		}
	})
	return out
}

// Add adds the name that an argument gives a subquery, possibly with columns: tree(id).
func (q QueryNames) Add(t *eval.Tree, x eval.Expr) {
	text, ok := t.Text(x)
	name, _, _ := strings.Cut(text, "(")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return
	}
	if q[x.In.File] == nil {
		q[x.In.File] = map[string]bool{}
	}
	q[x.In.File][name] = true
}

// Has reports whether a name is that of a subquery in the file of an expression, by
// such a call or in the text of a statement. It scans the file.
//
//	fmt.Sprintf("recent AS (%s)", sub)
func (q QueryNames) Has(x eval.Expr, name string) bool {
	if q[x.In.File][name] {
		return true
	}
	text := x.In.File.Text
	for {
		at := strings.Index(text, name+" ")
		if at < 0 {
			return false
		}
		rest := text[at+len(name):]
		whole := at == 0 || !isWordByte(text[at-1])
		if whole && (strings.HasPrefix(rest, " AS (") || strings.HasPrefix(rest, " as (")) {
			return true
		}
		text = rest
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c == '.' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// TableNamed returns the table for a name in a query, which may have a schema before it
// and an alias after it.
//
//	orders    shop.orders    orders as o
func TableNamed(name string) Table {
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	name = strings.NewReplacer(`"`, "", "`", "").Replace(name)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return Table{Schema: name[:i], Name: name[i+1:]}
	}
	return Table{Name: name}
}
