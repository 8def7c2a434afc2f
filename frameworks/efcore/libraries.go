package efcore

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// libraryTables lists the tables of library context classes for the classes bound to
// their type parameters, in order.
var libraryTables = map[string][]string{
	"IdentityUserContext": {"AspNetUsers"},
	"IdentityDbContext": {"AspNetUsers", "AspNetRoles", "", "AspNetUserClaims", "AspNetUserRoles",
		"AspNetUserLogins", "AspNetRoleClaims", "AspNetUserTokens"},
}

// runLibrary applies the OnModelCreating method of an external base class.
func (m *model) runLibrary(f *frame) {
	line := m.lineage(m.contextType)
	last := line[len(line)-1]
	names := libraryTables[resolve.LastName(m.outsideName(last))]
	for i, t := range last.Args {
		if i < len(names) && names[i] != "" && t.Def > resolve.None {
			x := m.explicit(t)
			x.table = tableName{name: names[i], given: true, tier: resolve.WeakerTier(m.tier, graph.Exact)}
		}
	}
}

// isOlder reports whether a file uses Entity Framework 6.
func isOlder(f *resolve.File) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return strings.HasPrefix(im.Path, "System.Data.Entity")
	})
}

// configuredType returns the entity configured by a class that derives from
// EntityTypeConfiguration, as in Entity Framework 6; Unknown for others.
func (r *reader) configuredType(t resolve.Type) resolve.Type {
	line := r.lineage(t)
	last := line[len(line)-1]
	if len(last.Args) == 1 && r.outsideName(last) == "EntityTypeConfiguration" {
		return last.Args[0]
	}
	return resolve.Unknown
}

// configured returns the entity of a configuration, for a call on this in its
// constructor; nil for any other call.
func (m *model) configured(e *parse.Expr, f *frame) *entity {
	if f.this == nil || e.Recv != nil && e.Recv.Text != "this" {
		return nil
	}
	return m.configuredBy(f.this)
}

// configuredBy returns the entity that a configuration object configures.
func (m *model) configuredBy(o *object) *entity {
	if t := m.configuredType(o.typ); t.Known() {
		return m.explicit(t)
	}
	return nil
}

// pluralTable returns the table of an entity by the conventions of Entity Framework 6:
// the plural of the class name.
func (m *model) pluralTable(x *entity, n tableName) (named, bool) {
	if !m.noPlurals {
		n.name, n.tier = plural(n.name), graph.Unique
	}
	return m.place(n)
}

// plural returns a name with the English noun at its end in plural.
func plural(s string) string {
	lower := strings.ToLower(s)
	for _, irregular := range [][2]string{{"person", "People"}, {"child", "Children"},
		{"man", "Men"}} {
		if strings.HasSuffix(lower, irregular[0]) && lower != "human" {
			return s[:len(s)-len(irregular[0])] + irregular[1]
		}
	}
	switch {
	case strings.HasSuffix(lower, "data"), strings.HasSuffix(lower, "series"),
		strings.HasSuffix(lower, "news"), strings.HasSuffix(lower, "information"):
		return s
	case strings.HasSuffix(lower, "y") && len(s) > 1 && !strings.ContainsAny(lower[len(s)-2:len(s)-1],
		"aeiou"):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(lower, "is"):
		return s[:len(s)-2] + "es"
	case strings.HasSuffix(lower, "s"), strings.HasSuffix(lower, "x"), strings.HasSuffix(lower, "ch"),
		strings.HasSuffix(lower, "sh"):
		return s + "es"
	}
	return s + "s"
}
