package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/openends"
)

// Caveats: reasons why a definition without references in the index may be used
// nevertheless.
const (
	CaveatExported = "exported"    // code outside the tree may use it
	DoubtEntry     = "entry point" // main, init
	// it overrides or implements a member in the tree, and is required by it
	DoubtMember      = "overrides"
	DoubtImplemented = "implemented"  // members in the tree override or implement it
	DoubtBase        = "base outside" // it may override a member of an external base
	DoubtConvention  = "convention"   // the language implicitly uses members of that name
	DoubtReflection  = "reflection"   // public data: serializers, binders and templates read it
	DoubtAttribute   = "attribute"    // an attribute, annotation or decorator may register it
	DoubtTemplate    = "template"     // markup that is not indexed may refer to it
	DoubtAmbient     = "ambient"      // it declares an external definition
	DoubtGenerated   = "generated"    // it is generated code
	DoubtLookup      = "dynamic name" // code that looks up members by name may find it
	// its name, or that of a member, occurs in texts without an edge that explains it;
	// only checked if there is no other caveat except exported
	DoubtNamed = "named"
)

// conventions lists the members that a language uses implicitly, by language.
var conventions = map[string]map[string]bool{
	"csharp": set("Deconstruct GetEnumerator GetAsyncEnumerator MoveNext MoveNextAsync Current " +
		"Dispose DisposeAsync GetAwaiter IsCompleted GetResult OnCompleted Add " +
		"GetPinnableReference Slice Length Count ToString Equals GetHashCode"),
	"java": set("equals hashCode toString clone finalize serialVersionUID " +
		"serialPersistentFields readObject readObjectNoData readResolve writeObject " +
		"writeReplace iterator close"),
	"javascript": script,
	"typescript": script,
}

var script = set("toString toJSON valueOf then next return throw")

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// A caveatFinder determines caveats. It caches data shared by several definitions.
type caveatFinder struct {
	x       UnusedIndex
	outside map[uint32]bool // by type: whether it has an external base
	said    mentions
	lookups *openends.Lookups
}

func newDoubter(x UnusedIndex) *caveatFinder {
	return &caveatFinder{x: x, outside: map[uint32]bool{}, said: newMentions(x),
		lookups: openends.NewLookups(x)}
}

// doubts lists the caveats against reporting a node as unused.
func (d *caveatFinder) doubts(n uint32, node *graph.Node) ([]string, error) {
	owner, err := d.owner(n)
	if err != nil {
		return nil, err
	}
	var out []string
	add := func(doubt string, holds bool) {
		if holds {
			out = append(out, doubt)
		}
	}
	add(CaveatExported, node.Flags.Has(graph.Exported))
	entry, err := d.entry(n, node)
	if err != nil {
		return nil, err
	}
	add(DoubtEntry, entry)
	overrides, implemented, err := d.hierarchy(n)
	if err != nil {
		return nil, err
	}
	add(DoubtMember, overrides)
	add(DoubtImplemented, implemented)
	base, err := d.baseOutside(n, owner, node, overrides)
	if err != nil {
		return nil, err
	}
	add(DoubtBase, base)
	add(DoubtConvention, byConvention(node))
	add(DoubtReflection, isData(node, owner))
	attribute, err := d.attribute(n, node, owner)
	if err != nil {
		return nil, err
	}
	add(DoubtAttribute, attribute)
	template, err := d.template(n, node, owner)
	if err != nil {
		return nil, err
	}
	add(DoubtTemplate, template)
	ambient, err := d.ambient(n, node)
	if err != nil {
		return nil, err
	}
	add(DoubtAmbient, ambient)
	add(DoubtGenerated, node.Flags.Has(graph.Generated))
	found, err := d.lookups.MayFind(n, node)
	if err != nil {
		return nil, err
	}
	add(DoubtLookup, found)
	if len(out) > 1 || len(out) == 1 && out[0] != CaveatExported {
		return out, nil
	}
	named, err := d.named(n, node)
	add(DoubtNamed, named)
	return out, err
}

// named reports whether a text contains the name of a node, or of a member that needs no
// object of its type, without an edge to it.
func (d *caveatFinder) named(n uint32, node *graph.Node) (bool, error) {
	named, err := d.said.named(n, node)
	if named || err != nil || !slices.Contains(node.Modifiers, "static") {
		return named, err
	}
	return d.anyMember(n, d.said.named)
}

// anyMember reports whether a condition holds for a node contained in n.
func (d *caveatFinder) anyMember(n uint32,
	holds func(uint32, *graph.Node) (bool, error)) (bool, error) {
	edges, err := d.x.Out(n)
	if err != nil {
		return false, err
	}
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		member, err := d.x.Node(e.To)
		if err != nil {
			return false, err
		}
		if found, err := holds(e.To, member); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// entry reports whether a node is the entry point of a program, or the type that contains
// it.
func (d *caveatFinder) entry(n uint32, node *graph.Node) (bool, error) {
	begins := func(_ uint32, m *graph.Node) (bool, error) {
		short := strings.ToLower(m.Short)
		return m.Kind.IsCallable() && (short == "main" || short == "init"), nil
	}
	if node.Kind.IsType() {
		return d.anyMember(n, func(_ uint32, m *graph.Node) (bool, error) {
			return m.Kind.IsCallable() && strings.ToLower(m.Short) == "main", nil
		})
	}
	return begins(n, node)
}

// An owner is the enclosing type of a member.
type owner struct {
	n    uint32
	node *graph.Node // may be nil
}

func (d *caveatFinder) owner(n uint32) (owner, error) {
	in, err := d.x.In(n)
	if err != nil {
		return owner{}, err
	}
	var out owner
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		node, err := d.x.Node(e.From)
		if err != nil {
			return owner{}, err
		}
		if node.Kind.IsType() {
			out = owner{e.From, node}
		}
	}
	return out, nil
}

// hierarchy reports whether a member overrides or implements others in the tree, and
// whether others override or implement it.
func (d *caveatFinder) hierarchy(n uint32) (overrides, implemented bool, err error) {
	isOverride := func(e graph.Edge) bool { return e.Kind == graph.Overrides }
	out, err := d.x.Out(n)
	if err != nil {
		return false, false, err
	}
	in, err := d.x.In(n)
	return slices.ContainsFunc(out, isOverride), slices.ContainsFunc(in, isOverride), err
}

// baseOutside reports whether a member may override or implement an external one, or a
// type derives from an external one: a framework may look for such types.
func (d *caveatFinder) baseOutside(n uint32, o owner, node *graph.Node,
	overrides bool) (bool, error) {
	switch {
	case node.Language == "go":
		// A type implements every interface whose methods it has; interfaces with
		// unexported methods are in a package of the tree.
		return node.Kind == graph.KindMethod && startsUpper(node.Short), nil
	case node.Language == "python" && node.Kind == graph.KindMethod &&
		!node.Flags.Has(graph.Exported) && !strings.HasPrefix(node.Short, "_"):
		return true, nil // a library calls methods of its arguments, whatever their class
	case node.Kind.IsType():
		if found, err := d.hasBaseOutside(n); found || err != nil {
			return found, err
		}
	case slices.Contains(node.Modifiers, "override") && !overrides:
		return true, nil
	}
	if o.node == nil {
		return false, nil
	}
	return d.hasBaseOutside(o.n)
}

func startsUpper(s string) bool { return s != "" && strings.ToLower(s[:1]) != s[:1] }

// hasBaseOutside reports whether a type, or one of its base types, has more base types
// than the tree contains.
func (d *caveatFinder) hasBaseOutside(t uint32) (bool, error) {
	if known, ok := d.outside[t]; ok {
		return known, nil
	}
	d.outside[t] = false // a cycle adds nothing
	node, err := d.x.Node(t)
	if err != nil {
		return false, err
	}
	edges, err := d.x.Out(t)
	if err != nil {
		return false, err
	}
	var bases []uint32
	for _, e := range edges {
		if e.Kind == graph.Inherits || e.Kind == graph.Implements {
			bases = append(bases, e.To)
		}
	}
	found := len(node.Bases) > len(bases)
	for i := 0; i < len(bases) && !found; i++ {
		if found, err = d.hasBaseOutside(bases[i]); err != nil {
			return false, err
		}
	}
	d.outside[t] = found
	return found, nil
}

// byConvention reports whether the language uses members of that name implicitly:
// operators, members called by loops or object literals, special methods of Python; or
// types of that name, as the C# compiler uses types of System that a tree redeclares.
func byConvention(node *graph.Node) bool {
	short := node.Short
	return node.Kind == graph.KindOperator || conventions[node.Language][short] ||
		node.Language == "csharp" && strings.HasPrefix(node.Name, "System.") ||
		node.Language == "python" && len(short) > 4 && strings.HasPrefix(short, "__") &&
			strings.HasSuffix(short, "__") || strings.HasPrefix(short, "[Symbol.")
}

// isData reports whether a node is a member that programs may access by its name as a
// string: a property or field that is not private, or a Java accessor.
func isData(node *graph.Node, o owner) bool {
	if o.node == nil || slices.Contains(node.Modifiers, "private") {
		return false
	}
	switch node.Kind {
	case graph.KindProperty, graph.KindField:
		return true
	case graph.KindMethod:
		return node.Language == "java" && isAccessor(node.Short)
	}
	return false
}

// isAccessor reports whether a name is the name of a getter or setter.
func isAccessor(name string) bool {
	for _, prefix := range []string{"get", "set", "is"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && startsUpper(rest) {
			return true
		}
	}
	return false
}

// attribute reports whether a node, or its enclosing type, has an attribute, annotation
// or decorator.
func (d *caveatFinder) attribute(n uint32, node *graph.Node, o owner) (bool, error) {
	own, err := d.hasAttribute(n, node)
	if own || err != nil || o.node == nil {
		return own, err
	}
	return d.hasAttribute(o.n, o.node)
}

// hasAttribute reports whether a line above the name of a node begins with an
// attribute.
func (d *caveatFinder) hasAttribute(n uint32, node *graph.Node) (bool, error) {
	if len(node.Parts) == 0 || node.NameLine == 0 {
		return false, nil
	}
	text, err := d.x.PartText(n, 1)
	if err != nil {
		return false, err
	}
	lines := strings.Split(text, "\n")
	first := int(node.Parts[0].StartLine)
	for i := 0; i < len(lines) && first+i <= int(node.NameLine); i++ {
		l := strings.TrimSpace(lines[i])
		if strings.HasPrefix(l, "@") || strings.HasPrefix(l, "[") {
			return true, nil
		}
	}
	return false, nil
}

// declares reports whether a node is in a declaration file.
func declares(node *graph.Node) bool {
	return slices.ContainsFunc([]string{".d.ts", ".d.mts", ".d.cts"}, func(end string) bool {
		return strings.HasSuffix(node.Path, end)
	})
}

// ambient reports whether a node declares an external definition: in a declaration file,
// or in a declared module or namespace.
func (d *caveatFinder) ambient(n uint32, node *graph.Node) (bool, error) {
	if declares(node) {
		return true, nil
	}
	if !isScript(node) {
		return false, nil
	}
	in, err := d.x.In(n)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		around, err := d.x.Node(e.From)
		if err != nil {
			return false, err
		}
		if around.Kind == graph.KindNamespace && slices.Contains(around.Modifiers, "declare") {
			return true, nil
		}
	}
	return false, nil
}
