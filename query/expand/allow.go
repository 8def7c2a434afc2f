package expand

import (
	"fmt"
	"maps"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/near"
)

// An Allowlist is the set of edge kinds that may be followed. The zero value allows all.
type Allowlist struct {
	kinds map[string]bool // lower case; nil means all
}

// Kinds builds an Allowlist from entries as written by a person or a pipeline: case does
// not matter, `*` allows all kinds, and so does a list with only blank entries. An entry
// is an edge kind, with or without a leading `sql_` or `cs_`, or one of its aliases in
// graph.EdgeKinds.
//
// An unknown kind is an error that suggests the nearest names. ReferencedBy(C#), which is
// in the allow-lists that LocalAI-RAG ships, is accepted and allows nothing.
func Kinds(entries []string) (Allowlist, error) {
	a := Raw(entries)
	for _, e := range entries {
		name := strings.TrimSpace(e)
		if name == "" || name == "*" || IsLegacy(name) {
			continue
		}
		k, ok := graph.ParseEdgeKind(name)
		if !ok {
			return Allowlist{}, fmt.Errorf("edge kind %q is unknown: did you mean %s?", name,
				strings.Join(near.Names(name, edgeKindNames())[:2], " or "))
		}
		if a.kinds != nil {
			a.kinds[strings.ToLower(k.String())] = true
		}
	}
	return a, nil
}

// Raw builds an Allowlist from entries without checking that they name kinds, for
// artifacts with kinds unknown to this version. Blank entries are ignored.
func Raw(entries []string) Allowlist {
	kinds := map[string]bool{}
	for _, e := range entries {
		e = strings.ToLower(strings.TrimSpace(e))
		if e == "*" {
			return Allowlist{}
		}
		if e != "" {
			kinds[e] = true
		}
	}
	if len(kinds) == 0 {
		return Allowlist{}
	}
	return Allowlist{kinds}
}

// legacyKind is a kind in LocalAI-RAG's allow-lists that no edge of its graphs has.
const legacyKind = "ReferencedBy(C#)"

// IsLegacy reports whether an entry of an allow-list names the kind ReferencedBy(C#),
// which no edge has.
func IsLegacy(entry string) bool { return strings.EqualFold(strings.TrimSpace(entry), legacyKind) }

// With returns a copy of the list that also allows kind.
func (a Allowlist) With(kind string) Allowlist {
	if a.kinds == nil {
		return a
	}
	kinds := maps.Clone(a.kinds)
	kinds[strings.ToLower(kind)] = true
	return Allowlist{kinds}
}

// All reports whether every kind is allowed.
func (a Allowlist) All() bool { return a.kinds == nil }

// Has reports whether edges of the kind may be followed.
func (a Allowlist) Has(kind string) bool {
	if a.kinds == nil {
		return true
	}
	kind = strings.ToLower(kind)
	if a.kinds[kind] {
		return true
	}
	for _, prefix := range []string{"sql_", "cs_"} {
		if rest, ok := strings.CutPrefix(kind, prefix); ok {
			return a.kinds[rest]
		}
	}
	return false
}

// edgeKindNames lists the names of all kinds.
func edgeKindNames() []string {
	var names []string
	for _, row := range graph.EdgeKinds() {
		names = append(names, row.Name)
	}
	return names
}
