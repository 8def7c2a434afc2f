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

// names are those by which files name a client.
var names = []string{"http.NewRequest", "http.Get", "http.Post", "http.Head", "http.Client",
	"http.DefaultClient", "httptest."}

// A form describes how a function makes a request.
type form struct {
	verb   string // empty if an argument specifies it
	method int    // position of that argument
	url    int    // position of the address argument
}

// forms are the functions that make a request, by full name. The methods of a client
// have the names of the functions.
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

// Sites requests the sites of files that name a client, or may pass an address to a
// function that has one.
func (client) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && (src.ContainsAny(names) || src.ContainsAny(verbWords) &&
		request.HasPath(src.Text)) {
		return parse.AllSites
	}
	return parse.NoSites
}

// verbWords are those of files that may pass a verb to a function with an address
// parameter.
var verbWords = []string{`"GET"`, `"POST"`, `"PUT"`, `"DELETE"`, `"PATCH"`, "http.Method"}

// Named reports whether a file names a client.
func (client) Named(lang string, src parse.Source) bool {
	return lang == language && src.ContainsAny(names)
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

// visit adds the requests of one call, for each caller of the function around it.
func (r *requestReader) visit(x eval.Expr) {
	f, ok := forms[r.fullName(x)]
	if !ok || x.Kind != parse.ExprCall || len(x.Args) <= f.url {
		return
	}
	direct := strings.HasPrefix(r.fullName(x), "net/http/httptest.")
	r.Enter(x, func(x eval.Expr) []request.Request {
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

// fullName returns the full name of an external call target; a method of a client is
// found by the receiver's type.
func (r *requestReader) fullName(x eval.Expr) string {
	if full := r.ExternalName(x); full != "" || x.Recv == nil || x.Referent().Def != resolve.None {
		return full
	}
	of := x.Sub(x.Recv)
	var t parse.TypeRef
	if d := of.Referent().Def; d != resolve.None {
		t = r.Table.Def(d).Type
	} else if l := of.Local(); l != nil {
		t = localType(l)
	}
	if strings.TrimPrefix(t.Name, "*") == "http.Client" && requestImports(x.In.File, "net/http") {
		return "net/http.Client." + x.Expr.Text
	}
	return ""
}

// localType returns the type that a local is declared with, or that of its created
// value.
func localType(l *parse.Local) parse.TypeRef {
	if l.Type.IsZero() && len(l.Init) == 1 && l.Init[0].Type != nil {
		return *l.Init[0].Type
	}
	return l.Type
}

func requestImports(f *resolve.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool { return im.Path == path })
}

// verbs lists the possible verbs of an expression: a string, or a constant such as
// http.MethodPost. An empty one is GET.
func (r *requestReader) verbs(x eval.Expr) []string {
	var out []string
	for _, v := range r.Evaluate(x) {
		verb, ok := strings.CutPrefix(r.ExternalName(v), "net/http.Method")
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
