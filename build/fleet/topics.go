package fleet

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// within has the systems that carry messages within one program.
var within = map[string]bool{"events": true}

// A topic is a named destination of messages, in all members.
type topic struct{ system, name string }

// topicsOf joins the senders of topics, and the clients of services, to the members that handle
// them.
type topicsOf struct {
	*linker
	nodes   map[topic][]uint32 // of all members
	handled map[string][]uint32
}

// joinTopics joins senders to the topics of other members.
//
// Time grows with the topics and the edges to them.
func (l *linker) joinTopics() {
	t := &topicsOf{linker: l, nodes: map[topic][]uint32{}, handled: map[string][]uint32{}}
	for i := range l.g.Nodes {
		if n := &l.g.Nodes[i]; n.Kind == graph.KindRoute && n.Language == "topic" && !within[n.Module] {
			key := topicOf(n.Module, n.Name)
			t.nodes[key] = append(t.nodes[key], uint32(i))
		}
	}
	for _, key := range t.sorted() {
		for _, n := range t.nodes[key] {
			t.senders(key, n)
		}
	}
	t.types()
	for _, m := range l.members {
		if m.Uneven {
			continue
		}
		for _, e := range m.Endpoints {
			if n, ok := l.numberOf(m, e.NodeID); ok && e.Type == graph.EndpointSend {
				t.send(m, n, e)
			}
		}
	}
}

// topicOf is a topic by the spelling that all languages have in common.
func topicOf(system, name string) topic {
	if system == "grpc" {
		name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	}
	return topic{system, name}
}

// sorted lists the topics in an order that depends on them alone.
func (t *topicsOf) sorted() []topic {
	list := make([]topic, 0, len(t.nodes))
	for key := range t.nodes {
		list = append(list, key)
	}
	slices.SortFunc(list, func(a, b topic) int {
		return strings.Compare(a.system+" "+a.name, b.system+" "+b.name)
	})
	return list
}

// senders joins the senders of a topic that their own member does not handle.
func (t *topicsOf) senders(key topic, n uint32) {
	if t.leads(n, graph.Handles) {
		return // the own repository answers
	}
	targets := t.handlers(key, t.memberOf(n))
	if len(targets) == 0 {
		return
	}
	t.edgesIn(n, func(e graph.Edge) {
		if e.Kind == graph.Requests {
			t.join(key, join{Edge: graph.Edge{From: e.From, Kind: graph.Requests, Tier: e.Tier, Line: e.Line}}, targets)
		}
	})
}

// handlers lists the topics of a name in other members that have handlers.
func (t *topicsOf) handlers(key topic, from *member) []uint32 {
	var out []uint32
	for _, n := range t.nodes[key] {
		if m := t.memberOf(n); m != from && t.leads(n, graph.Handles) && !m.Uneven {
			out = append(out, n)
		}
	}
	return out
}

// join joins senders to handlers. All consumers of a topic receive its messages; of several
// servers of one service the address decides, which is not known.
func (t *topicsOf) join(key topic, j join, targets []uint32) {
	j.Tier = max(j.Tier, graph.Unique)
	if key.system == "grpc" || key.system == "graphql" {
		j.by, j.evidence = byService, t.serviceEvidence(targets)
		t.addAll(j, targets)
		return
	}
	j.by = byTopic
	for _, n := range targets {
		j.To, j.evidence = n, fmt.Sprintf("%s of %s is handled in %s", t.g.Nodes[n].Name, key.system, t.memberOf(n).Name)
		t.add(j)
	}
}

// serviceEvidence says where a method of a service is answered.
func (t *topicsOf) serviceEvidence(targets []uint32) string {
	name := t.g.Nodes[targets[0]].Name
	if len(targets) > 1 {
		return fmt.Sprintf("%s is answered in %d repositories", name, len(targets))
	}
	return name + " is answered in " + t.memberOf(targets[0]).Name + " alone"
}

// send joins a message that nothing of its own member handles.
func (t *topicsOf) send(m *member, n uint32, e artifacts.EndpointRow) {
	tier, ok := graph.ParseTier(e.Tier)
	if !ok {
		return
	}
	j := join{Edge: graph.Edge{From: n, Kind: graph.Requests, Tier: tier, Line: e.Line}}
	if name, ok := strings.CutPrefix(e.Topic, "TYPE "); ok {
		t.sendType(m, j, name)
		return
	}
	key := topicOf(e.System, e.Topic)
	if targets := t.handlers(key, m); len(targets) > 0 && !within[e.System] {
		t.join(key, j, targets)
	}
}

// types finds the types of messages that members handle, by full name.
func (t *topicsOf) types() {
	for _, e := range t.g.Edges {
		n := &t.g.Nodes[e.From]
		if e.Kind != graph.Handles || n.Kind == graph.KindRoute || t.memberOf(e.From).Uneven {
			continue
		}
		if list := t.handled[n.Name]; len(list) == 0 || list[len(list)-1] != e.From {
			t.handled[n.Name] = append(list, e.From)
		}
	}
}

// sendType joins a message to the types of its full name that other members handle: programs know
// the messages of one another by the names of their types.
func (t *topicsOf) sendType(m *member, j join, name string) {
	j.by = byTopic
	for _, n := range t.handled[name] {
		if to := t.memberOf(n); to != m {
			j.To, j.Tier = n, max(j.Tier, graph.Unique)
			j.evidence = "messages of the type " + name + " are handled in " + to.Name
			t.add(j)
		}
	}
}
