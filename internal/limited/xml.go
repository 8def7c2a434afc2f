package limited

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// An XML reads the tokens of a document, and rejects documents that exceed a limit.
type XML struct {
	decoder      *xml.Decoder
	depth, nodes int
}

// NewXML returns a reader of a text in UTF-8, ignoring the encoding of its declaration.
// It is as lenient as a non-strict [xml.Decoder].
func NewXML(text string) *XML {
	x := newXML(text)
	x.decoder.Strict = false
	return x
}

func newXML(text string) *XML {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return &XML{decoder: d}
}

// Token is like the method of [xml.Decoder].
func (x *XML) Token() (xml.Token, error) { return x.measured(x.decoder.Token()) }

// RawToken is like the method of [xml.Decoder].
func (x *XML) RawToken() (xml.Token, error) { return x.measured(x.decoder.RawToken()) }

// InputOffset is like the method of [xml.Decoder].
func (x *XML) InputOffset() int64 { return x.decoder.InputOffset() }

// Line returns the line of the end of the last token, from 1.
func (x *XML) Line() int {
	line, _ := x.decoder.InputPos()
	return line
}

func (x *XML) measured(t xml.Token, err error) (xml.Token, error) {
	if err != nil {
		return t, err
	}
	switch t := t.(type) {
	case xml.StartElement:
		x.depth++
		x.nodes += 1 + len(t.Attr)
		for _, a := range t.Attr {
			x.nodes += len(a.Value) / textUnit
		}
	case xml.EndElement:
		x.depth = max(x.depth-1, 0)
	case xml.CharData:
		x.nodes += 1 + len(t)/textUnit
	default:
		x.nodes++
	}
	switch {
	case x.depth > MaxDepth:
		return nil, tooDeep()
	case x.nodes > MaxNodes:
		return nil, tooMany()
	}
	return t, nil
}

// UnmarshalXML decodes a document.
func UnmarshalXML(text []byte, v any) error {
	return xml.NewTokenDecoder(rawTokens{newXML(string(text))}).Decode(v)
}

// rawTokens leaves namespaces and nesting to the decoder that reads them.
type rawTokens struct{ *XML }

func (r rawTokens) Token() (xml.Token, error) { return r.RawToken() }

// CheckXML checks the limits of a document.
func CheckXML(text string) error {
	for x := NewXML(text); ; {
		if _, err := x.RawToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
