package main

import (
	"fmt"
	"slices"
	"testing"
)

func TestDefinitionsOfTasksAreGivenWhereThereAreSeveral(t *testing.T) {
	named, line := entry{Name: "Save"}, entry{}
	for _, tt := range []struct {
		gold []entry
		want string
	}{
		{[]entry{named, line}, "[]"},
		{[]entry{line, named, line, named}, "[1 3]"},
		{slices.Repeat([]entry{named}, 6), "[0 1 2 3]"},
	} {
		if got := fmt.Sprint((&task{Gold: tt.gold}).given()); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.gold, got, tt.want)
		}
	}
}

// TestGiven: the request names only the given definition, whose words name another.
func TestGiven(t *testing.T) {
	p := indexed("save bill", "bill pay", "save x1 x2 x3")
	at := func(path string) entry { return entry{Path: path, Name: path, Start: 1, End: 1} }
	r, ok := p.rateGiven(task{Query: "save", Gold: []entry{at("a000"), at("a001")}}, 0)
	if !ok || r.Plain.Recall != 0 || r.PlainWords.Recall != 1 || r.PlainWords.NDCG == 1 {
		t.Errorf("got %+v, %v", r, ok)
	}
	same := task{Query: "save", Gold: []entry{at("a000"), {Path: "a000", Start: 1, End: 1}}}
	if r, ok := p.rateGiven(same, 0); ok {
		t.Errorf("what the given chunk has is still looked for: %+v", r)
	}
}

func TestSetsOfCommitsAreSeededToo(t *testing.T) {
	sets := []set{{Name: "a", group: commits}, {Name: "b", group: reports},
		{Name: "c", group: commits, Gold: "files"}}
	got := seededOf(sets)
	if len(got) != 1 || got[0].key() != "a seeded" || sets[0].key() != "a" {
		t.Errorf("got %+v", got)
	}
	if !got[0].hasLines() || !sets[0].hasLines() || sets[1].hasLines() || sets[2].hasLines() {
		t.Error("lines are taken for files, or files for lines")
	}
}
