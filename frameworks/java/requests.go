package java

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of Java.
func Client() request.Client { return client{&clientHead} }

type client struct{ *interest.Head }

const family = "java"

// names are those by which files name a client.
var names = []string{"RestTemplate", "WebClient", "RestClient", "WebTestClient", "FeignClient",
	"java.net.http", "MockMvc", "Exchange", "RestOperations", "restassured"}

// templates are the methods of RestTemplate with their verbs; that of exchange is an
// argument.
var templates = map[string]string{
	"getForObject": "GET", "getForEntity": "GET", "postForObject": "POST", "postForEntity": "POST",
	"postForLocation": "POST", "put": "PUT", "patchForObject": "PATCH", "delete": "DELETE",
	"headForHeaders": "HEAD", "optionsForAllow": "OPTIONS", "exchange": "",
}

// verbs are the methods that are named after a verb.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "head": "HEAD", "options": "OPTIONS", "multipart": "POST"}

const (
	mockMvc     = "org.springframework.test.web.servlet.request.MockMvcRequestBuilders."
	restAssured = "io.restassured.RestAssured."
)

// clientHead requests the sites of files that name a client, or may call a method with an
// address parameter.
var clientHead = interest.Head{Languages: []string{family}, Words: names, Names: names}

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests lists the requests of the tree.
func (client) Requests(t *eval.Tree) []request.Request {
	r := &reader{Reader: request.NewReader(t, family)}
	r.Each(r.visit)
	r.interfaces()
	return r.Found
}

// A reader collects the requests of one tree.
type reader struct{ *request.Reader }

// visit adds the requests of one call, for each caller of the method around it.
func (r *reader) visit(x eval.Expr) {
	if x.Kind != parse.ExprCall {
		return
	}
	if read := r.reads(x); read != nil {
		r.Enter(x, read)
	}
}

// reads returns the function that reads the requests of a call; nil for calls that make
// none.
func (r *reader) reads(x eval.Expr) func(eval.Expr) []request.Request {
	name := x.Expr.Text
	switch {
	case len(x.Args) > 0 && verbs[name] != "" && r.isStaticVerb(x):
		return r.plain
	case x.Recv == nil:
		return nil
	case name == "uri" && len(x.Args) > 0 && x.Recv.Kind == parse.ExprCall &&
		r.isSpring(root(x.Sub(x.Recv))):
		return r.chained
	case name == "build" && r.ExternalName(root(x)) == "java.net.http.HttpRequest":
		return r.built
	}
	if _, ok := templates[name]; ok && len(x.Args) > 0 &&
		r.isOf(x.Sub(x.Recv), "RestTemplate", "TestRestTemplate", "RestOperations") {
		return r.template
	}
	return nil
}

// isStaticVerb reports whether a call describes a request to the application under
// test: get("/orders") of MockMvc, given().get("/orders") of REST Assured.
func (r *reader) isStaticVerb(x eval.Expr) bool {
	if strings.HasPrefix(r.ExternalName(x), mockMvc) || strings.HasPrefix(r.ExternalName(x), restAssured) {
		return true
	}
	if x.Recv == nil {
		return false
	}
	for of := x.Sub(x.Recv); ; of = of.Sub(of.Recv) {
		if of.Kind == parse.ExprCall && strings.HasPrefix(r.ExternalName(of), restAssured) {
			return true
		}
		if of.Recv == nil {
			return false
		}
	}
}

// root returns the start of a chain of calls.
func root(x eval.Expr) eval.Expr {
	for x.Recv != nil && (x.Kind == parse.ExprCall ||
		x.Recv.Kind == parse.ExprCall) {
		x = x.Sub(x.Recv)
	}
	return x
}

// isSpring reports whether a chain of calls begins with a client of Spring, or with the
// builder of one: the builder itself has no method uri.
func (r *reader) isSpring(x eval.Expr) bool {
	return r.isOf(x, "WebClient", "RestClient", "WebTestClient") || r.isBuilder(x)
}

// isBuilder reports whether an expression has the type WebClient.Builder or
// RestClient.Builder.
func (r *reader) isBuilder(x eval.Expr) bool {
	t := x.In.ValueType(x.At)
	name := t.Name
	if t.Def < resolve.None {
		name = x.In.File.ExternalName(t.Def)
	}
	client, ok := strings.CutSuffix(name, ".Builder")
	return ok && (resolve.LastName(client) == "WebClient" || resolve.LastName(client) == "RestClient")
}

// isOf reports whether an expression has one of some Spring types, or names one.
func (r *reader) isOf(x eval.Expr, names ...string) bool {
	t := x.In.ValueType(x.At)
	name := t.Name
	switch {
	case t.Def > resolve.None:
		return false
	case t.Def < resolve.None:
		name = x.In.File.ExternalName(t.Def)
	case !t.Known():
		name = r.ExternalName(x)
	}
	return slices.Contains(names, resolve.LastName(name)) &&
		(!strings.Contains(name, ".") || strings.HasPrefix(name, "org.springframework."))
}

// plain reads verb(address).
func (r *reader) plain(x eval.Expr) []request.Request {
	found := r.Reader.Requests(x, []string{verbs[x.Expr.Text]}, r.address(x.Sub(&x.Args[0].Value)))
	if strings.HasPrefix(r.ExternalName(x), mockMvc) {
		return request.Directly(found)
	}
	return found
}

// template reads the methods of RestTemplate.
func (r *reader) template(x eval.Expr) []request.Request {
	asked := []string{templates[x.Expr.Text]}
	if asked[0] == "" {
		if len(x.Args) < 2 {
			return nil
		}
		asked = r.verbs(x.Sub(&x.Args[1].Value))
	}
	address := r.address(x.Sub(&x.Args[0].Value))
	return r.Reader.Requests(x, asked, request.Below(r.base(x.Sub(x.Recv)), address))
}

// chained reads client.get().uri(address), and client.method(verb).uri(address).
func (r *reader) chained(x eval.Expr) []request.Request {
	of := x.Sub(x.Recv)
	asked := []string{verbs[of.Expr.Text]}
	switch {
	case of.Expr.Text == "method" && len(of.Args) > 0:
		asked = r.verbs(of.Sub(&of.Args[0].Value))
	case asked[0] == "":
		return nil
	}
	base := r.base(root(of))
	return r.Reader.Requests(x, asked, request.Below(base, r.address(x.Sub(&x.Args[0].Value))))
}

// built reads HttpRequest.newBuilder(address).POST(body).build(); the default verb is
// GET.
func (r *reader) built(x eval.Expr) []request.Request {
	asked := []string{"GET"}
	var address []request.Text
	for of := x; of.Recv != nil; of = of.Sub(of.Recv) {
		if len(of.Args) == 0 && of.Expr.Text != "GET" && of.Expr.Text != "DELETE" {
			continue
		}
		switch of.Expr.Text {
		case "GET", "POST", "PUT", "DELETE", "HEAD":
			asked = []string{of.Expr.Text}
		case "method":
			asked = r.verbs(of.Sub(&of.Args[0].Value))
		case "newBuilder", "uri":
			address = r.address(of.Sub(&of.Args[0].Value))
		}
	}
	return r.Reader.Requests(x, asked, address)
}

// verbs lists the possible verbs of an expression: a string, or a constant such as
// HttpMethod.GET.
func (r *reader) verbs(x eval.Expr) []string {
	var out []string
	for _, v := range r.Evaluate(x) {
		verb, ok := r.Text(v)
		if !ok {
			verb = request.Any
		}
		if v.Kind == parse.ExprMember && v.Recv.Text == "HttpMethod" ||
			v.Kind == parse.ExprName && strings.HasSuffix(r.ExternalName(v), "HttpMethod."+v.Expr.Text) {
			verb = v.Expr.Text
		}
		if verb = strings.ToUpper(verb); !slices.Contains(out, verb) {
			out = append(out, verb)
		}
	}
	return out
}

// address lists the possible strings of an expression: URI.create(text) and new
// URI(text) are their text.
func (r *reader) address(x eval.Expr) []request.Text {
	for _, v := range r.Evaluate(x) {
		isURI := v.Kind == parse.ExprNew && v.Expr.Text == "URI" ||
			v.Kind == parse.ExprCall && v.Expr.Text == "create" && v.Recv != nil &&
				v.Recv.Text == "URI"
		if isURI && len(v.Args) > 0 {
			return r.Texts(v.Sub(&v.Args[0].Value))
		}
	}
	return r.Texts(x)
}

// base lists the base addresses of a client, by its creation.
//
//	WebClient.create("http://orders")
//	RestClient.builder().baseUrl("http://orders").build()
//	new RestTemplateBuilder().rootUri("http://orders").build()
func (r *reader) base(x eval.Expr) []request.Text {
	for _, v := range r.Evaluate(x) {
		for of := v; ; of = of.Sub(of.Recv) {
			name := of.Expr.Text
			if of.Kind == parse.ExprCall && len(of.Args) > 0 &&
				(name == "baseUrl" || name == "rootUri" || name == "create") {
				return r.Texts(of.Sub(&of.Args[0].Value))
			}
			if of.Recv == nil {
				break
			}
		}
	}
	return nil
}
