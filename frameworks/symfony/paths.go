package symfony

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/routes"
)

// parameter matches a parameter: its name, after which an entity may be named, its requirement and
// its default value.
//
//	{id}    {id<\d+>}    {page?1}    {!page<\d+>?1}    {slug:post}
var parameter = regexp.MustCompile(`\{!?([\pL\w]+)(?::[\pL\w.]+)?(?:<(.*?)>)?(\?[^}]*)?\}`)

// template returns the template of a path. A parameter that may be absent is so only at the end of
// the path, where nothing else is after it; one that is a part of a segment is kept.
func template(path string, of route) string {
	matches := parameter.FindAllStringSubmatchIndex(path, -1)
	out, end, last := "", len(path), true
	for i := len(matches) - 1; i >= 0; i-- {
		m := matches[i]
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return path[m[2*n]:m[2*n+1]]
		}
		name, rule := group(1), group(2)
		if rule == "" {
			rule = of.rules[name]
		}
		after := path[m[1]:end]
		segment := (after == "" || strings.HasPrefix(after, "/")) && strings.HasSuffix(path[:m[0]], "/")
		last = last && segment && (after == "" && out == "" || after == "/" && out != "") &&
			(m[6] >= 0 || of.optional[name])
		text := name
		if rule = anchored(rule); rule != "" {
			text += ":" + rule
		}
		if last && !routes.IsRest(text) {
			text += "?"
		}
		out, end = "{"+text+"}"+after+out, m[0]
	}
	return routes.Join("", path[:end]+out)
}

// anchored returns a requirement without the anchors that it has anyway.
func anchored(rule string) string {
	return strings.TrimSuffix(strings.TrimPrefix(rule, "^"), "$")
}
