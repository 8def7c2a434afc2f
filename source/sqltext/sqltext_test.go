package sqltext_test

import (
	"testing"

	"seedgraph/source/sqltext"
)

func TestSQLIsToldFromProse(t *testing.T) {
	for _, text := range []string{
		"SELECT * FROM Orders WHERE Id = @id",
		"select o.id, o.total from orders o",
		"SELECT a FROM t", "select a, b total from t where x = 1",
		"\n  SELECT {} FROM {}ORDERS", "(SELECT 1)", "SELECT @@IDENTITY",
		"select pg_notify({}, {})",
		"Select * from Orders", "Select o.id from orders o",
		"SELECT DISTINCT TOP 10 a.b FROM [dbo].[Order] a", "SELECT COUNT(*) FROM ",
		"select name from {}",
		"INSERT INTO Orders (Id) VALUES (1)", "insert into orders values ({})", "INSERT INTO {}",
		"INSERT Orders SELECT 1", "insert dbo.Orders (Id) select a from t",
		"UPDATE Orders SET Total = 1", "update o set total = {} from orders o", "UPDATE {} SET {}",
		"UPDATE \"My Orders\" SET Total = 1", "update `t` set a = 1", "UPDATE [My t] SET a = 1",
		"REPLACE INTO t (a) VALUES (1)",
		"DELETE FROM Orders", "delete from orders where id = 1", "DELETE TOP (5) FROM T",
		"DELETE o FROM Orders o",
		"MERGE INTO T USING S ON T.Id = S.Id WHEN MATCHED THEN DELETE;",
		"EXEC dbo.DoIt {0}", "exec dbo.DoIt {0}, {1}", "EXEC DoIt {name}", "EXEC dbo.DoIt @p", "exec sp_who", "EXEC @rc = DoIt @x = 1", "CALL proc_x({})",
		"call proc_x(1)", "call close({}, :id, 'x', null)", "call close(id := 1, note => now())",
		"{call dbo.Close(?)}", "{ ? = call Total(?, ?) }", "{CALL sales.Archive}", "{call {}(?)}",
		"MERGE INTO settings KEY (k) VALUES (?, ?)",
		"CREATE TABLE t (id int)", "create or replace function f() returns int as $$",
		"CREATE UNIQUE INDEX i ON t (a)", "ALTER TABLE t ADD c int",
		"drop table if exists t", "WITH c AS (SELECT 1) SELECT * FROM c",
		"with recursive r (a) as (select 1) select a from r",
		"TRUNCATE TABLE t", "truncate table t", "DECLARE @x INT",
		"IF NOT EXISTS (SELECT 1 FROM t) BEGIN", "-- note\nSELECT a FROM t",
		"BEGIN TRAN; UPDATE t SET a = 1; COMMIT", "BEGIN; INSERT INTO t VALUES (1)",
		"begin try delete from t where a = 1",
		"delete s from [{}].Server s with (readpast) where a < 1",
		"delete top (5) s from {}.Server as s", "delete s from t as s",
		"delete lines from lines inner join orders on a = b",
		"delete top (1) q output deleted.a from dbo.Queue q with (readpast)",
		"set nocount on;update t set a = 1", "set xact_abort off; select a from t",
		"set tran isolation level read committed; select a from t",
		"set deadlock_priority low; delete from t", "set lock_timeout 1000",
		"set identity_insert dbo.t on", "SET ARITHABORT ON", "SET QUOTED_IDENTIFIER OFF",
		"USE shop; DELETE FROM t", "USE shop SELECT a FROM t", "use shop; delete from t where a = 1",
		"WHILE 1 = 1 BEGIN DELETE TOP (5) FROM t END", "while @a > 0 begin update t set a = 1 end",
		"SET @x = (SELECT MAX(a) FROM t)", "set @x = (select max(a) from t)",
		"{call dbo.Close(?, ?)}", "{ ? = CALL Total (?) }", "BEGIN billing.close(:m); END;",
		"{#{sum, mode=OUT} = call dbo.Total(#{id})}", "begin close_all; end;", "EXEC sp_executesql N'DELETE FROM t'",
		"WAITFOR DELAY '00:00:01'; DELETE FROM t", "waitfor time '23:00' delete from t where a = 1",
		"BULK INSERT dbo.t FROM {}", "bulk insert t from 'rows.csv'",
		"PRINT 'x'; DELETE FROM t", "PRINT N'its' SELECT a FROM t", "print @x; delete from t",
		"SET NOCOUNT ON", "SET STATISTICS IO ON; SELECT 1", ";WITH a AS (SELECT 1) DELETE FROM a",
	} {
		if !sqltext.Is(text) {
			t.Errorf("not taken for SQL: %s", text)
		}
		if !sqltext.MayBe(text) {
			t.Errorf("refused before it is read: %s", text)
		}
	}
	for _, text := range []string{
		"{#{call dbo.Total(1)}", "{#{a} call dbo.Total(1)}", "{call me}", "{callback(1)}", "{? call f(1)}", "{}", "{call}", "{call f(1)",
		"begin it now; that is the end", "Begin close(1); end", "Begin", "begin work end",
		"waitfor me; delete from the list", "wait", "Waitfor delay 'x'; delete from t",
		"bulk insert of rows from a file", "Bulk insert t from 'x'", "bulk insert",
		"call orders (again)", "{call the office}", "{? = called(1)}", "{call}", "{\"call\": 1}",
		"{call x(}", "{d '2020-01-01'}", "Merge into the values of others",
		"PRINT 'x'", "print 'x' and delete from t", "Print 'x'; delete from t where a = 1",
		"print the list; delete from t", "printed; DELETE FROM t", "PRINT", "print",
		"Use shop; then delete from t", "USE it", "use the set; update it", "USE shop",
		"while users begin to wait, delete from t", "WHILE it is there", "SET @x = 1",
		"", "selected", "Select an item from the list", "Select item from list of things",
		"select several large items from stock", "Select items from stock",
		"Replace into the text", "Replace it", "select a value from the list", "select the one you want from here",
		"Please select * from x", "Update available", "Update the set of rules", "updated rows",
		"Failed to delete {} from {}", "delete files from disk", "delete rows from table",
		"Delete s from t s", "delete it from it",
		"delete files output to from disk", "delete files output",
		"insert rows (all) into t", "Insert a (b) select c", "insert what you select", "set nocount", "set nocount of {}", "Set transaction isolation level",
		"set transaction isolation to {}", "set lock_timeout", "Set lock_timeout 1000",
		"set arithabort = {}",
		"Delete from the list", "Deleted {} from {}", "delete this entry where possible",
		"Insert into the list", "insert coin",
		"execute step {0}", "Execute Step {0}", "execute the step {name}", "Execute the query", "Executing", "Execute query", "Call me (now)",
		"call forName() instead", "Create table reservations", "create a table", "Create user {}",
		"With great power", "with x as y", "Merge the two", "Drop the table", "Truncate the text",
		"Begin transaction", "begin try it", "BEGIN", "Begin; then update the list",
		"if exists then", "Set statistics io on", "SET STATISTICS FOR ALL", "WHERE a = 1", "set x",
		"UPDATE", "SELECT", "DELETE", "INSERT", "INSERT into", "update {}", "CREATE", "EXEC",
	} {
		if sqltext.Is(text) {
			t.Errorf("taken for SQL: %s", text)
		}
	}
	for _, text := range []string{"", "  ", "hello", "from t", "1", "{} from", "\"select\"", "ok"} {
		if sqltext.MayBe(text) {
			t.Errorf("read as what may be SQL: %q", text)
		}
	}
}

func TestNames(t *testing.T) {
	for _, text := range []string{"orders", "dbo.Orders", "[my].[Orders]", "{}_lines", "a1"} {
		if !sqltext.IsName(text) {
			t.Errorf("no name: %s", text)
		}
	}
	for _, text := range []string{"", "x", "12", "{}", "a b", ".a", "a.", "/orders", "it's"} {
		if sqltext.IsName(text) {
			t.Errorf("a name: %s", text)
		}
	}
}
