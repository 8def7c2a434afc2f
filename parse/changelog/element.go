package changelog

import (
	"encoding/xml"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/limited"
	"seedgraph/parse"
)

// An element is an element of a changelog in either form.
//
//	<addColumn tableName="t"><column name="c"/></addColumn>
//	- addColumn: {tableName: t, columns: [{column: {name: c}}]}
type element struct {
	name     string
	at       parse.Range
	attrs    []attr
	children []*element
	text     strings.Builder
	textAt   uint32
}

type attr struct {
	name, value string
	at          uint32
}

// attr returns an attribute, or the zero value.
func (e *element) attr(name string) attr {
	for _, a := range e.attrs {
		if a.name == name {
			return a
		}
	}
	return attr{}
}

// table returns the object named by two attributes; the schema may also precede a
// dot in the first.
func (e *element) table(nameAttr, schemaAttr string) name {
	n := e.attr(nameAttr)
	if s := e.attr(schemaAttr).value; s != "" {
		return name{s, n.value, n.at}
	}
	return dotted(n.value, n.at)
}

// readXML reads a changelog in XML, as far as it is sound.
func readXML(text string) (root *element, ok bool) {
	d := limited.NewXML(withoutDeclaration(text))
	root = &element{}
	open := []*element{root}
	for {
		from := d.InputOffset()
		t, err := d.Token()
		if err != nil {
			return root, err == io.EOF && len(open) == 1
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local,
				at: parse.Range{Start: uint32(from), End: uint32(d.InputOffset())}}
			starts := valueStarts(text[from:d.InputOffset()])
			for i, a := range t.Attr {
				at := uint32(from)
				if len(starts) == len(t.Attr) {
					at += uint32(starts[i])
				}
				e.attrs = append(e.attrs, attr{a.Name.Local, a.Value, at})
			}
			top.children = append(top.children, e)
			open = append(open, e)
		case xml.EndElement:
			top.at.End = uint32(d.InputOffset())
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			if strings.TrimSpace(string(t)) != "" {
				if top.text.Len() == 0 {
					top.textAt = uint32(from)
				}
				top.text.Write(t)
			}
		}
	}
}

// valueStarts lists where the values of the attributes of a tag begin, in order.
func valueStarts(tag string) []int {
	var out []int
	for at := strings.IndexByte(tag, '='); at >= 0 && at < len(tag); {
		at++
		at += len(tag[at:]) - len(strings.TrimLeft(tag[at:], " \t\r\n"))
		end := " \t\r\n/>"
		if at < len(tag) && (tag[at] == '"' || tag[at] == '\'') {
			end = tag[at : at+1]
			at++
		}
		out = append(out, at)
		if i := strings.IndexAny(tag[at:], end); i >= 0 {
			at += i
		}
		i := strings.IndexByte(tag[at:], '=')
		if i < 0 {
			break
		}
		at += i
	}
	return out
}

// withoutDeclaration blanks the XML declaration of a file: the decoder rejects
// version 1.1, which many changelogs have. All positions stay.
func withoutDeclaration(text string) string {
	from := strings.Index(text, "<?xml")
	if from < 0 {
		return text
	}
	end := strings.Index(text[from:], "?>")
	if end < 0 {
		return text
	}
	end += from + len("?>")
	return text[:from] + strings.Repeat(" ", end-from) + text[end:]
}

// readYAML reads a changelog in YAML.
func readYAML(text string) (root *element, ok bool) {
	root = &element{}
	docs, err := limited.YAML(text)
	if err != nil || len(docs) == 0 {
		return root, false
	}
	y := yamlReader{text: text, lines: lineStarts(text)}
	y.into(root, docs[0].Content[0])
	return root, true
}

func lineStarts(text string) []uint32 {
	out := []uint32{0}
	for i := range len(text) {
		if text[i] == '\n' {
			out = append(out, uint32(i+1))
		}
	}
	return out
}

type yamlReader struct {
	text  string
	lines []uint32
}

// into adds the contents of a node to an element: scalar values are attributes,
// everything else is an element. The items of a list are added directly, so
// columns and changes are children.
func (y *yamlReader) into(e *element, n *yaml.Node) {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, c := range n.Content {
			y.into(e, c)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			switch {
			case v.Kind == yaml.ScalarNode:
				e.attrs = append(e.attrs, attr{k.Value, v.Value, y.valueAt(v)})
			case lists[k.Value]:
				y.into(e, v)
			default:
				c := &element{name: k.Value, at: parse.Range{Start: y.at(k)}}
				y.into(c, v)
				c.at.End = max(y.end(v), c.at.Start)
				e.children = append(e.children, c)
			}
		}
	}
}

// lists are keys of YAML without a corresponding element in XML.
var lists = map[string]bool{"columns": true, "changes": true}

func (y *yamlReader) at(n *yaml.Node) uint32 {
	if n.Line < 1 || n.Line > len(y.lines) {
		return 0
	}
	return min(y.lines[n.Line-1]+uint32(n.Column)-1, uint32(len(y.text)))
}

// maxLead bounds the text between the position of a value and its content: a
// quote, or the sign of a block with a comment and the indentation of the next
// line.
const maxLead = 300

// valueAt returns where the content of a value begins, after a quote or the sign
// of a block.
func (y *yamlReader) valueAt(n *yaml.Node) uint32 {
	at := y.at(n)
	first, _, _ := strings.Cut(strings.TrimSpace(n.Value), "\n")
	near := y.text[at:min(int(at)+len(first)+maxLead, len(y.text))]
	if i := strings.Index(near, first); first != "" && i >= 0 {
		return at + uint32(i)
	}
	return at
}

// end returns the position after the last line of a node.
func (y *yamlReader) end(n *yaml.Node) uint32 {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	line := n.Line + strings.Count(n.Value, "\n")
	if line >= 1 && line < len(y.lines) {
		return y.lines[line] - 1
	}
	return uint32(len(y.text))
}
