package resolve_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// resolved resolves the files of an archive.
func resolved(t *testing.T, archive string) *resolve.Resolution {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	var files []*parse.Facts
	for _, f := range txtar.Parse([]byte(archive)).Files {
		facts, err := set.Of(f.Name).Facts(p, parse.Source{Path: f.Name, Text: string(f.Data)})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, facts)
	}
	r, err := resolve.Resolve(context.Background(), files,
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// receiver writes a receiver: its form, its class and the classes of its arguments.
func receiver(ix *resolve.Table, r resolve.Receiver) string {
	if !r.Form.HasClass() {
		return r.Form.String()
	}
	text := r.Form.String() + " " + ix.Def(r.Class).Name
	for _, a := range r.Args {
		switch {
		case a.Class != resolve.None:
			text += " " + ix.Def(a.Class).Name
		case a.Param > 0:
			text += " its own"
		default:
			text += " ?"
		}
	}
	return text
}

// receivers lists the calls of a tree with their receivers, in the order of their places.
func receivers(r *resolve.Resolution) (out []string) {
	for _, b := range r.Files {
		for _, x := range b.Bindings {
			if x.Kind != graph.Calls || x.To <= resolve.None {
				continue
			}
			line := r.Table.Def(x.From).Name + " " + r.Table.Def(x.To).Name + ":"
			if x.Recv > 0 {
				for _, y := range b.ReceiverSets[x.Recv-1] {
					line += " " + receiver(r.Table, y)
				}
			}
			out = append(out, line)
		}
	}
	return out
}

// TestReceivers: the receiver of a call is recorded where the declaration does not
// determine it: the own object, one created in place, one of a subclass of the member's
// class.
func TestReceivers(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"Java": {`-- M.java --
class Base<T> { void run() { step(); this.step(); } void step() {} }
class Item {}
class A extends Base<Item> { @Override void step() { super.step(); } }
class M {
  void any(Base<Item> b, Base<?> c) { b.run(); c.run(); }
  void one(A a) { a.run(); new A().run(); }
}
class Single { void go() { end(); } void end() {} }
`, `run step: own, run step: own, step step: base, any run: of Base Item, any run:, one run: of A, one run: exact A, go end:`},
		"an anonymous class of Java": {`-- M.java --
class Base { void run() { new Runner() { public void go() { step(); } }; } void step() {} }
class A extends Base {}
class Runner { public void go() {} }
`, `go step:`},
		"C#": {`-- M.cs --
class Item {}
interface IStore<T> { void Save(); }
class Store<T> : IStore<T> { public virtual void Save() { Check(); } protected virtual void Check() {} }
class Items : Store<Item> { protected override void Check() { base.Check(); } }
class Cart<T> { void Add(IStore<T> s) { s.Save(); } }
class M { void One(IStore<Item> a, Items b, Items? c) { a.Save(); b.Save(); c?.Save(); } }
`, `Save Check: own, Check Check: base, Add Save: of IStore its own, One Save: of IStore Item, One Save: of Items, One Save: of Items`},
		"TypeScript": {`-- m.ts --
class Base { run() { this.step(); } step() {} }
class A extends Base { step() { super.step(); } }
class B extends Base { }
function one(a: A, either: A | B) { a.run(); either.run(); new A().run(); }
`, `run step: own, step step: base, one run: of A, one run: of A of B, one run: exact A`},
		"Python": {`-- m.py --
class Base:
    @classmethod
    def make(cls): return cls.step()
    @classmethod
    def step(cls): pass
    def run(self): self.step()
class A(Base):
    @classmethod
    def step(cls): return super().step()
def one(a: A, either: A | Base):
    a.run()
    A.make()
    either.run()
`, `make step: own, run step: own, step step: base, one run: of A, one make: exact A, one run:`},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(receivers(resolved(t, c.code)), ", ")
			if got != c.want {
				t.Errorf("\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestReceiversOfCandidates: a statement that a base class builds from values of its
// subclasses applies to the objects of the subclass.
func TestReceiversOfCandidates(t *testing.T) {
	r := resolved(t, `-- t.sql --
CREATE TABLE dbo.Orders (Id int);
GO
CREATE TABLE dbo.Lines (Id int);
-- M.cs --
abstract class Repo {
    protected abstract string Table { get; }
    void Clear(Db db) { db.Execute($"DELETE FROM dbo.{Table}"); }
}
class Orders : Repo { protected override string Table => "Orders"; }
class Lines : Repo { protected override string Table => "Lines"; }
`)
	var got []string
	for _, b := range r.Files {
		for _, x := range b.Bindings {
			if x.Kind == graph.WritesTo && x.To > resolve.None && x.Recv > 0 {
				got = append(got, r.Table.Def(x.To).Name+": "+
					receiver(r.Table, b.ReceiverSets[x.Recv-1][0]))
			}
		}
	}
	slices.Sort(got)
	if text := strings.Join(got, ", "); text != "Lines: where Lines, Orders: where Orders" {
		t.Errorf("got %s", text)
	}
}

// TestDerives: a class derives from itself and from all its ancestors.
func TestDerives(t *testing.T) {
	ix := resolved(t, "-- m.py --\nclass A: pass\nclass B(A): pass\nclass C(B): pass\n").Table
	for _, c := range []struct {
		class, from resolve.DefID
		want        bool
	}{{3, 1, true}, {3, 3, true}, {1, 3, false}, {2, 1, true}} {
		if got := ix.Derives(c.class, c.from); got != c.want {
			t.Errorf("%s from %s: %v", ix.Def(c.class).Name, ix.Def(c.from).Name, got)
		}
	}
	if !ix.HasDerived(1) || ix.HasDerived(3) {
		t.Error("the last class has derived ones, or the first has none")
	}
}
