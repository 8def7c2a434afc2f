package inventory_test

import (
	"strings"
	"testing"

	"seedgraph/answer"
	"seedgraph/answer/answertest"
	"seedgraph/answer/inventory"
	"seedgraph/internal/sourceindex"
)

func TestFind(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		words string
		o     inventory.Options
		want  string // short names in order
		total int
	}{
		{"tables", inventory.Options{}, "Orders Lines", 2},
		{"TABLE PROC", inventory.Options{}, "Clear Orders Lines", 3},
		{"interfaces", inventory.Options{}, "IStore", 1},
		{"tests", inventory.Options{}, "PlaceSaves CancelLogs", 2},
		// what only the interface is called by is used
		{"entries", inventory.Options{}, "Clear Main Unused", 3},
		{"entries", inventory.Options{Filter: answer.Filter{Paths: []string{"db"}}}, "Clear", 1},
		{"types", inventory.Options{Name: "store"}, "Store SqlStore FileStore IStore", 4},
		{"classes", inventory.Options{Offset: 1, Limit: 2}, "Program Store", 7},
		{"classes", inventory.Options{Offset: 90}, "", 7},
		{"externals", inventory.Options{}, "", 0},
	} {
		a, err := inventory.Find(x, strings.Fields(c.words), c.o)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, it := range a.Items {
			names = append(names, it.Name[strings.LastIndexByte(it.Name, '.')+1:])
		}
		if got := strings.Join(names, " "); got != c.want || a.Total != c.total ||
			len(a.Lines()) != len(a.Items) {
			t.Errorf("%s %+v: %s (%d), want %s (%d)", c.words, c.o, got, a.Total, c.want, c.total)
		}
	}
}

func TestErrors(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	if _, err := inventory.Find(x, []string{"gadgets"}, inventory.Options{}); err == nil ||
		!strings.Contains(err.Error(), "node kind \"gadgets\": no such kind") ||
		!strings.Contains(err.Error(), "or one of tests, entries, types") {
		t.Error(err)
	}
	if _, err := inventory.Find(x, []string{"tables"}, inventory.Options{Offset: -1}); err == nil {
		t.Error("a negative offset is no error")
	}
}
