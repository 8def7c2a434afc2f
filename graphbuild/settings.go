package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/config"
	"seedgraph/config/keyfile"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// settings makes nodes of the files that set keys and of all keys, and appends the edges
// that say what sets, reads and is filled by them. A key is one in the whole tree: which of
// several applications reads a file is not known.
func (c *collector) settings(ix *resolve.Table, m *config.Model,
	edges []graph.Edge) []graph.Edge {
	s := settings{collector: c, ix: ix, edges: edges,
		keys: map[config.Key]uint32{}, variables: map[string][]config.Key{}}
	for _, f := range m.Files {
		for i := range f.Keys {
			k := &f.Keys[i]
			if k.Space != keyfile.Variables {
				s.declared(f, k)
			}
		}
	}
	for _, r := range m.Reads {
		s.key(r.Key)
	}
	for _, f := range slices.Concat(m.Fills, m.Sets) {
		s.key(f.Key)
	}
	for _, f := range m.Files {
		for i := range f.Keys {
			for _, name := range f.Keys[i].Uses {
				s.referred(f.Keys[i].Space, name)
			}
		}
	}
	for _, f := range m.Files {
		s.composed(f)
	}
	for _, f := range m.Files {
		s.file(f)
	}
	c.settingsFiles = s.files
	for _, r := range m.Reads {
		s.read(r)
	}
	for _, f := range m.Fills {
		s.fill(f)
	}
	for _, f := range m.Sets {
		d := s.ix.Def(f.Member)
		s.edge(graph.Edge{From: nodeOf(f.Member), To: s.key(f.Key), Kind: graph.Configures, Tier: f.Tier,
			Line: d.File.Line(d.NameAt)})
	}
	return s.edges
}

// A settings makes the nodes and edges of keys.
type settings struct {
	*collector
	ix        *resolve.Table
	edges     []graph.Edge
	keys      map[config.Key]uint32   // folded
	list      []config.Key            // the same, in order
	variables map[string][]config.Key // keys by the variables that set them, folded
	files     []graph.SettingsFile    // by path
}

func (s *settings) edge(e graph.Edge) { s.edges = append(s.edges, e) }

// key returns the node of a key, which it makes at the first use.
func (s *settings) key(k config.Key) uint32 {
	folded := k.Fold()
	if n, ok := s.keys[folded]; ok {
		return n
	}
	n := graph.Node{Kind: graph.KindConfigKey, Language: "config", Name: k.Name, Short: k.Last(),
		Module: config.SpaceName(k.Space), Signature: k.Name, Flags: graph.Exported}
	if keyfile.IsSecret(k.Name) {
		n.Modifiers = append(n.Modifiers, "secret")
	}
	if k.ReadByPlatform() {
		n.Modifiers = append(n.Modifiers, "platform")
	}
	s.keys[folded] = s.addSymbol(n, n.Module, strings.ReplaceAll(folded.Name, " ", "_"))
	s.list = append(s.list, folded)
	if v := folded.Variable(); v != "" {
		s.variables[v] = append(s.variables[v], folded)
	}
	return s.keys[folded]
}

// declared makes the node of a key that a file sets; the first file that does is its
// place.
func (s *settings) declared(f *keyfile.File, k *keyfile.Key) uint32 {
	n := s.key(config.Key{Space: k.Space, Name: k.Name})
	if node := &s.nodes[n]; node.Path == "" {
		node.Path, node.NameLine = f.Path, k.Line
		node.Span = graph.Span{StartLine: k.Line, EndLine: k.Line}
		if k.Value != "" {
			node.Signature = k.Name + " = " + k.Value
		}
	}
	return n
}

// composed makes the keys of variables that name one below a section of .NET that the tree
// knows: Database__Replicas__1 is Database:Replicas:1.
func (s *settings) composed(f *keyfile.File) {
	for i := range f.Keys {
		k := &f.Keys[i]
		if k.Space != keyfile.Variables || !strings.Contains(k.Name, "__") ||
			s.variables[strings.ToUpper(k.Name)] != nil {
			continue
		}
		of := config.Key{Space: keyfile.DotNet, Name: strings.ReplaceAll(k.Name, "__", ":")}
		if len(s.sections(of)) > 0 {
			s.key(of)
		}
	}
}

// file makes the node of a file and the edges to what it sets. A variable sets the keys that
// frameworks look for under its name too; where there are none it is a key itself.
func (s *settings) file(f *keyfile.File) {
	if len(f.Keys) == 0 {
		return
	}
	last := f.Keys[len(f.Keys)-1].Line
	from := s.addSymbol(graph.Node{Kind: graph.KindConfigFile, Language: f.Format, Name: f.Path,
		Short: f.Path[strings.LastIndexByte(f.Path, '/')+1:], Module: f.Path, Path: f.Path,
		NameLine: 1, Span: graph.Span{StartLine: 1, EndLine: last}}, f.Path, "<settings>")
	told := graph.SettingsFile{Node: from, Settings: make([]graph.Setting, len(f.Keys))}
	for i := range f.Keys {
		k := &f.Keys[i]
		means := s.means(f, k)
		told.Settings[i] = graph.Setting{Key: k.Name, Space: config.SpaceName(k.Space), Line: k.Line,
			Path: config.Key{Space: k.Space, Name: k.Name}.Path(), Value: k.Value,
			Secret: k.Secret, Masked: k.Masked, Uses: k.Uses, Nodes: means}
		for _, to := range means {
			e := graph.Edge{From: from, To: to, Kind: graph.Configures, Tier: graph.Exact,
				Line: k.Line}
			s.edge(e)
			for _, e.To = range s.sections(config.Key{Space: k.Space, Name: k.Name}) {
				s.edge(e)
			}
			for _, name := range k.Uses {
				for _, source := range s.referred(k.Space, name) {
					s.edge(graph.Edge{From: source, To: to, Kind: graph.Configures,
						Tier: graph.Exact})
				}
			}
		}
	}
	s.files = append(s.files, told)
}

// sections lists the nodes of the keys around a key: that of a section, if something asks
// for the section as a whole.
func (s *settings) sections(k config.Key) []uint32 {
	var out []uint32
	name := k.Fold().Name
	for at := len(name) - 1; at > 0; at-- {
		if strings.ContainsRune(":.[", rune(name[at])) {
			if n, ok := s.keys[config.Key{Space: k.Space, Name: name[:at]}]; ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// means lists the nodes of the keys that a line of a file sets.
func (s *settings) means(f *keyfile.File, k *keyfile.Key) []uint32 {
	if k.Space != keyfile.Variables {
		return []uint32{s.declared(f, k)}
	}
	var out []uint32
	for _, of := range s.variables[strings.ToUpper(k.Name)] {
		out = append(out, s.keys[of])
	}
	if _, isRead := s.keys[config.Key{Space: k.Space, Name: k.Name}]; isRead || out == nil {
		out = append(out, s.declared(f, k))
	}
	return out
}

// referred lists the nodes of what ${name} in a file stands for: a key of the same space,
// else a variable.
func (s *settings) referred(space keyfile.Space, name string) []uint32 {
	k := config.Key{Space: space, Name: name}
	if n, ok := s.keys[k.Fold()]; ok {
		return []uint32{n}
	}
	return []uint32{s.key(config.Key{Space: keyfile.Variables, Name: name})}
}

// fill appends the edges of a member that a key fills, or all keys below it.
func (s *settings) fill(f config.Fill) {
	e := graph.Edge{From: s.key(f.Key), To: nodeOf(f.Member), Kind: graph.Configures,
		Tier: resolve.Worse(f.Tier, graph.Exact)}
	s.edge(e)
	if f.All {
		for _, k := range s.below(f.Key) {
			e.From = s.keys[k]
			s.edge(e)
		}
	}
}

// below lists the keys below a key, in order.
func (s *settings) below(prefix config.Key) []config.Key {
	prefix = prefix.Fold()
	var out []config.Key
	for _, k := range s.list {
		if k.Below(prefix) {
			out = append(out, k)
		}
	}
	return out
}

// read appends the edges of a place that reads a key, or all keys below it.
//
// The place of a key that nothing sets is the first that reads it.
func (s *settings) read(r config.Read) {
	if n := &s.nodes[s.key(r.Key)]; n.Path == "" {
		line := r.At.File.Line(r.At.At)
		n.Path, n.NameLine = r.At.File.Path, line
		n.Span = graph.Span{StartLine: line, EndLine: line}
	}
	e := graph.Edge{From: s.fromPlace(s.ix, r.By, r.At), To: s.key(r.Key), Kind: graph.ReadsConfig,
		Tier: r.Tier, Line: r.At.File.Line(r.At.At)}
	s.edge(e)
	if r.All {
		for _, k := range s.below(r.Key) {
			e.To = s.keys[k]
			s.edge(e)
		}
	}
}
