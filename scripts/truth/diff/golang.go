package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// golang keys a definition by its folder, whichever file of its package it is in.
var golang = language{suffixes: []string{".go"}, key: func(file, symbol string) string {
	if symbol == "" {
		return file
	}
	return path.Dir(file) + " " + symbol
}, symbol: func(file, name string) string {
	if path.Dir(file) == "." { // the package has no folder as its name
		return name
	}
	_, symbol, _ := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ".")
	return symbol
}, find: func(_, file string, raw []byte) ([]*def, error) {
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, file, raw, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	f := &finder{set: set, path: file, defs: []*def{}}
	for _, d := range syntax.Decls {
		f.decl(d)
	}
	return f.defs, nil
}}

// A finder collects definitions, the outer before the inner.
type finder struct {
	set  *token.FileSet
	path string
	defs []*def
}

func (f *finder) add(symbol string, first, last int) {
	f.defs = append(f.defs, &def{path: f.path, symbol: symbol, first: first, last: last})
}

// span returns the lines of a node, including its doc comment.
func (f *finder) span(doc *ast.CommentGroup, n ast.Node) (first, last int) {
	first = f.set.Position(n.Pos()).Line
	if doc != nil {
		first = f.set.Position(doc.Pos()).Line
	}
	return first, f.set.Position(n.End()).Line
}

func (f *finder) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		first, last := f.span(d.Doc, d)
		name := d.Name.Name
		if d.Recv != nil && len(d.Recv.List) > 0 {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		f.add(name, first, last)
		if d.Body != nil {
			f.local(name, d.Body)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			f.spec("", s, d)
		}
	}
}

// local adds the types declared in a function.
func (f *finder) local(name string, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.TYPE {
			for _, s := range d.Specs {
				f.spec(name+".", s, d)
			}
		}
		return true
	})
}

// spec adds the definitions of one specification of a declaration.
func (f *finder) spec(prefix string, s ast.Spec, d *ast.GenDecl) {
	outer := func(doc *ast.CommentGroup, n ast.Node) (first, last int) {
		if !d.Lparen.IsValid() { // type T …: the declaration belongs to T
			return f.span(d.Doc, d)
		}
		return f.span(doc, n)
	}
	switch s := s.(type) {
	case *ast.TypeSpec:
		first, last := outer(s.Doc, s)
		f.add(prefix+s.Name.Name, first, last)
		f.fields(prefix+s.Name.Name+".", s.Type)
	case *ast.ValueSpec:
		first, last := outer(s.Doc, s)
		for _, name := range s.Names {
			if name.Name != "_" {
				f.add(name.Name, first, last)
			}
		}
	}
}

// fields adds the fields of a struct, and the methods of an interface.
func (f *finder) fields(prefix string, t ast.Expr) {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, field := range list.List {
		first, last := f.span(field.Doc, field)
		for _, name := range field.Names {
			f.add(prefix+name.Name, first, last)
			f.fields(prefix+name.Name+".", field.Type)
		}
		if _, ok := t.(*ast.StructType); ok && len(field.Names) == 0 {
			f.add(prefix+embedded(field.Type), first, last)
		}
	}
}

// embedded returns the name of an embedded field.
func embedded(t ast.Expr) string {
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if s, ok := t.(*ast.SelectorExpr); ok {
		return s.Sel.Name
	}
	return receiver(t)
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return fmt.Sprintf("%T", t)
}
