package history

import (
	"fmt"
	"strings"
	"testing"
)

// shown returns the ties of the first definition: "1 180 2 90".
func shown(commits []Commit, changed [][]uint32) string {
	var out []string
	for _, c := range ties(commits, changed) {
		for _, t := range c.With {
			if c.Node == 0 {
				out = append(out, fmt.Sprint(t.Node, " ", t.Strength))
			}
		}
	}
	return strings.Join(out, " ")
}

// TestStrongestCompanionsAreKept checks that twenty are kept, and no weak ones.
func TestStrongestCompanionsAreKept(t *testing.T) {
	var changed [][]uint32
	for i := range uint32(24) {
		changed = append(changed, []uint32{0, i + 1})
	}
	changed = append(changed, []uint32{0, 23}, []uint32{24, 0})
	got := strings.Fields(shown(make([]Commit, 26), changed))
	if len(got) != 40 || got[0] != "1" || got[36] != "23" || got[38] != "24" || got[37] <= got[1] {
		t.Errorf("got %v", got)
	}
	changed = [][]uint32{{0, 1}}
	for range 19 {
		changed = append(changed, []uint32{0}, []uint32{1})
	}
	if got := shown(make([]Commit, 39), changed); got != "" {
		t.Errorf("one commit of twenty is a tie: %s", got)
	}
	if got := shown(make([]Commit, 3), changed[:3]); got != "1 90" {
		t.Errorf("one of two: %s", got)
	}
}

// TestTiesOfOldCommitsAreWeaker checks two definitions that other commits change
// separately.
func TestTiesOfOldCommitsAreWeaker(t *testing.T) {
	changed := [][]uint32{{0, 1}, {0, 2}, {1}, {2}}
	commits := []Commit{{Time: 9000 * day}, {Time: 6000 * day}, {Time: 9000 * day}, {Time: 9000 * day}}
	if got := shown(commits, changed); got != "1 114 2 36" {
		t.Errorf("got %s", got)
	}
}
