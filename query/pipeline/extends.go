package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An Origin specifies the pipeline to load.
type Origin struct {
	File string // path of the file, as used in messages
	Name string // name of the pipeline in a file with several; empty: the only one
	Root string // folder of bases that are not in the folder of the file; empty: the folder of File

	Read func(file string) ([]byte, error) // reads a file, like os.ReadFile
}

// maxBases is the maximum length of a chain of extended files. The runtime refuses more.
const maxBases = 20

// A draft is a pipeline as written in its files, before its steps are checked.
type draft struct {
	at       Place
	name     string
	settings Settings
	steps    []draftStep
	hasSteps bool   // it has a list of steps, possibly empty
	extends  member // zero if it extends nothing
}

type draftStep struct {
	id      string
	at      Place
	members []member
}

// A loader loads a pipeline and its bases.
type loader struct {
	Origin
	problems Problems
	warnings Problems
	chain    []link // pipelines being read, each extended by the previous one
}

// A link identifies a pipeline in a file.
type link struct{ file, name string }

// draft reads a pipeline and its bases; nil if it cannot be used. wrong reports an error
// in the reference to the pipeline, at the location of the reference.
func (l *loader) draft(file, name string, raw []byte, wrong func(remedy, text string)) *draft {
	d := newDocument(file, &l.problems)
	root := d.root(raw)
	if root == nil {
		return nil
	}
	list, several := d.candidates(root)
	if list == nil {
		return nil
	}
	c := list[0]
	if several {
		at := slices.IndexFunc(list, func(c candidate) bool {
			return c.name == name ||
				name == "" && len(list) == 1
		})
		if at < 0 {
			wrong(toChoose(name, list))
			return nil
		}
		c = list[at]
	}
	own := link{filepath.Clean(file), c.name}
	if slices.Contains(l.chain, own) {
		wrong("remove extends from one of them", "is a cycle: "+l.way(own))
		return nil
	}
	out := d.draft(c)
	if out == nil || out.extends.value == nil {
		return out
	}
	l.chain = append(l.chain, own)
	defer func() { l.chain = l.chain[:len(l.chain)-1] }()
	return l.extend(out)
}

// toChoose returns an error that lists the pipelines of a file.
func toChoose(name string, list []candidate) (remedy, text string) {
	var names []string
	for _, c := range list {
		names = append(names, c.name)
	}
	if name == "" {
		return "name one of " + strings.Join(names, ", "), "the file has several pipelines"
	}
	return meant(name, names), "the file has no pipeline " + name
}

// extend overlays a draft on the one that it extends.
func (l *loader) extend(child *draft) *draft {
	at := child.extends.at
	wrong := func(remedy, text string) {
		l.problems = append(l.problems, Problem{at.File, at.Line, "", "extends", text, remedy})
	}
	target, name, _ := strings.Cut(strings.TrimSpace(child.extends.value.Value), "#")
	target, name = strings.TrimSpace(target), strings.TrimSpace(name)
	if target == "" {
		wrong("write a path, such as base.yaml or base.yaml#name", "does not name a file")
		return nil
	}
	if len(l.chain) > maxBases {
		wrong("merge some of them", fmt.Sprintf("the chain of extends is longer than %d files",
			maxBases))
		return nil
	}
	file, raw := l.find(at.File, target, wrong)
	if file == "" {
		return nil
	}
	base := l.draft(file, name, raw, func(remedy, text string) {
		wrong(strings.Replace(remedy, "name one of", "write "+target+"#NAME with one of", 1),
			file+": "+text)
	})
	if base == nil {
		return nil
	}
	if name != "" && base.name != name {
		l.warnings = append(l.warnings, Problem{at.File, at.Line, "", "extends",
			"the only pipeline of " + file + " is named " + strconv.Quote(base.name),
			"it is used, regardless of the name after #"})
	}
	return child.over(base)
}

// way formats the chain from a pipeline back to itself.
func (l *loader) way(back link) string {
	var names []string
	for _, k := range append(slices.Clone(l.chain), back) {
		if len(names) > 0 || k == back {
			names = append(names, k.String())
		}
	}
	return strings.Join(names, " -> ")
}

func (k link) String() string {
	if k.name == "" {
		return k.file
	}
	return k.file + "#" + k.name
}

// find reads the file named in extends: an absolute path, or otherwise one relative to
// the file that names it, or otherwise one in the folder of pipelines, there also without
// .yaml and .yml.
func (l *loader) find(from, target string, wrong func(remedy,
	text string)) (file string, raw []byte) {
	root := l.root()
	target = filepath.FromSlash(target)
	candidates := []string{filepath.Join(filepath.Dir(from), target), filepath.Join(root, target),
		filepath.Join(root, target+".yaml"), filepath.Join(root, target+".yml")}
	if filepath.IsAbs(target) {
		candidates = []string{target}
	}
	var unread error // of the first file that exists
	for _, c := range slices.Compact(candidates) {
		raw, err := l.Read(c)
		if err == nil {
			return c, raw
		}
		if unread == nil && !errors.Is(err, fs.ErrNotExist) {
			unread = err
		}
	}
	if unread != nil {
		wrong("name a file that can be read", unread.Error())
		return "", nil
	}
	wrong("name a file next to "+from+", or in the folder of pipelines, "+root,
		"no such file: "+target)
	return "", nil
}

// over overlays a draft on its base: settings are merged key by key, steps by id. The
// steps of the base keep their positions, new steps follow.
func (c *draft) over(base *draft) *draft {
	out := *c
	if c.name == "" {
		out.name = base.name
	}
	out.hasSteps = base.hasSteps || c.hasSteps
	out.settings = Settings{}
	for name, s := range base.settings {
		out.settings[name] = s
	}
	for name, s := range c.settings {
		s.Value = deepMerge(out.settings[name].Value, s.Value)
		out.settings[name] = s
	}
	own := map[string]draftStep{}
	for _, s := range c.steps {
		own[s.id] = s
	}
	out.steps = nil
	have := map[string]bool{}
	for _, s := range base.steps {
		have[s.id] = true
		if o, ok := own[s.id]; ok {
			s = o.over(s)
		}
		out.steps = append(out.steps, s)
	}
	for _, s := range c.steps {
		if !have[s.id] {
			out.steps = append(out.steps, s)
		}
	}
	return &out
}

// over overlays the keys of a step on those of the base step. If the action differs, the
// keys of the base action are kept as strays: there is no way to remove them.
func (o draftStep) over(base draftStep) draftStep {
	out := draftStep{id: base.id, at: base.at}
	action, changed := find(o.members, "action")
	old, _ := find(base.members, "action")
	changed = changed && old.value != nil &&
		strings.TrimSpace(old.value.Value) != strings.TrimSpace(action.value.Value)
	for _, m := range base.members {
		if n, ok := find(o.members, m.key); ok {
			m = n
		} else {
			m.stray = m.stray || changed
		}
		out.members = append(out.members, m)
	}
	for _, m := range o.members {
		if _, ok := find(base.members, m.key); !ok {
			out.members = append(out.members, m)
		}
	}
	return out
}
