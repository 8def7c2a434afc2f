package routes

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Attributes are attributes of routes as one value that can be compared: each on a line, in
// order, once.
type Attributes string

// Attr returns one attribute. White space in its value is collapsed.
func Attr(key, value string) Attributes {
	return Attributes(graph.Attribute{Key: key,
		Value: strings.Join(strings.Fields(value), " ")}.String())
}

// List returns the attributes as a route has them.
func (a Attributes) List() []string {
	if a == "" {
		return nil
	}
	return strings.Split(string(a), "\n")
}

// And returns the attributes of both.
func (a Attributes) And(b Attributes) Attributes {
	if a == "" || a == b || b == "" {
		return max(a, b)
	}
	all := append(a.List(), b.List()...)
	slices.Sort(all)
	return Attributes(strings.Join(slices.Compact(all), "\n"))
}

// Without returns the attributes that have another key.
func (a Attributes) Without(key string) Attributes {
	kept := slices.DeleteFunc(a.List(), func(text string) bool {
		return text == key || strings.HasPrefix(text, key+"=")
	})
	return Attributes(strings.Join(kept, "\n"))
}

// Constraints are what a template asks of its parameters: {id:int} that id is a number.
func Constraints(template string) Attributes {
	var out Attributes
	depth, from := 0, 0
	for i, c := range template {
		switch {
		case c == '{':
			if depth == 0 {
				from = i + 1
			}
			depth++
		case c == '}' && depth > 0:
			if depth--; depth == 0 {
				out = out.And(constraint(template[from:i]))
			}
		}
	}
	return out
}

// constraint is what the text of one parameter asks of it.
func constraint(parameter string) Attributes {
	name, rule, ok := strings.Cut(strings.TrimLeft(parameter, "*"), ":")
	if rule = strings.TrimSpace(rule); !ok || rule == "" {
		return ""
	}
	if end := simple(rule); end < len(rule) && (rule[end] == '=' || rule[end:] == "?") {
		rule = rule[:end] // {page:int=1}, {id:int?}: a default, or none needed
	}
	return Attr(graph.AttrConstraint, strings.TrimSpace(name)+":"+rule)
}

// simple is the length of the names with arguments that a constraint begins with, which are no
// regular expression: int:range(1,9).
func simple(rule string) int {
	for i := 0; i < len(rule); i++ {
		if rule[i] == '(' {
			if end := strings.IndexByte(rule[i:], ')'); end > 0 {
				i += end
				continue
			}
		}
		if rule[i] != ':' && nameLen(rule[i:]) == 0 {
			return i
		}
	}
	return len(rule)
}

// Sayings are what annotations and decorators say of routes, by their full names.
type Sayings map[string]func(t *eval.Tree, x eval.Term) Attributes

// Said are the attributes that the annotations of definitions say.
func Said(t *eval.Tree, by Sayings, list ...resolve.DefID) Attributes {
	var said Attributes
	for _, d := range list {
		for _, x := range t.Attributes(d) {
			if say := by[t.Outside(x)]; say != nil {
				said = said.And(say(t, x))
			}
		}
	}
	return said
}

// Says returns what says an attribute, whatever the annotation is given.
func Says(key, value string) func(*eval.Tree, eval.Term) Attributes {
	return func(*eval.Tree, eval.Term) Attributes { return Attr(key, value) }
}

// SaysTexts returns what says an attribute with the strings that an annotation is given: its first
// argument or that of a name, joined by commas, behind a word. Where they are not known the
// attribute has no value.
func SaysTexts(key, word, name string) func(*eval.Tree, eval.Term) Attributes {
	return func(t *eval.Tree, x eval.Term) Attributes {
		arg := x.Arg(0, name)
		if arg == nil {
			return Attr(key, "")
		}
		texts, ok := t.Texts(x.Sub(arg))
		if !ok {
			return Attr(key, "")
		}
		return Attr(key, word+strings.Join(texts, ","))
	}
}
