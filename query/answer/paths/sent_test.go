package paths_test

import (
	"slices"
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestSentMessages checks that sending a message runs its handlers. Creating one does
// not, unless no sender is known: then the created message may be sent by code that is
// not understood, also if the message declares a constructor.
func TestSentMessages(t *testing.T) {
	x := answertest.Sources(t, `-- Desk.cs --
using System.Threading;
using System.Threading.Tasks;
using MediatR;
namespace Shop;
public record Cancel(int Id) : IRequest<bool>;
public class CancelHandler : IRequestHandler<Cancel, bool> {
    public Task<bool> Handle(Cancel c, CancellationToken t) => Task.FromResult(true);
}
public record Closed : INotification { public Closed() { Log.Write(); } }
public class ClosedHandler : INotificationHandler<Closed> {
    public Task Handle(Closed c, CancellationToken t) => Task.CompletedTask;
}
public record Placed : INotification;
public class PlacedHandler : INotificationHandler<Placed> {
    public Task Handle(Placed c, CancellationToken t) => Task.CompletedTask;
}
public class Settled : INotification { public Settled(int id) { Id = id; } public int Id { get; } }
public class SettledHandler : INotificationHandler<Settled> {
    public Task Handle(Settled c, CancellationToken t) => Task.CompletedTask;
}
public static class Log { public static void Write() { } }
public class Desk(IMediator m, Journal j) {
    public Cancel Draft(int id) => new Cancel(id);
    public Task<bool> Send(Cancel c) => m.Send(c);
    public Task<bool> Both(int id) => Send(Draft(id));
    public Closed Close() => new Closed();
    public Task Publish() => m.Publish(new Closed());
    public void Place() { j.Note(new Placed()); }
    public void Settle() { j.Note(new Settled(1)); }
}
public class Journal { public void Note(object o) { } }
`)
	for _, c := range []struct{ from, to, want string }{
		{"Desk.Draft", "CancelHandler.Handle", "no"},
		{"Desk.Send", "CancelHandler.Handle", "yes"},
		{"Desk.Both", "CancelHandler.Handle", "yes"},
		{"Desk.Draft", "Shop.Cancel", "yes"},
		{"Desk.Close", "ClosedHandler.Handle", "no"},
		{"Desk.Close", "Log.Write", "yes"},
		{"Desk.Publish", "ClosedHandler.Handle", "yes"},
		{"Desk.Place", "PlacedHandler.Handle", "yes"},
		{"Desk.Settle", "SettledHandler.Handle", "yes"},
		{"Desk.Place", "SettledHandler.Handle", "no"},
	} {
		a, err := find(t, x, c.from, c.to, paths.Options{})
		if err != nil || a.Answer != c.want {
			t.Errorf("%s to %s: %v, %v", c.from, c.to, a, err)
		}
	}
}

// TestPathOfAConstructedMessage checks that a path goes from the constructor to its message.
func TestPathOfAConstructedMessage(t *testing.T) {
	x := answertest.Sources(t, `-- Till.cs --
using MediatR;
namespace Shop;
public class Settled : INotification { public Settled(int id) { } }
public class SettledHandler : INotificationHandler<Settled> {
    public Task Handle(Settled c, CancellationToken t) => Task.CompletedTask;
}
public class Till {
    public void Settle() { Events.Add(new Settled(1)); }
}
`)
	a, err := find(t, x, "Till.Settle", "SettledHandler.Handle", paths.Options{})
	if err != nil || len(a.Paths) != 1 {
		t.Fatalf("%v, %v", a, err)
	}
	var got []string
	for _, e := range a.Paths[0].Edges {
		got = append(got, e.Type)
	}
	if want := []string{"Creates", "Contains", "Handles"}; !slices.Equal(got, want) || !a.Paths[0].Edges[1].Against {
		t.Errorf("the path has the edges %v, want %v", got, want)
	}
}
