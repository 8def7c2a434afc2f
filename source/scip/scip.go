// Package scip reads code indexes in the SCIP format (sourcegraph/scip: scip.proto), which compilers
// and their wrappers write. It decodes the few fields that describe occurrences:
//
//	Index       metadata 1, documents 2
//	Metadata    tool_info 2, project_root 3
//	ToolInfo    name 1, version 2
//	Document    relative_path 1, occurrences 2, text 5, position_encoding 6
//	Occurrence  range 1, symbol 2, symbol_roles 3, enclosing_range 7
//
// An index may be of any size and from any origin: documents are decoded one at a time, and every
// length is checked against the bytes that are there.
package scip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// MaxDocument bounds the size of a document, in bytes.
const MaxDocument = 128 << 20

// ErrFormat is the error of a file that is not a SCIP index.
var ErrFormat = errors.New("not a SCIP index")

// A Header describes the program that wrote an index, and the folder that it ran in.
type Header struct {
	Tool, Version string
	Root          string // a URL, or empty
}

// An Encoding is the unit of the columns of a document.
type Encoding uint8

// The encodings. Unspecified is that of the language of the indexer: for those written in TypeScript and
// Java it is UTF-16.
const (
	Unspecified Encoding = iota
	UTF8
	UTF16
	UTF32
)

// A Document is the index of one file.
type Document struct {
	Path        string // relative to the root, with '/'
	Text        string // of the file, or empty
	Encoding    Encoding
	Occurrences []Occurrence // in the order of the file
}

// A Position is a line and a column in the encoding of the document, both from 0.
type Position struct{ Line, Column uint32 }

// Before reports whether p is before q.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// A Range is a part of a document; End is the first position after it.
type Range struct{ Start, End Position }

// IsEmpty reports whether a range has no text.
func (r Range) IsEmpty() bool { return !r.Start.Before(r.End) }

// An Occurrence is a symbol at a range of a document.
type Occurrence struct {
	Symbol     string
	Range      Range
	Enclosing  Range // of a definition: all of it; empty if unknown
	Definition bool
}

// IsLocal reports whether a symbol is visible in its document only.
func IsLocal(symbol string) bool { return strings.HasPrefix(symbol, "local ") }

// Read decodes an index and calls each for every document, in the order of the file, until it returns an
// error. An error that wraps ErrFormat means that the file is not an index, or a damaged one.
func Read(r io.Reader, each func(*Document) error) (Header, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var head Header
	described, documents := false, 0
	for {
		field, value, err := next(in)
		switch {
		case err == io.EOF && described:
			return head, nil
		case err == io.EOF:
			return head, fmt.Errorf("%w: it has no metadata", ErrFormat)
		case err != nil:
			return head, err
		}
		switch field {
		case 1:
			described = true
			err = readHeader(value, &head)
		case 2:
			documents++
			var d Document
			if err = readDocument(value, &d); err == nil {
				err = each(&d)
			}
		}
		if err != nil {
			return head, err
		}
	}
}

// next reads a field of the index: metadata and documents with their value, of others only the number.
func next(in *bufio.Reader) (protowire.Number, []byte, error) {
	tag, err := readVarint(in)
	if err != nil {
		return 0, nil, err
	}
	field, kind := protowire.DecodeTag(tag)
	if field < 1 || kind != protowire.BytesType { // all fields of an index are messages
		return 0, nil, fmt.Errorf("%w: a field %d of type %d", ErrFormat, field, kind)
	}
	size, err := readVarint(in)
	switch {
	case err != nil:
		return 0, nil, truncated(err)
	case size > MaxDocument:
		return 0, nil, fmt.Errorf("%w: a document of more than %d MiB", ErrFormat, MaxDocument>>20)
	case field > 2:
		n, err := io.CopyN(io.Discard, in, int64(size))
		if n < int64(size) {
			err = truncated(err)
		}
		return field, nil, err
	}
	value, err := io.ReadAll(io.LimitReader(in, int64(size))) // grows with what is there, not with what size claims
	if err == nil && len(value) < int(size) {
		err = io.EOF
	}
	return field, value, truncated(err)
}

// readVarint reads a number; io.EOF means that the input ends before it.
func readVarint(in io.ByteReader) (uint64, error) {
	var n uint64
	for shift := 0; shift < 64; shift += 7 {
		b, err := in.ReadByte()
		if err != nil {
			if shift > 0 {
				err = truncated(err)
			}
			return 0, err
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%w: a number of more than 64 bits", ErrFormat)
}

func truncated(err error) error {
	if err == io.EOF {
		return fmt.Errorf("%w: it ends within a field", ErrFormat)
	}
	return err
}

// fields calls each for every field of a message: number holds the value of a number, data that of a
// string or message.
func fields(message []byte, each func(field protowire.Number, number uint64, data []byte) error) error {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return fmt.Errorf("%w: %w", ErrFormat, protowire.ParseError(n))
		}
		message = message[n:]
		var number uint64
		var data []byte
		switch kind {
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(message)
		case protowire.BytesType:
			data, n = protowire.ConsumeBytes(message)
		default:
			n = protowire.ConsumeFieldValue(field, kind, message)
		}
		if n < 0 {
			return fmt.Errorf("%w: %w", ErrFormat, protowire.ParseError(n))
		}
		message = message[n:]
		if err := each(field, number, data); err != nil {
			return err
		}
	}
	return nil
}

func readHeader(message []byte, head *Header) error {
	return fields(message, func(field protowire.Number, _ uint64, data []byte) error {
		switch field {
		case 2:
			return fields(data, func(field protowire.Number, _ uint64, data []byte) error {
				switch field {
				case 1:
					head.Tool = string(data)
				case 2:
					head.Version = string(data)
				}
				return nil
			})
		case 3:
			head.Root = string(data)
		}
		return nil
	})
}

func readDocument(message []byte, d *Document) error {
	err := fields(message, func(field protowire.Number, number uint64, data []byte) error {
		switch field {
		case 1:
			d.Path = string(data)
		case 2:
			var o Occurrence
			if err := readOccurrence(data, &o); err != nil {
				return err
			}
			d.Occurrences = append(d.Occurrences, o)
		case 5:
			d.Text = string(data)
		case 6:
			d.Encoding = Encoding(min(number, uint64(UTF32)+1))
		}
		return nil
	})
	if err == nil && (d.Path == "" || !utf8.ValidString(d.Path)) {
		return fmt.Errorf("%w: a document without a path", ErrFormat)
	}
	return err
}

func readOccurrence(message []byte, o *Occurrence) error {
	return fields(message, func(field protowire.Number, number uint64, data []byte) (err error) {
		switch field {
		case 1:
			o.Range, err = readRange(data)
		case 2:
			o.Symbol = string(data)
		case 3:
			o.Definition = number&1 != 0
		case 7:
			o.Enclosing, err = readRange(data)
		}
		return err
	})
}

// readRange decodes three or four numbers: start line, start column, end line unless it is the same, end
// column.
func readRange(packed []byte) (Range, error) {
	var v [4]uint32
	n := 0
	for ; len(packed) > 0; n++ {
		number, size := protowire.ConsumeVarint(packed)
		if size < 0 || n == len(v) || number > 1<<31-1 {
			return Range{}, fmt.Errorf("%w: a malformed range", ErrFormat)
		}
		v[n], packed = uint32(number), packed[size:]
	}
	switch n {
	case 3:
		return Range{Position{v[0], v[1]}, Position{v[0], v[2]}}, nil
	case 4:
		return Range{Position{v[0], v[1]}, Position{v[2], v[3]}}, nil
	}
	return Range{}, fmt.Errorf("%w: a range of %d numbers", ErrFormat, n)
}
