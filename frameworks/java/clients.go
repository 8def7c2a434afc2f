package java

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const (
	mapping  = "org.springframework.web.bind.annotation."
	exchange = "org.springframework.web.service.annotation."
	feign    = "org.springframework.cloud.openfeign.FeignClient"
)

// interfaces adds the methods of interfaces that a library implements.
//
//	@FeignClient(name = "orders", path = "/api")
//	interface Orders { @GetMapping("/orders/{id}") Order one(@PathVariable int id); }
func (r *reader) interfaces() {
	for _, f := range r.Table.Files {
		if f.Language != family || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindInterface {
				r.implemented(d)
			}
		}
	}
}

// implemented adds the methods of one interface.
func (r *reader) implemented(d *resolve.Def) {
	base, ok := r.baseOf(d)
	for _, m := range r.Methods(d.ID) {
		for _, x := range r.Attributes(m.Handler) {
			full := r.ExternalName(x)
			verb, isExchange := verbOf(full, x.Expr.Text)
			if verb == "" || !ok && !isExchange {
				continue
			}
			asked := []string{verb}
			if verb == request.Any {
				asked = r.stated(x)
			}
			x.Def = m.Handler
			address := request.Below(base, r.path(x))
			r.Found = append(r.Found, r.Reader.Requests(x, asked, address)...)
		}
	}
}

// verbOf returns the verb of an annotation by its full name, Any if an argument
// specifies it; empty for others. isExchange is set for annotations that only clients
// have.
func verbOf(full, name string) (verb string, isExchange bool) {
	for _, package_ := range []string{mapping, exchange} {
		rest, ok := strings.CutPrefix(full, package_)
		if !ok {
			continue
		}
		switch rest = strings.TrimSuffix(strings.TrimSuffix(rest, "Mapping"), "Exchange"); rest {
		case "Request", "Http":
			return request.Any, package_ == exchange
		default:
			return verbs[strings.ToLower(rest)], package_ == exchange
		}
	}
	return "", false
}

// stated lists the verbs in an annotation without a fixed verb.
func (r *reader) stated(x eval.Expr) []string {
	if m := x.Arg(-1, "method"); m != nil {
		if m.Kind == parse.ExprMember || m.Kind == parse.ExprName {
			return []string{strings.ToUpper(m.Text)}
		}
		if text, ok := r.Text(x.Sub(m)); ok {
			return []string{strings.ToUpper(text)}
		}
	}
	return []string{request.Any}
}

// path lists the templates of an annotation.
func (r *reader) path(x eval.Expr) []request.Text {
	for _, name := range []string{"value", "path", "url"} {
		if e := x.Arg(-1, name); e != nil {
			return r.Texts(x.Sub(e))
		}
	}
	if e := x.Arg(0, ""); e != nil {
		return r.Texts(x.Sub(e))
	}
	return []request.Text{{By: x}}
}

// baseOf lists the prefixes of the templates of an interface; ok is false if nothing
// marks it as a client.
func (r *reader) baseOf(d *resolve.Def) (base []request.Text, ok bool) {
	for _, x := range r.Attributes(d.ID) {
		switch full := r.ExternalName(x); {
		case full == feign:
			ok = true
			base = request.Below(r.server(x), orNone(r.argument(x, "path"), x))
		case full == exchange+"HttpExchange":
			ok, base = true, r.path(x)
		case full == mapping+"RequestMapping" && base == nil:
			base = r.path(x)
		}
	}
	return base, ok
}

// server lists the server addresses of a Feign client: its URL, or else that of the
// service that it names.
func (r *reader) server(x eval.Expr) []request.Text {
	if url := r.argument(x, "url"); url != nil {
		return url
	}
	for _, arg := range []string{"name", "value", ""} {
		for _, t := range r.argument(x, arg) {
			return []request.Text{{Value: "http://" + t.Value, By: x}}
		}
	}
	return nil
}

// argument lists the strings of an argument of an annotation, the unnamed one if name
// is empty; nil if it is missing.
func (r *reader) argument(x eval.Expr, name string) []request.Text {
	at := -1
	if name == "" {
		at = 0
	}
	if e := x.Arg(at, name); e != nil {
		return r.Texts(x.Sub(e))
	}
	return nil
}

func orNone(texts []request.Text, x eval.Expr) []request.Text {
	if texts == nil {
		return []request.Text{{By: x}}
	}
	return texts
}
