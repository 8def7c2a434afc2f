// Package concept collects the facts that frameworks yield about a tree, whatever the framework:
// routes, table mappings and uses, settings, dependency injection, messages, requests, rendered
// pages and entry points.
//
// Each kind of fact has a package below this one, with its type, its interface and the code that
// the frameworks of several languages share. A framework is one package below frameworks,
// whatever kinds of facts it yields; package frameworks/all lists them.
package concept

import (
	"context"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/entry"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/frameworks/concept/lookup"
	"seedgraph/frameworks/concept/message"
	"seedgraph/frameworks/concept/page"
	"seedgraph/frameworks/concept/request"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Set lists the readers of facts by kind. The zero Set reads entry points only.
type Set struct {
	Routes   routes.Set
	Data     data.Set
	Config   config.Set
	Inject   inject.Set
	Messages message.Set
	Requests request.Set
	Pages    page.Set
	Entries  entry.Set
}

// Readers returns everything in the set that needs the sites of files.
func (s Set) Readers() interest.Readers {
	return slices.Concat(interest.ServersOf(s.Routes), interest.ReadersOf(s.Data),
		interest.ReadersOf(s.Config), interest.ReadersOf(s.Inject), interest.ReadersOf(s.Requests),
		s.Messages.Readers(), interest.ReadersOf(s.Pages), interest.ReadersOf(s.Entries),
		interest.ReadersOf([]interest.SiteReader{entry.Reader(), lookup.Reader()}))
}

// Facts are the facts found in a tree.
type Facts struct {
	Endpoints []routes.Endpoint
	Open      []routes.UnresolvedEndpoint // routes whose path is not known
	Renders   []routes.Render
	Model     *data.Model
	Settings  *config.Model
	Bindings  []inject.Binding
	Choices   []inject.Choice
	Handlings []message.Handler
	Sendings  []message.Publish
	Ends      []message.ChannelEnd
	// without a handler in the tree: messages by type, and topics
	SentTypes  []message.Publish
	SentTopics []message.ChannelEnd
	OpenTopics []message.ChannelEnd // sent to a topic whose name has holes
	Asked      []request.Found      // requests of a tree without routes
	Requests   []request.Found
	Entries    []entry.Entry
	Uses       []page.Use
	Lookups    []lookup.Lookup
}

// Find returns the facts that the sites of a resolved tree and the files of settings yield. If
// ctx is done before it returns, the facts are incomplete; the caller must check ctx.
//
// Each reader visits every site. What it follows from there is bounded per site and, for callers,
// per tree.
func (s Set) Find(ctx context.Context, r *resolve.Resolution, keyFiles []*keyfile.File) *Facts {
	t := eval.NewTree(r)
	t.StopWith(ctx)
	f := &Facts{Endpoints: s.Routes.Endpoints(t), Renders: s.Routes.Renders(t), Model: s.Data.Read(t),
		Settings: s.Config.Read(t, keyFiles), Bindings: s.Inject.Bindings(t), Choices: s.Inject.Choices(t),
		Handlings: s.Messages.Handlings(t), Entries: s.Entries.Find(t), Uses: s.Pages.Uses(t),
		Lookups: lookup.Find(t)}
	f.Ends, f.SentTopics, f.OpenTopics = s.Messages.Ends(t)
	f.Sendings, f.SentTypes = s.Messages.Sendings(t, f.Handlings)
	if requests := s.Requests.Requests(t, f.Endpoints); len(f.Endpoints) > 0 {
		f.Requests = requests
	} else {
		f.Asked = requests
	}
	f.Open = routes.UnresolvedEndpoints(t)
	dropMapperQueries(t, f.Model)
	return f
}

// dropMapperQueries drops the bindings of strings that a mapper has read as queries of its own
// language, which is not SQL.
func dropMapperQueries(t *eval.Tree, m *data.Model) {
	places := map[eval.Place]bool{}
	for _, q := range m.Queries {
		places[q] = true
	}
	for _, q := range m.Queries {
		b := t.Binder(q.File)
		b.Bindings = slices.DeleteFunc(b.Bindings, func(x resolve.Binding) bool {
			return x.Via == graph.ViaInline && places[eval.Place{File: b.File, At: x.At}]
		})
	}
}
