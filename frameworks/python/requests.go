package python

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of Python.
func Client() request.Client { return client{} }

type client struct{}

const family = "python"

// names are those by which files name a client.
var names = []string{"import requests", "from requests", "httpx", "aiohttp", "urllib.request",
	"TestClient", "test_client", "APIClient", "APITestCase", "django.test"}

// verbs are the client methods named after verbs.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "head": "HEAD", "options": "OPTIONS"}

// Sites requests the sites of files that name a client, or may call a function with an
// address or client parameter.
func (client) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && (src.ContainsAny(names) || src.ContainsAny(requestWords) && request.HasPath(src.Text)) {
		return parse.AllSites
	}
	return parse.NoSites
}

// requestWords are those of files that may have to do with addresses.
var requestWords = []string{"client", "request", "url", "URL", "http"}

// Named reports whether a file names a client.
func (client) Named(lang string, src parse.Source) bool {
	return lang == family && src.ContainsAny(names)
}

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests lists the requests of the tree.
func (client) Requests(t *eval.Tree) []request.Request {
	r := &requestReader{Reader: request.NewReader(t, family)}
	r.fixtures = r.fixturesByName()
	r.Each(r.visit)
	return r.Found
}

// A requestReader collects the requests of one tree.
type requestReader struct {
	*request.Reader
	fixtures map[string][]resolve.DefID
}

// visit adds the requests of one call, for each caller of the function around it.
func (r *requestReader) visit(x eval.Expr) {
	name := x.Expr.Text
	if x.Kind != parse.ExprCall || len(x.Args) == 0 ||
		verbs[name] == "" && name != "request" && name != "urlopen" {
		return
	}
	base, ok, direct := r.function(x), true, false
	if base == nil {
		if base, ok = r.client(x); ok {
			direct = r.isDirect(x, base)
		}
	}
	if !ok {
		return
	}
	r.Enter(x, func(x eval.Expr) []request.Request {
		for i := range base {
			base[i].Env = x.Env
		}
		found := r.requests(x, base)
		if direct {
			return request.Directly(found)
		}
		return found
	})
}

// function returns an empty, non-nil list if the target of a call is a library function
// that makes a request, and nil otherwise.
func (r *requestReader) function(x eval.Expr) []eval.Expr {
	full := r.fullName(x)
	module, _, _ := strings.Cut(full, ".")
	switch {
	case x.Recv == nil && x.Referent().Def != resolve.None:
		return nil
	case module == "requests" && x.Recv != nil && r.ExternalName(x.Sub(x.Recv)) == "requests",
		full == "requests."+x.Expr.Text, full == "requests.api."+x.Expr.Text,
		full == "httpx."+x.Expr.Text, full == "httpx._api."+x.Expr.Text,
		full == "urllib.request.urlopen":
		return []eval.Expr{}
	}
	return nil
}

// fullName returns the full name of an external call target. A package imported by a
// dotted name is identified by its first component: urllib.request is that of urllib.
func (r *requestReader) fullName(x eval.Expr) string {
	full := r.ExternalName(x)
	if rest, ok := strings.CutPrefix(full, "urllib.request.request."); ok {
		return "urllib.request." + rest
	}
	return full
}

// requests lists the requests that a call makes in one frame. The address is the second
// argument of request(verb, address), and the first one of other calls.
func (r *requestReader) requests(x eval.Expr, base []eval.Expr) []request.Request {
	asked, at := []string{verbs[x.Expr.Text]}, 0
	if x.Expr.Text == "request" {
		asked, at = []string{request.Any}, 1
		if m := x.Arg(0, "method"); m != nil {
			asked = r.verbsOf(x.Sub(m))
		}
	}
	address := x.Arg(at, "url")
	if address == nil {
		address = x.Arg(at, "path")
	}
	if address == nil {
		return nil
	}
	if x.Expr.Text == "urlopen" {
		return r.opened(x, x.Sub(address))
	}
	return r.Requests(x, asked, request.Below(r.bases(base), r.Texts(x.Sub(address))))
}

// opened lists the requests of urlopen, which takes an address or a Request.
func (r *requestReader) opened(x, what eval.Expr) []request.Request {
	var out []request.Request
	for _, v := range r.Evaluate(what) {
		if r.fullName(v) != "urllib.request.Request" {
			out = append(out, r.Requests(x, []string{"GET"}, r.Texts(v))...)
			continue
		}
		asked := []string{"GET"}
		if m := v.Arg(-1, "method"); m != nil {
			asked = r.verbsOf(v.Sub(m))
		} else if v.Arg(1, "data") != nil {
			asked = []string{"POST"}
		}
		if address := v.Arg(0, "url"); address != nil {
			out = append(out, r.Requests(x, asked, r.Texts(v.Sub(address)))...)
		}
	}
	return out
}

// verbsOf lists the possible verbs of an expression.
func (r *requestReader) verbsOf(x eval.Expr) []string {
	var out []string
	for _, t := range r.Texts(x) {
		verb := strings.ToUpper(t.Value)
		if strings.Contains(verb, request.Hole) {
			verb = request.Any
		}
		if !slices.Contains(out, verb) {
			out = append(out, verb)
		}
	}
	return out
}

// bases lists the base addresses of clients with the given creations; nil if they have
// none.
func (r *requestReader) bases(made []eval.Expr) []request.Text {
	var out []request.Text
	for _, m := range made {
		base := m.Arg(-1, "base_url")
		if base == nil && strings.HasPrefix(r.ExternalName(m), "aiohttp.") {
			base = m.Arg(0, "")
		}
		if base != nil {
			out = append(out, r.Texts(m.Sub(base))...)
		}
	}
	return out
}

// fixturesByName lists the test fixtures by name.
func (r *requestReader) fixturesByName() map[string][]resolve.DefID {
	out := map[string][]resolve.DefID{}
	for _, f := range r.Table.Files {
		if f.Family != family || len(f.Sites) == 0 || !strings.Contains(f.Text, "fixture") {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindFunction && slices.ContainsFunc(d.Decorators, isFixture) {
				out[d.Name] = append(out[d.Name], d.ID)
			}
		}
	}
	return out
}

func isFixture(decorator string) bool { return resolve.LastName(decorator) == "fixture" }
