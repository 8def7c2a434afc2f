package dts

import (
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
)

// A draft is a member with the data that determines its position among its overloads.
type draft struct {
	external.Member
	parent  int  // its enclosing block
	literal bool // a parameter has a literal type
}

// signature sets the type parameters, the parameters and the result of m.
func (r *reader) signature(s *scope, n parse.Node, m *external.Member) {
	kept := len(r.vars)
	defer func() { r.vars = r.vars[:kept] }()
	m.TypeParams = r.typeParams(s, n.Field("type_parameters"))
	for p := range n.Field("parameters").Named {
		if p.Is("required_parameter", "optional_parameter") {
			m.Params = append(m.Params, r.param(s, p))
		}
	}
	result := n.Field("return_type")
	if result.IsZero() {
		result = n.Field("type")
	}
	m.Type = r.ref(s, result)
}

// param converts a parameter. A destructured one has no name.
func (r *reader) param(s *scope, n parse.Node) external.Param {
	p := external.Param{Type: r.ref(s, n.Field("type")), Optional: n.Is("optional_parameter")}
	switch pattern := n.Field("pattern"); pattern.Kind() {
	case "identifier":
		p.Name = pattern.Text()
	case "this":
		p.Mode = external.This
	case "rest_pattern":
		p.Variadic = true
		if name := firstNamed(pattern); name.Is("identifier") {
			p.Name = name.Text()
		}
	}
	return p
}

// hasLiteral reports whether a parameter of a signature has a literal type.
func hasLiteral(n parse.Node) bool {
	for p := range n.Field("parameters").Named {
		if firstNamed(p.Field("type")).Is("literal_type") {
			return true
		}
	}
	return false
}

// typeParams converts type parameters and adds their names to the scope.
func (r *reader) typeParams(s *scope, list parse.Node) []external.TypeParam {
	for p := range list.Named {
		if p.Is("type_parameter") {
			r.vars = append(r.vars, p.Field("name").Text())
		}
	}
	var out []external.TypeParam
	for p := range list.Named {
		if !p.Is("type_parameter") {
			continue
		}
		t := external.TypeParam{Name: p.Field("name").Text(), Default: r.ref(s, p.Field("value"))}
		if bound := p.Field("constraint"); !bound.IsZero() {
			t.Bounds = []external.TypeRef{r.ref(s, bound)}
		}
		out = append(out, t)
	}
	return out
}

// member1 converts a member of a class, an interface or an object type; nil if it is
// private or not a member.
func (r *reader) member1(s *scope, n parse.Node) []draft {
	var m external.Member
	switch n.Kind() {
	case "call_signature":
		m = external.Member{Name: external.CallName, Kind: external.Call}
		r.signature(s, n, &m)
	case "construct_signature":
		m = external.Member{Name: external.ConstructorName, Kind: external.Constructor}
		r.signature(s, n, &m)
	case "index_signature":
		m = r.indexer(s, n)
	case "property_signature", "public_field_definition":
		m = external.Member{Name: memberName(n.Field("name")), Kind: external.Field}
		m.Type = r.ref(s, n.Field("type"))
	case "method_signature", "abstract_method_signature":
		m = r.method(s, n)
	default:
		return nil
	}
	switch access := n.Child("accessibility_modifier").Text(); {
	case access == "private" || strings.HasPrefix(m.Name, "#"):
		return nil
	case access == "protected":
		m.Visible = external.Protected
	}
	for _, f := range []struct {
		token string
		flag  external.Flags
	}{
		{"static", external.Static}, {"abstract", external.Abstract}, {"readonly", external.ReadOnly},
		{"?", external.Optional},
	} {
		if hasToken(n, f.token) {
			m.Flags |= f.flag
		}
	}
	return []draft{{Member: m, literal: hasLiteral(n)}}
}

// method converts a method, a constructor or an accessor.
func (r *reader) method(s *scope, n parse.Node) external.Member {
	m := external.Member{Name: memberName(n.Field("name")), Kind: external.Method}
	r.signature(s, n, &m)
	switch {
	case hasToken(n, "get"):
		m.Kind, m.Flags = external.Property, external.ReadOnly
	case hasToken(n, "set"):
		m.Kind = external.Property
		if len(m.Params) > 0 {
			m.Type = m.Params[0].Type
		}
		m.Params = nil
	case m.Name == "constructor" && n.Parent().Is("class_body"):
		m.Name, m.Kind = external.ConstructorName, external.Constructor
	}
	return m
}

// indexer converts [key: K]: V.
func (r *reader) indexer(s *scope, n parse.Node) external.Member {
	key := external.Param{Name: n.Field("name").Text(), Type: r.ref(s, n.Field("index_type"))}
	return external.Member{
		Name: external.IndexerName, Kind: external.Indexer, Params: []external.Param{key},
		Type: r.ref(s, n.Field("type")),
	}
}

// memberName returns the name of a member: that of a computed one keeps its
// brackets, as in [Symbol.iterator].
func memberName(n parse.Node) string {
	switch n.Kind() {
	case "string":
		return unquote(n.Text())
	case "computed_property_name":
		return squeeze(n.Text())
	}
	return n.Text()
}

// withAccessors merges a getter and a setter into one property, with the type of the
// getter.
func withAccessors(members []external.Member) []external.Member {
	getters, setters := map[string]bool{}, map[string]bool{}
	for _, m := range members {
		if m.Kind == external.Property {
			if m.Flags&external.ReadOnly != 0 {
				getters[m.Name] = true
			} else {
				setters[m.Name] = true
			}
		}
	}
	out := members[:0]
	for _, m := range members {
		if m.Kind == external.Property {
			if m.Flags&external.ReadOnly == 0 && getters[m.Name] {
				continue
			}
			if setters[m.Name] {
				m.Flags &^= external.ReadOnly
			}
		}
		out = append(out, m)
	}
	return out
}
