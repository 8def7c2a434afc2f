package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// A role is what nodes are for, whatever their kind: an edge of some kind leaves them or
// leads to them, or they have a base or mark of a library.
type role struct {
	word   string
	from   []graph.EdgeKind         // one of these leaves the node
	to     []graph.EdgeKind         // or one of these leads to it
	bases  map[string]bool          // or it is of a type derived from one of these
	marks  map[string]bool          // or it has the attribute, annotation or decorator
	admits func(n *graph.Node) bool // nil: any node
}

// roles lists the roles by their words.
var roles = []role{
	{word: "entities", from: []graph.EdgeKind{graph.MapsTo},
		admits: func(n *graph.Node) bool { return n.Kind.IsType() }},
	{word: "handlers", to: []graph.EdgeKind{graph.Handles}},
	{word: "hubs", bases: hubBases, marks: hubMarks, admits: runs},
	{word: "jobs", bases: jobBases, marks: jobMarks, admits: runs},
	{word: "messages", from: []graph.EdgeKind{graph.Handles}},
	{word: "migrations", from: []graph.EdgeKind{graph.SchemaChange, graph.DataChange,
		graph.Follows}, to: []graph.EdgeKind{graph.Follows}},
	{word: "pages", to: []graph.EdgeKind{graph.Routes},
		admits: func(n *graph.Node) bool { return n.Domain() == graph.FrontEnd }},
	{word: "requests", from: []graph.EdgeKind{graph.Requests}},
	{word: "services", from: []graph.EdgeKind{graph.Binds}},
}

// runs reports whether a type or function may be run as it is: an interface and an abstract
// class are not.
func runs(n *graph.Node) bool {
	return n.Kind.IsCallable() || n.Kind.IsType() && n.Kind != graph.KindInterface &&
		!slices.Contains(n.Modifiers, "abstract")
}

// The types of libraries that hosts and schedulers run, by full name.
var (
	jobBases = set("Microsoft.Extensions.Hosting.IHostedService " +
		"Microsoft.Extensions.Hosting.IHostedLifecycleService " +
		"Microsoft.Extensions.Hosting.BackgroundService " +
		"Quartz.IJob Coravel.Invocable.IInvocable " +
		"org.quartz.Job org.springframework.scheduling.quartz.QuartzJobBean " +
		"java.util.TimerTask org.springframework.batch.core.step.tasklet.Tasklet")
	jobMarks = set("org.springframework.scheduling.annotation.Scheduled " +
		"org.springframework.scheduling.annotation.Schedules " +
		"io.quarkus.scheduler.Scheduled io.micronaut.scheduling.annotation.Scheduled " +
		"jakarta.ejb.Schedule jakarta.ejb.Schedules javax.ejb.Schedule javax.ejb.Schedules " +
		"@nestjs/schedule.Cron @nestjs/schedule.Interval @nestjs/schedule.Timeout " +
		"@nestjs/bull.Process @nestjs/bullmq.Processor " +
		"celery.shared_task celery.Celery.task celery.app.base.Celery.task " +
		"dramatiq.actor rq.decorators.job")
	hubBases = set("Microsoft.AspNetCore.SignalR.Hub Microsoft.AspNetCore.SignalR.Hub<> " +
		"Microsoft.AspNet.SignalR.Hub Microsoft.AspNet.SignalR.Hub<>")
	hubMarks = set("@nestjs/websockets.WebSocketGateway " +
		"jakarta.websocket.server.ServerEndpoint javax.websocket.server.ServerEndpoint")
)

// roleOf returns the role of a word in the singular or plural; nil if it is none.
func roleOf(word string) *role {
	for i := range roles {
		r := &roles[i]
		one := strings.TrimSuffix(r.word, "s")
		if stem, ok := strings.CutSuffix(r.word, "ies"); ok {
			one = stem + "y"
		}
		if word == r.word || word == one {
			return r
		}
	}
	return nil
}

// nodes lists the nodes with the role by number, or some more: admits has the last word.
func (r *role) nodes(x Index) ([]uint32, error) {
	var out []uint32
	for i, kind := range slices.Concat(r.from, r.to) {
		ends, err := x.Ends(kind)
		if err != nil {
			return nil, err
		}
		if i < len(r.from) {
			out = append(out, ends.From...)
		} else {
			out = append(out, ends.To...)
		}
	}
	derived, err := usersOf(x, r.bases, isDerivation)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(derived); i++ {
		below, err := usersAt(x, derived[i], isDerivation)
		if err != nil {
			return nil, err
		}
		for _, n := range below {
			if !slices.Contains(derived, n) {
				derived = append(derived, n)
			}
		}
	}
	marked, err := usersOf(x, r.marks, isMark)
	if err != nil {
		return nil, err
	}
	out = slices.Concat(out, derived, marked)
	slices.Sort(out)
	return slices.Compact(out), nil
}

// isDerivation reports whether an edge leads from a type to a base of it.
func isDerivation(k graph.EdgeKind) bool { return k == graph.Inherits || k == graph.Implements }

// isMark reports whether an edge may lead from what has an attribute to that.
func isMark(k graph.EdgeKind) bool {
	return k == graph.References || k == graph.Calls || k == graph.Creates
}

// usersOf lists the nodes with an edge to one of some names of libraries.
func usersOf(x Index, names map[string]bool, follow func(graph.EdgeKind) bool) ([]uint32, error) {
	var out []uint32
	for name := range names { // the result is a set
		last := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
		var found []uint32
		err := x.Symbols(last, func(symbol string, nodes []uint32) bool {
			if symbol == last {
				found = append(found, nodes...)
			}
			return false
		})
		if err != nil {
			return nil, err
		}
		for _, n := range found {
			node, err := x.Node(n)
			if err != nil {
				return nil, err
			}
			if node.Kind != graph.KindExternal || node.Name != name {
				continue
			}
			users, err := usersAt(x, n, follow)
			if err != nil {
				return nil, err
			}
			out = append(out, users...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// usersAt lists the nodes with an edge to a node.
func usersAt(x Index, n uint32, follow func(graph.EdgeKind) bool) ([]uint32, error) {
	var out []uint32
	in, err := x.In(n)
	for _, e := range in {
		if follow(e.Kind) {
			out = append(out, e.From)
		}
	}
	return out, err
}
