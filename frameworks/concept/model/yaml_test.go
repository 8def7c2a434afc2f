package model_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"seedgraph/frameworks/concept/model"
	"seedgraph/internal/hint"
)

// valid returns the rows of testdata/valid.yaml, which use every key.
func valid(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/valid.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestParse(t *testing.T) {
	list, err := model.Parse("m.yaml", valid(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 || list[1].Name != "acme-bus" || list[1].Line != 39 {
		t.Fatalf("%d libraries, the second %+v", len(list), list[1])
	}
	web := list[0]
	if c := web.Calls[1]; c.Route == nil || c.Route.Verb != "name" || c.Route.Path != "0" || c.Route.Handler != "last" ||
		c.Least != 2 || c.Most != 9 || c.Line != 12 || c.File != "m.yaml" || strings.Join(c.Method, " ") != "get post" {
		t.Errorf("call %+v route %+v", c, c.Route)
	}
	if c := list[2].Calls[6]; strings.Join(c.Table.Op, " ") != "insert update" || c.Table.Entity != "0|<0>" {
		t.Errorf("table %+v", c.Table)
	}
	if err := model.CheckAll(list); err != nil {
		t.Error(err)
	}
	if err := model.CheckAll(append(list, list[1])); err == nil || !strings.Contains(err.Error(), "m.yaml:39: m.yaml has a library acme-bus, too") {
		t.Errorf("a repeated name: %v", err)
	}
}

// wantError checks that rows are rejected with the file, a line and a remedy.
func wantError(t *testing.T, text string) *model.Error {
	t.Helper()
	_, err := model.Parse("m.yaml", text)
	var bad *model.Error
	switch {
	case err == nil:
		t.Error("no error")
	case !errors.As(err, &bad):
		t.Errorf("an error without a position: %v", err)
	case bad.File != "m.yaml" || bad.Line == 0 || !strings.HasPrefix(err.Error(), fmt.Sprintf("m.yaml:%d: ", bad.Line)):
		t.Errorf("%v: file %q, line %d", err, bad.File, bad.Line)
	case hint.Of(err) == "":
		t.Errorf("%v: no hint", err)
	}
	return bad
}

// TestMutations: each change of a valid row is an error of the line.
func TestMutations(t *testing.T) {
	text := valid(t)
	for i, c := range []struct{ old, new, problem string }{
		{"library: acme-web", "library: 'a*b'", `"a*b" is not the name of a library`},
		{"library: acme-web", "library: 3", "library is 3, not a text"},
		{"library: acme-web\n", "", "a library has no name"},
		{"language: typescript", "language: javascript", `language "javascript" of acme-web`},
		{"language: typescript\n", "", `language "" of acme-web`},
		{`modules: ["@acme/web"]`, "modules: []", "modules is an empty list"},
		{`modules: ["@acme/web"]`, `modules: ["@acme/web", "@acme/web"]`, `modules has "@acme/web" twice`},
		{`modules: ["@acme/web"]`, `modules: ["a b"]`, `"a b" is not a module`},
		{"modules: [\"@acme/web\"]\nwords: [router.get]", "words: [router.get]", "acme-web has no modules"},
		{"modules: [acme.com/bus]\n", "", "acme-bus has neither modules nor words"},
		{"words: [router.get]", "words: [r]", `the word "r" is in most files`},
		{"needs: [acme]", "needs: [' a ']", `the word " a " is in most files`},
		{"paths: colon", "paths: regex", `paths "regex"`},
		{"paths: colon", "package: web", "package is a key of libraries in Go"},
		{"first_match: true", "first_match: yes please", `first_match is "yes please", not true or false`},
		{"first_match: true", "first_match: 1", `first_match is "1", not true or false`},
		{"function: [createRouter]", "function: [create()]", `"create()" is not a name`},
		{"function: [createRouter]", "function: createRouter\n    method: [x]", "a call has 2 of function, method, new and member"},
		{"  - function: [createRouter]\n    returns: Router\n", "  - returns: Router\n", "a call has 0 of function, method, new and member"},
		{"returns: Router", "returns: Router<T>", `returns "Router<T>"`},
		{"returns: Router", "on: [Router]", "on is a key of methods and members"},
		{"prefix: 0.prefix", "prefix: a.", `prefix: "a." denotes no argument`},
		{"prefix: 0.prefix", "prefix: ''", `prefix: "" denotes no argument`},
		{"prefix: 0.prefix", "prefix: <0>", "a type argument is not a text"},
		{"{prefix: 0.prefix}", "{}", "prefix is missing"},
		{"least: 2", "least: many", `least is "many", not a number`},
		{"least: 2", "least: -1", `least is "-1", not a number`},
		{"most: 9", "most: 1", "most is 1, but least is 2"},
		{"verb: name, path: 0, handler: last", "verb: FETCH, path: 0, handler: last", `verb "FETCH"`},
		{"verb: name, path: 0, handler: last", "path: 0, handler: last", "a verb is missing"},
		{"verb: name, path: 0, handler: last", "verb: name, path: 0", "handler is missing"},
		{"[get, post]", "[get, fetchAll]", `verb: name, but "fetchAll" begins with no HTTP method`},
		{"[get, post]", "[get, get]", `method has "get" twice`},
		{"[get, post]", "[]", "method is an empty list"},
		{"{prefix: 0, router: 1}", "{prefix: 0}", "router is missing"},
		{"{prefix: 0, router: 1}", "{prefix: 0, router: 1, verb: GET}", `unknown key "verb"`},
		{"{base: 0.baseUrl}", "{base: 0.baseUrl}\n    request: {verb: GET, address: 0}", "client and request are in one row"},
		{"new: [Client]", "new: [Client]\n    returns: Other", "new returns the type that it creates"},
		{"address: 0|url,", "address: 0||url,", `address: "0||url" denotes no argument`},
		{", address: 0|url,", ",", "address is missing"},
		{"    request: {verb: GET, verb_arg: 1.method, address: 0|url, direct: true}\n", "", "a call without effect"},
		{"- name: [Controller]\n    group: {prefix: 0|path}", "- group: {prefix: 0|path}", "an annotation has no name"},
		{"name: [Controller]", "name: ['@Controller']", `"@Controller" is not a name`},
		{"name: [Get]", "name: [Controller]", ""},
		{"route: {verb: GET, path: 0}", "route: {verb: GET, path: 0, handler: 1}", "handler in a route of annotations"},
		{"route: {verb: GET, path: 0}", "mount: {router: 0}", "mount in annotations"},
		{"role: job", "role: daemon", `run: role "daemon"`},
		{"{role: job}", "{role: job, handler: 0}", "handler in a run of annotations"},
		{"- type: [Worker]\n    run", "- run", "a base has no type"},
		{"type: [Worker]", "type: ['Worker<T>']", `"Worker<T>" is not a name`},
		{"{role: hosted, methods: [start]}", "{role: hosted}", "a base type has no methods"},
		{"methods: [start]", "methods: ['start()']", `run: method "start()"`},
		{"run: {role: hosted, methods: [start]}", "route: {verb: GET, path: 0}", "route in bases"},
		{"library: acme-bus\nlanguage: go", "library: acme-bus\nlanguage: java", "package is a key of libraries in Go"},
		{"term: EVENT", "term: event", `term "event" is not in upper case`},
		{"system: acme\n", "", "a topic has no messaging system"},
		{"term: EVENT\n", "", "a topic has no term"},
		{"send: {topic: 1}", "send: {topic: 1, method: Handle}", "method is a key of topics with a handler"},
		{"send: {topic: 1}", "send: {}", "topic is missing"},
		{"empty: 0\n", "empty: zero zero\n", `empty: "zero zero" denotes no argument`},
		{"topic: 0..., handler: last, method: Handle", "topic: ...0", `topic: "...0" denotes no argument`},
		{"method: [Subscribe]", "method: [Publish]\n    empty: 0\n    send: {topic: 2}\n  - method: [Subscribe]", "Publish is described in line"},
		{"space: dotted", "space: yaml", `setting: space "yaml"`},
		{"space: variable, key: 0", "space: variable", "key is missing"},
		{"\n  - function: [Env]\n    setting: {space: variable, key: 0}", "\nannotations:\n  - name: [X]\n    run: {role: job}", "Go has no annotations"},
		{"\n  - function: [Env]\n    setting: {space: variable, key: 0}", "\nbases:\n  - type: [X]\n    run: {role: job, methods: [Run]}", "Go has no base types"},
		{"naming: snake_plural", "naming: kebab", `naming "kebab"`},
		{"naming: snake_plural", "naming: scripts", "naming scripts is one of base types in csharp"},
		{"schema: 1, op: none", "schema: 1, op: truncate", `table: op "truncate"`},
		{"{name: 0, schema: 1, op: none}", "{schema: 1, op: read}", "table: schema without name"},
		{"{name: 0, schema: 1, op: none}", "{op: none}", "table: op none without a table"},
		{"{name: 0, schema: 1, op: none}", "{}", "table: has neither name, entity, schema nor op"},
		{"{name: 0, schema: 1, op: none}", "{name: 0, entity: 1}", "name and entity are in one row"},
		{"op: [insert, update]", "op: [insert, read]", "table: op read with others"},
		{"op: [insert, update]", "op: [insert, insert]", `op has "insert" twice`},
		{"{schema: 0}", "{schema: 0, entity: 1}", "table: schema without name"},
		{"subquery: {name: 0}", "subquery: {}", "name is missing"},
		{"subquery: {name: 0}", "subquery: {name: 0}\n    table: {name: 0}", "subquery and table are in one row"},
		{"subquery: {name: 0}", "subquery: {name: <0>}", "name: a type argument is not a text"},
		{"tier: exact", "tier: certain", `tier "certain"`},
		{"term: EVENT", "term: EVENT\ntier: exact", "tier is a key of libraries with tables"},
		{"- type: [Update]\n    op: update", "- op: update", "a query has no type"},
		{"    op: update\n", "", "a query has no op"},
		{"    op: update\n", "    op: read\n", `queries: op "read"`},
		{"- type: [Update]\n", "- type: ['Update<T>']\n", `"Update<T>" is not a name`},
		{"- type: [Update]\n", "- type: [Update]\n    op: delete\n  - type: [Update]\n", "Update is described in line"},
		{"member: [Archive]", "member: [Archive]\n    table: {name: 0}", "a member has a type, but no arguments and no effect"},
		{"    returns: Db\n", "", "a member has a type, but no arguments and no effect"},
		{"member: [Archive]", "member: ['Archive()']", `"Archive()" is not a name`},
		{"table: {name: 0}\n  - member", "table: {name: 0, op: read}\n  - member", "queries of acme-db name no table"},
		{"renames: [TableNamer]", "renames: [T]", `the word "T" is in most files`},
		{"wildcards: [\".\", \"*\", \"#\"]", "wildcards: [., '*']", "wildcards are three texts, of libraries with topics"},
		{"term: EVENT", "term: EVENT\nnaming: snake", "naming and renames are keys of libraries with entities"},
		{"term: EVENT", "term: EVENT\nfirst_match: true", "paths and first_match are keys of libraries with routes"},
		{"naming: snake_plural", "naming: snake_plural\npaths: colon", "paths and first_match are keys of libraries with routes"},
		{"naming: snake_plural", "naming: snake_plural\nsystem: acme", "system and term are keys of libraries with topics"},
		{"direct: true", "direct: maybe", `direct is "maybe", not true or false`},
		{"term: EVENT", "term: EVENT\nany_class: true", "any_class is a key of libraries in csharp with calls that take entities"},
		{"any_class: true", "any_class: all", `any_class is "all", not true or false`},
		{"extends: [Connection]", "extends: [Connection]\n    on: [Db]", "extends is a key of methods in csharp, instead of on"},
		{"extends: [Connection]", "extends: ['*Connection']", `"*Connection" is not a name`},
		{"yields: <0>\n    table: {entity: <0>, op: read}", "yields: <0>\n    returns: Db", "yields is a key of calls in csharp with a table"},
		{"yields: <0>", "yields: <T>", `yields: "<T>" denotes no argument`},
		{"sql: {text: 0}", "sql: {text: 1}", `sql: text is "1", but only the first argument is read`},
		{"language: csharp", "language: python", "any_class is a key of libraries in csharp"},
		{"language: csharp\nmodules: [Acme.Data]\nnaming: snake_plural\nrenames: [TableNamer]\nany_class: true", "language: python\nmodules: [Acme.Data]",
			"sql in python"},
		{"lifetime: scoped", "lifetime: forever", `bind: lifetime "forever"`},
		{", implementation: <1>", "", "implementation is missing"},
		{"service: <0>", "service: <T>", `service: "<T>" denotes no argument`},
		{"{table: 0|Name, schema: Schema}", "{schema: Schema}", "entity: schema without table"},
		{"{member: TableName}", "{table: 0}", "entity: a base type has no arguments"},
		{"{member: TableName}", "{member: 'a-b'}", `entity: member "a-b"`},
		{"entity: {member: TableName}", "entity: *x", "unknown anchor 'x' referenced"},
		{"entity: {member: TableName}", "entity: &x {member: TableName}", "anchors and aliases are not supported"},
		{"calls:\n  - function", "calls:\n  function", ""},
		{"library: acme-db", "<<: {library: acme-db}", `unknown key "<<"`},
	} {
		t.Run(fmt.Sprintf("%d", i), func(t *testing.T) {
			if !strings.Contains(text, c.old) {
				t.Fatalf("%q is not in the rows", c.old)
			}
			if c.new == "name: [Controller]" { // the same annotation with another effect
				c.new, c.problem = "name: [Controller]\n    group: {prefix: 0}\n  - name: [Get]", "Controller is described in line"
			}
			bad := wantError(t, strings.Replace(text, c.old, c.new, 1))
			if bad != nil && !strings.Contains(bad.Problem, c.problem) {
				t.Errorf("problem %q, want %q", bad.Problem, c.problem)
			}
		})
	}
}

var keyOfLine = regexp.MustCompile(`^( *(?:- )?)(\w+):(.*)$`)

// TestMutatedLines misspells and repeats the key of every line, and replaces its value: each is an error,
// of the line itself if the key is unknown.
func TestMutatedLines(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(valid(t)), "\n")
	mutations := 0
	for i, line := range lines {
		m := keyOfLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for _, replaced := range []string{
			m[1] + m[2] + "x:" + m[3],
			line + "\n" + strings.Replace(m[1], "-", " ", 1) + m[2] + ":" + m[3],
			m[1] + m[2] + ": {unknown: {}}",
			m[1] + m[2] + ":",
		} {
			if m[3] == "" && strings.HasSuffix(replaced, ":") {
				continue // the key of a block, as it is
			}
			mutated := append(append(append([]string{}, lines[:i]...), replaced), lines[i+1:]...)
			mutations++
			t.Run(fmt.Sprintf("%d %s", i+1, replaced), func(t *testing.T) {
				bad := wantError(t, strings.Join(mutated, "\n"))
				if bad != nil && strings.HasPrefix(bad.Problem, "unknown key \""+m[2]+"x") && bad.Line != i+1 {
					t.Errorf("line %d, want %d", bad.Line, i+1)
				}
			})
		}
	}
	if mutations < 150 {
		t.Errorf("%d mutations", mutations)
	}
}

// TestNoRows: files without rows, and of other forms, are errors of the file.
func TestNoRows(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "- a\n", "a", "library: [", "\x00", strings.Repeat("[", 5000)} {
		_, err := model.Parse("m.yaml", text)
		if err == nil || !strings.HasPrefix(err.Error(), "m.yaml") || hint.Of(err) == "" {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// TestEveryKey: the valid rows have every key, so that the mutations meet all of them.
func TestEveryKey(t *testing.T) {
	text := valid(t)
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			f := of.Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
			if key == "-" {
				continue
			}
			if key != "" && !regexp.MustCompile(`[\s{]`+key+`:`).MatchString("\n"+text) {
				t.Errorf("no row has %s of %s", key, of.Name())
			}
			visit(f.Type)
		}
	}
	visit(reflect.TypeFor[model.Library]())
	if len(seen) < 15 {
		t.Errorf("%d types", len(seen))
	}
}
