// Package migration tells the scripts that change a database step by step from those that
// say what it looks like, and the order in which they run. It goes by the names of files
// and by the marks that the tools ask for:
//
//	V2__add_city.sql              Flyway; U2__… takes it back, R__… runs after all others
//	2_city.up.sql, 2_city.down.sql    golang-migrate and others; up.sql in a folder, Diesel
//	-- +goose Up, -- +migrate Up, -- migrate:up, # --- !Ups      goose, sql-migrate, dbmate, Play
//	-- Up Migration, -- rambler up            node-pg-migrate, rambler
//	-- //@UNDO, ---- create above / drop below ----    MyBatis and dbdeploy, tern
//	deploy/city.sql, revert/city.sql in the order of sqitch.plan        Sqitch
//	revert/…, downgrade/…, rollback/…, down/…                     takes migrations back
//	--liquibase formatted sql     Liquibase
//	migrations/2024_city/migration.sql    Prisma
//	Script0002 - city.sql, 002_city.sql, 20240102_city.sql, 2024-01-02_00_city.sql    DbUp and other runners
//
//	Installation.01.05.00.sql, Installation.01.09.02.sql     scripts of versions; see [Series]
//	db/1.5/tables.sql, db/1.9/tables.sql, db_001.sql, db_002.sql, schema_v1.sql, schema_v2.sql
//	1.0.0.sql, 1.1.0.sql, deploy/1/001-auto.sql, deploy/2/001-auto.sql
//	mysql-upgrade-1.3.sql, patch-1.4b2.sql
//	UpgradeFrom2.5To2.6.sql, 1.0_to_1.1.sql, update-1.2-1.3.sql, 2_2-3_0.mysql    from one version to another
//	02_city.sql.postgres, 02_city.sql.sqlite     for one system each
//	1.0_to_1.1_schema.mysql.sql, orders-1.x-to-2.0.0.pgsql, updates/mysql.11_12.sql
//	435c62c3-2e7531a2.patch.sql, 2e7531a2-8aeda901.patch.sql     hashes that chain; see [ArrangeChains]
//	store--1.0.sql, store--1.0--1.1.sql, 1.1--1.2.sql     an extension of PostgreSQL and what updates it
//
//	<databaseChangeLog>           changelogs of Liquibase in XML and YAML
//	db/migrate/2024_city.rb       Rails; db/schema.rb is none
//
//	upgrade/4.2/schema.sql        any script below a folder of migrations, but schema.sql, LATEST.sql
//	                              and the like outside of the folders of single versions
//	db_upgrade.sql                a name that says no more than that
//
// A number alone makes a migration only in a folder whose name says so: scripts of a schema
// have numbers, too.
package migration

import (
	"cmp"
	"path"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/internal/order"
)

// A Script is a file of SQL that is run as a migration.
type Script struct {
	Path    string
	Set     string // the folder whose migrations run in one order
	Tool    string // flyway, liquibase, goose …; plain where any runner may be meant
	Version string // the number as written, dots included; empty for what is repeatable
	// Repeatable scripts run again whenever they change, after those with versions.
	Repeatable bool
	Undo       bool   // takes a migration back
	Undone     []Span // sections of the text that take it back

	place string // orders it instead of the path, where a changelog includes it
	// made tells a script that makes a version by its name, from nothing or from another one.
	made makes
}

// makes tells what a script of a version starts from.
type makes uint8

const (
	fromOther makes = iota + 1
	fromNothing
)

// MakesExtension reports whether the script makes a version of an extension of PostgreSQL from
// nothing: what it lacks, the version has not.
//
//	shop--2.0.sql
func (s *Script) MakesExtension() bool { return s.Tool == "extension" && s.made == fromNothing }

// MakesAll reports whether the script is one of a series that make a version from nothing.
func (s *Script) MakesAll() bool { return s.made == fromNothing }

// at is the path, or the place that [Arrange] gave.
func (s *Script) at() string { return cmp.Or(s.place, s.Path) }

// A Span is a part of a text, in bytes.
type Span struct{ Start, End uint32 }

// TakesBack reports whether what is at an offset takes the migration back.
func (s *Script) TakesBack(at uint32) bool {
	if s.Undo {
		return true
	}
	for _, x := range s.Undone {
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
	// An installation of one version: the version has three numbers, or two where a word says so.
	// The version may be all of the name; one number is a version behind a v. What the script is
	// for may follow.
	versioned = lazyregexp.New(`^(?:((?:.*?[a-z][-_. ]?)?)(\d+(?:\.\d+){2,})` +
		`|(.*?(?:install|installation|setup|schema|create)[-_. ]?v?)(\d+\.\d+)` +
		`|(.*?(?:schema|database|db)[-_. ]?v)(\d+))([-_. ][a-z].*)?$`)
	// Two numbers are a version among scripts of the name with three.
	short = lazyregexp.New(`^((?:.*?[a-z][-_. ]?)?)(\d+\.\d+)([-_. ][a-z].*)?$`)
	// One of a series: at least three digits, which count from zeros.
	counted   = lazyregexp.New(`^((?:.*[a-z][-_. ]?)?)(0\d{2,})$`)
	ofVersion = lazyregexp.New(`(?i)(?:^|/)(?:v?(\d+(?:\.\d+)+)|(?:v|(?:deploy|version|versions)[-_/])(\d+))/`)
	first     = lazyregexp.New(`(?i)[-_. ]((?:before|pre|prepare|rc|alpha|beta|dev|snapshot)[.\d]*)$`)
	earlier   = lazyregexp.New(`(?i)(^|/)((?:pre|before|legacy|old)[-_.]v?\d[^/]*/)`)
	beginning = lazyregexp.New(`(?i)(^|/)((?:init|initial|base|baseline|setup|install|` +
		`create[-_. ]?(?:all|db|database|schema|tables))(?:[-_. ][^/]*)?)$`)
	word    = lazyregexp.New(`[a-z]+`)
	capital = lazyregexp.New(`([a-z])([A-Z])`)
	// From one version to another: a word says so before or between them. Numbers without dots
	// are versions at the start of a name alone.
	step = lazyregexp.New(`(?:` +
		`(?:upgrade|update|(?:^|[^a-z])(?:migrate|patch))[-_. ]*(?:from)?[-_. ]*v?(\d+(?:[._]\d+)*)(?:[-_. ]*to[-_. ]*|[- ])|` +
		`(?:^|[^a-z])v?(\d+(?:\.\d+)+|^\d+(?:_\d+)*)[-_. ]*to[-_. ]*)v?(\d+(?:[._]\d+)*)$`)
	// With dots or underscores in both, words may follow.
	stepOf = lazyregexp.New(
		`(?:^|[^a-z0-9.])v?(\d+(?:\.(?:\d+|x))+|\d+(?:_\d+)+)[-_. ]*to[-_. ]*` +
			`v?(\d+(?:\.\d+)+|\d+(?:_\d+)+)[-_. ]+[a-z]`)
	// In a folder of migrations numbers alone are enough, or two versions with a dash between.
	stepIn = lazyregexp.New(`(?:^|[^a-z0-9])(?:(\d+)_(\d+)$|` +
		`(\d+(?:[._]\d+)+)-(\d+(?:[._]\d+)+)(?:$|[-_. ]+[a-z]))`)
	// Two versions that are all of a name say it anywhere.
	fromOneTo = lazyregexp.New(`^v?(\d+(?:[._]\d+)+)-v?(\d+(?:[._]\d+)+)$`)
	// Behind a word for a change the version that it leads to is enough.
	changeTo = lazyregexp.New(`(?:^|[^a-z])(?:upgrade|update|patch|migration|change|delta|alter|mod)s?` +
		`[-_. ]+(?:to[-_. ]*)?v?(\d+(?:[._]\d+)+(?:[-_.]?(?:rc|alpha|beta|a|b)[-_.]?\d*)?)$`)
	// What stands between two words needs no other mark.
	fromTo  = lazyregexp.New(`from[-_. ]*v?(\d+(?:[-._](?:\d+|x))*)[-_. ]*to[-_. ]*v?(\d+(?:[-._](?:\d+|x))*)$`)
	day     = lazyregexp.New(`^\d{4}-\d\d-\d\d$`)
	version = lazyregexp.New(`^v?\d+(?:[-._]\d+)*$`)
	toFrom  = lazyregexp.New(`to[-_. ]*v?(\d+(?:[._]\d+)*)[-_. ]*from[-_. ]*v?(\d[\w.]*)$`)
	// PostgreSQL's manual, "Extension Updates": extension--version.sql and
	// extension--old_version--target_version.sql.
	// The name of the extension may be that of the folder.
	extension = lazyregexp.New(
		`^(?:([a-z_]\w*)--(?:([^-]+(?:-[^-]+)*)--)?|(\d[^-]*(?:-[^-]+)*)--)(\d[^-]*(?:-[^-]+)*)$`)
	// What is not released yet has no number.
	unreleased = lazyregexp.New(`^([a-z_]\w*)--(\d[^-]*(?:-[^-]+)*)--([a-z][^-]*)$`)
)

// folders are words of the names of folders of migrations; where they are less sure, only
// scripts with a number are.
var folders = map[string]sureness{"migration": sure, "migrations": sure, "migrate": sure, "migrator": sure,
	"upgrade": sure, "upgrades": sure, "delta": sure, "deltas": sure, "patch": sure,
	"patches": sure, "changescripts": sure, "changelog": sure, "changelogs": sure,
	"evolutions": sure, "dbup": sure, "update": likely, "updates": likely, "changes": likely,
	"versions": likely, "drizzle": likely, "conversion": likely, "conversions": likely}

// A sureness tells how surely the name of a folder says that it has migrations.
type sureness int

const (
	likely sureness = iota + 1
	sure
)

// Of tells whether a script is a migration, by its path and its text, and which one it is. Time
// grows with both.
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
		s.Tool, s.Undone, s.Version = tool, undone, number(stem)
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

// stepTo takes the version that a script leads to from its name, if that has the one it begins
// with, too, or is that of an extension of PostgreSQL.
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
	// A folder of migrations has others, too, and an order for all of them.
	if folderOf(dir) == 0 {
		s.made = fromOther
	}
	return true
}

// stemOf is the name of a script in lower case, without what says that it is SQL.
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

// isUpgrade reports whether the name of a script says that it brings what is there up to date, and
// nothing else but of what.
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

// isState reports whether a script without a number says what a database looks like: by its name,
// in no folder of one version.
//
//	migrations/schema.sql, migration/mysql/LATEST.sql    but not upgrade/4.2/schema.sql
func isState(dir, stem string) bool {
	return states[stem] && !strings.ContainsAny(strings.TrimPrefix(path.Clean(dir), setOf(dir)),
		"0123456789")
}

// isWayBack reports whether one of the folders on the way to dir has what takes migrations back.
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

// takesBack reports whether the name of a script says that it takes a migration back.
func takesBack(stem string) bool {
	for _, w := range word.FindAllString(stem, -1) {
		if w == "down" || w == "rollback" || w == "undo" || w == "revert" {
			return true
		}
	}
	return false
}

// runsInOrder reports whether numbers in a folder say in which order scripts run: the name
// of the folder or the prefix of the script says so, or the number is a date.
func runsInOrder(dir, stem string) bool {
	if strings.HasPrefix(stem, "script") || strings.HasPrefix(stem, "migration") {
		return true
	}
	return isDate(number(stem)) || folderOf(dir) > 0
}

// isDay reports whether a version is a day: what follows it is the time.
//
//	2024-01-02--16-47.sql
func isDay(v string) bool { return day.MatchString(v) }

// maxDate is the length of a day with a time and a counter behind it.
const maxDate = len("20240102030405678901")

// isDate reports whether a number is a day, with or without a time.
func isDate(v string) bool {
	return len(v) >= len("20240102") && len(v) <= maxDate &&
		(strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20"))
}

// Date is the day that the name of a migration begins with, and the time if it has one, as digits;
// empty for none. Migrations of several folders run in its order.
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

// folderOf tells how surely one of the folders on the way to dir has migrations.
func folderOf(dir string) sureness {
	best := sureness(0)
	for part := range strings.SplitSeq(dir, "/") {
		best = max(best, ofMigrations(part))
	}
	return best
}

// ofMigrations tells how surely a folder has migrations, by its name. Words may begin with
// capitals, and two may be written as one.
//
//	db migrations    SchemaUpgradeScripts    upgradescripts
func ofMigrations(folder string) sureness {
	best := folders[strings.ReplaceAll(strings.ToLower(folder), " ", "")]
	for _, w := range word.FindAllString(strings.ToLower(capital.ReplaceAllString(folder, "${1} ${2}")), -1) {
		best = max(best, folders[w])
		if strings.Contains(w, "migration") || strings.Contains(w, "upgrade") {
			best = sure
		}
	}
	if strings.EqualFold(folder, "up") { // of RoundhousE
		best = max(best, likely)
	}
	return best
}

// setOf is the topmost folder on the way to dir that has migrations by its name, else dir.
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

// number is the number that a name begins with, "" if it begins otherwise. A letter may stand
// before a long one.
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

// divides are the comments of tools whose migrations begin with the way up: what follows takes it
// back. The tools know them in this case alone.
var divides = []mark{
	{"mybatis", "", "-- //@UNDO"},
	{"dbdeploy", "", "--//@UNDO"},
	{"tern", "", "---- create above / drop below ----"},
}

// head is how far the first mark of a migration is looked for.
const head = 4 << 10

// marks finds the tool whose marks a text has, and the parts that take it back.
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
		if m.tool == "liquibase" { // its lines of rollback are comments
			return m.tool, nil
		}
		return m.tool, between(strings.ToLower(text), m.up, m.down)
	}
	return "", nil
}

// between lists the parts of a text from each down to the next up.
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

// Compare orders the scripts of one tree as they run: repeatable ones last, those of Flyway by
// version wherever they are located, others by their paths, numbers by value, and behind them those
// that make a version, by its number.
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

// byName orders the scripts of a folder: one goes before those that have its name and more, but for
// what says that it comes first.
//
//	2.0-before.sql, 2.0-rc1.sql, 2.0.sql, 2.0-after.sql
func byName(a, b string) int { return cmp.Or(Natural(ranked(a), ranked(b)), Natural(a, b)) }

// ranked is a path without its extension, whose end sorts behind what says that a script comes
// first and before all that other names have there. So do folders of what came before a version,
// and then scripts without a number that are the beginning.
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

// Natural compares two names as people do: digits by the number that they are.
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

// digits counts the digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
