package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An action is the implementation of a step.
type action struct {
	name    string
	foreign bool        // executed by the runtime only: the run ends before it
	fields  []fieldSpec // in addition to those of every step

	complete func(d *document, s *Step)                 // checks the step as a whole, in isolation
	ready    func(b stepContext, s *Step, add reporter) // checks it against the initial state
	run      func(r *Run, s *Step) (Report, error)
}

// A stepContext is the information available before a step runs.
type stepContext struct {
	*Pipeline
	state  State   // at the start of the run
	before []*Step // steps that run before it

	vectors  bool // the artifacts have vectors
	anyState bool // see Range
}

// mayHave reports whether the state may have a key when the step runs.
func (b stepContext) mayHave(key string) bool {
	if v, ok := b.state[key]; b.anyState || ok && v != nil && v != "" {
		return true
	}
	return slices.ContainsFunc(b.before,
		func(s *Step) bool { return slices.Contains(assigned(s), key) })
}

// A reporter reports an error in a field of a step or, if key is the name of a setting,
// in the setting.
type reporter func(at Place, key, remedy, format string, args ...any)

// A fieldSpec specifies the values of a field of a step.
type fieldSpec struct {
	name    string
	form    form
	values  []string // for a choice
	atLeast int      // for a number
	exact   bool     // a number must have no fraction
	ignored string   // remedy for a key that the runtime accepts and ignores
}

// A form is the form of a value.
type form int

const (
	text     form = iota // not blank
	choice               // one of the values, ignoring case
	whole                // a number, truncated to an integer
	truth                // true or false
	textForm             // a text or a list of texts
	setting              // the name of a setting
	rules                // a list of mappings
)

// presentation lists the keys of every step that specify how the runtime displays it.
var presentation = []string{"stages_visible", "callback_caption", "callback_caption_translated"}

// check describes the error in a value, if any, and its remedy.
func (f *fieldSpec) check(n *yaml.Node) (wrong, remedy string) {
	switch f.form {
	case textForm:
		if _, ok := textList(n); !ok {
			return "is " + kindOf(n), "write a text, or a list of texts"
		}
		return "", ""
	case rules:
		if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
			return "is " + emptyOr(n), "write a list of rules, each with set and from or value"
		}
		return "", ""
	}
	if n.Kind != yaml.ScalarNode {
		return "is " + kindOf(n), "write one value"
	}
	switch f.form {
	case whole:
		v, ok := f.number(n)
		if !ok {
			return "is " + kindOf(n), "write a whole number"
		}
		if v < f.atLeast {
			return fmt.Sprintf("is %d", v), fmt.Sprintf("it must be at least %d", f.atLeast)
		}
	case truth:
		var b bool
		if n.Decode(&b) != nil {
			return "is " + kindOf(n), "write true or false"
		}
	case choice:
		if v := strings.ToLower(strings.TrimSpace(n.Value)); v != "" &&
			!slices.Contains(f.values, v) {
			return "is " + kindOf(n), "use " + orList(f.values)
		}
	default:
		if strings.TrimSpace(n.Value) == "" {
			return "is blank", "write a name"
		}
	}
	return "", ""
}

func emptyOr(n *yaml.Node) string {
	if n.Kind == yaml.SequenceNode {
		return "empty"
	}
	return kindOf(n)
}

// orList joins names into an alternative: "a, b or c".
func orList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// field returns the specification of a field.
func (a *action) field(name string) (*fieldSpec, bool) {
	for i := range a.fields {
		if a.fields[i].name == name {
			return &a.fields[i], true
		}
	}
	return nil, false
}

// keys lists the allowed keys of a step with the action.
func (a *action) keys() []string {
	keys := []string{"id", "action", "next", "end"}
	for _, f := range a.fields {
		keys = append(keys, f.name)
	}
	return keys
}

// foreign lists the actions that only the runtime can run; check_context_budget is an
// older name of manage_context_budget.
var foreign = []string{
	"call_model", "prefix_router", "translate_in_if_needed", "translate_out_if_needed",
	"load_conversation_history", "load_history", "loop_guard",
	"add_command_action", "finalize", "manage_context_budget", "check_context_budget",
	"repeat_query_guard", "json_decision_router", "inbox_dispatcher",
	"json_inbox_dispatcher", "parallel_roads_action", "fork_action", "merge_action",
}

// actions is the table of the actions that run here.
func actions() []*action {
	return []*action{searchNodes, expandTree, fetchTexts, renderBlocks, setVariables}
}

// ActionKeys describes an action that runs here and the keys of its steps, in addition to
// those of every step.
type ActionKeys struct {
	Action string
	Keys   []string // in the order of the action's documentation
}

// Keys lists the actions that run here with their keys. Keys that the runtime
// accepts and ignores are left out.
func Keys() []ActionKeys {
	var list []ActionKeys
	for _, a := range actions() {
		k := ActionKeys{Action: a.name}
		for _, f := range a.fields {
			if f.ignored == "" {
				k.Keys = append(k.Keys, f.name)
			}
		}
		list = append(list, k)
	}
	return list
}

// actionNamed finds an action; nil if it is unknown.
func actionNamed(name string) *action {
	for _, a := range actions() {
		if a.name == name {
			return a
		}
	}
	if slices.Contains(foreign, name) {
		return &action{name: name, foreign: true, complete: func(*document, *Step) {}}
	}
	return nil
}

// actionNames lists the actions, starting with those that run here.
func actionNames() []string {
	var names []string
	for _, a := range actions() {
		names = append(names, a.name)
	}
	return append(names, foreign...)
}

// has reports whether a step has a field with a value.
func (s *Step) has(name string) bool { return s.fields[name] != nil }

// lacks reports whether a field of a step is missing or null.
func (s *Step) lacks(name string) bool { return !s.has(name) && !slices.Contains(s.wrong, name) }

// at returns the location of a field or, if it is missing, of the step.
func (s *Step) at(name string) Place {
	if f := s.fields[name]; f != nil {
		return f.at
	}
	return s.At
}

// text returns a text, trimmed, or "" if it is missing.
func (s *Step) text(name string) string {
	if f := s.fields[name]; f != nil {
		return strings.TrimSpace(f.node.Value)
	}
	return ""
}

// word returns a text in lower case, or other if it is missing or blank.
func (s *Step) word(name, other string) string {
	if w := strings.ToLower(s.text(name)); w != "" {
		return w
	}
	return other
}

// whole returns a number, or nil if it is missing.
func (s *Step) whole(name string) *int {
	f := s.fields[name]
	if f == nil {
		return nil
	}
	v, _ := wholeOf(f.node)
	return &v
}

func (s *Step) truth(name string) bool {
	var b bool
	if f := s.fields[name]; f != nil {
		_ = f.node.Decode(&b) // checked by load
	}
	return b
}

func (s *Step) texts(name string) []string {
	f := s.fields[name]
	if f == nil {
		return nil
	}
	list, _ := textList(f.node)
	return list
}

// wholeOf parses an integer, which may be quoted.
func wholeOf(n *yaml.Node) (int, bool) { return (&fieldSpec{}).number(n) }

// number parses a number according to the field.
func (f *fieldSpec) number(n *yaml.Node) (int, bool) {
	v, err := decode(n)
	switch {
	case err != nil || n.Kind != yaml.ScalarNode:
		return 0, false
	case f.exact:
		return exactNumber(v)
	}
	return wholeNumber(v)
}

// textList parses a comma-separated text, or a list of texts; blank ones are left out.
func textList(n *yaml.Node) ([]string, bool) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!str":
		return distinct(strings.Split(n.Value, ",")), true
	case n.Kind != yaml.SequenceNode:
		return nil, false
	}
	var list []string
	for _, c := range n.Content {
		if c = resolved(c); c.Kind != yaml.ScalarNode {
			return nil, false
		}
		list = append(list, c.Value)
	}
	return distinct(list), true
}

// distinct trims the texts and removes blank and duplicate ones.
func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
