package interest

import (
	"testing"

	"seedgraph/parse"
)

func TestHead(t *testing.T) {
	heads := map[string]*Head{
		"zero":      {},
		"plain":     {Languages: []string{"go"}, Words: []string{"orm", ".Find("}},
		"named":     {Languages: Scripts, Words: []string{"router"}, Names: []string{"'routers'"}},
		"attribute": {Languages: []string{"java"}, Words: []string{"@Get"}, Scope: parse.AttributeSites},
		"else": {Languages: []string{"csharp"}, Words: []string{"Orm"}, Else: []Head{
			{Needs: []string{"onnection"}, Words: []string{".Query"}},
			{Words: []string{"[Table"}, Scope: parse.AttributeSites}}},
	}
	for _, c := range []struct {
		head, language, text string
		scope                parse.SiteScope
		named                bool
	}{
		{"zero", "go", "orm", parse.NoSites, false},
		{"zero", "", "", parse.NoSites, false},
		{"plain", "go", "db.Find(1)", parse.AllSites, true},
		{"plain", "go", "db.First(1)", parse.NoSites, true},
		{"plain", "java", "orm", parse.NoSites, false},
		{"named", "tsx", "router.get()", parse.AllSites, false},
		{"named", "vue", "router.get()", parse.NoSites, false},
		{"named", "typescript", "import router from 'routers'", parse.AllSites, true},
		{"else", "csharp", "using Orm;", parse.AllSites, true},
		{"else", "csharp", "connection.Query(sql)", parse.AllSites, true},
		{"else", "csharp", "db.Query(sql)", parse.NoSites, true},
		{"else", "csharp", "[Table] db.Query(sql)", parse.AttributeSites, true},
		{"else", "java", "[Table]", parse.NoSites, false},
		{"attribute", "java", "@Get", parse.AttributeSites, true},
	} {
		h, src := heads[c.head], parse.Source{Text: c.text}
		if got := h.Sites(c.language, src); got != c.scope {
			t.Errorf("%s: %s %q: sites %v, want %v", c.head, c.language, c.text, got, c.scope)
		}
		if got := h.Named(c.language, src); got != c.named {
			t.Errorf("%s: %q: named %v, want %v", c.head, c.text, got, c.named)
		}
	}
}
