package limited

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// A Node is a part of a JSON or YAML document: an object or list with children in
// document order, or a value.
type Node struct {
	Name     string // of a member of an object; the index of an element of a list
	Line     int    // of the name, or of an element; from 1
	Kind     Kind
	Text     string // of a value, without quotes
	Children []Node
}

// A Kind is a kind of node.
type Kind uint8

// The kinds of nodes.
const (
	Object Kind = iota
	List
	Text
	Plain // a number, a boolean or null
)

// Child returns the last member with the name, the one that decoders use, or nil.
func (n *Node) Child(name string) *Node {
	for i := len(n.Children) - 1; i >= 0; i-- {
		if n.Children[i].Name == name {
			return &n.Children[i]
		}
	}
	return nil
}

// JSON parses JSON with comments and trailing commas.
func JSON(text string) (Node, error) {
	text = strings.TrimPrefix(text, "\xef\xbb\xbf")
	if err := CheckJSON(text); err != nil {
		return Node{}, err
	}
	v, err := hujson.Parse([]byte(text))
	if err != nil {
		return Node{}, err
	}
	b := jsonBuilder{text: text, line: 1}
	return b.node(v, "", v.StartOffset), nil
}

// UnmarshalJSON decodes JSON with comments and trailing commas.
func UnmarshalJSON(text []byte, v any) error {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if err := CheckJSON(string(text)); err != nil {
		return err
	}
	plain, err := hujson.Standardize(text)
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, v)
}

// A jsonBuilder makes nodes in the order of the text, so that lines are counted once.
type jsonBuilder struct {
	text     string
	at, line int // an offset, and its line
}

func (b *jsonBuilder) lineAt(at int) int {
	b.line += strings.Count(b.text[b.at:at], "\n")
	b.at = at
	return b.line
}

func (b *jsonBuilder) node(v hujson.Value, name string, at int) Node {
	n := Node{Name: name, Line: b.lineAt(at)}
	switch x := v.Value.(type) {
	case *hujson.Object:
		n.Children = make([]Node, len(x.Members))
		for i, m := range x.Members {
			name, _ := m.Name.Value.(hujson.Literal)
			n.Children[i] = b.node(m.Value, name.String(), m.Name.StartOffset)
		}
	case *hujson.Array:
		n.Kind = List
		n.Children = make([]Node, len(x.Elements))
		for i, e := range x.Elements {
			n.Children[i] = b.node(e, strconv.Itoa(i), e.StartOffset)
		}
	case hujson.Literal:
		n.Kind, n.Text = Text, x.String()
		if x.Kind() != '"' {
			n.Kind, n.Text = Plain, string(x)
		}
	}
	return n
}

// CheckJSON checks the limits of JSON with comments without parsing it.
func CheckJSON(text string) error {
	return brackets{quotes: `"`, line: "//", block: true}.check(text)
}

// brackets measures texts in which values are in brackets and separated by commas.
type brackets struct {
	quotes string // string delimiters
	line   string // the start of a comment that ends with the line
	block  bool   // comments may be between /* and */
	triple bool   // strings may be between three quotes
}

func (b brackets) check(text string) error {
	depth, nodes := 0, 1
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				return tooDeep()
			}
			nodes++
		case c == ']' || c == '}':
			depth = max(depth-1, 0)
		case c == ',':
			nodes++
		case strings.IndexByte(b.quotes, c) >= 0:
			end := b.quoted(text, at)
			nodes += (end - at) / textUnit
			at = end - 1
		case strings.HasPrefix(text[at:], b.line):
			at += lineLength(text[at:])
		case b.block && strings.HasPrefix(text[at:], "/*"):
			inside, _, _ := strings.Cut(text[at+2:], "*/")
			at = min(at+len(inside)+3, len(text))
		}
		if nodes > MaxNodes {
			return tooMany()
		}
	}
	return nil
}

// quoted returns the end of the string that begins with the quote at an offset.
func (b brackets) quoted(text string, at int) int {
	quote := text[at]
	if three := strings.Repeat(string(quote), 3); b.triple && strings.HasPrefix(text[at:], three) {
		for end := at + 3; end < len(text); end++ {
			if text[end] == '\\' && quote == '"' {
				end++
			} else if strings.HasPrefix(text[end:], three) {
				return end + 3
			}
		}
		return len(text)
	}
	for end := at + 1; end < len(text); end++ {
		switch c := text[end]; {
		case c == '\\' && quote == '"':
			end++
		case c == quote:
			return end + 1
		case c == '\n': // no string spans lines: an unmatched quote must not hide the rest
			return end
		}
	}
	return len(text)
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}
