package pipeline

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
)

// A nodeText is an item of node_texts.
type nodeText struct {
	NodeID string `json:"node_id"`
	ID     string `json:"id"` // the same, under the name that the runtime uses
	Text   string `json:"text"`
	texts.Properties
	Language  string   `json:"language,omitempty"`
	StartLine uint32   `json:"start_line,omitempty"`
	EndLine   uint32   `json:"end_line,omitempty"`
	Tokens    int      `json:"tokens,omitempty"` // charged to a token budget
	IsSeed    bool     `json:"is_seed"`
	Depth     int      `json:"depth"`
	ParentID  *string  `json:"parent_id"`
	Metadata  []string `json:"metadata_context,omitempty"` // lines of the block
}

// warnOfProperties warns about names that are not properties.
func (r *Run) warnOfProperties(names []string) {
	all := texts.PropertyNames()
	for _, name := range names {
		if !slices.Contains(all, name) {
			r.warn("metadata_fields: nodes have no property %s: %s", name, meant(name, all))
		}
	}
}

// A backend provides package fetch with the texts of the nodes that the filter admits.
type backend struct {
	r        *Run
	filter   filter
	metadata bool
	names    []string // of the properties in the metadata; nil means all

	refs  map[string]answer.Ref // by id in the state
	nodes map[answer.Ref]*graph.Node
}

func (r *Run) texts(s *Step) (*backend, error) {
	f, err := r.stateFilters()
	r.warnOfProperties(s.texts("metadata_fields"))
	b := &backend{
		r: r, filter: f, metadata: s.truth("include_metadata_in_context"),
		names: s.texts("metadata_fields"),
		refs:  map[string]answer.Ref{}, nodes: map[answer.Ref]*graph.Node{},
	}
	return b, err
}

// ref resolves an id of the state and caches the result.
func (b *backend) ref(id string) (answer.Ref, error) {
	if ref, ok := b.refs[id]; ok {
		return ref, nil
	}
	ref, err := b.r.Artifacts.find(id)
	if err != nil {
		return ref, err
	}
	if same, ok := b.refs[ref.ID]; ok { // the first part has the id of its node
		ref = same
	}
	b.refs[id], b.refs[ref.ID] = ref, ref
	return ref, nil
}

// Text returns the text of a node; ok is false if it is unknown, has no text or may not
// be seen.
func (b *backend) Text(ref answer.Ref) (t fetch.Text, ok bool, err error) {
	if !ref.Known {
		return t, false, nil
	}
	n, err := b.r.node(ref)
	if err != nil || !b.filter.admits(n) {
		return t, false, err
	}
	if t, ok, err = (texts.Source{Index: b.r.Artifacts.Index}).Text(ref); err != nil || !ok {
		return t, false, err
	}
	b.nodes[ref] = n
	if b.metadata {
		t.Metadata = texts.PropertiesOf(n).Lines(b.names)
	}
	return t, true, nil
}

// item describes an included text for node_texts.
func (b *backend) item(it fetch.Item[answer.Ref]) nodeText {
	n := b.nodes[it.Key]
	out := nodeText{
		NodeID: it.ID(), ID: it.ID(), Text: it.Text.Text, Properties: texts.PropertiesOf(n),
		Language:  n.Language,
		StartLine: n.Span.StartLine, EndLine: n.Span.EndLine, Tokens: it.Tokens,
		IsSeed: it.IsSeed, Depth: it.Depth, Metadata: it.Text.Metadata,
	}
	if part := it.Key.Part; part > 0 && part <= len(n.Parts) {
		out.StartLine, out.EndLine = n.Parts[part-1].StartLine, n.Parts[part-1].EndLine
	}
	if it.Parent != nil {
		out.ParentID = &it.Parent.ID
	}
	return out
}

// keepUnions adds to the state the rights that are needed to read all texts.
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
