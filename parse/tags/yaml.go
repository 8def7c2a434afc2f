package tags

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/parse"
)

// yamlDocuments has the jobs of pipelines as sections of documents: of workflows and
// actions of GitHub, and of GitLab. All other files are not read: they are settings (package
// config/keyfile) or data. A job refers to those that it needs or extends; a file imports
// the workflows, actions and pipelines of the tree that it uses.
var yamlDocuments = Row{
	Name: "yaml", Accepts: "YAML 1.2", Extensions: []string{".yml", ".yaml"},
	Takes: func(src parse.Source) bool { return isWorkflow(src.Path) || isGitLab(src.Path) },
	Read: func(w *Walk) {
		docs, err := limited.YAML(w.Text)
		w.F.HasError = err != nil
		y := &yamlReader{Walk: w}
		y.lines = []int{0}
		for i := range len(w.Text) {
			if w.Text[i] == '\n' {
				y.lines = append(y.lines, i+1)
			}
		}
		for i, d := range docs {
			end := len(y.lines) + 1
			if i+1 < len(docs) {
				end = docs[i+1].Line
			}
			if len(d.Content) > 0 {
				y.document(d.Content[0], end)
			}
		}
	},
}

// isWorkflow reports whether a file is a workflow or an action of GitHub.
func isWorkflow(p string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(p), ".yaml"), ".yml")
	return strings.HasSuffix(path.Dir(p), ".github/workflows") || name == "action"
}

// isGitLab reports whether a file is a pipeline of GitLab.
func isGitLab(p string) bool {
	return strings.Contains(path.Base(p), "gitlab-ci") || strings.Contains("/"+p, "/.gitlab/ci/")
}

// gitlabGlobal are the keys of a pipeline of GitLab that are no jobs.
var gitlabGlobal = newWords("after_script before_script cache default image include pages services spec stages types variables workflow")

// A yamlReader reads one file.
type yamlReader struct {
	*Walk
	lines []int // where each line begins
}

// document reads a document, which ends before a line.
func (y *yamlReader) document(root *yaml.Node, end int) {
	for key, value := range yamlPairs(root, end) {
		switch {
		case isGitLab(y.F.Path) && key.Value == "include":
			y.includes(value.Node)
		case isGitLab(y.F.Path) && value.Kind == yaml.MappingNode && !gitlabGlobal[key.Value]:
			y.section(key, value)
		case isWorkflow(y.F.Path) && key.Value == "jobs":
			for name, job := range yamlPairs(value.Node, value.end) {
				y.section(name, job)
			}
		case isWorkflow(y.F.Path) && key.Value == "runs":
			y.section(key, value)
		}
	}
}

// A yamlValue is a value with the line that its part of the file ends before.
type yamlValue struct {
	*yaml.Node
	end int
}

// yamlPairs yields the keys and values of a mapping.
func yamlPairs(m *yaml.Node, end int) func(yield func(*yaml.Node, yamlValue) bool) {
	return func(yield func(*yaml.Node, yamlValue) bool) {
		if m.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(m.Content); i += 2 {
			last := end
			if i+2 < len(m.Content) {
				last = m.Content[i+2].Line
			}
			if !yield(m.Content[i], yamlValue{m.Content[i+1], last}) {
				return
			}
		}
	}
}

// offset returns where a line begins; the lines of a text count from 1.
func (y *yamlReader) offset(line int) uint32 {
	if line-1 < len(y.lines) {
		return uint32(y.lines[max(line-1, 0)])
	}
	return uint32(len(y.Text))
}

// at returns the position of a node; its column counts characters.
func (y *yamlReader) at(n *yaml.Node) uint32 {
	at, column := y.offset(n.Line), n.Column
	for i := range y.Text[at:] {
		if column--; column == 0 {
			return at + uint32(i)
		}
	}
	return at
}

// section adds a job.
func (y *yamlReader) section(key *yaml.Node, value yamlValue) {
	start, end := y.at(key), y.offset(value.end)
	end = start + uint32(len(strings.TrimRight(y.Text[start:max(start, end)], " \t\r\n")))
	d := parse.Definition{Kind: graph.KindSection, Name: key.Value, Symbol: key.Value, NameAt: start, Parent: y.def, Exported: true,
		Range: parse.Range{Start: start, End: end}, Signature: key.Value}
	for k, v := range yamlPairs(value.Node, value.end) {
		if k.Value == "name" && v.Kind == yaml.ScalarNode {
			d.Doc = v.Value
		}
	}
	before := y.place
	y.Definitions = append(y.Definitions, d)
	y.def = int32(len(y.Definitions) - 1)
	y.uses(value.Node)
	for k, v := range yamlPairs(value.Node, value.end) {
		switch k.Value {
		case "needs", "extends", "dependencies":
			y.names(v.Node)
		case "trigger":
			y.includes(v.Node)
		}
	}
	y.place = before
}

// names adds references to jobs: one, or a list of names or of mappings with a job.
func (y *yamlReader) names(n *yaml.Node) {
	switch n.Kind {
	case yaml.ScalarNode:
		y.refer(n.Value, y.at(n), parse.RefMember, -1, int32(len(y.Steps)))
	case yaml.SequenceNode:
		for _, c := range n.Content {
			y.names(c)
		}
	case yaml.MappingNode:
		for k, v := range yamlPairs(n, 0) {
			if k.Value == "job" {
				y.names(v.Node)
			}
		}
	}
}

// uses imports the actions and workflows of the tree that a job uses.
func (y *yamlReader) uses(n *yaml.Node) {
	for k, v := range yamlPairs(n, 0) {
		switch {
		case k.Value == "uses" && strings.HasPrefix(v.Value, "./"):
			y.imports(v.Node, path.Clean(v.Value))
		case k.Value == "steps" && v.Kind == yaml.SequenceNode:
			for _, step := range v.Content {
				y.uses(step)
			}
		}
	}
}

// includes imports the pipelines of the tree that a pipeline includes.
func (y *yamlReader) includes(n *yaml.Node) {
	switch n.Kind {
	case yaml.ScalarNode:
		if !strings.Contains(n.Value, "://") {
			y.imports(n, strings.TrimPrefix(n.Value, "/"))
		}
	case yaml.SequenceNode:
		for _, c := range n.Content {
			y.includes(c)
		}
	case yaml.MappingNode:
		for k, v := range yamlPairs(n, 0) {
			if k.Value == "local" || k.Value == "include" {
				y.includes(v.Node)
			}
		}
	}
}

// imports adds an import of a path from the root of the tree.
func (y *yamlReader) imports(n *yaml.Node, p string) {
	y.F.Imports = append(y.F.Imports, parse.Import{Path: p, Whole: true, At: y.at(n), Def: y.def})
}
