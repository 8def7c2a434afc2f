package dotnet

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/external"
)

// A found is a member of the declarations with its metadata.
type found struct {
	member external.Member
	bound  *boundMember
}

// matcher merges the two sources of a type's members: the declarations have the
// types, the metadata the modifiers.
type matcher struct {
	scope  *scope
	bound  *bound
	kind   external.TypeKind
	decl   *decl
	script []external.Member // with full names
	used   []bool
	stats  *Stats
}

// Stats counts how the two sources agree.
type Stats struct {
	Types, Members int
	Untyped        int // only in the metadata: their types are erased
	Unbound        int // only in the declarations, and neither a twin nor an inherited member
	NoScript       int // types without declarations
}

// members returns the members of the type, those with one name in the order of the
// metadata, which is that of the source.
func (m *matcher) members() []external.Member {
	var all []found
	for _, part := range []struct {
		bound []boundMember
		kind  external.MemberKind
	}{
		{m.bound.Constructors, external.Constructor},
		{m.bound.Methods, external.Method},
		{m.bound.Properties, external.Property},
		{m.bound.Fields, external.Field},
		{m.bound.Events, external.Event},
	} {
		rows := slices.Clone(part.bound)
		slices.SortStableFunc(rows, func(a, b boundMember) int {
			return cmp.Compare(a.MetadataToken, b.MetadataToken)
		})
		for i := range rows {
			if b := &rows[i]; b.own(m.bound) && m.callable(b) {
				all = append(all, found{m.member(b, part.kind), b})
			}
		}
	}
	var members []external.Member
	for i := range all {
		members = append(members, all[i].member)
	}
	m.stats.Members += len(members)
	m.countUnbound()
	return members
}

// callable reports whether source code can refer to b: not the members that compilers
// add to enums, delegates and records.
func (m *matcher) callable(b *boundMember) bool {
	if m.kind == external.Delegate {
		return b.TargetName == "Invoke"
	}
	return b.TargetName != "value__" && !strings.Contains(b.TargetName, "<")
}

// member builds the member of a row of the metadata.
func (m *matcher) member(b *boundMember, kind external.MemberKind) external.Member {
	one := external.Member{Name: b.TargetName}
	switch {
	case kind == external.Constructor:
		one.Name = external.ConstructorName
	case b.IsIndexer:
		return m.indexer(b)
	}
	if i := m.find(&one, b, kind); i >= 0 {
		m.used[i] = true
		one = m.script[i]
		m.settle(&one, b)
	} else if kind != external.Field || m.kind != external.Enum {
		m.stats.Untyped++
		m.fromMetadata(&one, b)
	}
	one.Kind = kind
	one.Flags = b.flags(m.kind)
	if kind == external.Field && b.IsLiteral {
		one.Kind = external.Constant
	}
	if kind == external.Field && m.kind == external.Enum {
		one.Type = external.TypeRef{Form: external.Named, Name: key(m.bound.TargetName)}
	}
	if kind == external.Property && !b.HasSetter || b.IsReadOnly {
		one.Flags |= external.ReadOnly
	}
	one.Visible = b.visible()
	m.passModes(&one, b)
	return one
}

// settle reduces a union to the type in the metadata. The declarations unite the
// types of a property and of the one it overrides, as TypeScript requires.
func (m *matcher) settle(one *external.Member, b *boundMember) {
	for i := range one.Params {
		if one.Params[i].Type.Form == external.Union {
			one.Params[i].Type = external.TypeRef{}
		}
	}
	if one.Type.Form != external.Union {
		return
	}
	all := one.Type.Args
	name, _, _ := strings.Cut(strings.TrimPrefix(b.CanonicalSignature, ":"), "[")
	generic := cutArity(name) != name
	one.Type = external.TypeRef{}
	for i := range all {
		if erased(&all[i]) == b.result() && generic == (len(all[i].Args) > 0) {
			one.Type = all[i]
			return
		}
	}
	var plain external.Member
	m.fromMetadata(&plain, b)
	one.Type = plain.Type
}

var modes = map[string]external.Mode{"ref": external.ByRef, "out": external.Out, "in": external.In}

// passModes records the parameters that are passed by reference.
func (m *matcher) passModes(one *external.Member, b *boundMember) {
	for _, by := range b.ParameterModifiers {
		if by.Index < len(one.Params) {
			one.Params[by.Index].Mode = modes[by.Modifier]
		}
	}
}

// find returns the index of the declaration of b, or -1. Among several with the same
// erased parameters the result and the number of type parameters decide, then the
// order. A declaration with a rest parameter precedes its twin, which takes an array:
// both are the one method with params.
func (m *matcher) find(one *external.Member, b *boundMember, kind external.MemberKind) int {
	callable := kind == external.Method || kind == external.Constructor
	best, bestScore := -1, -1
	for i := range m.script {
		s := &m.script[i]
		static := s.Flags&external.Static != 0 || kind == external.Constructor && b.IsStatic
		calls := s.Kind == external.Method || s.Kind == external.Constructor
		if m.used[i] || s.Name != one.Name || calls != callable || static != b.IsStatic {
			continue
		}
		score := 0
		if callable {
			if !sameParams(s.Params, b.params()) {
				continue
			}
			if len(s.TypeParams) == b.Arity {
				score += 4
			}
			if erased(&s.Type) == b.result() {
				score += 2
			}
			if n := len(s.Params); n > 0 && s.Params[n-1].Variadic {
				score++
			}
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

func sameParams(params []external.Param, want []string) bool {
	return slices.EqualFunc(params, want, func(p external.Param, w string) bool {
		return p.Type.IsZero() || erased(&p.Type) == w
	})
}

// fromMetadata reads the signature of a member that is missing from the declarations:
// protected constructors and the like. Open generic types are erased there and stay
// unknown.
func (m *matcher) fromMetadata(one *external.Member, b *boundMember) {
	sig := b.CanonicalSignature
	if strings.HasPrefix(sig, "(") || strings.HasPrefix(sig, "[") {
		end := closing(sig, 0)
		for _, p := range split(sig[1:end]) {
			one.Params = append(one.Params, external.Param{Type: m.fromName(p)})
		}
		sig = sig[end+1:]
	}
	if one.Name != external.ConstructorName {
		one.Type = m.fromName(strings.TrimPrefix(sig, ":"))
	}
	if sig == "" && b.NormalizedSignature != "" { // fields and events: Name|Type|…
		if parts := strings.Split(b.NormalizedSignature, "|"); len(parts) > 1 {
			one.Type = m.fromName(parts[1])
		}
	}
}

// fromName parses a type name of the metadata:
// System.Func_2[[System.Int32,mscorlib,…],…].
func (m *matcher) fromName(name string) external.TypeRef {
	name = strings.TrimSuffix(name, "&")
	if rest, ok := strings.CutSuffix(name, "[]"); ok {
		return arrayOf(m.fromName(rest))
	}
	if m.scope.isParam(name) {
		return external.TypeRef{Form: external.TypeVar, Name: name}
	}
	base, args, generic := strings.Cut(name, "[[")
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return external.TypeRef{}
	}
	full := m.scope.types[base[:dot]][strings.NewReplacer("`", "_", "+", "_").Replace(base[dot+1:])]
	if full == "" || strings.HasSuffix(full, ">") != generic {
		return external.TypeRef{}
	}
	t := external.TypeRef{Form: external.Named, Name: full}
	if generic {
		for _, a := range split("[" + strings.TrimSuffix(args, "]")) {
			inner := strings.TrimSuffix(strings.TrimPrefix(a, "["), "]")
			if parts := split(inner); len(parts) > 0 {
				t.Args = append(t.Args, m.fromName(parts[0]))
			}
		}
	}
	return t
}

// indexer builds an indexer. The declarations have the type of one only for a numeric
// index; the rest comes from the metadata.
func (m *matcher) indexer(b *boundMember) external.Member {
	one := external.Member{Name: external.IndexerName}
	m.fromMetadata(&one, b)
	one.Kind, one.Flags, one.Visible = external.Indexer, b.flags(m.kind), b.visible()
	if !b.HasSetter {
		one.Flags |= external.ReadOnly
	}
	if one.Type.IsZero() && m.decl.index != nil {
		one.Type = m.scope.typ(*m.decl.index)
	}
	return one
}

// countUnbound counts the declarations without a row of the metadata, except twins of
// methods with params and members of bases.
func (m *matcher) countUnbound() {
	known := map[string]bool{}
	b := m.bound
	for _, rows := range [][]boundMember{b.Methods, b.Properties, b.Fields, b.Events} {
		for i := range rows {
			known[rows[i].TargetName] = true
		}
	}
	for i := range m.script {
		if s := &m.script[i]; !m.used[i] && !known[s.Name] && s.Kind != external.Constructor {
			m.stats.Unbound++
		}
	}
}
