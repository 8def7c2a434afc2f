package impact_test

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer/impact"
	"seedgraph/testkit/answertest"
)

const bus = `-- Bus.cs --
using MediatR;
using Microsoft.AspNetCore.Mvc;
namespace Shop;
public record Paid(int Id) : INotification;
public class Closed : INotification { public Closed(int id) { } }
public class Store
{
    public virtual void Save(int id) { }
    public void Check() { Save(1); }
}
public class PaidHandler : INotificationHandler<Paid>
{
    Store store;
    public Task Handle(Paid p, CancellationToken c) { store.Save(p.Id); return null; }
}
public class ClosedHandler : INotificationHandler<Closed>
{
    Store store;
    IMediator mediator;
    public Task Handle(Closed p, CancellationToken c) => mediator.Publish(new Paid(1));
}
[Route("till")]
public class Till : ControllerBase
{
    IMediator mediator;
    [HttpPost("close")]
    public void Close() { mediator.Publish(new Closed(1)); }
}
public class Clerk
{
    IMediator mediator;
    public void Pay() { mediator.Publish(new Paid(1)); new Store().Check(); }
}
`

// names formats items with their depths.
func names(items []impact.Item) string {
	var out []string
	for _, it := range items {
		name := strings.TrimPrefix(it.Name, "Shop.")
		out = append(out, name+" "+string(rune('0'+it.Depth)))
	}
	return strings.Join(out, ", ")
}

// TestMessages checks that senders of a message are listed separately from callers. Nodes
// reached both ways are listed only as callers; a message sent by a handler continues the
// walk, and a constructor counts as sending its type.
func TestMessages(t *testing.T) {
	x := answertest.Sources(t, bus)
	a := find(t, x, impact.Options{}, "Shop.Store.Save")
	if got, want := names(a.Items),
		"Store.Save 0, Store.Check 1, PaidHandler.Handle 1, Clerk.Pay 2"; got != want {
		t.Errorf("affected: %s\nwant      %s", got, want)
	}
	if got, want := names(a.ByMessage),
		"Paid 2, ClosedHandler.Handle 3, Closed 4"; got != want {
		t.Errorf("by message: %s\nwant        %s", got, want)
	}
	for _, it := range a.Items {
		if it.Name == "Shop.PaidHandler.Handle" && it.End != "" {
			t.Errorf("a handler that messages reach is an end: %q", it.End)
		}
	}
	text := strings.Join(a.Sheet().Lines(nil, 0), "\n")
	for _, want := range []string{"\nthrough messages, depth 2:\n 5qdughool2 record Paid Bus.cs:4", " Handles Shop.PaidHandler.Handle\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestMessageEnds checks that the ends of both kinds are listed together, also under a
// limit.
func TestMessageEnds(t *testing.T) {
	x := answertest.Sources(t, bus)
	a := find(t, x, impact.Options{MaxDepth: 6}, "Shop.Store.Save")
	if len(a.Routes) != 1 || len(a.Entries) != 1 {
		t.Fatalf("routes %v, entries %v", a.Routes, a.Entries)
	}
	whole := a.Sheet().Lines(nil, 0)
	a.Limit(2)
	if len(a.Items) != 2 || len(a.ByMessage) != 0 || a.Left() != a.Affected-1 {
		t.Errorf("%d items, %d by message, %d left", len(a.Items), len(a.ByMessage), a.Left())
	}
	short := a.Sheet().Lines(nil, 0)
	if last := short[len(short)-1]; !strings.HasPrefix(last, "… ") {
		t.Errorf("nothing says what is left out: %s", last)
	}
	for i, line := range whole[:5] { // the summary and both kinds of ends
		if short[i] != line {
			t.Errorf("a limit changes %q to %q", line, short[i])
		}
	}
}

func TestNothingAmong(t *testing.T) {
	x := answertest.Sources(t, bus)
	for _, c := range []struct {
		o    impact.Options
		want string
	}{
		{impact.Options{Until: impact.UntilTables, MaxDepth: 20}, "no tables among 8 affected definitions"},
		{impact.Options{Until: impact.Until(graph.KindEnum), MaxDepth: 20}, "no enum among 8 affected definitions"},
		{impact.Options{Until: impact.Until(graph.KindEnum), MaxDepth: 1}, "none among the first 2 affected definitions"},
	} {
		lines := find(t, x, c.o, "Shop.Store.Save").Sheet().Lines(nil, 0)
		if len(lines) != 2 || lines[1] != c.want {
			t.Errorf("%v: %q, want %q", c.o.Until, lines, c.want)
		}
	}
}
