package tags

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// phpHooks rewrites syntax of PHP 8.4 and 8.5 that the grammar does not support:
//
//   - The hooks of a property become the elements of an array, its value. Abstract ones are 0.
//     public int $n { get => f(); set { g($value); } }
//     public int $n =[fn() => f(), function($value) { g($value); }, ];
//   - An object that is used where it is created gets parentheses: (new Cart())->total().
//   - The pipe operator |> becomes an operator that the grammar knows.
func phpHooks(a *parse.Adaptation) {
	p := phpTokens{a, outline.Matched(a.Source, outline.LexBraces(a.Source, `"'`, false))}
	for i := range p.Len() {
		switch {
		case p.Is(i, '{') && p.isHooks(i):
			p.hooks(i)
		case p.Is(i, '|') && p.Is(i+1, '>') && p.Adjacent(i+1):
			p.Put(p.At(i+1).Start, " ")
		case strings.EqualFold(p.Word(i), "new") && !p.Is(i-1, '('):
			p.used(i)
		}
	}
}

type phpTokens struct {
	*parse.Adaptation
	outline.Tokens
}

// isHooks reports whether the brace i opens the hooks of a property: it follows a variable, with a
// default value or without, and begins with a hook.
func (p *phpTokens) isHooks(i int) bool {
	first := i + 1
	for p.Is(first, '&') || strings.EqualFold(p.Word(first), "final") {
		first++
	}
	if w := strings.ToLower(p.Word(first)); w != "get" && w != "set" {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		switch {
		case strings.Contains(p.Word(j), "$") || p.Is(j, '$'):
			return true
		case p.Is(j, ';') || p.Is(j, '{') || p.Is(j, '}') ||
			strings.EqualFold(p.Word(j), "function"):
			return false
		}
	}
	return false
}

// hooks rewrites the hooks in the braces that token i opens.
func (p *phpTokens) hooks(i int) {
	end := p.Pair(i)
	if end <= i {
		return
	}
	open := "=["
	for j := i - 1; j >= 0 && !p.Is(j, '$') && !strings.Contains(p.Word(j), "$"); j-- {
		if p.Is(j, '=') {
			open = "?:[" // it has a default value
		}
	}
	p.Put(p.At(i).Start, " ")
	p.Insert(p.At(i).Start, open)
	for j := i + 1; j < end; j++ {
		switch w := strings.ToLower(p.Word(j)); {
		case p.Is(j, '&'), w == "final":
			p.Blank(p.At(j).Start, p.At(j).End)
		case w == "get" || w == "set":
			j = p.hook(j, end)
		}
	}
	p.Put(p.At(end).Start, "]")
	if next := end + 1; !p.Is(next, ',') && !p.Is(next, ')') { // not of a parameter
		p.Insert(p.At(end).End, ";")
	}
}

// hook rewrites the hook that token i names and returns its last token.
func (p *phpTokens) hook(i, end int) int {
	word, params := p.At(i), ""
	next := i + 1
	switch {
	case p.Is(next, '('):
		next = p.Pair(next) + 1
	case strings.EqualFold(p.Word(i), "set"):
		params = "($value)"
	default:
		params = "()"
	}
	p.Blank(word.Start, word.End)
	switch {
	case p.Is(next, '{'):
		p.Insert(word.Start, "function"+params)
		next = max(next, p.Pair(next))
		p.Insert(p.At(next).End, ",")
	case p.Is(next, '='):
		p.Insert(word.Start, "fn"+params)
		for ; next < end && !p.Is(next, ';'); next++ {
			next = max(next, p.Pair(next))
		}
		p.Put(p.At(next).Start, ",")
	case p.Is(next, ';'):
		p.Insert(word.Start, "0")
		p.Put(p.At(next).Start, ",")
	}
	return next
}

// used encloses the creation that token i begins in parentheses if a member of the object follows.
func (p *phpTokens) used(i int) {
	j := i + 1
	for p.Word(j) != "" || p.Is(j, '\\') || p.Is(j, '$') {
		j++
	}
	if !p.Is(j, '(') || p.Pair(j) <= j {
		return
	}
	end := p.Pair(j)
	next := p.Byte(end + 2)
	if p.Is(end+1, '-') && next == '>' || p.Is(end+1, '?') && next == '-' ||
		p.Is(end+1, ':') && next == ':' {
		p.Insert(p.At(i).Start, "(")
		p.Insert(p.At(end).End, ")")
	}
}
