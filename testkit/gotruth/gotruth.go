// Package gotruth extracts ground truth from go/types: the declaration that each
// call and composite literal refers to, and the types that implement each
// interface. Tests and scripts compare the edges of an index with it.
package gotruth

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Place is the line of the name of a declaration.
type Place struct {
	File string // relative to the root of the sources, with '/'
	Line int
}

// A Kind is the way in which a declaration is used.
type Kind string

// The kinds of an edge.
const (
	Call       Kind = "call"       // a function or method is called
	Create     Kind = "create"     // a composite literal of a named type
	Use        Kind = "use"        // any other use
	Implements Kind = "implements" // a type has all methods of an interface
)

// An Edge is a use of the declaration at To in the declaration at From.
type Edge struct {
	From, To Place
	Kind     Kind
}

// A Truth is the result of the type checker for some packages.
type Truth struct {
	Edges map[Edge]Place // with the location of the first such use
	// the names of package-level declarations, methods, fields and local types
	Decls map[Place]string
	// of fields and interface methods: the package-level type that contains them
	Owners   map[Place]Place
	Compared map[Place]bool  // types and interfaces compared by AddImplements
	Checked  map[string]bool // files whose bodies were checked
}

// New returns an empty Truth.
func New() *Truth {
	return &Truth{Edges: map[Edge]Place{}, Decls: map[Place]string{}, Owners: map[Place]Place{},
		Compared: map[Place]bool{}, Checked: map[string]bool{}}
}

// A reader collects the edges of one package.
type reader struct {
	*Truth
	info  *types.Info
	place func(token.Pos) (Place, bool)
}

// Add collects the facts in info about the files of one package. place returns
// the location of a position; ok is false outside the sources in question.
func (t *Truth) Add(files []*ast.File, info *types.Info, place func(token.Pos) (Place, bool)) {
	r := &reader{t, info, place}
	first := map[Place]token.Pos{} // if a type and its fields are on one line, the type
	for id, obj := range info.Defs {
		p, ok := place(id.Pos())
		if !ok || !declared(obj) {
			continue
		}
		if at, ok := first[p]; !ok || id.Pos() < at {
			first[p] = id.Pos()
			t.Decls[p] = id.Name
		}
	}
	for _, f := range files {
		if p, ok := place(f.Package); ok {
			t.Checked[p.File] = true
			for _, d := range f.Decls {
				r.decl(d)
			}
		}
	}
}

// declared reports whether obj is a definition for which an index has a node.
func declared(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		recv := obj.Signature().Recv()
		if recv == nil {
			return true
		}
		_, literal := types.Unalias(recv.Type()).(*types.Interface)
		return !literal
	case *types.TypeName:
		_, param := types.Unalias(obj.Type()).(*types.TypeParam)
		return !param
	case *types.Var:
		return obj.IsField() || obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope()
	case *types.Const:
		return obj.Parent() == obj.Pkg().Scope()
	}
	return false
}

// decl reads one declaration. The type and the value of a variable are read as part of
// the variable; blank declarations are skipped.
func (r *reader) decl(d ast.Decl) {
	if fn, ok := d.(*ast.FuncDecl); ok {
		r.uses(fn.Name, fn)
		return
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			r.uses(s.Name, s)
			r.own(s)
		case *ast.ValueSpec:
			if s.Type != nil {
				for _, name := range s.Names {
					r.uses(name, s.Type)
				}
			}
			for i, v := range s.Values {
				name := s.Names[0]
				if len(s.Values) == len(s.Names) {
					name = s.Names[i]
				}
				r.uses(name, v)
			}
		}
	}
}

// own records the fields and methods of the type of s.
func (r *reader) own(s *ast.TypeSpec) {
	owner, ok := r.place(s.Name.Pos())
	if !ok {
		return
	}
	ast.Inspect(s.Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && r.info.Defs[id] != nil {
			if p, ok := r.place(id.Pos()); ok && p != owner {
				r.Owners[p] = owner
			}
		}
		return true
	})
}

// uses collects the uses in n, a part of the declaration named by id.
func (r *reader) uses(id *ast.Ident, n ast.Node) {
	from, ok := r.place(id.Pos())
	if !ok || id.Name == "_" {
		return
	}
	kinds := map[*ast.Ident]Kind{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := named(n.Fun); id != nil {
				kinds[id] = Call
			}
		case *ast.CompositeLit:
			if n.Type != nil {
				if id := named(n.Type); id != nil {
					kinds[id] = Create
				}
			}
		case *ast.Ident:
			r.use(from, n, kinds[n])
		}
		return true
	})
}

// use adds the edge of one identifier; kind is the way in which its parent uses it.
func (r *reader) use(from Place, id *ast.Ident, kind Kind) {
	obj := r.info.Uses[id]
	if obj == nil {
		return
	}
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	}
	to, ok := r.place(obj.Pos())
	if !ok || !declared(obj) {
		return
	}
	_, isFunc := obj.(*types.Func)
	_, isType := obj.(*types.TypeName)
	if kind == "" || kind == Call && !isFunc || kind == Create && !isType {
		kind = Use
	}
	at, _ := r.place(id.Pos())
	e := Edge{from, to, kind}
	if old, ok := r.Edges[e]; !ok || at.Line < old.Line {
		r.Edges[e] = at
	}
}

// named returns the last identifier of the function or type that e refers to,
// or nil.
func named(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.IndexListExpr:
		return named(e.X)
	}
	return nil
}

// AddImplements collects which package-level types implement which interfaces.
// The packages must have been checked together.
func (t *Truth) AddImplements(pkgs []*types.Package, place func(token.Pos) (Place, bool)) {
	var names, ifaces []*types.TypeName
	for _, p := range pkgs {
		for _, n := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(n).(*types.TypeName)
			if !ok || tn.IsAlias() || tn.Type().(*types.Named).TypeParams().Len() > 0 {
				continue
			}
			if p, ok := place(tn.Pos()); ok {
				t.Compared[p] = true
			}
			if i, ok := tn.Type().Underlying().(*types.Interface); !ok {
				names = append(names, tn)
			} else if i.NumMethods() > 0 {
				ifaces = append(ifaces, tn)
			}
		}
	}
	for _, i := range ifaces {
		to, ok := place(i.Pos())
		if !ok {
			continue
		}
		for _, n := range names {
			from, ok := place(n.Pos())
			if ok && types.Implements(types.NewPointer(n.Type()),
				i.Type().Underlying().(*types.Interface)) {
				t.Edges[Edge{from, to, Implements}] = from
			}
		}
	}
}
