package xorm

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A naming is the conversion of struct names to table names.
type naming struct {
	words          string // the mapper of the words: Snake, Same, Gonic
	prefix, suffix string
	tier           graph.Tier // heuristic if a part of the name is known only at run time
	known          bool
}

// of returns the table name of a struct.
func (n naming) of(name string) string {
	switch n.words {
	case "Snake":
		name = snakeCase(name)
	case "Gonic":
		name = gonicCase(name)
	}
	return n.prefix + name + n.suffix
}

// snakeCase inserts an underscore before every capital but the first: UserID is
// user_i_d.
func snakeCase(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i > 0 && c >= 'A' && c <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}

var (
	gonicWords = regexp.MustCompile(`([^A-Z])([A-Z])`)
	gonicRuns  = regexp.MustCompile(`([A-Z])([A-Z][^A-Z])`)
)

// gonicCase treats consecutive capitals as one word: UserID is user_id, HTTPServer
// http_server.
func gonicCase(name string) string {
	name = gonicWords.ReplaceAllString(name, "${1}_${2}")
	return strings.ToLower(gonicRuns.ReplaceAllString(name, "${1}_${2}"))
}

// namingOf returns the mapper that the connections of the tree use, by default the
// library's default; unknown if they use several. A mapper for tables only takes
// precedence over one for all names.
func (r *reader) namingOf() naming {
	given := map[string][]naming{}
	r.EachCall(data.Golang, func(x eval.Expr) {
		name := x.Expr.Text
		if (name == "SetMapper" || name == "SetTableMapper") && len(x.Args) == 1 &&
			r.isOfLibrary(x) && r.onConnection(x) {
			given[name] = append(given[name], r.mapper(x.Sub(&x.Args[0].Value)))
		}
	})
	list := given["SetTableMapper"]
	if list == nil {
		list = given["SetMapper"]
	}
	if list == nil {
		return naming{words: "Snake", tier: graph.Exact, known: true}
	}
	for _, n := range list[1:] {
		if n != list[0] {
			return naming{}
		}
	}
	return list[0]
}

// mapper reads a name mapper expression. An unknown prefix, from the configuration, is
// assumed to be empty.
//
//	names.SnakeMapper{}    names.NewPrefixMapper(names.GonicMapper{}, "shop_")
func (r *reader) mapper(x eval.Expr) naming {
	values := r.Evaluate(x)
	if len(values) != 1 {
		return naming{}
	}
	x = values[0]
	kind := mapperNamed(r.mapperType(x))
	switch words := strings.TrimSuffix(kind, "Mapper"); words {
	case "Snake", "Same", "Gonic":
		return naming{words: words, tier: graph.Exact, known: true}
	case "LintGonic":
		return naming{words: "Gonic", tier: graph.Exact, known: true}
	}
	made, ok := strings.CutPrefix(kind, "New")
	inner, part := x.Expr.Arg(0, "Mapper"), x.Expr.Arg(1, strings.TrimSuffix(made, "Mapper"))
	if !ok && x.Kind == parse.ExprCall || inner == nil {
		return naming{}
	}
	n := r.mapper(x.Sub(inner))
	if made == "CacheMapper" {
		return n
	}
	if part == nil {
		return naming{}
	}
	text, tier := r.KnownText(x.Sub(part))
	n.tier = resolve.WeakerTier(n.tier, tier)
	switch made {
	case "PrefixMapper":
		n.prefix = text + n.prefix
	case "SuffixMapper":
		n.suffix += text
	default:
		return naming{}
	}
	return n
}

// mapperType returns the full name of the type of a composite literal, or of the symbol
// that an expression names.
func (r *reader) mapperType(x eval.Expr) string {
	if x.Kind == parse.ExprCall && x.Expr.Text == "new" && x.Recv == nil && len(x.Args) == 1 {
		x = x.Sub(&x.Args[0].Value)
	}
	if x.Kind != parse.ExprList && x.Kind != parse.ExprMap {
		return r.ExternalName(x)
	}
	name, _, _ := strings.Cut(x.In.File.Text[x.At:], "{")
	t := x.In.TypeOf(parse.TypeRef{Name: name, At: x.At}, x.Def, x.At)
	if t.Def > resolve.None {
		return ""
	}
	return t.Module + "." + t.Name
}
