package jpa

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A naming says how names are written.
type naming struct {
	boot       bool       // the defaults of Spring Boot hold
	underscore bool       // every name is written in lower case, with underscores
	tier       graph.Tier // how sure that is
}

// physical finds the strategy that a file of settings states: a class of Hibernate.
var physical = regexp.MustCompile(
	`(?m)^[^#\n]*physical[-_.](?:naming[-_.])?strategy["']?\s*(?:[:=]|value=)\s*["']?([\w.$]+)`)

// readSettings finds the naming strategy. Spring Boot has its own, which settings may
// replace; else names are written as they are.
func (r *reader) readSettings() {
	for _, f := range r.Table.Files {
		r.naming.boot = r.naming.boot || f.Language == language && usesBoot(f)
	}
	r.naming.underscore = r.naming.boot
	var paths []string
	for p := range r.Table.Project.Files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		if strings.Contains("/"+p, "/test/") {
			continue
		}
		for _, m := range physical.FindAllStringSubmatch(r.Table.Project.Files[p], -1) {
			r.naming.state(resolve.LastName(m[1]))
		}
	}
}

// state takes over a strategy that settings name. One that is not the library's may do
// anything.
func (n *naming) state(strategy string) {
	switch strategy {
	case "PhysicalNamingStrategyStandardImpl":
		n.underscore = false
	case "CamelCaseToUnderscoresNamingStrategy", "SpringPhysicalNamingStrategy",
		"PhysicalNamingStrategySnakeCaseImpl":
		n.underscore = true
	default:
		n.tier = graph.Heuristic
	}
}

func usesBoot(f *resolve.File) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return strings.HasPrefix(im.Path, "org.springframework.boot")
	})
}

// table writes the name of a table.
//
//	OrderLine    // order_line under Spring Boot
//	`Order`      // quoted, without the quotes
func (n naming) table(name string) string {
	name = strings.Trim(name, "`\"")
	if !n.underscore {
		return name
	}
	var b strings.Builder
	runes := []rune(strings.ReplaceAll(name, ".", "_"))
	for i, c := range runes {
		if i > 0 && i < len(runes)-1 && unicode.IsUpper(c) && isSmall(runes[i-1]) &&
			isSmall(runes[i+1]) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// isSmall reports whether no capital is at a border of words.
func isSmall(c rune) bool { return unicode.IsLower(c) || unicode.IsDigit(c) }

// implied is the tier of a name that nothing states.
func (n naming) implied() graph.Tier { return resolve.Worse(n.tier, graph.Typed) }

// stated is the tier of a name that an annotation states.
func (n naming) stated() graph.Tier { return resolve.Worse(n.tier, graph.Exact) }

// joinTable is the name of a table that joins two: the names of both, or the first and the
// attribute where Spring Boot says so.
func (n naming) joinTable(from, to, attribute string) string {
	if n.boot {
		return from + "_" + n.table(attribute)
	}
	return from + "_" + to
}

// snake writes a name as Spring Data JDBC does: an underscore before every capital.
func snake(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
