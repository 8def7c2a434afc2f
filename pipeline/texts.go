package pipeline

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"seedgraph/fetch"
	"seedgraph/graph"
)

// A nodeText is an item of node_texts.
type nodeText struct {
	NodeID string `json:"node_id"`
	ID     string `json:"id"` // the same, under the name that the runtime writes
	Text   string `json:"text"`
	Properties
	Language  string   `json:"language,omitempty"`
	StartLine uint32   `json:"start_line,omitempty"`
	EndLine   uint32   `json:"end_line,omitempty"`
	Tokens    int      `json:"tokens,omitempty"` // that were charged to a token budget
	IsSeed    bool     `json:"is_seed"`
	Depth     int      `json:"depth"`
	ParentID  *string  `json:"parent_id"`
	Metadata  []string `json:"metadata_context,omitempty"` // lines of the block
}

// Properties are what the runtime knows of a node beside its text. What does
// not apply is left out.
type Properties struct {
	Path      string   `json:"repo_relative_path,omitempty"`
	File      string   `json:"source_file,omitempty"`
	Project   string   `json:"project_name,omitempty"`
	Class     string   `json:"class_name,omitempty"`
	Member    string   `json:"member_name,omitempty"`
	Kind      string   `json:"symbol_type,omitempty"`
	Signature string   `json:"signature,omitempty"`
	DataType  string   `json:"data_type,omitempty"`
	FileType  string   `json:"file_type,omitempty"`
	Domain    string   `json:"domain,omitempty"`
	SQLKind   string   `json:"sql_kind,omitempty"`
	SQLSchema string   `json:"sql_schema,omitempty"`
	SQLName   string   `json:"sql_name,omitempty"`
	Allow     []string `json:"acl_allow,omitempty"`
	Labels    []string `json:"classification_labels,omitempty"`
	Level     int      `json:"doc_level,omitempty"`
}

// PropertiesOf says of a node what the runtime's store would.
func PropertiesOf(n *graph.Node) Properties {
	p := Properties{
		Path: n.Path, File: path.Base(n.Path), DataType: string(n.Domain()), FileType: strings.TrimPrefix(strings.ToLower(path.Ext(n.Path)), "."),
		Signature: n.Signature, Allow: n.Access.Allow, Labels: n.Access.Labels, Level: n.Access.Level,
	}
	if n.Domain() == graph.Database {
		p.Domain, p.SQLKind, p.SQLSchema, p.SQLName = "sql", string(n.Kind), n.Schema, n.Short
		return p
	}
	p.Domain, p.Class, p.Member, p.Kind = "code", n.Class, n.Short, symbolType(n.Kind)
	return p
}

// symbolType is a kind as chunks.json writes it: TypeAlias.
func symbolType(k graph.NodeKind) string {
	var b strings.Builder
	for _, word := range strings.Fields(string(k)) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// A property is a name and a value, lists joined.
type property struct{ name, value string }

// list gives the properties in the order of the type.
func (p Properties) list() []property {
	level := ""
	if p.Level > 0 {
		level = strconv.Itoa(p.Level)
	}
	return []property{
		{"repo_relative_path", p.Path}, {"source_file", p.File}, {"project_name", p.Project}, {"class_name", p.Class}, {"member_name", p.Member},
		{"symbol_type", p.Kind}, {"signature", p.Signature}, {"data_type", p.DataType}, {"file_type", p.FileType}, {"domain", p.Domain},
		{"sql_kind", p.SQLKind}, {"sql_schema", p.SQLSchema}, {"sql_name", p.SQLName},
		{"acl_allow", strings.Join(p.Allow, ", ")}, {"classification_labels", strings.Join(p.Labels, ", ")}, {"doc_level", level},
	}
}

// lines writes the named properties, or all, one a line; blank ones are left
// out.
func (p Properties) lines(names []string) []string {
	all := p.list()
	if names == nil {
		for _, x := range all {
			names = append(names, x.name)
		}
	}
	var lines []string
	for _, name := range names {
		i := slices.IndexFunc(all, func(x property) bool { return x.name == name })
		if i >= 0 && strings.TrimSpace(all[i].value) != "" {
			lines = append(lines, name+": "+strings.Join(strings.Fields(all[i].value), " "))
		}
	}
	return lines
}

// warnOfProperties tells of names that no node has a property of.
func (r *Run) warnOfProperties(names []string) {
	var all []string
	for _, p := range (Properties{}).list() {
		all = append(all, p.name)
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			r.warn("metadata_fields: no node has a property %s: %s", name, meant(name, all))
		}
	}
}

// A backend gives fetch the texts of nodes that the filter admits.
type backend struct {
	r        *Run
	filter   filter
	metadata bool
	names    []string // of the properties in the metadata; nil: all

	refs  map[string]Ref // by canonical id
	known map[string]string
	nodes map[string]*graph.Node
}

func (r *Run) texts(s *Step) (*backend, error) {
	f, err := r.stateFilters()
	r.warnOfProperties(s.texts("metadata_fields"))
	b := &backend{
		r: r, filter: f, metadata: s.truth("include_metadata_in_context"), names: s.texts("metadata_fields"),
		refs: map[string]Ref{}, known: map[string]string{}, nodes: map[string]*graph.Node{},
	}
	return b, err
}

// canonical gives an id the form of the artifacts.
func (b *backend) canonical(id string) (string, error) {
	if c, ok := b.known[id]; ok {
		return c, nil
	}
	ref, ok, err := b.r.Artifacts.Nodes.Find(id)
	if err != nil {
		return "", err
	}
	if ok {
		b.refs[ref.ID] = ref
	}
	b.known[id] = ref.ID
	return ref.ID, nil
}

// Text returns the text of a node; ok is false for what is no node, has no text
// or may not be seen.
func (b *backend) Text(id string) (t fetch.Text, ok bool, err error) {
	ref, ok := b.refs[id]
	if !ok {
		return t, false, nil
	}
	n, err := b.r.node(ref)
	if err != nil || len(n.Parts) == 0 || !b.filter.admits(n) {
		return t, false, err
	}
	b.nodes[id] = n
	t = fetch.Text{Path: n.Path, Language: n.Language}
	if b.metadata {
		t.Metadata = PropertiesOf(n).lines(b.names)
	}
	t.Text, err = b.r.Artifacts.Nodes.Text(ref)
	return t, err == nil, err
}

// item is what fetch included, as node_texts has it.
func (b *backend) item(it fetch.Item) nodeText {
	n := b.nodes[it.ID]
	out := nodeText{
		NodeID: it.ID, ID: it.ID, Text: it.Text.Text, Properties: PropertiesOf(n), Language: n.Language,
		StartLine: n.Span.StartLine, EndLine: n.Span.EndLine, Tokens: it.Tokens, IsSeed: it.IsSeed, Depth: it.Depth, Metadata: it.Text.Metadata,
	}
	if part := b.refs[it.ID].Part; part > 0 && part <= len(n.Parts) {
		out.StartLine, out.EndLine = n.Parts[part-1].StartLine, n.Parts[part-1].EndLine
	}
	if it.Parent != "" {
		out.ParentID = &it.Parent
	}
	return out
}

// keepUnions adds to the state what a reader of all texts that were looked at
// must be allowed.
func (b *backend) keepUnions() {
	labels, groups := textsOf(b.r.State["classification_labels_union"]), textsOf(b.r.State["acl_labels_union"])
	level, leveled := wholeNumber(b.r.State["doc_level_max"])
	for _, n := range b.nodes {
		labels, groups = append(labels, n.Access.Labels...), append(groups, n.Access.Allow...)
		if n.Access.Level > 0 && (!leveled || n.Access.Level > level) {
			level, leveled = n.Access.Level, true
		}
	}
	b.r.State["classification_labels_union"], b.r.State["acl_labels_union"] = sorted(labels), sorted(groups)
	if leveled {
		b.r.State["doc_level_max"] = level
	}
}

func sorted(list []string) []string {
	list = append([]string{}, distinct(list)...)
	slices.Sort(list)
	return list
}
