package eval

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Literal is a function literal that is passed to a registration call as the handler.
// The zero Literal means no literal.
type Literal struct {
	File  *resolve.File
	Outer resolve.DefID // the innermost definition around it
	Range parse.Range   // from its parameters to the end of its body
	Body  uint32        // where the body begins

	// Name describes the registration by its source text: get(/orders).
	Name string
}

// A Handler handles requests: a definition, or a function literal in one.
type Handler struct {
	Def     resolve.DefID // None if there is no handler
	Literal Literal

	held Literal // in the value of the variable or field Def
}

// HandlerOf returns the handler for a function literal: the definition whose body it
// is, or the field that holds it, if there is one; otherwise the literal in the
// definition around it.
func (t *Tree) HandlerOf(x Expr) Handler {
	h := Handler{Def: x.Def}
	d := t.Table.Def(x.Def)
	if x.Body.IsEmpty() || d.Body == x.Body {
		return h
	}
	l := Literal{File: x.In.File, Outer: x.Def, Body: x.Body.Start, Name: "lambda",
		Range: parse.Range{Start: min(x.At, x.Body.Start), End: x.Body.End}}
	if d.Outer != resolve.None && !d.Kind.IsCallable() && !d.Kind.IsType() {
		h.held = l
	} else {
		h.Literal = l
	}
	return h
}

// Registered names the literal of a handler, if any, after the call that registers it, or, if the
// literal is elsewhere, after the call that it is an argument of. The value of one variable may
// register several:
//
//	const orders = new Hono().get("/", (c) => …).post("/", (c) => …)
func (t *Tree) Registered(call Expr, h Handler) Handler {
	if h.held.File != nil && call.Def == h.Def {
		h.Literal = h.held
	}
	l := &h.Literal
	if l.File == nil {
		return h
	}
	if call.In.File != l.File || call.Def != l.Outer {
		f, ok := t.callIndex(l.File.Family).lambdas[l.File].withBody(l.Body)
		if !ok {
			return h
		}
		call = f.Call
	}
	l.Name = call.Expr.Text + "(" + subject(call.Expr) + ")"
	return h
}

// maxSubject bounds the length of the call text in a name.
const maxSubject = 80

// subject returns the first string argument of a call, or of a call in its receiver or
// arguments: the path of get("/orders", …), route("/orders").get(…) and
// andRoute(GET("/orders"), …). Without a string it returns the first name.
func subject(call *parse.Expr) string {
	text := ""
	for _, kinds := range [][]parse.ExprKind{{parse.ExprString},
		{parse.ExprName, parse.ExprMember}} {
		if text == "" {
			text = argument(call, kinds)
		}
	}
	text = strings.Join(strings.Fields(text), "_")
	return strings.ToValidUTF8(text[:min(len(text), maxSubject)], "")
}

// argument returns the text of the first argument of one of the kinds.
func argument(call *parse.Expr, kinds []parse.ExprKind) string {
	for e := call; e != nil; e = e.Recv {
		for i := range e.Args {
			arg := &e.Args[i].Value
			if slices.Contains(kinds, arg.Kind) && arg.Text != "" {
				return arg.Text
			}
			if arg.Kind == parse.ExprCall {
				if text := argument(arg, kinds); text != "" {
					return text
				}
			}
		}
	}
	return ""
}
