package migration

import (
	"strings"
)

// systems are database systems by the words that paths have for them.
var systems = map[string]string{
	"mysql": "mysql", "mariadb": "mysql", "pgsql": "pgsql", "pg": "pgsql",
	"postgres": "pgsql", "postgresql": "pgsql", "psql": "pgsql", "sqlite": "sqlite",
	"sqlserver": "tsql", "mssql": "tsql", "mssqlserver": "tsql", "tsql": "tsql", "oracle": "oracle",
	"hsqldb": "hsqldb", "h2": "h2", "derby": "derby", "db2": "db2", "firebird": "firebird",
	"cockroach": "cockroach", "cockroachdb": "cockroach", "crdb": "cockroach",
	"clickhouse": "clickhouse", "sqlce": "sqlce"}

// System is the database system that the path of a script tells it to be for, the innermost that
// it names; empty for none. The names are those of dialects where these have one.
//
//	store/migration/sqlite/1_init.sql    install_mysql.sql    SQLite3/setup.sql
func System(file string) string {
	words := strings.FieldsFunc(strings.ToLower(file), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	for i := len(words) - 1; i >= 0; i-- {
		for _, w := range []string{words[i], strings.TrimRight(words[i], "0123456789")} {
			if s := systems[w]; s != "" {
				return s
			}
		}
	}
	return ""
}
