package laravel

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
)

// Client returns the rules of the requests that tests make to the application.
//
//	$this->actingAs($user)->putJson("/api/pages/{$page->id}", […])
//	$this->json('GET', '/api/pages')
func Client() request.Client { return client{&clientHead} }

type client struct{ *interest.Head }

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// clientHead requests the sites of tests.
var clientHead = interest.Head{Languages: []string{family}, Words: []string{"TestCase"},
	Names: []string{"TestCase"}}

// Requests lists the requests of tests.
func (client) Requests(t *eval.Tree) []request.Request {
	r := request.NewReader(t, family)
	r.Each(func(x eval.Expr) {
		verb, at := verbOf(x)
		if verb == "" || at >= len(x.Args) || !x.In.File.Test || !isOfTest(x) {
			return
		}
		r.Enter(x, func(x eval.Expr) []request.Request {
			verb := verb
			if at == 1 {
				stated, ok := r.Text(x.Sub(&x.Args[0].Value))
				if !ok {
					return nil
				}
				verb = strings.ToUpper(stated)
			}
			address := r.Texts(addressOf(x.Sub(&x.Args[at].Value)))
			return request.Directly(r.Requests(x, []string{verb}, address))
		})
	})
	return r.Found
}

// tested are the methods of test cases that make a request of their name, which Json may follow.
var tested = map[string]bool{"get": true, "post": true, "put": true, "patch": true, "delete": true,
	"options": true, "head": true}

// verbOf returns the verb of a call, or Any if an argument states it, and the position of the
// address.
func verbOf(x eval.Expr) (verb string, at int) {
	if x.Kind != parse.ExprCall || x.Recv == nil {
		return "", 0
	}
	name := strings.TrimSuffix(x.Expr.Text, "Json")
	switch {
	case tested[name]:
		return strings.ToUpper(name), 0
	case x.Expr.Text == "json" || x.Expr.Text == "call":
		return request.Any, 1
	}
	return "", 0
}

// isOfTest reports whether a chain of calls begins with the test case.
func isOfTest(x eval.Expr) bool {
	for x.Kind == parse.ExprCall && x.Recv != nil {
		x = x.Sub(x.Recv)
	}
	return x.Kind == parse.ExprName && x.Expr.Text == "$this"
}

// addressOf returns the path of an address: the argument of url().
func addressOf(x eval.Expr) eval.Expr {
	if x.Kind == parse.ExprCall && x.Recv == nil && x.Expr.Text == "url" && len(x.Args) > 0 {
		return x.Sub(&x.Args[0].Value)
	}
	return x
}
