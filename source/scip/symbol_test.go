package scip

import "testing"

func TestLocalSymbols(t *testing.T) {
	for symbol, want := range map[string]bool{"local 3": true, "npm . shop 1.0 `a.ts`/local().": false} {
		if got := IsLocal(symbol); got != want {
			t.Errorf("%s: local is %v, want %v", symbol, got, want)
		}
	}
}

func TestEmptyRanges(t *testing.T) {
	start, end := Position{1, 2}, Position{1, 5}
	if !(Range{start, start}).IsEmpty() || (Range{start, end}).IsEmpty() || !(Range{end, start}).IsEmpty() {
		t.Error("only ranges that end after they start have text")
	}
}
