package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/parse/outline"
)

// TestSeams checks where texts are cut, and the context that each part is parsed
// with. In want, each seam is the text before the part after it, then the
// beginning of the part, then the text after the previous part.
func TestSeams(t *testing.T) {
	for _, c := range []struct {
		name, path, text, want string
		size                   int
	}{
		{"members", "a.java", "class A {\n int a;\n int b;\n}\nclass B {}\n",
			"class A {> int b; <}|> class B {} <", 12},
		{"scope", "a.cs", "namespace N;\nclass A { }\nclass B { }\n",
			"namespace N;> class A { } <|namespace N;> class B { } <", 5},
		{"nested", "a.cs", "namespace N {\nclass A {\nint a;\nint b;\n}\nclass B { }\n}\n",
			"namespace N {class A {> int b; <}}|namespace N {> class B { } <}", 13},
		{"indented", "a.py", "class A:\n    x = 1\n    y = 2\nz = 3\n",
			"class A:\n    pass> y = 2 <|> z = 3 <", 12},
		{"one line", "a.py", "class A: x = 1; y = 2\nz = 3\n", "> z = 3 <", 5},
		{"group", "a.go", "package a\n\nconst (\n\tA = 1\n\tB = 2\n)\n",
			"> const ( <|const (> B = 2 <)", 8},
		{"small", "a.java", "class A { int a; int b; }", "", 100},
		{"unclosed", "a.java", "class A {\n int a;\n int b;\n", "class A {> int b;} <}", 5},
		{"a brace missing before", "a.java", "class A\n int a;\n}\nclass B {\n int c;\n int d;\n}\n",
			"> class B { <|class B {> int d; <}", 10},
		{"members of an enumeration", "a.java", "enum A {\n B;\n int c;\n int d;\n}\n",
			"enum A {;> int d; <}", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := all.Set().Of(c.path).(parse.Mendable)
			var got []string
			o := l.Syntax().Read(c.text)
			text := outline.Apply(c.text, o.Changes())
			for _, s := range o.Seams(c.size) {
				var open, end strings.Builder
				for i, o := range s.Open {
					open.WriteString(text[o.Start:o.End] + s.First[i])
				}
				for _, o := range s.Close {
					end.WriteString(text[o.Start:o.End])
				}
				line, _, _ := strings.Cut(strings.TrimLeft(text[s.At:], " \n\t"), "\n")
				got = append(got, fmt.Sprintf("%s> %s <%s", &open, line, &end))
			}
			if got := strings.Join(got, "|"); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}
