package migration_test

import (
	"strings"
	"testing"

	"seedgraph/source/migration"
)

// TestSystemsOf checks that an unknown word next to two known systems is a system,
// below the folder in which that is so.
func TestSystemsOf(t *testing.T) {
	files := strings.Fields(`ddl/mysql/orders.sql ddl/Postgres/orders.sql ddl/NuoDB/orders.sql ddl/nuodb/lines.sql
		ddl/common/orders.sql ddl/unlike/orders.sql ddl/v2/orders.sql ddl/7z/orders.sql ddl/x/orders.sql
		set/mysql/mysql-orders.sql set/h2/h2-orders.sql set/acme/acme-orders.sql set/acme/mysql-orders.sql
		one/mysql.sql one/acme.sql one/mariadb.sql other/nuodb/orders.sql
		in/schema-mysql.sql in/schema-oracle.sql in/schema-fancy.sql in/fancy/tables.sql in/schema.sql
		add_pg_key.sql add_mysql_key.sql add_city_key.sql`)
	s := migration.SystemsOf(files, func(a, b string) bool { return !strings.Contains(a, "unlike") })
	for file, want := range map[string]string{
		"ddl/mysql/orders.sql": "mysql", "ddl/NuoDB/orders.sql": "nuodb", "ddl/nuodb/lines.sql": "nuodb",
		"ddl/a/nuodb/b.sql": "nuodb", "ddl/common/orders.sql": "", "ddl/unlike/orders.sql": "",
		"ddl/v2/orders.sql": "", "ddl/7z/orders.sql": "", "ddl/x/orders.sql": "",
		"set/acme/acme-orders.sql": "acme", "set/acme/mysql-orders.sql": "mysql",
		"set/h2/h2-orders.sql": "h2", "one/acme.sql": "acme", "other/nuodb/orders.sql": "",
		"in/schema-fancy.sql": "fancy", "in/fancy/tables.sql": "fancy", "in/schema.sql": "",
		"add_city_key.sql": "",
	} {
		if got := s.Of(file); got != want {
			t.Errorf("%s is for %q, want %q", file, got, want)
		}
	}
	if !migration.Knows("pgsql") || migration.Knows("nuodb") {
		t.Error("a system has no name, or another one has")
	}
	// One known system is not enough.
	s = migration.SystemsOf([]string{"mysql/a.sql", "nuodb/a.sql"}, func(a, b string) bool { return true })
	if got := s.Of("nuodb/a.sql"); got != "" {
		t.Errorf("beside MySQL alone, nuodb is %q", got)
	}
}
