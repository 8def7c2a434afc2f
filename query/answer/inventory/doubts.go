package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// Reasons to doubt that a definition is unused, though nothing in the index refers
// to it.
const (
	DoubtExported = "exported"    // others than the tree may use it
	DoubtEntry    = "entry point" // main, init
	// it overrides or implements a member of the tree, which needs it
	DoubtMember      = "overrides"
	DoubtImplemented = "implemented"  // members of the tree override or implement it
	DoubtBase        = "base outside" // it may override a member of a base that is not in the tree
	DoubtConvention  = "convention"   // the language uses members of that name
	DoubtReflection  = "reflection"   // public data: serializers, binders and templates read it
	DoubtAttribute   = "attribute"    // an attribute, annotation or decorator may register it
	DoubtTemplate    = "template"     // markup that is not indexed may name it
	DoubtAmbient     = "ambient"      // it declares what code outside the tree has
	DoubtGenerated   = "generated"    // a program wrote it
	// its name, or that of a member, is in texts that no edge explains; said of what has
	// no other doubt but that it is exported
	DoubtNamed = "named"
)

// conventions are the members that a language uses without naming them, by language.
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

// A doubter finds reasons for doubt. It keeps what several definitions ask for.
type doubter struct {
	x       UnusedIndex
	outside map[uint32]bool // of a type: it has a base outside the tree
	said    mentions
}

func newDoubter(x UnusedIndex) *doubter {
	return &doubter{x: x, outside: map[uint32]bool{}, said: newMentions(x)}
}

// doubts lists the reasons to doubt that a node is unused.
func (d *doubter) doubts(n uint32, node *graph.Node) ([]string, error) {
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
	add(DoubtExported, node.Flags.Has(graph.Exported))
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
	if len(out) > 1 || len(out) == 1 && out[0] != DoubtExported {
		return out, nil
	}
	named, err := d.named(n, node)
	add(DoubtNamed, named)
	return out, err
}

// named reports whether a text has the name of a node, or of a member that needs no
// object of its type, though no edge says so.
func (d *doubter) named(n uint32, node *graph.Node) (bool, error) {
	named, err := d.said.named(n, node)
	if named || err != nil || !slices.Contains(node.Modifiers, "static") {
		return named, err
	}
	return d.anyMember(n, d.said.named)
}

// anyMember reports whether something holds of a node that another contains.
func (d *doubter) anyMember(n uint32,
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

// entry reports whether a node is where a program begins, or the type that has it.
func (d *doubter) entry(n uint32, node *graph.Node) (bool, error) {
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

// An owner is the type that a member belongs to.
type owner struct {
	n    uint32
	node *graph.Node // nil if there is none
}

func (d *doubter) owner(n uint32) (owner, error) {
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

// hierarchy reports whether a member overrides or implements others of the tree, and
// whether others override or implement it.
func (d *doubter) hierarchy(n uint32) (overrides, implemented bool, err error) {
	isOverride := func(e graph.Edge) bool { return e.Kind == graph.Overrides }
	out, err := d.x.Out(n)
	if err != nil {
		return false, false, err
	}
	in, err := d.x.In(n)
	return slices.ContainsFunc(out, isOverride), slices.ContainsFunc(in, isOverride), err
}

// baseOutside reports whether a member may override or implement one that is not in
// the tree, or a type is derived from one that is not: a framework may look for such.
func (d *doubter) baseOutside(n uint32, o owner, node *graph.Node,
	overrides bool) (bool, error) {
	switch {
	case node.Language == "go":
		// A type implements every interface whose methods it has; those that are not
		// exported belong to a package of the tree.
		return node.Kind == graph.KindMethod && startsUpper(node.Short), nil
	case node.Language == "python" && node.Kind == graph.KindMethod &&
		!node.Flags.Has(graph.Exported) && !strings.HasPrefix(node.Short, "_"):
		return true, nil // a library calls what it is given, whatever its class
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

// hasBaseOutside reports whether a type, or one that it is derived from, has more base
// types than the tree has of them.
func (d *doubter) hasBaseOutside(t uint32) (bool, error) {
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

// byConvention reports whether the language uses members of that name without naming
// them: operators, what a loop or an object literal calls, special methods of Python; or
// types of that name, as the compiler of C# uses those of System that a tree declares anew.
func byConvention(node *graph.Node) bool {
	short := node.Short
	return node.Kind == graph.KindOperator || conventions[node.Language][short] ||
		node.Language == "csharp" && strings.HasPrefix(node.Name, "System.") ||
		node.Language == "python" && len(short) > 4 && strings.HasPrefix(short, "__") &&
			strings.HasSuffix(short, "__") || strings.HasPrefix(short, "[Symbol.")
}

// isData reports whether a node is a member that programs read and write by its name
// as a string: a property or field that is not private, or an accessor of Java.
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

// isAccessor reports whether a name is that of a getter or setter.
func isAccessor(name string) bool {
	for _, prefix := range []string{"get", "set", "is"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && startsUpper(rest) {
			return true
		}
	}
	return false
}

// attribute reports whether a node, or the type that it belongs to, has an attribute,
// annotation or decorator.
func (d *doubter) attribute(n uint32, node *graph.Node, o owner) (bool, error) {
	own, err := d.hasAttribute(n, node)
	if own || err != nil || o.node == nil {
		return own, err
	}
	return d.hasAttribute(o.n, o.node)
}

// hasAttribute reports whether a line above the name of a node begins with an
// attribute.
func (d *doubter) hasAttribute(n uint32, node *graph.Node) (bool, error) {
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

// declares reports whether a node is in a file of declarations.
func declares(node *graph.Node) bool {
	return slices.ContainsFunc([]string{".d.ts", ".d.mts", ".d.cts"}, func(end string) bool {
		return strings.HasSuffix(node.Path, end)
	})
}

// ambient reports whether a node declares what is defined elsewhere: in a file of
// declarations, or in a module or namespace that is declared.
func (d *doubter) ambient(n uint32, node *graph.Node) (bool, error) {
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
