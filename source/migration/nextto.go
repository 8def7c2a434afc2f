package migration

import (
	"path"
	"slices"
	"strings"
)

// states are names of scripts, next to migrations, that contain the resulting
// state.
var states = map[string]bool{"latest": true, "schema": true, "structure": true, "dump": true,
	"current": true}

// IsCurrent reports whether the path of a script marks it as the current one of
// several.
//
//	db/optimized/current/shop.sql, LATEST.sql, shop_latest.sql
func IsCurrent(file string) bool {
	dir, base := path.Split(file)
	says := func(s string) bool { return s == "current" || s == "latest" }
	words := word.FindAllString(stemOf(base), -1)
	return len(words) > 0 && says(words[len(words)-1]) ||
		slices.ContainsFunc(strings.Split(strings.ToLower(dir), "/"), says)
}

// schemaFolders are names of folders that hold the definitions of a database, in the
// layout of database projects and their tools.
var schemaFolders = map[string]bool{"schema": true, "schemas": true, "ddl": true, "tables": true, "views": true,
	"procedures": true, "procs": true, "sprocs": true, "storedprocedures": true, "functions": true,
	"triggers": true, "routines": true, "programmability": true}

// IsSchemaFile reports whether a folder in the path of a script holds, by its name, a
// schema and not changes to one.
//
//	db/schema/orders.sql, dbo/Stored Procedures/Place.sql    but not upgrades/12/orders.sql
func IsSchemaFile(file string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(file)), "/") {
		if schemaFolders[strings.NewReplacer(" ", "", "_", "", "-", "").Replace(part)] {
			return true
		}
	}
	return false
}

// IsLatest reports whether the name of a script is only a word for the latest one:
// scripts of its folder that are named by versions are older.
//
//	totals/latest.sql
func IsLatest(file string) bool {
	stem := stemOf(path.Base(file))
	return stem == "latest" || stem == "current"
}

// IsVersion reports whether the name of a script is only a version.
//
//	totals/9.5-1.sql, totals/v2.sql
func IsVersion(file string) bool { return version.MatchString(stemOf(path.Base(file))) }

// Archive returns the folder in the path of a script that holds scripts no longer in
// use, or empty.
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

// IsUnused reports whether the path of a script marks it as not in use: an old one that
// is kept, or an example.
//
//	archive/schema.sql, schema_old.sql, examples/shop/schema.sql    but not old_orders.sql
func IsUnused(file string) bool {
	dir, base := path.Split(strings.ToLower(file))
	words := word.FindAllString(dir, -1)
	if own := word.FindAllString(stemOf(base), -1); len(own) > 1 {
		words = append(words, own[len(own)-1])
	}
	return slices.ContainsFunc(words, func(w string) bool { return kept[w] || shown[w] })
}

// kept are words for scripts no longer in use, shown are words for examples.
var (
	kept = map[string]bool{"old": true, "archive": true, "archives": true, "archived": true,
		"backup": true, "backups": true, "bak": true, "deprecated": true, "obsolete": true,
		"outdated": true, "unused": true, "attic": true}
	shown = map[string]bool{"doc": true, "docs": true, "example": true, "examples": true, "sample": true, "samples": true,
		"demo": true, "demos": true, "tutorial": true, "tutorials": true}
)

// Order compares two numbered scripts of one folder, which run in that order. It
// returns 0 for other scripts.
//
//	sql/01_tables.sql, sql/02_functions.sql
func Order(a, b string) int {
	if path.Dir(a) != path.Dir(b) || number(stemOf(path.Base(a))) == "" ||
		number(stemOf(path.Base(b))) == "" {
		return 0
	}
	return Natural(a, b)
}

// CompareGenerality orders a script before those of its folder whose names have all of its words,
// in the same order, and others: they are special cases of it. A version is not such a
// word.
//
//	schema.sql, schema-oracle.sql    pgsql-shop-schema.sql, pgsql-cluster-shop-schema.sql
func CompareGenerality(a, b string) int {
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

// isVariant reports whether name has all words of plain, in order, and others.
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

// IsSample reports whether the name of a script marks it as being for tests or an
// example.
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
