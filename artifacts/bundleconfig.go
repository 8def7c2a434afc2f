package artifacts

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strconv"

	"seedgraph/graph"
)

// This file writes configuration_bundle; see FORMAT.md, section "Configuration bundle".

// Placeholders in configs.jsonl for values that are not stored.
const (
	textValue   = "<text>"
	secretValue = "<secret>"
)

// A configManifest counts the contents of configs.jsonl.
type configManifest struct {
	Schema int          `json:"schema"`
	Counts configCounts `json:"counts"`
}

type configCounts struct {
	Configs int `json:"configs"` // lines
	Keys    int `json:"keys"`    // of all lines
	Secrets int `json:"secrets"` // keys whose values were omitted as secrets
}

// writeConfigs writes the bundle: a line for each file that sets keys, by path, and the
// manifest. A tree without such files has no bundle.
func (b *build) writeConfigs() error {
	if len(b.g.Settings) == 0 {
		return nil
	}
	if err := os.Mkdir(b.path(configDir), 0o777); err != nil {
		return err
	}
	var l jsonLine
	m := configManifest{Schema: 1}
	readers := b.readersOfKeys()
	err := b.writeLines(configsFile, func(w *bufio.Writer) {
		for i := range b.g.Settings {
			f := &b.g.Settings[i]
			b.configLine(&l, f, readers)
			l.b = append(l.b, '\n')
			w.Write(l.b)
			m.Counts.Configs++
			m.Counts.Keys += len(f.Settings)
			for k := range f.Settings {
				if f.Settings[k].Masked {
					m.Counts.Secrets++
				}
			}
		}
	})
	if err != nil {
		return err
	}
	return b.writeJSON(configManifestFile, m)
}

// readersOfKeys returns the nodes that read each key, ascending.
func (b *build) readersOfKeys() map[uint32][]uint32 {
	readers := map[uint32][]uint32{}
	for _, e := range b.g.Edges {
		if e.Kind == graph.ReadsConfig {
			readers[e.To] = append(readers[e.To], e.From)
		}
	}
	return readers
}

// configColumns are the members of every line of configs.jsonl, and settingColumns those
// of every element of its keys.
var (
	configColumns = columnsOf("kind", "source", "path", "data", "node_id", "data_type",
		"file_type", "acl_allow[]", "classification_labels[]", "doc_level", "owner_id",
		"source_system_id", "keys[]")
	settingColumns = columnsOf("key", "space", "line", "value", "secret", "unset", "uses[]",
		"node_ids[]", "read_by[]", "fills[]")
)

// configLine builds the line of a file.
func (b *build) configLine(l *jsonLine, f *graph.SettingsFile, readers map[uint32][]uint32) {
	n := &b.g.Nodes[f.Node]
	l.begin(configColumns)
	l.str("kind", "config")
	l.str("source", n.Language)
	l.str("path", n.Path)
	l.key("data")
	l.b = treeOf(f.Settings).append(l.b)
	l.str("node_id", string(n.ID))
	l.str("data_type", string(n.Domain()))
	l.str("file_type", fileType(n))
	access(l, &n.Access)
	l.key("keys")
	l.b = append(l.b, '[')
	for i := range f.Settings {
		if i > 0 {
			l.b = append(l.b, ',')
		}
		l.inner(settingColumns, func() { b.setting(l, n, &f.Settings[i], readers) })
	}
	l.b = append(l.b, ']')
	l.end()
}

// setting adds the members of the object for one key in the file of node n.
func (b *build) setting(l *jsonLine, n *graph.Node, s *graph.Setting,
	readers map[uint32][]uint32) {
	l.str("key", s.Key)
	l.str("space", s.Space)
	l.num("line", int(s.Line))
	l.optStr("value", s.Value)
	l.key("secret")
	l.b = strconv.AppendBool(l.b, s.Secret)
	l.key("unset")
	l.b = strconv.AppendBool(l.b, s.Unset)
	l.optList("uses", s.Uses)
	var read, filled []uint32
	for _, key := range s.Nodes {
		read = append(read, readers[key]...)
		for _, e := range b.outOf(key, graph.Configures) {
			filled = append(filled, e.To)
		}
	}
	l.list("node_ids", b.namesVisibleTo(n, s.Nodes))
	l.optList("read_by", b.namesVisibleTo(n, read))
	l.optList("fills", b.namesVisibleTo(n, filled))
}

// namesVisibleTo returns the names of the given nodes that all readers of node n may see, in the
// order of ids.
func (b *build) namesVisibleTo(n *graph.Node, nodes []uint32) []string {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	var ids []string
	for _, i := range slices.Compact(nodes) {
		if of := &b.g.Nodes[i]; of.Access.IsZero() || reflect.DeepEqual(of.Access, n.Access) {
			ids = append(ids, string(of.ID))
		}
	}
	return ids
}

// A settingTree is a part of the structure of a configuration file: an object, a list, or
// a value.
type settingTree struct {
	names    []string // of the members, in the order of the file
	members  map[string]*settingTree
	value    string // as JSON
	hasValue bool
}

// treeOf rebuilds the nested objects from the keys of a file.
func treeOf(settings []graph.Setting) *settingTree {
	root := &settingTree{members: map[string]*settingTree{}}
	for i := range settings {
		at := root
		for _, name := range settings[i].Path {
			next := at.members[name]
			if next == nil {
				next = &settingTree{members: map[string]*settingTree{}}
				at.members[name], at.names = next, append(at.names, name)
			}
			at = next
		}
		at.value, at.hasValue = jsonValue(&settings[i]), true // the last value wins
	}
	return root
}

// jsonValue returns the JSON form of the value of a key.
func jsonValue(s *graph.Setting) string {
	switch {
	case s.Unset:
		return "null"
	case s.Secret:
		return strconv.Quote(secretValue)
	case s.Value == "":
		return strconv.Quote(textValue)
	case json.Valid([]byte(s.Value)):
		return s.Value
	}
	return string(appendJSON(nil, s.Value)) // for example yes, or 007
}

// append appends the tree as JSON. The value of a key that also has nested keys is the
// member with the empty name.
func (t *settingTree) append(b []byte) []byte {
	if len(t.names) == 0 && t.hasValue {
		return append(b, t.value...)
	}
	list := t.isList()
	begin, end := byte('{'), byte('}')
	if list {
		begin, end = '[', ']'
	}
	b = append(b, begin)
	if t.hasValue {
		b = append(append(b, `"":`...), t.value...)
	}
	for i, name := range t.names {
		if i > 0 || t.hasValue {
			b = append(b, ',')
		}
		if !list {
			b = append(appendJSON(b, name), ':')
		}
		b = t.members[name].append(b)
	}
	return append(b, end)
}

// isList reports whether the member names are list indexes: 0, 1, 2 and so on.
func (t *settingTree) isList() bool {
	for i, name := range t.names {
		if name != strconv.Itoa(i) {
			return false
		}
	}
	return len(t.names) > 0 && !t.hasValue
}
