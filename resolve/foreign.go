package resolve

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A ForeignName is the name of an external symbol: of a platform, a library, another
// program.
type ForeignName struct {
	Package string // namespace, package or module that declares it; empty: unknown
	Type    string // in the package, with its enclosing types; empty: none, or unknown
	Member  string // of the type, or a declaration of the package; empty: the type itself
}

// Symbol returns the name within the package; empty for the package itself.
func (n ForeignName) Symbol() string {
	if n.Type == "" || n.Member == "" {
		return n.Type + n.Member
	}
	return n.Type + "." + n.Member
}

// Owner returns the declaring scope of n: the type of a member, the enclosing type or
// module of a type, otherwise the package.
func (n ForeignName) Owner() ForeignName {
	outer := n.Type
	if n.Member == "" {
		outer = outer[:max(strings.LastIndexByte(outer, '.'), 0)]
	}
	return ForeignName{Package: n.Package, Type: outer}
}

// A ForeignUse is a use of a foreign name by a definition.
type ForeignUse struct {
	From DefID
	Name uint32 // index in Binder.ForeignNames
	At   uint32 // in the file of From
	Kind graph.EdgeKind
	Tier graph.Tier
}

// A ForeignNamer is implemented by rules that know the names of external types.
type ForeignNamer interface {
	// ForeignType returns the name of the external type written in ref, which was
	// resolved to t; ok is false if the name is not known, or if the language itself
	// declares the type.
	ForeignType(b *Binder, ref parse.TypeRef, from DefID, at uint32, t Type) (
		name ForeignName, isInterface, ok bool)
}

// Foreign records that a reference refers to a foreign name, if foreign names are
// requested.
func (b *Binder) Foreign(r *parse.Reference, from DefID, name ForeignName, tier graph.Tier) {
	kind := graph.References
	switch r.Kind {
	case parse.RefCall:
		kind = graph.Calls
	case parse.RefCreate:
		kind = graph.Creates
	case parse.RefRender:
		kind = graph.Renders
	}
	b.UseForeign(from, name, kind, tier, r.At)
}

// UseForeign records an edge to a foreign name, if foreign names are requested.
func (b *Binder) UseForeign(from DefID, name ForeignName, kind graph.EdgeKind, tier graph.Tier,
	at uint32) {
	if !b.Table.foreign || name == (ForeignName{}) {
		return
	}
	i, ok := b.foreign[name]
	if !ok {
		if b.foreign == nil {
			b.foreign = map[ForeignName]uint32{}
		}
		i = uint32(len(b.ForeignNames))
		b.ForeignNames = append(b.ForeignNames, name)
		b.foreign[name] = i
	}
	b.ForeignUses = append(b.ForeignUses, ForeignUse{from, i, at, kind, WeakerTier(tier, graph.Exact)})
}

// KeepsForeign reports whether foreign names are requested.
func (b *Binder) KeepsForeign() bool { return b.Table.foreign }
