package typescript

import (
	"path"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Angular templates: the component that each belongs to, and the names visible in it.
//
// A name in a template is a member of its component. The component, if it is standalone,
// otherwise the module that declares it, determines the components, directives and pipes
// that it may use: its imports, and the exports of modules among those. A class that is
// not reached this way is not used, whatever its selector is.

// A part is a class declared by Angular's decorators.
type part struct {
	*parse.Part
	file  *resolve.File
	class resolve.DefID
	on    []selector
}

// A reach holds the parts that the templates of one component may use.
type reach struct {
	parts []*part
	pipes map[string]*part // by name; nil if the name is ambiguous
}

// addParts records the Angular decorators of the classes of the files.
func (t *tree) addParts(files []*resolve.File) {
	t.parts, t.shown = map[resolve.DefID]*part{}, map[*resolve.File]resolve.DefID{}
	t.declarers = map[resolve.DefID][]*part{}
	var all []*part
	for _, f := range files {
		if f.Page == nil {
			continue
		}
		for i := range f.Page.Parts {
			p := &part{Part: &f.Page.Parts[i], file: f}
			p.class = t.table.Canon[f.ID(p.Def)]
			if p.Decorator != "Pipe" {
				p.on = selectorsOf(p.Selector)
			}
			t.parts[p.class] = p
			all = append(all, p)
		}
	}
	for _, p := range all {
		if file := t.templateOf(p); file != nil {
			if _, several := t.shown[file]; several {
				t.shown[file] = resolve.None
			} else {
				t.shown[file] = p.class
			}
		}
		for _, class := range t.listed(p.file, p.Declarations, 0) {
			t.declarers[class] = append(t.declarers[class], p)
		}
	}
}

// templateOf returns the file of a component's template; nil if it is not a file of the
// tree.
func (t *tree) templateOf(p *part) *resolve.File {
	if p.Template.Text == "" {
		return nil
	}
	f := t.table.ByPath[path.Join(path.Dir(p.file.Path), p.Template.Text)]
	if f == nil || f.Language != "angular" {
		return nil
	}
	return f
}

// deepestList bounds the nesting of lists.
const deepestList = 8

// listed returns the classes that names in a list refer to, including those of nested
// lists.
//
//	const SHARED = [UserCard, DatePipe];
//	@Component({ imports: [SHARED, RouterLink] })
func (t *tree) listed(f *resolve.File, names []parse.TextPart, depth int) []resolve.DefID {
	var out []resolve.DefID
	for _, n := range names {
		for _, id := range t.outer(f, n.Text, n.At).Defs {
			switch d := t.table.Def(id); d.Kind {
			case graph.KindClass:
				out = append(out, t.table.Canon[id])
			case graph.KindConstant, graph.KindVariable:
				if depth < deepestList {
					out = append(out, t.listed(d.File, elements(d), depth+1)...)
				}
			}
		}
	}
	return out
}

// elements returns the names in the list that a definition is initialized with.
func elements(d *resolve.Def) []parse.TextPart {
	var out []parse.TextPart
	for i := range d.Init {
		for _, st := range d.Init[i].Steps {
			if st.Kind != parse.StepArray {
				continue
			}
			for _, v := range groupOf(d.File, &st).Values {
				if len(v.Steps) > 0 && v.Steps[0].Kind == parse.StepName {
					out = append(out, parse.TextPart{Text: v.Steps[0].Name, At: v.At})
				}
			}
		}
	}
	return out
}

// reachOf returns the parts that the templates of a component may use. It is memoized.
func (t *tree) reachOf(class resolve.DefID) *reach {
	if r, ok := t.reaches.Load(class); ok {
		return r.(*reach)
	}
	out, seen := &reach{pipes: map[string]*part{}}, map[resolve.DefID]bool{}
	out.add(t.parts[class], seen)
	if p := t.parts[class]; p != nil {
		t.use(out, t.listed(p.file, p.Imports, 0), seen)
	}
	for _, module := range t.declarers[class] {
		t.use(out, t.listed(module.file, module.Declarations, 0), seen)
		t.use(out, t.listed(module.file, module.Imports, 0), seen)
	}
	r, _ := t.reaches.LoadOrStore(class, out)
	return r.(*reach)
}

// use adds imported classes; for a module, its exports.
func (t *tree) use(r *reach, classes []resolve.DefID, seen map[resolve.DefID]bool) {
	for _, class := range classes {
		p := t.parts[class]
		if p == nil || seen[class] {
			continue
		}
		if p.Decorator != "NgModule" {
			r.add(p, seen)
			continue
		}
		seen[class] = true
		t.use(r, t.listed(p.file, p.Exports, 0), seen)
	}
}

// add adds a component, directive or pipe.
func (r *reach) add(p *part, seen map[resolve.DefID]bool) {
	if p == nil || seen[p.class] {
		return
	}
	seen[p.class] = true
	if p.Decorator != "Pipe" {
		r.parts = append(r.parts, p)
		return
	}
	if _, several := r.pipes[p.Selector]; several {
		p = &part{Part: p.Part}
	}
	r.pipes[p.Selector] = p
}

// markup returns the Angular template that contains a position, or nil for code.
func markup(f *resolve.File, at uint32) *parse.AngularTemplate {
	if f.Page == nil {
		return nil
	}
	for i := range f.Page.Markups {
		if m := &f.Page.Markups[i]; m.Range.Contains(at) {
			return m
		}
	}
	return nil
}

// shownBy returns the component of a template; None if there is not exactly one.
func (t *tree) shownBy(f *resolve.File, m *parse.AngularTemplate) resolve.DefID {
	if f.Language == "angular" {
		if class, ok := t.shown[f]; ok {
			return class
		}
		return resolve.None
	}
	return t.table.Canon[f.ID(m.Def)]
}

// inTemplate resolves a name in a template: to a member of the component, or to the
// method that a pipe with the name runs.
func (s *scope) inTemplate(f *resolve.File, m *parse.AngularTemplate, name string,
	at uint32) resolve.LookupResult {
	class := s.tree.shownBy(f, m)
	if class <= resolve.None {
		return resolve.LookupResult{}
	}
	if _, isPipe := slices.BinarySearch(m.Pipes, at); isPipe {
		p := s.tree.reachOf(class).pipes[name]
		if p == nil {
			return resolve.LookupResult{External: true}
		}
		if p.class == resolve.None {
			return resolve.LookupResult{}
		}
		return s.member(p.class, "transform")
	}
	return s.member(class, name)
}

// member finds a member of an object of a class.
func (s *scope) member(class resolve.DefID, name string) resolve.LookupResult {
	hits, outside := s.hits(s.self(class), name)
	out := resolve.LookupResult{External: outside && len(hits) == 0}
	for _, h := range hits {
		out.Defs = append(out.Defs, h.id)
	}
	return out
}

// ofTemplate returns the type of a name in a template: of a member of the component, or
// of the other definitions defs.
func (s *scope) ofTemplate(f *resolve.File, m *parse.AngularTemplate, name string,
	defs []resolve.DefID) resolve.Type {
	if class := s.tree.shownBy(f, m); s.b.Table.Def(defs[0]).Name == name {
		return s.memberType(s.self(class), name)
	}
	return s.valueOfAny(defs)
}

// emitted returns the type that the async pipe makes of a value: the result of a promise,
// or the values that an observable emits, which are its type argument, whatever its class
// is.
func (s *scope) emitted(t resolve.Type) resolve.Type {
	t = s.awaited(t)
	if t.Def == resolve.None && t.External && len(t.Args) == 1 {
		return t.Args[0].WithTier(graph.Typed)
	}
	return t
}

// bindTemplates links components to the files of their templates, and the templates of
// the file to the components and directives of their elements, and to the inputs that
// these set.
func (s *scope) bindTemplates() {
	page := s.b.File.Page
	if page == nil {
		return
	}
	for i := range page.Parts {
		p := &page.Parts[i]
		class := s.b.Table.Canon[s.b.File.ID(p.Def)]
		if file := s.tree.templateOf(s.tree.parts[class]); file != nil {
			s.rendered(class, file.ID(1), p.Template.At)
		}
	}
	for i := range page.Markups {
		m := &page.Markups[i]
		class := s.tree.shownBy(s.b.File, m)
		if class <= resolve.None {
			continue
		}
		reach := s.tree.reachOf(class)
		for j := range page.Tags {
			if tag := &page.Tags[j]; m.Range.Contains(tag.At) {
				s.bindElement(s.b.File.ID(m.Def), tag, reach)
			}
		}
	}
}

// rendered adds an edge from a definition to one that it renders.
func (s *scope) rendered(from, to resolve.DefID, at uint32) {
	ref := parse.Reference{Kind: parse.RefRender, At: at, Args: -1}
	s.b.Emit(&ref, from, to, graph.Exact)
}

// bindElement links a template to the component and directives of one of its elements. An
// element is at most one component: if several match, none is linked.
func (s *scope) bindElement(from resolve.DefID, tag *parse.Tag, r *reach) {
	var components, directives []*part
	for _, p := range r.parts {
		if !slices.ContainsFunc(p.on, func(sel selector) bool { return sel.matches(tag) }) {
			continue
		}
		if p.Decorator == "Component" {
			components = append(components, p)
		} else {
			directives = append(directives, p)
		}
	}
	if len(components) == 1 {
		directives = append(directives, components[0])
	}
	for _, p := range directives {
		s.rendered(from, p.class, tag.At)
		for i := range tag.Attrs {
			s.bindInput(from, p, &tag.Attrs[i])
		}
	}
}

// bindInput links a template to the input or output of a component that an attribute
// sets.
func (s *scope) bindInput(from resolve.DefID, p *part, a *parse.Attr) {
	hits, _ := s.hits(s.self(p.class), a.Name)
	if len(hits) != 1 || !isInput(s.b.Table.Def(hits[0].id)) {
		return
	}
	s.b.Bindings = append(s.b.Bindings, resolve.Binding{From: from, To: hits[0].id,
		Kind: graph.References, Tier: graph.Exact, At: a.At})
}

// isInput reports whether templates set a member, or subscribe to it.
//
//	@Input() user?: User;
//	saved = output<User>();
func isInput(d *resolve.Def) bool {
	for _, name := range d.Decorators {
		if name == "Input" || name == "Output" {
			return true
		}
	}
	for i := range d.Init {
		if steps := d.Init[i].Steps; len(steps) > 0 {
			switch steps[0].Name {
			case "input", "output", "model":
				return true
			}
		}
	}
	return false
}
