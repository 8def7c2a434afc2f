package outline

import "bytes"

// maxParameters bounds the parameters of one header that are tried: each takes
// another parse.
const maxParameters = 32

// mendParameters reduces the header of a function, or of a class with parameters,
// to the name and the accepted parameters. It reports whether the header is
// accepted then.
//
//	void m(int a, b[ c, int d) throws {    // becomes void m(int a, int d) {
func (m *mender) mendParameters(it *Item, ctx Context) bool {
	at, end := it.At+uint32(len(it.Name)), m.tokens[it.Open].Start
	if it.Name == "" || at+2 > end {
		return false
	}
	list, ok := m.parameters(it, at)
	if !ok && !it.called {
		return false
	}
	was := bytes.Clone(m.out[at:end])
	m.blankBytes(at, end)
	copy(m.out[at:], "()")
	if !m.acceptsHeader(it, ctx) {
		copy(m.out[at:], was)
		return false
	}
	var kept []Span
	for _, p := range list[:min(len(list), maxParameters)] {
		before := bytes.Clone(m.out[at:end])
		if m.keep(append(kept, p), at, end, was); m.acceptsHeader(it, ctx) {
			kept = append(kept, p)
		} else {
			copy(m.out[at:], before)
		}
	}
	return true
}

// parameters lists the comma-separated parts of the header of an item, after the
// parenthesis that follows its name; ok is false if there is no parenthesis.
func (m *mender) parameters(it *Item, at uint32) (out []Span, ok bool) {
	i := it.from
	for i < it.Open && (m.tokens[i].Start < at || m.byteAt(i) != '(') {
		i++
	}
	ok = i < it.Open
	for i++; i < it.Open; i++ {
		from := i
		for i < it.Open && m.byteAt(i) != ',' {
			if p := int(m.pair[i]); p > i && p < it.Open {
				i = p
			} else if m.byteAt(i) == ')' {
				break
			}
			i++
		}
		if from < i {
			out = append(out, Span{m.tokens[from].Start, m.tokens[i-1].End})
		}
	}
	return out, ok
}

// keep reduces a part of the text, whose previous bytes are was, to the parameters
// of a list and the text to be around them.
func (m *mender) keep(list []Span, at, end uint32, was []byte) {
	m.blankBytes(at, end)
	m.out[at] = '('
	for i, p := range list {
		copy(m.out[p.Start:p.End], was[p.Start-at:])
		switch {
		case i+1 < len(list):
			m.out[p.End] = ','
		case p.End < end:
			m.out[p.End] = ')'
		}
	}
}
