package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/limited"
)

// MaxSize is the maximum size of a pipeline file, in bytes.
const MaxSize = 1 << 20

// A Place is a line of a file.
type Place struct {
	File string
	Line int // from 1; 0 for the file as a whole
}

// A member is one key of a mapping with its value.
type member struct {
	key   string
	at    Place // of the key
	value *yaml.Node
	stray bool // from a base step with another action
}

// A document is a YAML file being parsed into a Pipeline.
type document struct {
	file     string
	problems *Problems // shared by all files read together
	within   []*yaml.Node
	known    map[*yaml.Node][]member // mappings read so far
}

func newDocument(file string, problems *Problems) *document {
	return &document{file: file, problems: problems, known: map[*yaml.Node][]member{}}
}

func (d *document) at(n *yaml.Node) Place { return Place{d.file, n.Line} }

func (d *document) add(at Place, step, key, remedy, format string, args ...any) {
	*d.problems = append(*d.problems, Problem{at.File, at.Line, step, key,
		fmt.Sprintf(format, args...), remedy})
}

// root parses the only document of a file; nil if it has none.
func (d *document) root(raw []byte) *yaml.Node {
	whole := Place{File: d.file}
	if len(raw) > MaxSize {
		d.add(whole, "", "", "no pipeline is that large: name the right file",
			"the file has more than %d bytes", MaxSize)
		return nil
	}
	docs, err := limited.YAML(string(raw))
	switch {
	case err != nil:
		d.syntax(err, raw)
		return nil
	case len(docs) == 0:
		d.add(whole, "", "", "write settings and steps", "the file is empty")
		return nil
	case len(docs) > 1:
		d.add(d.at(docs[1]), "", "", "keep one", "there is more than one document")
	}
	root := resolved(docs[0].Content[0])
	if isNull(root) {
		d.add(whole, "", "", "write settings and steps", "the file is empty")
		return nil
	}
	return root
}

// syntax reports an error of the YAML package.
func (d *document) syntax(err error, raw []byte) {
	line, text := yamlError(err)
	remedy := "correct the YAML"
	var limit *limited.Error
	switch {
	case errors.As(err, &limit):
		remedy = "use fewer aliases, or several files"
	case strings.Contains(text, "cannot start any token"), strings.Contains(text, "tab character"):
		remedy = "indent with spaces, not with tabs, and quote texts that start with @ or `"
	case strings.Contains(text, "unknown anchor"):
		remedy = "define the anchor, in this file, above the alias"
		_, name, _ := strings.Cut(text, "'")
		name, _, _ = strings.Cut(name, "'")
		if before, _, ok := bytes.Cut(raw, []byte("*"+name)); ok {
			line = 1 + bytes.Count(before, []byte("\n"))
		}
	case strings.Contains(text, "did not find expected"),
		strings.Contains(text, "mapping values are not allowed"):
		remedy = "check the indentation, and quote texts with a colon in them"
	}
	d.add(Place{d.file, line}, "", "", remedy, "%s", text)
}

// yamlError splits a message of the YAML package into its line and text.
func yamlError(err error) (line int, text string) {
	text = strings.TrimPrefix(err.Error(), "yaml: ")
	if _, scanErr := fmt.Sscanf(text, "line %d:", &line); scanErr == nil {
		_, text, _ = strings.Cut(text, ": ")
	}
	return line, text
}

// members lists the keys of a mapping in order, those of merged mappings (<<) last; ok is
// false if the node is not a mapping. The list must not be changed.
func (d *document) members(n *yaml.Node, step string) (list []member, ok bool) {
	n = resolved(n)
	if n.Kind != yaml.MappingNode || slices.Contains(d.within, n) {
		return nil, false
	}
	// A mapping may be merged into many others: report its errors once.
	if list, ok := d.known[n]; ok {
		return list, true
	}
	d.within = append(d.within, n)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	var merged []*yaml.Node
	at := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolved(n.Content[i]), resolved(n.Content[i+1])
		switch {
		case key.Kind != yaml.ScalarNode:
			d.add(d.at(key), step, "", "use a word", "a key is not a scalar")
			continue
		case key.Tag == "!!merge" && value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
			continue
		case key.Tag == "!!merge":
			merged = append(merged, value)
			continue
		}
		if first, ok := at[key.Value]; ok {
			d.add(d.at(key), step, key.Value, "keep one", "is already set in line %d", first)
			continue
		}
		at[key.Value] = n.Content[i].Line
		list = append(list, member{key: key.Value, at: d.at(n.Content[i]), value: value})
	}
	list = d.merged(list, merged, at, step)
	d.known[n] = list
	return list, true
}

// merged adds the keys of merged mappings that are not in the list yet.
func (d *document) merged(list []member, mappings []*yaml.Node, at map[string]int,
	step string) []member {
	for _, m := range mappings {
		more, ok := d.members(m, step)
		if !ok {
			d.add(d.at(m), step, "<<", "merge mappings, none into itself", "%s cannot be merged",
				kindOf(resolved(m)))
		}
		for _, x := range more {
			if _, ok := at[x.key]; !ok {
				at[x.key] = x.at.Line
				list = append(list, x)
			}
		}
	}
	return list
}

// word returns a value that must be a nonblank text. The runtime does not accept numbers
// and truth values there.
func (d *document) word(m member, step string) string {
	w := strings.TrimSpace(m.value.Value)
	switch {
	case m.value.Kind != yaml.ScalarNode || isNull(m.value) || w == "":
		d.add(m.at, step, m.key, "write a name", "is %s", kindOf(m.value))
		return ""
	case !isText(m.value):
		d.add(m.at, step, m.key, "put it in quotes", "is %s, which YAML does not treat as text", w)
		return ""
	}
	return w
}

// truths are the unquoted texts that are truth values in YAML 1.1, which the runtime
// reads.
var truths = []string{"yes", "no", "on", "off", "true", "false"}

// isText reports whether a scalar is also a text for the runtime.
func isText(n *yaml.Node) bool {
	return n.ShortTag() == "!!str" &&
		(n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 ||
			!slices.Contains(truths, strings.ToLower(n.Value)))
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

// kindOf returns the name of the kind of a node, for messages.
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
