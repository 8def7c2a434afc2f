package render

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/tokens"
)

func TestAnIndexLineIsOneLine(t *testing.T) {
	n := &graph.Node{
		ID: graph.ChunkID("csharp", "Shop", "A.Place(Order)",
			""), Kind: graph.KindMethod, Name: "Shop.A.Place", Short: "Place",
		Path: "src/odd\nname.cs", Span: graph.Span{StartLine: 3,
			EndLine: 9}, Signature: "public void\n\tPlace(Order\u2028order)",
	}
	line := IndexLine(NewItem(n, 0), Abstract(n, "Places an order.\r\nMore."))
	want := "- `" + n.ID.Handle() +
		"` · method · `src/odd name.cs:3` — public void Place(Order order) — Places an order"
	if line != want {
		t.Errorf("got  %q\nwant %q", line, want)
	}
}

// TestAnIndexLineIsShort checks that an abstract is shortened for a long path, but never
// removed.
func TestAnIndexLineIsShort(t *testing.T) {
	for _, c := range []struct{ path, abstract, want string }{
		{"a.go", "func f()", " · method · `a.go:3` · 75 — func f()"},
		{strings.Repeat("folder/", 10) + "a.go", strings.Repeat("word ", 24), " · 75 — word word word" +
			" word word word word word word word…"},
		{strings.Repeat("folder/", 30) + "a.go", strings.Repeat("word ", 24),
			" · 75 — word word word word word word word…"},
	} {
		it := Item{Handle: "jo3pohpaao", Kind: "method", Path: c.path, StartLine: 3, Tokens: 75}
		if line := IndexLine(it, c.abstract); !strings.HasSuffix(line, c.want) {
			t.Errorf("got %s, want it to end with %s", line, c.want)
		}
	}
}

func TestAnAbstractNamesTheNode(t *testing.T) {
	for _, c := range []struct{ signature, name, short, doc, want string }{
		{"func Place()", "shop.Place", "Place", "", "func Place()"},
		{"(id int)", "shop.Place", "Place", "", "shop.Place (id int)"},
		{"", "shop", "shop", "All of it.", "shop — All of it"},
		{"x", "x", "x", "First one. Second one.", "x — First one"},
	} {
		n := &graph.Node{Signature: c.signature, Name: c.name, Short: c.short}
		if got := Abstract(n, c.doc); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestCutsAreAtWordsAndWithinTheLimit(t *testing.T) {
	long := strings.Repeat("żółty słoń ", 40)
	got := Cut(long, 120)
	if n := utf8.RuneCountInString(got); n > 120 || n < 90 || !strings.HasSuffix(got, "…") {
		t.Errorf("%d characters: %q", n, got)
	}
	if got := Cut("short", 5); got != "short" {
		t.Errorf("got %q", got)
	}
	if got := Cut(strings.Repeat("x", 200), 120); utf8.RuneCountInString(got) != 120 {
		t.Errorf("got %q", got)
	}
}

// TestPlaces covers nodes at a line, at a range of lines, at a whole file, in several
// files, and external ones.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		item         Item
		place, lines string
	}{
		{Item{Path: "a.go", StartLine: 3, EndLine: 9}, "a.go:3", "a.go:3-9"},
		{Item{Path: "a.go", StartLine: 3, EndLine: 3}, "a.go:3", "a.go:3"},
		{Item{Path: "a\nb.go"}, "a b.go", "a b.go"},
		{Item{}, "external", "external"},
	} {
		if place, lines := Place(c.item), Range(c.item); place != c.place || lines != c.lines {
			t.Errorf("%+v: %q and %q, want %q and %q", c.item, place, lines, c.place, c.lines)
		}
	}
}

// TestCounts checks singular and plural.
func TestCounts(t *testing.T) {
	for n, want := range []string{"0 nodes", "1 node", "2 nodes"} {
		if got := Count(n, "node"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestJSON checks that values are indented, and that the angle brackets of generics are
// not escaped.
func TestJSON(t *testing.T) {
	var b strings.Builder
	if err := JSON(&b, map[string]string{"name": "List<Order> & Co"}); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"name\": \"List<Order> & Co\"\n}\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestSections checks that the files of a section follow its heading, and that sections
// keep their order.
func TestSections(t *testing.T) {
	counter, err := tokens.New(tokens.Words)
	if err != nil {
		t.Fatal(err)
	}
	p := Packer{Counter: counter, Budget: 1000}
	for _, it := range []Item{
		{Path: "b.go", StartLine: 1, Section: 2, SectionName: "callers", label: "b"},
		{Path: "a.go", StartLine: 1, Section: 1, SectionName: "found", label: "a"},
		{Path: "c.go", StartLine: 1, Section: 2, SectionName: "callers", label: "c"},
	} {
		if _, ok := p.Add(it, "text"); !ok {
			t.Fatal("does not fit")
		}
	}
	var headings []string
	for line := range strings.Lines(p.Text()) {
		if line[0] == '=' || strings.HasPrefix(line, "# ") {
			headings = append(headings, strings.TrimSpace(line))
		}
	}
	want := "=== FOUND ===, # a.go, === CALLERS ===, # b.go, # c.go"
	if got := strings.Join(headings, ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestOneLineHasNoControls(t *testing.T) {
	got := OneLine(" a\x00b\u202e\tc\u2028\r\n d ")
	if strings.IndexFunc(got, unicode.IsControl) >= 0 || got != "ab c d" {
		t.Errorf("got %q", got)
	}
}

// TestPackersKeepTheirBudget checks for random budgets and texts that the budget is kept,
// and that a node is added if and only if it fits.
func TestPackersKeepTheirBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", " ", "\n", "func main() {\n", "}\n", "\t\tx := y  \n", "/* żółć */",
		"日本語", "…", "/", "\r\n\r\n", "'''", "a", "\xff"}
	for _, name := range tokens.Names() {
		counter, err := tokens.New(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			p := Packer{Counter: counter, Budget: r.IntN(200)}
			for i := range r.IntN(12) {
				var text strings.Builder
				for range r.IntN(12) {
					text.WriteString(pieces[r.IntN(len(pieces))])
				}
				before := p
				line := uint32(r.IntN(5))
				added, ok := 0, false
				switch i % 4 {
				case 3:
					added, ok = p.AddLine(text.String())
				case 2:
					n := &graph.Node{ID: "x", Path: "a.go", Short: "f", Signature: text.String(),
						Span: graph.Span{StartLine: line}}
					if _, ok = p.AddEntries([]Entry{NewEntry(n, 0), NewEntry(n, 1)}); ok {
						added = p.Tokens() - before.Tokens()
					} else {
						added = p.Budget + 1 // the tokens it would have taken are not reported
					}
				default:
					added, ok = p.Add(Item{Path: []string{"a.go", "/b", ""}[r.IntN(3)],
						StartLine: line,
						EndLine:   line + 1, label: "f"}, text.String())
				}
				if !ok && (p.Text() != before.Text() || added <= p.Budget-p.Tokens()) {
					t.Fatalf("%s: %d tokens not added, budget %d, have %d", name, added, p.Budget,
						p.Tokens())
				}
				if got := counter.Count(p.Text()); got != p.Tokens() || got > p.Budget ||
					ok && got != before.Tokens()+added {
					t.Fatalf("%s: %d tokens, said %d after %d more, budget %d", name, got,
						p.Tokens(), added,
						p.Budget)
				}
			}
		}
	}
}

func TestAContextIsOrderedByFileAndLine(t *testing.T) {
	counter, err := tokens.New(tokens.Words)
	if err != nil {
		t.Fatal(err)
	}
	p := Packer{Counter: counter, Budget: 1000}
	for _, c := range []struct {
		path string
		line uint32
	}{{"b.go", 9}, {"a.go", 1}, {"b.go", 3}, {"b.go", 9}} {
		n := &graph.Node{ID: "x", Short: "f", Class: "T", Path: c.path,
			Span: graph.Span{StartLine: c.line, EndLine: c.line + 1}}
		if _, ok := p.Add(NewItem(n, 0), "text"); !ok {
			t.Fatal("does not fit")
		}
	}
	p.AddLine("the end")
	want := "# b.go\n## 3-4 T.f\ntext\n\n## 9-10 T.f\ntext\n\n## 9-10 T.f\ntext\n\n# a.go\n## 1-2 T.f\ntext\n\nthe end\n"
	if got := p.Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnOutlineNestsMembersInTheirTypes(t *testing.T) {
	counter, err := tokens.New(tokens.Words)
	if err != nil {
		t.Fatal(err)
	}
	p := Packer{Counter: counter, Budget: 1000}
	node := func(short, class, signature string, line uint32) *graph.Node {
		return &graph.Node{ID: "x", Kind: graph.KindMethod, Short: short, Class: class,
			Signature: signature, Path: "a.cs", Span: graph.Span{StartLine: line}}
	}
	tokens, ok := p.AddEntries([]Entry{
		NewEntry(node("Place", "Shop", "public void Place(\n\tOrder order)", 7), 1),
		NewEntry(node("Shop", "", "public class Shop", 3), 0),
		NewEntry(node("Save", "Store", "void Save()", 12), 0), // its type is in another file
		NewEntry(node("index", "", "", 20), 0),
	})
	want := "# a.cs\n3: public class Shop\n7:   public void Place(Order order)\n12: Store.Save: void Save()\n20: method index\n"
	if got := p.Text(); !ok || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(tokens) != 4 || tokens[1] != 4 {
		t.Errorf("tokens of lines: %v", tokens)
	}
}

func TestOutlinesAreBrief(t *testing.T) {
	long := strings.Repeat("x", argumentChars)
	for signature, want := range map[string]string{
		"class Step<TData = unknown>":                        "class Step<TData = unknown>",
		"export /* abstract */ class Step /* b */ extends A": "export class Step extends A",
		long + " class A<T extends B<any>> extends B<T>": long +
			" class A<…> extends B<T>",
		long + " f<T>(g: (a: T) => Map<string, number>): boolean": long +
			" f<T>(g: (a: T) => Map<…>): boolean",
		long + " operator <(A a, B b)":       long + " operator <(A a, B b)",
		long + " bool F(int a = b < c)":      long + " bool F(int a = b < c)",
		"f( a: number, b: B, ): void":        "f(a: number, b: B): void",
		"class A " + long + " B< C, " + long: "class A " + long + " B<…",
		"class A extends B, /** what is":     "class A extends B",
		long + " f(a<b, c":                   long + " f(a<b, c",
	} {
		if got := brief(signature); got != want {
			t.Errorf("%s: got %q", signature, got)
		}
	}
}
