package sql_test

import (
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/parsetest"
	"seedgraph/parse/sql"
)

func TestFacts(t *testing.T) {
	parsetest.Run(t, parse.NewSet(sql.Languages()...), "testdata/*.txtar")
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		text string
		want sql.Dialect
	}{
		{"", sql.Generic},
		{"SELECT a FROM t;", sql.Generic},
		{"SELECT a FROM t\nGO\n", sql.TSQL},
		{"SELECT a FROM t\n  go 10 -- again\n", sql.TSQL},
		{"/*\nGO\n*/ SELECT 1", sql.Generic},
		{"SELECT 'a\nGO\nb'", sql.Generic},
		{"SELECT [a] FROM t", sql.TSQL},
		{"SELECT a[1] FROM t", sql.Generic},
		{"SELECT @a", sql.TSQL},
		{"SELECT * FROM #t", sql.TSQL},
		{"-- see [the docs] of @me\nSELECT 1", sql.Generic},
		{"SELECT a::text FROM t", sql.PostgreSQL},
		{"DO $$ BEGIN END $$", sql.PostgreSQL},
		{"\\set x 1\nSELECT 1", sql.PostgreSQL},
		{"SELECT '$$', '::', '[x]'", sql.Generic},
		{"SELECT a @> b", sql.Generic},
		{"SELECT `a`", sql.MySQL},
		{"DELIMITER $$\nSELECT 1 $$", sql.MySQL},
		{"CREATE TABLE t (id int AUTO_INCREMENT) ENGINE = InnoDB", sql.MySQL},
		{"CREATE TABLE t (id serial, at timestamptz)", sql.PostgreSQL},
		{"CREATE TABLE t (id int IDENTITY, name nvarchar(10))", sql.TSQL},
		{"EXEC dbo.P", sql.TSQL},
	} {
		if got := sql.Detect(c.text); got != c.want {
			t.Errorf("Detect(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzFacts(f *testing.F) {
	for _, seed := range []string{
		"CREATE TABLE [a].[b] (c int REFERENCES d, e AS (f.g(1)))\nGO\nUPDATE x SET y = 1 FROM b x JOIN c ON 1 = 1",
		"CREATE PROC p @a t READONLY AS MERGE a USING b ON 1 = 1 WHEN MATCHED THEN DELETE OUTPUT $action INTO c; EXEC('SELECT ''a''')",
		"CREATE FUNCTION f() RETURNS int AS 'SELECT ''x'' FROM t' LANGUAGE sql; DO $$ BEGIN END $$; COPY t FROM stdin;\n1\n\\.\n",
		"DELIMITER //\nCREATE PROCEDURE `p` () BEGIN DECLARE c CURSOR FOR SELECT 1; END //\nDELIMITER ;\nDELETE a FROM a JOIN b",
		"WITH a AS (SELECT 1), b (c) AS NOT MATERIALIZED (DELETE FROM d RETURNING *) SELECT * FROM (((a) JOIN b)) c(d)",
		"CREATE RULE r AS ON INSERT TO t DO (a; b);\\gset\nSELECT :'x', E'\\'', U&'x', $1, [x, \"y, `z, @, #, ::",
		"((((((((((", "))))", "CASE CASE END END", "a..b...c", "/* /* */", "$a$ $b$", "DECLARE @x TABLE (", "ALTER TABLE a ADD", "FROM FROM FROM ,,,",
	} {
		f.Add(seed)
	}
	l := sql.Languages()[0]
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := l.Facts(nil, parse.Source{Path: "a/b.sql", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Fatal(err)
		}
		parse.Dump(facts)
		for _, r := range l.(parse.EmbeddedReader).ReadEmbedded(text) {
			if int(r.At) > len(text) || r.Name == "" {
				t.Fatalf("reference %q at %d of %d", r.Name, r.At, len(text))
			}
		}
	})
}
