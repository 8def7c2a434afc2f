package pipeline

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A Pipeline is a file of settings and steps.
type Pipeline struct {
	File     string // as messages name it
	Name     string
	Settings Settings
	Steps    []*Step // in the order of the file
	entry    string  // settings.entry_step_id
}

// A Step is one step of a pipeline.
type Step struct {
	ID     string
	Action string
	Line   int    // of its first key
	Next   string // id of the step after it; empty at the end
	End    bool   // nothing comes after it

	next   int // line of Next
	action *action
	fields map[string]*field
	wrong  []string // fields that are there, but not as they must be
}

// A field is a value of a step.
type field struct {
	line int // of its key
	node *yaml.Node
}

// A Setting is a value of the settings.
type Setting struct {
	Line  int // 0 when it was set from outside
	Value any // as JSON has it
}

// Settings are the settings of a pipeline by name.
type Settings map[string]Setting

// names lists the settings, sorted.
func (s Settings) names() []string {
	names := make([]string, 0, len(s))
	for n := range s {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Set gives a setting a value, written as in YAML.
func (s Settings) Set(name, value string) error {
	var v any
	if err := yaml.Unmarshal([]byte(value), &v); err != nil {
		return err
	}
	s[name] = Setting{Value: v}
	return nil
}

// The keys of a file.
var rootKeys = []string{"name", "settings", "steps"}

// wrapper is the key that a pipeline may stand under.
const wrapper = "YAMLpipeline"

// Load reads a pipeline and checks its form: keys, types and values. The error
// is of type Problems.
func Load(file string, raw []byte) (*Pipeline, error) {
	d := &document{file: file}
	p := &Pipeline{File: file, Settings: Settings{}}
	if root := d.root(bytes.NewReader(raw)); root != nil {
		d.pipeline(p, root)
	}
	return p, d.problems.err()
}

func (d *document) pipeline(p *Pipeline, root *yaml.Node) {
	root = resolved(root)
	if root.Kind == yaml.SequenceNode {
		d.steps(p, root)
		return
	}
	list, ok := d.members(root, "")
	if !ok {
		d.add(root.Line, "", "", "write a mapping with settings and steps, or a list of steps", "the file is %s", kindOf(root))
		return
	}
	if m, ok := find(list, wrapper); ok {
		for _, other := range list {
			if other.key != wrapper {
				d.add(other.line, "", other.key, "put it under "+wrapper, "stands beside %s", wrapper)
			}
		}
		if list, ok = d.members(m.value, ""); !ok {
			d.add(m.line, "", wrapper, "write a mapping with settings and steps", "is %s", kindOf(m.value))
			return
		}
	}
	d.body(p, list, root.Line)
}

func (d *document) body(p *Pipeline, list []member, line int) {
	for _, m := range list {
		switch m.key {
		case "name":
			p.Name = m.value.Value
		case "settings":
			d.settings(p, m)
		case "steps":
			if m.value.Kind != yaml.SequenceNode {
				d.add(m.line, "", "steps", "write a list of steps", "is %s", kindOf(m.value))
				continue
			}
			d.steps(p, m.value)
		case "extends":
			d.add(m.line, "", m.key, "give the merged pipeline", "files are not merged here")
		default:
			d.add(m.line, "", m.key, meant(m.key, append(slices.Clone(rootKeys), wrapper)), "no such key")
		}
	}
	_, extends := find(list, "extends")
	if _, ok := find(list, "steps"); !ok && !extends {
		d.add(line, "", "steps", "add a list of steps, each with id and action", "is missing")
	}
}

func (d *document) settings(p *Pipeline, m member) {
	if isNull(m.value) {
		return
	}
	list, ok := d.members(m.value, "")
	if !ok {
		d.add(m.line, "", "settings", "write a mapping of names and values", "is %s", kindOf(m.value))
		return
	}
	for _, s := range list {
		v, err := decode(s.value)
		if err != nil {
			_, text := yamlError(err)
			d.add(s.line, "", "settings."+s.key, "", "%s", text)
			continue
		}
		p.Settings[s.key] = Setting{s.line, v}
	}
	if s, ok := p.Settings["entry_step_id"]; ok {
		p.entry, _ = s.Value.(string)
	}
}

func (d *document) steps(p *Pipeline, list *yaml.Node) {
	if len(list.Content) == 0 {
		d.add(list.Line, "", "steps", "add a step with id and action", "is empty")
	}
	for _, n := range list.Content {
		members, ok := d.members(n, "")
		if !ok {
			d.add(n.Line, "", "steps", "write a mapping with id and action", "a step is %s", kindOf(resolved(n)))
			continue
		}
		s := d.step(members, n.Line)
		if other := p.Step(s.ID); s.ID != "" && other != nil {
			d.add(s.Line, s.ID, "id", "give each step an id of its own", "the step in line %d has the same id", other.Line)
		}
		p.Steps = append(p.Steps, s)
	}
}

// step reads a step and checks its fields against the table of its action.
func (d *document) step(list []member, line int) *Step {
	s := &Step{Line: line, fields: map[string]*field{}}
	for _, m := range list {
		switch m.key {
		case "id":
			s.ID = d.word(m, "")
		case "action":
			s.Action = d.word(m, s.ID)
		}
	}
	for _, key := range []string{"id", "action"} {
		if _, ok := find(list, key); !ok {
			d.add(line, s.ID, key, "every step needs id and action", "is missing")
		}
	}
	if s.Action == "" {
		return s
	}
	s.action = actionNamed(s.Action)
	if s.action == nil {
		m, _ := find(list, "action")
		d.add(m.line, s.ID, "action", meant(s.Action, actionNames()), "no such action: %s", s.Action)
		return s
	}
	for _, m := range list {
		d.member(s, m)
	}
	s.action.complete(d, s)
	return s
}

// word reads a value that must be a text that is not blank.
func (d *document) word(m member, step string) string {
	w := strings.TrimSpace(m.value.Value)
	if m.value.Kind != yaml.ScalarNode || isNull(m.value) || w == "" {
		d.add(m.line, step, m.key, "write a name", "is %s", kindOf(m.value))
		return ""
	}
	return w
}

// member reads one key of a step.
func (d *document) member(s *Step, m member) {
	switch m.key {
	case "id", "action":
		return
	case "next":
		s.next = m.line
		if !isNull(m.value) {
			s.Next = d.word(m, s.ID)
		}
		return
	case "end":
		if err := m.value.Decode(&s.End); err != nil {
			d.add(m.line, s.ID, m.key, "write true or false", "is %s", kindOf(m.value))
		}
		return
	}
	if s.action.foreign || slices.Contains(presentation, m.key) {
		return
	}
	spec, ok := s.action.field(m.key)
	if !ok {
		d.add(m.line, s.ID, m.key, meant(m.key, s.action.keys()), "%s has no such key", s.Action)
		return
	}
	if isNull(m.value) && !spec.literal {
		return
	}
	if text, remedy := spec.check(m.value); text != "" {
		d.add(m.line, s.ID, m.key, remedy, "%s", text)
		s.wrong = append(s.wrong, m.key)
		return
	}
	s.fields[m.key] = &field{m.line, m.value}
}

// Step returns the step with an id; nil if there is none.
func (p *Pipeline) Step(id string) *Step {
	for _, s := range p.Steps {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// ids lists the ids of all steps in the order of the file.
func (p *Pipeline) ids() []string {
	ids := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		ids[i] = s.ID
	}
	return ids
}

func (p *Pipeline) problem(line int, step, key, remedy, text string) Problem {
	return Problem{p.File, line, step, key, text, remedy}
}
