package model

import (
	"slices"
	"strings"
)

// byScripts is the naming by the tables of the scripts of the tree: an entity is mapped to the one named
// like its class or its plural.
const byScripts = "scripts"

// EntityRow returns the row of which the option --entity-base-type is a shorthand: classes of C# that
// derive from the types, in full or by their last names, are entities.
func EntityRow(types []string) *Library {
	return &Library{Name: "option --entity-base-type", Language: "csharp", Naming: byScripts,
		Bases: []Base{{Type: types, Effect: Effect{Entity: &Entity{}}}}}
}

// SQLRow returns the row of which the option --sql-method is a shorthand: methods of C# whose name has one
// of the parts run their first argument.
func SQLRow(parts []string) *Library {
	c := Call{Effect: Effect{SQL: &SQL{Text: "0"}}}
	for _, part := range parts {
		c.Method = append(c.Method, "*"+part+"*")
	}
	return &Library{Name: "option --sql-method", Language: "csharp", Calls: []Call{c}}
}

// EntityBases lists the base types whose descendants are mapped by the scripts of the tree.
func EntityBases(list []*Library) []string {
	var out []string
	for _, l := range list {
		if l.Naming != byScripts {
			continue
		}
		for _, b := range l.Bases {
			for _, name := range b.Type {
				if len(l.Modules) == 0 {
					out = append(out, name)
				}
				for _, space := range l.Modules {
					out = append(out, space+"."+name)
				}
			}
		}
	}
	return out
}

// SQLMethods lists the names of the methods that run their first argument as SQL, and the parts of names
// of such methods.
func SQLMethods(list []*Library) (names, parts []string) {
	for _, l := range list {
		for _, c := range l.Calls {
			if c.SQL == nil {
				continue
			}
			for _, name := range slices.Concat(c.Method, c.Function) {
				if part := strings.Trim(name, "*"); part != name {
					parts = append(parts, part)
				} else {
					names = append(names, name)
				}
			}
		}
	}
	return names, parts
}
