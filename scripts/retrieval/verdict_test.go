package main

import (
	"slices"
	"strings"
	"testing"
)

// rated returns a task of a split with C@10 of ours and of both plain BM25 rivals.
func rated(split string, ours, plain, words float64) Item {
	return Item{ID: "a", Split: split, Recall: ours, Rivals: Rivals{
		Plain: Figures{Recall: plain}, PlainWords: Figures{Recall: words}}}
}

func TestVerdictNamesTheSetsThatAreBelow(t *testing.T) {
	a, b, empty := set{Name: "a", group: seeded}, set{Name: "b", group: seeded},
		set{Name: "empty", group: seeded}
	run := Run{"a seeded": {rated("tune", 0.5, 0.25, 0.75), rated("report", 0, 1, 1)},
		"b seeded": {rated("tune", 0.5, 0.25, 0.125)}, "empty seeded": {rated("report", 0, 1, 1)}}
	got := strings.Join(verdict(seeded, "tune", []set{a, b, empty}, run), "\n")
	for _, want := range []string{"Below: C@10 of a (0.500, words C@10 0.750).",
		"best of each set: C@10 +0.000, list 4k +0.000"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	got = strings.Join(verdict(seeded, "tune", []set{b}, run), "\n")
	for _, want := range []string{"No set is below.", "C@10 +0.250"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if got := verdict(questions, "tune", []set{b}, run); len(got) > 0 {
		t.Errorf("questions have no rivals: %s", got)
	}
}

func TestMeansThatRoundingPartsAreEqual(t *testing.T) {
	s := set{Name: "a", group: seeded}
	run := Run{"a seeded": {rated("tune", 0.3-1e-12, 0.3, 0.25)}}
	if got := verdict(seeded, "tune", []set{s}, run); !slices.Contains(got, "No set is below.") {
		t.Errorf("got %s", got)
	}
}

func TestTableHasRivalsAndTheirVerdict(t *testing.T) {
	s := set{Name: "a", group: seeded}
	now := Run{"a seeded": {rated("tune", 0.5, 0.25, 0.125)}}
	before := Run{"a seeded": {rated("tune", 0.25, 0.25, 0.125)}}
	got := strings.Join(table([]set{s}, now, before), "\n")
	for _, want := range []string{
		"| seeded, tune | tasks | C@10 | list 4k | context 4k | context 8k | plain C@10 |",
		"| a | 1 | 0.500 | 0.000 | 0.000 | 0.000 | 0.250 |",
		"| change, with 95 % interval | | +0.250* (+0.250, +0.250) |",
		"(+0.000, +0.000) | | | | | | | | |\n\nNo set is below."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestEveryRivalIsCompared: a rival's column that corresponds to none of ours is
// ignored.
func TestEveryRivalIsCompared(t *testing.T) {
	for g, theirs := range rivals {
		for _, c := range theirs {
			if !slices.ContainsFunc(columns[g],
				func(ours column) bool { return lastWord(ours.name) == lastWord(c.name) }) {
				t.Errorf("%s: %s", g, c.name)
			}
		}
	}
}
