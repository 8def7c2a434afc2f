package rails

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/routes"
)

// maxTemplates bounds the templates of a pattern with optional parts.
const maxTemplates = 16

// parameter and glob match the parameters of a pattern.
var (
	parameter = regexp.MustCompile(`:([a-zA-Z_]\w*)`)
	glob      = regexp.MustCompile(`\*([a-zA-Z_]\w*)?`)
)

// templates returns the templates of a pattern, one for each choice of its optional parts. The
// format is not part of a template.
//
//	/top(/:length)(.:format)    // /top/{length}, /top
func templates(pattern string) []string {
	pattern = strings.ReplaceAll(pattern, "(.:format)", "")
	var out []string
	for _, p := range choices(pattern, maxTemplates) {
		p = glob.ReplaceAllString(parameter.ReplaceAllString(p, "{$1}"), "{*$1}")
		out = append(out, routes.Join("", p))
	}
	return out
}

// choices returns a pattern with and without each of its optional parts, the longest first.
func choices(pattern string, most int) []string {
	open := strings.IndexByte(pattern, '(')
	if open < 0 || most <= 1 {
		return []string{strings.NewReplacer("(", "", ")", "").Replace(pattern)}
	}
	depth, end := 0, len(pattern)
	for i := open; i < len(pattern); i++ {
		if pattern[i] == '(' {
			depth++
		} else if pattern[i] == ')' {
			if depth--; depth == 0 {
				end = i
				break
			}
		}
	}
	if end == len(pattern) {
		return []string{pattern[:open]}
	}
	before, inner, after := pattern[:open], pattern[open+1:end], pattern[end+1:]
	return append(choices(before+inner+after, most/2), choices(before+after, most/2)...)
}
