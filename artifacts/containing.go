package artifacts

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"seedgraph/graph"
)

// This file finds texts in the files of texts as they are stored, without decoding records.

// A Literal is a text to find. With Fold, ASCII letters match in either case, and Text is
// in lower case.
type Literal struct {
	Text string
	Fold bool
}

// Containing lists the nodes whose text contains one of the literals, ascending; further
// nodes may be among them. ok is false if the reader does not see every node: rows of the
// files then are not those of its nodes.
func (r *Reader) Containing(literals []Literal) (nodes []uint32, ok bool, err error) {
	if !r.showsAllNodes() || len(r.extra) > 0 {
		return nil, false, nil
	}
	for i, rows := range rowFormats {
		s := rowScan{rowFormat: rows}
		for _, l := range literals {
			s.add(l)
		}
		file := textReader{name: r.texts[i].name, f: r.texts[i].f, starts: r.texts[i].starts, cached: -1}
		err := file.eachLine(func(line []byte) error {
			if !s.matches(line) {
				return nil
			}
			n, ok, err := r.nodeOfRow(file.name, line)
			if ok {
				nodes = append(nodes, n)
			}
			return err
		})
		if err != nil {
			return nil, false, err
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes), true, nil
}

// nodeOfRow returns the node of a row, which it may change; ok is false for a repeated text.
func (r *Reader) nodeOfRow(file string, row []byte) (n uint32, ok bool, err error) {
	id, found := rowText(row, `,"node_id":"`) // without parsing the text before it
	if !found {
		var of struct {
			Node *graph.NodeID `json:"node_id"`
		}
		row = bytes.TrimSuffix(bytes.TrimSuffix(row, []byte("\n")), []byte(","))
		if err := json.Unmarshal(row, &of); err != nil {
			return 0, false, corruptf("%s: %w", file, err)
		}
		if of.Node == nil {
			return 0, false, nil
		}
		id = []byte(*of.Node)
	}
	if n, ok, err = r.Lookup(graph.NodeID(id)); err == nil && !ok {
		err = corruptf("%s: %s is not a node", file, id)
	}
	return n, ok, err
}

// A rowFormat describes where a row has its text, between the quotes that end before and
// begin after, and the member of the first part of a text. Quotes within texts are escaped.
type rowFormat struct{ before, after, first string }

// rowFormats are the formats of chunks.json and sql_bodies.jsonl.
var rowFormats = [2]rowFormat{
	{`,"Text":"`, `","ProjectName":`, `"ChunkPart":1,`},
	{`,"body":"`, `","data_type":`, `"chunk_part":1,`},
}

// A rowScan finds literals in rows, in their order. Both are escaped: no text needs to be
// decoded.
type rowScan struct {
	rowFormat
	literals []literal
	longest  int    // bytes of the longest literal
	end      []byte // the end of the text of the last row, as long as a literal
	buffer   []byte
}

type literal struct {
	text []byte
	fold bool
}

func (s *rowScan) add(l Literal) {
	escaped := appendJSON(nil, l.Text)
	s.literals = append(s.literals, literal{escaped[1 : len(escaped)-1], l.Fold})
	s.longest = max(s.longest, len(escaped)-2)
}

// matches reports whether the text of a row contains a literal, or one that begins in the
// part before.
func (s *rowScan) matches(row []byte) bool {
	begin := bytes.Index(row, []byte(s.before))
	if begin < 0 {
		s.end = s.end[:0]
		return false
	}
	text := row[begin+len(s.before):]
	after := bytes.Index(text, []byte(s.after))
	if after < 0 {
		return true // the row is damaged: reading it tells how
	}
	text, rest := text[:after], text[after:]
	found := s.contains(text)
	if !found && len(s.end) > 0 && !bytes.Contains(rest, []byte(s.first)) {
		s.buffer = append(append(s.buffer[:0], s.end...), text[:min(len(text), s.longest)]...)
		found = s.contains(slices.Clone(s.buffer))
	}
	s.end = append(s.end[:0], text[max(0, len(text)-s.longest):]...)
	return found
}

func (s *rowScan) contains(text []byte) bool {
	folded := false
	for _, l := range s.literals {
		in := text
		if l.fold {
			if !folded {
				s.buffer, folded = appendLower(s.buffer[:0], text), true
			}
			in = s.buffer
		}
		if bytes.Contains(in, l.text) {
			return true
		}
	}
	return false
}

// appendLower appends a text with its ASCII letters in lower case.
func appendLower(b, text []byte) []byte {
	from := len(b)
	b = append(b, text...)
	for i, c := range b[from:] {
		if 'A' <= c && c <= 'Z' {
			b[from+i] = c + 'a' - 'A'
		}
	}
	return b
}

// eachLine calls f for every line, with its separator, in order.
func (t *textReader) eachLine(f func(line []byte) error) error {
	rest := []byte(nil)
	lines := func(b []byte) error {
		for {
			n := bytes.IndexByte(b, '\n')
			if n < 0 {
				rest = b
				return nil
			}
			if err := f(b[:n+1]); err != nil {
				return err
			}
			b = b[n+1:]
		}
	}
	for i := range max(0, len(t.starts)-1) { // frames end at the end of a line
		if err := t.load(i); err != nil {
			return err
		}
		if err := lines(t.plain); err != nil {
			return err
		}
	}
	if len(t.starts) > 0 {
		return nil
	}
	buffer := make([]byte, aheadSize)
	for at := int64(0); ; {
		kept := copy(buffer, rest)
		if kept == len(buffer) {
			buffer = append(buffer, make([]byte, len(buffer))...)
		}
		n, err := t.f.ReadAt(buffer[kept:], at)
		at += int64(n)
		if err := lines(buffer[:kept+n]); err != nil {
			return err
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return corruptf("read %s: %w", t.name, err)
		}
	}
}
