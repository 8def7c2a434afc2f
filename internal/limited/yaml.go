package limited

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML parses the documents of a file. Aliases are not expanded; their expansion is
// within the limits. On error the documents read before it are returned, too.
func YAML(text string) ([]*yaml.Node, error) {
	if len(text) > MaxBytes {
		return nil, tooLarge()
	}
	var out []*yaml.Node
	m := meter{known: map[*yaml.Node]extent{}}
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		switch err := d.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return out, err
		}
		if len(doc.Content) == 0 {
			continue
		}
		if err := m.check(doc.Content[0]); err != nil {
			return nil, err
		}
		out = append(out, &doc)
	}
}

// CheckYAML checks the limits of the documents of a file.
func CheckYAML(text string) error {
	_, err := YAML(text)
	return err
}

// UnmarshalYAML decodes the first document of a file; an empty file leaves v as it is.
func UnmarshalYAML(text []byte, v any) error {
	docs, err := YAML(string(text))
	if len(docs) == 0 {
		return err
	}
	return docs[0].Decode(v)
}

// An extent is the size of a node with its aliases expanded.
type extent struct{ nodes, depth int }

// A meter measures nodes. An anchor precedes its aliases, so that each node is
// visited once.
type meter struct {
	known map[*yaml.Node]extent // of nodes with an anchor; zero while being measured
	total int
}

func (m *meter) check(n *yaml.Node) error {
	e, err := m.measure(n)
	if err != nil {
		return err
	}
	if m.total += e.nodes; m.total > MaxNodes {
		return tooMany()
	}
	return nil
}

var errCircular = errors.New("an alias within its own anchor")

func (m *meter) measure(n *yaml.Node) (extent, error) {
	if n.Kind == yaml.AliasNode {
		e := m.known[n.Alias]
		if e.nodes == 0 {
			return e, errCircular
		}
		return e, nil
	}
	if n.Anchor != "" {
		m.known[n] = extent{}
	}
	e := extent{nodes: 1 + len(n.Value)/textUnit}
	if n.Kind != yaml.ScalarNode {
		e.depth = 1
	}
	for _, c := range n.Content {
		inner, err := m.measure(c)
		if err != nil {
			return e, err
		}
		e.nodes += inner.nodes
		e.depth = max(e.depth, inner.depth+1)
		switch {
		case e.depth > MaxDepth:
			return e, tooDeep()
		case e.nodes > MaxNodes:
			return e, tooMany()
		}
	}
	if n.Anchor != "" {
		m.known[n] = e
	}
	return e, nil
}

// YAMLNodes parses the documents of a file and expands aliases. On error the documents
// read before it are returned, too.
func YAMLNodes(text string) ([]Node, error) {
	docs, err := YAML(text)
	out := make([]Node, len(docs))
	for i, d := range docs {
		out[i] = yamlNode(d.Content[0], "", d.Content[0].Line)
	}
	return out, err
}

func yamlNode(y *yaml.Node, name string, line int) Node {
	n := Node{Name: name, Line: line}
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	switch y.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(y.Content); i += 2 {
			k, v := y.Content[i], y.Content[i+1]
			c := yamlNode(v, k.Value, k.Line)
			if k.Tag == "!!merge" { // <<: *base
				n.Children = append(n.Children, c.Children...)
				continue
			}
			n.Children = append(n.Children, c)
		}
	case yaml.SequenceNode:
		n.Kind = List
		for i, e := range y.Content {
			n.Children = append(n.Children, yamlNode(e, strconv.Itoa(i), e.Line))
		}
	default:
		n.Kind, n.Text = Text, y.Value
		switch y.ShortTag() {
		case "!!int", "!!float", "!!bool", "!!null":
			n.Kind = Plain
		}
	}
	return n
}
