package model

import "testing"

func TestVerbOf(t *testing.T) {
	for name, want := range map[string]string{"get": "GET", "GetAsync": "GET", "DELETE": "DELETE", "del": "DELETE", "postForm": "POST",
		"any": Any, "All": Any, "fetch": "", "": "", "options": "OPTIONS", "putt": "PUT"} {
		if got := VerbOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestArgNotation(t *testing.T) {
	for _, a := range []Arg{"", "0", "12", "last", "1...", "path", "0|path", "1.topic.name", "<0>", "receiver", "receiver<1>", "0|<0>|name.a"} {
		if _, err := a.parse(); err != nil {
			t.Errorf("%q: %v", a, err)
		}
	}
	for _, a := range []Arg{"|", "0|", "-1", "123", "0.", ".a", "a b", "<>", "<10>", "last...", "a-b", "0..a", "receiver<x>", "1....", "0.1"} {
		if alts, err := a.parse(); err == nil {
			t.Errorf("%q is %+v", a, alts)
		}
	}
	alts, err := Arg("1...|path.to").parse()
	if err != nil || len(alts) != 2 || alts[0].at != 1 || !alts[0].rest || alts[1].name != "path" || alts[1].at != -1 ||
		len(alts[1].members) != 1 || alts[1].members[0] != "to" {
		t.Errorf("%+v, %v", alts, err)
	}
	if !Arg("0|<1>").isType() || Arg("0|a").isType() {
		t.Error("type arguments")
	}
}

// TestWithin: the name of a symbol in a module, whatever the version, the package or the submodule.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		language, module, full string
		want                   string
		ok                     bool
	}{
		{"go", "github.com/gin-gonic/gin", "github.com/gin-gonic/gin.Default", "Default", true},
		{"go", "github.com/gofiber/fiber", "github.com/gofiber/fiber/v2.App.Get", "App.Get", true},
		{"go", "github.com/x/y", "github.com/x/yz.F", "", false},
		{"typescript", "swr", "swr/immutable", "", true},
		{"typescript", "@acme/web", "@acme/web.createRouter", "createRouter", true},
		{"python", "flask", "flask.app.Flask", "Flask", true},
		{"python", "flask", "flask.abort", "abort", true},
		{"java", "org.springframework.kafka", "org.springframework.kafka.core.KafkaTemplate", "KafkaTemplate", true},
		{"java", "okhttp3", "okhttp3.Request.Builder", "Request.Builder", true},
		{"csharp", "Acme.Data", "Acme.Data.Query.Where", "Query.Where", true},
		{"csharp", "Acme.Data", "Acme.Database.Query", "", false},
	} {
		got, ok := within(&Library{Language: c.language, Modules: []string{c.module}}, c.full)
		if got != c.want || ok != c.ok {
			t.Errorf("%s in %s: %q %v, want %q %v", c.full, c.module, got, ok, c.want, c.ok)
		}
	}
}

// TestShorthands: the options for base types and SQL methods are rows.
func TestShorthands(t *testing.T) {
	list := []*Library{EntityRow([]string{"Record", "Acme.Entity"}), SQLRow([]string{"Run"}),
		{Naming: byScripts, Modules: []string{"Acme.Data"}, Bases: []Base{{Type: []string{"Base"}, Effect: Effect{Entity: &Entity{}}}}},
		{Calls: []Call{{Method: []string{"Exec"}, Effect: Effect{SQL: &SQL{Text: "0"}}}}}}
	bases := EntityBases(list)
	if len(bases) != 3 || bases[0] != "Record" || bases[1] != "Acme.Entity" || bases[2] != "Acme.Data.Base" {
		t.Errorf("bases %q", bases)
	}
	if names, parts := SQLMethods(list); len(names) != 1 || names[0] != "Exec" || len(parts) != 1 || parts[0] != "Run" {
		t.Errorf("names %q, parts %q", names, parts)
	}
	for _, l := range list[:2] {
		if err := Check(l); err != nil {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
}
