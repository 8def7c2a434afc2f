package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// A memory is an in-memory index. Its nodes are added in the order of their ids.
type memory struct {
	nodes []graph.Node
	edges []graph.Edge
	text  []string
}

func (m *memory) Nodes(f func(uint32, *graph.Node) error) error {
	for i := range m.nodes {
		if err := f(uint32(i), &m.nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Edges(f func(graph.Edge) error) error {
	for _, e := range m.edges {
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Doc(n uint32) (string, error)    { return m.nodes[n].Doc, nil }
func (m *memory) Own(n uint32) ([]string, error)  { return []string{m.text[n]}, nil }
func (m *memory) Source(n uint32) (string, error) { return m.text[n], nil }
func (m *memory) number(id graph.NodeID) (n uint32) {
	return uint32(slices.IndexFunc(m.nodes, func(n graph.Node) bool { return n.ID == id }))
}

// index makes an index of lines `id kind path parent text…`, sorted by id.
func index(lines string) *memory {
	m := &memory{}
	for line := range strings.Lines(lines) {
		f := strings.SplitN(strings.TrimSpace(line), " ", 5)
		if len(f) < 5 {
			continue
		}
		id := f[0]
		short := id[strings.LastIndexByte(id, '.')+1:]
		short, _, _ = strings.Cut(short, "(")
		short, _, _ = strings.Cut(short, "@")
		name, _, _ := strings.Cut(id, "(")
		name, _, _ = strings.Cut(name, "@")
		n := graph.Node{ID: graph.NodeID(id), Kind: graph.NodeKind(f[1]), Name: name, Short: short,
			Path: f[2], Parts: []graph.Part{{Hash: graph.HashOf([]byte(f[4]))}}, Language: "go"}
		if f[3] != "-" {
			n.Parent = graph.NodeID(f[3])
		}
		text := strings.ReplaceAll(f[4], ";", "\n")
		n.Signature, _, _ = strings.Cut(text, "\n")
		n.Module = text // keeps the text while nodes are sorted
		m.nodes = append(m.nodes, n)
	}
	slices.SortFunc(m.nodes, func(a, b graph.Node) int {
		return strings.Compare(string(a.ID), string(b.ID))
	})
	for i := range m.nodes {
		m.text = append(m.text, m.nodes[i].Module)
		m.nodes[i].Module = ""
	}
	return m
}

// says compares two indexes and writes each differing node as a line.
func says(t *testing.T, old, new *memory) string {
	t.Helper()
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range d.Nodes {
		line := fmt.Sprintf("%s %s", n.Change, n.Node().ID)
		if n.Old != nil && n.New != nil && n.Old.ID != n.New.ID {
			line += " from " + string(n.Old.ID)
		}
		for _, a := range n.Aspects {
			line += " " + string(a)
		}
		if n.With != nil {
			line += " with " + string(n.With.ID)
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// long is a body too long to match another definition by chance.
const long = "for i := range everything {;total += price(i);discount(i, total);log(i, total, 17);}"

func TestWhatBecameOfNodes(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", "a.F function a.go - func F()", "a.F function a.go - func F()", ""},
		{"added and removed", "a.F function a.go - func F() {x}",
			"a.G function a.go - func G(q T) {y}",
			"added a.G\nremoved a.F"},
		{"body", "a.F function a.go - func F();x", "a.F function a.go - func F();y",
			"changed a.F body"},
		{"white space", "a.F function a.go - func F();x y", "a.F function a.go - func F();  x  y",
			"changed a.F format"},
		{"signature", "a.F function a.go - func F();x", "a.F function a.go - func F(n int);x",
			"changed a.F signature"},
		{"renamed", "a.F function a.go - func F();" + long, "a.G function a.go - func G();" + long,
			"renamed a.G from a.F"},
		{"renamed and changed", "a.F function a.go - func F();" + long,
			"a.G function a.go - func G();" + long + ";more", "renamed a.G from a.F body"},
		{"short ones of other files are not the same", "a.F function a.go - func F() {}",
			"b.G function b.go - func G() {}", "added b.G\nremoved a.F"},
		{"a short one of the same file is",
			"a.go file a.go - package a\na.F function a.go a.go func F();x",
			"a.go file a.go - package a\na.G function a.go a.go func G();x",
			"renamed a.G from a.F"},
		{"moved", "a.F function a.go - func F();" + long, "b.F function b.go - func F();" + long,
			"moved b.F from a.F"},
		{"another kind is another definition", "a.F variable a.go - F;" + long,
			"b.F function b.go - F;" + long, "added b.F\nremoved a.F"},
		{"a file takes its definitions along",
			"a.go file a.go - package a;" + long + "\na.F function a.go a.go func F();x",
			"b.go file b.go - package a;" + long + "\nb.F function b.go b.go func F();x",
			"moved b.F from a.F with b.go\nmoved b.go from a.go"},
		{"a type takes its members along",
			"T struct a.go - type T struct;" + long + "\nT.F method a.go T func F();x",
			"U struct a.go - type U struct;" + long + "\nU.F method a.go U func F();y",
			"moved U.F from T.F body with U\nrenamed U from T"},
		{"a declaration before another takes its id",
			"T interface u.go - interface T\nT.f property u.go T f",
			"T interface a.go - interface T\nT.f property a.go T f\n" +
				"T@2 interface u.go - interface T\nT.f@2 property u.go T@2 f",
			"added T\nadded T.f"},
		{"and gives it back",
			"T interface a.go - interface T\nT.f property a.go T f\n" +
				"T@2 interface u.go - interface T\nT.f@2 property u.go T@2 f",
			"T interface u.go - interface T\nT.f property u.go T f",
			"removed T\nremoved T.f"},
		{"two in one file are told apart by what they are like",
			"T interface u.go - interface T",
			"T interface a.go - interface T\nT@2 interface u.go - interface T\n" +
				"T@3 interface u.go - interface T",
			"added T@2\nadded T@3\nmoved T"},
		{"overloads are told apart by what they do",
			"T struct a.go - T\nT.F(int) method a.go T F(int);one;two\nT.F(long) method a.go T F(long);six;ten",
			"T struct a.go - T\nT.F(byte) method a.go T F(byte);six;ten\nT.F(char) method a.go T F(char);one;two",
			"changed T.F(byte) from T.F(long) signature\nchanged T.F(char) from T.F(int) signature"},
		{"of one name in one container, though nothing else is the same",
			"T struct a.go - T\nT.F(int) method a.go T F(int);one\nT.G method a.go T G;keep",
			"T struct a.go - T\nT.F(byte) method a.go T F(byte);ten\nT.H method a.go T H;free",
			"added T.H\nchanged T.F(byte) from T.F(int) signature body\nremoved T.G"},
		{"in a container that was moved",
			"a.go file a.go - package a;" + long + "\na.T struct a.go a.go T;x" +
				"\na.T.F(int) method a.go a.T F(int);one",
			"b.go file b.go - package a;" + long + "\nb.T struct b.go b.go T;x" +
				"\nb.T.F(byte) method b.go b.T F(byte);ten",
			"moved b.T from a.T with b.go\nmoved b.T.F(byte) from a.T.F(int) signature body with b.T\n" +
				"moved b.go from a.go"},
		{"a short one of the same name moved, if there is no other",
			"a.T struct a.go - T one\na.T.F method a.go a.T F() { return everything }",
			"b.U struct b.go - U two\nb.U.F method b.go b.U F() { return everything }",
			"added b.U\nmoved b.U.F from a.T.F\nremoved a.T"},
		{"but not if there are several",
			"a.T struct a.go - T one\na.T.F method a.go a.T F() { return everything }",
			"b.U struct b.go - U two\nb.U.F method b.go b.U F() { return everything }" +
				"\nb.V struct b.go - V six\nb.V.F method b.go b.V F() { return everything }",
			"added b.U\nadded b.U.F\nadded b.V\nadded b.V.F\nremoved a.T\nremoved a.T.F"},
		{"nor if it says nothing",
			"a.T struct a.go - T one\na.T.F method a.go a.T F() { }",
			"b.U struct b.go - U two\nb.U.F method b.go b.U F() { }",
			"added b.U\nadded b.U.F\nremoved a.T\nremoved a.T.F"},
		{"of two equal ones the nearer",
			"a.go file a.go - package a\na.F function a.go a.go func F();" + long,
			"a.go file a.go - package a\na.Z function a.go a.go func Z();" + long +
				"\nA.go file A.go - package A\nA.Y function A.go A.go func Y();" + long,
			"added A.Y\nadded A.go\nrenamed a.Z from a.F"},
	} {
		if got := says(t, index(test.old), index(test.new)); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// TestEdges checks that an edge between nodes that moved is the same edge.
func TestEdges(t *testing.T) {
	old := index("a.F function a.go - func F();" + long +
		"\na.K function a.go - K\na.Z function a.go - Z")
	new := index("b.F function b.go - func F();" + long +
		"\na.K function a.go - K\nb.N function b.go - N(q)")
	edge := func(m *memory, from, to string, kind graph.EdgeKind, tier graph.Tier, line uint32) {
		m.edges = append(m.edges, graph.Edge{From: m.number(graph.NodeID(from)),
			To: m.number(graph.NodeID(to)), Kind: kind, Tier: tier, Line: line})
	}
	edge(old, "a.F", "a.K", graph.Calls, graph.Exact, 3)
	edge(old, "a.F", "a.K", graph.References, graph.Exact, 3)
	edge(old, "a.F", "a.Z", graph.Calls, graph.Exact, 3)
	edge(old, "a.K", "a.F", graph.Calls, graph.Exact, 3)
	edge(new, "b.F", "a.K", graph.Calls, graph.Exact, 70)
	edge(new, "b.F", "a.K", graph.References, graph.Unique, 3)
	edge(new, "b.F", "b.N", graph.Calls, graph.Exact, 9)
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range d.Edges {
		got = append(got, fmt.Sprint(e.Change, " ", e.From.ID, " ", e.Kind, " ", e.To.ID, " ",
			e.Implied))
	}
	want := []string{"removed a.F Calls a.Z true", "removed a.K Calls a.F false",
		"added b.F Calls b.N true", "changed b.F References a.K false"}
	if !slices.Equal(got, want) {
		t.Errorf("edges\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNamesAreMaskedWhereTheyStandAlone(t *testing.T) {
	for text, want := range map[string]string{
		"F": "\x00", "F()F": "\x00()\x00", "Far F_ éF xF F.x": "Far F_ éF xF \x00.x", "": ""} {
		if got := withoutName(text, "F"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := withoutName("any text", ""); got != "any text" {
		t.Errorf("without a name the text becomes %q", got)
	}
}

func TestCommentsBefore(t *testing.T) {
	for text, want := range map[string]string{
		"// a\n/* b */ F": "F", "# c\nF": "F", "-- d\n\n F": "F", "#include": "#include",
		"// only": "// only", "/* open": "/* open", "F // x": "F // x",
	} {
		if got := afterComments(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestRules(t *testing.T) {
	for _, s := range []string{"removed:TABLE", "added:Calls", "renamed:*", "moved:type alias"} {
		if r, err := ParseRule(s); err != nil || r.String() != s {
			t.Errorf("%s is read as %s, %v", s, r, err)
		}
	}
	if r, err := ParseRule("CHANGED"); err != nil || r.String() != "changed:*" {
		t.Errorf("CHANGED is read as %s, %v", r, err)
	}
	// Kinds that differ only in case are distinguished.
	a, errA := ParseKind("TYPE")
	b, errB := ParseKind("function")
	c, errC := ParseKind("CLASS")
	if a != "TYPE" || b != "function" || c != "class" || errA != nil || errB != nil || errC != nil {
		t.Errorf("kinds are %q %q %q", a, b, c)
	}
	if _, err := ParseKind("zzzzzzzzzz"); err == nil ||
		!strings.Contains(err.Error(), "use one of file,") {
		t.Errorf("the error is %v", err)
	}
}

func TestMarkdownIsSafe(t *testing.T) {
	old, new := index(""), index("a`b|<i>*_.F class a.go - x")
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReport(d, Filter{})
	r.Old.Commit, r.New.Snapshot = "0123456789abcdef", "v1"
	text := strings.Join(r.Markdown(0), "\n")
	for _, want := range []string{"`0123456789` → `v1`", "- class `` a`b|<i>*_.F `` in `a.go:0`"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks\n%s", text, want)
		}
	}
}

// TestFlagsAreOfTheDefinition checks that flags set by another file, such as by exporting
// a definition, do not change it.
func TestFlagsAreOfTheDefinition(t *testing.T) {
	const f = "a.F function a.go - func F();" + long
	for _, c := range []struct{ new, want string }{
		{f, ""},
		{f + "more", "changed a.F body flags"},
		{strings.Replace(f, "a.go", "b.go", 1), "moved a.F flags"},
	} {
		exported := index(c.new)
		exported.nodes[0].Flags = graph.Exported
		if got := says(t, index(f), exported); got != c.want {
			t.Errorf("%s: %q, want %q", c.new, got, c.want)
		}
	}
}

// TestOrder checks that a file comes before the definitions on its first line, and that
// containers come before their contents.
func TestOrder(t *testing.T) {
	m := index("a.go function a.go - x\nb.T struct a.go - T\nz.go file a.go - package a")
	for i := range m.nodes {
		m.nodes[i].Span = graph.Span{StartLine: 1, EndLine: 9}
	}
	m.nodes[0].Span.EndLine = 1
	d, err := Compare(t.Context(), index(""), m)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range d.Nodes {
		got = append(got, string(n.New.ID))
	}
	if want := []string{"z.go", "b.T", "a.go"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestFollows checks that a node that only moved with its container follows it.
func TestFollows(t *testing.T) {
	old := index("T struct a.go - type T struct;" + long + "\nT.F method a.go T func F();x" +
		"\nT.G method a.go T func G();x")
	new := index("U struct a.go - type U struct;" + long + "\nU.F method a.go U func F();y" +
		"\nU.G method a.go U func G();x")
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, n := range d.Nodes {
		got[string(n.New.ID)] = n.Follows()
	}
	if len(got) != 3 || got["U"] || got["U.F"] || !got["U.G"] {
		t.Errorf("follow: %v", got)
	}
}
