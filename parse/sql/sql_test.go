package sql_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
	"seedgraph/parse/sql"
	"seedgraph/testkit/parsetest"
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
		{"/*!40101 SET NAMES utf8 */;\nSELECT 'it\\'s', '$$ ::'; SELECT $$a$$", sql.MySQL},
		{"/*M!100 SET NAMES utf8 */;\nSELECT $$a$$", sql.MySQL},
		{"/*! see */ SELECT $$a$$", sql.PostgreSQL},
		{"CREATE TABLE t (id int AUTO_INCREMENT) ENGINE = InnoDB", sql.MySQL},
		{"CREATE TABLE t (id serial, at timestamptz)", sql.PostgreSQL},
		{"CREATE TABLE t (id int IDENTITY, name nvarchar(10))", sql.TSQL},
		{"EXEC dbo.P", sql.TSQL},
		{"CREATE TABLE [t] ([a] nvarchar(10), id integer primary key autoincrement)", sql.Generic},
		{"# The @name\nALTER TABLE t ADD a int", sql.Generic},
		{"#t\nALTER TABLE t ADD a int", sql.TSQL},
		{"ALTER TABLE t ADD a int # The table", sql.Generic},
		{"ALTER TABLE t ADD COLUMN a bit", sql.Generic},
		{"ALTER TABLE t CHANGE COLUMN a b bit", sql.Generic},
		{"alter table t modify column a bit", sql.Generic},
		{"RENAME TABLE a TO b;\nALTER TABLE b ADD c bit", sql.Generic},
		{"REPLACE INTO t VALUES (1); ALTER TABLE t ADD c bit", sql.Generic},
		{"INSERT IGNORE INTO t VALUES (1); ALTER TABLE t ADD c bit", sql.Generic},
		{"ALTER TABLE t ADD a bit", sql.TSQL},
		{"CREATE TABLE t (a nvarchar(10), b bit);\nCREATE TRIGGER x DELETE ON t BEGIN DELETE FROM u; END", sql.Generic},
		{"CREATE TABLE t (a nvarchar(10), b bit)\nCREATE TRIGGER x ON t AFTER DELETE AS BEGIN DELETE u END", sql.TSQL},
		{"SELECT [a] FROM t\nGO\nSELECT 'FOR EACH ROW' -- pragma\nGO", sql.TSQL},
		{"SELECT 1\nGO\nCREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql\nGO",
			sql.PostgreSQL},
		{"CREATE OR REPLACE PROCEDURE p @a int AS SELECT 1\nGO", sql.TSQL},
		{"CREATE OR REPLACE VIEW v AS SELECT `a`, @b FROM t\nGO", sql.MySQL},
		{"SELECT @x\nGO\nDELIMITER = 1", sql.TSQL},
		{"@@run.sql\n@[x]\nBEGIN p; END;\n/\n", sql.Generic},
		{"SELECT [a]\n/\n[b] FROM t", sql.TSQL},
		{"SET TERM ^ ;\nSELECT @a^", sql.Generic},
		{"DELIMITER $$ -- of bodies\nSELECT 1 $$", sql.MySQL},
		{"delimiter d//\nSELECT 1 d//", sql.MySQL},
		{"delimiter go\nSELECT 1 go", sql.MySQL},
		{"CREATE FUNCTION f(\n delimiter text DEFAULT ','\n) RETURNS void LANGUAGE sql", sql.Generic},
		{"SELECT a,\n delimiter text,\n b FROM t", sql.Generic},
		{"COPY t FROM STDIN\n DELIMITER ',';", sql.PostgreSQL},
		{"SET @s = 'DROP TABLE t'; PREPARE x FROM @s", sql.MySQL},
		{"prepare x from 'DROP TABLE t'", sql.MySQL},
		{"SELECT @a\nGO\nPREPARE x FROM @a", sql.TSQL},
		{"PREPARE x FROM y", sql.Generic},
		{"PREPARE x AS SELECT @a", sql.TSQL},
		{"CREATE DEFINER = 'a'@'b' VIEW v AS SELECT sys.f(b)", sql.MySQL},
	} {
		if got := sql.Detect(c.text); got != c.want {
			t.Errorf("Detect(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	for _, seed := range []string{
		"CREATE TABLE [a].[b] (c int REFERENCES d, e AS (f.g(1)))\nGO\nUPDATE x SET y = 1 FROM b x JOIN c ON 1 = 1",
		"CREATE PROC p @a t READONLY AS MERGE a USING b ON 1 = 1 WHEN MATCHED THEN DELETE OUTPUT $action INTO c; EXEC('SELECT ''a''')",
		"CREATE FUNCTION f() RETURNS int AS 'SELECT ''x'' FROM t' LANGUAGE sql; DO $$ BEGIN END $$; COPY t FROM stdin;\n1\n\\.\n",
		"DELIMITER //\nCREATE PROCEDURE `p` () BEGIN DECLARE c CURSOR FOR SELECT 1; END //\nDELIMITER ;\nDELETE a FROM a JOIN b",
		"WITH a AS (SELECT 1), b (c) AS NOT MATERIALIZED (DELETE FROM d RETURNING *) SELECT * FROM (((a) JOIN b)) c(d)",
		"CREATE RULE r AS ON INSERT TO t DO (a; b);\\gset\nSELECT :'x', E'\\'', U&'x', $1, [x, \"y, `z, @, #, ::",
		"SET TERM ^ ;\nRECREATE TRIGGER t FOR u AS DECLARE x int; BEGIN IF (1) THEN BEGIN END END ^ SET TERM ; ^\n--#SET TERMINATOR @\n@a.sql\nSET ECHO OFF",
		"CREATE PACKAGE BODY p AS FUNCTION f RETURN t IS x u; BEGIN END; BEGIN END;\n/\nDECLARE x t; CURSOR c (a t) IS SELECT 1; BEGIN END LOOP; END\n:P SELECT 1",
		"((((((((((", "))))", "CASE CASE END END", "a..b...c", "/* /* */", "$a$ $b$",
		"DECLARE @x TABLE (", "ALTER TABLE a ADD", "FROM FROM FROM ,,,",
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

// TestTakes checks that a file whose ending is a database system is a script if
// one of its lines begins a statement.
func TestTakes(t *testing.T) {
	set := parse.NewSet(sql.Languages()...)
	for text, want := range map[string]bool{
		"-- of shop\nCREATE TABLE orders (id int);":       true,
		"  create or replace view v as select 1":          true,
		"INSERT INTO orders VALUES (1);":                  true,
		"update orders set id = 1;":                       true,
		"delete from orders;":                             true,
		"FROM mysql\nRUN create table":                    false,
		"create a table\nalter it":                        false,
		"create tables":                                   false,
		"MYSQL_DATABASE=shop":                             false,
		"SQLite format 3\x00\ntableordersCREATE TABLE a ": false,
	} {
		if got := set.For(parse.Source{Path: "a.mysql", Text: text}) != nil; got != want {
			t.Errorf("%q is taken: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"\ufeff-- of shop\nCREATE TABLE orders (id int);":                 true,
		"<configuration>\nCREATE TABLE orders (id int)\n</configuration>": false,
		"[section]\ncreate table orders = no":                             false,
		"{\nupdate orders set\n}":                                         false,
		"key=value":                                                       false,
		"":                                                                false,
	} {
		if got := set.For(parse.Source{Path: "a.Config", Text: text}) != nil; got != want {
			t.Errorf("%q is taken: %v", text, got)
		}
	}
	if set.For(parse.Source{Path: "a.sql"}) == nil || set.NeedsContent("a.sql") {
		t.Error("a script by its ending is asked for its text")
	}
}

func TestReadEmbedded(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"SELECT * FROM Orders o JOIN dbo.Lines l ON l.Id = o.Id WHERE o.Id = @id",
			"read Orders, read dbo.Lines"},
		{"SELECT {} FROM {}ORDERS WHERE {} ORDER BY {}", "read {}ORDERS"},
		{"INSERT INTO [{}].[{}_Log] (A) VALUES (@a); SELECT SCOPE_IDENTITY()", "write {}.{}_Log"},
		{"UPDATE o SET A = 1 OUTPUT inserted.Id INTO Audit FROM {}.Orders o WHERE o.Id IN (",
			"write {}.Orders, write Audit"},
		{"DELETE TOP (@n) T FROM {}Queue T", "write {}Queue"},
		{"SELECT * FROM {0}Orders o JOIN {schema}.Lines l ON 1 = 1 JOIN [{0}].[Notes] n ON 1 = 1",
			"read {}Orders, read {}.Lines, read {}.Notes"},
		{"DELETE m FROM {0}.Message m WHERE m.Body = '{\"a\": 1}'", "write {}.Message"},
		{"delete from \"Outbox\" where Id = :id returning Id", "write Outbox"},
		{";WITH x AS (SELECT Id FROM Messages) DELETE FROM x OUTPUT deleted.Id",
			"read Messages, write Messages"},
		{"SELECT * FROM users WHERE id = %s AND name = %(name)s LIMIT 5 FOR UPDATE SKIP LOCKED",
			"read users"},
		{"INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET a = excluded.a", "write t"},
		{"REPLACE INTO t (a) VALUES (?)", "write t"},
		{"SELECT * FROM %s WHERE a = 1", ""},
		{"SELECT * FROM pre_%s JOIN b ON 1 = 1", "read b"},
		{"{call dbo.Place(?, ?)}", "exec dbo.Place"},
		{"{? = call dbo.Total(?)}", "exec dbo.Total"},
		{"BEGIN billing.close_month(:m); END;", "exec billing.close_month"},
		{"BEGIN TRAN; DELETE FROM t; COMMIT", "write t"},
		{"UPDATE orders o INNER JOIN customers c ON c.id = o.id SET o.n = c.n",
			"write orders, read customers"},
		{"UPDATE orders JOIN lines l ON l.id = orders.id SET l.n = 1", "read orders, write lines"},
		{"UPDATE orders WITH (ROWLOCK) SET n = 1", "write orders"},
		{"EXEC Place_Order @a; EXECUTE @r = dbo.Other 1", "exec Place_Order, exec dbo.Other"},
		{"SELECT a::int FROM s.f('x') AS f JOIN t USING (id)", "func s.f, read t"},
		{"SELECT EXTRACT(day FROM d), COUNT(*) FROM `my table` WHERE a IS DISTINCT FROM b",
			"func EXTRACT, func COUNT, read my table"},
		{"SELECT * INTO #t FROM dbo.T SELECT * FROM #t", "read dbo.T"},
		{"IF OBJECT_ID('s.T') IS NULL CREATE TABLE s.T (Id int REFERENCES s.U) INSERT s.T SELECT 1",
			"write s.T"},
		{"CREATE PROCEDURE dbo.P AS DELETE FROM dbo.T", ""},
		{"SELECT f FROM t WHERE a = {} AND b IN ({}) UNION ALL SELECT g FROM (SELECT g FROM u) x",
			"read t, read u"},
		{"Select item from the list", "read the"}, // sqltext.Is has to detect that it is not SQL
		{"", ""},
	} {
		if got := embedded(c.text); got != c.want {
			t.Errorf("ReadEmbedded(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// embedded formats the references of a text in one line.
func embedded(text string) string {
	kinds := map[parse.RefKind]string{parse.RefRead: "read", parse.RefWrite: "write",
		parse.RefExec: "exec", parse.RefFunc: "func", parse.RefUse: "use"}
	var out []string
	for _, r := range sql.Languages()[0].(parse.EmbeddedReader).ReadEmbedded(text) {
		name := r.Name
		for i := len(r.Recv) - 1; i >= 0; i-- {
			name = r.Recv[i].Name + "." + name
		}
		out = append(out, kinds[r.Kind]+" "+name)
	}
	return strings.Join(out, ", ")
}

// BenchmarkFacts reads the concatenated test scripts as one file.
func BenchmarkFacts(b *testing.B) {
	files, err := filepath.Glob("testdata/tsql_*.txtar")
	if err != nil || len(files) == 0 {
		b.Fatalf("no archives (%v)", err)
	}
	var text strings.Builder
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for range 50 {
			text.Write(archive.Files[0].Data)
			text.WriteString("\nGO\n")
		}
	}
	src := parse.Source{Path: "a.sql", Text: text.String()}
	b.SetBytes(int64(len(src.Text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sql.Languages()[0].Facts(nil, src); err != nil {
			b.Fatal(err)
		}
	}
}
