package plural

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// npmText has the rules of the npm package inflection; gen/npm.js writes it and
// documents its format.
//
//go:embed npm.txt
var npmText string

// An npmRule is a rule for words that match a regular expression.
type npmRule struct {
	word *regexp.Regexp
	by   string
	as   bool // the word is left unchanged
}

var npmRules = sync.OnceValues(func() (map[string]bool, []npmRule) {
	first, rest, _ := strings.Cut(npmText, "\n")
	var rules []npmRule
	for line := range strings.Lines(rest) {
		word, by, changes := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		rules = append(rules, npmRule{regexp.MustCompile("(?i)" + word), by, !changes})
	}
	return words(first), rules
})

// NPM returns the plural of a name according to the npm package inflection 1.13.4, as
// Sequelize 6 names tables.
//
//	Criterion, Criteria    SalesPerson, SalesPeople
func NPM(name string) string {
	unchanged, rules := npmRules()
	if unchanged[strings.ToLower(name)] {
		return name
	}
	for _, r := range rules {
		if r.word.MatchString(name) {
			if r.as {
				return name
			}
			return r.word.ReplaceAllString(name, r.by)
		}
	}
	return name
}
