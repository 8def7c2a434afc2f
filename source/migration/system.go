package migration

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
)

// systems are database systems by the words that paths have for them: those that Liquibase, Flyway
// and MyBatis-Plus know, but for those whose names are words of programs.
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

// System is the database system that the path of a script tells it to be for, the innermost that it
// names; empty for none. Of the words of its own name the first and the last may, and one that
// stands alone between dots or beside a word for what a script does: others are what it is about.
// The names are those of dialects where these have one.
//
//	store/migration/sqlite/1_init.sql    install_mysql.sql    SQLite3/setup.sql    SQL_CE/setup.sql
//	schema.pgsql.sql    orders.tsql    tables_sqlserver_below2016.sql    tables_mysql_innodb.sql
//	shop.mysql.create.orders.sql    full.sql.postgres    Shop-DDL-MySQL-CREATE.sql
//	001_add_pg_trgm.sql                  // for none
func System(file string) string { return system(file, nil) }

// system is [System] where more words name systems, each by itself.
func system(file string, more map[string]bool) string {
	dir, base := path.Split(file)
	// Endings that say SQL of one system are words, too.
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
	if s := cmp.Or(systemIn(ends, more), systemIn(strings.Split(name, "."), more), systemBeside(words, more)); s != "" {
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

// Dialect is the dialect of SQL that a system has: most are called by it.
func Dialect(system string) string {
	switch system {
	case "mariadb", "ndb", "tidb", "oceanbase":
		return "mysql"
	}
	return system
}

// kinds and actions are words for what a script has and does.
var (
	kinds   = map[string]bool{"ddl": true, "dml": true, "schema": true, "tables": true}
	actions = map[string]bool{"create": true, "drop": true, "init": true, "install": true, "ddl": true,
		"dml": true, "schema": true, "tables": true}
)

// systemBeside is the system that a word within a name names behind a word for what scripts have,
// or before one for what they do.
func systemBeside(words []string, more map[string]bool) string {
	for i := 1; i < len(words)-1; i++ {
		if s := systemIn(words[i:i+1], more); s != "" && (kinds[words[i-1]] || actions[words[i+1]]) {
			return s
		}
	}
	return ""
}

// systemIn is the system that the last of the words names that names one; more of them name one
// that is called so.
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

// joined is the system of a word that is written as one with what is for it, or with what scripts
// have. Only names that are part of no other word count.
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

// distinct lists the names of systems that are part of no other word, the longest first.
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

// contents are words for what a folder or a script has.
var contents = map[string]bool{"ddl": true, "dml": true, "schema": true, "schemas": true, "table": true,
	"tables": true, "db": true, "database": true, "sql": true, "script": true, "scripts": true,
	"migration": true, "migrations": true, "update": true, "updates": true, "upgrade": true,
	"upgrades": true, "install": true, "setup": true, "init": true, "create": true, "changelog": true}

// isDistinct reports whether the name of a system is a part of no word that means something else.
//
//	hana, tsql, mssql, vertica    insertsql, itemssql, vertical
func isDistinct(name string) bool {
	return len(name) > len("tsql") && name != "mssql" &&
		(strings.Contains(name, "sql") || strings.Contains(name, "db") || strings.HasPrefix(name, "postgres"))
}

// ofDialect is the system of a dialect of Hibernate, whose classes some folders are called after.
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

// wordsOf are the runs of letters and digits of a name.
func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(c rune) bool { return c >= 0x80 || !isWordByte(byte(c)) })
}

func isWordByte(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
