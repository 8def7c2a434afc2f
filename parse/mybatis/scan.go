package mybatis

import (
	"encoding/xml"
	"io"
	"strings"

	"seedgraph/internal/limited"
)

// An element is a start tag.
type element struct {
	name      string
	at, inner int    // where the tag begins, and where it ends
	tag       string // its text
	attrs     []xml.Attr
}

// An attr is the value of an attribute, and where it begins.
type attr struct {
	value string
	at    uint32
}

// attr returns the attribute with a name; zero if the element does not have it.
func (e *element) attr(name string) attr {
	for _, a := range e.attrs {
		if a.Name.Space == "" && a.Name.Local == name {
			return attr{strings.TrimSpace(a.Value), uint32(e.at + valueAt(e.tag, name))}
		}
	}
	return attr{}
}

// valueAt returns where the value of an attribute begins in a tag, after white
// space.
func valueAt(tag, name string) int {
	for from := 0; ; {
		i := strings.Index(tag[from:], name)
		if i < 0 {
			return 0
		}
		from += i + len(name)
		rest := strings.TrimLeft(tag[from:], " \t\r\n")
		if strings.IndexByte(" \t\r\n", tag[from-len(name)-1]) < 0 || rest == "" || rest[0] != '=' {
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t\r\n\"'")
		return len(tag) - len(rest)
	}
}

// A handler receives the contents of a file in order.
type handler interface {
	start(e *element)
	end(name string, at, end int)
	text(start, end int, raw bool) // raw: of a section without escapes
	comment(text string, start, end int)
}

// scan reads a file. ok is false if it is not XML from some place on, where
// reading stops.
func scan(text string, h handler) (ok bool) {
	d := limited.NewXML(text)
	for {
		at := int(d.InputOffset())
		token, err := d.RawToken()
		if err != nil {
			return err == io.EOF
		}
		end := int(d.InputOffset())
		switch x := token.(type) {
		case xml.StartElement:
			h.start(&element{name: x.Name.Local, at: at, inner: end, tag: text[at:end],
				attrs: x.Attr})
		case xml.EndElement:
			h.end(x.Name.Local, at, end)
		case xml.CharData:
			const open, shut = "<![CDATA[", "]]>"
			if strings.HasPrefix(text[at:end], open) {
				h.text(at+len(open), max(at+len(open), end-len(shut)), true)
			} else {
				h.text(at, end, false)
			}
		case xml.Comment:
			h.comment(string(x), at, end)
		}
	}
}
