package python_test

import (
	"context"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestReceivers checks that the receiver of a call is recorded as the class of its
// variable, with the classes that are its type arguments, or as the class named
// before the dot.
func TestReceivers(t *testing.T) {
	const code = `from typing import Generic, TypeVar

T = TypeVar("T")
class Item: ...
class Base(Generic[T]):
    @classmethod
    def make(cls): return cls.step()
    @classmethod
    def step(cls): pass
    def run(self): self.step()
class A(Base[Item]):
    @classmethod
    def step(cls): return super().step()
def one(a: A, either: A | Base, items: Base[Item]):
    a.run()
    A.make()
    either.run()
    items.run()
`
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of("m.py").Facts(p, parse.Source{Path: "m.py", Text: code})
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range r.Files {
		for _, x := range b.Bindings {
			if x.Kind != graph.Calls || x.To <= resolve.None {
				continue
			}
			line := r.Table.Def(x.From).Name + " " + r.Table.Def(x.To).Name + ":"
			if x.Recv > 0 {
				for _, y := range b.ReceiverSets[x.Recv-1] {
					line += " " + y.Form.String()
					if y.Form.HasClass() {
						line += " " + r.Table.Def(y.Class).Name
					}
					for _, a := range y.Args {
						if a.Class != resolve.None {
							line += " " + r.Table.Def(a.Class).Name
						}
					}
				}
			}
			got = append(got, line)
		}
	}
	const want = `make step: own, run step: own, step step: base, one run: of A, one make: exact A, one run:, one run: of Base Item`
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("\n%s\nwant\n%s", text, want)
	}
}
