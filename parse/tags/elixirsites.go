package tags

import (
	"strings"

	"seedgraph/parse"
)

// elixirSites reads the expressions of Elixir that frameworks may interpret: calls, which
// declarations are, too. The block of a call is its argument with the name "&". Atoms are
// strings.
type elixirSites struct{}

// Site implements [parse.SiteGrammar].
func (elixirSites) Site(s *parse.SiteReader, n parse.Node) bool {
	if !n.Is("call") {
		return false
	}
	switch n.Field("target").Text() {
	case "def", "defp", "defmacro", "defmacrop":
		s.Method(n)
	case "defmodule", "defprotocol", "defimpl", "quote":
		return false
	case "if", "unless", "case", "cond", "for":
		s.Branch(n)
	default:
		s.Call(n)
	}
	return true
}

// Expr implements [parse.SiteGrammar].
func (elixirSites) Expr(s *parse.SiteReader, n parse.Node, e *parse.Expr) bool {
	switch n.Kind() {
	case "string", "quoted_atom":
		e.SetText(elixirText(n))
	case "atom":
		e.SetText(parse.TextParts{}.Literal(strings.TrimPrefix(n.Text(), ":")))
	case "boolean", "nil", "integer", "float":
		e.Kind, e.Text = parse.ExprLiteral, n.Text()
	case "alias", "identifier":
		e.Kind, e.Text = parse.ExprName, n.Text()
	case "list":
		e.Kind, e.Args = parse.ExprList, elixirArguments(s, n)
	case "sigil":
		if name := n.Child("sigil_name").Text(); name != "w" && name != "W" {
			return false
		}
		e.Kind = parse.ExprList
		for _, word := range strings.Fields(n.Child("quoted_content").Text()) {
			e.Args = append(e.Args, parse.ExprArg{Value: parse.Expr{Kind: parse.ExprString, Text: word,
				At: n.Start()}})
		}
	case "call":
		elixirCallExpr(s, n, e)
	default:
		return false
	}
	return true
}

// elixirText returns the parts of a string.
func elixirText(n parse.Node) parse.TextParts {
	var p parse.TextParts
	for c := range n.Named {
		switch c.Kind() {
		case "quoted_content":
			p = p.Literal(c.Text())
		case "escape_sequence":
			p = p.Literal(strings.TrimPrefix(c.Text(), `\`))
		default:
			p = p.Hole()
		}
	}
	return p.Literal("")
}

func elixirCallExpr(s *parse.SiteReader, n parse.Node, e *parse.Expr) {
	name := n.Field("target")
	if name.Is("dot") {
		of := s.Expr(name.Field("left"))
		e.Recv, name = &of, name.Field("right")
	}
	e.Kind, e.Text, e.At = parse.ExprCall, name.Text(), name.Start()
	e.Args = elixirArguments(s, n.Child("arguments"))
	if block := n.Child("do_block"); !block.IsZero() {
		f := parse.Expr{At: block.Start()}
		s.Lambda(&f, nil, block, true)
		e.Args = append(e.Args, parse.ExprArg{Name: "&", Value: f})
	}
}

// elixirArguments reads the arguments of a call, or the elements of a list; keywords have names.
func elixirArguments(s *parse.SiteReader, list parse.Node) []parse.ExprArg {
	var out []parse.ExprArg
	for c := range list.Named {
		switch c.Kind() {
		case "comment":
		case "keywords":
			for p := range c.Named {
				out = append(out, parse.ExprArg{Name: strings.TrimRight(p.Field("key").Text(), ": "),
					Value: s.Expr(p.Field("value"))})
			}
		default:
			out = append(out, parse.ExprArg{Value: s.Expr(c)})
		}
	}
	return out
}
