package all_test

import (
	"testing"

	"seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// TestSites: sites of files that may render templates are only read if the tree has
// templates of that language.
func TestSites(t *testing.T) {
	engines := interest.ReadersOf(all.Frameworks().Pages)
	for _, c := range []struct {
		lang, text string
		template   string // the language of the templates that render it
	}{
		{"python", "from django.shortcuts import render", "jinja"},
		{"python", "@register.filter\ndef money(value): ...", "jinja"},
		{"python", "return 1", ""},
		{"go", "import \"html/template\"", "gotemplate"},
		{"go", "func one(c *gin.Context) { c.HTML(200, \"one\", nil) }", "gotemplate"},
		{"go", "package main", ""},
		{"java", "import org.springframework.stereotype.Controller;", "thymeleaf"},
		{"java", "class Order { }", ""},
		{"csharp", "// import org.springframework.stereotype.Controller; html/template\" render", ""},
	} {
		code := engines.Of(c.lang, parse.Source{Text: c.text}, interest.AbsentLibraries{})
		for _, template := range []string{"gotemplate", "jinja", "thymeleaf", "razor"} {
			tree := code
			tree.Join(engines.Of(template, parse.Source{Text: "<p>"}, interest.AbsentLibraries{}))
			if got, want := tree.Needs(code), template == c.template; got != want {
				t.Errorf("%s %q with templates of %s: sites %v, want %v", c.lang, c.text, template,
					got, want)
			}
		}
	}
}
