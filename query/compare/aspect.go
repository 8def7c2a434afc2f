package compare

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// An Aspect is a part of a node that changed.
type Aspect string

// The aspects, in the order in which they are listed.
const (
	Signature Aspect = "signature" // or modifiers, base types, kind
	Body      Aspect = "body"      // for a type: the part outside its members
	Doc       Aspect = "doc"       // the doc comment
	Format    Aspect = "format"    // only white space, and comments before the definition
	Flags     Aspect = "flags"     // test, generated, vendored, exported
	Access    Aspect = "access"    // the access rules
)

// aspects lists the aspects in which a node changed.
func aspects(old, new *side, o, n int32) ([]Aspect, error) {
	a, b := &old.nodes[o], &new.nodes[n]
	text, err := textAspects(old, new, o, n)
	if err != nil {
		return nil, err
	}
	var out []Aspect
	if withoutName(a.Signature, a.Short) != withoutName(b.Signature, b.Short) ||
		a.Kind != b.Kind || !slices.Equal(a.Modifiers, b.Modifiers) ||
		text != nil && !slices.Equal(a.Bases, b.Bases) { // without text, a base is one of its members
		out = append(out, Signature)
	}
	out = append(out, text...)
	// Flags set by other files, such as by exporting a definition, belong to edges of
	// those files.
	if a.Flags != b.Flags && (text != nil || a.Path != b.Path) {
		out = append(out, Flags)
	}
	if a.Access.Key() != b.Access.Key() {
		out = append(out, Access)
	}
	if len(text) == 1 && text[0] == Format && slices.Contains(out, Signature) {
		out = slices.DeleteFunc(out, func(x Aspect) bool { return x == Format })
	}
	return out, nil
}

// textAspects compares the texts of a node. It does not read texts with equal hashes.
func textAspects(old, new *side, o, n int32) ([]Aspect, error) {
	a, b := &old.nodes[o], &new.nodes[n]
	if slices.EqualFunc(a.Parts, b.Parts,
		func(x, y graph.Part) bool { return x.Hash == y.Hash }) {
		return nil, nil
	}
	before, err := old.Own(uint32(o))
	if err != nil {
		return nil, err
	}
	after, err := new.Own(uint32(n))
	before, after = withoutSeparators(before), withoutSeparators(after)
	if err != nil || slices.EqualFunc(before, after, func(x, y string) bool {
		return x == y || withoutName(x, a.Short) == withoutName(y, b.Short)
	}) {
		return nil, err
	}
	docBefore, err := old.Doc(uint32(o))
	if err != nil {
		return nil, err
	}
	docAfter, err := new.Doc(uint32(n))
	if err != nil {
		return nil, err
	}
	var out []Aspect
	if bodyOf(a, before, docBefore) != bodyOf(b, after, docAfter) {
		out = append(out, Body)
	}
	if docBefore != docAfter {
		out = append(out, Doc)
	}
	if out == nil {
		out = append(out, Format)
	}
	return out, nil
}

// separators end a definition in a list, or a statement. Where the grammar makes them
// optional they carry no information, and between two definitions they belong to neither.
const separators = ";, \t\r\n"

// withoutSeparators removes leading separators from pieces of source, because they end
// the previous definition, such as the first of two in `int a, b;`, and trailing
// separators from the last piece.
func withoutSeparators(pieces []string) []string {
	out := make([]string, 0, len(pieces))
	for i, p := range pieces {
		p = strings.TrimLeft(p, separators)
		if i == len(pieces)-1 {
			p = strings.TrimRight(p, separators)
		}
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// bodyOf returns the source of a node without the parts covered by other aspects: the
// comment before it, its signature, its doc comment, and its white space.
func bodyOf(n *graph.Node, own []string, doc string) string {
	text := withoutName(collapse(afterComments(strings.Join(own, "\n"))), n.Short)
	for _, known := range []string{withoutName(collapse(n.Signature), n.Short),
		withoutName(collapse(doc), n.Short)} {
		if known != "" {
			text = strings.Replace(text, known, "", 1)
		}
	}
	return collapse(text)
}

// afterComments removes leading comments from a text. A text of only comments is returned
// unchanged.
func afterComments(text string) string {
	rest := text
	for {
		rest = strings.TrimLeft(rest, " \t\r\n")
		n := commentLength(rest)
		if n == 0 {
			break
		}
		rest = rest[n:]
	}
	if rest == "" {
		return text
	}
	return rest
}

// commentLength returns the length of the comment at the start of s, or 0.
func commentLength(s string) int {
	switch {
	case strings.HasPrefix(s, "/*"):
		if i := strings.Index(s, "*/"); i >= 0 {
			return i + 2
		}
		return len(s)
	case strings.HasPrefix(s, "//"), strings.HasPrefix(s, "--"), strings.HasPrefix(s, "# "),
		strings.HasPrefix(s, "#\n"):
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i
		}
		return len(s)
	}
	return 0
}
