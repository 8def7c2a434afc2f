package efcore

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

func TestZZTypes(t *testing.T) {
	text, _ := os.ReadFile(os.Getenv("ZZ"))
	set := all.Set()
	p := parse.NewParser()
	facts, _ := set.Of("a.cs").Facts(p, parse.Source{Path: "a.cs", Text: string(text), Sites: parse.AllSites})
	r, _ := resolve.Resolve(context.Background(), []*parse.Facts{facts}, resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql")})
	x := newReader(r)
	for i := range facts.Sites {
		facts.Sites[i].Walk(func(e *parse.Expr) {
			t := r.Files[0].ValueType(e.At)
			m := r.Files[0].Meaning(e.At)
			fmt.Println(strings.Count(string(text[:e.At]), "\n")+1, e.Kind, e.Text, "type:", x.shortName(t), t.Form, "def:", m.Def, m.Outside)
		})
	}
}
