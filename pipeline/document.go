package pipeline

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A member is one key of a mapping and its value.
type member struct {
	key   string
	line  int // of the key
	value *yaml.Node
}

// A document is a YAML file on its way to a Pipeline.
type document struct {
	file     string
	problems Problems
	within   []*yaml.Node // mappings being read, against such as merge themselves
}

func (d *document) add(line int, step, key, remedy, format string, args ...any) {
	d.problems = append(d.problems, Problem{d.file, line, step, key, fmt.Sprintf(format, args...), remedy})
}

// root reads the only document of a file.
func (d *document) root(raw io.Reader) *yaml.Node {
	dec := yaml.NewDecoder(raw)
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			d.add(0, "", "", "write settings and steps", "the file is empty")
			return nil
		}
		line, text := yamlError(err)
		d.add(line, "", "", "", "%s", text)
		return nil
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		d.add(more.Line, "", "", "keep one", "there is more than one document")
	}
	return doc.Content[0]
}

// yamlError takes the line out of a message of the YAML package.
func yamlError(err error) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if _, scanErr := fmt.Sscanf(text, "line %d:", &line); scanErr == nil {
		_, text, _ = strings.Cut(text, ": ")
	}
	return line, text
}

// members lists the keys of a mapping in order, those of merged mappings (<<)
// last; ok is false for what is no mapping.
func (d *document) members(n *yaml.Node, step string) (list []member, ok bool) {
	n = resolved(n)
	if n.Kind != yaml.MappingNode || slices.Contains(d.within, n) {
		return nil, false
	}
	d.within = append(d.within, n)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	var merged []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolved(n.Content[i]), resolved(n.Content[i+1])
		switch {
		case key.Kind != yaml.ScalarNode:
			d.add(key.Line, step, "", "use a word", "a key is no scalar")
			continue
		case key.Tag == "!!merge" && value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
			continue
		case key.Tag == "!!merge":
			merged = append(merged, value)
			continue
		}
		if at := slices.IndexFunc(list, func(m member) bool { return m.key == key.Value }); at >= 0 {
			d.add(key.Line, step, key.Value, "keep one", "stands in line %d already", list[at].line)
			continue
		}
		list = append(list, member{key.Value, n.Content[i].Line, value})
	}
	for _, m := range merged {
		more, _ := d.members(m, step)
		for _, x := range more {
			if !slices.ContainsFunc(list, func(m member) bool { return m.key == x.key }) {
				list = append(list, x)
			}
		}
	}
	return list, true
}

// resolved follows an alias.
func resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// find returns the member of a key.
func find(list []member, key string) (member, bool) {
	i := slices.IndexFunc(list, func(m member) bool { return m.key == key })
	if i < 0 {
		return member{}, false
	}
	return list[i], true
}

// kindOf names what a node is, for messages.
func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "null"
	}
	return fmt.Sprintf("%q", n.Value)
}

// isNull reports whether n is an empty value.
func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// decode returns the value of a node as JSON has it: nil, bool, int, float64,
// string, []any or map[string]any.
func decode(n *yaml.Node) (any, error) {
	var v any
	err := n.Decode(&v)
	return v, err
}
