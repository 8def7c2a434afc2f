// Package request finds which route of a tree answers the requests that its code makes.
//
//	request.go   what a client says of a request, and the answer
//	address.go   the address that an expression is, and who writes it
//	template.go  templates of routes, and the paths that they match
//	match.go     the route that answers
//
// A client is a library that makes requests; the folder of each language has its rules. An
// address may be written far from the call that is made with it: the path of a request
// through a function of the tree's own belongs to the caller who gives the path, so that
// such a function does not lead everyone to every route.
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

// A Client knows how the code of one language makes requests.
type Client interface {
	interest.Namer
	interest.Follower

	// Requests lists the requests of the tree, in any order. Time grows with the sites of the
	// tree and the callers that write the addresses, of which each has bounds.
	Requests(t *eval.Tree) []Request
}

// A Request is a place that asks for something by a verb and an address.
type Request struct {
	Verb    string  // in upper case; Any where it is not known
	Address Address // of which something is known
	// Handler is what answers, where that is named instead of an address: a definition, or a
	// page by its file; None for all others.
	Handler resolve.DefID
	// Name is that of the endpoint, where one is named instead of an address. One that begins with
	// a dot is in the namespace of who asks, which is not known.
	Name string
	Tier graph.Tier
	// Direct says that the application itself is asked, as clients of tests do: no server
	// before it adds or takes away a part of the path.
	Direct bool
}

// Directly marks requests to the application itself.
func Directly(list []Request) []Request {
	for i := range list {
		list[i].Direct = true
	}
	return list
}

// Any is the verb of a request of which it is not known.
const Any = routes.Any

// A Found is a request and what became of it.
type Found struct {
	Request
	Endpoints []int  // that answer, by their index: none, one, or those that nothing decides among
	Host      string // outside the tree, which answers; empty for none
	Tier      graph.Tier

	weak bool // only if what is not known of the address is a literal of the route
}

// A Set is a list of clients.
type Set []Client

// Requests lists the requests of a tree with the endpoints that answer them, by place, verb
// and path. A tree without endpoints has none. Should a client panic, that costs its
// requests and is noted. Time grows with the product of the requests and
// the routes, whose verbs and paths are compared one by one.
func (s Set) Requests(t *eval.Tree, endpoints []routes.Endpoint) []Found {
	if len(endpoints) == 0 {
		return nil
	}
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

// unlikely tells the addresses that no route has as they are written, though what is written at
// their place may be another one as well, which a route has: that one is meant.
//
//	url := "/"
//	if tenant != "" {
//		url += tenant + "/"
//	}
//	url += "api/orders"    // /{}/api/orders, and /api/orders, which there is
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

// leaveForeign takes back the answers to requests whose server is not known, if most of those
// to the same server have none: it is one outside the tree. A guess that no request with another
// path confirms is chance.
func leaveForeign(all []Found) {
	type count struct {
		all, answered int
		paths         map[string]bool // that are answered
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

// Asked is the verb and the path, or the name, as a reader writes them.
func (f Found) Asked() string {
	if f.Name != "" {
		return f.Verb + " " + f.Name
	}
	_, path := f.Address.split()
	return f.Verb + " " + strings.ReplaceAll(path, Hole, "{}")
}

// An Address is what is known of the address of a request.
type Address struct {
	Text string        // with Hole for each part that is not known
	Lead string        // tells what it begins with from others, if that is not known
	By   resolve.DefID // the definition that writes its path
	At   eval.Place    // where
}

// Hole stands for a part of an address that is not known.
const Hole = "\x00"

// Known reports whether some of the path of the address is known.
func (a Address) Known() bool {
	_, path := a.split()
	return strings.Trim(path, Hole+"/") != ""
}

func (a Address) compare(b Address) int {
	return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At.File.First, b.At.File.First),
		cmp.Compare(a.At.At, b.At.At), strings.Compare(a.Text, b.Text),
		strings.Compare(a.Lead, b.Lead))
}

// holes puts a Hole for each parameter in braces: clients that programs write have the templates
// of the routes.
func holes(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return strings.ReplaceAll(routes.Name(text), "{}", Hole)
}

// split takes the host off an address, and what follows the path: a host of Hole is one that
// is not known, an empty one that of the page or of the client.
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
			host = bare // but for a port, or what the path begins with
		}
	} else if rest, ok := strings.CutPrefix(path, Hole); ok {
		host, path = Hole, rest
	}
	return host, "/" + strings.Trim(path, "/")
}
