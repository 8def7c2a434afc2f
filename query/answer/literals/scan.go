package literals

import (
	"regexp"
	"regexp/syntax"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A Source is an index whose source can be read completely.
type Source interface {
	Node(n uint32) (*graph.Node, error)
	// Texts calls f with the text of every node that admit accepts.
	Texts(admit func(*graph.Node) bool, f func(n uint32, text []byte) error) error
	// Containing lists nodes, among them all whose text contains one of the literals; ok
	// is false if that is not known.
	Containing(list []artifacts.Literal) (nodes []uint32, ok bool, err error)
	Pieces(n uint32) ([]artifacts.Piece, error)
}

// Scan calls f with the pieces of source of the nodes that admit accepts, except those in
// which source, a regular expression, cannot match; in order, until f returns an error.
func Scan(x Source, source string, admit func(*graph.Node) bool,
	f func(n uint32, node *graph.Node, pieces []artifacts.Piece) error) error {
	look := func(n uint32) error {
		node, err := x.Node(n)
		if err != nil || len(node.Parts) == 0 || !admit(node) {
			return err
		}
		pieces, err := x.Pieces(n)
		if err != nil {
			return err
		}
		return f(n, node, pieces)
	}
	if list := Of(source); len(list) > 0 {
		nodes, ok, err := x.Containing(list)
		if err != nil {
			return err
		}
		if ok {
			for _, n := range nodes {
				if err := look(n); err != nil {
					return err
				}
			}
			return nil
		}
	}
	may, err := relaxed(source)
	if err != nil {
		return err
	}
	return x.Texts(admit, func(n uint32, text []byte) error {
		if !may.Match(text) {
			return nil
		}
		return look(n)
	})
}

// relaxed returns a regular expression that matches a text if some part of the text may
// match source. The text of a definition has other lines around its parts, so assertions
// about the surroundings of a match, such as ^ and \b, do not count.
func relaxed(source string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(withoutAssertions(parsed).String())
}

// withoutAssertions replaces the assertions of an expression by the empty match.
func withoutAssertions(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &syntax.Regexp{Op: syntax.OpEmptyMatch}
	}
	for i, sub := range re.Sub {
		re.Sub[i] = withoutAssertions(sub)
	}
	return re
}
