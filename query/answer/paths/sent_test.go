package paths_test

import (
	"testing"

	"seedgraph/query/answer/paths"
	"seedgraph/testkit/answertest"
)

// TestSentMessages checks that sending a message runs its handlers. Creating one does
// not, unless no sender is known: then the created message may be sent by code that is
// not understood.
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
public static class Log { public static void Write() { } }
public class Desk(IMediator m, Journal j) {
    public Cancel Draft(int id) => new Cancel(id);
    public Task<bool> Send(Cancel c) => m.Send(c);
    public Task<bool> Both(int id) => Send(Draft(id));
    public Closed Close() => new Closed();
    public Task Publish() => m.Publish(new Closed());
    public void Place() { j.Note(new Placed()); }
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
	} {
		a, err := find(t, x, c.from, c.to, paths.Options{})
		if err != nil || a.Answer != c.want {
			t.Errorf("%s to %s: %v, %v", c.from, c.to, a, err)
		}
	}
}
