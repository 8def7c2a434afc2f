package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/tokens"
)

// A query is a text prepared for lookup.
type query struct {
	terms   []queryTerm // distinct, in order of first appearance
	symbols []string    // words that look like identifiers, distinct, in order
	bare    bool        // the whole text is one symbol
	tests   bool        // the text mentions tests
	// the text mentions deprecated or old code
	outdated bool
	kind     Kind
	w        Values
	// files of the tree that the text mentions, in order
	mentions []mention
	frames   []string // functions in stack traces, the innermost first
	scope    []string // parts of the system named at the beginning of the text
	// with given nodes: the weights of the first terms, which are those of the text,
	// without the weights added by the nodes
	request []float64
	seed    []seedWord // weights added by the given nodes

	// used by has
	keys  map[string]bool
	split tokens.Analyzer
	key   []byte
}

// A queryTerm is a term of the query. Its key and those of its variants are index keys.
type queryTerm struct {
	text     string // as displayed
	key      string
	weight   float64
	variants []variant // other terms that also count for it

	// whole is the key of a word as a compound identifier. It replaces the key if no node
	// has the word: for keyvaluepair, the nodes with KeyValuePair.
	whole string
	// extra terms add to the score of a node that has them; a node without them does not
	// miss a part of the query.
	extra bool
}

// A variant is a term that counts for a term of the query, at a weight.
type variant struct {
	key    string
	weight float64
}

// parseQuery splits a text into terms and symbols; kind classifies it.
func parseQuery(text string, weights *Weights,
	kind func(text string, words []string, bare bool) Kind) query {
	q := query{}
	words := strings.Fields(text)
	prose := q.takeFrames(text)
	for _, w := range strings.Fields(prose) {
		if s, ok := symbolOf(w, len(words) == 1); ok {
			q.addSymbol(s)
		}
	}
	for _, s := range q.frames {
		q.addSymbol(s)
	}
	q.bare = len(words) == 1 && len(q.symbols) == 1
	q.kind = kind(text, words, q.bare)
	q.w = weights.For(q.kind)
	if q.kind == KindChange {
		q.scope = scopeOf(text)
	}
	title := 0
	if head, _, ok := strings.Cut(strings.TrimSpace(prose), "\n"); ok {
		title = len(tokens.Terms(nil, head))
	}
	all := tokens.Terms(nil, prose)
	q.addTerms(all, title, tokens.Stop)
	q.addFrames()
	if len(q.terms) == 0 {
		q.addTerms(all, title, 0)
	}
	q.addJoined(prose)
	return q
}

// ownSynonym is the minimum weight of the user's synonyms.
const ownSynonym = 0.3

// addVariants adds to the terms their families and the built-in synonyms, as far as their
// weights are positive, and the user's synonyms, and resolves words that no node has as
// compound identifiers.
func (q *query) addVariants(ix Index, own Synonyms) error {
	var builtIn Synonyms
	if q.w[weightSynonym] > 0 {
		builtIn = DefaultSynonyms()
	}
	for i := range q.terms {
		t := &q.terms[i]
		if err := t.findWhole(ix); err != nil {
			return err
		}
		if q.w[weightFamily] > 0 {
			others, err := family(ix, t.text)
			if err != nil {
				return err
			}
			for _, o := range others {
				t.variants = append(t.variants, variant{o, q.w[weightFamily]})
			}
		}
		for _, o := range own[t.text] {
			t.add(variant{o, max(q.w[weightSynonym], ownSynonym)})
		}
		for _, o := range builtIn[t.text] {
			t.add(variant{o, q.w[weightSynonym]})
		}
	}
	return nil
}

// findWhole replaces the key of a word that no node has.
func (t *queryTerm) findWhole(ix Index) error {
	if t.whole == "" {
		return nil
	}
	list, err := ix.Postings(t.key)
	if err == nil && list.Len() == 0 {
		t.key = t.whole
	}
	return err
}

// add adds a variant unless the term already has it.
func (t *queryTerm) add(v variant) {
	if !slices.ContainsFunc(t.variants, func(have variant) bool { return have.key == v.key }) {
		t.variants = append(t.variants, v)
	}
}

// has reports whether a text contains one of the terms, or a variant; weak words are
// ignored, as are words that only given nodes contribute, because nodes close to these
// have many of them.
func (q *query) has(text string) bool {
	if q.keys == nil {
		q.keys = map[string]bool{}
		terms := q.terms
		if len(q.request) > 0 {
			terms = terms[:len(q.request)]
		}
		for _, t := range terms {
			if weakTerms[t.text] {
				continue
			}
			q.keys[t.key] = true
			for _, v := range t.variants {
				q.keys[v.key] = true
			}
		}
	}
	found := false
	q.split.Each(text, func(term []byte, kind tokens.TermKind) {
		if !found {
			q.key = tokens.AppendKey(q.key[:0], term, kind)
			found = q.keys[string(q.key)]
		}
	})
	return found
}

func (q *query) addSymbol(s string) {
	for _, have := range q.symbols {
		if have == s {
			return
		}
	}
	q.symbols = append(q.symbols, s)
}

// addTerms adds the terms that have none of the kinds in without; the first title terms
// are those of the first line.
func (q *query) addTerms(terms []tokens.Term, title int, without tokens.TermKind) {
	at := map[string]int{}
	for place, t := range terms {
		if t.Text == "test" && (title == 0 || place < title) {
			q.tests = true
		}
		if asksOutdated[t.Text] {
			q.outdated = true
		}
		if t.Kind&without != 0 {
			continue
		}
		i, ok := at[t.Text]
		if !ok {
			i = len(q.terms)
			at[t.Text] = i
			q.terms = append(q.terms, newTerm(terms, place))
		}
		weight := q.termWeight(t)
		if place < title {
			weight *= q.w[weightTitle]
		}
		q.addWeight(i, weight)
	}
}

// addFrames adds the words of the functions in stack traces, weighted by the inverse of
// their position: the outermost functions are in every trace of a program.
func (q *query) addFrames() {
	at := map[string]int{}
	for i, t := range q.terms {
		at[t.text] = i
	}
	for before, symbol := range q.frames {
		terms := tokens.Terms(nil, symbol)
		for place, t := range terms {
			if t.Kind&tokens.Stop != 0 {
				continue
			}
			i, ok := at[t.Text]
			if !ok {
				i = len(q.terms)
				at[t.Text] = i
				q.terms = append(q.terms, newTerm(terms, place))
			}
			q.addWeight(i, q.termWeight(t)/float64(before+1))
		}
	}
}

// addWeight adds the weight of one occurrence to a term.
func (q *query) addWeight(i int, weight float64) {
	t := &q.terms[i]
	t.weight = min(t.weight+weight, max(q.w[weightRepeats], q.w[weightTitle]))
}

// newTerm makes a term of the query. Its whole form is the key of the word as written,
// which in terms precedes the stem of an inflected word.
func newTerm(terms []tokens.Term, place int) queryTerm {
	t := terms[place]
	made := queryTerm{text: t.Text, key: t.Text}
	const both = tokens.Whole | tokens.Part
	switch {
	case t.Kind&tokens.Compound != 0:
		made.key = t.Key()
	case t.Kind&both == both:
		made.whole = tokens.Term{Text: t.Text, Kind: tokens.Whole}.Key()
	case t.Kind&tokens.Part != 0 && place > 0 && terms[place-1].Kind == tokens.Whole:
		made.whole = terms[place-1].Key()
	}
	return made
}

// termWeight returns the weight of one occurrence of a term.
func (q *query) termWeight(t tokens.Term) float64 {
	switch {
	case t.Kind&tokens.Compound != 0:
		return q.w[weightWhole]
	case weakTerms[t.Text]:
		return q.w[weightWeak]
	}
	return 1
}

// maxJoined bounds the words at the beginning of a text that are joined.
const maxJoined = 60

// addJoined adds pairs and triples of adjacent words as one identifier each, in both
// spellings: for "bulk delete", BulkDelete and bulk_delete.
func (q *query) addJoined(text string) {
	if q.w[weightJoined] == 0 {
		return
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	words = words[:min(len(words), maxJoined)]
	done := map[string]bool{}
	for _, t := range q.terms {
		done[t.key] = true
	}
	for _, n := range []int{2, 3} {
		for i := range max(len(words)-n+1, 0) {
			for _, between := range []string{"", "_"} {
				t := tokens.Term{Text: strings.Join(words[i:i+n], between), Kind: tokens.Whole}
				if key := t.Key(); !done[key] {
					done[key] = true
					q.terms = append(q.terms, queryTerm{text: t.Text, key: key,
						weight: q.w[weightJoined], extra: true})
				}
			}
		}
	}
}

// symbolOf extracts an identifier, qualified or not, from a word of the query. Within
// prose (alone is false) it must look like one: it has an inner dot or similar separator,
// an underscore, a capital after a lower-case letter, or call parentheses.
func symbolOf(word string, alone bool) (string, bool) {
	quoted := strings.HasPrefix(word, "`") && len(word) > 1
	s := strings.TrimRight(word, "`'\",;:!?.")
	s = strings.TrimLeft(s, "`'\"(")
	called := strings.HasSuffix(s, "()")
	s = strings.TrimSuffix(s, "()")
	if strings.Count(s, "(") < strings.Count(s, ")") {
		s = strings.TrimRight(s, ")")
	}
	s = strings.NewReplacer("[", "", "]", "", "::", ".", "->", ".", "#", ".").Replace(s)
	s = strings.Trim(s, ".")
	if !isSymbol(s) {
		return "", false
	}
	return s, alone || quoted || called || looksQualified(s) || hasHump(s)
}

// isSymbol reports whether s may be a name: parts that begin with a letter or underscore,
// separated by dots. Parameters may follow.
func isSymbol(s string) bool {
	if i := strings.IndexByte(s, '('); i > 0 {
		s = s[:i]
	}
	if utf8.RuneCountInString(s) < 2 || strings.Contains(s, "..") {
		return false
	}
	for _, part := range strings.Split(s, ".") {
		for i, r := range part {
			letter := unicode.IsLetter(r) || r == '_' || r == '$' || r == '@'
			if !letter && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("<>,`-", r)) {
				return false
			}
		}
	}
	return true
}

// looksQualified reports whether s has a dot between names, as in code, not as in
// abbreviations or file names.
func looksQualified(s string) bool {
	i := strings.LastIndexByte(s, '.')
	return i > 0 && len(s)-i > 2
}

// hasHump reports whether s is written like an identifier of several words.
func hasHump(s string) bool {
	before := rune(0)
	for i, r := range s {
		if r == '_' && i > 0 && i < len(s)-1 {
			return true
		}
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			return true
		}
		before = r
	}
	return false
}

// weakWords are common in requests: they describe the wish of the reader, but rarely the
// location.
const weakWords = `add added adds allow allowed allows always avoid better bug change changed changes correct correctly
ensure error fix fixed fixes handle handled handles handling implement implemented implements improve improved instead issue make
makes made more need needs never new option options prevent prevents problem proper properly remove removed removes support supported
supports update updated updates use used uses using want wrong`

var weakTerms = func() map[string]bool {
	m := map[string]bool{}
	for _, t := range tokens.Terms(nil, weakWords) {
		m[t.Text] = true
	}
	return m
}()

// titleOf returns the first line of a text of several, or the whole text.
func titleOf(text string) string {
	head, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return head
}
