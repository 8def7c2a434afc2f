package yesql

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/resolve"
)

// stores are the packages whose types hold queries by name.
var stores = []string{"github.com/knadh/goyesql", "github.com/nleof/goyesql",
	"github.com/qustavo/dotsql", "github.com/gchaincl/dotsql", "github.com/swithek/dotsqlx"}

// scanners are the packages that fill the fields of a struct with queries.
var scanners = []string{"github.com/knadh/goyesql", "github.com/knadh/goyesql/sqlx"}

// holders are the types that hold queries: a map, and types that run a query by name.
var holders = resolve.WordSet("Queries DotSql DotSqlx")

// opens are the functions that make one of them.
var opens = resolve.WordSet("ParseFile MustParseFile ParseBytes MustParseBytes ParseReader Load " +
	"LoadFromFile LoadFromString Merge Wrap")

var version = regexp.MustCompile(`/v\d+(/|$)`)

// plain returns the path of a package without its major version.
//
//	github.com/knadh/goyesql/v2/sqlx
func plain(path string) string {
	return strings.TrimSuffix(version.ReplaceAllString(path, "/"), "/")
}

func isLibrary(path string) bool {
	path = plain(path)
	return slices.Contains(stores, path) || slices.Contains(scanners, path)
}
