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

// A naming is a strategy for default names.
type naming struct {
	boot       bool       // uses the defaults of Spring Boot
	underscore bool       // converts all names to lower case with underscores
	tier       graph.Tier // confidence in the strategy
}

// physical matches the strategy that a settings file specifies: a class of Hibernate.
var physical = regexp.MustCompile(
	`(?m)^[^#\n]*physical[-_.](?:naming[-_.])?strategy["']?\s*(?:[:=]|value=)\s*["']?([\w.$]+)`)

// readSettings finds the naming strategy. Spring Boot has its own, which settings may
// replace; otherwise names are used unchanged.
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

// state applies a strategy from the settings. A strategy that is not in the library may
// do anything.
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

// table converts the name of a table.
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

// isSmall reports whether a character is a lower-case letter or a digit, which mark
// word boundaries next to a capital.
func isSmall(c rune) bool { return unicode.IsLower(c) || unicode.IsDigit(c) }

// implied returns the tier of a default name.
func (n naming) implied() graph.Tier { return resolve.WeakerTier(n.tier, graph.Typed) }

// stated returns the tier of a name specified by an annotation.
func (n naming) stated() graph.Tier { return resolve.WeakerTier(n.tier, graph.Exact) }

// joinTable returns the name of a join table: the names of both tables, or under Spring
// Boot the first one and the attribute.
func (n naming) joinTable(from, to, attribute string) string {
	if n.boot {
		return from + "_" + n.table(attribute)
	}
	return from + "_" + to
}
