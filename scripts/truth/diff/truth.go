package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A def is a definition of a Go file, as go/parser finds it.
type def struct {
	path, symbol string // Recv.Name, Type.field; empty: the file
	first, last  int    // lines, the doc comment included
	own          string // its lines that are in no other definition, without blank ones
	touched      bool   // a hunk has one of these lines
}

// key names a definition in whatever file of its package.
func (d *def) key() string {
	if d.symbol == "" {
		return d.path
	}
	return path.Dir(d.path) + " " + d.symbol
}

// A truth is what git says of a commit.
type truth struct {
	old, new map[string]*def // of the files that differ, by key
	double   map[string]bool // keys that a package declares several times
}

// truth reads the files that a commit changes and marks what the hunks touch.
func (c *checker) truth(commit string) (*truth, error) {
	out, err := c.git("diff", "-U0", "-M", "--no-color", "--no-ext-diff", commit+"^", commit, "--",
		"*.go")
	if err != nil {
		return nil, err
	}
	t := &truth{map[string]*def{}, map[string]*def{}, map[string]bool{}}
	for _, f := range readHunks(out) {
		for _, side := range []struct {
			name, path string
			lines      map[int]bool
			into       map[string]*def
		}{{"old", f.old, f.oldLines, t.old}, {"new", f.new, f.newLines, t.new}} {
			if side.path == "" {
				continue
			}
			defs, err := definitions(c.tree(side.name), side.path, side.lines)
			if err != nil {
				return nil, err
			}
			for _, d := range defs {
				if side.into[d.key()] != nil {
					t.double[d.key()] = true
				}
				side.into[d.key()] = d
			}
		}
	}
	return t, nil
}

// A fileHunks is what git diff says of one file.
type fileHunks struct {
	old, new           string // paths; empty: there is no such file
	oldLines, newLines map[int]bool
}

var hunk = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// readHunks reads the output of git diff -U0.
func readHunks(out string) []*fileHunks {
	var list []*fileHunks
	var f *fileHunks
	name := func(line string) string {
		line = strings.TrimSuffix(line, "\t")
		if line == "/dev/null" {
			return ""
		}
		return line[2:]
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			f = &fileHunks{oldLines: map[int]bool{}, newLines: map[int]bool{}}
			list = append(list, f)
		case strings.HasPrefix(line, "rename from "):
			f.old = line[len("rename from "):]
		case strings.HasPrefix(line, "rename to "):
			f.new = line[len("rename to "):]
		case strings.HasPrefix(line, "--- "):
			f.old = name(line[4:])
		case strings.HasPrefix(line, "+++ "):
			f.new = name(line[4:])
		case strings.HasPrefix(line, "@@ "):
			m := hunk.FindStringSubmatch(line)
			mark(f.oldLines, m[1], m[2])
			mark(f.newLines, m[3], m[4])
		}
	}
	return list
}

// mark adds the lines of one side of a hunk.
func mark(lines map[int]bool, from, count string) {
	first, _ := strconv.Atoi(from)
	n := 1
	if count != "" {
		n, _ = strconv.Atoi(count)
	}
	for i := range n {
		lines[first+i] = true
	}
}

// definitions lists the definitions of a file, and says which ones lines lie in.
func definitions(tree, file string, lines map[int]bool) ([]*def, error) {
	raw, err := os.ReadFile(filepath.Join(tree, file))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, file, raw, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil // the indexer reads what it can of it; there is nothing to compare with
	}
	text := strings.Split(string(raw), "\n")
	f := &finder{set: set, path: file}
	f.add("", 1, len(text))
	for _, d := range syntax.Decls {
		f.decl(d)
	}
	owner := make([]*def, len(text)+1)
	for _, d := range f.defs { // the inner ones come later
		for line := d.first; line <= d.last; line++ {
			owner[line] = d
		}
	}
	for i, line := range text {
		if d := owner[i+1]; strings.TrimSpace(line) != "" {
			d.own += line + "\n"
			d.touched = d.touched || lines[i+1]
		}
	}
	return f.defs, nil
}

// A finder collects definitions, the outer before the inner.
type finder struct {
	set  *token.FileSet
	path string
	defs []*def
}

func (f *finder) add(symbol string, first, last int) {
	f.defs = append(f.defs, &def{path: f.path, symbol: symbol, first: first, last: last})
}

// span returns the lines of a node, from its doc comment on.
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

// local adds the types that a function declares.
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

// spec adds what one specification of a declaration defines.
func (f *finder) spec(prefix string, s ast.Spec, d *ast.GenDecl) {
	outer := func(doc *ast.CommentGroup, n ast.Node) (first, last int) {
		if !d.Lparen.IsValid() { // type T …: the declaration is that of T
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

// embedded is the name of an embedded field.
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
