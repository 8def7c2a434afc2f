package openends

import (
	_ "embed"
	"strings"
	"sync"
)

// apisText lists the calls of libraries behind which analysis does not see.
//
//go:embed apis.txt
var apisText string

// apis are these calls: the reasons by full name, and by what names begin with.
type apis struct {
	whole, begin map[string]string
}

var libraryCalls = sync.OnceValue(func() apis {
	a := apis{map[string]string{}, map[string]string{}}
	for line := range strings.Lines(apisText) {
		reason, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case !ok || strings.HasPrefix(line, "#"):
		case strings.HasSuffix(name, "*"):
			a.begin[strings.TrimSuffix(name, "*")] = reason
		default:
			a.whole[name] = reason
		}
	}
	return a
})

// reasonOf says why nothing is known of what a call of a library runs; empty if it calls back
// nothing but what it is given. Type arguments in the name do not count.
func reasonOf(name string) string {
	a := libraryCalls()
	name = plain(name)
	if r := a.whole[name]; r != "" {
		return r
	}
	for begin, r := range a.begin {
		if strings.HasPrefix(name, begin) {
			return r
		}
	}
	return ""
}

// plain is a name without type arguments and parameters.
func plain(name string) string {
	var b strings.Builder
	depth := 0
	for _, c := range name {
		switch {
		case c == '(':
			return b.String()
		case c == '<' || c == '[':
			depth++
		case c == '>' || c == ']':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return b.String()
}
