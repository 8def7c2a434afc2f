package pipeline

import (
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/limited"
)

// A Pipeline is the settings and steps of a file, merged over those of the files that it
// extends.
type Pipeline struct {
	File     string // path for messages
	Name     string
	Settings Settings
	Steps    []*Step // those of the base first

	byID     map[string]*Step
	warnings Problems
}

// A Step is one step of a pipeline.
type Step struct {
	ID     string
	Action string
	At     Place  // of its first key
	Next   string // id of the next step; empty at the end
	End    bool   // last step

	next   Place // of Next
	action *action
	fields map[string]*field
	wrong  []string // fields with invalid values
}

// A field is the value of a key of a step.
type field struct {
	at   Place // of its key
	node *yaml.Node
}

// A Setting is a value of the settings.
type Setting struct {
	At    Place // no line if it was set externally
	Value any   // as a JSON value
}

// Settings holds the settings of a pipeline by name.
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

// Set sets a setting to a value in YAML.
func (s Settings) Set(name, value string) error {
	docs, err := limited.YAML(value)
	if err != nil {
		return err
	}
	if len(docs) == 0 {
		s[name] = Setting{}
		return nil
	}
	v, err := decode(resolved(docs[0].Content[0]))
	s[name] = Setting{Value: v}
	return err
}

// The top-level keys for pipelines in a file.
const (
	wrapper   = "YAMLpipeline"
	wrappers  = "YAMLpipelines"
	wrappers2 = "pipelines" // synonym
)

// rootKeys lists the keys of a pipeline.
var rootKeys = []string{"name", "extends", "settings", "steps"}

// isExtra reports whether a key is only a container for anchors.
func isExtra(key string) bool { return strings.HasPrefix(key, "x-") }

// Load reads a pipeline and the pipelines that it extends, and checks their form: keys,
// types and values. The error is of type Problems.
func Load(o Origin) (*Pipeline, error) {
	l := &loader{Origin: o}
	wrong := func(remedy, text string) {
		l.problems = append(l.problems, Problem{File: o.File, Key: "--pipeline", Text: text,
			Remedy: remedy})
	}
	raw, err := o.Read(o.File)
	if err != nil {
		return nil, err
	}
	p := &Pipeline{File: o.File, Settings: Settings{}, byID: map[string]*Step{}}
	d := l.draft(o.File, o.Name, raw, wrong)
	if d == nil {
		return nil, l.problems.err()
	}
	if o.Name != "" && d.name != o.Name {
		wrong("leave it out, or name that one",
			"the only pipeline is "+show(d.name)+", not "+o.Name)
	}
	l.build(p, d)
	return p, l.problems.err()
}

// A candidate is a pipeline in a file.
type candidate struct {
	name string
	at   Place
	list []member
}

// candidates lists the pipelines of a file, and reports whether the file has the form for
// several. The list is nil if the file has neither form.
func (d *document) candidates(root *yaml.Node) (list []candidate, several bool) {
	if root.Kind == yaml.SequenceNode {
		return []candidate{{at: d.at(root),
			list: []member{{key: "steps", at: d.at(root), value: root}}}}, false
	}
	members, ok := d.members(root, "")
	if !ok {
		d.add(d.at(root), "", "", "write a mapping with settings and steps, or a list of steps",
			"the file is %s", kindOf(root))
		return nil, false
	}
	var under member
	for _, key := range []string{wrapper, wrappers, wrappers2} {
		if m, ok := find(members, key); ok && under.value == nil {
			under = m
		}
	}
	if under.value == nil {
		c, _ := d.candidate(root, d.at(root))
		return []candidate{c}, false
	}
	for _, m := range members {
		if m.key != under.key && !isExtra(m.key) {
			d.add(m.at, "", m.key, "put it under "+under.key+", or name it x-"+m.key+
				" if it only holds anchors", "is next to %s", under.key)
		}
	}
	if under.key == wrapper {
		c, ok := d.candidate(under.value, under.at)
		if !ok {
			d.add(under.at, "", wrapper, "write a mapping with settings and steps", "is %s",
				kindOf(under.value))
			return nil, false
		}
		return []candidate{c}, false
	}
	return d.severals(under), true
}

// severals lists the pipelines of a list.
func (d *document) severals(under member) []candidate {
	if under.value.Kind != yaml.SequenceNode || len(under.value.Content) == 0 {
		d.add(under.at, "", under.key,
			"write a list of pipelines, each with name, settings and steps",
			"is %s", emptyOr(under.value))
		return nil
	}
	var list []candidate
	for _, n := range under.value.Content {
		c, ok := d.candidate(resolved(n), d.at(n))
		switch {
		case !ok:
			d.add(d.at(n), "", under.key, "write a mapping with name, settings and steps",
				"a pipeline is %s", kindOf(resolved(n)))
			return nil
		case c.name == "" && len(under.value.Content) > 1:
			d.add(d.at(n), "", "name", "give each pipeline a name", "is missing")
			return nil
		}
		if i := slices.IndexFunc(list, func(o candidate) bool { return o.name == c.name }); i >= 0 {
			d.add(d.at(n), "", "name", "give each pipeline a unique name",
				"the pipeline in line %d is also called %s", list[i].at.Line, c.name)
			return nil
		}
		list = append(list, c)
	}
	return list
}

func (d *document) candidate(n *yaml.Node, at Place) (candidate, bool) {
	list, ok := d.members(n, "")
	c := candidate{at: at, list: list}
	if m, ok := find(list, "name"); ok && m.value.Kind == yaml.ScalarNode {
		c.name = strings.TrimSpace(m.value.Value)
	}
	return c, ok
}

// draft reads the keys of a pipeline.
func (d *document) draft(c candidate) *draft {
	out := &draft{at: c.at, settings: Settings{}}
	if m, ok := find(c.list, "extends"); ok && !isNull(m.value) {
		if m.value.Kind != yaml.ScalarNode {
			d.add(m.at, "", m.key, "write the path of one file", "is %s", kindOf(m.value))
			return nil
		}
		out.extends = m
	}
	for _, m := range c.list {
		switch m.key {
		case "extends":
		case "name":
			out.name = d.word(m, "")
		case "settings":
			d.settings(out, m)
		case "steps":
			d.steps(out, m)
		default:
			if !isExtra(m.key) {
				d.add(m.at, "", m.key, meant(m.key,
					append(slices.Clone(rootKeys), wrapper, wrappers)),
					"no such key")
			}
		}
	}
	return out
}

func (d *document) settings(out *draft, m member) {
	if isNull(m.value) {
		if out.extends.value != nil {
			d.add(m.at, "", "settings", "omit the key to inherit the settings of the base",
				"is null, which removes all settings of the base")
		}
		return
	}
	list, ok := d.members(m.value, "")
	if !ok {
		d.add(m.at, "", "settings", "write a mapping of names and values", "is %s", kindOf(m.value))
		return
	}
	for _, s := range list {
		v, err := decode(s.value)
		if err != nil {
			d.add(s.at, "", "settings."+s.key, "write another value", "%v", err)
			continue
		}
		out.settings[s.key] = Setting{s.at, v}
	}
}

// steps lists the steps of a file, each with an id.
func (d *document) steps(out *draft, m member) {
	if isNull(m.value) {
		return
	}
	if m.value.Kind != yaml.SequenceNode {
		d.add(m.at, "", "steps", "write a list of steps", "is %s", kindOf(m.value))
		return
	}
	out.hasSteps = true
	lines := map[string]int{}
	for _, n := range m.value.Content {
		members, ok := d.members(n, "")
		if !ok {
			d.add(d.at(n), "", "steps", "write a mapping with id and action", "a step is %s",
				kindOf(resolved(n)))
			continue
		}
		s := draftStep{at: d.at(n), members: members}
		if id, ok := find(members, "id"); ok {
			s.id = d.word(id, "")
		} else {
			d.add(s.at, "", "id", "every step needs id and action", "is missing")
		}
		if s.id != "" {
			if line, ok := lines[s.id]; ok {
				d.add(s.at, s.id, "id", "give each step a unique id",
					"the step in line %d has the same id",
					line)
			} else {
				lines[s.id] = s.at.Line
			}
		}
		out.steps = append(out.steps, s)
	}
}

// build checks the steps of a draft and adds them to a pipeline.
func (l *loader) build(p *Pipeline, from *draft) {
	p.Name, p.Settings, p.warnings = from.name, from.settings, l.warnings
	d := newDocument(l.File, &l.problems)
	switch {
	case !from.hasSteps:
		d.add(from.at, "", "steps", "add a list of steps, each with id and action", "is missing")
	case len(from.steps) == 0 && len(l.problems) == 0:
		d.add(from.at, "", "steps", "add a step with id and action", "is empty")
	}
	for _, s := range from.steps {
		step := d.step(s)
		p.Steps = append(p.Steps, step)
		p.byID[step.ID] = step
	}
	d.successors(p)
}

// successors checks that each step leads to a step of the pipeline. A pipeline of one step is
// an excerpt of another: it may lead to a step of that.
func (d *document) successors(p *Pipeline) {
	for _, s := range p.Steps {
		if s.Next != "" && p.byID[s.Next] == nil && len(p.Steps) > 1 {
			d.add(s.next, s.ID, "next", meant(s.Next, p.ids()), "no step %s", s.Next)
		}
	}
}

// step parses a step and checks its fields against the table of its action.
func (d *document) step(from draftStep) *Step {
	s := &Step{ID: from.id, At: from.at, fields: map[string]*field{}}
	action, ok := find(from.members, "action")
	if !ok {
		d.add(s.At, s.ID, "action", "every step needs id and action", "is missing")
		return s
	}
	if s.Action = d.word(action, s.ID); s.Action == "" {
		return s
	}
	s.action = actionNamed(s.Action)
	if s.action == nil {
		d.add(action.at, s.ID, "action", meant(s.Action, actionNames()), "no such action: %s",
			s.Action)
		return s
	}
	for _, m := range from.members {
		d.member(s, m)
	}
	s.action.complete(d, s)
	return s
}

// member parses one key of a step.
func (d *document) member(s *Step, m member) {
	switch m.key {
	case "id", "action":
		return
	case "next":
		s.next = m.at
		if !isNull(m.value) {
			s.Next = d.word(m, s.ID)
		}
		return
	case "end":
		if err := m.value.Decode(&s.End); err != nil {
			d.add(m.at, s.ID, m.key, "write true or false", "is %s", kindOf(m.value))
		}
		return
	}
	if s.action.foreign || slices.Contains(presentation, m.key) {
		return
	}
	spec, ok := s.action.field(m.key)
	if !ok {
		if !m.stray {
			d.add(m.at, s.ID, m.key, meant(m.key, s.action.keys()), "%s has no such key", s.Action)
		}
		return
	}
	if isNull(m.value) {
		return
	}
	if text, remedy := spec.check(m.value); text != "" {
		d.add(m.at, s.ID, m.key, remedy, "%s", text)
		s.wrong = append(s.wrong, m.key)
		return
	}
	s.fields[m.key] = &field{m.at, m.value}
}

// Step returns the step with an id, or nil.
func (p *Pipeline) Step(id string) *Step { return p.byID[id] }

// ids lists the ids of all steps in order.
func (p *Pipeline) ids() []string {
	ids := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		ids[i] = s.ID
	}
	return ids
}

// problem describes an error at a location; a location without a file denotes the
// pipeline.
func (p *Pipeline) problem(at Place, step, key, remedy, text string) Problem {
	if at.File == "" {
		at.File = p.File
	}
	return Problem{at.File, at.Line, step, key, text, remedy}
}

// root returns the folder that is searched for bases.
func (o Origin) root() string {
	if o.Root != "" {
		return o.Root
	}
	return filepath.Dir(o.File)
}
