package parse_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/smacker/go-tree-sitter/golang"

	"seedgraph/parse"
)

var goGrammar = parse.LazyGrammar(golang.GetLanguage)

func outline(n parse.Node) string {
	var b strings.Builder
	b.WriteString(n.Kind())
	if f := n.FieldName(); f != "" {
		b.WriteString(":" + f)
	}
	var kids []string
	for c := range n.Named {
		kids = append(kids, outline(c))
	}
	if kids != nil {
		b.WriteString("(" + strings.Join(kids, " ") + ")")
	}
	return b.String()
}

func TestTreeIsFlattenedInPreorder(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	tree, err := p.Parse(goGrammar(), "package a\n\nfunc f(x int) { g(x) }\n")
	if err != nil {
		t.Fatal(err)
	}
	const want = "source_file(package_clause(package_identifier) function_declaration(identifier:name " +
		"parameter_list:parameters(parameter_declaration(identifier:name type_identifier:type)) " +
		"block:body(expression_statement(call_expression(identifier:function argument_list:arguments(identifier))))))"
	if got := outline(tree.Root()); got != want {
		t.Errorf("outline\n got %s\nwant %s", got, want)
	}
	f := tree.Root().Child("function_declaration")
	if got := f.Field("name").Text(); got != "f" {
		t.Errorf("name = %q", got)
	}
	if got := f.Prev().Prev().Kind(); got != "package_clause" &&
		f.Prev().Kind() != "package_clause" {
		t.Errorf("before the function stands %q", got)
	}
	if got := f.Field("body").Parent(); got != f {
		t.Error("the body's parent is not the function")
	}
}

func TestBrokenCodeGivesATreeWithErrors(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	tree, err := p.Parse(goGrammar(), "package a\nfunc f( {{{ ]\n")
	if err != nil {
		t.Fatal(err)
	}
	if !tree.HasError || tree.ErrorBytes() == 0 {
		t.Errorf("HasError %v, %d error bytes", tree.HasError, tree.ErrorBytes())
	}
}

func TestDeepNestingIsCut(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	nested := func(n int) string {
		return "package a\nvar x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) +
			"\nvar y = 1\n"
	}
	for _, n := range []int{10, 50_000} {
		tree, err := p.Parse(goGrammar(), nested(n))
		if err != nil {
			t.Fatal(err)
		}
		deepest, last, depth := 0, "", make([]int, tree.Len())
		for i := 1; i < tree.Len(); i++ {
			depth[i] = depth[tree.At(i).Parent().Index()] + 1
			deepest = max(deepest, depth[i])
			last = tree.At(i).Text()
		}
		limits := p.Limits()
		switch {
		case last != "1" && strings.TrimSpace(last) != "":
			t.Errorf("%d levels: what stands behind ends with %q", n, last)
		case n == 10 && limits != nil:
			t.Errorf("limits %+v", limits)
		case n > 10 && (deepest > parse.MaxNesting || len(limits) != 1 || limits[0].At < 1000):
			t.Errorf("%d levels, limits %+v", deepest, limits)
		}
	}
	if p.Limits() != nil {
		t.Error("limits are told twice")
	}
}

func TestTextThatIsAllErrorsIsGivenUp(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	broken := strings.Repeat("def f(x): return g(x)\n", 30_000)
	for range 2 { // regardless of earlier parses
		if _, err := p.Parse(goGrammar(), broken); !errors.Is(err, parse.ErrTooBroken) {
			t.Fatalf("err = %v, want ErrTooBroken", err)
		}
		if tree, err := p.Parse(goGrammar(), "package a\nvar x = 1\n"); err != nil ||
			tree.HasError {
			t.Fatalf("after it: %v", err)
		}
	}
}

func TestParserWithoutRoomGivesUp(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	deep := "package a\nvar x = " + strings.Repeat("f(", 300_000) + strings.Repeat(")", 300_000)
	if _, err := p.Parse(goGrammar(), deep); !errors.Is(err, parse.ErrTooDeep) {
		t.Fatalf("err = %v, want ErrTooDeep", err)
	}
	if _, err := p.Parse(goGrammar(), "package a\nvar x = 1\n"); err != nil {
		t.Fatalf("after it: %v", err)
	}
}

func TestCancelledParserSaysSo(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	p.Cancel()
	long := "package a\n" + strings.Repeat("func f() { x := 1 }\n", 5_000)
	if _, err := p.Parse(goGrammar(), long); err != parse.ErrCancelled {
		t.Errorf("err = %v", err)
	}
}

// The memory of one parse is reused by the next: no tree may depend on earlier
// ones.
func TestParserForgetsWhatItParsed(t *testing.T) {
	used := parse.NewParser()
	defer used.Close()
	for _, n := range []int{1, 3_000, 2, 9_999, 0, 3_000} {
		for _, text := range []string{"func f(a int) { x := g(a, \"s\") }\n", "func f( { x := }\n"} {
			text = "package a\n" + strings.Repeat(text, n)
			fresh := parse.NewParser()
			want, err := fresh.Parse(goGrammar(), text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := used.Parse(goGrammar(), text)
			if err != nil || got.Len() != want.Len() || outline(got.Root()) != outline(want.Root()) {
				t.Errorf("%d functions: %d nodes (%v), want %d", n, got.Len(), err, want.Len())
			}
			fresh.Close()
		}
	}
}

func TestEmptySource(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	tree, err := p.Parse(goGrammar(), "")
	if err != nil || tree.Root().Kind() != "source_file" || !tree.Root().First().IsZero() {
		t.Errorf("empty source: %v", err)
	}
}
