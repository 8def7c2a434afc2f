package fluentmigrator

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// unordered are the attributes of migrations without a position in the sequence: they
// run whenever their profile or stage does.
var unordered = resolve.WordSet("Profile Maintenance")

// number returns the number of a migration, which determines its order, and its run:
// the migrations of a project are one run; a migration without a number is a run by
// itself.
//
//	[Migration(20240131)]                      20240131
//	[TimestampedMigration(2024, 1, 31, 8, 0)]  2024.1.31.8.0
//	[Maintenance(MigrationStage.AfterAll)]
func (r *reader) number(class resolve.DefID) (key, run string, ok bool) {
	d := r.Table.Def(class)
	for _, x := range r.Attributes(class) {
		name := strings.TrimSuffix(x.Expr.Text, "Attribute")
		of := x.Referent().Def
		switch {
		case len(x.Args) == 0:
		case of == resolve.None && unordered[name]:
			return "", d.File.Path + ":" + d.Name, true
		case of == resolve.None && name == "Migration":
			return first(numbers(x)), r.Project(d.File), true
		case of == resolve.None && name == "TimestampedMigration", r.isNumber(x):
			return strings.Join(numbers(x), "."), r.Project(d.File), true
		}
	}
	return "", "", false
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// isNumber reports whether an attribute of the tree derives from the library's.
//
//	class DatedAttribute : MigrationAttribute { … }
func (r *reader) isNumber(x eval.Expr) bool {
	class := r.Table.EnclosingType(x.Referent().Def)
	if class == resolve.None {
		return false
	}
	for _, c := range r.Ancestry(class) {
		for i, b := range r.Table.Def(c).Bases {
			list := r.Table.Bases[c]
			if inTree := i < len(list) && list[i].Def > resolve.None; !inTree &&
				strings.TrimSuffix(resolve.LastName(b.Name), "Attribute") == "Migration" {
				return true
			}
		}
	}
	return false
}

// parts are the names of date components, from most to least significant.
var parts = []string{"version", "branch", "branchnumber", "year", "month", "day", "hour", "minute",
	"second", "millisecond", "number"}

// numbers lists the arguments of an attribute that determine the order: unnamed ones in
// their order, then those named after date components. Strings are kept whole: digits
// in them compare by value.
func numbers(x eval.Expr) []string {
	type part struct {
		at   int
		text string
	}
	var list []part
	for i := range x.Args {
		a := &x.Args[i]
		at := -1
		if a.Name != "" {
			if at = slices.Index(parts, strings.ToLower(a.Name)); at < 0 {
				continue
			}
		}
		switch text := a.Value.Text; a.Value.Kind {
		case parse.ExprLiteral:
			if text != "" && text[0] >= '0' && text[0] <= '9' {
				text = strings.Trim(strings.ReplaceAll(text, "_", ""), "lL")
				list = append(list, part{at, text})
			}
		case parse.ExprString:
			if at < 0 && i == 0 {
				list = append(list, part{at, text})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b part) int { return cmp.Compare(a.at, b.at) })
	var out []string
	for _, p := range list {
		out = append(out, p.text)
	}
	return out
}
