package tags

import (
	"path"
	"strings"

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
		docs, err := limited.YAMLNodes(w.Text)
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
			y.document(&d, end)
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
func (y *yamlReader) document(root *limited.Node, end int) {
	for value, end := range yamlMembers(root, end) {
		switch {
		case isGitLab(y.F.Path) && value.Name == "include":
			y.includes(value)
		case isGitLab(y.F.Path) && value.Kind == limited.Object && !gitlabGlobal[value.Name], isWorkflow(y.F.Path) && value.Name == "runs":
			y.section(value, end)
		case isWorkflow(y.F.Path) && value.Name == "jobs":
			for job, end := range yamlMembers(value, end) {
				y.section(job, end)
			}
		}
	}
}

// yamlMembers yields the members of an object, each with the line that it ends before.
// Members merged from elsewhere are not in order.
func yamlMembers(m *limited.Node, end int) func(yield func(*limited.Node, int) bool) {
	return func(yield func(*limited.Node, int) bool) {
		if m.Kind != limited.Object {
			return
		}
		for i := range m.Children {
			c, last := &m.Children[i], end
			if i+1 < len(m.Children) && m.Children[i+1].Line > c.Line {
				last = m.Children[i+1].Line
			}
			if !yield(c, last) {
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

// at returns the position of a name or a value on a line.
func (y *yamlReader) at(line int, text string) uint32 {
	start, end := y.offset(line), y.offset(line+1)
	if i := strings.Index(y.Text[start:max(start, end)], text); i > 0 {
		return start + uint32(i)
	}
	return start
}

// section adds a job.
func (y *yamlReader) section(value *limited.Node, last int) {
	start, end := y.at(value.Line, value.Name), y.offset(last)
	end = start + uint32(len(strings.TrimRight(y.Text[start:max(start, end)], " \t\r\n")))
	d := parse.Definition{Kind: graph.KindSection, Name: value.Name, Symbol: value.Name, NameAt: start, Parent: y.def, Exported: true,
		Range: parse.Range{Start: start, End: end}, Signature: value.Name}
	if name := value.Child("name"); name != nil {
		d.Doc = name.Text
	}
	before := y.place
	y.Definitions = append(y.Definitions, d)
	y.def = int32(len(y.Definitions) - 1)
	y.uses(value)
	for c := range yamlMembers(value, last) {
		switch c.Name {
		case "needs", "extends", "dependencies":
			y.names(c)
		case "trigger":
			y.includes(c)
		}
	}
	y.place = before
}

// names adds references to jobs: one, or a list of names or of objects with a job.
func (y *yamlReader) names(n *limited.Node) {
	switch n.Kind {
	case limited.Text:
		y.refer(n.Text, y.at(n.Line, n.Text), parse.RefMember, -1, int32(len(y.Steps)))
	case limited.List:
		for i := range n.Children {
			y.names(&n.Children[i])
		}
	case limited.Object:
		if job := n.Child("job"); job != nil {
			y.names(job)
		}
	}
}

// uses imports the actions and workflows of the tree that a job uses.
func (y *yamlReader) uses(n *limited.Node) {
	if used := n.Child("uses"); used != nil && strings.HasPrefix(used.Text, "./") {
		y.imports(used, path.Clean(used.Text))
	}
	if steps := n.Child("steps"); steps != nil {
		for i := range steps.Children {
			y.uses(&steps.Children[i])
		}
	}
}

// includes imports the pipelines of the tree that a pipeline includes.
func (y *yamlReader) includes(n *limited.Node) {
	switch n.Kind {
	case limited.Text:
		if !strings.Contains(n.Text, "://") {
			y.imports(n, strings.TrimPrefix(n.Text, "/"))
		}
	case limited.List:
		for i := range n.Children {
			y.includes(&n.Children[i])
		}
	case limited.Object:
		for _, key := range []string{"local", "include"} {
			if c := n.Child(key); c != nil {
				y.includes(c)
			}
		}
	}
}

// imports adds an import of a path from the root of the tree.
func (y *yamlReader) imports(n *limited.Node, p string) {
	y.F.Imports = append(y.F.Imports, parse.Import{Path: p, Whole: true, At: y.at(n.Line, n.Text), Def: y.def})
}
