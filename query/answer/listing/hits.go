package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/render"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// Hits is the answer of a search.
type Hits struct {
	Query   string     `json:"query"`
	Kind    string     `json:"query_kind"`
	Terms   []string   `json:"terms"`
	Symbols []string   `json:"symbols,omitempty"`
	Matched int        `json:"matched"` // number of nodes with a term of the query
	Seeds   []string   `json:"retrieval_seed_nodes"`
	Hits    []RankedID `json:"retrieval_hits"`
	Items   []HitItem  `json:"items"`

	// Meant lists names in the index to which a misspelt one in the query may refer.
	Meant []string      `json:"did_you_mean,omitempty"`
	Trace *answer.Trace `json:"trace,omitempty"`
}

// A RankedID is a hit with the field names of LocalAI-RAG.
type RankedID struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
	Rank  int     `json:"rank"`
}

// A HitItem is a hit.
type HitItem struct {
	render.Item
	Signature string `json:"signature,omitempty"`
	Why       Why    `json:"why"`
	// Older lists the ids of later hits that are replaced definitions of the same object.
	// They are not items.
	Older []string `json:"older,omitempty"`
}

// A Why holds the components of a score:
// ((text * coverage + file + graph + changes + feedback) * size *
// reading + embedding) * factor + bonus.
type Why struct {
	Text     float64 `json:"text"`
	Coverage float64 `json:"coverage"` // less than 1 if words of the query are missing
	Size     float64 `json:"size"`     // less than 1 for short bodies, more for long ones
	// more than 1 if the alternative reading of the query fits better
	Reading  float64 `json:"reading,omitempty"`
	File     float64 `json:"file"` // score of the file
	Graph    float64 `json:"graph,omitempty"`
	Changes  float64 `json:"changes,omitempty"`  // from commits with given nodes
	Feedback float64 `json:"feedback,omitempty"` // from earlier answers
	// from the similarity of vectors, and the cosine of the vectors
	Embedding float64  `json:"embedding,omitempty"`
	Cosine    float64  `json:"cosine,omitempty"`
	Factor    float64  `json:"factor"`
	Demoted   []string `json:"demoted,omitempty"` // the reasons for the factor
	Bonus     float64  `json:"bonus,omitempty"`
	// one reason for the bonus: consecutive words of the query that the text contains
	Phrase string `json:"phrase,omitempty"`
	// another reason: the symbol that the node matches
	Symbol string `json:"symbol,omitempty"`
	Match  string `json:"match,omitempty"`
	// ScoreNote is the source of the score, if it differs from the above.
	Instead string      `json:"instead,omitempty"`
	Vector  *Vector     `json:"vector,omitempty"` // source of the score, together with the words
	Terms   []TermScore `json:"terms,omitempty"`  // the components of text
}

// A Vector holds the components of a score computed with vectors.
type Vector struct {
	Mode   string  `json:"mode"`
	Cosine float64 `json:"cosine"`
	Words  float64 `json:"words"` // the score by words, as a share of the best
}

// A TermScore is the score of one term, by field.
type TermScore struct {
	Term   string             `json:"term"`
	Score  float64            `json:"score"`
	Fields map[string]float64 `json:"fields"`
}

// DidYouMean formats a question that suggests names for a misspelt one, or returns ""
// without names.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// NothingFor returns the error of a search for text without hits. Its hint suggests names
// for a misspelt one, or otherwise explains the reason.
func NothingFor(text string, res *search.Result, meant []string) error {
	err := fmt.Errorf("%w for %q", answer.ErrNothingFound, text)
	switch {
	case len(meant) > 0:
		return hint.With(err, DidYouMean(meant))
	case len(res.Terms) == 0:
		return hint.With(err, "the text has no words of two or more letters")
	case res.Matched > 0:
		return hint.With(err, fmt.Sprintf("the filters exclude all %d matches",
			res.Matched))
	}
	return hint.With(err, "no node contains any of these words; try other words, or parts of them")
}

// Targets lists the nodes of hits.
func Targets(hits []search.Hit) []answer.Target {
	out := make([]answer.Target, len(hits))
	for i, h := range hits {
		out[i] = answer.Target{Node: h.Node}
	}
	return out
}

// NewHits describes the result of a search for text.
func NewHits(text string, res *search.Result) *Hits {
	a := &Hits{
		Query: text, Kind: res.Kind.String(), Terms: res.Terms, Symbols: res.Symbols,
		Matched: res.Matched,
		Seeds:   []string{}, Hits: []RankedID{}, Items: []HitItem{},
	}
	for _, h := range Fold(res.Hits) {
		it := render.NewItem(h.Info, 0)
		it.Score = answer.Round(h.Score)
		item := HitItem{Item: it, Signature: h.Info.Signature, Why: whyOf(h.Hit)}
		for _, old := range h.Older {
			item.Older = append(item.Older, string(old.Info.ID))
		}
		a.Seeds = append(a.Seeds, it.ID)
		a.Hits = append(a.Hits, RankedID{it.ID, it.Score, h.Rank})
		a.Items = append(a.Items, item)
	}
	return a
}

func whyOf(h search.Hit) Why {
	w := Why{
		Text: answer.Round(h.Text), Coverage: answer.Round(h.Coverage),
		Size: answer.Round(h.Size), Graph: answer.Round(h.Graph),
		Changes: answer.Round(h.Changes), Feedback: answer.Round(h.Feedback),
		File: answer.Round(h.File.Total()), Embedding: answer.Round(h.Embedding),
		Cosine: answer.Round(h.Cosine),
		Factor: answer.Round(h.Factor), Demoted: h.Why, Bonus: answer.Round(h.Bonus),
		Match: h.Match.String(), Instead: h.ScoreNote,
	}
	if w.Phrase = h.Phrase; h.Bonus > 0 {
		w.Symbol = h.Symbol
	}
	if h.Reading != 1 {
		w.Reading = answer.Round(h.Reading)
	}
	if v := h.Vector; v != nil {
		w.Vector = &Vector{v.Mode, answer.Round(v.Cosine), answer.Round(v.Words)}
	}
	for _, t := range h.Terms {
		fields := map[string]float64{}
		for f, score := range t.Fields {
			if score > 0 {
				fields[tokens.Field(f).String()] = answer.Round(score)
			}
		}
		w.Terms = append(w.Terms, TermScore{t.Term, answer.Round(t.Score), fields})
	}
	return w
}

// HitLines returns hits as text: kind, name, location and signature. Hits of a question are
// grouped by file: further hits of a file are indented below its best one, without the path.
// If explain is set, the kind of the query comes first, and the components of its score
// follow each hit.
func HitLines(res *search.Result, explain bool) []string {
	var lines []string
	if explain && len(res.Hits) > 0 {
		lines = append(lines, queryLine(res))
	}
	hits := Fold(res.Hits)
	if res.Kind.IsQuestion() {
		hits = byFile(hits)
	}
	above := ""
	for _, h := range hits {
		below := res.Kind.IsQuestion() && above != "" && h.Info.Path == above
		for _, line := range hitLines(&h, below, explain) {
			if below {
				line = "    " + line
			}
			lines = append(lines, line)
		}
		above = h.Info.Path
	}
	return lines
}

// byFile moves hits behind the best hit of their file; hits of no file keep their order.
func byFile(hits []Folded) []Folded {
	first := make([]int, len(hits))
	at := map[string]int{}
	for i, h := range hits {
		first[i] = i
		if best, ok := at[h.Info.Path]; ok && h.Info.Path != "" {
			first[i] = best
		} else {
			at[h.Info.Path] = i
		}
	}
	// ranks begin with 1 and ascend, with gaps where hits are folded
	place := map[int]int{}
	for i, h := range hits {
		place[h.Rank] = first[i]
	}
	slices.SortStableFunc(hits, func(a, b Folded) int { return cmp.Compare(place[a.Rank], place[b.Rank]) })
	return hits
}

// hitLines returns a hit as text, without its path if it is below a hit of the same file.
func hitLines(h *Folded, below, explain bool) []string {
	it := render.NewItem(h.Info, 0)
	location := render.Range(it)
	if below {
		location = strings.TrimPrefix(location, render.OneLine(h.Info.Path))
	}
	lines := []string{
		fmt.Sprintf("%2d. %s  %s %s", h.Rank, it.Handle, it.Kind, it.Name),
		fmt.Sprintf("    %s  score %.2f  %d tokens%s", location, h.Score, it.Tokens,
			reasons(h.Hit)) + h.Mark(),
	}
	if sig := render.OneLine(h.Info.Signature); sig != "" {
		lines = append(lines, "    "+render.Cut(sig, 120))
	}
	if explain {
		lines = append(lines, explainLines(h.Hit)...)
	}
	return lines
}

// queryLine describes how the query was interpreted.
func queryLine(res *search.Result) string {
	line := fmt.Sprintf("# query of kind %s", res.Kind)
	if o := res.Other; o.Open && o.Packed {
		line += fmt.Sprintf(" (for a context, %s as well)", o.Kind)
	} else if o.Open {
		line += fmt.Sprintf(" (%s as well)", o.Kind)
	}
	if len(res.Symbols) > 0 {
		line += "; identifiers: " + strings.Join(res.Symbols, ", ")
	}
	if len(res.Scope) > 0 {
		line += "; about: " + strings.Join(res.Scope, ", ")
	}
	return line
}

// reasons describes briefly why a hit was raised or lowered.
func reasons(h search.Hit) string {
	var out string
	if b := bonusText(h); b != "" {
		out += "  " + b
	}
	for _, why := range h.Why {
		if why != string(h.Info.Kind) {
			out += "  demoted: " + why
		}
	}
	return out
}

// bonusText describes the reasons for a bonus, if any.
func bonusText(h search.Hit) string {
	var says []string
	if h.Phrase != "" {
		says = append(says, fmt.Sprintf("has %q", render.Cut(h.Phrase, 60)))
	}
	if h.Bonus > 0 && h.Match != search.NoMatch {
		says = append(says, fmt.Sprintf("%s match of %s", h.Match, h.Symbol))
	}
	return strings.Join(says, ", ")
}

// explainLines formats the components of a score.
func explainLines(h search.Hit) []string {
	if h.ScoreNote != "" {
		return []string{"    = " + h.ScoreNote}
	}
	if v := h.Vector; v != nil {
		if v.Mode == "semantic" {
			return []string{fmt.Sprintf("    = semantic: cosine %.2f", v.Cosine)}
		}
		return []string{fmt.Sprintf("    = %s of words %.2f and cosine %.2f", v.Mode, v.Words,
			v.Cosine)}
	}
	sum := fmt.Sprintf("    = (text %.2f * coverage %.2f", h.Text, h.Coverage)
	for _, x := range []struct {
		name  string
		value float64
	}{{"nodes of the file", h.File.Nodes}, {"file", h.File.Document}, {"file name", h.File.Stem},
		{"commits", h.File.History},
		{"graph", h.Graph}, {"feedback", h.Feedback}} {
		if x.value > 0 {
			sum += fmt.Sprintf(" + %s %.2f", x.name, x.value)
		}
	}
	sum += ")"
	if h.Size != 1 {
		sum += fmt.Sprintf(" * size %.2f", h.Size)
	}
	if h.Reading != 1 {
		sum += fmt.Sprintf(" * other reading %.2f", h.Reading)
	}
	if h.Embedding > 0 {
		sum = fmt.Sprintf("%s + embedding %.2f (cosine %.2f))", strings.Replace(sum, "= (", "= ((", 1),
			h.Embedding, h.Cosine)
	}
	if h.Factor != 1 {
		sum += fmt.Sprintf(" * %.2g (%s)", h.Factor, strings.Join(h.Why, ", "))
	}
	if h.Bonus > 0 {
		sum += fmt.Sprintf(" + %.2f (%s)", h.Bonus, bonusText(h))
	}
	out := []string{sum}
	for _, t := range h.Terms {
		line := fmt.Sprintf("      %-16s %6.2f ", t.Term, t.Score)
		for f, score := range t.Fields {
			if score > 0 {
				line += fmt.Sprintf(" %s %.2f", tokens.Field(f), score)
			}
		}
		out = append(out, line)
	}
	return out
}
