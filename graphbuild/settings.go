package graphbuild

import (
	"path"
	"slices"
	"strings"

	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// settings makes nodes for the files that set keys and for all keys, and appends the
// edges for setting, reading and filling them. A key is one node in the whole tree, as
// it is unknown which of several applications reads a file.
func (c *collector) settings(ix *resolve.Table, m *config.Model,
	edges []graph.Edge) []graph.Edge {
	s := settings{collector: c, ix: ix, edges: edges,
		keys: map[config.Key]uint32{}, variables: map[string][]config.Key{},
		within: map[config.Key][]uint32{}, objects: map[string][]config.Key{}}
	s.modules(m.Files)
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
	for _, n := range m.Names {
		s.named(n)
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
	s.charts()
	for _, f := range m.Files {
		s.file(f)
	}
	s.variablesOfModules()
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

	within  map[config.Key][]uint32 // keys set below a value of a chart
	objects map[string][]config.Key // Kubernetes keys, by name

	declares map[string]bool // folders with Terraform modules
	handed   map[string]bool // those that other modules call
}

func (s *settings) edge(e graph.Edge) { s.edges = append(s.edges, e) }

// key returns the node of a key, which it makes on first use.
func (s *settings) key(k config.Key) uint32 {
	folded := k.Fold()
	if n, ok := s.keys[folded]; ok {
		return n
	}
	n := graph.Node{Kind: graph.KindConfigKey, Language: "config", Name: k.Name, Short: k.Last(),
		Module: moduleOf(k), Signature: k.Name,
		Flags: graph.Exported}
	if keyfile.IsSecret(k.Name) {
		n.Modifiers = append(n.Modifiers, "secret")
	}
	if k.ReadByPlatform() {
		n.Modifiers = append(n.Modifiers, "platform")
	}
	s.keys[folded] = s.addSymbol(n, strings.ReplaceAll(n.Module, " ", ":"),
		strings.ReplaceAll(folded.Name, " ", "_"))
	s.list = append(s.list, folded)
	if v := folded.Variable(); v != "" && !(k.Space == keyfile.Terraform && s.handed[k.Scope]) {
		s.variables[v] = append(s.variables[v], folded)
	}
	return s.keys[folded]
}

// named records a variable that sets a key because of code.
func (s *settings) named(n config.Name) {
	s.key(n.Key)
	if k := n.Key.Fold(); !slices.Contains(s.variables[n.Variable], k) {
		s.variables[n.Variable] = append(s.variables[n.Variable], k)
	}
}

// moduleOf returns the namespace of a key: its space, and the folder of its chart or
// module.
func moduleOf(k config.Key) string {
	name := config.SpaceName(k.Space)
	if k.Scope == "" || k.Scope == "." {
		return name
	}
	return name + " " + k.Scope
}

// declared makes the node of a key that a file sets; its place is the first file that
// sets it.
func (s *settings) declared(f *keyfile.File, k *keyfile.Key) {
	n := s.key(s.keyOf(f, k))
	if node := &s.nodes[n]; node.Path == "" {
		s.grouped(s.keyOf(f, k), n)
		node.Path, node.NameLine = f.Path, k.Line
		node.Span = graph.Span{StartLine: k.Line, EndLine: k.Line}
		if k.Value != "" {
			node.Signature = k.Name + " = " + k.Value
		}
	}
}

// composed makes the keys for variables that name a key below a known .NET section:
// Database__Replicas__1 is Database:Replicas:1.
func (s *settings) composed(f *keyfile.File) {
	for i := range f.Keys {
		k := &f.Keys[i]
		if k.Space != keyfile.Variables || !strings.Contains(k.Name, "__") ||
			s.variables[strings.ToUpper(k.Name)] != nil {
			continue
		}
		of := config.Key{Space: keyfile.DotNet, Name: strings.ReplaceAll(k.Name, "__", ":")}
		if len(s.sections(of.Fold())) > 0 {
			s.key(of)
		}
	}
}

// keyOf returns the key that a line of a file sets. Values for a Terraform module may
// be in a folder below it.
func (s *settings) keyOf(f *keyfile.File, k *keyfile.Key) config.Key {
	key := config.KeyOf(k.Ref())
	if k.Space != keyfile.Terraform || keyfile.IsModule(f.Path) {
		return key
	}
	for dir := k.Scope; ; dir = path.Dir(dir) {
		if s.declares[dir] {
			key.Scope = dir
			return key
		}
		if dir == "." {
			return key
		}
	}
}

// grouped indexes a chart key under all its sections, and a Kubernetes key under its
// name.
func (s *settings) grouped(k config.Key, node uint32) {
	switch k.Space {
	case keyfile.Kubernetes:
		s.objects[k.Name] = append(s.objects[k.Name], k)
	case keyfile.Helm:
		for at := len(k.Name) - 1; at > 0; at-- {
			if k.Name[at] == '.' {
				section := config.Key{Space: k.Space, Scope: k.Scope, Name: k.Name[:at]}
				s.within[section] = append(s.within[section], node)
			}
		}
	}
}

// modules records the folders with Terraform modules, and those that other modules
// call.
func (s *settings) modules(files []*keyfile.File) {
	s.declares, s.handed = map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if !keyfile.IsModule(f.Path) {
			continue
		}
		s.declares[path.Dir(f.Path)] = true
		for i := range f.Keys {
			if k := &f.Keys[i]; k.Space == keyfile.Terraform && k.Scope != path.Dir(f.Path) {
				s.handed[k.Scope] = true
			}
		}
	}
}

// variablesOfModules connects the variables that Terraform code declares to the keys
// that value files set: expressions refer to the former, files to the latter.
func (s *settings) variablesOfModules() {
	for _, f := range s.ix.Files {
		if f.Language != "hcl" {
			continue
		}
		for i := range f.Definitions {
			d := s.ix.Def(f.ID(int32(i)))
			name, ok := strings.CutPrefix(d.Symbol, "var.")
			if !ok {
				continue
			}
			key := config.Key{Space: keyfile.Terraform, Scope: path.Dir(f.Path), Name: name}
			if to, ok := s.keys[key.Fold()]; ok {
				s.edge(graph.Edge{From: nodeOf(d.ID), To: to, Kind: graph.ReadsConfig, Tier: graph.Exact,
					Line: f.Line(d.NameAt)})
			}
		}
	}
}

// charts connects the values that a chart sets for a subchart to the values of the
// subchart.
func (s *settings) charts() {
	scopes := map[string]bool{}
	for _, k := range s.list {
		if k.Space == keyfile.Helm {
			scopes[k.Scope] = true
		}
	}
	for _, k := range slices.Clone(s.list) {
		inner, name, ok := strings.Cut(k.Name, ".")
		if at := path.Join(k.Scope, "charts", inner); ok && k.Space == keyfile.Helm && scopes[at] {
			s.edge(graph.Edge{From: s.keys[k], Kind: graph.Configures, Tier: graph.Exact,
				To: s.key(config.Key{Space: keyfile.Helm, Scope: at, Name: name})})
		}
	}
}

// file makes the node of a file, and the edges to the keys that it sets and reads. A
// variable also sets the keys that frameworks look up under its name; if there are no
// such keys, it is a key itself.
func (s *settings) file(f *keyfile.File) {
	if len(f.Keys) == 0 && len(f.Asks) == 0 {
		return
	}
	last := uint32(1)
	if len(f.Keys) > 0 {
		last = f.Keys[len(f.Keys)-1].Line
	}
	if len(f.Asks) > 0 {
		last = max(last, f.Asks[len(f.Asks)-1].Line)
	}
	from := s.addSymbol(graph.Node{Kind: graph.KindConfigFile, Language: f.Format, Name: f.Path,
		Short: f.Path[strings.LastIndexByte(f.Path, '/')+1:], Module: f.Path, Path: f.Path,
		NameLine: 1, Span: graph.Span{StartLine: 1, EndLine: last}}, f.Path, "<settings>")
	told := graph.SettingsFile{Node: from, Settings: make([]graph.Setting, len(f.Keys))}
	for i := range f.Keys {
		told.Settings[i] = s.setting(f, &f.Keys[i], from)
	}
	s.files = append(s.files, told)
	if s.settingsOf == nil {
		s.settingsOf = map[string]uint32{}
	}
	s.settingsOf[f.Path] = from
	for _, a := range f.Asks {
		for _, to := range s.asked(config.KeyOf(a.Ref)) {
			s.edge(graph.Edge{From: from, To: to, Kind: graph.ReadsConfig, Tier: graph.Exact,
				Line: a.Line})
		}
	}
}

// setting appends the edges of a line of a file, whose node is from, and returns the
// setting.
func (s *settings) setting(f *keyfile.File, k *keyfile.Key, from uint32) graph.Setting {
	means := s.means(f, k)
	var sources []uint32
	for _, name := range k.Uses {
		sources = append(sources, s.referred(k.Space, name)...)
	}
	uses := slices.Clone(k.Uses)
	for _, r := range k.From {
		sources = append(sources, s.asked(config.KeyOf(r))...)
		uses = append(uses, r.Name)
	}
	var nodes []uint32
	for _, key := range means {
		to := s.keys[key]
		nodes = append(nodes, to)
		e := graph.Edge{From: from, To: to, Kind: graph.Configures, Tier: graph.Exact, Line: k.Line}
		if !k.Unset {
			s.edge(e)
			for _, e.To = range s.sections(key) {
				s.edge(e)
			}
		}
		for _, source := range sources {
			if source != to {
				s.edge(graph.Edge{From: source, To: to, Kind: graph.Configures, Tier: graph.Exact})
			}
		}
	}
	told := graph.Setting{Key: k.Name, Space: config.SpaceName(k.Space), Line: k.Line,
		Path: config.KeyOf(k.Ref()).Path(), Value: k.Value, Secret: k.Secret, Masked: k.Masked,
		Unset: k.Unset, Uses: uses, Nodes: nodes}
	if k.Space == keyfile.Terraform && k.Scope != path.Dir(f.Path) {
		told.Path = slices.Insert(told.Path, 0, k.Scope) // of a module that is called
	}
	return told
}

// asked lists the nodes of a key that a file names; for a section, all keys below it
// that a file sets.
func (s *settings) asked(k config.Key) []uint32 {
	if k.Space == keyfile.Variables {
		return s.referred(k.Space, k.Name)
	}
	if _, ok := s.keys[k.Fold()]; ok {
		return []uint32{s.key(k)}
	}
	if k.Space == keyfile.Kubernetes {
		return []uint32{s.key(s.object(k))}
	}
	if below := s.within[k]; below != nil {
		return below
	}
	return []uint32{s.key(k)}
}

// object returns the Kubernetes key that a reference refers to: if a template generates
// the name of the reference or the object, the only key of that name.
func (s *settings) object(k config.Key) config.Key {
	list := s.objects[k.Name]
	if len(list) == 1 && (k.Scope == "" || list[0].Scope == "") {
		return list[0]
	}
	return k
}

// sections lists the nodes of the sections around a folded key that are read as a
// whole.
func (s *settings) sections(k config.Key) []uint32 {
	var out []uint32
	name := k.Name
	for at := len(name) - 1; at > 0; at-- {
		if strings.ContainsRune(":.[", rune(name[at])) {
			if n, ok := s.keys[config.Key{Space: k.Space, Scope: k.Scope, Name: name[:at]}]; ok {
				out = append(out, n)
			}
		}
	}
	return out
}

// means lists the keys that a line of a file sets, folded.
func (s *settings) means(f *keyfile.File, k *keyfile.Key) []config.Key {
	own := s.keyOf(f, k).Fold()
	if k.Space != keyfile.Variables {
		s.declared(f, k)
		return []config.Key{own}
	}
	out := slices.Clone(s.variables[strings.ToUpper(k.Name)])
	if _, isRead := s.keys[config.Key{Space: k.Space, Name: k.Name}]; isRead || out == nil {
		s.declared(f, k)
		out = append(out, own)
	}
	return out
}

// referred lists the nodes that ${name} in a file refers to: a key of the same space,
// or else a variable.
func (s *settings) referred(space keyfile.Space, name string) []uint32 {
	k := config.Key{Space: space, Name: name}
	if n, ok := s.keys[k.Fold()]; ok {
		return []uint32{n}
	}
	return []uint32{s.key(config.Key{Space: keyfile.Variables, Name: name})}
}

// fill appends the edges of a member that a key fills, or all keys below it.
//
// The place of a key that no file sets by its name and nothing reads is the first
// member.
func (s *settings) fill(f config.Fill) {
	d := s.ix.Def(f.Member)
	s.place(s.key(f.Key), d.File.Path, d.File.Line(d.NameAt))
	e := graph.Edge{From: s.key(f.Key), To: nodeOf(f.Member), Kind: graph.Configures,
		Tier: resolve.WeakerTier(f.Tier, graph.Exact)}
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

// place sets the place of a key that has none.
func (s *settings) place(key uint32, path string, line uint32) {
	if n := &s.nodes[key]; n.Path == "" {
		n.Path, n.NameLine = path, line
		n.Span = graph.Span{StartLine: line, EndLine: line}
	}
}

// read appends the edges of a place that reads a key, or all keys below it.
//
// The place of a key that nothing sets is the first place that reads it.
func (s *settings) read(r config.Read) {
	s.place(s.key(r.Key), r.At.File.Path, r.At.File.Line(r.At.At))
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
