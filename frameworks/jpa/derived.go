package jpa

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A derivation is a query derived from the name of a repository method.
type derivation struct {
	ops        graph.Ops
	properties []string // property paths, in camel case: CustomerName
}

// subjects are the prefixes of such names.
var subjects = []struct {
	word string
	ops  graph.Ops
}{{"find", reads}, {"read", reads}, {"get", reads}, {"query", reads}, {"search", reads},
	{"stream", reads}, {"count", reads}, {"exists", reads}, {"delete", graph.Delete},
	{"remove", graph.Delete}}

// conditions are the keywords that may follow a property, longer ones before their
// suffixes.
var conditions = strings.Fields(`IsNotNull NotNull IsNull Null IsBetween Between IsLessThanEqual
	LessThanEqual IsLessThan LessThan IsGreaterThanEqual GreaterThanEqual IsGreaterThan GreaterThan
	IsBefore Before IsAfter After IsNotLike NotLike IsLike Like IsStartingWith StartingWith
	StartsWith IsEndingWith EndingWith EndsWith IsNotContaining NotContaining NotContains
	IsContaining Containing Contains IsNotEmpty NotEmpty IsEmpty Empty IsNotIn NotIn IsIn In IsNear
	Near IsWithin Within MatchesRegex Matches Regex Exists IsTrue True IsFalse False IsNot Not Is
	Equals`)

// derived parses the name of a method; ok is false if it defines no query.
//
//	findFirst10DistinctByCustomerNameAndStateInOrderByDateDesc
func derived(name string) (d derivation, ok bool) {
	for _, s := range subjects {
		rest, found := strings.CutPrefix(name, s.word)
		if !found || rest != "" && !startsUpper(rest) {
			continue
		}
		_, predicate, by := cutWord(rest, "By")
		if !by && s.word != "find" && s.word != "stream" {
			return d, false
		}
		d.ops, ok = s.ops, by || strings.HasPrefix(rest, "All")
		d.properties = properties(predicate)
		return d, ok
	}
	return d, false
}

// properties lists the property paths in the conditions of a name.
func properties(predicate string) []string {
	predicate, order, _ := cutWord(predicate, "OrderBy")
	predicate = strings.TrimSuffix(strings.TrimSuffix(predicate, "AllIgnoreCase"), "AllIgnoringCase")
	var out []string
	for _, either := range splitWord(predicate, "Or") {
		for _, p := range splitWord(either, "And") {
			p = strings.TrimSuffix(strings.TrimSuffix(p, "IgnoreCase"), "IgnoringCase")
			out = append(out, p)
		}
	}
	return append(out, splitOrder(order)...)
}

// splitOrder lists the paths that a name sorts by.
func splitOrder(order string) []string {
	var out []string
	for order != "" {
		at, n := len(order), 0
		for _, w := range []string{"Asc", "Desc"} {
			if i := strings.Index(order, w); i >= 0 && i < at {
				at, n = i, len(w)
			}
		}
		out = append(out, order[:at])
		order = order[at+n:]
	}
	return out
}

// cutWord cuts around the first occurrence of a word that is followed by a capital or
// the end.
func cutWord(s, word string) (before, after string, found bool) {
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return s, "", false
		}
		i += from
		if rest := s[i+len(word):]; rest == "" || startsUpper(rest) {
			return s[:i], rest, true
		}
		from = i + len(word)
	}
}

func splitWord(s, word string) []string {
	var out []string
	for s != "" {
		before, after, found := cutWord(s, word)
		out = append(out, before)
		if !found {
			break
		}
		s = after
	}
	return out
}

func startsUpper(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(c) || unicode.IsDigit(c)
}

// joined lists the entities along a property path whose rows are read; the foreign key
// to an entity is in the referring table.
func (r *reader) joined(e *entity, path string) []*entity {
	for _, cond := range append([]string{""}, conditions...) {
		p, ok := strings.CutSuffix(path, cond)
		if !ok || p == "" {
			continue
		}
		if out, ok := r.follow(e.class, p, 0); ok {
			return out
		}
	}
	return nil
}

// follow splits a property path; the longest prefix that is a property is used.
func (r *reader) follow(class resolve.DefID, path string, depth int) (out []*entity, ok bool) {
	if depth > maxEmbedded {
		return nil, false
	}
	if a, ok := r.find(class, uncapital(strings.Trim(path, "_"))); ok {
		r.mention(r.at, a, graph.Typed)
		if a.kind == "OneToMany" || a.kind == "ManyToMany" {
			if to := r.target(a); to != nil {
				return []*entity{to}, true
			}
		}
		return nil, true
	}
	for i := len(path) - 1; i > 0; i-- {
		if !startsUpper(path[i:]) && path[i] != '_' {
			continue
		}
		a, ok := r.find(class, uncapital(strings.Trim(path[:i], "_")))
		if !ok {
			continue
		}
		rest := strings.Trim(path[i:], "_")
		r.mention(r.at, a, graph.Typed)
		if inner := r.embedded(a); inner != resolve.None {
			return r.follow(inner, rest, depth+1)
		}
		to := r.target(a)
		if to == nil {
			return nil, false
		}
		if key, ok := r.find(to.class, uncapital(rest)); ok && key.isID && !a.isList {
			r.mention(r.at, key, graph.Typed)
			return nil, true
		}
		more, ok := r.follow(to.class, rest, depth+1)
		return append([]*entity{to}, more...), ok
	}
	return nil, false
}
