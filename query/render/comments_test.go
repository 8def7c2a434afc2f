package render

import (
	"strings"
	"testing"
)

// TestWithoutComments checks that comment-only lines, marked with a leading - here, are
// removed. The first character of the other lines is a marker too.
func TestWithoutComments(t *testing.T) {
	for _, c := range []struct{ name, language, text string }{
		{"doc comments of C#", "csharp", `
-/// <summary>Places an order.</summary>
-// and bills it
 [Audited]
 public void Place() // at once
 {
-    /* the first
-       of two */
     Bill(); /* and
     save */
     /* a */ Save();
     /* b
     */ Send();
 }`},
		{"strings of C#", "csharp", `
 var a = @"
 // text ""
 // more";
 var b = $@"C:\";
-// gone
 var c = """
 // text
 """;
 var d = "\" // text"; var e = '"';
-// gone
 var f = "/*";
-// gone
 var g = @$"
 // text";`},
		{"Go", "go", `
-// Package p is one.
 //go:embed a.txt
 //export F
 const s = ` + "`" + `
 // text \` + "`" + `
-// gone
 const r = '"'
-// gone`},
		{"text blocks of Java", "java", `
-/**
- * Saves.
- */
 String s = """
 // text \"""
 /* text */
 """;
-// gone`},
		{"templates", "typescript", "\n const s = `\n // text \\` \n `;\n-// gone"},
		{"the same in JavaScript and TSX", "tsx", "\n const s = `\n // text \\` \n `;\n-// gone"},
		{"Python", "python", `
 def place(order):
-    """Places an order.
-
-    # at once
-    """
-    # gone
     text = """
     # text
     """
     names = {"a":
         """text"""}
     return r'\' # text'
-# gone
 class A:
-    r'''Is one.'''
     x = 1`},
		{"SQL", "sql", `
-/* Places
-   an order */
 CREATE PROCEDURE Place AS
-  -- gone
   /*! SET a = 1 */
   /*+ hint */
   SELECT 'it''s
   -- text', "--" -- beside
-  -- gone
   FROM a /* b`},
	} {
		var in, want strings.Builder
		for line := range strings.Lines(strings.TrimPrefix(c.text, "\n") + "\n") {
			in.WriteString(line[1:])
			if line[0] != '-' {
				want.WriteString(line[1:])
			}
		}
		if got := WithoutComments(in.String(), c.language); got != want.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want.String())
		}
		checkCode(t, c.name, in.String(), c.language)
	}
}

// checkCode checks that Code returns the lines of WithoutComments, with their numbers.
func checkCode(t *testing.T, name, text, language string) {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	got := ""
	for _, line := range Code(text, language) {
		got += line.Text
		if rest := strings.Join(lines[line.Number:], ""); !strings.HasPrefix(rest, line.Text) {
			t.Errorf("%s: %q is not line %d", name, line.Text, line.Number)
		}
	}
	if want := WithoutComments(text, language); got != want {
		t.Errorf("%s: the lines are\n%s\nwant\n%s", name, got, want)
	}
}

// TestWithoutCommentsKeeps checks that a text that is all comment, or in an unsupported
// language, is unchanged; blank lines are not repeated, and the text does not begin with
// one.
func TestWithoutCommentsKeeps(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"go", "// all\n\n/* of it */\n", "// all\n\n/* of it */\n"},
		{"vue", "// a\nb\n", "// a\nb\n"},
		{"go", "", ""},
		{"go", "// a\n\nb\n\n// c\n\nd", "b\n\nd"},
		{"java", "/* a */\r\n\r\nb\r\n", "b\r\n"},
		{"java", "/* never ends", "/* never ends"},
		{"go", "a /* never\n// ends", "a /* never\n// ends"},
		{"go", "'", "'"}, {"go", `"\`, `"\`},
		{"python", `"""Module."""` + "\nx = 1\n", "x = 1\n"},
		{"python", "x\n'a'\n", "x\n'a'\n"},
	} {
		if got := WithoutComments(c.text, c.language); got != c.want {
			t.Errorf("%s: %q gives %q, want %q", c.language, c.text, got, c.want)
		}
		checkCode(t, c.language, c.text, c.language)
	}
}

// TestLabelsUnderPaths checks that below its path, a member of the type after which the
// file is named is labelled without the type.
func TestLabelsUnderPaths(t *testing.T) {
	for _, c := range []struct{ path, label, want string }{
		{"src/Order.cs", "Order.Place", "Place"},
		{"src/Order.Part.cs", "Order.Place", "Place"},
		{"src/Order.cs", "Line.Place", "Line.Place"},
		{"src/Order.cs", "Order", "Order"},
		{"src/Order.cs", "Orders.Place", "Orders.Place"},
		{"", "Order.Place", "Order.Place"},
	} {
		if got := shortLabel(Item{Path: c.path, label: c.label}); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.label, c.path, got, c.want)
		}
	}
}
