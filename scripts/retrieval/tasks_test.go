package main

import (
	"testing"
)

func TestEntriesAreInChunksWithLinesThatCount(t *testing.T) {
	whole := entry{Path: "a", Start: 10, End: 20}
	edited := entry{Path: "a", Start: 10, End: 20, Edits: [][2]int{{11, 12}, {18, 18}}}
	file := entry{Path: "a"}
	for _, tt := range []struct {
		chunk         chunk
		whole, edited bool
	}{
		{chunk{path: "a", span: span{1, 10}}, true, false},
		{chunk{path: "a", span: span{1, 11}}, true, true},
		{chunk{path: "a", span: span{13, 17}}, true, false},
		{chunk{path: "a", span: span{18, 30}}, true, true},
		{chunk{path: "a", span: span{21, 30}}, false, false},
		{chunk{path: "b", span: span{1, 30}}, false, false},
	} {
		if got := whole.isIn(tt.chunk); got != tt.whole {
			t.Errorf("%v: whole %v", tt.chunk, got)
		}
		if got := edited.isIn(tt.chunk); got != tt.edited {
			t.Errorf("%v: edited %v", tt.chunk, got)
		}
		if got, want := file.isIn(tt.chunk), tt.chunk.path == "a"; got != want {
			t.Errorf("%v: file %v", tt.chunk, got)
		}
	}
}
