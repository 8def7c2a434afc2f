package impact_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/query/answer/impact"
	"seedgraph/testkit/answertest"
)

// TestManyClasses checks that a base method that runs for many of its classes is not affected
// for the others.
func TestManyClasses(t *testing.T) {
	var code strings.Builder
	code.WriteString("-- m.py --\ndef save(): pass\nclass Base:\n    def run(self): self.step()\n    def step(self): pass\n")
	for i := range 45 {
		fmt.Fprintf(&code, "class A%d(Base):\n    def step(self): save()\n", i)
		fmt.Fprintf(&code, "class B%d(Base):\n    def step(self): pass\n", i)
		fmt.Fprintf(&code, "def a%d(): A%d().run()\ndef b%d(): B%d().run()\n", i, i, i, i)
	}
	a := find(t, answertest.Sources(t, code.String()), impact.Options{}, "m.save")
	callers := map[byte]int{}
	for _, item := range a.Items {
		if name := strings.TrimPrefix(item.Name, "m."); name[0] == 'a' || name[0] == 'b' {
			callers[name[0]]++
		}
	}
	if callers['a'] != 45 || callers['b'] != 0 {
		t.Errorf("%d callers for classes that save, want 45; %d for the others, want none", callers['a'], callers['b'])
	}
}
