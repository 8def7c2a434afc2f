package drizzle

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
)

// before lists the endings of SQL text that precede a table, with the operation on its
// rows.
var before = []struct {
	end *regexp.Regexp
	ops graph.Ops
}{
	{regexp.MustCompile(`(?i)\b(delete\s+from|truncate(\s+table)?)\s+(only\s+)?$`), graph.Delete},
	{regexp.MustCompile(`(?i)\binsert\s+(or\s+\w+\s+)?into\s+$`), graph.Insert},
	{regexp.MustCompile(`(?i)\breplace\s+into\s+$`), saves},
	{regexp.MustCompile(`(?i)^\s*update\s+(only\s+)?$|;\s*update\s+(only\s+)?$`), graph.Update},
	{regexp.MustCompile(`(?i)\b(from|join|using)\s+(only\s+|lateral\s+)?$`), reads},
}

// template records the tables interpolated into an SQL template; the words before each
// determine whether it is read or written. Columns are ignored, because their tables
// are interpolated as well.
//
//	db.execute(sql`select ${users.name} from ${users}`)
func (r *reader) template(x eval.Expr) {
	if x.Expr.Text != "sql" && x.Expr.Text != "" || r.library(x) != "sql" {
		return
	}
	text := ""
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprString {
			text += arg.Expr.Text
			continue
		}
		for _, v := range r.values.Of(arg) {
			e := r.Entity(v)
			if e == nil || v.Kind != data.ClassValue {
				continue
			}
			for _, b := range before {
				if b.end.MatchString(text) {
					r.out.Use(arg, e.Tables, b.ops, v.Tier)
					break
				}
			}
		}
		text = ""
	}
}
