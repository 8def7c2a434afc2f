package artifacts

import (
	"bytes"
	"encoding/json"
	"sync"
	"unicode/utf8"

	"seedgraph/graph"
)

// This file reads the texts in rows of chunks.json and sql_bodies.jsonl.

// A line holds the members of a row that the reader uses.
type line struct {
	Text *string `json:"Text"`
	Body *string `json:"body"`
	Doc  string  `json:"doc"`
}

// textBuffers pools buffers for texts: a search reads hundreds.
var textBuffers = sync.Pool{New: func() any { return new(textBuffer) }}

type textBuffer struct{ row, text []byte }

// joined returns the concatenated texts of the parts of a node from from up to but
// excluding to, counted from 0.
func (r *Reader) joined(rec *record, from, to int) (string, error) {
	b := textBuffers.Get().(*textBuffer)
	defer textBuffers.Put(b)
	b.text = b.text[:0]
	for p := from; p < to; p++ {
		if err := r.addText(b, r.fileOf(rec), rec, p); err != nil {
			return "", err
		}
	}
	return string(b.text), nil
}

// addText appends the text of part p of a node, counted from 0, from its file.
func (r *Reader) addText(b *textBuffer, file *textReader, rec *record, p int) (err error) {
	if b.row, err = file.line(b.row, rec.places[p]); err != nil {
		return err
	}
	if text, ok := rowText(b.row, textKey(rec)); ok && graph.HashOf(text) == rec.node.Parts[p].Hash {
		b.text = append(b.text, text...)
		return nil
	}
	_, text, err := r.line(rec, p) // parses the row and describes the error
	b.text = append(b.text, text...)
	return err
}

// line parses the row of part p of a node, counted from 0.
func (r *Reader) line(rec *record, p int) (*line, string, error) {
	file := r.fileOf(rec)
	raw, err := file.line(nil, rec.places[p])
	if err != nil {
		return nil, "", err
	}
	l := new(line)
	if err := json.Unmarshal(raw, l); err != nil {
		return nil, "", corruptf("%s: %s: %w", file.name, rec.node.ID.Part(p+1), err)
	}
	text := l.Text
	if rec.bits&inBodies != 0 {
		text = l.Body
	}
	if text == nil || graph.HashOf([]byte(*text)) != rec.node.Parts[p].Hash {
		return nil, "", corruptf("%s: the text of %s is not the one indexed", file.name,
			rec.node.ID.Part(p+1))
	}
	return l, *text, nil
}

// fileOf returns the file with the texts of a node.
func (r *Reader) fileOf(rec *record) *textReader {
	if rec.bits&inBodies != 0 {
		return r.texts[1]
	}
	return r.texts[0]
}

// textKey returns the member name after which the text of a node begins in its row.
// Quotes within texts are escaped, so no text contains it.
func textKey(rec *record) string {
	if rec.bits&inBodies != 0 {
		return `,"body":"`
	}
	return `,"Text":"`
}

// rowText finds the text in a row and unescapes it in place: parsing all members takes
// several times as long. Escapes are so frequent that bytes.IndexAny takes longer than a
// loop. ok is false if this package did not write the row.
func rowText(raw []byte, key string) (text []byte, ok bool) {
	at := bytes.Index(raw, []byte(key))
	if at < 0 {
		return nil, false
	}
	raw = raw[at+len(key):]
	text = raw[:0]
	for {
		n := 0
		for n < len(raw) && raw[n] != '"' && raw[n] != '\\' {
			n++
		}
		if n == len(raw) {
			return nil, false
		}
		text = append(text, raw[:n]...)
		if raw[n] == '"' {
			return text, true
		}
		if raw = raw[n+1:]; len(raw) == 0 {
			return nil, false
		}
		if text, raw, ok = appendUnescaped(text, raw); !ok {
			return nil, false
		}
	}
}

// appendUnescaped appends the character denoted by an escape, and returns the rest of the
// text.
func appendUnescaped(text, raw []byte) (to, rest []byte, ok bool) {
	switch c := raw[0]; c {
	case '"', '\\':
		return append(text, c), raw[1:], true
	case 'n':
		return append(text, '\n'), raw[1:], true
	case 'r':
		return append(text, '\r'), raw[1:], true
	case 't':
		return append(text, '\t'), raw[1:], true
	case 'u':
		if len(raw) < 5 {
			return nil, nil, false
		}
		var r rune
		for _, h := range raw[1:5] {
			d := bytes.IndexByte([]byte("0123456789abcdef"), h)
			if d < 0 {
				return nil, nil, false
			}
			r = r<<4 | rune(d)
		}
		return utf8.AppendRune(text, r), raw[5:], true
	}
	return nil, nil, false
}
