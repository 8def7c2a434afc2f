package keyfile

import (
	"strconv"
	"strings"

	"seedgraph/internal/limited"
)

// A node is a node of a tree-structured file.
type node limited.Node

// child returns the child with the name, or nil.
func (n *node) child(name string) *node {
	for i := range n.Children {
		if strings.EqualFold(n.Children[i].Name, name) {
			return (*node)(&n.Children[i])
		}
	}
	return nil
}

// children yields the members or elements.
func (n *node) children(yield func(node) bool) {
	for _, c := range n.Children {
		if !yield(node(c)) {
			return
		}
	}
}

// branch reports whether n is an object or a list, possibly empty.
func (n *node) branch() bool { return n.Kind == limited.Object || n.Kind == limited.List }

func (n *node) value() value {
	return value{text: n.Text, plain: n.Kind == limited.Plain}
}

// keys records the values below a node under their paths.
func (r *reader) keys(n node, prefix string) {
	name := r.join(prefix, n.Name)
	if !n.branch() {
		r.add(name, n.Line, n.value())
	}
	for c := range n.children {
		r.keys(c, name)
	}
}

// join appends a name to the path of its parent.
func (r *reader) join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	if len(prefix)+len(name) > maxName {
		r.refuse("bytes of a key", maxName)
		return prefix
	}
	if _, err := strconv.Atoi(name); err == nil && r.space == Spring {
		return prefix + "[" + name + "]"
	}
	return prefix + r.space.separator() + name
}

func (r *reader) allKeys(root node) {
	for c := range root.children {
		r.keys(c, "")
	}
}

func readJSON(r *reader) { r.allKeys(r.json()) }

// json parses JSON with comments and trailing commas.
func (r *reader) json() node {
	root, err := limited.JSON(r.text)
	r.file.Err = err
	return node(root)
}

func readYAML(r *reader) {
	for _, root := range r.yaml() {
		r.allKeys(root)
	}
}

// yaml parses the documents of a file.
func (r *reader) yaml() []node {
	docs, err := limited.YAMLNodes(r.text)
	r.file.Err = err
	out := make([]node, len(docs))
	for i, d := range docs {
		out[i] = node(d)
	}
	return out
}

// readTOML reads tables, dotted keys and inline tables.
func readTOML(r *reader) {
	r.file.Err = limited.TOML(r.text, func(v limited.Value) {
		name := ""
		for _, part := range v.Key {
			name = r.join(name, part)
		}
		r.add(name, v.Line, value{text: v.Text, plain: v.Kind == limited.Plain})
	})
}
