package gomod

import (
	"go/ast"
	"go/token"
	"go/types"

	"seedgraph/external"
)

// directions are the names of channel types: chan, chan<- and <-chan.
var directions = map[ast.ChanDir]string{ast.SEND: "->", ast.RECV: "<-"}

// ref converts a written type, to the zero value if it is unknown. An imported
// package is not read for it: the full name of the type suffices, and is resolved on
// demand.
func (s scope) ref(x ast.Expr) external.TypeRef {
	switch x := x.(type) {
	case *ast.Ident:
		return s.named(x.Name)
	case *ast.SelectorExpr:
		if to := s.imports[nameOf(x.X)]; to != "" {
			return external.TypeRef{Form: external.Named, Name: to + "." + x.Sel.Name}
		}
	case *ast.ParenExpr:
		return s.ref(x.X)
	case *ast.StarExpr:
		return s.of(external.PointerTo, "", x.X)
	case *ast.ArrayType:
		if x.Len == nil {
			return s.of(external.Slice, "", x.Elt)
		}
		return s.of(external.Array, types.ExprString(x.Len), x.Elt)
	case *ast.MapType:
		return s.of(external.Map, "", x.Key, x.Value)
	case *ast.ChanType:
		return s.of(external.Chan, directions[x.Dir], x.Value)
	case *ast.FuncType:
		m := external.Member{Kind: external.Call}
		s.signature(&m, x)
		return external.TypeRef{Form: external.Func, Members: []external.Member{m}}
	case *ast.StructType:
		_, members := s.fields(x.Fields)
		return external.TypeRef{Form: external.Object, Members: members}
	case *ast.InterfaceType:
		bases, members := s.methods(x.Methods)
		return external.TypeRef{Form: external.Object, Args: bases, Members: members}
	case *ast.IndexExpr:
		return s.instance(x.X, x.Index)
	case *ast.IndexListExpr:
		return s.instance(x.X, x.Indices...)
	case *ast.UnaryExpr: // ~T in a constraint
		return s.of(external.Computed, "~", x.X)
	case *ast.BinaryExpr: // A | B in a constraint
		return s.of(external.Union, "", terms(x)...)
	}
	return external.TypeRef{}
}

// named returns the type of a plain name: a type parameter, a type of the package, or
// a predeclared one.
func (s scope) named(name string) external.TypeRef {
	if param := s.params[name]; param != "" {
		return external.TypeRef{Form: external.TypeVar, Name: param}
	}
	if t := s.types[name]; t != nil {
		return external.TypeRef{Form: external.Named, Name: t.Name}
	}
	if _, ok := types.Universe.Lookup(name).(*types.TypeName); ok {
		return external.TypeRef{Form: external.Named, Name: name}
	}
	return external.TypeRef{}
}

// of returns a type composed of others.
func (s scope) of(form external.Form, name string, parts ...ast.Expr) external.TypeRef {
	out := external.TypeRef{Form: form, Name: name}
	for _, p := range parts {
		out.Args = append(out.Args, s.ref(p))
	}
	return out
}

// instance returns a generic type with its type arguments. The parser cannot
// distinguish it from an index expression; in a type it is an instance.
func (s scope) instance(x ast.Expr, args ...ast.Expr) external.TypeRef {
	out := s.ref(x)
	if out.Form == external.Named {
		out.Args = s.of(external.Tuple, "", args...).Args
	}
	return out
}

// terms returns the terms of a union A | ~B | C.
func terms(x ast.Expr) []ast.Expr {
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.OR {
		return append(terms(b.X), terms(b.Y)...)
	}
	return []ast.Expr{x}
}

// fields returns the types that a struct embeds, and its fields: the exported and the
// embedded ones.
func (s scope) fields(list *ast.FieldList) (bases []external.TypeRef, members []external.Member) {
	for _, f := range list.List {
		t := s.ref(f.Type)
		if len(f.Names) == 0 {
			m := external.Member{Name: embeddedName(f.Type), Kind: external.Embedded, Type: t}
			if !ast.IsExported(m.Name) {
				m.Visible = external.Internal
			}
			bases, members = append(bases, t), append(members, m)
		}
		for _, name := range f.Names {
			if name.IsExported() {
				members = append(members,
					external.Member{Name: name.Name, Kind: external.Field, Type: t})
			}
		}
	}
	return bases, members
}

// embeddedName returns the name of an embedded field: that of its type.
func embeddedName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return embeddedName(x.X)
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.IndexExpr:
		return embeddedName(x.X)
	case *ast.IndexListExpr:
		return embeddedName(x.X)
	}
	return nameOf(x)
}

// methods returns the embedded types of an interface and its own methods. Unexported
// ones imply that no type of another package implements it.
func (s scope) methods(list *ast.FieldList) (bases []external.TypeRef, members []external.Member) {
	for _, f := range list.List {
		fn, ok := f.Type.(*ast.FuncType)
		if !ok || len(f.Names) == 0 {
			bases = append(bases, s.ref(f.Type))
			continue
		}
		for _, name := range f.Names {
			m := external.Member{Name: name.Name, Kind: external.Method, Flags: external.Abstract}
			if !name.IsExported() {
				m.Visible = external.Internal
			}
			s.signature(&m, fn)
			members = append(members, m)
		}
	}
	return bases, members
}

// signature sets the parameters and results of m. One field may declare several with
// one type (a, b int), and an unnamed field is one parameter.
func (s scope) signature(m *external.Member, fn *ast.FuncType) {
	for _, f := range fn.Params.List {
		p := external.Param{}
		x := f.Type
		if e, ok := x.(*ast.Ellipsis); ok {
			x, p.Variadic = e.Elt, true
		}
		p.Type = s.ref(x)
		for i := range max(len(f.Names), 1) {
			if i < len(f.Names) {
				p.Name = f.Names[i].Name
			}
			m.Params = append(m.Params, p)
		}
	}
	if fn.Results == nil {
		return
	}
	var results []external.TypeRef
	for _, f := range fn.Results.List {
		for range max(len(f.Names), 1) {
			results = append(results, s.ref(f.Type))
		}
	}
	switch len(results) {
	case 0:
	case 1:
		m.Type = results[0]
	default:
		m.Type = external.TypeRef{Form: external.Tuple, Args: results}
	}
}

// paramNames lists the names of type parameters, or nil.
func paramNames(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var out []string
	for _, f := range list.List {
		for _, name := range f.Names {
			out = append(out, name.Name)
		}
	}
	return out
}

// typeParams reads type parameters with their constraints; any is no constraint.
func (s scope) typeParams(list *ast.FieldList) []external.TypeParam {
	if list == nil {
		return nil
	}
	var out []external.TypeParam
	for _, f := range list.List {
		for _, name := range f.Names {
			p := external.TypeParam{Name: name.Name}
			if nameOf(f.Type) != "any" {
				p.Bounds = []external.TypeRef{s.ref(f.Type)}
			}
			out = append(out, p)
		}
	}
	return out
}

// untyped maps the kinds of literals to the types of constants.
var untyped = map[token.Token]string{token.INT: "untyped int", token.FLOAT: "untyped float",
	token.IMAG: "untyped complex", token.CHAR: "untyped rune", token.STRING: "untyped string"}

// valueType returns the type of the initializer of a variable or constant, if its
// syntax determines it.
//
//	var Default = &Client{}           // *Client
//	const KindA = Kind("a")           // Kind
//	var Root = new(Node)              // *Node
func (s scope) valueType(x ast.Expr) external.TypeRef {
	switch x := x.(type) {
	case *ast.BasicLit:
		return external.TypeRef{Form: external.Named, Name: untyped[x.Kind]}
	case *ast.CompositeLit:
		if x.Type != nil {
			return s.ref(x.Type)
		}
	case *ast.FuncLit:
		return s.ref(x.Type)
	case *ast.ParenExpr:
		return s.valueType(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			if t := s.valueType(x.X); !t.IsZero() {
				return external.TypeRef{Form: external.PointerTo, Args: []external.TypeRef{t}}
			}
		}
	case *ast.CallExpr:
		return s.callType(x)
	}
	return external.TypeRef{}
}

// callType returns the type of new(T) and make(T), and of a conversion to a type of
// the package or a predeclared one. The result of a function is unknown: it would
// require the declarations of other packages, possibly in a long chain.
func (s scope) callType(x *ast.CallExpr) external.TypeRef {
	switch name := nameOf(x.Fun); {
	case name == "new" && len(x.Args) == 1:
		return s.of(external.PointerTo, "", x.Args[0])
	case name == "make" && len(x.Args) > 0:
		return s.ref(x.Args[0])
	case name != "":
		return s.named(name)
	}
	return external.TypeRef{}
}
