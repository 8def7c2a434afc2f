package migration_test

import (
	"path"
	"slices"
	"testing"

	"seedgraph/source/migration"
)

// TestIsDump: tools say that they wrote a script.
func TestIsDump(t *testing.T) {
	for text, want := range map[string]bool{
		"--\n-- PostgreSQL database dump\n--\nCREATE TABLE t (i int);":          true,
		"-- MySQL dump 10.13  Distrib 8.0\nCREATE TABLE t (i int);":             true,
		"/*M!999999 sandbox */\n-- MariaDB dump 10.19\nCREATE TABLE t (i int);": true,
		"-- Dumped by pg_dump version 16.1\nCREATE TABLE t (i int);":            true,
		"SET lock_timeout = 0;\nSET check_function_bodies = false;\nCREATE T":   true,
		"-- Restore a MySQL dump first.\nCREATE TABLE t (i int);":               false,
		"CREATE TABLE t (i int); -- PostgreSQL database dump":                   false,
	} {
		if got := migration.IsDump(text); got != want {
			t.Errorf("%q is a dump: %v, want %v", text, got, want)
		}
	}
}

// TestDump: a dump lacks what only migrations that it includes make.
func TestDump(t *testing.T) {
	structure := `CREATE TABLE "schema_migrations" (version varchar(255));
INSERT INTO "schema_migrations" (version) VALUES
('20240101'), ('20240102000001');`
	for _, c := range []struct {
		dump, text, script string
		table, lacks       bool
	}{
		{"db/structure.sql", structure, "db/migrate/20240101_a.rb", true, true},
		{"db/structure.sql", structure, "db/migrate/20240101_a.rb", false, true},
		{"db/structure.sql", structure, "db/migrate/20240103_a.rb", true, false},
		{"db/structure.sql", structure, "else/migrate/20240101_a.rb", true, false},
		{"db/schema.rb", "ActiveRecord::Schema.define(version: 2024_01_02) do",
			"db/migrate/20240101_a.rb", true, true},
		{"db/schema.rb", "ActiveRecord::Schema.define(version: 20240102) do",
			"db/migrate/20240103_a.rb", true, false},
		{"db/schema.rb", "ActiveRecord::Schema[7.1].define(version: 20240102) do",
			"db/migrate/20240101_a.rb", false, false},
		{"db/logs_schema.rb", "ActiveRecord::Schema[7.1].define(version: 20240102) do",
			"db/migrate/20240101_a.rb", true, false},
		{"db/logs_schema.rb", "ActiveRecord::Schema[7.1].define(version: 20240102) do",
			"db/logs_migrate/001_a.rb", true, true},
	} {
		d, ok := migration.DumpOf(c.dump, c.text)
		if !ok {
			t.Fatalf("%s is no dump", c.dump)
		}
		s, ok := migration.Of(c.script, "")
		if !ok {
			t.Fatalf("%s is no migration", c.script)
		}
		if got := d.Lacks(&s, c.table); got != c.lacks {
			t.Errorf("%s lacks what %s makes: %v, want %v", c.dump, c.script, got, c.lacks)
		}
	}
	for path, text := range map[string]string{
		"db/schema.sql":    "CREATE TABLE a (id int);",
		"db/schema.rb":     "create_table :a",
		"db/other.sql":     structure,
		"db/structure.sql": "CREATE TABLE schema_migrations (version varchar);",
	} {
		if _, ok := migration.DumpOf(path, text); ok {
			t.Errorf("%s says which migrations it includes: %s", path, text)
		}
	}
}

// TestSeries: scripts of versions are migrations in company alone.
func TestSeries(t *testing.T) {
	files := []string{"a/Setup.1.0.0.sql", "a/Setup.1.2.0.sql", "a/setup_1.10.0.sql",
		"a/Other.1.0.0.sql", "b/Setup.1.0.0.sql", "a/Setup2.sql", "a/views-1.1.sql", "a/views-1.2.sql",
		"a/CE_Setup_2.0.sql", "a/CE_Setup_3.1.sql", "a/Setup.1.3.0.sql.in",
		"a/db_00001.sql", "a/db_00002.sql", "a/part_1.sql", "a/part_2.sql", "a/t2024001.sql",
		"a/1.0.0.sql", "a/1.0.10.sql", "a/schema_v1.sql", "a/schema_v2.sql", "a/api_v1.sql", "a/api_v2.sql",
		"a/1.0.sql", "a/1.1.sql", "a/shop-1.9.0-mysql.sql", "a/shop-1.10.0-mysql.sql",
		"a/shop-1.10.0-h2.sql", "a/shop-1.8.0.mysql.sql", "a/shop-1.9.0.mysql.sql",
		"a/000001.sql", "a/000002.sql", "a/1.sql", "a/2.sql", "a/make-v1.2.3.sql", "a/make-v1.9.sql",
		"a/make-v1.10.sql", "a/create_v4.9.sql", "a/create_v4.12.sql"}
	list := migration.Series(files)
	if len(list) != len(files) {
		t.Fatalf("%d entries for %d files", len(list), len(files))
	}
	for i, s := range list {
		want := map[int]string{0: "1.0.0", 1: "1.2.0", 8: "2.0", 9: "3.1", 10: "1.3.0",
			11: "00001", 12: "00002", 16: "1.0.0", 17: "1.0.10", 18: "1", 19: "2",
			22: "1.0", 23: "1.1",
			24: "1.9.0", 25: "1.10.0", 27: "1.8.0", 28: "1.9.0", 29: "000001", 30: "000002", 33: "1.2.3",
			34: "1.9", 35: "1.10", 36: "4.9", 37: "4.12"}[i]
		got := ""
		if s != nil && s.Path == files[i] && s.Set == "a" {
			got = s.Version
		}
		if got != want || s != nil && want == "" {
			t.Errorf("%s: %+v, want version %q", files[i], s, want)
		}
	}
}

// TestVersionFolders: scripts that have one name in folders of versions run in the order of these.
func TestVersionFolders(t *testing.T) {
	files := []string{"db/1.10/mysql/Tables.sql", "db/1.9/mysql/tables.sql",
		"db/deploy/10/a.sql", "db/deploy/9/a.sql", "db/v10/b.sql", "db/v9/b.sql",
		"db/1.9/mysql/views.sql", "db/v1.2/mysql/tables.sql", "db/1/a.sql", "db/2/a.sql"}
	var list []*migration.Script
	twice := migration.Series([]string{"db/5.3/a_5.3.sql", "db/5.4/a_5.4.sql", "db/5.5/a_15.5.sql"})
	if twice[0] == nil || twice[1] == nil || twice[1].Version != "5.4" || twice[2] != nil ||
		!twice[0].MakesAll() {
		t.Errorf("versions in a folder and a name: %+v", twice)
	}
	for i, s := range migration.Series(files) {
		if s == nil {
			if i < 6 {
				t.Errorf("%s is in no series", files[i])
			}
			continue
		}
		if want := map[bool]string{true: "db/deploy", false: "db"}[i == 2 || i == 3]; s.Set != want {
			t.Errorf("%s is of the set %q, want %q", s.Path, s.Set, want)
		}
		list = append(list, s)
	}
	slices.SortFunc(list, migration.Compare)
	var got []string
	for _, s := range list {
		got = append(got, s.Path)
	}
	want := []string{files[1], files[0], files[5], files[4], files[3], files[2]}
	if !slices.Equal(got, want) {
		t.Errorf("they run as %q, want %q", got, want)
	}
}

// TestArrange: scripts run where a changelog includes them, whatever their names are, in the set of
// the one that nothing includes.
func TestArrange(t *testing.T) {
	var list []*migration.Script
	for _, p := range []string{"app/db/main.xml", "app/db/steps/2_b.sql", "app/db/steps/10_c.sql",
		"app/db/more.xml", "app/db/1_first.sql", "other/db/steps/1_x.sql"} {
		list = append(list, &migration.Script{Path: p, Set: path.Dir(p)})
	}
	migration.Arrange(list, map[string][]migration.Include{
		"app/db/main.xml": {{Path: "db/steps", All: true}, {Path: "app/db/more.xml", Relative: true}},
		"app/db/more.xml": {{Path: "db/1_first.sql"}},
	})
	slices.SortFunc(list, migration.Compare)
	var got []string
	for _, s := range list {
		got = append(got, s.Set+" "+path.Base(s.Path))
	}
	want := []string{"app/db main.xml", "app/db 2_b.sql", "app/db 10_c.sql", "app/db more.xml",
		"app/db 1_first.sql", "other/db/steps 1_x.sql"}
	if !slices.Equal(got, want) {
		t.Errorf("they run as %q, want %q", got, want)
	}
}

// TestArrangeDates: a set of which most have dates runs in their order, and what has none behind
// them.
func TestArrangeDates(t *testing.T) {
	for _, want := range [][]string{
		{"m/migrations/z/20240102030405_a.sql", "m/migrations/a/20240102030405000001_b.sql",
			"m/migrations/z/20240103_c.sql", "m/migrations/a/20240104_d.sql"},
		{"m/migrations/create_tables.sql", "m/migrations/01_a.sql", "m/migrations/z/20240103_c.sql",
			"m/migrations/z/20240103_d.sql", "m/migrations/a/20240104_d.sql",
			"m/migrations/a/20240105_d.sql", "m/migrations/b/create_town.sql"},
		{"m/migrations/a/20240104_d.sql", "m/migrations/m.sql", "m/migrations/n.sql",
			"m/migrations/z/20240103_c.sql"},
	} {
		var list []*migration.Script
		for _, p := range want {
			s, _ := migration.Of(p, "")
			list = append(list, &s)
		}
		migration.ArrangeDates(list)
		slices.SortFunc(list, func(a, b *migration.Script) int { return -migration.Compare(a, b) })
		slices.SortFunc(list, migration.Compare)
		for i, s := range list {
			if s.Path != want[i] {
				t.Errorf("%s at place %d, want %s", s.Path, i, want[i])
			}
		}
	}
}

// TestSystem: a path tells the system by its innermost word.
func TestSystem(t *testing.T) {
	for path, want := range map[string]string{
		"store/migration/sqlite/1.sql":     "sqlite",
		"store/SQLite3/setup.sql":          "sqlite",
		"mysql/postgres/a.sql":             "pgsql",
		"install_mysql.sql":                "mysql",
		"schema.mssql.sql":                 "tsql",
		"postgresql14/a.sql":               "pgsql",
		"h2/a.sql":                         "h2",
		"schema.pgsql.sql":                 "pgsql",
		"db/create_schema.mysql.sql.in":    "mysql",
		"mysql/orders.tsql":                "tsql",
		"db/1.0_to_2.0_schema.mysql.sql":   "mysql",
		"db/SQLAnywhere/a.sql":             "sqlanywhere",
		"tables_mysql_innodb.sql":          "mysql",
		"shop.db2.create.new.orders.sql":   "db2",
		"shop.new_db2_orders.create.a.sql": "",
		"oracle/full.sql.postgres":         "pgsql",
		"tables_sqlServer_Below2016.sql":   "tsql",
		"Shop-DDL-MySQL-EMBEDDED-MAKE.sql": "mysql",
		"Shop-Metrics-SQLServer-DROP.sql":  "tsql",
		"shop-create-mysql-users.sql":      "",
		"schema-1.3.0-mysql.sql":           "mysql",
		"db/init/og/tables.sql":            "opengauss",
		"db/a.b.MySQLInnoDBDialect/a.sql":  "mysql",
		"db/PostgreSQL94Dialect/a.sql":     "pgsql",
		"db/a.b.Dialect/a.sql":             "",
		"db/mysqlnodialects/a.sql":         "",
		"add_pg_trgm_4.sql":                "",
		"add_users_to_mysql_5.7.sql":       "",
		"mysqlx/a.sql":                     "",
		"driver/shopsqlite/1.sql":          "sqlite",
		"driver/shopdbsql/1.sql":           "",
		"db/mysqlschema/a.sql":             "mysql",
		"db/createPostgreSQL.sql":          "pgsql",
		"insertsql/a.sql":                  "",
		"server/oscar.sql":                 "oscar",
		"main/ndb/schema.sql":              "ndb",
		"main/cassandra/schema.sql":        "cassandra",
		"schema-greenplum.sql":             "greenplum",
		"db/mariadb/a.sql":                 "mariadb",
		"db/itemsSQL.sql":                  "",
		"verticals/a.sql":                  "",
		"setup/SQL_CE/a.sql":               "sqlce",
		"SQL Server/mysql.initial.sql":     "mysql",
		"db/001_add_pg_trgm.sql":           "",
		"db/sqlite/001_add_pg_trgm.sql":    "sqlite",
		"db/migrations/1_sqliteish.up.sql": "",
	} {
		if got := migration.System(path); got != want {
			t.Errorf("%s is for %q, want %q", path, got, want)
		}
	}
}

// TestIsCurrent: a folder or the end of a name says that a script is the current one.
func TestIsCurrent(t *testing.T) {
	for path, want := range map[string]bool{
		"db/optimized/current/shop.sql": true,
		"db/Latest/a.sql":               true,
		"db/mysql/LATEST.sql":           true,
		"db/shop_current.sql":           true,
		"db/current_orders.sql":         false,
		"db/currents/a.sql":             false,
		"db/shop.sql":                   false,
	} {
		if got := migration.IsCurrent(path); got != want {
			t.Errorf("%s is current: %v, want %v", path, got, want)
		}
	}
}

// TestIsAside: folders and the end of a name say that a script is not used.
func TestIsAside(t *testing.T) {
	for path, want := range map[string]bool{
		"archive/schema.sql":       true,
		"db/schema_old.sql":        true,
		"db/Examples/shop/a.sql":   true,
		"db/my backup/schema.sql":  true,
		"db/old_orders.sql":        false,
		"db/old.sql":               false,
		"db/archived_orders/a.sql": true,
		"docs/guide/schema.sql":    true,
		"db/goldens/schema.sql":    false,
		"db/schema.sql":            false,
	} {
		if got := migration.IsAside(path); got != want {
			t.Errorf("%s is aside: %v, want %v", path, got, want)
		}
	}
}

// TestArchive: a folder of scripts that are kept and used no more.
func TestArchive(t *testing.T) {
	for path, want := range map[string]string{
		"sql/Archive/0.12/orders.sql": "sql/Archive", "old-scripts/a.sql": "old-scripts",
		"sql/archive.sql": "", "examples/a.sql": "", "sql/golden/a.sql": "",
	} {
		if got := migration.Archive(path); got != want {
			t.Errorf("%s is in the archive %q, want %q", path, got, want)
		}
	}
}

// TestOrder: scripts of one folder that have numbers run in their order.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"sql/2_a.sql", "sql/10_b.sql", -1},
		{"sql/10_a.sql", "sql/2_b.sql", 1},
		{"sql/2_a.sql", "else/10_b.sql", 0},
		{"sql/2_a.sql", "sql/b.sql", 0},
		{"sql/a.sql", "sql/2_b.sql", 0},
	} {
		if got := migration.Order(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestIsSample: a word of its name says what a script is for, not one of its folders.
func TestIsSample(t *testing.T) {
	for path, want := range map[string]bool{
		"db/initial_test_db.sql": true,
		"db/Schema-Test.sql":     true,
		"db/sample_data.sql":     true,
		"db/latest.sql":          false,
		"test/schema.sql":        false,
		"db/contests.sql":        false,
	} {
		if got := migration.IsSample(path); got != want {
			t.Errorf("%s is a sample: %v, want %v", path, got, want)
		}
	}
}

// TestDialect: MariaDB and the cluster of MySQL have the dialect of MySQL, other systems their own.
func TestDialect(t *testing.T) {
	for system, want := range map[string]string{"mariadb": "mysql", "ndb": "mysql", "mysql": "mysql", "db2": "db2", "": ""} {
		if got := migration.Dialect(system); got != want {
			t.Errorf("the dialect of %q is %q, want %q", system, got, want)
		}
	}
}
