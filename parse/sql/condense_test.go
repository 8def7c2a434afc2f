package sql

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/parse"
)

// condensed condenses a script that comes in pieces of n bytes. The first piece
// determines the dialect.
func condensed(text string, n int) parse.Condensed {
	c := language{}.Condense(func(s string) int64 { return int64(len(s)) })
	first := min(len(text), max(n, 512))
	c.Take(text[:first])
	for text = text[first:]; text != ""; text = text[min(n, len(text)):] {
		c.Take(text[:min(n, len(text))])
	}
	return c.Condensed()
}

func TestCondense(t *testing.T) {
	for _, x := range []struct{ name, script, want string }{
		{"rows are counted", "INSERT INTO t (a, b) VALUES (1, 'x;('), (2, NULL);\nSELECT 1;",
			"INSERT INTO t (a, b) VALUES /* 2 rows */;\nSELECT 1;"},
		{"statements that differ in their rows become one",
			"INSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2);\nINSERT INTO u VALUES (3);\n",
			"INSERT INTO t VALUES /* 2 rows */;\nINSERT INTO u VALUES /* 1 row */;\n"},
		{"no semicolons",
			"INSERT [t] ([a]) VALUES (1)\nGO\nINSERT [t] ([a]) VALUES (N'it''s')\nGO\nPRINT 'x'\nGO\nINSERT [t] ([a]) VALUES (3)\nGO\n",
			"INSERT [t] ([a]) VALUES /* 2 rows */\nGO\nPRINT 'x'\nGO\nINSERT [t] ([a]) VALUES /* 1 row */\nGO\n"},
		{"a row with a query or a variable stays",
			"INSERT INTO t VALUES (1), (2, (SELECT a FROM u)), (3);\nINSERT INTO l VALUES (@a);",
			"INSERT INTO t VALUES (2, (SELECT a FROM u)) /* 2 rows */;\nINSERT INTO l VALUES (@a);"},
		{"a name in a row stays",
			"INSERT INTO t VALUES (v_id, f(1));", "INSERT INTO t VALUES (v_id, f(1));"},
		{"calls and casts of constants",
			"INSERT INTO t VALUES (CAST(N'1' AS int), date '2020-01-01', '1'::character varying, now(), 0xFF, -1.5e3);",
			"INSERT INTO t VALUES /* 1 row */;"},
		{"what comes behind the rows",
			"INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = (SELECT c FROM u);",
			"INSERT INTO t VALUES /* 1 row */ ON CONFLICT (a) DO UPDATE SET b = (SELECT c FROM u);"},
		{"COPY", "SET x = 1;\nCOPY t (a) FROM stdin;\n1\t';\n2\n\\.\nSELECT 1;",
			"SET x = 1;\nCOPY t (a) FROM stdin;\n/* 2 rows */\n\\.\nSELECT 1;"},
		{"COPY without rows", "COPY t (a) FROM stdin;\n\\.\nSELECT 1;",
			"COPY t (a) FROM stdin;\n\\.\nSELECT 1;"},
		{"COPY to a file", "COPY t TO 'stdin';\nSELECT 1;", "COPY t TO 'stdin';\nSELECT 1;"},
		{"strings of a dialect", "INSERT INTO `t` VALUES ('it\\'s', \"a\\\");\"), ('b');",
			"INSERT INTO `t` VALUES /* 2 rows */;"},
		{"escapes where a prefix says so", "INSERT INTO t VALUES (E'it\\'s)');SELECT $$'$$;",
			"INSERT INTO t VALUES /* 1 row */;SELECT $$'$$;"},
		{"bodies in dollar quotes stay",
			"CREATE FUNCTION f() AS $x$ INSERT INTO t VALUES (1); $x$ LANGUAGE sql;",
			"CREATE FUNCTION f() AS $x$ INSERT INTO t VALUES (1); $x$ LANGUAGE sql;"},
		{"bodies with delimiters of their own stay",
			"DELIMITER //\nCREATE PROCEDURE p() BEGIN\nINSERT INTO `t` VALUES (1);\nEND//\nDELIMITER ;\nINSERT INTO `t` VALUES (1);",
			"DELIMITER //\nCREATE PROCEDURE p() BEGIN\nINSERT INTO `t` VALUES (1);\nEND//\nDELIMITER ;\nINSERT INTO `t` VALUES /* 1 row */;"},
		{"comments", "-- INSERT INTO t VALUES (1)\n/* x /* ' */ */ INSERT INTO t VALUES (1), -- (2)\n(3);",
			"-- INSERT INTO t VALUES (1)\n/* x /* ' */ */ INSERT INTO t VALUES /* 2 rows */;"},
		{"an open string", "INSERT INTO t VALUES ('x", "INSERT INTO t VALUES ('x"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if diff := cmp.Diff(x.want, condensed(x.script, 1<<20).Text); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestCondenseBounds condenses scripts in which more than rows is left out: memory
// must not grow with them.
func TestCondenseBounds(t *testing.T) {
	for _, x := range []struct{ name, what, head, item, end string }{
		{"many statements", "statements", "", "UPDATE t SET a = 'some text that is long' WHERE b = 1;\n", ""},
		{"one long statement", "ends of statements", "INSERT INTO t SELECT 1", " UNION ALL SELECT 1, 'some text that is long'\n", ";"},
		{"one long row", "rows", "INSERT INTO t VALUES ('", "some text that is long, and then some more of it\n", "');"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := language{}.Condense(func(s string) int64 { return int64(len(s)) })
			c.Take(x.head)
			piece := strings.Repeat(x.item, 20_000)
			for taken := 0; taken < keptScript+2*keptStatements; taken += len(piece) {
				c.Take(piece)
			}
			c.Take(x.end + "\nCREATE TABLE after (a int);\n")
			got := c.Condensed()
			if len(got.Text) > keptStatements+2*len(piece) {
				t.Errorf("%d bytes are kept", len(got.Text))
			}
			if len(got.Omissions) != 1 || got.Omissions[0].Unit != x.what || got.Omissions[0].Count == 0 {
				t.Errorf("left out: %+v", got.Omissions)
			}
			if x.what != "ends of statements" && !strings.Contains(got.Text, "CREATE TABLE after") {
				t.Error("the definition behind it is lost")
			}
		})
	}
}

// TestCondenseInPieces concatenates script fragments at random. However they are
// cut into pieces, the kept text is the same, and all of it except the notes is
// found in the script at the offsets that the gaps determine.
func TestCondenseInPieces(t *testing.T) {
	parts := []string{"INSERT INTO t VALUES ", "INSERT INTO u (a) VALUES ", "(1)", "(2, 'x')", ", ", ";\n",
		"\nGO\n", "(SELECT a FROM b)", "COPY t (a) FROM stdin;\n", "1\t2\n", "\\.\n", "-- it's\n", "/* ( */",
		"$$ ' ; $$", "'it''s;\n'", "\"a\"", "[b]", "CREATE TABLE t (a int);\n", " ", "\n", "é", "@v"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		var b strings.Builder
		for range 1 + r.IntN(400) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		script := b.String()
		whole := condensed(script, 1<<20)
		pieces := condensed(script, 1+r.IntN(300))
		if len(script) > 512 && Detect(script) != Detect(script[:512]) {
			continue // the first piece determines another dialect
		}
		if diff := cmp.Diff(whole, pieces); diff != "" {
			t.Fatalf("in pieces:\n%s\n%s", diff, script)
		}
		checkGaps(t, script, whole)
	}
}

// checkGaps compares the kept text with the script.
func checkGaps(t *testing.T, script string, c parse.Condensed) {
	t.Helper()
	total := c.Gaps.Before(uint32(len(c.Text)))
	if got := int64(len(c.Text)) + total.Bytes; got != int64(len(script)) {
		t.Fatalf("%d bytes, want %d\n%s\n%s", got, len(script), script, c.Text)
	}
	lines := strings.Count(c.Text, "\n") + int(total.Lines)
	if want := strings.Count(script, "\n"); lines != want {
		t.Fatalf("%d lines, want %d\n%s\n%s", lines, want, script, c.Text)
	}
	for i, g := range c.Gaps {
		end := len(c.Text)
		if i+1 < len(c.Gaps) {
			end = int(c.Gaps[i+1].At)
		}
		kept := c.Text[g.At:end]
		if n := strings.Index(kept, "/* "); n >= 0 {
			kept = kept[:n]
		}
		kept = strings.TrimSuffix(kept, " ")
		if from := int64(g.At) + g.Bytes; !strings.HasPrefix(script[from:], kept) {
			t.Fatalf("%q is not at %d of\n%s", kept, from, script)
		}
	}
}
