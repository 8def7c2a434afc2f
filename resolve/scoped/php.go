package scoped

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// php: self, static and parent are the enclosing class; a class adopts methods of its
// traits by its rules; of several classes with one name, the one that composer finds
// is loaded.
func php() *dialect {
	c := &composer{}
	return &dialect{arrange: c.arrange, first: phpFirst, visible: c.visible, after: adopted, owns: c.owns,
		own: phpOwn, late: true,
		holds: func(_ *eval, im *parse.Import, _ resolve.DefID, _ uint32) bool { return !im.Static }}
}

// phpOwn returns the form of the receivers static, self and parent.
func phpOwn(recv []parse.Step) (graph.ReceiverForm, bool) {
	if len(recv) != 1 || recv[0].Kind != parse.StepName {
		return graph.ReceiverOf, false
	}
	switch strings.ToLower(recv[0].Name) {
	case "static":
		return graph.ReceiverOwn, true
	case "self", "parent": // of exactly that class, for the same object or class
		return graph.ReceiverBase, true
	}
	return graph.ReceiverOf, false
}

// owns reports whether composer loads the classes of a name from a folder of the tree, or the name is
// relative to the namespace of the file, where the global one is not searched for classes.
func (c *composer) owns(e *eval, path []string, r *parse.Reference, im *parse.Import) bool {
	full := strings.Join(path, ".")
	if im == nil && !isAbsolute(e.b.File.Text[:r.At]) {
		space := e.w.space(e.b.File.ID(r.Def))
		full = joined(space, full)
		if space != "" && !strings.HasPrefix(path[0], "$") {
			return true
		}
	}
	return slices.ContainsFunc(c.prefixes, func(p prefix) bool {
		return p.name != "" && strings.HasPrefix(full, p.name+".")
	})
}

// isAbsolute reports whether the qualified name at the end of a text begins with a separator.
func isAbsolute(text string) bool {
	name := strings.TrimRightFunc(text, func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) || c == '\\' })
	return strings.HasPrefix(text[len(name):], "\\")
}

// phpFirst returns the referents of the keywords for the enclosing class, and of
// namespace.
func phpFirst(e *eval, name string, from resolve.DefID, _ uint32) (entity, bool) {
	switch strings.ToLower(name) {
	case "self", "static":
		if t := e.this(from); t.Def > resolve.None {
			return entity{defs: []resolve.DefID{t.Def}, owner: resolve.Unknown}, true
		}
	case "parent":
		if t := e.this(from); t.Def > resolve.None {
			for _, b := range e.w.bases(t.Def) {
				if b.Def > resolve.None && !resolve.HasModifier(e.ix.Def(b.Def), "trait") {
					return entity{defs: []resolve.DefID{b.Def}, owner: resolve.Unknown}, true
				}
			}
		}
		return entity{}, true
	case "namespace":
		return entity{space: e.w.space(from), isSpace: true}, true
	}
	return entity{}, false
}

// adopted finds a method that a class adopts from a trait by an explicit rule.
//
//	use A, B { A::run insteadof B; B::run as jog; }
func adopted(e *eval, of resolve.Type, name string) []resolve.DefID {
	d := e.ix.Def(of.Def)
	for i := range d.File.Imports {
		im := &d.File.Imports[i]
		if !im.Static || d.File.ID(im.Def) != of.Def || e.w.fold(im.Alias) != e.w.fold(name) {
			continue
		}
		if im.Path == "" { // of any trait that has it
			for _, b := range e.w.bases(of.Def) {
				if b.Def > resolve.None && b.Def != of.Def {
					if ids := e.w.own(b.Def, im.Name); len(ids) > 0 {
						return ids
					}
				}
			}
			continue
		}
		t := e.in(d.File).written(parse.TypeRef{Name: im.Path}, d.Outer, im.At)
		if t.Def > resolve.None {
			if ids := e.w.own(t.Def, im.Name); len(ids) > 0 {
				return ids
			}
		}
	}
	return nil
}

// composer determines the file from which a class is loaded.
type composer struct {
	prefixes []prefix // the longest first
}

// A prefix maps a prefix of full names to a folder.
type prefix struct{ name, dir string }

// arrange reads the files of composer.
func (c *composer) arrange(_ []*parse.Facts, p *resolve.Project) {
	for file, text := range p.Files {
		if path.Base(file) != "composer.json" {
			continue
		}
		var m struct {
			Autoload, AutoloadDev struct {
				PSR4 map[string]any `json:"psr-4"`
			}
			Dev struct {
				PSR4 map[string]any `json:"psr-4"`
			} `json:"autoload-dev"`
		}
		if limited.UnmarshalJSON([]byte(text), &m) != nil {
			continue
		}
		for _, list := range []map[string]any{m.Autoload.PSR4, m.Dev.PSR4} {
			for name, dirs := range list {
				for _, dir := range folders(dirs) {
					c.prefixes = append(c.prefixes, prefix{strings.Trim(strings.ReplaceAll(name, "\\", "."), "."),
						path.Join(path.Dir(file), dir)})
				}
			}
		}
	}
	slices.SortFunc(c.prefixes, func(a, b prefix) int {
		if n := len(b.name) - len(a.name); n != 0 {
			return n
		}
		return strings.Compare(a.name+a.dir, b.name+b.dir)
	})
}

// folders returns the folders in v, a string or a list of them.
func folders(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, x := range v {
			if s, ok := x.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// visible keeps only the class that composer loads, if it loads one of several.
func (c *composer) visible(e *eval, ids []resolve.DefID) []resolve.DefID {
	full := e.w.full(ids[0])
	for _, p := range c.prefixes {
		rest, ok := strings.CutPrefix(full, p.name+".")
		if !ok {
			continue
		}
		want := path.Join(p.dir, strings.ReplaceAll(rest, ".", "/")+".php")
		if out := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.File.Path == want }); len(out) > 0 {
			return out
		}
	}
	return ids
}
