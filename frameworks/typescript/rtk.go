package typescript

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
)

// rtkMakers are the functions that make an API of RTK Query.
var rtkMakers = map[string]bool{
	"@reduxjs/toolkit.query.createApi": true, "@reduxjs/toolkit.query/react.createApi": true,
	"@reduxjs/toolkit/query.createApi": true, "@reduxjs/toolkit/query/react.createApi": true,
	"@rtk-query/core.createApi": true,
}

// rtkEndpoints are the methods of the builder of endpoints.
var rtkEndpoints = map[string]bool{"query": true, "mutation": true, "infiniteQuery": true}

// endpoints adds the requests of the endpoints that a call declares for an API of RTK
// Query, below the base address of the API; ok is false for other calls.
//
//	createApi({ baseQuery: fetchBaseQuery({ baseUrl: "/api" }),
//	    endpoints: (build) => ({ order: build.query({ query: (id) => `orders/${id}` }) }) })
//	api.injectEndpoints({ endpoints: (build) => ({ … }) })
func (r *requestReader) endpoints(x eval.Expr) (ok bool) {
	if len(x.Args) == 0 || x.Args[0].Value.Kind != parse.ExprMap {
		return false
	}
	declared := x.Sub(&x.Args[0].Value).Arg(-1, "endpoints")
	if declared == nil || declared.Kind != parse.ExprLambda || declared.Recv == nil ||
		len(declared.Args) == 0 {
		return false
	}
	apis := r.apis(x, 0)
	if len(apis) == 0 {
		return false
	}
	var base []request.Text
	for _, api := range apis {
		base = append(base, r.rtkBase(api)...)
	}
	for i := range declared.Recv.Args {
		e := x.Sub(&declared.Recv.Args[i].Value)
		if e.Kind == parse.ExprCall && rtkEndpoints[e.Expr.Text] && e.Recv != nil &&
			e.Recv.Kind == parse.ExprName && e.Recv.Text == declared.Args[0].Name &&
			len(e.Args) > 0 {
			r.Found = append(r.Found, r.endpoint(e, base)...)
		}
	}
	return true
}

// maxChained bounds the calls between the creation of an API and that of its endpoints.
const maxChained = 10

// apis lists the creations of the API that a call makes, or adds endpoints to.
func (r *requestReader) apis(x eval.Expr, depth int) []eval.Expr {
	if rtkMakers[r.ExternalName(x)] {
		return []eval.Expr{x}
	}
	if x.Kind != parse.ExprCall || x.Recv == nil || depth > maxChained ||
		x.Expr.Text != "injectEndpoints" && x.Expr.Text != "enhanceEndpoints" {
		return nil
	}
	var out []eval.Expr
	for _, v := range r.Evaluate(x.Sub(x.Recv)) {
		out = append(out, r.apis(v, depth+1)...)
	}
	return out
}

// rtkBase lists the base addresses of an API: those of the call that makes its base query.
func (r *requestReader) rtkBase(api eval.Expr) []request.Text {
	if len(api.Args) == 0 {
		return nil
	}
	query := api.Args[0].Value.Arg(-1, "baseQuery")
	if query == nil {
		return nil
	}
	for _, v := range r.Evaluate(api.Sub(query)) {
		if v.Kind == parse.ExprCall {
			if base := r.member(r.maps(v, v.Args), baseKeys); base != nil {
				return base
			}
		}
	}
	return []request.Text{{Value: request.Hole, By: api}} // a function of the tree
}

// endpoint lists the requests of one endpoint: its query is the address, or an object
// with it. One with a queryFn has no request of this form.
func (r *requestReader) endpoint(x eval.Expr, base []request.Text) []request.Request {
	query := x.Args[0].Value.Arg(-1, "query")
	if query == nil || query.Kind != parse.ExprLambda || query.Recv == nil {
		return nil
	}
	value := x.Sub(query.Recv)
	if value.Kind != parse.ExprMap {
		return r.Reader.Requests(x, []string{"GET"}, request.Below(base, r.Texts(value)))
	}
	o := r.maps(value, []parse.ExprArg{{Value: *query.Recv}})
	address := r.member(o, []string{"url"})
	if address == nil {
		return nil
	}
	return r.Reader.Requests(x, r.verbs(x, &form{method: -1}, o), request.Below(base, address))
}
