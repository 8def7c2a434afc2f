package page

import (
	"maps"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Language knows the types of one programming language, whose values are passed to
// templates.
type Language interface {
	// Member returns the member of a value that a template refers to, or None if it is
	// unknown.
	Member(of resolve.Type, name string) resolve.DefID

	// Element returns the element type of a value.
	Element(of resolve.Type) resolve.Type
}

// Values holds the types of the values in templates.
type Values struct {
	tree     *eval.Tree
	language Language
	given    map[resolve.DefID]map[string][]resolve.Type // by template and name
	scopes   map[*resolve.File]scopes
	steps    int
}

// NewValues returns the values of templates to which values of a language are passed.
func NewValues(t *eval.Tree, l Language) *Values {
	return &Values{tree: t, language: l, given: map[resolve.DefID]map[string][]resolve.Type{},
		scopes: map[*resolve.File]scopes{}}
}

// scopesOf returns the variables that a template sets.
func (v *Values) scopesOf(f *resolve.File) scopes {
	s, ok := v.scopes[f]
	if !ok {
		s = scopesOf(f.Page.Template.Vars)
		v.scopes[f] = s
	}
	return s
}

// maxGiven bounds the types of one name.
const maxGiven = 20

// Give adds a type of a name in a template; it reports whether the type is new.
func (v *Values) Give(template resolve.DefID, name string, t resolve.Type) bool {
	names := v.given[template]
	same := func(o resolve.Type) bool { return o.Def == t.Def && equalArgs(o.Args, t.Args) }
	if !t.Known() || len(names[name]) >= maxGiven || slices.ContainsFunc(names[name], same) {
		return false
	}
	if names == nil {
		names = map[string][]resolve.Type{}
		v.given[template] = names
	}
	names[name] = append(names[name], t)
	return true
}

// PassData adds the members of one template's data, whose names begin with parse.Here, to
// another template, to which it passes all its data; it reports whether one is new.
func (v *Values) PassData(from, to resolve.DefID) bool {
	changed := false
	for _, name := range slices.Sorted(maps.Keys(v.given[from])) {
		for _, t := range v.given[from][name] {
			changed = strings.HasPrefix(name, parse.Here) && v.Give(to, name, t) || changed
		}
	}
	return changed
}

func equalArgs(a, b []resolve.Type) bool {
	return slices.EqualFunc(a, b, func(a, b resolve.Type) bool {
		return a.Def == b.Def && a.SameForm(b) && equalArgs(a.Args, b.Args)
	})
}

// Uses lists the uses of members by the values in a template.
func (v *Values) Uses(f *resolve.File) []Use {
	var out []Use
	for i := range f.Page.Template.Refs {
		m := &f.Page.Template.Refs[i]
		if m.Kind != parse.MarkValue {
			continue
		}
		v.steps = 0
		v.eval(f, m.Def, m.At, m.Path, 0, func(member resolve.DefID, at uint32) {
			kind := graph.References
			if k := v.tree.Table.Def(member).Kind; k.IsCallable() && k != graph.KindProperty {
				kind = graph.Calls
			}
			out = append(out, Use{By: f.ID(m.Def), What: member, Kind: kind, Tier: graph.Typed,
				At: eval.Place{File: f, At: at}})
		})
	}
	return out
}

// Types lists the possible types of a path at a position of a template.
func (v *Values) Types(f *resolve.File, def int32, at uint32,
	path []parse.TextPart) []resolve.Type {
	v.steps = 0
	return v.eval(f, def, at, path, 0, func(resolve.DefID, uint32) {})
}

const (
	maxNested = 8   // chains of variables
	maxSteps  = 400 // member lookups for one path
)

// eval lists the types of a path, and visits its members.
func (v *Values) eval(f *resolve.File, def int32, at uint32, path []parse.TextPart, depth int,
	visit func(member resolve.DefID, at uint32)) []resolve.Type {
	if len(path) == 0 || depth > maxNested {
		return nil
	}
	types, rest := v.root(f, def, at, path[0].Text, depth), path[1:]
	if types == nil && len(rest) > 0 && path[0].Text == parse.Here { // of a map, by its key
		types, rest = v.root(f, def, at, parse.Here+rest[0].Text, depth), rest[1:]
	}
	for _, p := range rest {
		var next []resolve.Type
		for _, t := range types {
			if v.steps++; v.steps > maxSteps {
				return nil
			}
			if d := v.language.Member(t, p.Text); d != resolve.None {
				visit(d, p.At)
				next = append(next, v.typeOf(d, t))
			}
		}
		types = next
	}
	return types
}

// root lists the types of the name that begins a path: a variable of the template, or a
// value passed to it.
func (v *Values) root(f *resolve.File, def int32, at uint32, name string,
	depth int) []resolve.Type {
	if x := v.scopesOf(f).at(name, at); x != nil {
		types := v.eval(f, def, x.Scope.Start-1, x.Of, depth+1, func(resolve.DefID, uint32) {})
		if !x.Each {
			return types
		}
		var out []resolve.Type
		for _, t := range types {
			out = append(out, v.language.Element(t))
		}
		return out
	}
	if name == "$" {
		name = parse.Here
	}
	for d := def; d > 0; d = f.Definitions[d].Parent {
		types := v.given[f.ID(d)][name]
		// The data of a template is passed to it separately, so that of its parent does
		// not count.
		if types != nil || strings.HasPrefix(name, parse.Here) {
			return types
		}
	}
	return nil
}

// typeOf returns the type of a member of a value.
func (v *Values) typeOf(member resolve.DefID, owner resolve.Type) resolve.Type {
	d := v.tree.Table.Def(member)
	b := v.tree.Binder(d.File)
	if b == nil {
		return resolve.Unknown
	}
	return b.Subst(b.TypeOf(d.Type, d.ID, d.Type.At), owner)
}
