package template_test

import (
	"slices"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/template"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(template.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestTakes checks that the content of a file determines its engine; most HTML has
// none.
func TestTakes(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"a.html", `<p th:text="${x}">`, "thymeleaf"},
		{"a.html", `<p data-th:text="${x}">`, ""},
		{"a.html", `<p data-th-text="${x}">`, "thymeleaf"},
		{"a.html", `<html xmlns:th="http://www.thymeleaf.org">`, "thymeleaf"},
		{"a.html", `<p>the width:5 and month: 3`, ""},
		{"a.html", `{% extends "x.html" %}`, "jinja"},
		{"a.html", `{%- if x -%}`, "jinja"},
		{"a.html", `<a href="{{ url_for('x') }}">`, "jinja"},
		{"a.j2", `{% set x = 1 %}`, "jinja"},
		{"a.html", `{% something %}`, ""},
		{"a.html", `{{define "x"}}{{end}}`, "gotemplate"},
		{"a.tmpl", `{{ .Name }}`, "gotemplate"},
		{"a.html", `{{ .Name }} {{#if x}}{{/if}}`, ""}, // Handlebars
		{"a.html", `{{ user.name }}`, ""},              // Angular, Vue and others
		{"a.html", `{{ if }`, ""},
		{"a.html", `<h1>Manual</h1>`, ""},
		{"a.html", ``, ""},
	} {
		got := ""
		if l := set.For(parse.Source{Path: c.path, Text: c.text}); l != nil {
			got = l.Name()
		}
		if got != c.want {
			t.Errorf("%s %q is for %q, want %q", c.path, c.text, got, c.want)
		}
	}
	if !set.NeedsContent("x/a.HTML") || set.NeedsContent("a.go") {
		t.Error("what is in a file decides for HTML, not for Go")
	}
}

// TestStrays checks that files of an engine count only if a program of the tree
// imports its library.
func TestStrays(t *testing.T) {
	facts := func(path, text string) *parse.Facts {
		src := parse.Source{Path: path, Text: text}
		f, err := set.For(src).Facts(nil, src)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	code := func(language, path string) *parse.Facts {
		return &parse.Facts{Language: language, Imports: []parse.Import{{Path: path}}}
	}
	jinja, gotmpl := facts("a.html", "{% if x %}"), facts("b.html", "{{.X}}")
	thymeleaf := facts("c.html", `<p th:text="${x}">`)
	for _, c := range []struct {
		name string
		code *parse.Facts
		want []int
	}{
		{"none", nil, []int{0, 1}},
		{"Django", code("python", "django.shortcuts"), []int{1}},
		{"one that begins like it", code("python", "djangoish"), []int{0, 1}},
		{"another language", code("go", "django"), []int{0, 1}},
		{"Go", code("go", "html/template"), []int{0}},
	} {
		got := set.Unhosted([]*parse.Facts{jinja, gotmpl, thymeleaf, nil, c.code})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	for _, seed := range []string{
		"", "{%", "{{", "{#", "{% macro %}", "{% macro a(%}{% endmacro %}", "{% url '", "{{ a|",
		"<a href=", "<a href='{{", "<!--", "<script>", "</a", "<a th:each='a:'>", "<a th:with='='>",
		"<a th:href='@{'>", "<a th:fragment='('>", "{{define \"a\"}}", "{{range}}{{end}}",
		"{{/*", "{{with $x := .A}}{{end}}", "<p th:object='*{a}' th:text='${a..b}'>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range template.Languages() {
			facts, err := l.Facts(nil, parse.Source{Path: "a.html", Text: text})
			if err != nil {
				t.Fatal(err)
			}
			if err := parsetest.Check(facts); err != nil {
				t.Errorf("%s: %v", l.Name(), err)
			}
		}
	})
}
