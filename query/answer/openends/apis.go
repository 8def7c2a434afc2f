package openends

import (
	_ "embed"
	"strings"
	"sync"
)

// apisText lists library calls whose effects static analysis does not follow.
//
//go:embed apis.txt
var apisText string

// apis holds these calls: the reasons by full name, and by prefix of the name.
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

// Reasons in the list that are not those of open ends.
const (
	isLookup   = "lookup" // the index has what it may find, as edges or as open ends
	runsFound  = "found"  // it runs what a lookup found
	reflection = "reflection"
)

// reasonOf returns the reason why the code run by a library call is unknown, or "" if it
// only runs its arguments. Type arguments in the name are ignored.
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

// plain returns a name without type arguments and parameters.
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
