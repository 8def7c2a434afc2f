package rails

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of the requests that tests make to the application by its paths. Actions
// that controller tests name by symbols are not read.
//
//	get "/stories/#{story.id}"    post("/stories", params: { … })    visit "/stories"
func Client() request.Client { return client{&clientHead} }

type client struct{ *interest.Head }

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// clientHead requests the sites of files that may make a request.
var clientHead = interest.Head{Languages: []string{family},
	Words: []string{"get ", "get(", "post ", "post(", "put ", "put(", "patch ", "patch(", "delete ",
		"delete(", "visit "},
	Needs: []string{"describe", "IntegrationTest", "SystemTest"},
	Names: []string{"Rails", "rails_helper"}}

// tested are the functions of tests that make a request of their name; visit opens a page.
var tested = resolve.WordSet("get post put patch delete head visit")

// Requests lists the requests of tests.
func (client) Requests(t *eval.Tree) []request.Request {
	r := request.NewReader(t, family)
	r.Each(func(x eval.Expr) {
		if x.Kind != parse.ExprCall || x.Recv != nil || !tested[x.Expr.Text] || len(x.Args) == 0 ||
			!x.In.File.Test {
			return
		}
		verb := strings.ToUpper(x.Expr.Text)
		if verb == "VISIT" {
			verb = "GET"
		}
		r.Enter(x, func(x eval.Expr) []request.Request {
			address := r.Texts(x.Sub(&x.Args[0].Value))
			return request.Directly(r.Requests(x, []string{verb}, address))
		})
	})
	return r.Found
}
