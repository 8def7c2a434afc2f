package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
)

// A router is a library that chooses among handlers. Its harness is a program that
// prints a JSON list: for each case the number of the handler that answers, none or
// refused.
type router struct {
	name     string
	requires []string
	runtime  runtime
	forms    map[shape]string // how a pattern is written, with %s for a name; shapes that are missing are not drawn
	verbs    []string         // the verbs of patterns; ANY for all
	harness  func(cases []routing) string
	source   func(cases []routing) map[string]string
}

// Answers of routers that are no numbers of handlers.
const (
	none    = -1
	refused = -2 // the library does not accept the patterns together, and the case does not count
)

// A routing is a request to an application with a few patterns, each with a handler
// of its own: h7_0 is the first of case 7.
type routing struct {
	number   int
	patterns []pattern
	verb     string
	path     string
}

// A pattern is a verb and a path in the notation of a router.
type pattern struct{ verb, path string }

// A shape is the kind of a segment of a pattern.
type shape int

const (
	literal   shape = iota // me
	parameter              // :p
	number                 // a parameter for digits
	word                   // a parameter for lower case letters
	prefixed               // a literal before a parameter
	optional               // a parameter that may be missing, at the end
	rest                   // the rest of the path, at the end
	inner                  // the same before another segment
	slash                  // a slash at the end
	exact                  // the same, if that of slash is a subtree
)

// values are the segments of requests that a shape may match, and at times does not.
var values = map[shape][]string{
	parameter: {"me", "new", "7", "abc", "v2"},
	number:    {"7", "42", "7", "abc", "me"},
	word:      {"abc", "me", "new", "7"},
	prefixed:  {"v2", "vme", "me"},
	optional:  {"", "me", "7"},
	rest:      {"me", "a/b", "7", "me/x", "a/b/c"},
	inner:     {"me", "a/b", "a/b/c"},
}

// routings draws n cases for a router; the same seed draws the same ones.
func (r *router) routings(seed uint64, n int) []routing {
	rnd := rand.New(rand.NewPCG(seed, 1))
	out := make([]routing, n)
	for i := range out {
		c := routing{number: i}
		var shapes [][]shape
		for range 2 + rnd.IntN(2) {
			p := r.pattern(rnd)
			shapes = append(shapes, p)
			c.patterns = append(c.patterns, pattern{r.verbs[rnd.IntN(len(r.verbs))], r.write(rnd, i, p)})
		}
		if rnd.IntN(8) == 0 { // the same again
			c.patterns[1] = c.patterns[0]
			shapes[1] = shapes[0]
		}
		at := rnd.IntN(len(shapes))
		c.verb, c.path = "GET", request(rnd, i, shapes[at], c.patterns[at].path)
		switch v := c.patterns[at].verb; rnd.IntN(10) {
		case 0:
			c.verb = "HEAD"
		case 1:
			c.verb = "POST"
		default:
			if v != "ANY" {
				c.verb = v
			}
		}
		out[i] = c
	}
	return out
}

func (r *router) pattern(rnd *rand.Rand) []shape {
	var out []shape
	n := 1 + rnd.IntN(2)
	for i := range n {
		s := shape(rnd.IntN(int(slash)))
		if rnd.IntN(3) == 0 {
			s = literal
		}
		switch {
		case r.forms[s] == "", (s == rest || s == optional) && i < n-1, s == inner && i == n-1:
			s = shape(rnd.IntN(2))
		}
		out = append(out, s)
	}
	if last := out[len(out)-1]; last != rest && last != optional && r.forms[slash] != "" && rnd.IntN(8) == 0 {
		out = append(out, slash)
		if r.forms[exact] != "" && rnd.IntN(2) == 0 {
			out[len(out)-1] = exact
		}
	}
	return out
}

var literals = []string{"me", "new", "x"}

func (r *router) write(rnd *rand.Rand, number int, shapes []shape) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/c%d", number)
	for i, s := range shapes {
		switch {
		case s == literal:
			b.WriteString("/" + literals[rnd.IntN(len(literals))])
		case strings.Contains(r.forms[s], "%s"):
			fmt.Fprintf(&b, r.forms[s], fmt.Sprintf("p%d", i))
		default:
			b.WriteString(r.forms[s])
		}
	}
	return b.String()
}

// request draws a path that a pattern matches, mostly.
func request(rnd *rand.Rand, number int, shapes []shape, path string) string {
	written := strings.Split(path, "/")[2:]
	var b strings.Builder
	fmt.Fprintf(&b, "/c%d", number)
	for i, s := range shapes {
		switch s {
		case literal:
			b.WriteString("/" + strings.TrimSuffix(written[i], "{")) // the brace of an optional one
		case slash, exact:
			b.WriteString("/")
		default:
			if v := values[s][rnd.IntN(len(values[s]))]; v != "" {
				b.WriteString("/" + v)
			}
		}
	}
	switch out := b.String(); rnd.IntN(16) {
	case 0:
		return strings.TrimSuffix(out, "/")
	case 1:
		return strings.TrimSuffix(out, "/") + "/"
	case 2:
		return out + "/more"
	default:
		return out
	}
}

// compareRoutes asks the router and the index for the winner of each case.
func (r *router) compareRoutes(indexer, dir string, cases []routing) (t tally, err error) {
	l := library{requires: r.requires, runtime: r.runtime}
	out, err := l.start(filepath.Join(dir, "harness"), r.harness(cases))
	if err != nil {
		return t, err
	}
	var real []int
	if err := json.Unmarshal(out, &real); err != nil {
		return t, err
	}
	got, err := answering(indexer, filepath.Join(dir, "tree"), r.source(cases))
	if err != nil {
		return t, err
	}
	for i, c := range cases {
		if real[i] != refused {
			t.count(c, real[i], got[fmt.Sprintf("load%d", i)])
		}
	}
	return t, nil
}

// A tally counts the cases of a router by their outcome. An answer is right if it is
// the handler that answers, or if neither side has one. It is surely wrong if it is wrong
// and of tier exact.
type tally struct {
	cases, right int
	surely       int
	list         []string // those that are not right
}

func (t *tally) count(c routing, real int, got answer) {
	t.cases++
	want := ""
	if real != none {
		want = fmt.Sprintf("h%d_%d", c.number, real)
	}
	if strings.Join(got.handlers, " ") == want {
		t.right++
		return
	}
	if got.tier == "exact" {
		t.surely++
	}
	var b strings.Builder
	for i, p := range c.patterns {
		fmt.Fprintf(&b, " %d: %s %s;", i, p.verb, p.path)
	}
	t.list = append(t.list, fmt.Sprintf("%s %s: %v %s, the library has %q;%s", c.verb, c.path, got.handlers, got.tier, want, b.String()))
}

// An answer has the handlers of the route that a function requests.
type answer struct {
	handlers []string
	tier     string
}

// answering builds an index of a tree and returns the answer for each function that
// makes a request, by its name.
func answering(indexer, dir string, files map[string]string) (map[string]answer, error) {
	g, err := graphOf(indexer, dir, files)
	if err != nil {
		return nil, err
	}
	handlers := map[string][]string{}
	for _, e := range g.edges {
		if e.Type == "Routes" && e.Tier != "heuristic" {
			handlers[e.Src] = append(handlers[e.Src], last(g.name[e.Dst]))
		}
	}
	out := map[string]answer{}
	for _, e := range g.edges {
		if e.Type == "Requests" {
			a := out[last(g.name[e.Src])]
			a.handlers, a.tier = append(a.handlers, handlers[e.Dst]...), e.Tier
			out[last(g.name[e.Src])] = a
		}
	}
	return out, nil
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
