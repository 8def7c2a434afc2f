package csharp

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of C#.
func Client() request.Client { return client{} }

type client struct{}

// requestNames are the names of calls that make requests, or that configure the address of clients.
var requestNames = []string{"HttpClient", "HttpRequestMessage", "Refit", "WebApplicationFactory"}

// requestVerbs are the methods of HttpClient and of its extensions that make a request.
var requestVerbs = map[string]string{
	"GetAsync": "GET", "GetStringAsync": "GET", "GetStreamAsync": "GET", "GetByteArrayAsync": "GET",
	"GetFromJsonAsync": "GET", "GetFromJsonAsAsyncEnumerable": "GET",
	"PostAsync": "POST", "PostAsJsonAsync": "POST", "PutAsync": "PUT", "PutAsJsonAsync": "PUT",
	"PatchAsync": "PATCH", "PatchAsJsonAsync": "PATCH",
	"DeleteAsync": "DELETE", "DeleteFromJsonAsync": "DELETE",
}

// testClients are the methods of WebApplicationFactory and TestServer that make a
// client.
var testClients = map[string]bool{"CreateClient": true, "CreateDefaultClient": true,
	"GetTestClient": true}

// refitVerbs are the attributes of Refit by their written names.
var refitVerbs = map[string]string{"Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH",
	"Delete": "DELETE", "Head": "HEAD", "Options": "OPTIONS"}

// Sites requests the sites of files that name a client, or may pass an address to one.
func (client) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == language && (src.ContainsAny(requestNames) ||
		src.Contains("Async(") && request.HasPath(src.Text)) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names a client.
func (client) Named(lang string, src parse.Source) bool {
	return lang == language && src.ContainsAny(requestNames)
}

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests lists the requests of the tree.
func (client) Requests(t *eval.Tree) []request.Request {
	r := &requestReader{Reader: request.NewReader(t, language), typed: map[resolve.DefID][]request.Text{},
		named: map[string][]request.Text{}, paths: map[variable][]eval.Expr{}}
	r.addresses()
	r.Each(r.visit)
	r.refit()
	r.tags()
	return r.Found
}

// A requestReader collects the requests of one tree.
type requestReader struct {
	*request.Reader
	typed map[resolve.DefID][]request.Text // base addresses of typed clients, by class
	named map[string][]request.Text        // of named clients
	paths map[variable][]eval.Expr         // assigned to the member Path of a local
}

// visit adds the requests of one call, for each caller of the method around it.
func (r *requestReader) visit(x eval.Expr) {
	if x.Kind != parse.ExprCall || x.Recv == nil || len(x.Args) == 0 {
		return
	}
	verb := requestVerbs[x.Expr.Text]
	if verb == "" && x.Expr.Text != "SendAsync" && x.Expr.Text != "Send" ||
		!r.isClient(x.Sub(x.Recv)) {
		return
	}
	base, direct := r.base(x), r.isDirect(x.Sub(x.Recv))
	r.Enter(x, func(x eval.Expr) (found []request.Request) {
		arg := x.Sub(&x.Args[0].Value)
		if verb == "" {
			found = r.sent(x, arg, base)
		} else {
			found = r.Reader.Requests(x, []string{verb}, request.Below(base, r.address(arg)))
		}
		if direct {
			return request.Directly(found)
		}
		return found
	})
}

// isDirect reports whether a client is made by a test server and so calls the
// application directly, with the paths of its routes. A factory of other clients makes
// them by name.
func (r *requestReader) isDirect(x eval.Expr) bool {
	values := r.Evaluate(x)
	return x.In.File.Test && len(values) > 0 && !slices.ContainsFunc(values, func(v eval.Expr) bool {
		if v.Kind != parse.ExprCall || v.Recv == nil || !testClients[v.Expr.Text] ||
			len(v.Args) > 0 && v.Args[0].Value.Kind != parse.ExprNew {
			return true
		}
		of := v.In.ValueType(v.Recv.At)
		name := of.Name
		if of.Def < resolve.None {
			name = v.In.File.ExternalName(of.Def)
		}
		return resolve.LastName(name) == "IHttpClientFactory"
	})
}

// isClient reports whether an expression is an HttpClient: by its type, or as the
// result of a test server.
func (r *requestReader) isClient(x eval.Expr) bool {
	t := x.In.ValueType(x.At)
	if x.In.File.Test && !t.Known() {
		return slices.ContainsFunc(r.Evaluate(x), func(v eval.Expr) bool {
			return v.Kind == parse.ExprCall && v.Callee() == resolve.None && testClients[v.Expr.Text]
		})
	}
	name := t.Name
	if t.Def < resolve.None {
		name = x.In.File.ExternalName(t.Def)
	} else if t.Def > resolve.None {
		return false
	}
	return name == "System.Net.Http.HttpClient" || name == "HttpClient"
}

// address lists the possible strings of an expression: new Uri(text) is its text.
func (r *requestReader) address(x eval.Expr) []request.Text {
	for _, v := range r.Evaluate(x) {
		if built := r.built(v); built != nil {
			return built
		}
		if v.Kind != parse.ExprNew || len(v.Args) == 0 {
			continue
		}
		if v.Expr.Text == "Uri" || v.Expr.Text == "" {
			if len(v.Args) == 2 && v.Args[1].Value.Kind == parse.ExprString {
				return request.Below(r.Texts(v.Sub(&v.Args[0].Value)), r.Texts(v.Sub(&v.Args[1].Value)))
			}
			return r.Texts(v.Sub(&v.Args[0].Value))
		}
	}
	return r.Texts(x)
}

// built lists the addresses of a local UriBuilder, whose path is assigned; nil for other
// expressions.
//
//	var builder = new UriBuilder(host);
//	builder.Path += path;
//	new HttpRequestMessage(HttpMethod.Get, builder.Uri)
func (r *requestReader) built(x eval.Expr) []request.Text {
	if x.Kind != parse.ExprMember || x.Expr.Text != "Uri" || x.Recv == nil || x.Recv.Kind != parse.ExprName {
		return nil
	}
	var out []request.Text
	for _, builder := range r.Evaluate(x.Sub(x.Recv)) {
		if builder.Kind != parse.ExprNew || builder.Expr.Text != "UriBuilder" {
			continue
		}
		var host []request.Text
		if len(builder.Args) > 0 {
			host = r.Texts(builder.Sub(&builder.Args[0].Value))
		}
		for _, path := range r.paths[variable{x.Def, x.Recv.Text}] {
			path.Env = x.Env
			out = append(out, request.Below(host, r.Texts(path))...)
		}
	}
	return out
}

// A variable is a local of a definition.
type variable struct {
	in   resolve.DefID
	name string
}

// pathOf returns the local whose member Path a value is assigned to.
func pathOf(value eval.Expr) (v variable, ok bool) {
	before := strings.TrimRight(value.In.File.Text[:value.At], " \t\r\n(=+")
	before, ok = strings.CutSuffix(before, ".Path")
	name := before[strings.LastIndexFunc(before, func(c rune) bool {
		return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})+1:]
	return variable{value.Def, name}, ok && name != ""
}

// sent lists the requests of new HttpRequestMessage(HttpMethod.Get, address), whose
// members may be set by an initializer.
func (r *requestReader) sent(x, message eval.Expr, base []request.Text) []request.Request {
	var out []request.Request
	for _, v := range r.Evaluate(message) {
		if v.Kind != parse.ExprNew {
			continue
		}
		method, address := v.Arg(0, "Method"), v.Arg(1, "RequestUri")
		if address == nil {
			continue
		}
		asked := []string{"GET"}
		if method != nil {
			asked = r.asked(v.Sub(method))
		}
		out = append(out, r.Reader.Requests(x, asked,
			request.Below(base, r.address(v.Sub(address))))...)
	}
	return out
}

// asked lists the possible verbs of an expression: HttpMethod.Get, new
// HttpMethod("GET").
func (r *requestReader) asked(x eval.Expr) []string {
	if x.Kind == parse.ExprConditional && len(x.Args) == 2 && isDefault(x) {
		if given := r.asked(x.Sub(&x.Args[0].Value)); !slices.Contains(given, request.Any) {
			return given
		}
	}
	var out []string
	for _, v := range r.Evaluate(x) {
		verb := request.Any
		switch {
		case v.Kind == parse.ExprMember && v.Recv != nil && v.Recv.Text == "HttpMethod":
			verb = v.Expr.Text
		case v.Kind == parse.ExprNew && v.Expr.Text == "HttpMethod" && len(v.Args) == 1:
			if text, ok := r.Text(v.Sub(&v.Args[0].Value)); ok {
				verb = text
			}
		}
		if verb = strings.ToUpper(verb); !slices.Contains(out, verb) {
			out = append(out, verb)
		}
	}
	return out
}

// isDefault reports whether a choice between two values is one by ??.
func isDefault(x eval.Expr) bool {
	from, to := int(x.Args[0].Value.At), int(x.Args[1].Value.At)
	return from < to && strings.Contains(x.In.File.Text[from:to], "??")
}

// base lists the base addresses of the client that is the receiver of x: that of its
// name, if a factory made it, or else the one registered for the class around it.
func (r *requestReader) base(x eval.Expr) []request.Text {
	for _, v := range r.Evaluate(x.Sub(x.Recv)) {
		switch {
		case v.Kind == parse.ExprCall && v.Expr.Text == "CreateClient" && len(v.Args) > 0:
			if name, ok := r.Text(v.Sub(&v.Args[0].Value)); ok {
				return r.named[name]
			}
		case v.Kind == parse.ExprNew:
			if address := v.Arg(-1, "BaseAddress"); address != nil {
				return r.address(v.Sub(address))
			}
		}
	}
	return r.typed[r.Table.EnclosingType(x.Def)]
}

// addresses reads the paths assigned to builders, and the base addresses in client
// registrations:
//
//	AddHttpClient<Orders>(c => c.BaseAddress = new Uri("http://orders"))
//	AddHttpClient("orders", c => …)
func (r *requestReader) addresses() {
	var set []eval.Expr
	r.Declared(func(v eval.Variable, value eval.Expr) {
		if value.In.File.Language != language {
			return
		}
		switch v.Name {
		case "BaseAddress":
			set = append(set, value)
		case "Path":
			if local, ok := pathOf(value); ok {
				r.paths[local] = append(r.paths[local], value)
			}
		}
	})
	r.EachCall(language, func(x eval.Expr) {
		if x.Expr.Text != "AddHttpClient" && x.Expr.Text != "ConfigureHttpClient" {
			return
		}
		for i := range x.Args {
			if f := &x.Args[i].Value; f.Kind == parse.ExprLambda {
				r.registered(x, f, set)
			}
		}
	})
}

// registered records the base address that a lambda of a registration sets.
func (r *requestReader) registered(x eval.Expr, f *parse.Expr, set []eval.Expr) {
	of := x
	for of.Expr.Text != "AddHttpClient" && of.Expr.Text != "AddRefitClient" && of.Recv != nil {
		of = of.Sub(of.Recv)
	}
	for _, value := range set {
		if value.In != x.In || !f.Body.Contains(value.At) {
			continue
		}
		address := r.address(value)
		if len(of.TypeArgs) == 0 && len(of.Args) > 0 {
			if name, ok := r.Text(of.Sub(&of.Args[0].Value)); ok {
				r.named[name] = address
			}
		}
		for i := range of.TypeArgs {
			if d := of.Sub(&of.TypeArgs[i]).Referent().Def; d != resolve.None {
				r.typed[r.Table.EnclosingType(d)] = address
			}
		}
	}
}

// refit adds the methods of interfaces that Refit implements.
func (r *requestReader) refit() {
	for _, f := range r.Table.Files {
		if f.Language != language || len(f.Sites) == 0 || !strings.Contains(f.Text, "Refit") {
			continue
		}
		for i := range f.Definitions {
			d := f.ID(int32(i))
			for _, x := range r.Attributes(d) {
				verb := refitVerbs[strings.TrimSuffix(x.Expr.Text, "Attribute")]
				if verb == "" || len(x.Args) == 0 || x.Referent().Def != resolve.None {
					continue
				}
				base := r.typed[r.Table.EnclosingType(d)]
				address := request.Below(base, r.Texts(x.Sub(&x.Args[0].Value)))
				r.Found = append(r.Found, r.Reader.Requests(x, []string{verb}, address)...)
			}
		}
	}
}
