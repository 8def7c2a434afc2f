package web

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// WithoutDefault takes out of a full name of JavaScript what a module exports as the whole: default,
// and =, which is module.exports. However a file imports axios, it is axios.get that it calls.
func WithoutDefault(full string) string {
	if !strings.Contains(full, ".default") && !strings.Contains(full, ".=") {
		return full
	}
	return strings.Join(slices.DeleteFunc(strings.Split(full, "."), func(name string) bool {
		return name == "default" || name == "="
	}), ".")
}

// Outside returns the full name of what an expression names outside the tree: what
// resolution says, else the path of the import that it begins with and the names
// after it. It is empty for what the tree declares, and for what is not known.
func (t *Tree) Outside(x Term) string {
	if m := x.Meaning(); m.Outside != "" || m.Def >= 0 {
		return m.Outside
	}
	if x.Recv != nil {
		of := t.Outside(x.Sub(x.Recv))
		switch {
		case of == "":
		case x.Expr.Text != "":
			return of + "." + x.Expr.Text
		case x.Kind == parse.ExprCall && (x.Recv.Kind == parse.ExprName || x.Recv.Kind == parse.ExprMember):
			return of // require("express")()
		}
		return ""
	}
	if x.Expr.Text == "" || x.Local() != nil {
		return ""
	}
	var inAll []string // of packages whose every name is imported
	known := inPackage(x, "java.lang")
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		name := im.Alias
		if name == "" {
			name = im.Name
		}
		if name == x.Expr.Text && x.In.File.Language == "go" {
			return im.Path
		}
		if im.All && x.In.File.Language == "java" {
			if im.Static == (x.Kind == parse.ExprCall) && // methods or types
				(im.Static || !knowsPackage(x, im.Path)) {
				inAll = append(inAll, im.Path+"."+x.Expr.Text)
			} else if in := inPackage(x, im.Path); in != "" && !im.Static {
				known = in
			}
			continue
		}
		if name == x.Expr.Text {
			return strings.TrimSuffix(im.Path+"."+im.Name, ".")
		}
	}
	if known != "" {
		return known
	}
	if len(inAll) == 1 {
		return inAll[0]
	}
	return ""
}

// inPackage is the full name of the type of a name in a package of Java's platform; empty if it has
// none.
func inPackage(x Term, name string) string {
	k, ok := x.In.File.Rules.(resolve.PackageKnower)
	full := name + "." + x.Expr.Text
	if ok && x.Kind != parse.ExprCall && k.KnowsType(full) {
		return full
	}
	return ""
}

// knowsPackage reports whether all types of a package are known, so that an import of them does
// not bring in a name that nothing is known of.
func knowsPackage(x Term, name string) bool {
	k, ok := x.In.File.Rules.(resolve.PackageKnower)
	return ok && k.KnowsPackage(name)
}

// Colons writes the parameters of a template that begin with a colon in braces:
// /orders/:id becomes /orders/{id}. A pattern in parentheses, or constraints in angle brackets,
// follow the name: /:id(\d+) and /:id<int> become {id:\d+} and {id:int}. What else follows
// is left out, and "*" becomes {*}.
func Colons(template string) string {
	segments := strings.Split(template, "/")
	for i, s := range segments {
		var b strings.Builder
		for s != "" {
			switch at := strings.IndexAny(s, ":*("); {
			case at < 0:
				b.WriteString(s)
				s = ""
			case s[at] == ':':
				b.WriteString(s[:at])
				n := nameLen(s[at+1:])
				var rule string
				name := s[at+1 : at+1+n]
				rule, s = colonRule(s[at+1+n:])
				b.WriteString("{" + name + rule + "}")
				if s = strings.TrimLeft(s, "?+*"); strings.HasPrefix(s, "{") {
					s = s[strings.LastIndexByte(s, '}')+1:]
				}
			case s[at] == '*':
				b.WriteString(s[:at] + "{*" + s[at+1:at+1+nameLen(s[at+1:])] + "}")
				s = s[at+1+nameLen(s[at+1:]):]
			default:
				b.WriteString(s[:at])
				s = afterParen(s[at:])
			}
		}
		segments[i] = b.String()
	}
	return strings.Join(segments, "/")
}

// colonRule cuts the pattern or the constraints of a parameter off what follows its name, as braces
// have them behind it. A pattern with braces that are not in pairs is left out.
func colonRule(s string) (rule, rest string) {
	switch {
	case strings.HasPrefix(s, "("):
		rest = afterParen(s)
		rule = strings.TrimSuffix(s[1:len(s)-len(rest)], ")")
	case strings.HasPrefix(s, "<") && strings.Contains(s, ">"):
		rule, rest, _ = strings.Cut(s[1:], ">")
		rule = strings.ReplaceAll(rule, ";", ":")
	default:
		return "", s
	}
	depth := 0
	for _, c := range rule {
		if c == '{' {
			depth++
		} else if c == '}' {
			if depth--; depth < 0 {
				return "", rest
			}
		}
	}
	if depth != 0 || rule == "" {
		return "", rest
	}
	return ":" + rule, rest
}

// Angles writes the parameters of a template that are in angle brackets, with a converter
// before the name, in braces: <int:pk>/ becomes {pk:int}/.
func Angles(template string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(template, "<")
		inner, after, closed := strings.Cut(rest, ">")
		if !open || !closed {
			b.WriteString(template)
			return b.String()
		}
		b.WriteString(before)
		if kind, name, ok := strings.Cut(inner, ":"); ok {
			inner = name + ":" + kind
		}
		b.WriteString("{" + inner + "}")
		template = after
	}
}

// nameLen is the length of the name that s begins with.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' ||
		s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}

// afterParen is what follows the parentheses that s begins with.
func afterParen(s string) string {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}
