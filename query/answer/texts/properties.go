package texts

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
)

// Properties holds the fields that LocalAI-RAG stores with the text of a node. Fields
// that do not apply are empty.
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

// PropertiesOf returns the properties of a node, including its project if projects are
// loaded.
func PropertiesOf(n *graph.Node) Properties {
	p := Properties{
		Path: n.Path, File: path.Base(n.Path), Project: n.Project, DataType: string(n.Domain()),
		FileType:  strings.TrimPrefix(strings.ToLower(path.Ext(n.Path)), "."),
		Signature: n.Signature, Allow: n.Access.Allow, Labels: n.Access.Labels,
		Level: n.Access.Level,
	}
	if n.Domain() == graph.Database {
		p.Domain, p.SQLKind, p.SQLSchema, p.SQLName = "sql", string(n.Kind), n.Schema, n.Short
		return p
	}
	p.Domain, p.Class, p.Member, p.Kind = "code", n.Class, n.Short, symbolType(n.Kind)
	return p
}

// symbolType converts a kind to its form in chunks.json: TypeAlias.
func symbolType(k graph.NodeKind) string {
	var b strings.Builder
	for _, word := range strings.Fields(string(k)) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// A property is a name and a value; lists are joined.
type property struct{ name, value string }

// list returns the properties in the order of the type.
func (p Properties) list() []property {
	level := ""
	if p.Level > 0 {
		level = strconv.Itoa(p.Level)
	}
	return []property{
		{"repo_relative_path", p.Path}, {"source_file", p.File}, {"project_name", p.Project},
		{"class_name", p.Class}, {"member_name", p.Member}, {"symbol_type", p.Kind},
		{"signature", p.Signature}, {"data_type", p.DataType}, {"file_type", p.FileType},
		{"domain", p.Domain}, {"sql_kind", p.SQLKind}, {"sql_schema", p.SQLSchema},
		{"sql_name", p.SQLName}, {"acl_allow", strings.Join(p.Allow, ", ")},
		{"classification_labels", strings.Join(p.Labels, ", ")}, {"doc_level", level},
	}
}

// PropertyNames lists the names of all properties.
func PropertyNames() []string {
	var names []string
	for _, x := range (Properties{}).list() {
		names = append(names, x.name)
	}
	return names
}

// Lines formats the named properties, or all if names is nil, one per line. Blank ones
// are left out.
func (p Properties) Lines(names []string) []string {
	all := p.list()
	if names == nil {
		names = PropertyNames()
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
