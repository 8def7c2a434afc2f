package gomod

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"seedgraph/external"
)

// Declare returns the declarations of a package of a required module, or nil.
func (m *Modules) Declare(name string) *external.Declared {
	f := m.find(name)
	if f == nil {
		return nil
	}
	p := &pkg{modules: m, path: name, types: map[string]*external.Type{},
		d: &external.Declared{Name: name}}
	files := token.NewFileSet()
	for _, base := range f.files {
		// The log names the file by its import path: the folder of the cache is
		// specific to this machine.
		at := path.Join(name, base)
		text, err := m.log.Read(f.of, at, filepath.Join(f.dir, base))
		if err != nil {
			continue
		}
		m.log.Guard(at, func() {
			file, err := parser.ParseFile(files, base, text, parser.SkipObjectResolution)
			if err != nil {
				m.log.Fail(at, err)
			}
			if file != nil { // the part before a syntax error is used
				p.files = append(p.files, file)
			}
		})
	}
	if len(p.files) == 0 {
		return nil
	}
	if short := p.files[0].Name.Name; short != path.Base(name) {
		p.d.Short = short
	}
	p.declare()
	return p.d
}

// A pkg is a package whose declarations are being read.
type pkg struct {
	modules *Modules
	path    string
	files   []*ast.File
	types   map[string]*external.Type // by local name
	d       *external.Declared
}

// declare reads all files: the names of types first, since declarations refer to
// them. An unexported type is kept, since exported functions may return one, but it
// cannot be named elsewhere.
func (p *pkg) declare() {
	for _, f := range p.files {
		for spec := range typeSpecs(f) {
			if p.types[spec.Name.Name] == nil {
				t := &external.Type{Name: p.path + "." + spec.Name.Name, Namespace: p.path}
				if !spec.Name.IsExported() {
					t.Visible = external.Internal
				}
				p.types[spec.Name.Name] = t
				p.d.Types = append(p.d.Types, t)
			}
		}
	}
	for _, f := range p.files {
		s := p.scope(f)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				s.function(d)
			case *ast.GenDecl:
				s.declaration(d)
			}
		}
	}
	for _, t := range p.d.Types {
		p.inherit(t, 0)
	}
}

// inherit copies the fields, but not the methods, of a struct of the package to a
// type defined as that struct (Go specification, Type definitions).
//
//	type Options struct { Name string }
//	func (Options) Check()
//	type Defaults Options    // Defaults.Name, no Defaults.Check
func (p *pkg) inherit(t *external.Type, depth int) {
	if t.Kind != external.Defined || t.Target.Form != external.Named || depth > len(p.d.Types) {
		return
	}
	local, ok := strings.CutPrefix(t.Target.Name, p.path+".")
	of := p.types[local]
	if !ok || of == nil || of == t {
		return
	}
	if p.inherit(of, depth+1); of.Kind != external.Struct {
		return
	}
	t.Kind, t.Target, t.Bases = external.Struct, external.TypeRef{}, of.Bases
	for _, m := range of.Members {
		if m.Kind != external.Method {
			t.Members = append(t.Members, m)
		}
	}
}

// typeSpecs yields the types that a file declares.
func typeSpecs(f *ast.File) func(yield func(*ast.TypeSpec) bool) {
	return func(yield func(*ast.TypeSpec) bool) {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && !yield(t) {
					return
				}
			}
		}
	}
}

// A scope resolves names in a file, or in a declaration of it.
type scope struct {
	*pkg
	imports map[string]string // import path by name
	params  map[string]string // type parameters: their names in the declaration of the type
}

// scope returns the scope of a file. Dot imports are ignored: the names they import
// are unknown without reading the package.
func (p *pkg) scope(f *ast.File) scope {
	s := scope{pkg: p, imports: map[string]string{}}
	for _, im := range f.Imports {
		to, err := strconv.Unquote(im.Path.Value)
		if err != nil {
			continue
		}
		if im.Name != nil {
			s.imports[im.Name.Name] = to
		} else {
			s.imports[p.modules.name(to)] = to
		}
	}
	return s
}

// with returns s with type parameters; renamed has the names in the declaration of a
// type for those of a receiver. They hide types of the package with the same names.
func (s scope) with(names []string, renamed []external.TypeParam) scope {
	if len(names) == 0 {
		return s
	}
	params := map[string]string{}
	for i, name := range names {
		params[name] = name
		if i < len(renamed) {
			params[name] = renamed[i].Name
		}
	}
	s.params = params
	return s
}

// function reads a function or method. Only exported ones can be used and promoted.
//
//	func (c *Client) Do(req *Request) (*Response, error)    // a method with a pointer receiver
func (s scope) function(d *ast.FuncDecl) {
	m := external.Member{Name: d.Name.Name, Kind: external.Function}
	if !d.Name.IsExported() {
		return
	}
	if d.Recv == nil {
		s = s.with(paramNames(d.Type.TypeParams), nil)
		m.TypeParams = s.typeParams(d.Type.TypeParams)
		s.signature(&m, d.Type)
		s.d.Members = append(s.d.Members, m)
		return
	}
	if len(d.Recv.List) != 1 {
		return // a syntax error: a method has one receiver
	}
	x := d.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x, m.Flags = star.X, external.Pointer
	}
	name, args := receiver(x)
	t := s.types[name]
	if t == nil {
		return
	}
	m.Kind = external.Method
	s = s.with(args, s.declaredParams(name))
	s.signature(&m, d.Type)
	t.Members = append(t.Members, m)
}

// receiver returns the name of the type of a receiver, and its names of the type
// parameters, which may differ from those in the declaration.
//
//	func (l *List[E]) First() E    // List, and E for its T
func receiver(x ast.Expr) (name string, params []string) {
	var args []ast.Expr
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name, nil
	case *ast.IndexExpr:
		name, args = nameOf(x.X), []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		name, args = nameOf(x.X), x.Indices
	}
	for _, a := range args {
		params = append(params, nameOf(a))
	}
	return name, params
}

// nameOf returns the name if an expression is one, otherwise "".
func nameOf(x ast.Expr) string {
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// declaredParams returns the type parameters of a type of the package, whose
// declaration may come after its methods.
func (p *pkg) declaredParams(name string) []external.TypeParam {
	for _, f := range p.files {
		for spec := range typeSpecs(f) {
			if spec.Name.Name != name {
				continue
			}
			var out []external.TypeParam
			for _, n := range paramNames(spec.TypeParams) {
				out = append(out, external.TypeParam{Name: n})
			}
			return out
		}
	}
	return nil
}

// declaration reads types, variables and constants.
//
//	const (
//		A Kind = iota
//		B                // = Kind(iota), by repetition (Constant declarations)
//	)
func (s scope) declaration(d *ast.GenDecl) {
	var implied *ast.ValueSpec // a constant without a value repeats the one before
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.typ(spec)
		case *ast.ValueSpec:
			from := spec
			if d.Tok == token.CONST {
				if spec.Type == nil && len(spec.Values) == 0 && implied != nil {
					from = implied
				} else {
					implied = spec
				}
			}
			s.values(spec, from, d.Tok == token.CONST)
		}
	}
}

// values reads variables or constants, with the type and values of from. One call may
// initialize several variables; for those only a declared type is known.
func (s scope) values(spec, from *ast.ValueSpec, constant bool) {
	for i, name := range spec.Names {
		if !name.IsExported() {
			continue
		}
		m := external.Member{Name: name.Name, Kind: external.Value}
		if constant {
			m.Flags = external.ReadOnly
		}
		switch {
		case from.Type != nil:
			m.Type = s.ref(from.Type)
		case len(from.Values) == len(spec.Names):
			m.Type = s.valueType(from.Values[i])
		}
		s.d.Members = append(s.d.Members, m)
	}
}

// typ reads the declaration of a type. A struct or interface literal in an alias has
// no name: the alias represents the literal.
func (s scope) typ(spec *ast.TypeSpec) {
	t := s.types[spec.Name.Name]
	if t == nil || t.Kind != 0 {
		return // declared twice, for different platforms
	}
	s = s.with(paramNames(spec.TypeParams), nil)
	t.TypeParams = s.typeParams(spec.TypeParams)
	switch x := spec.Type.(type) {
	case *ast.StructType:
		if !spec.Assign.IsValid() {
			t.Kind = external.Struct
			bases, members := s.fields(x.Fields)
			t.Bases, t.Members = bases, append(t.Members, members...)
			return
		}
	case *ast.InterfaceType:
		if !spec.Assign.IsValid() {
			t.Kind = external.Interface
			bases, members := s.methods(x.Methods)
			t.Bases, t.Members = bases, append(t.Members, members...)
			return
		}
	}
	t.Kind, t.Target = external.Defined, s.ref(spec.Type)
	if spec.Assign.IsValid() {
		t.Kind = external.Alias
	}
}
