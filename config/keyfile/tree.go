package keyfile

import (
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v3"
)

// A node is a part of a file that is a tree: an object or list with children, else a
// value. Where objects have keys, lists have positions.
type node struct {
	name     string
	line     int // of the name, or of an element
	children []node
	branch   bool // an object or a list, which may be empty
	value    value
}

// child returns the child with the name; nil for none.
func (n *node) child(name string) *node {
	for i := range n.children {
		if strings.EqualFold(n.children[i].name, name) {
			return &n.children[i]
		}
	}
	return nil
}

// keys keeps the values below a node under their paths.
func (r *reader) keys(n node, prefix string) {
	name := r.join(prefix, n.name)
	if !n.branch {
		r.add(name, n.line, n.value)
	}
	for _, c := range n.children {
		r.keys(c, name)
	}
}

// join joins a name to the path of what is around it.
func (r *reader) join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	if _, err := strconv.Atoi(name); err == nil && r.space == Spring {
		return prefix + "[" + name + "]"
	}
	return prefix + r.space.separator() + name
}

func (r *reader) allKeys(root node) {
	for _, c := range root.children {
		r.keys(c, "")
	}
}

func readJSON(r *reader) { r.allKeys(r.json()) }

// json parses JSON with comments and trailing commas.
func (r *reader) json() node {
	v, err := hujson.Parse([]byte(r.text))
	if err != nil {
		r.file.Err = err
		return node{}
	}
	return r.jsonNode(v, "", 0)
}

func (r *reader) jsonNode(v hujson.Value, name string, at int) node {
	n := node{name: name, line: r.lineAt(at)}
	switch x := v.Value.(type) {
	case *hujson.Object:
		n.branch = true
		for _, m := range x.Members {
			name, _ := m.Name.Value.(hujson.Literal)
			n.children = append(n.children, r.jsonNode(m.Value, name.String(), m.Name.StartOffset))
		}
	case *hujson.Array:
		n.branch = true
		for i, e := range x.Elements {
			n.children = append(n.children, r.jsonNode(e, strconv.Itoa(i), e.StartOffset))
		}
	case hujson.Literal:
		n.value = value{text: x.String(), plain: x.Kind() != '"'}
		if x.Kind() != '"' {
			n.value.text = string(x)
		}
	}
	return n
}

func readYAML(r *reader) {
	for _, root := range r.yaml() {
		r.allKeys(root)
	}
}

// yaml parses the documents of a file.
func (r *reader) yaml() []node {
	var out []node
	d := yaml.NewDecoder(strings.NewReader(r.text))
	for {
		var doc yaml.Node
		if err := d.Decode(&doc); err != nil {
			if err.Error() != "EOF" {
				r.file.Err = err
			}
			return out
		}
		if len(doc.Content) > 0 {
			out = append(out, yamlNode(doc.Content[0], "", doc.Content[0].Line, 0))
		}
	}
}

// maxDepth bounds values inside one another: an alias may stand for what is around it.
const maxDepth = 40

func yamlNode(y *yaml.Node, name string, line, depth int) node {
	n := node{name: name, line: line}
	if y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	if depth > maxDepth {
		return n
	}
	switch y.Kind {
	case yaml.MappingNode:
		n.branch = true
		for i := 0; i+1 < len(y.Content); i += 2 {
			k, v := y.Content[i], y.Content[i+1]
			c := yamlNode(v, k.Value, k.Line, depth+1)
			if k.Tag == "!!merge" { // <<: *base
				n.children = append(n.children, c.children...)
				continue
			}
			n.children = append(n.children, c)
		}
	case yaml.SequenceNode:
		n.branch = true
		for i, e := range y.Content {
			n.children = append(n.children, yamlNode(e, strconv.Itoa(i), e.Line, depth+1))
		}
	default:
		tag := y.ShortTag()
		n.value = value{text: y.Value,
			plain: tag == "!!int" || tag == "!!float" || tag == "!!bool" || tag == "!!null"}
	}
	return n
}

// readTOML reads tables, dotted keys and inline tables. Tables in arrays have a
// position, as elements of lists do.
func readTOML(r *reader) {
	p := unstable.Parser{}
	p.Reset([]byte(r.text))
	table, counts := "", map[string]int{}
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = r.tomlKey(e, "")
			if e.Kind == unstable.ArrayTable {
				counts[table]++
				table = r.join(table, strconv.Itoa(counts[table]-1))
			}
		case unstable.KeyValue:
			r.tomlValue(e, table, r.lineAt(tomlAt(&p, e)))
		}
	}
	r.file.Err = p.Error()
}

// tomlAt is where the key of an expression begins.
func tomlAt(p *unstable.Parser, e *unstable.Node) int {
	keys := e.Key()
	if !keys.Next() {
		return 0
	}
	return int(keys.Node().Raw.Offset)
}

// tomlKey is the path of the key of an expression.
func (r *reader) tomlKey(e *unstable.Node, prefix string) string {
	for keys := e.Key(); keys.Next(); {
		prefix = r.join(prefix, string(keys.Node().Data))
	}
	return prefix
}

func (r *reader) tomlValue(e *unstable.Node, prefix string, line int) {
	name, v := r.tomlKey(e, prefix), e.Value()
	switch v.Kind {
	case unstable.InlineTable:
		for c := v.Children(); c.Next(); {
			r.tomlValue(c.Node(), name, line)
		}
	case unstable.Array:
		i := 0
		for c := v.Children(); c.Next(); i++ {
			r.add(r.join(name, strconv.Itoa(i)), line, tomlScalar(c.Node()))
		}
	default:
		r.add(name, line, tomlScalar(v))
	}
}

func tomlScalar(v *unstable.Node) value {
	switch v.Kind {
	case unstable.Integer, unstable.Float, unstable.Bool:
		return value{text: string(v.Data), plain: true}
	}
	return value{text: string(v.Data)}
}
