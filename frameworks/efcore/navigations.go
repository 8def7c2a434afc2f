package efcore

import (
	"regexp"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// navigating are the methods of queries whose lambdas may read properties across navigations.
var navigating = resolve.WordSet(`Where Select SelectMany OrderBy OrderByDescending ThenBy
	ThenByDescending GroupBy Any All Count LongCount Sum Min Max Average First FirstOrDefault Single
	SingleOrDefault Last LastOrDefault AnyAsync AllAsync CountAsync LongCountAsync SumAsync MinAsync
	MaxAsync AverageAsync FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync
	LastOrDefaultAsync`)

// maxPaths bounds the paths that are read in one lambda.
const maxPaths = 50

// navigated records the tables that a query reads across the navigations in its lambdas.
//
//	db.Orders.Where(o => o.Customer.Name == name).SelectMany(o => o.Lines)
func (u *uses) navigated(e *parse.Expr, recv resolve.Type) {
	if !navigating[e.Text] || len(e.Args) == 0 || u.at.in.Referent(e.At).Def != resolve.None {
		return
	}
	of, ok := u.rowsOf(recv)
	if !ok {
		return
	}
	lambda := &e.Args[0].Value
	if lambda.Kind != parse.ExprLambda || len(lambda.Args) != 1 || lambda.Args[0].Name == "" {
		return
	}
	body := u.at.in.File.Slice(lambda.Body)
	path, err := regexp.Compile(`(?:^|[^\w.@])` + regexp.QuoteMeta(lambda.Args[0].Name) +
		`((?:\s*[!?]?\.\s*\w+)+)`)
	if err != nil {
		return
	}
	for _, m := range path.FindAllStringSubmatch(body, maxPaths) {
		u.across(e, of, strings.FieldsFunc(m[1],
			func(c rune) bool { return strings.ContainsRune("!?. \t\r\n", c) }))
	}
}

// across records the tables at the navigations of a path, except those of which it reads only the
// key, which the row before has, too.
func (u *uses) across(e *parse.Expr, of resolve.Type, path []string) {
	for i, name := range path {
		to, ok := u.navigate(of, name)
		if !ok {
			return
		}
		many := u.isMany(of, name)
		switch last := i == len(path)-1; {
		case !many && !last && (path[i+1] == "Id" || path[i+1] == u.table.Def(to.Def).Name+"Id"):
			return
		case many || !last || strings.HasPrefix(e.Text, "Select"):
			u.use(e.At, u.anywhere(to), 0)
			u.joined(e.At, of, name)
		}
		of = to
	}
}

// isMany reports whether a property holds several objects.
func (u *uses) isMany(of resolve.Type, name string) bool {
	for _, p := range u.propertiesOf(of) {
		if p.name == name {
			_, many := u.element(p.typ)
			return many
		}
	}
	return false
}
