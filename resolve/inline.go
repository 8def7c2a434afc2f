package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// An InlineText is a statement of SQL in a string of another language.
type InlineText struct {
	From   DefID
	At     uint32
	Text   string
	Origin graph.InlineOrigin
	By     []DefID // what it is made of, besides From
}

// keepInline notes the text of the string x, if asked for.
func (b *Binder) keepInline(x *BoundText, text string, by []DefID) {
	if !b.Table.keepInline {
		return
	}
	b.Inline = append(b.Inline, InlineText{x.From, x.At, text, x.Origin, by})
}

// hotMethods are the parts of the names of methods whose argument RoslynIndexer takes for SQL.
var hotMethods = []string{"SqlQuery", "ExecuteSql", "FromSql"}

// originOf says by what a string was taken for SQL, in the words of RoslynIndexer.
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
