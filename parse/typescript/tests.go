package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// words returns the set of the words in a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}

// The functions of Jest, Vitest, Mocha, Jasmine, node:test, Playwright, QUnit and Deno that
// register a test or a group of tests, and the members that modify them:
//
//	describe("orders", () => { it.each([1, 2])("places %d", async (n) => { … }); });
var (
	caseNames  = words("it test specify fit xit xtest")
	suiteNames = words("describe context suite fdescribe xdescribe module")
	variants   = words(`only skip each concurrent sequential parallel serial todo fails failing for
		if runIf skipIf todoIf fixme slow`)
)

// quotes replaces escaped quotes in titles.
var quotes = strings.NewReplacer(`\'`, `'`, `\"`, `"`, "\\`", "`")

// A testCall is a call that registers a test or a group of tests.
type testCall struct {
	word string     // it, test, describe, …
	name parse.Node // the title
	run  parse.Node // the function that runs it
}

// testCall reads a call in test code that registers a test; ok is false for other calls.
func (e *extractor) testCall(n parse.Node) (t testCall, ok bool) {
	if !e.f.Test || !n.Is("call_expression") {
		return t, false
	}
	if t.word = testWord(n.Field("function")); t.word == "" {
		return t, false
	}
	for a := range n.Field("arguments").Named {
		switch {
		case a.Is("comment"):
		case t.name.IsZero():
			if !a.Is("string", "template_string") {
				return t, false
			}
			t.name = a
		case isFunction(a):
			t.run = a
			return t, true
		}
	}
	return t, false
}

// testWord returns the function of a call that registers a test, without the object it
// belongs to and modifiers: it.only and it.each(table) are it, test.describe is describe.
// For other callees it returns "".
func testWord(callee parse.Node) string {
	for callee.Is("call_expression") { // it.each([…])("…", …), it.each`…`("…", …)
		callee = callee.Field("function")
	}
	path := strings.Split(dotted(callee), ".")
	if len(path) > 1 && (path[0] == "QUnit" || path[0] == "Deno") {
		path = path[1:]
	} else if path[0] == "module" {
		return ""
	}
	word := path[0]
	if !caseNames[word] && !suiteNames[word] {
		return ""
	}
	for _, member := range path[1:] {
		switch {
		case suiteNames[member]: // test.describe
			word = member
		case !variants[member]:
			return ""
		}
	}
	return word
}

// test defines a test or a group of tests as a function, which the references in its call
// belong to. Its name is its title after the function that registers it: no identifier
// has such a name, so a group named after a class does not hide the class.
func (e *extractor) test(t testCall, n parse.Node, l *lead) {
	d := e.definition(graph.KindFunction, t.word+" "+oneLine(quotes.Replace(unquote(t.name.Text()))), n, t.name, l)
	body := t.run.Field("body")
	d.Body, d.Breaks = body.Range(), breaksOf(body)
	e.signed(&d, n, l, body.Start())
	if !suiteNames[t.word] {
		d.Complexity = 1
	}
	def := e.define(d)
	keep := e.scope
	e.scope.owner, e.scope.def, e.scope.top = def, def, false
	if suiteNames[t.word] {
		e.suite = def
	}
	e.each(n)
	e.scope = keep
	e.made = def
}
