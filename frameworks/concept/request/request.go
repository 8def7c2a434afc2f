// Package request finds the routes of a tree that handle the requests made by its code.
//
//	request.go   requests and their results
//	address.go   the address that an expression evaluates to, and the code that writes it
//	template.go  templates of routes, and the paths that they match
//	match.go     the matching route
//
// A client is a library that makes requests; each language has its own package. An
// address may be written far from the call that uses it. If a request goes through a
// function of the tree, its path is attributed to the caller that passes the path, so
// that such a function does not connect all its callers to all routes.
package request

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Client finds the requests in the code of one language.
type Client interface {
	interest.Namer
	interest.Follower

	// Requests lists the requests of the tree, in any order. Time is linear in the
	// sites of the tree and the callers that write the addresses, whose number per
	// address is bounded.
	Requests(t *eval.Tree) []Request
}

// A Request is a place that makes a request with a verb and an address.
type Request struct {
	Verb    string  // in upper case; Any if it is unknown
	Address Address // partly known
	// Handler is the handler, if that is named instead of an address: a definition, or
	// a page by its file; None for all others.
	Handler resolve.DefID
	// Name is that of the endpoint, if one is named instead of an address. A name that
	// begins with a dot is in the namespace of the requester, which is unknown.
	Name string
	Tier graph.Tier
	// Direct is set if the application is called directly, as by test clients: no
	// server adds or removes a part of the path.
	Direct bool
}

// Directly marks requests that call the application directly.
func Directly(list []Request) []Request {
	for i := range list {
		list[i].Direct = true
	}
	return list
}

// Any is the verb of a request with an unknown verb.
const Any = routes.Any

// A Found is a request with its result.
type Found struct {
	Request
	Endpoints []int  // matching endpoints, by index: none, one, or equally good ones
	Host      string // external host that handles it; may be empty
	Tier      graph.Tier

	weak bool // only if an unknown part of the address is a literal of the route
}

// A Set is a list of clients.
type Set []Client

// Requests lists the requests of a tree with the endpoints that handle them, by place,
// verb and path. If a client panics, its
// requests are lost, and the panic is recorded. In the worst case, time is proportional
// to the product of the requests and the routes.
func (s Set) Requests(t *eval.Tree, endpoints []routes.Endpoint) []Found {
	var all []Request
	for _, c := range s {
		t.Guard(func() { all = append(all, c.Requests(t)...) })
	}
	slices.SortFunc(all, func(a, b Request) int {
		return cmp.Or(a.Address.compare(b.Address), strings.Compare(a.Verb, b.Verb),
			cmp.Compare(a.Handler, b.Handler), strings.Compare(a.Name, b.Name),
			cmp.Compare(b.Tier, a.Tier))
	})
	all = slices.CompactFunc(all, func(a, b Request) bool {
		return a.Verb == b.Verb && a.Address == b.Address && a.Handler == b.Handler &&
			a.Name == b.Name
	})
	matcher := newMatcher(t, endpoints)
	out := make([]Found, len(all))
	for i, r := range all {
		out[i] = matcher.find(r)
	}
	out = slices.DeleteFunc(out, unlikely(out))
	leaveForeign(out)
	return out
}

// unlikely returns a predicate for addresses that match no route, where another address
// written at the same place matches one and is therefore the intended one.
//
//	url := "/"
//	if tenant != "" {
//		url += tenant + "/"
//	}
//	url += "api/orders"    // /{}/api/orders, and /api/orders, which exists
func unlikely(all []Found) func(Found) bool {
	type asked struct {
		by   resolve.DefID
		at   eval.Place
		verb string
	}
	place := func(f Found) asked { return asked{f.Address.By, f.Address.At, f.Verb} }
	answered := map[asked]bool{}
	for _, f := range all {
		if len(f.Endpoints) > 0 && f.Tier != graph.Heuristic {
			answered[place(f)] = true
		}
	}
	return func(f Found) bool {
		return (len(f.Endpoints) == 0 || f.weak) && f.Host == "" && answered[place(f)]
	}
}

// leaveForeign removes the endpoints of requests to an unknown server, if most requests
// to the same server have no endpoint: it is external. A guess that no request with
// another path confirms is a coincidence.
func leaveForeign(all []Found) {
	type count struct {
		all, answered int
		paths         map[string]bool // with an endpoint
	}
	of := map[string]count{}
	for _, f := range all {
		if host, _ := f.Address.split(); host == Hole && f.Address.Known() {
			n := of[f.Address.Lead]
			n.all++
			if len(f.Endpoints) > 0 {
				if n.answered++; n.paths == nil {
					n.paths = map[string]bool{}
				}
				n.paths[f.Asked()] = true
			}
			of[f.Address.Lead] = n
		}
	}
	for i := range all {
		f := &all[i]
		if host, _ := f.Address.split(); host != Hole {
			continue
		}
		n := of[f.Address.Lead]
		if n.answered*2 < n.all || len(n.paths) == 1 && f.Tier == graph.Heuristic {
			f.Endpoints = nil
		}
	}
}

// Server returns the host of a request, without user, password and port, and the
// requested path, with {} for unknown parts. The host is empty if the address is relative.
func (f Found) Server() (host, path string) {
	host, path = f.Address.split()
	return strings.ReplaceAll(bareHost(host), Hole, "{}"), strings.ReplaceAll(path, Hole, "{}")
}

// Asked returns the verb and the path, or the name, for display.
func (f Found) Asked() string {
	if f.Name != "" {
		return f.Verb + " " + f.Name
	}
	_, path := f.Address.split()
	return f.Verb + " " + strings.ReplaceAll(path, Hole, "{}")
}

// An Address is the known part of the address of a request.
type Address struct {
	Text string        // with Hole for each unknown part
	Lead string        // identity of an unknown prefix
	By   resolve.DefID // the definition that writes its path
	At   eval.Place    // place of the path
}

// Hole marks an unknown part of an address.
const Hole = "\x00"

// Known reports whether a part of the path of the address is known.
func (a Address) Known() bool {
	_, path := a.split()
	return strings.Trim(path, Hole+"/") != ""
}

func (a Address) compare(b Address) int {
	return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At.File.First, b.At.File.First),
		cmp.Compare(a.At.At, b.At.At), strings.Compare(a.Text, b.Text),
		strings.Compare(a.Lead, b.Lead))
}

// holes replaces each parameter in braces by a Hole, as generated clients contain the
// templates of the routes.
func holes(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return strings.ReplaceAll(routes.Name(text), "{}", Hole)
}

// slash tells whether the path of an address ends with a slash.
func (a Address) slash() routes.Slash {
	path := a.Text
	if at := strings.IndexAny(path, "?#"); at >= 0 {
		path = path[:at]
	}
	switch {
	case path == "" || strings.HasSuffix(path, Hole):
		return routes.UnknownSlash
	case strings.HasSuffix(path, "/"):
		return routes.WithSlash
	}
	return routes.NoSlash
}

// split splits an address into host and path, and drops the rest: the host is Hole if
// it is unknown, and empty for that of the page or of the client.
//
//	https://api.shop.test/orders?open=1   api.shop.test, /orders
//	{}/orders                             {}, /orders
//	orders/{}                             "", /orders/{}
func (a Address) split() (host, path string) {
	path = holes(a.Text)
	if at := strings.IndexAny(path, "?#"); at >= 0 {
		path = path[:at]
	}
	if at := strings.Index(path, "://"); at >= 0 {
		host, path, _ = strings.Cut(path[at+len("://"):], "/")
		if bare := strings.Trim(host, Hole+":."); bare != "" {
			host = bare // ignores an unknown port or start of the host name
		}
	} else if rest, ok := strings.CutPrefix(path, Hole); ok {
		host, path = Hole, rest
	}
	return host, "/" + strings.Trim(path, "/")
}
