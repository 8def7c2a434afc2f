package impact_test

import (
	"errors"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/impact"
	resolver "seedgraph/query/answer/names"
	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestAMemberThatIsOnlyNamed checks that a member that is referred to on the receiver but
// not called, like nameof(Show) in the base class, does not reach other classes.
func TestAMemberThatIsOnlyNamed(t *testing.T) {
	x := answertest.Sources(t, `-- M.cs --
public abstract class Base {
    protected abstract int Get();
    public int Show() => Get();
    protected string Made() { Get(); return nameof(Show); }
}
public class A : Base { protected override int Get() => 1; public void Create() { Made(); } }
public class B : Base { protected override int Get() => 2; public void Create() { Made(); } }
`)
	found, err := impact.Find(x, []uint32{answertest.Node(t, x, "B.Get")},
		impact.Options{MaxDepth: 9, MaxNodes: 99})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range found.Items {
		got = append(got, it.Name)
	}
	if text := strings.Join(got, " "); strings.Contains(text, "A.Create") ||
		!strings.Contains(text, "B.Create") {
		t.Errorf("affected: %s", text)
	}
}

// TestImpactAgreesWithPaths checks that exactly the nodes with a path to a member are
// affected by it, and those that refer to it without running it.
func TestImpactAgreesWithPaths(t *testing.T) {
	for name, code := range map[string]string{
		"Java": `-- M.java --
class Base { void run() { step(); } void step() { end(); } void end() {} }
class A extends Base { @Override void step() { X.a(); super.step(); } }
class B extends Base { @Override void step() { X.b(); } @Override void end() { X.c(); } }
class C extends A { @Override void end() { X.c(); } }
class X { static void a() {} static void b() {} static void c() {} }
class M {
  void a() { new A().run(); }
  void b(B b) { b.run(); }
  void any(Base b) { b.run(); b.end(); }
  void c(C c) { c.run(); }
}
`,
		"Python": `-- m.py --
class Base:
    def run(self): self.step()
    def step(self): self.end()
    def end(self): plain()
class Loud(Base):
    def step(self): loud()
class Quiet(Base):
    def end(self): quiet()
class Both(Quiet, Loud): pass
def plain(): pass
def loud(): pass
def quiet(): pass
def both(b: Both): b.run()
def any(b: Base): b.run()
def new(): Quiet().run()
`,
	} {
		x := answertest.Sources(t, code)
		for n := range x.NumNodes() {
			to, err := x.Node(n)
			if err != nil || !to.Kind.IsCallable() {
				continue
			}
			found, err := impact.Find(x, []uint32{n}, impact.Options{MaxDepth: 50, MaxNodes: 500})
			if err != nil {
				t.Fatal(err)
			}
			affected := map[string]bool{}
			for _, it := range found.Items {
				affected[it.ID] = it.Depth > 0
			}
			for m := range x.NumNodes() {
				from, err := x.Node(m)
				if err != nil || !from.Kind.IsCallable() || m == n {
					continue
				}
				a, err := paths.Find(x, &resolver.Resolver{Index: x}, string(from.ID), string(to.ID),
					paths.Options{MaxDepth: 50})
				if err != nil && !errors.Is(err, answer.ErrUnknownID) {
					t.Fatal(err)
				}
				if a.Connected != affected[string(from.ID)] {
					t.Errorf("%s: %s leads to %s: %v, is affected: %v", name, from.Name, to.Name,
						a.Connected, affected[string(from.ID)])
				}
			}
		}
	}
}
