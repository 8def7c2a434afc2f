package dts

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"seedgraph/external"
	"seedgraph/parse"
)

// A typeDraft is a type whose declarations are being merged.
type typeDraft struct {
	external.Type
	members []draft
}

// declared converts all declarations, by module.
func (r *reader) declared() []external.Declared {
	functions := map[string][]draft{} // of modules
	for _, s := range r.scopes {
		for _, d := range s.decls {
			for _, m := range r.declaration(d) {
				m.parent = d.block
				if s == r.global || s.name == s.module {
					functions[s.module] = append(functions[s.module], m)
				} else {
					t := r.namespace(s)
					t.members = append(t.members, m)
				}
			}
		}
	}
	spaces := map[string]*external.Declared{"": {}}
	for name := range r.modules {
		spaces[name] = &external.Declared{Name: name}
	}
	for _, t := range r.drafts {
		d := spaces[t.Namespace]
		d.Types = append(d.Types, t.finish())
	}
	var out []external.Declared
	for _, name := range slices.Sorted(maps.Keys(spaces)) {
		d := spaces[name]
		d.Members = ordered(functions[name])
		d.Exports = r.exports(name)
		out = append(out, *d)
	}
	return out
}

// draftOf returns the type of a name in s.
func (r *reader) draftOf(s *scope, name string, kind external.TypeKind) *typeDraft {
	full := s.full(name)
	t := r.types[full]
	if t == nil {
		t = &typeDraft{Type: external.Type{Name: full, Namespace: s.module, Kind: kind}}
		r.types[full] = t
		r.drafts = append(r.drafts, t)
	}
	if rank(kind) > rank(t.Kind) {
		t.Kind = kind
	}
	return t
}

// namespace returns the type that has the members of the namespace s.
func (r *reader) namespace(s *scope) *typeDraft {
	return r.draftOf(s.parent, s.name[len(s.parent.full("")):], external.Module)
}

// rank orders the kinds of declarations with one name: the highest one determines the
// kind of the type.
func rank(k external.TypeKind) int {
	return slices.Index(ranks, k)
}

var ranks = []external.TypeKind{
	external.Module, external.Alias, external.Interface, external.Enum, external.Class,
}

// declaration converts a declaration. It returns functions and values; types are
// added to the drafts.
func (r *reader) declaration(d decl) []draft {
	n, s := d.node, d.in
	r.from = d.file
	name := n.Field("name").Text()
	switch n.Kind() {
	case "": // a namespace
		r.namespace(s.self)
	case "interface_declaration":
		r.class(s, d, r.draftOf(s, name, external.Interface))
	case "class_declaration", "abstract_class_declaration", "class":
		t := r.draftOf(s, name, external.Class)
		if n.Is("abstract_class_declaration") {
			t.Flags |= external.Abstract
		}
		r.class(s, d, t)
	case "type_alias_declaration":
		t := r.draftOf(s, name, external.Alias)
		t.TypeParams = r.typeParams(s, n.Field("type_parameters"))
		t.Target = r.ref(s, n.Field("value"))
		r.vars = r.vars[:0]
	case "enum_declaration":
		r.enum(r.draftOf(s, name, external.Enum), n.Field("body"))
	case "function_signature", "function_declaration":
		m := external.Member{Name: name, Kind: external.Function}
		r.signature(s, n, &m)
		return []draft{{Member: m, literal: hasLiteral(n)}}
	default:
		return r.variables(s, n)
	}
	return nil
}

// class adds a declaration of a class or interface to t.
func (r *reader) class(s *scope, d decl, t *typeDraft) {
	params := r.typeParams(s, d.node.Field("type_parameters"))
	defer func() { r.vars = r.vars[:0] }()
	if len(t.TypeParams) == 0 {
		t.TypeParams = params
	}
	for _, base := range r.bases(s, d.node) {
		same := func(b external.TypeRef) bool { return reflect.DeepEqual(b, base) }
		if !slices.ContainsFunc(t.Bases, same) {
			t.Bases = append(t.Bases, base)
		}
	}
	for c := range d.node.Field("body").Named {
		for _, m := range r.member1(s, c) {
			m.parent = d.order
			t.members = append(t.members, m)
		}
	}
}

// bases converts the extends and implements clauses of a class or interface.
func (r *reader) bases(s *scope, n parse.Node) []external.TypeRef {
	var out []external.TypeRef
	for c := range n.Named {
		switch c.Kind() {
		case "extends_type_clause", "implements_clause":
			out = append(out, r.list(s, c)...)
		case "class_heritage":
			out = append(out, r.bases(s, c)...)
		case "extends_clause":
			base := r.ref(s, c.Field("value"))
			base.Args = r.list(s, c.Field("type_arguments"))
			out = append(out, base)
		}
	}
	return out
}

func (r *reader) enum(t *typeDraft, body parse.Node) {
	for c := range body.Named {
		switch c.Kind() {
		case "enum_assignment":
			c = c.Field("name")
		case "comment":
			continue
		}
		m := external.Member{Name: memberName(c), Kind: external.Constant, Type: named(t.Name)}
		t.members = append(t.members, draft{Member: m})
	}
}

// variables converts var a: A, b: B.
func (r *reader) variables(s *scope, n parse.Node) []draft {
	var out []draft
	for c := range n.Named {
		if !c.Is("variable_declarator") {
			continue
		}
		m := external.Member{Name: c.Field("name").Text(), Kind: external.Value}
		m.Type = r.ref(s, c.Field("type"))
		if hasToken(n, "const") {
			m.Flags = external.ReadOnly
			if m.Type.IsZero() && !c.Field("value").IsZero() {
				m.Type = literalType(c.Field("value"))
			}
		}
		out = append(out, draft{Member: m})
	}
	return out
}

// finish returns the merged type.
func (t *typeDraft) finish() *external.Type {
	if t.Kind == external.Class || t.Kind == external.Interface {
		for i := range t.members {
			if m := &t.members[i]; m.Kind == external.Function || m.Kind == external.Value {
				m.Flags |= external.Static
			}
		}
	}
	t.Members = ordered(t.members)
	return &t.Type
}

// ordered sorts members by name and their overloads in the order in which the
// compiler tries them. Of several fields or values with one name the first is kept.
func ordered(all []draft) []external.Member {
	slices.SortStableFunc(all, func(a, b draft) int { return cmp.Compare(a.Name, b.Name) })
	var out []external.Member
	for from := 0; from < len(all); {
		to := from + 1
		for to < len(all) && all[to].Name == all[from].Name {
			to++
		}
		out = append(out, overloads(all[from:to])...)
		from = to
	}
	return withAccessors(out)
}

// overloads orders members with one name.
func overloads(same []draft) []external.Member {
	var kept, callable []draft
	for _, m := range same {
		switch m.Kind {
		case external.Method, external.Function, external.Call, external.Constructor:
			callable = append(callable, m)
		case external.Property, external.Indexer:
			kept = append(kept, m)
		default:
			same := func(k draft) bool { return (k.Flags^m.Flags)&external.Static == 0 }
			if !slices.ContainsFunc(kept, same) {
				kept = append(kept, m)
			}
		}
	}
	var out []external.Member
	for _, m := range append(kept, tried(callable)...) {
		same := func(o external.Member) bool { return reflect.DeepEqual(o, m.Member) }
		if !slices.ContainsFunc(out, same) {
			out = append(out, m.Member)
		}
	}
	return out
}

// tried returns overloads in the order in which the compiler tries them: by block
// from the last to the first, those in one block in source order, and before all
// others those with a parameter of a literal type. A block is the body of an
// interface or class, and the enclosing file or namespace for functions.
func tried(in []draft) []draft {
	var out []draft
	index, literals, parent := 0, 0, -1
	for i, m := range in {
		if i > 0 && m.parent == parent {
			index++
		} else {
			parent, index = m.parent, literals
		}
		at := index
		if m.literal {
			at = literals
			literals++
		}
		out = slices.Insert(out, at, m)
	}
	return out
}
