package limited_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"seedgraph/internal/limited"
)

// formats has, for each format, a document of n nested values, a document of n values
// in a row, and its check.
var formats = []struct {
	name       string
	check      func(string) error
	deep, wide func(n int) string
	nodes      int // nodes of wide in addition to n
}{
	{"json", func(s string) error { _, err := limited.JSON(s); return err },
		func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) },
		func(n int) string { return "[" + strings.Repeat("1,", n-1) + "1]" }, 1},
	{"json into values", func(s string) error { var v any; return limited.UnmarshalJSON([]byte(s), &v) },
		func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) },
		func(n int) string { return `{"a":[` + strings.Repeat("1,", n-1) + "1]}" }, 2},
	{"yaml", func(s string) error { _, err := limited.YAML(s); return err },
		func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) },
		func(n int) string { return strings.Repeat("- 1\n", n) }, 1},
	{"yaml into nodes", func(s string) error { _, err := limited.YAMLNodes(s); return err },
		func(n int) string { return strings.Repeat("- ", n) + "1" },
		func(n int) string { return strings.Repeat("- 1\n", n) }, 1},
	{"yaml into values", func(s string) error { var v any; return limited.UnmarshalYAML([]byte(s), &v) },
		func(n int) string { return strings.Repeat("{a: ", n) + "1" + strings.Repeat("}", n) },
		func(n int) string { return "[" + strings.Repeat("1,", n-1) + "1]" }, 1},
	{"xml", limited.CheckXML,
		func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) },
		func(n int) string { return "<a>" + strings.Repeat("<b/>", n) + "</a>" }, 1},
	{"xml into values", func(s string) error {
		var v struct {
			Inner string `xml:",innerxml"`
		}
		return limited.UnmarshalXML([]byte(s), &v)
	},
		func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) },
		func(n int) string { return "<a>" + strings.Repeat("<b/>", n) + "</a>" }, 1},
	{"toml", func(s string) error { return limited.TOML(s, func(limited.Value) {}) },
		func(n int) string { return "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) },
		func(n int) string { return "a = [" + strings.Repeat("1,", n-1) + "1]" }, 1},
	{"keys of toml", func(s string) error { return limited.TOML(s, func(limited.Value) {}) },
		func(n int) string { return strings.Repeat("a.", n-1) + "a = 1" },
		func(n int) string { return "a = [" + strings.Repeat("1,", n-1) + "1]" }, 1},
}

// TestLimits checks that a document at a limit is read, and one that exceeds it by
// one is rejected.
func TestLimits(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			wantRead(t, "deep", f.check(f.deep(limited.MaxDepth)))
			wantRefused(t, "deep", f.check(f.deep(limited.MaxDepth+1)), limited.MaxDepth)
			wantRead(t, "wide", f.check(f.wide(limited.MaxNodes-f.nodes)))
			wantRefused(t, "wide", f.check(f.wide(limited.MaxNodes-f.nodes+1)), limited.MaxNodes)
		})
	}
}

func wantRead(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func wantRefused(t *testing.T, what string, err error, limit int) {
	t.Helper()
	var refused *limited.Error
	if !errors.As(err, &refused) || refused.Limit != limit {
		t.Errorf("%s: %v, want an error of limit %d", what, err, limit)
	}
}

// TestAliasesCountAsWhatTheyStandFor checks nine lines, each ten times the previous
// one: a billion values, none of which is created.
func TestAliasesCountAsWhatTheyStandFor(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n")
	for i := range 9 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	for name, read := range map[string]func(string) error{
		"yaml":   limited.CheckYAML,
		"nodes":  func(s string) error { _, err := limited.YAMLNodes(s); return err },
		"values": func(s string) error { var v any; return limited.UnmarshalYAML([]byte(s), &v) },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		wantRefused(t, name, read(b.String()), limited.MaxNodes)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%s: %d bytes of memory to refuse %d", name, used, b.Len())
		}
	}
	few := "base: &b {x: 1, y: [2]}\none: *b\ntwo:\n  <<: *b\n  z: 3\n"
	docs, err := limited.YAMLNodes(few)
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	for path, want := range map[string]string{"one.x": "1", "two.y.0": "2", "two.z": "3"} {
		n := &docs[0]
		for name := range strings.SplitSeq(path, ".") {
			if n = n.Child(name); n == nil {
				t.Fatalf("%s: no %s", path, name)
			}
		}
		if n.Text != want {
			t.Errorf("%s: %q, want %q", path, n.Text, want)
		}
	}
}

// TestLongAliasesCount checks that an alias of a long text counts each time it is
// used.
func TestLongAliasesCount(t *testing.T) {
	text := "a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a,", 1000) + "]\n"
	wantRefused(t, "long aliases", limited.CheckYAML(text), limited.MaxNodes)
}

// TestAliasWithinItsAnchor checks that a node that contains itself is rejected.
func TestAliasWithinItsAnchor(t *testing.T) {
	for _, text := range []string{"a: &a [*a]", "a: &a {b: {c: *a}}", "&a [&b [*a], *b]"} {
		if err := limited.CheckYAML(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

// TestSizeOfYAML checks the limit in bytes for documents that must be in memory as
// a whole.
func TestSizeOfYAML(t *testing.T) {
	wantRead(t, "a long comment", limited.CheckYAML("#"+strings.Repeat("x", limited.MaxBytes-1)))
	wantRefused(t, "a longer one", limited.CheckYAML("#"+strings.Repeat("x", limited.MaxBytes)),
		limited.MaxBytes)
}

// TestBracketsInTexts checks that brackets in strings and comments are not counted,
// and that an unmatched quote hides none.
func TestBracketsInTexts(t *testing.T) {
	many := strings.Repeat("[", limited.MaxDepth+1)
	for _, text := range []string{`{"a": "` + many + `"}`, "// " + many + "\n{}", "/* " + many + " */ {}",
		`{"a\"` + many + `": 1}`} {
		wantRead(t, text, limited.CheckJSON(text))
	}
	for _, text := range []string{"\"\n" + many, "/* */" + many, "// \n" + many} {
		wantRefused(t, text, limited.CheckJSON(text), limited.MaxDepth)
	}
	read := func(text string) error { return limited.TOML(text, func(limited.Value) {}) }
	for _, text := range []string{"# " + many, "a = \"\"\"\n" + many + "\"\"\"", "a = '" + many + "'",
		"a = '''" + many + "\n'''"} {
		wantRead(t, text, read(text))
	}
	wantRefused(t, "a quote in a text", read("a = '\"'\nb = "+many), limited.MaxDepth)
}

// TestJSON checks the fields of nodes.
func TestJSON(t *testing.T) {
	root, err := limited.JSON("\xef\xbb\xbf{\n // c\n \"a\": [1, null,\n \"x\\n\",],\n \"a\": {}, \"b\": true }")
	if err != nil {
		t.Fatal(err)
	}
	var show func(n *limited.Node) string
	show = func(n *limited.Node) string {
		s := fmt.Sprintf("%s:%d:%d%q(", n.Name, n.Line, n.Kind, n.Text)
		for i := range n.Children {
			s += show(&n.Children[i])
		}
		return s + ")"
	}
	want := `:1:0""(a:3:1""(0:3:3"1"()1:3:3"null"()2:4:2"x\n"())a:5:0""()b:5:3"true"())`
	if got := show(&root); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if c := root.Child("a"); c.Kind != limited.Object {
		t.Errorf("of two members with one name the last counts: %v", c)
	}
	if root.Child("c") != nil {
		t.Error("there is no c")
	}
}

// TestMeasure checks that a file is measured according to the format of its name,
// and that an invalid one is not measured.
func TestMeasure(t *testing.T) {
	deep := strings.Repeat("[", limited.MaxDepth+1)
	elements := strings.Repeat("<a>", limited.MaxDepth+1)
	for file, text := range map[string]string{"package.json": deep, "x/tsconfig.JSON": deep,
		"sqlc.yaml": deep + strings.Repeat("]", limited.MaxDepth+1), "pyproject.toml": deep,
		"a.csproj": elements, "pom.xml": elements} {
		if err := limited.Measure(file, text); err == nil || err.Limit != limited.MaxDepth {
			t.Errorf("%s: %v", file, err)
		}
	}
	for file, text := range map[string]string{"go.mod": deep, "a.json": "{", "a.xml": "<", "a.yaml": "a: ]"} {
		if err := limited.Measure(file, text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestXML checks that a document without a known encoding is read unchanged, and an
// invalid one up to the error.
func TestXML(t *testing.T) {
	x := limited.NewXML("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>\n<b c=d>ü</a>")
	names := 0
	for {
		if _, err := x.Token(); err != nil {
			break
		}
		names++
	}
	if names < 6 || x.Line() != 3 || x.InputOffset() == 0 {
		t.Errorf("%d tokens up to line %d", names, x.Line())
	}
	var v struct {
		B []string `xml:"b"`
	}
	if err := limited.UnmarshalXML([]byte("<a><b>1</b><b>2</b></a>"), &v); err != nil || len(v.B) != 2 {
		t.Errorf("%v, %v", v, err)
	}
	if limited.UnmarshalXML([]byte("<a><b></a>"), &v) == nil {
		t.Error("a broken document was decoded")
	}
}

// TestMemory checks that documents rejected for their size, or just accepted, use
// memory linear in the text.
func TestMemory(t *testing.T) {
	for _, f := range formats {
		text := f.wide(limited.MaxNodes - f.nodes)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_ = f.check(text)
		runtime.ReadMemStats(&after)
		used := (after.TotalAlloc - before.TotalAlloc) / uint64(len(text))
		t.Logf("%s: %d bytes a byte", f.name, used)
		if used > 700 {
			t.Errorf("%s: %d bytes of memory for a byte of text", f.name, used)
		}
	}
}
