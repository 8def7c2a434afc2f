// Package graphql resolves the names in GraphQL schemas and documents.
package graphql

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules are those of the language.
//
//   - Types, directives and fragments have separate namespaces. The files of a schema are listed
//     in the settings of servers and tools: a definition in the file itself, or in one that it
//     imports, is exact, the only one in the tree is unique, and among several the one in the
//     nearest folder is a guess.
//   - The references of a field are also references of its type.
//   - A selected field is looked up in the type of the enclosing field, of the condition, or of
//     the kind of operation: Query, unless a schema definition names another. A type also has
//     the fields of its extensions.
type rules struct {
	resolve.PlainRules
	table  *resolve.Table
	spaces [numSpaces]map[string][]resolve.DefID // definitions by name, without extensions
	// fields of types and of their extensions: by the name of the type, then of the
	// field
	fields map[string]map[string][]resolve.DefID
	roots  map[string][]root // by the keyword of the operation
}

// A root is the type in which an operation kind starts, according to a schema
// definition.
type root struct {
	file *resolve.File
	name string
}

// A space is a namespace.
type space uint8

const (
	spaceType space = iota
	spaceDirective
	spaceFragment
	spaceNone // of operations, which are never referred to, and fields
	numSpaces
)

const family = "graphql"

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: family, Names: []string{family},
		Rules: func() resolve.Rules { return &rules{} }}
}

// spaceOf returns the space of a definition.
func spaceOf(d *resolve.Def) space {
	switch {
	case d.Kind.IsType():
		return spaceType
	case resolve.HasModifier(d, "directive"):
		return spaceDirective
	case resolve.HasModifier(d, "fragment"):
		return spaceFragment
	}
	return spaceNone
}

// Prepare indexes the definitions of the files.
func (r *rules) Prepare(ix *resolve.Table) {
	r.table, r.fields, r.roots = ix, map[string]map[string][]resolve.DefID{}, map[string][]root{}
	for i := range r.spaces {
		r.spaces[i] = map[string][]resolve.DefID{}
	}
	for _, f := range ix.Files {
		if f.Family != family {
			continue
		}
		for i := 1; i < len(f.Definitions); i++ {
			r.add(ix.Def(f.ID(int32(i))))
		}
		for i := range f.References {
			if ref := &f.References[i]; ref.Kind == parse.RefType && len(ref.Recv) > 0 {
				word := ref.Recv[0].Name
				r.roots[word] = append(r.roots[word], root{f, ref.Name})
			}
		}
	}
}

// add records a definition.
func (r *rules) add(d *resolve.Def) {
	if d.Kind == graph.KindField {
		owner := r.table.Def(d.Outer).Name
		if r.fields[owner] == nil {
			r.fields[owner] = map[string][]resolve.DefID{}
		}
		r.fields[owner][d.Name] = append(r.fields[owner][d.Name], d.ID)
		return
	}
	if s := spaceOf(d); s != spaceNone && d.Receiver().IsZero() {
		r.spaces[s][d.Name] = r.table.Bounded(r.spaces[s][d.Name], d)
	}
}

// Imported implements [resolve.Rules].
//
//	#import "./parts.graphql"
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	if f := r.table.At(path.Join(path.Dir(b.File.Path), b.File.Imports[i].Path)); f != nil && f != b.File {
		return resolve.Target{Files: []*resolve.File{f}}
	}
	return resolve.Target{External: true}
}

// ResolveType implements [resolve.Rules].
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, _ resolve.DefID, _ uint32) resolve.Type {
	id, tier, _ := r.binding(b).nearest(r.spaces[spaceType][ref.Name])
	if id == resolve.None {
		return resolve.Unknown
	}
	return resolve.Type{Def: id, Owner: resolve.None, Tier: tier}
}

// Overridden implements [resolve.Overrider]: the fields of the interfaces of a type.
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	if d.Kind != graph.KindField || d.Outer == resolve.None {
		return nil
	}
	var out []resolve.DefID
	for _, base := range r.table.Def(d.Outer).Bases {
		id, tier, _ := r.binding(b).nearest(r.fields[base.Name][d.Name])
		if id != resolve.None && tier != graph.Heuristic {
			out = append(out, id)
		}
	}
	return out
}

// A binding is the state of binding one file.
type binding struct {
	r    *rules
	b    *resolve.Binder
	near map[*resolve.File]bool // the imports of the file
	// types of selected fields, by position: their names and tiers
	types map[uint32]selected
}

// A selected is the type of an element with selections; the name is empty if unknown.
type selected struct {
	name string
	tier graph.Tier
}

// binding returns the state of a file.
func (r *rules) binding(b *resolve.Binder) *binding {
	if s, ok := b.State.(*binding); ok {
		return s
	}
	s := &binding{r: r, b: b, near: map[*resolve.File]bool{}, types: map[uint32]selected{}}
	for i := range b.File.Imports {
		for _, f := range r.Imported(b, i).Files {
			s.near[f] = true
		}
	}
	b.State = s
	return s
}

// BindFile implements [resolve.Rules]. A field comes after the one that it is
// selected from.
func (r *rules) BindFile(b *resolve.Binder) {
	s := r.binding(b)
	for i := range b.File.References {
		ref := &b.File.References[i]
		switch {
		case ref.Kind == parse.RefType:
			s.settle(ref, r.spaces[spaceType][ref.Name], graph.Exact)
		case len(ref.Recv) > 0:
			s.field(ref)
		case strings.HasSuffix(strings.TrimRight(b.File.Text[:ref.At], " \t\r\n,"), "..."):
			s.settle(ref, r.spaces[spaceFragment][ref.Name], graph.Exact)
		default:
			s.settle(ref, r.spaces[spaceDirective][ref.Name], graph.Exact)
		}
	}
}

// settle binds a reference to the nearest of some definitions, with the given tier at
// best. A name without a definition in the tree is external.
func (s *binding) settle(ref *parse.Reference, ids []resolve.DefID, at graph.Tier) (resolve.DefID, graph.Tier) {
	from := s.b.File.ID(ref.Def)
	id, tier, why := s.nearest(ids)
	if id == resolve.None {
		s.b.Settle(ref, from, ids, graph.Exact, why)
		return id, 0
	}
	tier = resolve.WeakerTier(tier, at)
	s.b.Settle(ref, from, []resolve.DefID{id}, tier, resolve.Resolved)
	if d := s.r.table.Def(from); d.Kind == graph.KindField && ref.Kind == parse.RefType && d.Outer != id {
		s.b.Emit(ref, d.Outer, id, tier) // a type depends on the types of its fields
	}
	return id, tier
}

// field binds a selected field.
func (s *binding) field(ref *parse.Reference) {
	of := s.of(ref.Recv[0])
	if of.name == "" {
		s.b.Settle(ref, s.b.File.ID(ref.Def), nil, graph.Exact, resolve.UnknownReceiver)
		return
	}
	ids := s.r.fields[of.name][ref.Name]
	if len(ids) == 0 && s.r.spaces[spaceType][of.name] != nil {
		s.b.Settle(ref, s.b.File.ID(ref.Def), nil, graph.Exact, resolve.NotFound)
		return
	}
	if id, tier := s.settle(ref, ids, of.tier); id != resolve.None {
		s.types[ref.At] = selected{named(s.r.table.Def(id).Type), tier}
	}
}

// named returns the name of a type, or of the elements of a list.
func named(t parse.TypeRef) string {
	for t.Form == parse.FormList && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return t.Name
}

// of returns the type that a step results in.
func (s *binding) of(step parse.Step) selected {
	switch {
	case step.Kind == parse.StepType:
		return selected{step.Name, graph.Exact}
	case step.At > 0:
		return s.types[step.At]
	}
	return s.root(step.Name)
}

// root returns the root type of an operation.
func (s *binding) root(word string) selected {
	roots := s.r.roots[word]
	name := ""
	for _, root := range roots {
		if root.file == s.b.File {
			return selected{root.name, graph.Exact}
		}
		if name != "" && name != root.name {
			return selected{} // of several schemas
		}
		name = root.name
	}
	if name == "" {
		return selected{strings.ToUpper(word[:1]) + word[1:], graph.Exact}
	}
	return selected{name, graph.Unique}
}

// nearest returns the definition that a file refers to, and its tier; or none, and
// the reason.
func (s *binding) nearest(ids []resolve.DefID) (resolve.DefID, graph.Tier, resolve.Outcome) {
	if len(ids) == 0 {
		return resolve.None, 0, resolve.External
	}
	if len(ids) > 1 || s.r.table.Def(ids[0]).File == s.b.File {
		if own := s.within(ids, func(f *resolve.File) bool { return f == s.b.File }); len(own) == 1 {
			return own[0], graph.Exact, resolve.Resolved
		}
	}
	if near := s.within(ids, func(f *resolve.File) bool { return s.near[f] }); len(near) == 1 {
		return near[0], graph.Exact, resolve.Resolved
	}
	if len(ids) == 1 {
		return ids[0], graph.Unique, resolve.Resolved
	}
	best, most := []resolve.DefID(nil), -1
	for _, id := range ids {
		switch n := shared(s.r.table.Def(id).File.Path, s.b.File.Path); {
		case n > most:
			best, most = []resolve.DefID{id}, n
		case n == most:
			best = append(best, id)
		}
	}
	if len(best) != 1 {
		return resolve.None, 0, resolve.Ambiguous
	}
	return best[0], graph.Heuristic, resolve.Resolved
}

// within keeps the definitions of some files.
func (s *binding) within(ids []resolve.DefID, admits func(*resolve.File) bool) []resolve.DefID {
	return slices.DeleteFunc(slices.Clone(ids), func(id resolve.DefID) bool {
		return !admits(s.r.table.Def(id).File)
	})
}

// shared counts the leading folders that two paths share.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}
