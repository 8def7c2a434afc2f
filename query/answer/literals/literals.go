// Package literals finds the texts that every match of a regular expression contains.
package literals

import (
	"regexp/syntax"
	"strings"

	"seedgraph/artifacts"
)

// most is the maximum number of literals of an expression.
const most = 16

// Of returns literals such that every match of an expression contains one of them; nil if
// its syntax does not show any.
func Of(source string) []artifacts.Literal {
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil
	}
	return of(re)
}

func of(re *syntax.Regexp) []artifacts.Literal {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCapture, syntax.OpPlus:
		return of(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return of(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []artifacts.Literal
		for _, sub := range re.Sub {
			if list := of(sub); shortest(list) > shortest(best) {
				best = list
			}
		}
		return best
	case syntax.OpAlternate:
		var all []artifacts.Literal
		for _, sub := range re.Sub {
			list := of(sub)
			if all = append(all, list...); len(list) == 0 || len(all) > most {
				return nil
			}
		}
		return all
	}
	return nil
}

// shortest returns the length of the shortest literal; 0 without any.
func shortest(list []artifacts.Literal) int {
	n := 0
	for i, l := range list {
		if i == 0 || len(l.Text) < n {
			n = len(l.Text)
		}
	}
	return n
}

// literal returns the text of a literal expression. If case is ignored, it is the longest
// part whose letters have no other forms than two of ASCII: the Kelvin sign is a form of k,
// and the long s one of s.
func literal(re *syntax.Regexp) []artifacts.Literal {
	if re.Flags&syntax.FoldCase == 0 {
		return []artifacts.Literal{{Text: string(re.Rune)}}
	}
	best := ""
	for _, part := range strings.FieldsFunc(string(re.Rune), func(r rune) bool {
		return r > '~' || strings.ContainsRune("kKsS", r)
	}) {
		if len(part) > len(best) {
			best = strings.ToLower(part)
		}
	}
	if best == "" {
		return nil
	}
	return []artifacts.Literal{{Text: best, Fold: true}}
}
