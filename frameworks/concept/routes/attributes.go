package routes

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Attributes is a set of route attributes as a comparable value: one per line, sorted,
// without duplicates.
type Attributes string

// Attr returns a set of one attribute. White space in the value is collapsed.
func Attr(key, value string) Attributes {
	return Attributes(graph.Attribute{Key: key,
		Value: strings.Join(strings.Fields(value), " ")}.String())
}

// List returns the attributes as a list, the form in which routes store them.
func (a Attributes) List() []string {
	if a == "" {
		return nil
	}
	return strings.Split(string(a), "\n")
}

// And returns the union of a and b.
func (a Attributes) And(b Attributes) Attributes {
	if a == "" || a == b || b == "" {
		return max(a, b)
	}
	all := append(a.List(), b.List()...)
	slices.Sort(all)
	return Attributes(strings.Join(slices.Compact(all), "\n"))
}

// Without returns the attributes whose key differs from key.
func (a Attributes) Without(key string) Attributes {
	kept := slices.DeleteFunc(a.List(), func(text string) bool {
		return text == key || strings.HasPrefix(text, key+"=")
	})
	return Attributes(strings.Join(kept, "\n"))
}

// Constraints returns the constraints that a template places on its parameters:
// {id:int} requires that id is a number.
func Constraints(template string) Attributes {
	var out Attributes
	replaceParameters(template, func(parameter string) string {
		out = out.And(constraint(parameter))
		return ""
	})
	return out
}

// constraint returns the constraint in the text of one parameter.
func constraint(parameter string) Attributes {
	name, rule, ok := strings.Cut(strings.TrimLeft(parameter, "*"), ":")
	if rule = strings.TrimSpace(rule); !ok || rule == "" {
		return ""
	}
	if end := simple(rule); end < len(rule) && (rule[end] == '=' || rule[end:] == "?") {
		rule = rule[:end] // {page:int=1}, {id:int?}: default value or optional
	}
	return Attr(graph.AttrConstraint, strings.TrimSpace(name)+":"+rule)
}

// simple returns the length of the leading constraint names with arguments, which are
// not regular expressions: int:range(1,9).
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

// AttributeReaders maps the full names of annotations and decorators to functions that return
// the route attributes they declare.
type AttributeReaders map[string]func(t *eval.Tree, x eval.Expr) Attributes

// DeclaredAttributes returns the attributes declared by the annotations of the definitions in list.
func DeclaredAttributes(t *eval.Tree, by AttributeReaders, list ...resolve.DefID) Attributes {
	var said Attributes
	for _, d := range list {
		for _, x := range t.Attributes(d) {
			if say := by[t.ExternalNameOf(x, func(full string) bool { return by[full] != nil })]; say != nil {
				said = said.And(say(t, x))
			}
		}
	}
	return said
}

// ConstantAttribute returns a function that declares a fixed attribute, whatever the arguments of
// the annotation are.
func ConstantAttribute(key, value string) func(*eval.Tree, eval.Expr) Attributes {
	return func(*eval.Tree, eval.Expr) Attributes { return Attr(key, value) }
}

// TextAttribute returns a function that declares an attribute from the string arguments of
// an annotation: its first argument or the one called name, joined by commas and
// prefixed with word. If they are unknown the attribute has no value.
func TextAttribute(key, word, name string) func(*eval.Tree, eval.Expr) Attributes {
	return func(t *eval.Tree, x eval.Expr) Attributes {
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
