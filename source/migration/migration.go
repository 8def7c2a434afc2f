// Package migration distinguishes scripts that change a database step by step from
// scripts that describe its state, and finds the order in which they run. It relies on
// the names of files and on the marks that the tools require:
//
//	V2__add_city.sql              Flyway; U2__… reverts it, R__… runs after all others
//	2_city.up.sql, 2_city.down.sql    golang-migrate and others; up.sql in a folder, Diesel
//	-- +goose Up, -- +migrate Up, -- migrate:up, # --- !Ups      goose, sql-migrate, dbmate, Play
//	-- Up Migration, -- rambler up            node-pg-migrate, rambler
//	-- //@UNDO, ---- create above / drop below ----    MyBatis and dbdeploy, tern
//	deploy/city.sql, revert/city.sql in the order of sqitch.plan        Sqitch
//	revert/…, downgrade/…, rollback/…, down/…                     revert migrations
//	--liquibase formatted sql     Liquibase
//	migrations/2024_city/migration.sql    Prisma
//	Script0002 - city.sql, 002_city.sql, 20240102_city.sql, 2024-01-02_00_city.sql    DbUp and other runners
//
//	Installation.01.05.00.sql, Installation.01.09.02.sql     scripts of versions; see [Series]
//	db/1.5/tables.sql, db/1.9/tables.sql, db_001.sql, db_002.sql, schema_v1.sql, schema_v2.sql
//	1.0.0.sql, 1.1.0.sql, deploy/1/001-auto.sql, deploy/2/001-auto.sql
//	mysql-upgrade-1.3.sql, patch-1.4b2.sql
//	UpgradeFrom2.5To2.6.sql, 1.0_to_1.1.sql, update-1.2-1.3.sql, 2_2-3_0.mysql    from one version to another
//	02_city.sql.postgres, 02_city.sql.sqlite     each for one system
//	1.0_to_1.1_schema.mysql.sql, orders-1.x-to-2.0.0.pgsql, updates/mysql.11_12.sql
//	435c62c3-2e7531a2.patch.sql, 2e7531a2-8aeda901.patch.sql     hashes that chain; see [ArrangeChains]
//	store--1.0.sql, store--1.0--1.1.sql, 1.1--1.2.sql     a PostgreSQL extension and its updates
//
//	<databaseChangeLog>           changelogs of Liquibase in XML and YAML
//	db/migrate/2024_city.rb       Rails; db/schema.rb is not a migration
//
//	upgrade/4.2/schema.sql        any script below a folder of migrations, but schema.sql, LATEST.sql
//	                              and the like outside the folders of single versions
//	db_upgrade.sql                a name without any other word
//
// A number marks a migration only in a folder of migrations: scripts of a schema have
// numbers, too.
package migration

import (
	"cmp"
	"path"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/internal/order"
)

// A Script is an SQL file that is run as a migration.
type Script struct {
	Path    string
	Set     string // the folder whose migrations run in one sequence
	Tool    string // flyway, liquibase, goose …; plain if the runner is unknown
	Version string // the number as written, dots included; empty for repeatable scripts
	// Repeatable scripts run again whenever they change, after those with versions.
	Repeatable bool
	Undo       bool   // reverts a migration
	Reverting  []Span // sections of the text that revert it

	place string // the sort key instead of the path, if a changelog includes it
	// made classifies a script that creates a version by its name: from nothing or
	// from another version.
	made makes
}

// makes is the starting point of a script that creates a version.
type makes uint8

const (
	fromOther makes = iota + 1
	fromNothing
)

// MakesExtension reports whether the script creates a version of a PostgreSQL extension
// from nothing, and so has all objects of the version.
//
//	shop--2.0.sql
func (s *Script) MakesExtension() bool { return s.Tool == "extension" && s.made == fromNothing }

// MakesAll reports whether the script is one of a series that create a version from
// nothing.
func (s *Script) MakesAll() bool { return s.made == fromNothing }

// at returns the sort key: the one assigned by [Arrange], or the path.
func (s *Script) at() string { return cmp.Or(s.place, s.Path) }

// A Span is a part of a text, in bytes.
type Span struct{ Start, End uint32 }

// RevertsAt reports whether the statement at an offset reverts the migration.
func (s *Script) RevertsAt(at uint32) bool {
	if s.Undo {
		return true
	}
	for _, x := range s.Reverting {
		if x.Start <= at && at < x.End {
			return true
		}
	}
	return false
}

var (
	flyway   = lazyregexp.New(`^([VUB])(\d[\d._]*)__|^(R)__`)
	numbered = lazyregexp.New(`^(?i:(?:script|migration|update|upgrade|patch|version|ver|v|r)[_\- ]?)?(\d{4}[-_]\d\d[-_]\d\d(?:[-_]\d+)?|\d[\d.]*)|` +
		`^[a-z](\d{3,})[-_. ]`)
	// An installation of one version: the version has three numbers, or two if a word
	// marks it. The version may be the whole name; a single number is a version after a
	// v. Words for the purpose of the script may follow.
	versioned = lazyregexp.New(`^(?:((?:.*?[a-z][-_. ]?)?)(\d+(?:\.\d+){2,})` +
		`|(.*?(?:install|installation|setup|schema|create)[-_. ]?v?)(\d+\.\d+)` +
		`|(.*?(?:schema|database|db)[-_. ]?v)(\d+))([-_. ][a-z].*)?$`)
	// Two numbers are a version among scripts with the same name and three.
	short = lazyregexp.New(`^((?:.*?[a-z][-_. ]?)?)(\d+\.\d+)([-_. ][a-z].*)?$`)
	// One of a series: at least three digits, zero-padded.
	counted   = lazyregexp.New(`^((?:.*[a-z][-_. ]?)?)(0\d{2,})$`)
	ofVersion = lazyregexp.New(`(?i)(?:^|/)(?:v?(\d+(?:\.\d+)+)|(?:v|(?:deploy|version|versions)[-_/])(\d+))/`)
	first     = lazyregexp.New(`(?i)[-_. ]((?:before|pre|prepare|rc|alpha|beta|dev|snapshot)[.\d]*)$`)
	earlier   = lazyregexp.New(`(?i)(^|/)((?:pre|before|legacy|old)[-_.]v?\d[^/]*/)`)
	beginning = lazyregexp.New(`(?i)(^|/)((?:init|initial|base|baseline|setup|install|` +
		`create[-_. ]?(?:all|db|database|schema|tables))(?:[-_. ][^/]*)?)$`)
	word    = lazyregexp.New(`[a-z]+`)
	capital = lazyregexp.New(`([a-z])([A-Z])`)
	// From one version to another, marked by a word before or between them. Numbers
	// without dots are versions only at the start of a name.
	step = lazyregexp.New(`(?:` +
		`(?:upgrade|update|(?:^|[^a-z])(?:migrate|patch))[-_. ]*(?:from)?[-_. ]*v?(\d+(?:[._]\d+)*)(?:[-_. ]*to[-_. ]*|[- ])|` +
		`(?:^|[^a-z])v?(\d+(?:\.\d+)+|^\d+(?:_\d+)*)[-_. ]*to[-_. ]*)v?(\d+(?:[._]\d+)*)$`)
	// With dots or underscores in both, words may follow.
	stepOf = lazyregexp.New(
		`(?:^|[^a-z0-9.])v?(\d+(?:\.(?:\d+|x))+|\d+(?:_\d+)+)[-_. ]*to[-_. ]*` +
			`v?(\d+(?:\.\d+)+|\d+(?:_\d+)+)[-_. ]+[a-z]`)
	// In a folder of migrations numbers are enough, or two versions separated by a
	// dash.
	stepIn = lazyregexp.New(`(?:^|[^a-z0-9])(?:(\d+)_(\d+)$|` +
		`(\d+(?:[._]\d+)+)-(\d+(?:[._]\d+)+)(?:$|[-_. ]+[a-z]))`)
	// Two versions that are the whole name are enough in any folder.
	fromOneTo = lazyregexp.New(`^v?(\d+(?:[._]\d+)+)-v?(\d+(?:[._]\d+)+)$`)
	// After a word for a change the target version is enough.
	changeTo = lazyregexp.New(`(?:^|[^a-z])(?:upgrade|update|patch|migration|change|delta|alter|mod)s?` +
		`[-_. ]+(?:to[-_. ]*)?v?(\d+(?:[._]\d+)+(?:[-_.]?(?:rc|alpha|beta|a|b)[-_.]?\d*)?)$`)
	// Versions after two such words need no other mark.
	fromTo  = lazyregexp.New(`from[-_. ]*v?(\d+(?:[-._](?:\d+|x))*)[-_. ]*to[-_. ]*v?(\d+(?:[-._](?:\d+|x))*)$`)
	day     = lazyregexp.New(`^\d{4}-\d\d-\d\d$`)
	version = lazyregexp.New(`^v?\d+(?:[-._]\d+)*$`)
	toFrom  = lazyregexp.New(`to[-_. ]*v?(\d+(?:[._]\d+)*)[-_. ]*from[-_. ]*v?(\d[\w.]*)$`)
	// PostgreSQL's manual, "Extension Updates": extension--version.sql and
	// extension--old_version--target_version.sql. The extension may have the
	// name of the folder.
	extension = lazyregexp.New(
		`^(?:([a-z_]\w*)--(?:([^-]+(?:-[^-]+)*)--)?|(\d[^-]*(?:-[^-]+)*)--)(\d[^-]*(?:-[^-]+)*)$`)
	// An unreleased version has no number.
	unreleased = lazyregexp.New(`^([a-z_]\w*)--(\d[^-]*(?:-[^-]+)*)--([a-z][^-]*)$`)
)

// folders are words of the names of folders of migrations; in folders of uncertain
// words only numbered scripts are migrations.
var folders = map[string]certainty{"migration": sure, "migrations": sure, "migrate": sure, "migrator": sure,
	"upgrade": sure, "upgrades": sure, "delta": sure, "deltas": sure, "patch": sure,
	"patches": sure, "changescripts": sure, "changelog": sure, "changelogs": sure,
	"evolutions": sure, "dbup": sure, "update": likely, "updates": likely, "changes": likely,
	"versions": likely, "drizzle": likely, "conversion": likely, "conversions": likely}

// A certainty is the certainty with which the name of a folder marks its scripts as
// migrations.
type certainty int

const (
	likely certainty = iota + 1
	sure
)

// Of reports whether a script is a migration, by its path and its text, and returns its
// properties.
func Of(file, text string) (Script, bool) {
	dir, base := path.Split(file)
	s := Script{Path: file, Set: setOf(dir)}
	stem := stemOf(base)
	switch path.Ext(base) {
	case ".xml", ".yaml", ".yml":
		s.Tool, s.Version = "liquibase", number(stem)
		return s, true
	case ".rb":
		s.Tool, s.Version = "rails", number(stem)
		return s, s.Version != ""
	}
	folder := path.Base(dir)
	if isWayBack(dir) {
		s.Tool, s.Version, s.Undo = "plain", number(stem), true
		return s, true
	}
	if m := flyway.FindStringSubmatch(base); m != nil {
		s.Tool, s.Version = "flyway", strings.Trim(strings.ReplaceAll(m[2], "_", "."), ".")
		s.Repeatable, s.Undo = m[3] == "R", m[1] == "U"
		return s, true
	}
	if tool, undone := marks(text); tool != "" {
		s.Tool, s.Reverting, s.Version = tool, undone, number(stem)
		return s, true
	}
	if from, _ := hashesOf(stem); from != "" {
		s.Tool = "plain"
		return s, true
	}
	if s.stepTo(dir, stem) {
		return s, true
	}
	switch {
	case stem == "up" || stem == "down" || stem == "migration":
		s.Tool, s.Version, s.Undo = "folder", number(folder), stem == "down"
		s.Set = path.Dir(path.Dir(file))
		return s, s.Version != ""
	case strings.HasSuffix(stem, ".up") || strings.HasSuffix(stem, ".down"):
		s.Tool, s.Version, s.Undo = "up and down", number(stem), strings.HasSuffix(stem, ".down")
		return s, s.Version != ""
	}
	s.Tool, s.Version, s.Undo = "plain", number(stem), takesBack(stem)
	if isUpgrade(stem) {
		return s, true
	}
	if s.Version == "" && (folderOf(dir) < sure || isState(dir, stem)) || s.Version != "" && !runsInOrder(dir, stem) {
		return Script{}, false
	}
	return s, true
}

// stepTo records the target version of a script from its name, if that has the source
// version, too, or is that of a PostgreSQL extension.
func (s *Script) stepTo(dir, stem string) bool {
	if m := extension.FindStringSubmatch(stem); m != nil && !isDay(m[3]) {
		from := m[2] + m[3]
		s.Tool, s.Set, s.Version, s.made = "extension", dir+m[1], m[4], fromOther
		if from == "" {
			s.made = fromNothing
		}
		s.Undo = digits(from) > 0 && Natural(from, s.Version) > 0
		return true
	}
	if m := unreleased.FindStringSubmatch(stem); m != nil {
		s.Tool, s.Set, s.Version, s.made = "extension", dir+m[1], m[3], fromOther
		return true
	}
	var from string
	if m := fromTo.FindStringSubmatch(stem); m != nil {
		from, s.Version = m[1], m[2]
	} else if m := step.FindStringSubmatch(stem); m != nil {
		from, s.Version = m[1]+m[2], m[3]
	} else if m := stepOf.FindStringSubmatch(stem); m != nil {
		from, s.Version = m[1], m[2]
	} else if m := toFrom.FindStringSubmatch(stem); m != nil {
		from, s.Version = m[2], m[1]
	} else if m := fromOneTo.FindStringSubmatch(stem); m != nil && Natural(m[1], m[2]) < 0 {
		from, s.Version = m[1], m[2]
	} else if m := stepIn.FindStringSubmatch(stem); m != nil && number(stem) == "" &&
		folderOf(dir) > 0 && Natural(m[1]+m[3], m[2]+m[4]) < 0 {
		from, s.Version = m[1]+m[3], m[2]+m[4]
	} else if m := changeTo.FindStringSubmatch(stem); m != nil && number(stem) == "" {
		s.Version = m[1]
	} else {
		return false
	}
	s.Tool, s.Undo = "plain", takesBack(stem) ||
		from != "" && Natural(strings.TrimSuffix(from, ".x"), s.Version) > 0
	// A folder of migrations has other scripts, too, and one order for all of them.
	if folderOf(dir) == 0 {
		s.made = fromOther
	}
	return true
}

// stemOf returns the name of a script in lower case, without the extensions that
// mark it as SQL.
func stemOf(base string) string {
	stem := strings.ToLower(base)
	if name, system, ok := strings.Cut(stem, ".sql."); ok && systemIn([]string{system}, nil) != "" {
		return name
	}
	if ext := path.Ext(stem); len(ext) > 1 && systems[ext[1:]] != "" {
		return strings.TrimSuffix(stem, ext)
	}
	for ext := path.Ext(stem); ext == ".sql" || ext == ".pgsql" || ext == ".ddl" ||
		ext == ".tsql" || ext == ".in" || ext == ".sqldataprovider" || ext == ".config"; ext = path.Ext(stem) {
		stem = strings.TrimSuffix(stem, ext)
	}
	return stem
}

// isUpgrade reports whether the name of a script is a word for an upgrade, and
// otherwise only names the database.
//
//	upgrade.sql, mysql-upgrade.sql, db_update.sql    but not upgrade_account.sql, update.sql
func isUpgrade(stem string) bool {
	if strings.ContainsAny(stem, "0123456789") {
		return false
	}
	upgrades, of := false, false
	for _, w := range word.FindAllString(stem, -1) {
		switch {
		case w == "upgrade" || w == "migrate" || w == "migration":
			upgrades, of = true, true
		case w == "update":
			upgrades = true
		case w == "db" || w == "database" || w == "schema" || w == "tables" || systems[w] != "":
			of = true
		default:
			return false
		}
	}
	return upgrades && of
}

// isState reports whether a script without a number describes the state of a database,
// by its name, and is not in a folder of a single version.
//
//	migrations/schema.sql, migration/mysql/LATEST.sql    but not upgrade/4.2/schema.sql
func isState(dir, stem string) bool {
	return states[stem] && !strings.ContainsAny(strings.TrimPrefix(path.Clean(dir), setOf(dir)),
		"0123456789")
}

// isWayBack reports whether one of the folders in the path dir holds scripts that
// revert migrations.
//
//	revert/orders.sql    ddl/downgrade/2-1/orders.sql    db/down/002_orders.sql
func isWayBack(dir string) bool {
	for part := range strings.SplitSeq(strings.ToLower(dir), "/") {
		switch part {
		case "down", "downs", "undo", "revert", "reverts", "backout":
			return true
		}
		for _, w := range word.FindAllString(part, -1) {
			if strings.HasPrefix(w, "rollback") || strings.HasPrefix(w, "downgrade") {
				return true
			}
		}
	}
	return false
}

// takesBack reports whether a script reverts a migration, by its name.
func takesBack(stem string) bool {
	for _, w := range word.FindAllString(stem, -1) {
		if w == "down" || w == "rollback" || w == "undo" || w == "revert" {
			return true
		}
	}
	return false
}

// runsInOrder reports whether numbers in a folder give the order in which scripts run:
// the name of the folder or the prefix of the script marks migrations, or the number is
// a date.
func runsInOrder(dir, stem string) bool {
	if strings.HasPrefix(stem, "script") || strings.HasPrefix(stem, "migration") {
		return true
	}
	return isDate(number(stem)) || folderOf(dir) > 0
}

// isDay reports whether a version is a day: the rest of it is the time.
//
//	2024-01-02--16-47.sql
func isDay(v string) bool { return day.MatchString(v) }

// maxDate is the length of a day followed by a time and a counter.
const maxDate = len("20240102030405678901")

// isDate reports whether a number is a day, with or without a time.
func isDate(v string) bool {
	return len(v) >= len("20240102") && len(v) <= maxDate &&
		(strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20"))
}

// Date returns the day at the start of the name of a migration, with the time if it has
// one, as digits; empty if there is no date. Migrations of several folders run in its
// order.
//
//	V20240102__a.sql    2024-01-02_00_a.sql    2024-01-02-000000_a/up.sql    20240102030405_A.cs
func Date(file string) string {
	dir, base := path.Split(file)
	stem, _, _ := strings.Cut(base, ".")
	if stem == "up" || stem == "migration" {
		stem = path.Base(dir)
	}
	version := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, number(strings.ToLower(stem)))
	if !isDate(version) {
		return ""
	}
	return version
}

// folderOf returns the certainty with which one of the folders in the path dir has
// migrations.
func folderOf(dir string) certainty {
	best := certainty(0)
	for part := range strings.SplitSeq(dir, "/") {
		best = max(best, ofMigrations(part))
	}
	return best
}

// ofMigrations returns the certainty with which a folder has migrations, by its name.
// Words may be separated by capitals, and two may be written as one.
//
//	db migrations    SchemaUpgradeScripts    upgradescripts
func ofMigrations(folder string) certainty {
	best := folders[strings.ReplaceAll(strings.ToLower(folder), " ", "")]
	for _, w := range word.FindAllString(strings.ToLower(capital.ReplaceAllString(folder, "${1} ${2}")), -1) {
		best = max(best, folders[w])
		if strings.Contains(w, "migration") || strings.Contains(w, "upgrade") {
			best = sure
		}
	}
	if strings.EqualFold(folder, "up") { // RoundhousE
		best = max(best, likely)
	}
	return best
}

// setOf returns the topmost folder in the path dir that has migrations by its name,
// or dir.
func setOf(dir string) string {
	at := 0
	for part := range strings.SplitSeq(dir, "/") {
		at += len(part)
		if ofMigrations(part) > 0 {
			return dir[:at]
		}
		at++
	}
	return path.Clean(dir)
}

// number returns the number at the start of a name, or "". A long number may have a
// letter before it.
//
//	002_city    script-2    z2706_city
func number(stem string) string {
	m := numbered.FindStringSubmatch(stem)
	if m == nil {
		return ""
	}
	return strings.Trim(m[1]+m[2], ".")
}

// A mark is a comment that begins a part of a migration.
type mark struct{ tool, up, down string }

var marksOf = []mark{
	{"goose", "-- +goose up", "-- +goose down"},
	{"sql-migrate", "-- +migrate up", "-- +migrate down"},
	{"dbmate", "-- migrate:up", "-- migrate:down"},
	{"node-pg-migrate", "-- up migration", "-- down migration"},
	{"rambler", "-- rambler up", "-- rambler down"},
	{"play", "# --- !ups", "# --- !downs"},
	{"play", "-- !ups", "-- !downs"},
	{"liquibase", "--liquibase formatted sql", "--rollback"},
	{"liquibase", "-- liquibase formatted sql", "-- rollback"},
}

// divides are the comments of tools whose migrations begin with the up part: the text
// after the comment reverts it. The tools match them case-sensitively.
var divides = []mark{
	{"mybatis", "", "-- //@UNDO"},
	{"dbdeploy", "", "--//@UNDO"},
	{"tern", "", "---- create above / drop below ----"},
}

// head is the number of bytes in which the first mark of a migration must occur.
const head = 4 << 10

// marks finds the tool whose marks a text has, and the sections that revert it.
func marks(text string) (tool string, undone []Span) {
	for _, m := range divides {
		if i := strings.Index(text, m.down); i >= 0 {
			return m.tool, []Span{{uint32(i), uint32(len(text))}}
		}
	}
	first := strings.ToLower(text[:min(len(text), head)])
	if !strings.Contains(first, "up") && !strings.Contains(first, "liquibase") {
		return "", nil
	}
	for _, m := range marksOf {
		if !strings.Contains(first, m.up) {
			continue
		}
		if m.tool == "liquibase" { // its rollback lines are comments
			return m.tool, nil
		}
		return m.tool, between(strings.ToLower(text), m.up, m.down)
	}
	return "", nil
}

// between returns the sections of a text from each down mark to the next up mark.
func between(text, up, down string) []Span {
	var out []Span
	for from := 0; ; {
		i := strings.Index(text[from:], down)
		if i < 0 {
			return out
		}
		start, end := from+i, len(text)
		if k := strings.Index(text[start:], up); k >= 0 {
			end = start + k
		}
		out = append(out, Span{uint32(start), uint32(end)})
		from = end
	}
}

// Compare orders the scripts of one tree as they run: repeatable ones last; those of
// Flyway by version, wherever they are; others by their paths, comparing numbers by
// value, followed by scripts that create a version, by its number.
func Compare(a, b *Script) int {
	if a.Tool == "flyway" && b.Tool == "flyway" {
		return cmp.Or(order.Bools(a.Repeatable, b.Repeatable), Natural(a.Version, b.Version),
			order.Bools(a.Undo, b.Undo), Natural(a.at(), b.at()))
	}
	if a.made > 0 && b.made > 0 {
		return cmp.Or(Natural(a.Set, b.Set), Natural(a.Version, b.Version),
			cmp.Compare(a.made, b.made), Natural(a.at(), b.at()))
	}
	return cmp.Or(order.Bools(a.Repeatable, b.Repeatable), order.Bools(a.made > 0, b.made > 0),
		byName(a.at(), b.at()))
}

// byName orders the scripts of a folder: one goes before those that extend its name,
// unless the extension is a word for an earlier state.
//
//	2.0-before.sql, 2.0-rc1.sql, 2.0.sql, 2.0-after.sql
func byName(a, b string) int { return cmp.Or(Natural(ranked(a), ranked(b)), Natural(a, b)) }

// ranked returns a sort key for a path without its extension. The end of a name sorts
// after the words for an earlier state and before everything else. Folders for an
// earlier state than a version sort likewise, and after them unnumbered initial
// scripts.
//
//	pre-3.0/2.1.sql, initial_schema.sql, 3.0.sql
func ranked(file string) string {
	stem := strings.TrimSuffix(file, path.Ext(file))
	stem = earlier.ReplaceAllString(stem, "$1\x01$2")
	stem = beginning.ReplaceAllString(stem, "$1\x02$2")
	if at := first.FindStringSubmatchIndex(stem); at != nil {
		stem = stem[:at[0]] + "\x01" + stem[at[2]:]
	}
	return stem + "\x02"
}

// Natural compares two names in natural order: runs of digits by their numeric
// value.
func Natural(a, b string) int {
	for len(a) > 0 && len(b) > 0 {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the number of digits at the start of s.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
