package search

import (
	"math"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

func TestQueriesAreOfAKind(t *testing.T) {
	page := strings.Repeat("the server answers twice when a client disconnects early\n", 6)
	for text, want := range map[string]Kind{
		"OrderService.Place":                     KindSymbol,
		"order":                                  KindSymbol,
		"order repository":                       KindWords,
		"fix the retry of lost connections":      KindChange,
		"okhttp: keep idle connections":          KindChange,
		"fix(redis): keep idle connections":      KindChange,
		"keep-alive connections and their reuse": KindProse,
		"reading and writing of object nodes":    KindProse,
		"Removed assignments of return values":   KindChange,
		"[Import] insufficient rights raised":    KindProse,
		"the backend must answer in order":       KindChange,
		"port not used by the transport":         KindChange,
		"added a table of sort parameters":       KindChange,
		"how are orders billed":                  KindArchitecture,
		"request lifecycle and its hooks":        KindArchitecture,
		"java.io.IOException: broken pipe at x":  KindMessage,
		"panic: runtime error\nmain.go:12":       KindMessage,
		"it fails\n  at Shop.Place(Order.cs:3)":  KindMessage,
		page:                                     KindReport,
		foldLines(page):                          KindSentence,
	} {
		if got := parseQuery(text, Defaults(), kindOf).kind; got != want {
			t.Errorf("%q is of kind %s, want %s", text, got, want)
		}
	}
}

// foldLines joins the lines of a text.
func foldLines(text string) string { return strings.Join(strings.Fields(text), " ") }

// TestLongSentencesIgnoreFiles checks that the rest of a file adds to the score of its
// nodes, but not for a request of many words in one line.
func TestLongSentencesIgnoreFiles(t *testing.T) {
	if of := Defaults().For(KindSentence); of[weightFile] != 0 {
		t.Errorf("a sentence: %g of the file", of[weightFile])
	}
	if of := Defaults().For(KindReport); of[weightFile] == 0 {
		t.Error("a page: nothing of the file")
	}
}

func TestScopes(t *testing.T) {
	for text, want := range map[string][]string{
		"okhttp: keep connections":           {"okhttp"},
		"fix(redis): keep connections":       {"redis"},
		"xds, netty: keep connections":       {"xds", "netty"},
		"fix: keep connections":              nil,
		"feat(core/auth)!: keep connections": {"core", "auth"},
		"keep connections":                   nil,
	} {
		if got := scopeOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for path, want := range map[string]bool{
		"okhttp/src/Call.java": true, "src/OkHttp.java": true, "src/notokhttp.java": false,
		"src/Call.java": false,
	} {
		if got := inScope(path, []string{"okhttp"}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestFilesOutsideTheScopeCountLess(t *testing.T) {
	in, out := method("A.reconnect: lost connections"), method("B.reconnect: lost connections")
	in.Path, out.Path = "netty/a.go", "okhttp/b.go"
	m := newMemory(in, out)
	for text, first := range map[string]string{
		"netty: reconnect lost connections":  "A.reconnect",
		"okhttp: reconnect lost connections": "B.reconnect",
	} {
		if got := found(t, m, text, Options{Limit: 2}); got[0] != first {
			t.Errorf("%s: got %q", text, got)
		}
	}
}

func TestRoots(t *testing.T) {
	for _, family := range []string{"parse parser parsing parsed",
		"serialize serializer serialization",
		"validate validation validator", "configure configuration", "decode decoder decoding"} {
		words := strings.Fields(family)
		for _, w := range words[1:] {
			if root(w) != root(words[0]) {
				t.Errorf("root of %s: %s, of %s: %s", w, root(w), words[0], root(words[0]))
			}
		}
	}
	for a, b := range map[string]string{"order": "orbit", "user": "use", "interest": "internal"} {
		if root(a) == root(b) {
			t.Errorf("%s and %s have one root", a, b)
		}
	}
}

// weighted searches with changed weights.
func weighted(t *testing.T, m *memory, text string, pairs map[string]float64) []string {
	t.Helper()
	w := Defaults()
	for name, value := range pairs {
		if err := w.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return found(t, m, text, Options{Limit: 20, Weights: w})
}

func TestFamiliesFindOtherFormsOfAWord(t *testing.T) {
	m := newMemory(method("A.a: the encoder of bodies"), method("B.b: bodies alone are here"))
	text := "bodies and their encoding"
	if got := weighted(t, m, text, map[string]float64{"prose.family": 0.5}); got[0] != "A.a" {
		t.Errorf("got %q", got)
	}
	if got := weighted(t, m, "encoding it", map[string]float64{"family": 0}); len(got) != 0 {
		t.Errorf("without families: got %q", got)
	}
	if got := weighted(t, m, "encoding it", map[string]float64{"family": 0.5}); len(got) != 1 {
		t.Errorf("with families: got %q", got)
	}
}

func TestSynonyms(t *testing.T) {
	m := newMemory(method("A.a: cfg is read"), method("B.b: the weather"))
	if got := found(t, m, "load the configuration", Options{Limit: 9}); !slices.Equal(got,
		[]string{"A.a"}) {
		t.Errorf("built-in: got %q", got)
	}
	s := Synonyms{}
	s.Read("# ours\nsunshine = weather, climate # and so on\n")
	if got := found(t, m, "the sunshine report", Options{Limit: 9, Synonyms: s}); !slices.Equal(got,
		[]string{"B.b"}) {
		t.Errorf("added: got %q", got)
	}
	if got := found(t, m, "fix the sunshine", Options{Limit: 9, Synonyms: s}); !slices.Equal(got,
		[]string{"B.b"}) {
		t.Errorf("added, for a change: got %q", got)
	}
	if got := found(t, m, "load the configuration", Options{Limit: 9, Synonyms: s}); !slices.Equal(got,
		[]string{"A.a"}) {
		t.Errorf("built-in, next to added ones: got %q", got)
	}
	if got := weighted(t, m, "load the configuration",
		map[string]float64{"synonym": 0}); len(got) != 0 {
		t.Errorf("switched off: got %q", got)
	}
}

func TestFileNamesWithWordsOfTheQuery(t *testing.T) {
	a, b := method("A.run: cookie jar of it"), method("B.run: cookie jar of it")
	a.Path, b.Path = "lib/session.go", "lib/cookie_jar.go"
	m := newMemory(a, b)
	only := map[string]float64{"path": 0, "stem": 0}
	if got := weighted(t, m, "jar of each cookie", only); got[0] != "A.run" {
		t.Errorf("without the rule: got %q", got)
	}
	only["stem"] = 0.5
	if got := weighted(t, m, "jar of each cookie", only); got[0] != "B.run" {
		t.Errorf("with the rule: got %q", got)
	}
}

func TestFilesCountAsAWhole(t *testing.T) {
	nodes := []graph.Node{method("A.one: lost lost lost"), method("B.one: lost"),
		method("B.two: message"), method("B.three: broker")}
	for i := range nodes[1:] {
		nodes[i+1].Path = "b.go"
	}
	m := newMemory(nodes...)
	off := map[string]float64{"file": 0, "stem": 0, "path": 0}
	text := "lost message of a broker"
	if got := weighted(t, m, text, off); got[len(got)-1] != "B.one" && got[0] == "B.one" {
		t.Errorf("without the rule: got %q", got)
	}
	off["document"] = 3
	if got := weighted(t, m, text, off); got[3] != "A.one" {
		t.Errorf("with the rule: got %q", got)
	}
}

// TestNodesOfAFileSpeakForEachOther checks that a matching node raises the other nodes of
// its file.
func TestNodesOfAFileSpeakForEachOther(t *testing.T) {
	nodes := []graph.Node{method("A.one: lost"), method("B.one: lost"), method("B.two: message")}
	nodes[1].Path, nodes[2].Path = "b.go", "b.go"
	m := newMemory(nodes...)
	w := map[string]float64{"file": 0, "stem": 0, "path": 0}
	got := weighted(t, m, "lost message", w)
	if slices.Index(got, "A.one") > slices.Index(got, "B.one") {
		t.Errorf("without the rule: got %q", got)
	}
	w["file"] = 2
	if got = weighted(t, m, "lost message", w); got[2] != "A.one" {
		t.Errorf("with the rule: got %q", got)
	}
}

func TestShortBodiesCountLess(t *testing.T) {
	long := method("B.send: the message goes to a broker that is on line and then on")
	m := newMemory(method("A.send: message"), long)
	off := map[string]float64{"size": 0, "b": 0.9}
	if got := weighted(t, m, "send a message", off); got[0] != "A.send" {
		t.Errorf("without the rule: got %q", got)
	}
	off["size"] = 2
	if got := weighted(t, m, "send a message", off); got[0] != "B.send" {
		t.Errorf("with the rule: got %q", got)
	}
}

// TestLongBodiesCostMoreInABudget checks that for a change request, a list prefers long
// bodies, whereas packing into a budget demotes them.
func TestLongBodiesCostMoreInABudget(t *testing.T) {
	m := newMemory(method("A.send: message"),
		method("B.send: the message goes to a broker that is on line and then on"))
	for _, packed := range []bool{false, true} {
		w := Defaults()
		for name, value := range map[string]float64{"size": 2, "b": 0.9} {
			if err := w.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		want := map[bool]string{false: "B.send", true: "A.send"}[packed]
		got := found(t, m, "send a message", Options{Limit: 2, Weights: w, Packed: packed})
		if got[0] != want {
			t.Errorf("packed %t: got %q, want %s first", packed, got, want)
		}
	}
	if v := Defaults().For(KindChange); v[weightSize] <= 0 || v[weightPackedSize] <= 0 {
		t.Errorf("requests for changes: size %g, pack-size %g", v[weightSize],
			v[weightPackedSize])
	}
}

// TestFurtherHitsOfANameCountLessInABudget checks that a second overload ranks below
// another method, and that its score shows this; a list keeps it.
func TestFurtherHitsOfANameCountLessInABudget(t *testing.T) {
	m := newMemory(method("A.send: message goes"), method("B.send: message goes off"),
		method("C.post: send message goes off far"))
	w := Defaults()
	for name, value := range map[string]float64{"pack-repeat": 0.1, "name": 1, "repeat": 1} {
		if err := w.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	opts := Options{Limit: 3, Weights: w}
	if got := found(t, m, "send the message", opts); got[2] != "C.post" {
		t.Fatalf("a list: got %q", got)
	}
	opts.Packed = true
	res, err := Search(m, "send the message", opts)
	if err != nil {
		t.Fatal(err)
	}
	last := res.Hits[2]
	if last.Info.Short != "send" || last.Repeat != 0.1 || res.Hits[0].Repeat != 1 {
		t.Errorf("packed: last is %s with %g", last.Info.Name, last.Repeat)
	}
	if again := res.Hit(last.Node, last.Info); math.Abs(again.Score*0.1-last.Score) > 1e-9 {
		t.Errorf("its score is %g, before that %g", last.Score, again.Score)
	}
}

// edges is a list of edges as a graph.
type edges []graph.Edge

func (e edges) Out(n uint32) (out []graph.Edge, err error) {
	for _, x := range e {
		if x.From == n {
			out = append(out, x)
		}
	}
	return out, nil
}

func (e edges) In(n uint32) (in []graph.Edge, err error) {
	for _, x := range e {
		if x.To == n {
			in = append(in, x)
		}
	}
	return in, nil
}

func TestEdgesLiftWhatTheyConnect(t *testing.T) {
	m := newMemory(method("A.a: retry"), method("B.b: retry"),
		method("Retry.retry: retry the lost message"))
	text := "retry of a lost message"
	for kind, want := range map[graph.EdgeKind]string{graph.Calls: "B.b", graph.Contains: "A.a"} {
		res, err := Search(m, text, Options{Limit: 3,
			Edges: edges{{From: 1, To: 2, Kind: kind, Tier: graph.Exact}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimPrefix(res.Hits[1].Info.Name, "Shop."); got != want {
			t.Errorf("%s: %s is second, want %s", kind, got, want)
		}
	}
}

func TestDefinitionsThatAreReplacedCountLess(t *testing.T) {
	old := graph.Node{ID: "dbo.Bill@a2c4e6g3i5|procedure", Kind: graph.KindProc, Flags: graph.Replaced,
		Name: "dbo.Bill", Short: "Bill", Path: "sql/1.sql", Doc: "bill the order"}
	now := old
	now.ID, now.Path, now.Flags = "dbo.Bill|procedure", "sql/2.sql", 0
	res, err := Search(newMemory(old, now), "bill the order", Options{Limit: 2, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Hits) != 2 || res.Hits[0].Info.Path != "sql/2.sql" ||
		!slices.Contains(res.Hits[1].Why, "replaced") {
		t.Errorf("got %+v", res.Hits)
	}
}

func TestOneFileDoesNotFillAList(t *testing.T) {
	var nodes []graph.Node
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		n := method("Big." + name + ": cookies in the jar of it")
		n.Path = "big.go"
		nodes = append(nodes, n)
	}
	nodes = append(nodes, method("Small.g: cookies in a jar, with other things and what is not of it"))
	m := newMemory(nodes...)
	text := "jar that has cookies in it"
	at := func(pairs map[string]float64) int {
		return slices.Index(weighted(t, m, text, pairs), "Small.g")
	}
	if i := at(map[string]float64{"repeat": 1, "of-file": 1, "file": 0}); i != 6 {
		t.Errorf("without the rule it is at %d", i)
	}
	if i := at(map[string]float64{"repeat": 0.5, "of-file": 1, "file": 0}); i > 3 {
		t.Errorf("with the rule it is at %d", i)
	}
	if i := at(map[string]float64{"repeat": 1, "of-file": 0.5, "file": 0}); i != 1 {
		t.Errorf("answers by file: it is at %d", i)
	}
}

func TestWeightsAreNamed(t *testing.T) {
	w := Defaults()
	if err := w.Set("prose.stem", 7); err != nil {
		t.Fatal(err)
	}
	if a, b := w.For(KindProse)[weightStem], w.For(KindChange)[weightStem]; a != 7 || b == 7 {
		t.Errorf("stem is %g for prose, %g for changes", a, b)
	}
	if err := w.Set("stem", 2); err != nil || w.For(KindProse)[weightStem] != 2 {
		t.Errorf("a weight for all: %g (%v)", w.For(KindProse)[weightStem], err)
	}
	for _, wrong := range []string{"stemm", "prose.stemm", "poem.stem"} {
		if err := w.Set(wrong, 1); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	for i, row := range WeightRows() {
		if row.Name == "" || row.Description == "" {
			t.Errorf("weight %d has no name or description", i)
		}
	}
}

// TestHas checks that words are matched by stems and as parts of identifiers, and that
// words common to most requests are ignored.
func TestHas(t *testing.T) {
	q := parseQuery("fix the rounding of RateTable values", Defaults(), kindOf)
	for text, want := range map[string]bool{
		"x := rounded(y)":     true,
		"return getValue()":   true,
		"RateTable t":         true,
		"the table of a rate": true,
		"fixed := true":       false,
		"background = 1":      false,
		"":                    false,
	} {
		if got := q.has(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestHasBesideGivenNodes checks that words of the given nodes only are not part of the
// request.
func TestHasBesideGivenNodes(t *testing.T) {
	m := newMemory(method("Till.close: close the till, count the coins"),
		method("Door.close: close the door"))
	res, err := Search(m, "shut the door", Options{Limit: 9, Given: []uint32{0},
		Text: func(n uint32) (string, error) { return m.nodes[n].Doc, nil }})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"the doors": true, "the coins": false, "till": false} {
		if got := res.Has(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestOutdatedDefinitionsRankLower checks that deprecated and legacy definitions rank below
// others, unless the query mentions or fully names them.
func TestOutdatedDefinitionsRankLower(t *testing.T) {
	for reason, mark := range map[string]func(n *graph.Node){
		"deprecated": func(n *graph.Node) { n.Flags |= graph.Deprecated },
		"legacy":     func(n *graph.Node) { n.Path = "src/legacy/a.go" },
		"obsolete":   func(n *graph.Node) { n.Path = "src/client-obsolete.ts" },
	} {
		old, current := method("A.reconnect: lost connections"), method("B.reconnect: lost connections")
		old.Path, current.Path = "src/a.go", "src/b.go"
		mark(&old)
		m := newMemory(old, current)
		for text, first := range map[string]string{
			"reconnect lost connections":            "B.reconnect",
			"deprecated reconnect lost connections": "A.reconnect",
			"A.reconnect":                           "A.reconnect",
		} {
			if got := found(t, m, text, Options{Limit: 2}); got[0] != first {
				t.Errorf("%s, %s: got %q", reason, text, got)
			}
		}
	}
	for name, want := range map[string]string{
		"Shop.LegacyCart.Add": "legacy", "shop.legacy_add": "legacy", "src/deprecated.ts": "deprecated",
		"Shop.ObsoleteCart": "obsolete", "src/legacyish/a.go": "", "Shop.MarkDeprecated": "",
	} {
		if got := outdatedReason(&graph.Node{Name: name}); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
