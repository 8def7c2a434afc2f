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
		ID: graph.ChunkID("csharp", "Shop", "A.Place(Order)", ""), Kind: graph.KindMethod, Name: "Shop.A.Place", Short: "Place",
		Path: "src/odd\nname.cs", Span: graph.Span{StartLine: 3, EndLine: 9}, Signature: "public void\n\tPlace(Order\u2028order)",
	}
	line := IndexLine(NewItem(n, 0), Abstract(n, "Places an order.\r\nMore."))
	want := "- `" + n.ID.Handle() + "` · method · `src/odd name.cs:3` — public void Place(Order order) — Places an order"
	if line != want {
		t.Errorf("got  %q\nwant %q", line, want)
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

func TestOneLineHasNoControls(t *testing.T) {
	got := OneLine(" a\x00b\u202e\tc\u2028\r\n d ")
	if strings.IndexFunc(got, unicode.IsControl) >= 0 || got != "ab c d" {
		t.Errorf("got %q", got)
	}
}

// TestPackersKeepTheirBudget holds the promise for any budget and any texts.
func TestPackersKeepTheirBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", " ", "\n", "func main() {\n", "}\n", "\t\tx := y  \n", "/* żółć */", "日本語", "…", "/", "\r\n\r\n", "'''", "a", "\xff"}
	for _, name := range tokens.Names() {
		counter, err := tokens.New(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			p := Packer{Counter: counter, Budget: r.IntN(120)}
			for range r.IntN(12) {
				var text strings.Builder
				for range r.IntN(12) {
					text.WriteString(pieces[r.IntN(len(pieces))])
				}
				before := p.Text()
				block := text.String()
				if r.IntN(2) == 0 {
					block = ContextBlock(Item{Path: "a/b.go", StartLine: 1, EndLine: 2, label: "f", Handle: "abcdefghij"}, block)
				}
				added, ok := p.Add(block)
				if ok != (counter.Count(before+block) <= p.Budget) {
					t.Fatalf("%s: %d tokens more, budget %d, have %d: added %v", name, added, p.Budget, counter.Count(before), ok)
				}
			}
			if got := counter.Count(p.Text()); got != p.Tokens() || got > p.Budget {
				t.Fatalf("%s: %d tokens, said %d, budget %d", name, got, p.Tokens(), p.Budget)
			}
		}
	}
}

func TestAContextBlockSaysWhatAndWhere(t *testing.T) {
	n := &graph.Node{ID: "go:a#T.f@abcdefghij", Short: "f", Class: "T", Path: "a/b.go", Span: graph.Span{StartLine: 3, EndLine: 4}}
	if got, want := ContextBlock(NewItem(n, 0), "func (T) f() {\n}"), "## a/b.go:3-4 T.f abcdefghij\nfunc (T) f() {\n}\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
