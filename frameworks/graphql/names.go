package graphql

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// fieldName returns the name of a C# member in the schema: that of [GraphQLName], or
// else its name in lower camel case, without the prefix Get and the suffix Async of a
// method. It is empty if it is unknown.
func (r *reader) fieldName(d *resolve.Def) string {
	for _, x := range r.Attributes(d.ID) {
		if strings.TrimSuffix(x.Expr.Text, "Attribute") == "GraphQLName" && len(x.Args) > 0 {
			text, _ := r.Text(x.Sub(&x.Args[0].Value))
			return text
		}
	}
	name := d.Name
	if d.Kind == graph.KindMethod {
		if rest, ok := strings.CutPrefix(name, "Get"); ok && rest != "" && !isLower(rest) {
			name = rest
		}
		if rest := strings.TrimSuffix(name, "Async"); rest != "" {
			name = rest
		}
	}
	return camel(name)
}

// camel returns a name with its leading capitals in lower case, except for the one that
// begins a word: URLOfShop is urlOfShop.
func camel(name string) string {
	runes := []rune(name)
	for i, c := range runes {
		if !unicode.IsUpper(c) || i > 0 && i+1 < len(runes) && !unicode.IsUpper(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(c)
	}
	return string(runes)
}

func isLower(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(c)
}

// isName reports whether a text is a single name.
func isName(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool {
		return c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}) < 0
}
