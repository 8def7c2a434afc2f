package resolve_test

import (
	"testing"

	"seedgraph/resolve"
)

func TestMemoAsksOnce(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[string, int]
	asked := 0
	ask := func() int { asked++; return 7 }
	for range 3 {
		if v := m.Get(&b, "x", ask); v != 7 {
			t.Fatalf("got %d", v)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

func TestMemoAnswersCyclesWithZero(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[int, int]
	var fact func(n int) int
	fact = func(n int) int {
		return m.Get(&b, n%3, func() int { return 1 + fact(n+1) })
	}
	if v := fact(0); v != 3 {
		t.Errorf("a cycle of three questions gives %d, want 3", v)
	}
	if v := m.Get(&b, 1, func() int { return -1 }); v != 2 {
		t.Errorf("the second of them is remembered as %d, want 2", v)
	}
}

func TestBudgetCutsDepth(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[int, int]
	var deep func(n int) int
	deep = func(n int) int {
		return m.Get(&b, n, func() int { return 1 + deep(n+1) })
	}
	if v := deep(0); v != resolve.MaxDepth || !b.Cut() {
		t.Errorf("followed %d questions deep, cut %v; want %d, true", v, b.Cut(), resolve.MaxDepth)
	}
	b.Next(0)
	if b.Cut() {
		t.Error("a new budget is cut")
	}
	if v := m.Get(&b, resolve.MaxDepth/2, func() int { return -1 }); v != -1 {
		t.Errorf("an answer that was cut short is remembered: %d", v)
	}
}

func TestBudgetCutsSteps(t *testing.T) {
	var b resolve.Budget
	n := 0
	for range 2 * resolve.MaxSteps {
		if b.Enter() {
			n++
			b.Leave()
		}
	}
	if n != resolve.MaxSteps || !b.Cut() {
		t.Errorf("%d steps, cut %v; want %d, true", n, b.Cut(), resolve.MaxSteps)
	}
}

func TestBudgetCutsTheFile(t *testing.T) {
	var b resolve.Budget
	refused := 0
	for at := range uint32(resolve.MaxFileSteps/resolve.MaxSteps + 5) {
		b.Next(at)
		if !b.Charge(resolve.MaxSteps) {
			refused++
		}
	}
	if refused != 5 {
		t.Errorf("%d references refused, want 5", refused)
	}
	got := b.Limits()
	if len(got) != 1 || got[0].At != resolve.MaxFileSteps/resolve.MaxSteps || got[0].Count != 5 {
		t.Errorf("limits %+v", got)
	}
	if b.Limits()[0].Count != 5 {
		t.Error("asking twice counts twice")
	}
}

func TestBudgetWithoutLimits(t *testing.T) {
	var b resolve.Budget
	b.Next(3)
	b.Enter()
	b.Leave()
	if got := b.Limits(); got != nil {
		t.Errorf("limits %+v", got)
	}
}

func TestTypesThatDoubleAreBounded(t *testing.T) {
	x := resolve.Type{Def: 1, Owner: resolve.None}
	for range 5 {
		x = resolve.Type{Def: 2, Owner: resolve.None, Args: []resolve.Type{x, x}}
	}
	if got := resolve.Bounded(x); got.Def != 2 {
		t.Error("a type of 63 types is cut")
	}
	for range 60 {
		x = resolve.Type{Def: 2, Owner: resolve.None, Args: []resolve.Type{x, x}}
	}
	if got := resolve.Bounded(x); got.Known() {
		t.Error("a type of 2^66 types is whole")
	}
}

// GetClosed memoizes only answers that do not depend on an open query: in a cycle, the
// answer to the query that began it.
func TestClosedAnswersOfACycle(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[string, int]
	asked := map[string]int{}
	leads := map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": nil}
	var ask func(key string) int
	ask = func(key string) int {
		v, _ := m.GetClosed(&b, key, func() int {
			asked[key]++
			sum := 1
			for _, k := range leads[key] {
				sum += ask(k)
			}
			return sum
		})
		return v
	}
	if got := ask("a"); got != 3 {
		t.Errorf("a cycle of three makes %d", got)
	}
	ask("a")
	if asked["a"] != 1 {
		t.Errorf("the beginning of a cycle is asked %d times", asked["a"])
	}
	if got := ask("b"); got != 5 || asked["b"] != 2 {
		t.Errorf("asked by itself b makes %d, asked %d times; what it was inside of a must go",
			got, asked["b"])
	}
	ask("d")
	ask("e")
	if asked["d"] != 1 || asked["e"] != 1 {
		t.Errorf("questions without a cycle are asked %d and %d times", asked["d"], asked["e"])
	}
}

func TestClosedAnswersOfNestedCycles(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[string, int]
	asked := map[string]int{}
	// y and z form a cycle that x refers to.
	leads := map[string][]string{"x": {"y", "x"}, "y": {"z"}, "z": {"y"}}
	var ask func(key string) (int, bool)
	ask = func(key string) (int, bool) {
		return m.GetClosed(&b, key, func() int {
			asked[key]++
			sum := 1
			for _, k := range leads[key] {
				v, _ := ask(k)
				sum += v
			}
			return sum
		})
	}
	if got, ok := ask("x"); got != 3 || !ok {
		t.Errorf("x makes %d, %v", got, ok)
	}
	ask("y")
	if asked["y"] != 1 {
		t.Errorf("y is complete inside of x, but asked %d times", asked["y"])
	}
	ask("z")
	if asked["z"] != 2 {
		t.Errorf("z was answered with the help of y, but is asked %d times", asked["z"])
	}
}

func TestQuestionsThatLeadBackAreNotFound(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[int, int]
	inner := true
	v, ok := m.GetClosed(&b, 1, func() int {
		_, inner = m.GetClosed(&b, 1, func() int { return 7 })
		return 2
	})
	if v != 2 || !ok || inner {
		t.Errorf("%d, found %v; the question inside is found: %v", v, ok, inner)
	}
}

func TestClosedAnswersWithoutRoom(t *testing.T) {
	var b resolve.Budget
	var m resolve.Memo[int, int]
	for b.Enter() {
	}
	if _, ok := m.GetClosed(&b, 1, func() int { return 1 }); ok || !b.Cut() {
		t.Errorf("answered without room: %v, cut %v", ok, b.Cut())
	}
	b.Next(9)
	if v, ok := m.GetClosed(&b, 1, func() int { return 1 }); v != 1 || !ok {
		t.Errorf("with room again %d, %v", v, ok)
	}
}
