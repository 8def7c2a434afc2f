package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file records the SQL statements in strings for builds that list them. Their edges
// come from the same strings; see strings.go.
//
//	db.Database.ExecuteSqlRaw("DELETE FROM " + Tables.Orders + " WHERE Id = {0}", id)
//	// DELETE FROM dbo.Orders WHERE Id = {0}, of origin HotMethod, built from Tables.Orders
//
//   - The recorded text has constants inserted; {} denotes parts known only at run time.
//   - A statement held by a field is recorded once, for the field: the methods that run
//     it have its edges, but no text.
//   - The name of a procedure that is run as such is not a statement.

// An InlineText is a statement of SQL in a string of another language.
type InlineText struct {
	From   DefID
	At     uint32
	Text   string
	Origin graph.InlineOrigin
	By     []DefID // definitions it is built from, other than From
}

// keepInline records the text of the string x, if requested. Readers who may not see the
// definitions in by must not see the text: it contains their values.
func (b *Binder) keepInline(x *BoundString, text string, by []DefID) {
	if !b.Table.keepInline {
		return
	}
	b.Inline = append(b.Inline, InlineText{x.From, x.At, text, x.Origin, by})
}

// hotMethods are substrings of the names of methods whose argument RoslynIndexer treats
// as SQL.
var hotMethods = []string{"SqlQuery", "ExecuteSql", "FromSql"}

// originOf returns the reason why a string is considered SQL, in the terms of
// RoslynIndexer: the call that has it as an argument, or the variable initialized with
// it. A string that a field holds, and that is run elsewhere, is considered SQL because
// of its text.
func (b *Binder) originOf(e *parse.Embedded) graph.InlineOrigin {
	if !b.Table.keepInline {
		return graph.FromText
	}
	return b.originBy(e.Sink)
}

// originBy returns the origin of an argument of the method sink. Substrings of the name
// count, case-sensitively, as in RoslynIndexer. Methods of the library take precedence
// over those of the configuration.
func (b *Binder) originBy(sink string) graph.InlineOrigin {
	contains := func(part string) bool { return strings.Contains(sink, part) }
	switch {
	case sink == "":
	case slices.ContainsFunc(hotMethods, contains):
		return graph.FromHotMethod
	case b.Table.Project.RunsSQL(sink):
		return graph.FromExtraHotMethod
	}
	return graph.FromText
}

// noteHeld records strings that are initializers of locals which are the first argument
// of a call of a method that runs SQL, if requested. A local that is set again has an
// unknown value.
//
//	var sql = "DELETE FROM orders"; db.ExecuteSqlRaw(sql);
func (t *textBinder) noteHeld() {
	if !t.Table.keepInline {
		return
	}
	for i := range t.File.Embedded {
		given := &t.File.Embedded[i]
		if given.Callee == 0 || given.Arg != 0 || len(given.Parts) != 1 || given.Parts[0].At == 0 {
			continue
		}
		origin := t.originBy(given.Sink)
		if origin == graph.FromText {
			continue
		}
		l := t.LocalAt(given.Parts[0].Text, given.Parts[0].At)
		if l == nil || l.Set {
			continue
		}
		if e := t.valueOfLocal(l); e != nil {
			if t.origins == nil {
				t.origins = map[*parse.Embedded]graph.InlineOrigin{}
			}
			t.origins[e] = origin
		}
	}
}

// origin returns the origin of a string, by the call that receives it directly or through
// a local. The local takes precedence: the initializer of a variable is not an argument.
//
//	var sql = "DELETE FROM orders"; db.ExecuteSqlRaw(sql);    // HotMethod
//	db.Run("DELETE FROM orders");                             // HeuristicRoslyn
func (t *textBinder) origin(e *parse.Embedded) graph.InlineOrigin {
	if o, ok := t.origins[e]; ok {
		return o
	}
	return t.originOf(e)
}
