package migration

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
)

// systems maps words of paths to database systems: those known to Liquibase, Flyway and
// MyBatis-Plus, except those whose names are common words of programs.
var systems = map[string]string{
	"mysql": "mysql", "mariadb": "mariadb", "pgsql": "pgsql", "pg": "pgsql",
	"postgres": "pgsql", "postgresql": "pgsql", "psql": "pgsql", "sqlite": "sqlite",
	"sqlserver": "tsql", "mssql": "tsql", "mssqlserver": "tsql", "tsql": "tsql", "oracle": "oracle",
	"hsqldb": "hsqldb", "h2": "h2", "derby": "derby", "db2": "db2", "firebird": "firebird",
	"cockroach": "cockroach", "cockroachdb": "cockroach", "crdb": "cockroach",
	"innodb": "mysql", "myisam": "mysql", "clickhouse": "clickhouse", "sqlce": "sqlce", "plsql": "oracle", "sybase": "sybase",
	"sqlanywhere": "sqlanywhere", "informix": "informix", "hana": "hana", "teradata": "teradata",
	"snowflake": "snowflake", "redshift": "redshift", "bigquery": "bigquery", "vertica": "vertica",
	"duckdb": "duckdb", "tidb": "tidb", "oceanbase": "oceanbase", "ob": "oceanbase",
	"dameng": "dameng", "dm": "dameng", "kingbase": "kingbase", "opengauss": "opengauss",
	"og": "opengauss", "gaussdb": "gaussdb", "gbase": "gbase", "highgo": "highgo",
	"yugabyte": "yugabyte", "yugabytedb": "yugabyte", "ingres": "ingres", "monetdb": "monetdb",
	"altibase": "altibase", "cassandra": "cassandra", "scylladb": "cassandra", "ndb": "ndb",
	"ndbcluster": "ndb", "cubrid": "cubrid", "databend": "databend", "exasol": "exasol",
	"goldendb": "goldendb", "greenplum": "greenplum", "maxdb": "maxdb", "netezza": "netezza",
	"oscar": "oscar", "shentong": "oscar", "polardb": "polardb", "singlestore": "singlestore", "memsql": "singlestore",
	"starrocks": "starrocks", "sundb": "sundb", "tdengine": "tdengine", "tibero": "tibero",
	"uxdb": "uxdb", "vastbase": "vastbase", "xugu": "xugu", "yashandb": "yashandb"}

// System returns the database system of a script, judged by its path: the innermost
// system that the path names, or empty. In the name of the script only the first and
// the last word count, a word between dots, and a word next to one for the action of
// the script: other words are its subject. If there is a dialect for the system, its
// name is returned.
//
//	store/migration/sqlite/1_init.sql    install_mysql.sql    SQLite3/setup.sql    SQL_CE/setup.sql
//	schema.pgsql.sql    orders.tsql    tables_sqlserver_below2016.sql    tables_mysql_innodb.sql
//	shop.mysql.create.orders.sql    full.sql.postgres    Shop-DDL-MySQL-CREATE.sql
//	001_add_pg_trgm.sql                  // none
func System(file string) string { return system(file, nil) }

// system is like [System], with more words that name systems, each of which is its
// own system.
func system(file string, more map[string]bool) string {
	dir, base := path.Split(file)
	// Extensions for the SQL of one system are words, too.
	name := strings.TrimSuffix(strings.ToLower(base), ".in")
	name = strings.TrimSuffix(name, ".sql")
	words := wordsOf(name)
	ends := words
	if n := len(words); n > 2 {
		last := words[n-1:]
		if strings.ContainsAny(last[0], "0123456789") { // a version of the system before it
			last = words[n-2:]
		}
		ends = append([]string{words[0]}, last...)
	}
	if s := cmp.Or(systemIn(ends, more), systemIn(strings.Split(name, "."), more), systemNextTo(words, more)); s != "" {
		return s
	}
	folders := strings.Split(strings.ToLower(dir), "/")
	for i := len(folders) - 1; i >= 0; i-- {
		words := wordsOf(folders[i])
		for k := range len(words) - 1 { // SQL Server
			words = append(words, words[k]+words[k+1])
		}
		if s := systemIn(words, more); s != "" {
			return s
		}
	}
	return ""
}

// Dialect returns the SQL dialect of a system: mostly the one of the same name.
func Dialect(system string) string {
	switch system {
	case "mariadb", "ndb", "tidb", "oceanbase":
		return "mysql"
	}
	return system
}

// kinds and actions are words for the contents and the actions of scripts.
var (
	kinds   = map[string]bool{"ddl": true, "dml": true, "schema": true, "tables": true}
	actions = map[string]bool{"create": true, "drop": true, "init": true, "install": true, "ddl": true,
		"dml": true, "schema": true, "tables": true}
)

// systemNextTo returns the system named by a word within a name, if it follows a word
// for contents or precedes one for an action.
func systemNextTo(words []string, more map[string]bool) string {
	for i := 1; i < len(words)-1; i++ {
		if s := systemIn(words[i:i+1], more); s != "" && (kinds[words[i-1]] || actions[words[i+1]]) {
			return s
		}
	}
	return ""
}

// systemIn returns the system of the last of the words that names one. The words in
// more are systems of the same name.
func systemIn(words []string, more map[string]bool) string {
	for i := len(words) - 1; i >= 0; i-- {
		if more[words[i]] {
			return words[i]
		}
		for _, w := range []string{words[i], strings.TrimRight(words[i], "0123456789")} {
			if s := cmp.Or(systems[w], ofDialect(w), joined(w)); s != "" {
				return s
			}
		}
	}
	return ""
}

// joined returns the system of a compound word, written together with a product or a
// word for contents. Only distinctive names count, which are not part of other words.
//
//	shopsqlite, createmysql, mysqlschema    but not sqliteish, mysqlx
func joined(word string) string {
	for _, name := range distinct() {
		rest, before := strings.CutPrefix(word, name)
		if strings.HasSuffix(word, name) || before && contents[rest] {
			return systems[name]
		}
	}
	return ""
}

// distinct returns the distinctive names of systems, the longest first.
var distinct = sync.OnceValue(func() []string {
	var out []string
	for name := range systems {
		if isDistinct(name) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	return out
})

// contents are words for the contents of a folder or a script.
var contents = map[string]bool{"ddl": true, "dml": true, "schema": true, "schemas": true, "table": true,
	"tables": true, "db": true, "database": true, "sql": true, "script": true, "scripts": true,
	"migration": true, "migrations": true, "update": true, "updates": true, "upgrade": true,
	"upgrades": true, "install": true, "setup": true, "init": true, "create": true, "changelog": true}

// isDistinct reports whether the name of a system is distinctive: not part of a word
// with another meaning.
//
//	hana, tsql, mssql, vertica    insertsql, itemssql, vertical
func isDistinct(name string) bool {
	return len(name) > len("tsql") && name != "mssql" &&
		(strings.Contains(name, "sql") || strings.Contains(name, "db") || strings.HasPrefix(name, "postgres"))
}

// ofDialect returns the system of a Hibernate dialect; some folders are named after its
// class.
//
//	org.hibernate.dialect.MySQLInnoDBDialect, PostgreSQLDialect, Oracle10gDialect
func ofDialect(word string) string {
	if !strings.HasSuffix(word, "dialect") {
		return ""
	}
	longest := ""
	for name := range systems {
		if len(name) > max(len(longest), 2) && strings.HasPrefix(word, name) {
			longest = name
		}
	}
	return systems[longest]
}

// wordsOf returns the runs of letters and digits of a name.
func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(c rune) bool { return c >= 0x80 || !isWordByte(byte(c)) })
}

func isWordByte(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
