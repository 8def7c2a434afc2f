package questions

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
)

// prefilter returns a function that reports whether some part of a text may match a
// regular expression. The text of a definition has other lines around its parts, so
// assertions about the surroundings of a match, such as ^ and \b, do not count.
func prefilter(source string) (func(text []byte) bool, error) {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	relaxed := withoutAssertions(parsed)
	re, err := regexp.Compile(relaxed.String())
	if err != nil {
		return nil, err
	}
	literal := []byte(string(required(relaxed)))
	return func(text []byte) bool {
		return bytes.Contains(text, literal) && re.Match(text)
	}, nil
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

// required returns the longest text that every match of an expression contains, as far
// as its syntax shows; it may be empty.
func required(re *syntax.Regexp) []rune {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return re.Rune
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		return slices.MaxFunc(append(texts(re.Sub), nil), func(a, b []rune) int { return len(a) - len(b) })
	}
	return nil
}

// texts returns the required texts of expressions.
func texts(list []*syntax.Regexp) [][]rune {
	out := make([][]rune, len(list))
	for i, re := range list {
		out[i] = required(re)
	}
	return out
}
