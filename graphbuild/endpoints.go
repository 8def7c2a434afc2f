package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/frameworks/concept/message"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// addEndpoints keeps what may be in another repository: requests that no route of the tree surely
// answers, messages that nothing of the tree handles, and the addresses in files of settings.
func (b *builder) addEndpoints() {
	if !b.opts.Endpoints {
		return
	}
	for _, f := range slices.Concat(b.facts.Requests, b.facts.Asked) {
		b.nodes.requestOut(b.Table, f)
	}
	for _, e := range b.facts.SentTopics {
		b.nodes.topicOut(b.Table, e)
	}
	for _, s := range b.facts.SentTypes {
		b.nodes.typeOut(b.Table, s)
	}
	for _, f := range b.facts.Settings.Files {
		b.nodes.addresses(f)
	}
}

// requestOut keeps a request that none of the tree answers, or that one answers only if something is
// guessed, and one to a host with a name, which may be that of another repository. Links of pages and requests of tests say nothing of the program.
func (c *collector) requestOut(ix *resolve.Table, f request.Found) {
	by, at := ix.Def(f.Address.By), f.Address.At
	host, path := f.Server()
	sure := len(f.Endpoints) == 1 && f.Tier != graph.Heuristic && !isServiceName(host)
	if sure || f.Handler != resolve.None || f.Name != "" || at.File.Test || by.Test {
		return
	}
	if strings.Trim(path, "/{}") == "" && strings.Trim(host, "{}") == "" {
		return // nothing is known of it
	}
	c.endpoints = append(c.endpoints, graph.Endpoint{Node: c.fromPlace(ix, f.Address.By, at),
		Line: at.File.Line(at.At), Type: graph.EndpointRequest, Tier: resolve.WeakerTier(f.Request.Tier, graph.Exact),
		Verb: f.Verb, Host: strings.ToLower(host), Route: withoutTokens(path)})
}

// isServiceName reports whether a host has a name in a network of services, as no server of the internet has.
func isServiceName(host string) bool {
	return host != "" && host != "localhost" && !strings.ContainsAny(host, ".{}")
}

// maxSegment is the longest segment of a path that is kept: longer ones may be tokens, as in the
// addresses of webhooks.
const maxSegment = 40

// withoutTokens puts {} in the place of segments that may be tokens.
func withoutTokens(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if len(s) > maxSegment || len(s) > 16 && strings.ContainsAny(s, "0123456789") {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// topicOut keeps what is sent to a topic.
func (c *collector) topicOut(ix *resolve.Table, e message.ChannelEnd) {
	if e.At.File.Test || e.Scope != "" {
		return // what has a scope is within the program
	}
	c.endpoints = append(c.endpoints, graph.Endpoint{Node: c.fromPlace(ix, e.Def, e.At),
		Line: e.At.File.Line(e.At.At), Type: graph.EndpointSend, Tier: e.Tier, System: e.System,
		Topic: e.Word + " " + e.Name})
}

// typeOut keeps what is sent of a type that nothing of the tree handles, by its full name.
func (c *collector) typeOut(ix *resolve.Table, s message.Publish) {
	if s.At.File.Test {
		return
	}
	of := ix.Def(s.Message)
	name := of.Name
	if of.ModuleName != "" {
		name = of.ModuleName + "." + name
	}
	c.endpoints = append(c.endpoints, graph.Endpoint{Node: c.fromPlace(ix, s.By, s.At),
		Line: s.At.File.Line(s.At.At), Type: graph.EndpointSend, Tier: s.Tier, System: "type",
		Topic: "TYPE " + name})
}

// addresses keeps the addresses in a file of settings.
func (c *collector) addresses(f *keyfile.File) {
	node, ok := c.settingsOf[f.Path]
	if !ok {
		return
	}
	for i := range f.Keys {
		k := &f.Keys[i]
		e := graph.Endpoint{Node: node, Line: k.Line, Type: graph.EndpointAddress, Key: k.Name,
			Host: k.Address.Host, BasePath: k.Address.BasePath, Database: k.Address.Database}
		switch {
		case k.Address.Service != "":
			e.Type, e.Host = graph.EndpointService, k.Address.Service
		case k.Address.Topic != "":
			e.Topic = k.Address.Topic
		case k.Address == keyfile.Address{}:
			continue
		}
		c.endpoints = append(c.endpoints, e)
	}
}
