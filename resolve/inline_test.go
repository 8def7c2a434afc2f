package resolve

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
)

// TestOrigins: the origin of a string depends on the call that it is an argument of, and
// is recorded only on request.
func TestOrigins(t *testing.T) {
	b := &Binder{Table: &Table{keepInline: true,
		Project: &Project{SQLMethods: []string{"RunLegacy", "Raw"}}}}
	for sink, want := range map[string]graph.InlineOrigin{
		"FromSqlRaw":           graph.FromHotMethod, // the library takes precedence over the configuration
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

// TestKeepInline: texts are recorded with their sources, in the order of the file, if
// requested.
func TestKeepInline(t *testing.T) {
	b := &Binder{Table: &Table{}}
	x := &BoundString{From: 3, At: 40, Origin: graph.FromHotMethod}
	if b.keepInline(x, "SELECT 1", nil); b.Inline != nil {
		t.Errorf("nobody asks, and kept is %v", b.Inline)
	}
	b.Table.keepInline = true
	b.keepInline(x, "SELECT 1", []DefID{7})
	b.keepInline(&BoundString{From: 3, At: 60}, "DELETE FROM t", nil)
	if len(b.Inline) != 2 || b.Inline[0].Text != "SELECT 1" || b.Inline[0].At != 40 ||
		b.Inline[0].From != 3 || b.Inline[0].Origin != graph.FromHotMethod ||
		!slices.Equal(b.Inline[0].By, []DefID{7}) || b.Inline[1].At != 60 ||
		b.Inline[1].By != nil || b.Inline[1].Origin != graph.FromText {
		t.Errorf("kept is %v", b.Inline)
	}
}

// TestOriginsThroughLocals: a statement that initializes a local has the origin of the
// call whose first argument is the local, unless the local is set again.
func TestOriginsThroughLocals(t *testing.T) {
	for _, c := range []struct {
		about, sink string
		arg         int16
		set, asked  bool
		want        graph.InlineOrigin
	}{
		{"the first argument", "ExecuteSqlRaw", 0, false, true, graph.FromHotMethod},
		{"of a method of the configuration", "RunLegacy", 0, false, true, graph.FromExtraHotMethod},
		{"the second argument", "ExecuteSqlRaw", 1, false, true, graph.FromText},
		{"of another method", "Run", 0, false, true, graph.FromText},
		{"a local that is set again", "ExecuteSqlRaw", 0, true, true, graph.FromText},
		{"in a build that does not ask", "ExecuteSqlRaw", 0, false, false, graph.FromText},
	} {
		scope := parse.Range{Start: 4, End: 60}
		held := parse.Embedded{Text: "DELETE FROM t", Range: parse.Range{Start: 10, End: 25},
			IsValue: true, For: scope.Start}
		given := parse.Embedded{Text: Hole, Range: parse.Range{Start: 41, End: 44}, Callee: 27,
			Sink: c.sink, Arg: c.arg, Parts: parse.TextParts{{Text: "sql", At: 41}}}
		f := &File{Facts: &parse.Facts{
			Locals: []parse.Local{{Name: "sql", Scope: scope, Kind: parse.LocalVar, Set: c.set}},
			// A literal argument is not a local, and neither is a name within a longer
			// string.
			Embedded: []parse.Embedded{held, given,
				{Text: "x", Range: parse.Range{Start: 46, End: 49}, Callee: 27, Sink: c.sink},
				{Text: "x{}", Range: parse.Range{Start: 50, End: 59}, Callee: 27, Sink: c.sink,
					Parts: parse.TextParts{{Text: "x"}, {Text: "sql", At: 52}}}}}}
		table := &Table{keepInline: c.asked, Project: &Project{SQLMethods: []string{"RunLegacy"}}}
		b := &textBinder{Binder: NewBinder(table, f)}
		b.noteHeld()
		if got := b.origin(&f.Embedded[0]); got != c.want {
			t.Errorf("%s: origin %s, want %s", c.about, got, c.want)
		}
	}
}

// TestOriginsBy: substrings of names count, case-sensitively.
func TestOriginsBy(t *testing.T) {
	b := &Binder{Table: &Table{Project: &Project{SQLMethods: []string{"Legacy"}}}}
	for sink, want := range map[string]graph.InlineOrigin{"": graph.FromText,
		"FromSqlInterpolated": graph.FromHotMethod, "LegacySqlQuery": graph.FromHotMethod,
		"RunLegacy": graph.FromExtraHotMethod, "runlegacy": graph.FromText} {
		if got := b.originBy(sink); got != want {
			t.Errorf("%q is of origin %s, want %s", sink, got, want)
		}
	}
}
