package main

import (
	"testing"

	"seedgraph/testkit/answertest"
)

const shop = `-- Shop.cs --
using MediatR;
namespace Shop;
public class Paid : INotification { public Paid(int id) { } }
public class PaidHandler : INotificationHandler<Paid> {
    public Task Handle(Paid p, CancellationToken c) { Log.Write(); return null; }
}
public static class Log { public static void Write() { Out(); } static void Out() { Flush(); } static void Flush() { } }
public class Rates { public Rates() { Log.Write(); } }
public class Till {
    Rates Rates { get; } = new Rates();
    public int Total => Sum();
    int Sum() { Log.Write(); return 1; }
    public void Pay() { Events.Add(new Paid(1)); }
    public Rates Read() { return Rates; }
    public int Show() { return Total; }
}
`

// TestCompare checks that both answers agree about messages with constructors, accessors, and
// properties that only have an initial value.
func TestCompare(t *testing.T) {
	got, err := compareIn(answertest.Sources(t, shop), options{pairs: 400, nodes: 1000, seed: 1, verbose: true})
	if err != nil || got.differ > 0 || got.pairs < 400 || got.connected < 40 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestDifferencesCount checks that a pair is counted if the answers differ.
func TestDifferencesCount(t *testing.T) {
	x := answertest.Sources(t, shop)
	c := &comparison{x: x}
	from, to := answertest.Node(t, x, "Shop.Till.Show"), answertest.Node(t, x, "Shop.Log.Write")
	for _, affected := range []bool{true, false} {
		if err := c.pair(from, to, affected, nil); err != nil {
			t.Fatal(err)
		}
	}
	if want := (result{pairs: 2, connected: 1, differ: 1}); c.found != want {
		t.Errorf("%+v, want %+v", c.found, want)
	}
}
