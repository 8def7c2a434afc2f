package fluentmigrator

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// unordered are the attributes of migrations that have no place among the others: they run whenever
// their profile or stage does.
var unordered = resolve.WordSet("Profile Maintenance")

// number is that of a migration, by which it is put in order, and the run that it is of: the
// migrations of a project run one after the other, what has no number by itself.
//
//	[Migration(20240131)]                      20240131
//	[TimestampedMigration(2024, 1, 31, 8, 0)]  2024.1.31.8.0
//	[Maintenance(MigrationStage.AfterAll)]
func (r *reader) number(class resolve.DefID) (key, run string, ok bool) {
	d := r.Table.Def(class)
	for _, x := range r.Attributes(class) {
		name := strings.TrimSuffix(x.Expr.Text, "Attribute")
		of := x.Meaning().Def
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

// isNumber reports whether an attribute of the tree derives from that of the library.
//
//	class DatedAttribute : MigrationAttribute { … }
func (r *reader) isNumber(x eval.Term) bool {
	class := r.Table.EnclosingType(x.Meaning().Def)
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

// parts are the names of what dates consist of, in the order in which they count.
var parts = []string{"version", "branch", "branchnumber", "year", "month", "day", "hour", "minute",
	"second", "millisecond", "number"}

// numbers lists what an attribute says of when a migration runs: those with names as dates go, before
// them the others in their order. Of a text all is kept: digits in it count by their value.
func numbers(x eval.Term) []string {
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
