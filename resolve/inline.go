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

// originOf says by what a string was taken for SQL, in the words of RoslynIndexer: by the call that
// the string is an argument of, or the variable that is declared with it. One that a field holds, and
// that is run elsewhere, reads as SQL by itself.
func (b *Binder) originOf(e *parse.Embedded) graph.InlineOrigin {
	if !b.Table.keepInline {
		return graph.FromText
	}
	return b.originBy(e.Sink)
}

// originBy is the origin of what is given to a method of a name: parts of the names count, in the
// letters in which they are written, as they do for RoslynIndexer. What the library is known to run
// goes before what the configuration names.
func (b *Binder) originBy(sink string) graph.InlineOrigin {
	contains := func(part string) bool { return strings.Contains(sink, part) }
	switch {
	case sink == "":
	case slices.ContainsFunc(hotMethods, contains):
		return graph.FromHotMethod
	case slices.ContainsFunc(b.Table.Project.SQLMethods, contains):
		return graph.FromExtraHotMethod
	}
	return graph.FromText
}

// noteHeld notes the strings that locals are declared with which a call gives first to a method that
// runs SQL, if asked for. A local that is set again holds what the way there has given it.
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

// origin is that of a string, by a call that it is given to itself or through a local. The local goes
// first: a string that a variable is declared with is an argument of no call.
//
//	var sql = "DELETE FROM orders"; db.ExecuteSqlRaw(sql);    // HotMethod
//	db.Run("DELETE FROM orders");                             // HeuristicRoslyn
func (t *textBinder) origin(e *parse.Embedded) graph.InlineOrigin {
	if o, ok := t.origins[e]; ok {
		return o
	}
	return t.originOf(e)
}
