// Package sciptest writes small SCIP indexes for tests.
package sciptest

import (
	"google.golang.org/protobuf/encoding/protowire"

	"seedgraph/source/scip"
)

// Encode returns an index of documents that a tool in the folder of a URL would write.
func Encode(root string, documents ...scip.Document) []byte {
	tool := text(text(nil, 1, "sciptest"), 2, "1.0")
	out := bytes(nil, 1, text(bytes(nil, 2, tool), 3, root))
	for _, d := range documents {
		m := text(nil, 1, d.Path)
		for _, o := range d.Occurrences {
			m = bytes(m, 2, occurrence(o))
		}
		if d.Text != "" {
			m = text(m, 5, d.Text)
		}
		if d.Encoding != scip.Unspecified {
			m = number(m, 6, uint64(d.Encoding))
		}
		out = bytes(out, 2, m)
	}
	return out
}

func occurrence(o scip.Occurrence) []byte {
	m := text(bytes(nil, 1, ranged(o.Range)), 2, o.Symbol)
	if o.Definition {
		m = number(m, 3, 1)
	}
	if !o.Enclosing.IsEmpty() {
		m = bytes(m, 7, ranged(o.Enclosing))
	}
	return m
}

func ranged(r scip.Range) []byte {
	var out []byte
	for _, v := range []uint32{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column} {
		out = protowire.AppendVarint(out, uint64(v))
	}
	return out
}

func text(b []byte, field protowire.Number, s string) []byte { return bytes(b, field, []byte(s)) }

func bytes(b []byte, field protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), data)
}

func number(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}
