package graphbuild

import (
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxPart is the size in bytes from which a text is split into parts: about a thousand
// tokens.
const maxPart = 4096

// shortBody is the size in bytes up to which the body of a member stays in the skeleton
// of its type: { get; set; } is more informative than its omission.
const shortBody = 24

// Texts makes the texts of every definition of a file, by definition:
//
//   - of a type its skeleton: header, fields, and the headers of its members,
//     whose bodies are separate nodes;
//   - of the file the text outside all definitions;
//   - of a section of a document the text before its subsections;
//   - of everything else the whole source, split into parts at statement
//     boundaries when it is long.
//
// A definition that contains others also gets a [Segment] list, which describes how its
// source is composed of its text and theirs.
//
// count returns the number of tokens of a text. Texts only depends on f, so that files
// can be processed in parallel.
//
// Time and memory are linear in the length of the file: each byte is in the text of one
// definition, and in that of the enclosing type.
func Texts(f *parse.Facts, count func(string) int) []NodeText {
	w := textWriter{f: f, lines: resolve.LinesOf(f), count: count,
		children: make([][]int, len(f.Definitions))}
	for i := 1; i < len(f.Definitions); i++ {
		p := f.Definitions[i].Parent
		w.children[p] = append(w.children[p], i)
	}
	out := make([]NodeText, len(f.Definitions))
	for i := range f.Definitions {
		pieces, breaks := w.pieces(i)
		out[i].Parts = w.split(pieces, breaks)
		out[i].Layout = w.layout(i, pieces)
	}
	return out
}

// A NodeText is the text of one definition.
type NodeText struct {
	Parts  []graph.Part
	Layout []Segment // for files, and for definitions that contain others
}

type textWriter struct {
	f        *parse.Facts
	lines    resolve.Lines
	count    func(string) int
	children [][]int // of each definition, in order
	bytes    []byte  // of the part being hashed
}

// pieces returns the pieces of the text of definition i, and the positions where it may
// be split.
func (w *textWriter) pieces(i int) (list []piece, breaks []uint32) {
	d := &w.f.Definitions[i]
	switch {
	case i == 0:
		return w.rest(d), nil
	case d.Kind == graph.KindSection && len(w.children[i]) > 0:
		first := w.f.Definitions[w.children[i][0]].Range.Start
		return []piece{{at: d.Range.Start, text: w.f.Text[d.Range.Start:first]}}, nil
	case d.Kind.IsType() && len(w.children[i]) > 0:
		return w.skeleton(i), nil
	case len(w.children[i]) > 0 && d.Range.End-d.Range.Start > maxPart:
		return w.skeleton(i), d.Breaks
	}
	start := w.lineStart(d.Range.Start)
	return []piece{{at: start, text: w.f.Text[start:d.Range.End]}}, d.Breaks
}

// lineStart moves at back over the indentation before it, so that the first line of a
// text is indented too.
func (w *textWriter) lineStart(at uint32) uint32 {
	start := at
	for start > 0 && (w.f.Text[start-1] == ' ' || w.f.Text[start-1] == '\t') {
		start--
	}
	if start == 0 || w.f.Text[start-1] == '\n' {
		return start
	}
	return at
}

// A piece is a run of text with its offset in the source.
type piece struct {
	at    uint32
	text  string
	added uint32 // bytes at the end of text that are not in the source
}

// rest returns the text outside the definitions of the file.
func (w *textWriter) rest(file *parse.Definition) []piece {
	var out []piece
	at := file.Range.Start
	for _, c := range w.children[0] {
		r := w.f.Definitions[c].Range
		if r.Start > at {
			out = appendPiece(out, w.f.Text, at, w.lineStart(r.Start))
		}
		at = max(at, r.End)
	}
	return appendPiece(out, w.f.Text, at, file.Range.End)
}

// appendPiece appends text[from:to] without surrounding blank lines.
func appendPiece(out []piece, text string, from, to uint32) []piece {
	if from >= to {
		return out
	}
	s := text[from:to]
	trimmed := strings.TrimLeft(s, " \t\r\n;")
	if trimmed == "" {
		return out
	}
	from += uint32(len(s) - len(trimmed))
	return append(out, piece{from, strings.TrimRight(trimmed, " \t\r\n") + "\n", 1})
}

// skeleton returns the text of definition i without the bodies of its members.
func (w *textWriter) skeleton(i int) []piece {
	d := &w.f.Definitions[i]
	var out []piece
	at := w.lineStart(d.Range.Start)
	add := func(to uint32) {
		if to > at {
			out = append(out, piece{at: at, text: w.f.Text[at:to]})
		}
	}
	for _, c := range w.children[i] {
		m := &w.f.Definitions[c]
		if m.Range.Start < at || m.Range.End > d.Range.End { // a member assigned elsewhere
			continue
		}
		if header := afterComments(w.f.Text, m.Range); header > m.Range.Start {
			add(w.lineStart(m.Range.Start))
			at = w.lineStart(header)
		}
		if m.Body.End-m.Body.Start <= shortBody || !m.Kind.IsType() && !m.Kind.IsCallable() ||
			m.Body.Start < at {
			continue
		}
		add(m.Body.Start)
		mark := elided(w.f.Text, m.Body)
		out = append(out, piece{m.Body.Start, mark, uint32(len(mark))})
		at = m.Body.End
	}
	add(d.Range.End)
	return out
}

// elided returns the placeholder for an omitted body.
func elided(text string, body parse.Range) string {
	if text[body.Start] == '{' {
		return "{ … }"
	}
	return "…"
}

// afterComments returns the start of a definition after its leading comments.
func afterComments(text string, r parse.Range) uint32 {
	at := r.Start
	for at < r.End {
		rest := text[at:r.End]
		skip := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
		if skip == 0 {
			skip = commentLength(rest)
		}
		if skip == 0 {
			return at
		}
		at += uint32(skip)
	}
	return r.Start
}

// commentLength returns the length of the comment at the start of s, or 0.
func commentLength(s string) int {
	switch {
	case strings.HasPrefix(s, "/*"):
		if i := strings.Index(s, "*/"); i >= 0 {
			return i + 2
		}
		return len(s)
	case strings.HasPrefix(s, "//"), strings.HasPrefix(s, "--"), strings.HasPrefix(s, "# "):
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i
		}
		return len(s)
	}
	return 0
}

// split joins the pieces and splits the text into parts of at most maxPart bytes:
// before the statements at breaks if there are any, or else before a line.
func (w *textWriter) split(pieces []piece, breaks []uint32) []graph.Part {
	if len(pieces) == 0 {
		return nil
	}
	if len(pieces) == 1 && len(pieces[0].text) <= maxPart {
		return []graph.Part{w.part(pieces[0].text, pieces[0].at,
			pieces[0].at+uint32(len(pieces[0].text)))}
	}
	text, starts := join(pieces)
	source := func(at int) uint32 { // the offset of the source for an offset of text
		i := sort.SearchInts(starts, at+1) - 1
		return pieces[i].at + uint32(at-starts[i])
	}
	var cuts []int // possible positions: before statements
	for _, at := range breaks {
		i := sort.Search(len(pieces), func(i int) bool { return pieces[i].at > at }) - 1
		if i >= 0 && at < pieces[i].at+uint32(len(pieces[i].text)) {
			cut := starts[i] + int(w.lineStart(at)-pieces[i].at)
			if cut > 0 && cut < len(text) {
				cuts = append(cuts, cut)
			}
		}
	}
	var out []graph.Part
	for from := 0; from < len(text); {
		to := nextCut(text, from, cuts)
		out = append(out, w.part(text[from:to], source(from), source(to-1)+1))
		from = to
	}
	return out
}

// join concatenates pieces, and returns the start of each. It does not copy a single
// piece.
func join(pieces []piece) (text string, starts []int) {
	starts = make([]int, len(pieces))
	if len(pieces) == 1 {
		return pieces[0].text, starts
	}
	size := 0
	for i, p := range pieces {
		starts[i] = size
		size += len(p.text)
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range pieces {
		b.WriteString(p.text)
	}
	return b.String(), starts
}

// nextCut returns the end of the part that begins at from.
func nextCut(text string, from int, cuts []int) int {
	if len(text)-from <= maxPart {
		return len(text)
	}
	limit := from + maxPart
	if i := sort.SearchInts(cuts, limit+1) - 1; i >= 0 && cuts[i] > from+maxPart/4 {
		return cuts[i]
	}
	if i := strings.LastIndexByte(text[from:limit], '\n'); i > maxPart/4 {
		return from + i + 1
	}
	for limit > from+1 && text[limit]&0xc0 == 0x80 { // not inside a character
		limit--
	}
	return limit
}

func (w *textWriter) part(text string, from, to uint32) graph.Part {
	w.bytes = append(w.bytes[:0], text...)
	if to > from {
		to--
	}
	return graph.Part{
		Text: text, StartLine: w.lines.Of(from), EndLine: w.lines.Of(to),
		Tokens: w.count(text), Hash: graph.HashOf(w.bytes),
	}
}
