package search

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/tokens"
)

// A Weight is a parameter of the ranking. The weights of fields come first, with the
// numbers of the fields.
type Weight uint8

// The weights other than those of fields; weightRows describes them.
const (
	weightK1 Weight = Weight(tokens.NumFields) + iota
	weightB
	weightCoverage
	weightSize
	weightPackedSize
	weightReading
	weightPackedReading
	weightWeak
	weightWhole
	weightJoined
	weightFamily
	weightSynonym
	weightRepeats
	weightTitle
	weightFile
	weightFileDecay
	weightDocument
	weightDocumentB
	weightStem
	weightFolder
	weightHistory
	weightGraph
	weightPhrase
	weightMention
	weightFrame
	weightMentioned
	weightType
	weightValue
	weightDemotion
	weightOutdated
	weightScope
	weightTwin
	weightRepeat
	weightOfFile
	weightTwins
	weightNested
	weightPackedRepeat
	weightPackedRequest
	weightFeedback
	weightEmbedding
	weightSeedWords
	weightSeedMost
	weightSeedEdges
	weightSeedFile
	weightSeedHistory
	weightSeedChanges
	NumWeights
)

// A WeightRow describes a weight.
type WeightRow struct {
	Name        string
	Default     float64
	Description string // a phrase for help texts
}

// weightRows are the weights and their defaults, by number.
var weightRows = [NumWeights]WeightRow{
	tokens.FieldName:      {"name", 5, "matches in names"},
	tokens.FieldType:      {"type", 3, "matches in names of enclosing types"},
	tokens.FieldQualified: {"qualified", 2, "matches in qualified names"},
	tokens.FieldPath:      {"path", 3, "matches in paths"},
	tokens.FieldSignature: {"signature", 2, "matches in signatures"},
	tokens.FieldDoc:       {"doc", 1, "matches in doc comments"},
	tokens.FieldBody:      {"body", 1, "matches in bodies"},

	weightK1: {"k1", 1.2, "saturation of repeated words (BM25)"},
	weightB:  {"b", 0.6, "normalization by length (BM25), 0 to 1"},
	weightCoverage: {"coverage", 0.4,
		"exponent of the share of query words in a node"},
	weightSize: {"size", 0,
		"exponent of the length of a body relative to the average"},
	weightPackedSize: {"pack-size", 0.06,
		"exponent that demotes long bodies, when packing into a budget"},
	weightReading: {"reading", 0,
		"share of the alternative kind of a query that may be prose or change, 0 to 1"},
	weightPackedReading: {"pack-reading", 0,
		"the same when packing into a budget"},
	weightWeak:      {"weak", 0.3, "words common in queries: fix, add, support, how"},
	weightWhole:     {"whole", 1.4, "whole identifiers of several words, in addition to each word"},
	weightJoined:    {"joined", 0.4, "adjacent words that form one identifier"},
	weightFamily:    {"family", 0, "words with the same root: parser for parsing"},
	weightSynonym:   {"synonym", 0, "synonyms: authentication for auth"},
	weightRepeats:   {"repeats", 3, "maximum count of a repeated query word"},
	weightTitle:     {"title", 1, "words in the first line of a text of several lines"},
	weightFile:      {"file", 0.2, "best nodes of the same file"},
	weightFileDecay: {"file-decay", 0.7, "decay from one of these nodes to the next"},
	weightDocument:  {"document", 0, "file as one text"},
	weightDocumentB: {"document-b", 0.6, "its normalization by file length, 0 to 1"},
	weightStem:      {"stem", 0, "file names with query words"},
	weightFolder:    {"folder", 0.5, "words of the last folder, relative to those of the file name"},
	weightHistory:   {"history", 0.2, "files whose commits have query words in their subjects"},
	weightGraph:     {"graph", 0, "neighbors in the graph"},
	weightPhrase:    {"phrase", 2, "verbatim phrase of the query"},
	weightMention:   {"mention", 0.5, "identifier in the query that names a node"},
	weightFrame: {"frame", 1,
		"first function of a stack trace that is in the tree, relative to mention"},
	weightMentioned: {"mentioned", 0.2, "file named in the query"},
	weightType:      {"types", 0.7, "factor for types, files and properties"},
	weightValue:     {"values", 0.7, "factor for fields, constants and variables"},
	weightDemotion:  {"demotion", 0.3, "factor for tests, examples, generated and vendored code"},
	weightOutdated: {"outdated", 0.5,
		"factor for deprecated and legacy code, unless the query mentions it"},
	weightScope: {"scope", 0.5,
		"factor for files outside the part named before a colon"},
	weightTwin: {"twin", 0.5,
		"factor for replaced definitions of a database object"},
	weightRepeat: {"repeat", 1,
		"factor for each further hit of the same file or name"},
	weightOfFile: {"of-file", 1,
		"factor in lists for each earlier hit of the same file"},
	weightTwins: {"twins", 1,
		"factor in lists for each earlier near-duplicate in another file"},
	weightNested: {"nested", 1,
		"factor in lists for nodes nested in, or enclosing, an earlier or given function"},
	weightPackedRepeat: {"pack-repeat", 0.95,
		"factor for each further hit of a name, when packing into a budget"},
	weightPackedRequest: {"request", 0,
		"text only, next to given nodes, when packing into a budget"},
	weightFeedback: {"feedback", 0.3,
		"earlier useful or useless nodes (query feedback)"},
	weightEmbedding: {"embedding", 0.3, "similarity of vectors, relative to words, 0 to 1"},
	weightSeedWords: {"seed-words", 0.5, "most common words of the given nodes"},
	weightSeedMost: {"seed-most", 2,
		"maximum of these words in lists, relative to those of the text, 0 for no limit"},
	weightSeedEdges: {"seed-edges", 0.3, "neighbors of the given nodes"},
	weightSeedHistory: {"seed-history", 0.1,
		"nodes of files changed together with that of a given node"},
	weightSeedChanges: {"seed-changes", 0.3,
		"definitions changed together with the given ones"},
	weightSeedFile: {"seed-file", 0.1, "nodes of the same file as a given node"},
}

// WeightRows lists the weights.
func WeightRows() []WeightRow { return weightRows[:] }

// Values are the weights of one search.
type Values [NumWeights]float64

// Weights holds the weights of ranking: common ones, and the exceptions by kind of query.
type Weights struct {
	common Values
	kinds  [numKinds]map[Weight]float64
}

// Defaults returns the weights chosen by the evaluation of this project.
func Defaults() *Weights {
	w := &Weights{}
	for i, row := range weightRows {
		w.common[i] = row.Default
	}
	for k, differing := range kindWeights {
		w.kinds[k] = map[Weight]float64{}
		for weight, value := range differing {
			w.kinds[k][weight] = value
		}
	}
	return w
}

// kindWeights are the defaults that differ by kind of query.
var kindWeights = [numKinds]map[Weight]float64{
	KindSymbol: {weightPackedSize: 0, weightEmbedding: 0},
	KindChange: {weightSize: 0.15, weightTwins: 0.9, weightReading: 0.7, weightPackedReading: 0.7,
		weightType: 0.8},
	KindReport:  {weightTitle: 2},
	KindMessage: {weightTitle: 2},
	KindWords: {weightFamily: 0.5, weightRepeat: 0.9, weightTwins: 0.9,
		weightSynonym: 0.3, weightStem: 0.2, weightGraph: 0.2,
		weightCoverage: 0.6, weightType: 0.5},
	KindProse: {weightOfFile: 0.7, weightFamily: 0.25, weightRepeat: 0.9, weightTwins: 0.9,
		weightSynonym: 0.3, weightStem: 0.2, weightGraph: 0.2, Weight(tokens.FieldPath): 2,
		weightCoverage: 0, weightType: 1, weightPackedReading: 0.5},
	KindArchitecture: {weightOfFile: 0.4, weightHistory: 0.1, weightWeak: 1, weightRepeat: 0.9, weightTwins: 0.9,
		weightSynonym: 0.3, weightStem: 0.2,
		weightGraph: 0.2, weightType: 0.5},
	// most files have nodes with some of many words, which reveals little about the file;
	// a report repeats the words that matter
	KindSentence: {weightFile: 0},
	KindSeeded: {weightNested: 0.5, weightHistory: 0.1, weightSeedFile: 0.15, weightFile: 0.07, weightK1: 1.8,
		weightSize: 0.03, weightPackedSize: 0.1, weightType: 0.85, weightPackedRepeat: 1, weightPackedRequest: 0.2,
		weightSynonym: 0.3, weightStem: 0.2, weightGraph: 0.1, weightCoverage: 0.6},
}

// pack switches to the weights for hits that are packed into a budget.
func (w *Values) pack() {
	w[weightSize] = -w[weightPackedSize]
	w[weightReading] = w[weightPackedReading]
}

// For returns the weights of a kind of query.
func (w *Weights) For(k Kind) Values {
	v := w.common
	for weight, value := range w.kinds[k] {
		v[weight] = value
	}
	return v
}

// Set changes a weight, for all kinds of queries or, as in prose.stem, for one kind.
func (w *Weights) Set(name string, value float64) error {
	kind, short, one := strings.Cut(name, ".")
	if !one {
		short = name
	}
	i := slices.IndexFunc(weightRows[:], func(r WeightRow) bool { return r.Name == short })
	if i < 0 {
		return fmt.Errorf("%s: unknown weight: use one of %s", name, WeightNames())
	}
	for k := range numKinds {
		switch {
		case one && k.String() == kind:
			if w.kinds[k] == nil {
				w.kinds[k] = map[Weight]float64{}
			}
			w.kinds[k][Weight(i)] = value
			return nil
		case !one:
			delete(w.kinds[k], Weight(i))
		}
	}
	if one {
		return fmt.Errorf("%s: unknown kind of query: use one of %s", name,
			strings.Join(KindNames(), ", "))
	}
	w.common[i] = value
	return nil
}

// WeightNames lists the names of the weights.
func WeightNames() string {
	names := make([]string, NumWeights)
	for i, row := range weightRows {
		names[i] = row.Name
	}
	return strings.Join(names, ", ")
}

// Clone returns a copy of w, or of the defaults if w is nil.
func (w *Weights) Clone() *Weights {
	if w == nil {
		return Defaults()
	}
	out := &Weights{common: w.common}
	for k, differing := range w.kinds {
		out.kinds[k] = maps.Clone(differing)
	}
	return out
}
