package typescript

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/parse"
)

// interceptors reads the prefixes that axios interceptors add to every address of a
// client:
//
//	client.interceptors.request.use(config => { config.url = `/${shop}${config.url}`; … })
func (r *requestReader) interceptors() {
	var set []eval.Expr
	r.Declared(func(v eval.Variable, value eval.Expr) {
		if v.Name == "url" && value.In.File.Family == family && len(value.Args) > 1 &&
			value.Kind == parse.ExprString {
			set = append(set, value)
		}
	})
	if len(set) == 0 {
		return
	}
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "use" || !isMember(x.Recv, "request") ||
			!isMember(x.Recv.Recv, "interceptors") || len(x.Args) == 0 {
			return
		}
		for _, f := range r.Evaluate(x.Sub(&x.Args[0].Value)) {
			if f.Kind == parse.ExprLambda && len(f.Args) > 0 {
				r.intercept(x.Sub(x.Recv.Recv.Recv), f, set)
			}
		}
	})
}

func isMember(e *parse.Expr, name string) bool {
	return e != nil && e.Kind == parse.ExprMember && e.Text == name && e.Recv != nil
}

// intercept records the prefix that the interceptor f adds to the addresses of a
// client.
func (r *requestReader) intercept(client, f eval.Expr, set []eval.Expr) {
	for _, value := range set {
		last := &value.Args[len(value.Args)-1].Value
		if last.Kind == parse.ExprString && last.Text == "" { // after an interpolated value
			last = &value.Args[len(value.Args)-2].Value
		}
		if value.In != f.In || !f.Body.Contains(value.At) || !isMember(last, "url") ||
			last.Recv.Text != f.Args[0].Name {
			continue
		}
		for _, maker := range r.Evaluate(client) {
			r.before[maker.Expr] = append(r.before[maker.Expr], value)
		}
	}
}

// intercepted lists the addresses of a client with the prefixes of its interceptors,
// and also without a prefix that is only added in a branch.
func (r *requestReader) intercepted(maker eval.Expr, address []request.Text) []request.Text {
	all := r.before[maker.Expr]
	if len(all) == 0 {
		return address
	}
	var out []request.Text
	for _, value := range all {
		before := []request.Text{{By: value}}
		for i := range value.Args {
			arg := value.Sub(&value.Args[i].Value)
			if isMember(arg.Expr, "url") {
				break
			}
			before = request.Joined(before, r.Texts(arg))
		}
		out = append(out, request.Joined(before, address)...)
	}
	if slices.ContainsFunc(all, func(v eval.Expr) bool { return v.Branch }) {
		out = append(out, address...)
	}
	return out
}
