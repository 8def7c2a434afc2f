package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file keeps the statements in strings for a build that lists them. Edges come from the same
// strings; see strings.go.
//
//	db.Database.ExecuteSqlRaw("DELETE FROM " + Tables.Orders + " WHERE Id = {0}", id)
//	// DELETE FROM dbo.Orders WHERE Id = {0}, of origin HotMethod, made of Tables.Orders
//
//   - What is kept is the text with constants put in; {} stands for what only the run tells.
//   - A statement that a field holds is kept once, for the field: the methods that run it have
//     its edges, and no text of their own.
//   - The name of a procedure that is run as such is no statement.

// An InlineText is a statement of SQL in a string of another language.
type InlineText struct {
	From   DefID
	At     uint32
	Text   string
	Origin graph.InlineOrigin
	By     []DefID // what it is made of, besides From
}

// keepInline notes the text of the string x, if asked for. Who may not see the definitions in by
// must not see the text either: it has their values in it.
func (b *Binder) keepInline(x *BoundText, text string, by []DefID) {
	if !b.Table.keepInline {
		return
	}
	b.Inline = append(b.Inline, InlineText{x.From, x.At, text, x.Origin, by})
}

// hotMethods are the parts of the names of methods whose argument RoslynIndexer takes for SQL.
var hotMethods = []string{"SqlQuery", "ExecuteSql", "FromSql"}

// originOf says by what a string was taken for SQL, in the words of RoslynIndexer. Only the call
// that the string is an argument of counts: one that a variable holds, and that is run later,
// reads as SQL by itself.
func (b *Binder) originOf(e *parse.Embedded) graph.InlineOrigin {
	contains := func(part string) bool { return strings.Contains(e.Sink, part) }
	switch {
	case !b.Table.keepInline || e.Sink == "":
	case slices.ContainsFunc(hotMethods, contains):
		return graph.FromHotMethod
	case slices.ContainsFunc(b.Table.Project.SQLMethods, contains):
		return graph.FromExtraHotMethod
	}
	return graph.FromText
}
