// Package golang finds the requests of programs in Go: of net/http, and of the recorded
// requests of net/http/httptest that tests hand to a router.
package golang

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of Go.
func Client() request.Client { return client{} }

type client struct{}

const language = "go"

// names are those by which files name what makes requests.
var names = []string{"http.NewRequest", "http.Get", "http.Post", "http.Head", "http.Client",
	"http.DefaultClient", "httptest."}

// A form says how a function makes a request.
type form struct {
	verb   string // empty: an argument says it
	method int    // that argument
	url    int    // the argument that is the address
}

// forms are the functions that make a request, by their full names. The methods of a client
// are called as the functions are.
var forms = map[string]form{
	"net/http.Get": {"GET", -1, 0}, "net/http.Head": {"HEAD", -1, 0},
	"net/http.Post": {"POST", -1, 0}, "net/http.PostForm": {"POST", -1, 0},
	"net/http.Client.Get": {"GET", -1, 0}, "net/http.Client.Head": {"HEAD", -1, 0},
	"net/http.Client.Post": {"POST", -1, 0}, "net/http.Client.PostForm": {"POST", -1, 0},
	"net/http.NewRequest":                     {"", 0, 1},
	"net/http.NewRequestWithContext":          {"", 1, 2},
	"net/http/httptest.NewRequest":            {"", 0, 1},
	"net/http/httptest.NewRequestWithContext": {"", 1, 2},
}

// Sites asks for the sites of files that name a client, or may hand an address to a function
// that has one.
func (client) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && (src.Mentions(names) || src.Mentions(verbWords) &&
		request.HasPath(src.Text)) {
		return parse.AllSites
	}
	return parse.NoSites
}

// verbWords are those of files that may name the verb of a function that is given an address.
var verbWords = []string{`"GET"`, `"POST"`, `"PUT"`, `"DELETE"`, `"PATCH"`, "http.Method"}

// Named reports whether a file names what makes requests.
func (client) Named(lang string, src parse.Source) bool {
	return lang == language && src.Mentions(names)
}

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests lists the requests of the tree.
func (client) Requests(t *eval.Tree) []request.Request {
	r := &requestReader{Reader: request.NewReader(t, language)}
	r.Each(r.visit)
	return r.Found
}

// A requestReader collects the requests of one tree.
type requestReader struct{ *request.Reader }

// visit enters the requests of one call, for each caller of the function around it.
func (r *requestReader) visit(x eval.Term) {
	f, ok := forms[r.fullName(x)]
	if !ok || x.Kind != parse.ExprCall || len(x.Args) <= f.url {
		return
	}
	direct := strings.HasPrefix(r.fullName(x), "net/http/httptest.")
	r.Enter(x, func(x eval.Term) []request.Request {
		asked := []string{f.verb}
		if f.verb == "" {
			asked = r.verbs(x.Sub(&x.Args[f.method].Value))
		}
		found := r.Requests(x, asked, r.Texts(x.Sub(&x.Args[f.url].Value)))
		if direct {
			return request.Directly(found)
		}
		return found
	})
}

// fullName is the full name of what is called outside the tree; of a method of a client it is
// known by the type of that.
func (r *requestReader) fullName(x eval.Term) string {
	if full := r.Outside(x); full != "" || x.Recv == nil || x.Meaning().Def != resolve.None {
		return full
	}
	of := x.Sub(x.Recv)
	var t parse.TypeRef
	if d := of.Meaning().Def; d != resolve.None {
		t = r.Table.Def(d).Type
	} else if l := of.Local(); l != nil {
		t = localType(l)
	}
	if strings.TrimPrefix(t.Name, "*") == "http.Client" && requestImports(x.In.File, "net/http") {
		return "net/http.Client." + x.Expr.Text
	}
	return ""
}

// localType is the type that a local is declared with, or created of.
func localType(l *parse.Local) parse.TypeRef {
	if l.Type.IsZero() && len(l.Init) == 1 && l.Init[0].Type != nil {
		return *l.Init[0].Type
	}
	return l.Type
}

func requestImports(f *resolve.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return im.Path == path })
}

// verbs lists the verbs that an expression may be: a string, or a constant as
// http.MethodPost. An empty one is GET.
func (r *requestReader) verbs(x eval.Term) []string {
	var out []string
	for _, v := range r.Reduce(x) {
		verb, ok := strings.CutPrefix(r.Outside(v), "net/http.Method")
		if !ok {
			verb, ok = r.Text(v)
		}
		switch {
		case !ok:
			verb = request.Any
		case verb == "":
			verb = "GET"
		}
		if verb = strings.ToUpper(verb); !slices.Contains(out, verb) {
			out = append(out, verb)
		}
	}
	return out
}
