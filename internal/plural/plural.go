// Package plural forms the plurals of English words like the libraries that derive
// table names from them. The libraries differ, and each has its own function.
package plural

import (
	"regexp"
	"strings"
)

// An ending is a rule for the end of words; the first one that matches applies.
type ending struct {
	end *regexp.Regexp
	by  string
}

func rule(end, by string) ending { return ending{regexp.MustCompile(`(?i)` + end + `$`), by} }

var plurals = []ending{
	rule(`(quiz)`, "${1}zes"), rule(`^(ox)`, "${1}en"), rule(`(m|l)ouse`, "${1}ice"),
	rule(`(matr|vert|ind)(?:ix|ex)`, "${1}ices"), rule(`(x|ch|ss|sh)`, "${1}es"),
	rule(`([^aeiouy]|qu)y`, "${1}ies"), rule(`(hive)`, "${1}s"), rule(`([^f])fe`, "${1}ves"),
	rule(`([lr])f`, "${1}ves"), rule(`sis`, "ses"), rule(`([ti])um`, "${1}a"),
	rule(`([ti])a`, "${1}a"),
	rule(`(buffal|tomat)o`, "${1}oes"), rule(`(bu)s`, "${1}ses"),
	rule(`(alias|status|campus)`, "${1}es"), rule(`(octop|vir)us`, "${1}i"),
	rule(`^(ax|test)is`, "${1}es"), rule(`s`, "s"),
}

var irregular = map[string]string{"person": "people", "man": "men", "child": "children",
	"sex": "sexes", "move": "moves"}

// isPlural has irregular plurals.
var isPlural = words("people men children sexes moves mice oxen")

// unchanged has words without a plural.
var unchanged = words(`equipment information rice money species series fish sheep jeans
	police milk salt time water paper food art cash music help luck oil progress rain research
	shopping software traffic`)

// Rails returns the plural of a name according to the rules of Active Support, which
// apply to its last word; this begins after an underscore or with a capital letter.
//
//	order_item, order_items    SalesPerson, SalesPeople
func Rails(name string) string {
	at := strings.LastIndexByte(name, '_') + 1
	for i := at + 1; i < len(name); i++ {
		if isUpper(name[i]) && !isUpper(name[i-1]) {
			at = i
		}
	}
	first, last := name[:at], name[at:]
	if last == "" {
		return name
	}
	lower := strings.ToLower(last)
	if p, ok := irregular[lower]; ok {
		return first + last[:1] + p[1:]
	}
	if unchanged[lower] || isPlural[lower] {
		return name
	}
	for _, p := range plurals {
		if p.end.MatchString(last) {
			return first + p.end.ReplaceAllString(last, p.by)
		}
	}
	return name + "s"
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}
