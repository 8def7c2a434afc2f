package csharp

import (
	"fmt"
	"strings"
	"testing"
)

// TestReferencesLead checks reachability along transitive references, around cycles, and
// nowhere else.
func TestReferencesLead(t *testing.T) {
	r := newReferences(map[string][]string{
		"web":  {"app", "core"},
		"app":  {"data"},
		"data": {"core", "gone"},
		"ring": {"link"},
		"link": {"lock", "core"},
		"lock": {"ring"},
		"test": {"lock", "lock", "test"},
	})
	want := map[string]string{
		"web": "app data core gone", "app": "data core gone", "data": "core gone",
		"ring": "link lock core", "link": "ring lock core", "lock": "ring link core",
		"test": "ring link lock core", "core": "", "gone": "", "alone": "",
	}
	order := []string{"web", "app", "ring", "link", "lock", "test", "data", "core", "gone", "alone"}
	for _, from := range order {
		got := map[string]bool{}
		for _, to := range order {
			got[to] = r.reaches(from, to)
		}
		led := map[string]bool{from: true}
		for to := range strings.FieldsSeq(want[from]) {
			led[to] = true
		}
		for _, to := range order {
			if got[to] != led[to] {
				t.Errorf("%s leads to %s: %v, want %v", from, to, got[to], led[to])
			}
		}
	}
}

// TestReferencesAreSmall: a chain of projects, each of which sees all earlier ones, has
// as many words as documented, and the exact visibility.
func TestReferencesAreSmall(t *testing.T) {
	const n = 1000
	direct := map[string][]string{}
	name := func(i int) string { return fmt.Sprintf("p%04d", i) }
	for i := 1; i < n; i++ {
		direct[name(i)] = []string{name(i - 1), name(0)}
	}
	r := newReferences(direct)
	words := 0
	for _, row := range r.rows {
		words += len(row)
	}
	if words > n*n/128+n {
		t.Errorf("%d words for %d projects, want at most %d", words, n, n*n/128+n)
	}
	for i := 0; i < n; i += 37 {
		for j := 0; j < n; j += 31 {
			if got := r.reaches(name(i), name(j)); got != (j <= i) {
				t.Errorf("%s leads to %s: %v", name(i), name(j), got)
			}
		}
	}
}
