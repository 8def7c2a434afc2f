package rows

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
)

// Client returns the reader of requests.
func Client(libs []*model.Library) request.Client {
	return client{newReader(libs, func(e *model.Effect) bool { return e.Request != nil || e.Client != nil })}
}

func isRequest(e *model.Effect) bool { return e.Request != nil }

type client struct{ reader }

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests implements [request.Client].
func (c client) Requests(t *eval.Tree) []request.Request {
	var out []request.Request
	c.each(t, func(m *model.Matcher) { out = append(out, requestsOf(m)...) })
	return out
}

// requests collects the requests in one language.
type requests struct {
	*request.Reader
	m *model.Matcher
}

func requestsOf(m *model.Matcher) []request.Request {
	r := requests{request.NewReader(m.Tree, m.Language), m}
	r.Each(func(x eval.Expr) {
		for _, match := range m.Match(x) {
			if match.Call.Request != nil {
				r.Enter(x, func(x eval.Expr) []request.Request { return r.call(x, match) })
			}
		}
	})
	m.EachAnnotated(isRequest, r.annotated)
	return r.Found
}

// call lists the requests of a call in one frame.
func (r requests) call(x eval.Expr, match model.Match) []request.Request {
	q := match.Call.Request
	address, ok := q.Address.First(r.Tree, x)
	if !ok {
		return nil
	}
	return r.found(q, x, request.Below(r.base(x, match.Object.Made), r.Texts(address)))
}

// maxBuilt bounds the calls that build a client.
const maxBuilt = 20

// base lists the base addresses of a client, by the calls that make it; nil if they state none.
func (r requests) base(x, made eval.Expr) []request.Text {
	for n := 0; made.Expr != nil && n < maxBuilt; n++ {
		made.Env = x.Env
		for _, match := range r.m.Match(made) {
			if match.Call.Client == nil {
				continue
			}
			if arg, ok := match.Call.Client.Base.First(r.Tree, made); ok {
				return r.Texts(arg)
			}
		}
		if made.Recv == nil || made.Kind != parse.ExprCall {
			break
		}
		made = made.Sub(made.Recv)
	}
	return nil
}

// annotated adds the requests of a method that a library implements by its annotation.
//
//	@GET("orders/{id}") Call<Order> find(@Path("id") long id);
func (r requests) annotated(a model.Annotated) {
	q := a.Annotation.Request
	if !a.Of.Kind.IsCallable() {
		return
	}
	address, ok := q.Address.First(r.Tree, a.Expr)
	if !ok {
		return
	}
	x := a.Expr
	x.Def = a.Of.ID
	r.Found = append(r.Found, r.found(q, x, r.Texts(address))...)
}

// found lists the requests of a call or a method to some addresses.
func (r requests) found(q *model.Request, x eval.Expr, addresses []request.Text) []request.Request {
	out := r.Reader.Requests(x, verbsOf(r.m, x, q.Verb, q.VerbArg, request.Any), addresses)
	if q.Direct {
		return request.Directly(out)
	}
	return out
}
