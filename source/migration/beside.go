package migration

import (
	"path"
	"slices"
	"strings"
)

// states are names of scripts beside migrations that say what all of them lead to.
var states = map[string]bool{"latest": true, "schema": true, "structure": true, "dump": true,
	"current": true}

// IsCurrent reports whether the path of a script says that it is the current one of several.
//
//	db/optimized/current/shop.sql, LATEST.sql, shop_latest.sql
func IsCurrent(file string) bool {
	dir, base := path.Split(file)
	says := func(s string) bool { return s == "current" || s == "latest" }
	words := word.FindAllString(stemOf(base), -1)
	return len(words) > 0 && says(words[len(words)-1]) ||
		slices.ContainsFunc(strings.Split(strings.ToLower(dir), "/"), says)
}

// schemaFolders are names of folders that hold the definitions of a database, as projects of databases
// and their tools lay them out.
var schemaFolders = map[string]bool{"schema": true, "schemas": true, "ddl": true, "tables": true, "views": true,
	"procedures": true, "procs": true, "sprocs": true, "storedprocedures": true, "functions": true,
	"triggers": true, "routines": true, "programmability": true}

// IsOfSchema reports whether a folder on the way to a script says that it holds the schema, and not
// changes of it.
//
//	db/schema/orders.sql, dbo/Stored Procedures/Place.sql    but not upgrades/12/orders.sql
func IsOfSchema(file string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(file)), "/") {
		if schemaFolders[strings.NewReplacer(" ", "", "_", "", "-", "").Replace(part)] {
			return true
		}
	}
	return false
}

// IsLatest reports whether a script is called the latest one and nothing else: those of its folder
// that are called by versions are older.
//
//	totals/latest.sql
func IsLatest(file string) bool {
	stem := stemOf(path.Base(file))
	return stem == "latest" || stem == "current"
}

// IsVersion reports whether the name of a script is a version and nothing else.
//
//	totals/9.5-1.sql, totals/v2.sql
func IsVersion(file string) bool { return version.MatchString(stemOf(path.Base(file))) }

// Archive is the folder, on the way to a script, of those that are kept and used no more; empty for
// none.
//
//	sql/archive/0.12/orders.sql    // sql/archive
func Archive(file string) string {
	at := 0
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(file)), "/") {
		at += len(part)
		if slices.ContainsFunc(word.FindAllString(part, -1), func(w string) bool { return kept[w] }) {
			return file[:at]
		}
		at++
	}
	return ""
}

// IsAside reports whether the path of a script says that it is none of those that are used: an old
// one that is kept, or an example.
//
//	archive/schema.sql, schema_old.sql, examples/shop/schema.sql    but not old_orders.sql
func IsAside(file string) bool {
	dir, base := path.Split(strings.ToLower(file))
	words := word.FindAllString(dir, -1)
	if own := word.FindAllString(stemOf(base), -1); len(own) > 1 {
		words = append(words, own[len(own)-1])
	}
	return slices.ContainsFunc(words, func(w string) bool { return kept[w] || shown[w] })
}

// kept are words for what is used no more, shown those for what shows something.
var (
	kept = map[string]bool{"old": true, "archive": true, "archives": true, "archived": true,
		"backup": true, "backups": true, "bak": true, "deprecated": true, "obsolete": true,
		"outdated": true, "unused": true, "attic": true}
	shown = map[string]bool{"doc": true, "docs": true, "example": true, "examples": true, "sample": true, "samples": true,
		"demo": true, "demos": true, "tutorial": true, "tutorials": true}
)

// Order compares two scripts of one folder that have numbers, 0 for others: they run in that order.
//
//	sql/01_tables.sql, sql/02_functions.sql
func Order(a, b string) int {
	if path.Dir(a) != path.Dir(b) || number(stemOf(path.Base(a))) == "" ||
		number(stemOf(path.Base(b))) == "" {
		return 0
	}
	return Natural(a, b)
}

// Plainer orders a script before those of its folder whose names have all of its words and more, in
// the same order: they are for one case of it. Versions are none.
//
//	schema.sql, schema-oracle.sql    pgsql-shop-schema.sql, pgsql-cluster-shop-schema.sql
func Plainer(a, b string) int {
	x, y := wordsOf(stemOf(path.Base(a))), wordsOf(stemOf(path.Base(b)))
	switch {
	case path.Dir(a) != path.Dir(b):
		return 0
	case isVariant(x, y):
		return -1
	case isVariant(y, x):
		return 1
	}
	return 0
}

// isVariant reports whether a name has all words of a plain one and more.
func isVariant(plain, name []string) bool {
	if len(plain) == 0 || len(name) <= len(plain) {
		return false
	}
	for _, w := range name {
		switch {
		case len(plain) > 0 && w == plain[0]:
			plain = plain[1:]
		case strings.ContainsAny(w, "0123456789"):
			return false
		}
	}
	return len(plain) == 0
}

// IsSample reports whether the name of a script says that it is for tests or shows something.
//
//	initial_test_db.sql, schema-test.sql, sample_data.sql
func IsSample(file string) bool {
	return slices.ContainsFunc(word.FindAllString(stemOf(path.Base(file)), -1), func(w string) bool {
		switch w {
		case "test", "tests", "testing", "testdata", "demo", "sample", "samples", "example",
			"examples", "fixture", "fixtures":
			return true
		}
		return false
	})
}
