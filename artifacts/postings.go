package artifacts

import (
	"context"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"sync"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// fieldTexts calls f for each text of n that is searched.
func fieldTexts(n *graph.Node, f func(tokens.Field, string)) {
	f(tokens.FieldName, n.Short)
	f(tokens.FieldType, n.Class)
	f(tokens.FieldQualified, n.Name)
	f(tokens.FieldPath, n.Path)
	f(tokens.FieldSignature, n.Signature)
	f(tokens.FieldDoc, n.Doc)
	for i := range n.Parts {
		f(tokens.FieldBody, n.Parts[i].Text)
	}
}

// postingBatch is the number of nodes that a worker analyzes at a time. Each of their terms is looked up once
// in the batch, and once again when the batch is merged.
const postingBatch = 1024

// A batch holds the terms of consecutive nodes.
type batch struct {
	terms []string // in order of first appearance
	// for each node: the number of terms, then for each term its index in terms and its
	// frequencies
	stream  []byte
	lengths [][tokens.NumFields]uint32
}

// An analyzer converts nodes to batches; it is used by one goroutine.
type analyzer struct {
	nodes []graph.Node // all
	folding

	terms tokens.Analyzer
	key   []byte
	index map[string]uint32 // indexes in names
	// known holds the terms of the identifiers of the batch, as runs of terms; without
	// stop words, and with them
	known  [2]map[string]run
	mark   string // prefix of the keys of the node: [tokens.DocsMark] for a document
	runs   []uint32
	names  []string                   // keys of the batch's terms
	freq   [][tokens.NumFields]uint32 // by term, of the current node
	seen   []uint32                   // distinct terms of the current node
	stream []byte
}

// A run is a range of analyzer.runs.
type run struct{ from, to uint32 }

func newAnalyzer(nodes []graph.Node, f folding) *analyzer {
	return &analyzer{nodes: nodes, folding: f, index: map[string]uint32{}, known: [2]map[string]run{{}, {}}}
}

// batch analyzes the nodes from first up to but excluding end.
func (a *analyzer) batch(first, end int) batch {
	clear(a.index)
	clear(a.known[0])
	clear(a.known[1])
	a.runs = a.runs[:0]
	a.names, a.freq, a.stream = nil, a.freq[:0], nil
	b := batch{lengths: make([][tokens.NumFields]uint32, end-first)}
	for i := range b.lengths {
		a.node(uint32(first+i), &b.lengths[i])
	}
	b.terms, b.stream = a.names, a.stream
	return b
}

// A folding determines the nodes that a search finds through their container, if at all:
// their texts count as part of its body. The indexes of a table are folded into it if
// their access is the same.
type folding struct {
	parts  map[uint32][]uint32
	folded map[uint32]bool // the parts
}

// foldingOf finds the parts of tables.
func foldingOf(g *graph.Graph) folding {
	f := folding{map[uint32][]uint32{}, map[uint32]bool{}}
	for _, e := range g.Edges {
		whole, part := &g.Nodes[e.From], &g.Nodes[e.To]
		if e.Kind == graph.Contains && whole.Domain() == graph.Database && part.Kind.IsBatch() &&
			!f.folded[e.To] && reflect.DeepEqual(whole.Access, part.Access) {
			f.parts[e.From] = append(f.parts[e.From], e.To)
			f.folded[e.To] = true
		}
	}
	return f
}

// texts calls f for each searched text of node i: none for a node that is not ranked.
func (a *analyzer) texts(i uint32, f func(tokens.Field, string)) {
	n := &a.nodes[i]
	// External names would compete with the tree's own texts.
	if n.Kind.IsExternal() || a.folded[i] {
		return
	}
	fieldTexts(n, f)
	for _, part := range a.parts[i] {
		for _, p := range a.nodes[part].Parts {
			f(tokens.FieldBody, p.Text)
		}
	}
}

func (a *analyzer) node(i uint32, length *[tokens.NumFields]uint32) {
	a.seen = a.seen[:0]
	if mark := markOf(&a.nodes[i]); mark != a.mark { // the same terms have other keys
		a.mark = mark
		clear(a.known[0])
		clear(a.known[1])
	}
	if a.mark != "" {
		t := a.keyed(a.mark)
		a.seen = append(a.seen, t)
		a.freq[t][tokens.FieldName]++
		length[tokens.FieldName]++
	}
	a.texts(i, func(f tokens.Field, text string) {
		stops := keepsStops(f)
		count := func(t uint32) {
			if a.freq[t] == ([tokens.NumFields]uint32{}) {
				a.seen = append(a.seen, t)
			}
			a.freq[t][f]++
			length[f]++
		}
		a.terms.Split(text, func(id string) {
			r := a.identifier(id, stops)
			for _, t := range a.runs[r.from:r.to] {
				count(t)
			}
		}, func(term []byte, kind tokens.TermKind) {
			if stops || kind&tokens.Stop == 0 {
				count(a.number(term, kind))
			}
		})
	})
	a.stream = appendUint(a.stream, uint64(len(a.seen)))
	for _, t := range a.seen {
		a.stream = appendUint(a.stream, uint64(t))
		a.stream = appendFrequencies(a.stream, &a.freq[t])
		a.freq[t] = [tokens.NumFields]uint32{}
	}
}

// allOnce, in the mask of fields, means that the term occurs once in each.
const allOnce = 0x80

// identifier returns the terms of an identifier. Most identifiers occur repeatedly in a
// batch.
func (a *analyzer) identifier(id string, stops bool) run {
	known := a.known[0]
	if stops {
		known = a.known[1]
	}
	r, ok := known[id]
	if !ok {
		r.from = uint32(len(a.runs))
		a.terms.Identifier(id, func(term []byte, kind tokens.TermKind) {
			if stops || kind&tokens.Stop == 0 {
				a.runs = append(a.runs, a.number(term, kind))
			}
		})
		r.to = uint32(len(a.runs))
		known[id] = r
	}
	return r
}

// number returns the index of the key of a term in names.
func (a *analyzer) number(term []byte, kind tokens.TermKind) uint32 {
	a.key = tokens.AppendKey(append(a.key[:0], a.mark...), term, kind)
	if t, ok := a.index[string(a.key)]; ok {
		return t
	}
	return a.keyed(string(a.key))
}

// markOf returns the prefix of a node's keys.
func markOf(n *graph.Node) string {
	if n.Domain() == graph.Docs {
		return tokens.DocsMark
	}
	return ""
}

// keyed returns the index of a key in names.
func (a *analyzer) keyed(name string) uint32 {
	t, ok := a.index[name]
	if !ok {
		t = uint32(len(a.names))
		a.index[name] = t
		a.names = append(a.names, name)
		a.freq = append(a.freq, [tokens.NumFields]uint32{})
	}
	return t
}

// appendFrequencies appends the mask of the fields that contain a term and, unless it
// occurs once in each, its frequencies.
func appendFrequencies(b []byte, freq *[tokens.NumFields]uint32) []byte {
	mask, once := byte(0), true
	for f, n := range freq {
		if n > 0 {
			mask |= 1 << f
			once = once && n == 1
		}
	}
	if once {
		return append(b, mask|allOnce)
	}
	b = append(b, mask)
	for _, n := range freq {
		if n > 0 {
			b = appendUint(b, uint64(n))
		}
	}
	return b
}

// frequencies decodes the output of appendFrequencies.
func (d *decoder) frequencies(freq *[tokens.NumFields]uint32) {
	mask := d.byte()
	*freq = [tokens.NumFields]uint32{}
	for f := range freq {
		if mask&(1<<f) == 0 {
			continue
		}
		freq[f] = 1
		if mask&allOnce == 0 {
			freq[f] = d.uint32()
		}
	}
}

// A postingIndex collects the postings of all terms. Lists grow in pieces of one arena,
// so that memory stays close to the size on disk.
type postingIndex struct {
	number  map[string]uint32
	lists   []postingList
	arena   [][]byte
	lengths [][tokens.NumFields]uint32
	totals  [tokens.NumFields]uint64
}

// A postingList is the encoded list of one term.
type postingList struct {
	count  uint32 // number of nodes
	last   uint32 // last node
	pieces [][]byte
}

const (
	arenaBlock    = 1 << 20
	firstPiece    = 16
	largestPiece  = 8 << 10
	batchesQueued = 4 // per worker
)

// indexTerms analyzes all nodes. The result does not depend on the number of workers:
// batches are merged in order.
func indexTerms(ctx context.Context, g *graph.Graph, workers int) (*postingIndex, error) {
	x := &postingIndex{number: map[string]uint32{},
		lengths: make([][tokens.NumFields]uint32, 0, len(g.Nodes))}
	parts := foldingOf(g)
	type job struct {
		first  int
		result chan batch
	}
	jobs := make(chan job)
	order := make(chan job, workers*batchesQueued)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			a := newAnalyzer(g.Nodes, parts)
			for j := range jobs {
				j.result <- a.batch(j.first, min(j.first+postingBatch, len(g.Nodes)))
			}
		})
	}
	wg.Go(func() {
		defer close(order)
		defer close(jobs)
		for first := 0; first < len(g.Nodes); first += postingBatch {
			j := job{first, make(chan batch, 1)}
			select {
			case order <- j:
				jobs <- j
			case <-ctx.Done():
				return
			}
		}
	})
	for j := range order {
		x.merge(<-j.result)
	}
	wg.Wait()
	return x, ctx.Err()
}

// merge adds the postings of the next nodes.
func (x *postingIndex) merge(b batch) {
	global := make([]uint32, len(b.terms))
	for i, term := range b.terms {
		n, ok := x.number[term]
		if !ok {
			n = uint32(len(x.lists))
			x.number[term] = n
			x.lists = append(x.lists, postingList{})
		}
		global[i] = n
	}
	d := decoder{b: b.stream}
	var posting []byte
	var freq [tokens.NumFields]uint32
	for i := range b.lengths {
		node := uint32(len(x.lengths))
		for n := d.uint(); n > 0; n-- {
			list := &x.lists[global[d.uint()]]
			d.frequencies(&freq)
			posting = appendUint(posting[:0], uint64(node-list.last))
			posting = appendFrequencies(posting, &freq)
			list.last = node
			list.count++
			x.append(list, posting)
		}
		x.lengths = append(x.lengths, b.lengths[i])
		for f, n := range b.lengths[i] {
			x.totals[f] += uint64(n)
		}
	}
}

// append adds bytes to a list.
func (x *postingIndex) append(list *postingList, b []byte) {
	last := len(list.pieces) - 1
	if last < 0 || cap(list.pieces[last])-len(list.pieces[last]) < len(b) {
		size := firstPiece
		if last >= 0 {
			size = min(2*cap(list.pieces[last]), largestPiece)
		}
		list.pieces = append(list.pieces, x.alloc(max(size, len(b))))
		last++
	}
	list.pieces[last] = append(list.pieces[last], b...)
}

// alloc allocates n bytes of the arena.
func (x *postingIndex) alloc(n int) []byte {
	last := len(x.arena) - 1
	if last < 0 || cap(x.arena[last])-len(x.arena[last]) < n {
		x.arena = append(x.arena, make([]byte, 0, arenaBlock))
		last++
	}
	block := x.arena[last]
	from := len(block)
	x.arena[last] = block[:from+n]
	return block[from : from : from+n]
}

// writeTerms stores the dictionary from terms to lists.
func (x *postingIndex) writeTerms(put func(key, value []byte) error) (terms int, err error) {
	sorted := make([]string, 0, len(x.number))
	for term := range x.number {
		sorted = append(sorted, term)
	}
	slices.Sort(sorted)
	w := newDictWriter(sectionTerms, put)
	var value []byte
	for _, term := range sorted {
		list := &x.lists[x.number[term]]
		value = appendUint(value[:0], uint64(list.count))
		for _, piece := range list.pieces {
			value = append(value, piece...)
		}
		if err := w.add(term, value); err != nil {
			return 0, err
		}
	}
	return len(sorted), w.close()
}

// writeLengths stores the lengths of the fields: in blocks of nodes, field by
// field.
func (x *postingIndex) writeLengths(put func(key, value []byte) error) error {
	var value []byte
	for i := 0; i < len(x.lengths); i += lengthBlock {
		value = value[:0]
		for f := range tokens.NumFields {
			for _, l := range x.lengths[i:min(i+lengthBlock, len(x.lengths))] {
				value = appendUint(value, uint64(min(l[f], math.MaxUint16)))
			}
		}
		if err := put(blockKey(sectionLengths, uint32(i/lengthBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// writeRanks stores the ranks of all nodes in blocks of 8-byte floats.
func writeRanks(nodes []graph.Node, put func(key, value []byte) error) error {
	var value []byte
	for i := 0; i < len(nodes); i += rankBlock {
		value = value[:0]
		for j := i; j < min(i+rankBlock, len(nodes)); j++ {
			value = binary.LittleEndian.AppendUint64(value, math.Float64bits(nodes[j].Rank))
		}
		if err := put(blockKey(sectionRanks, uint32(i/rankBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// keepsStops reports whether stop words count in field f: they do in names.
func keepsStops(f tokens.Field) bool { return f <= tokens.FieldQualified }
