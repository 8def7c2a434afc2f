package migration

import (
	"path"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A Dump is the file that a tool writes after it has run migrations: the resulting
// schema, and which migrations it has run. Objects that those create and the dump lacks
// no longer exist, whatever dropped them.
//
//	db/structure.sql    INSERT INTO "schema_migrations" (version) VALUES ('20240102'), …    Rails, dbmate
//	db/schema.rb        ActiveRecord::Schema[7.1].define(version: 2024_01_02_000000)         Rails
type Dump struct {
	dir      string
	folder   string          // of the migrations, within dir; empty: anywhere
	versions map[string]bool // of structure.sql
	last     string          // of schema.rb, which has only the last version
}

var railsVersion = lazyregexp.New(
	`ActiveRecord::Schema(?:\[[\d.]+\])?\.define\(version: ([\d_]+)\)`)

// DumpOf reports whether a file is a dump that lists the migrations it includes.
func DumpOf(file, text string) (*Dump, bool) {
	dir, base := path.Split(file)
	d := &Dump{dir: dir}
	if name, ok := strings.CutSuffix(base, "schema.rb"); ok {
		m := railsVersion.FindStringSubmatch(text)
		if m == nil {
			return nil, false
		}
		d.folder, d.last = name+"migrate", strings.ReplaceAll(m[1], "_", "")
		return d, true
	}
	if !strings.HasSuffix(base, "structure.sql") && !strings.HasSuffix(base, "schema.sql") {
		return nil, false
	}
	at := strings.LastIndex(text, "schema_migrations")
	if at < 0 {
		return nil, false
	}
	d.versions = map[string]bool{}
	for _, v := range strings.FieldsFunc(text[at:], func(c rune) bool { return c < '0' || c > '9' }) {
		d.versions[v] = true
	}
	return d, len(d.versions) > 0
}

// IsDump reports whether a tool generated a script from a database, so that it is
// complete.
//
//	-- PostgreSQL database dump    -- MySQL dump 10.13    -- Dumped by pg_dump version 16.1
//	SET check_function_bodies = false;    // pg_dump with its comments removed
func IsDump(text string) bool {
	return dumped.MatchString(text[:min(len(text), head)])
}

var dumped = lazyregexp.New(`(?mi)^(?:--|/\*[^\n]*)\s*(?:(?:PostgreSQL|MySQL|MariaDB) (?:database )?dump\b|Dumped (?:from|by)\b)|` +
	`^SET check_function_bodies = false;`)

// Lacks reports whether a table or another object that a migration creates would be in
// the dump if it still existed.
func (d *Dump) Lacks(m *Script, table bool) bool {
	below, ok := strings.CutPrefix(m.Path, d.dir)
	switch {
	case !ok:
		return false
	case d.versions != nil:
		return d.versions[m.Version]
	}
	// Rails does not write routines and triggers in Ruby.
	return table && strings.HasPrefix(below, d.folder+"/") && m.Version != "" &&
		len(m.Version) <= len(d.last) && (len(m.Version) < len(d.last) || m.Version <= d.last)
}
