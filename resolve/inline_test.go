package resolve

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
)

// TestOrigins: by what a string was taken for SQL is said by the call that it is an argument of,
// and only in a build that asks.
func TestOrigins(t *testing.T) {
	b := &Binder{Table: &Table{keepInline: true,
		Project: &Project{SQLMethods: []string{"RunLegacy", "Raw"}}}}
	for sink, want := range map[string]graph.InlineOrigin{
		"FromSqlRaw":           graph.FromHotMethod, // the library goes before the configuration
		"ExecuteSqlAsync":      graph.FromHotMethod,
		"SqlQuery":             graph.FromHotMethod,
		"RunLegacyProc":        graph.FromExtraHotMethod,
		"QueryRaw":             graph.FromExtraHotMethod,
		"runLegacyProc":        graph.FromText, // case counts
		"Query":                graph.FromText,
		"":                     graph.FromText,
		"executesql":           graph.FromText,
		"SaveChangesAsync":     graph.FromText,
		"DatabaseExecuteSqlIn": graph.FromHotMethod,
	} {
		if got := b.originOf(&parse.Embedded{Sink: sink}); got != want {
			t.Errorf("an argument of %q is of origin %s, want %s", sink, got, want)
		}
	}
	b.Table.keepInline = false
	if got := b.originOf(&parse.Embedded{Sink: "FromSqlRaw"}); got != graph.FromText {
		t.Errorf("nobody asks, and the origin is %s", got)
	}
}

// TestKeepInline: the text is kept with what it is made of, in the order of the file, if asked for.
func TestKeepInline(t *testing.T) {
	b := &Binder{Table: &Table{}}
	x := &BoundText{From: 3, At: 40, Origin: graph.FromHotMethod}
	if b.keepInline(x, "SELECT 1", nil); b.Inline != nil {
		t.Errorf("nobody asks, and kept is %v", b.Inline)
	}
	b.Table.keepInline = true
	b.keepInline(x, "SELECT 1", []DefID{7})
	b.keepInline(&BoundText{From: 3, At: 60}, "DELETE FROM t", nil)
	if len(b.Inline) != 2 || b.Inline[0].Text != "SELECT 1" || b.Inline[0].At != 40 ||
		b.Inline[0].From != 3 || b.Inline[0].Origin != graph.FromHotMethod ||
		!slices.Equal(b.Inline[0].By, []DefID{7}) || b.Inline[1].At != 60 ||
		b.Inline[1].By != nil || b.Inline[1].Origin != graph.FromText {
		t.Errorf("kept is %v", b.Inline)
	}
}
