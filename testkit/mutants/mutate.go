package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// variable is the environment variable with the number of the mutant.
const variable = "SEEDGRAPH_MUTANT"

// A mutant is a function whose body can be switched off.
type mutant struct {
	number int // from 1
	file   string
	line   int
	name   string // with the receiver's type: (*binder).call
}

// switchSource is compiled into the mutated package.
const switchSource = `package %s

import (
	"os"
	"strconv"
)

var mutantOn = func() int {
	n, _ := strconv.Atoi(os.Getenv(%q))
	return n
}()
`

// mutate writes mutated copies of the source files of a package into work, and
// the overlay that replaces the originals. It returns the mutants by file and
// line.
func mutate(dir, work string, changed lineSet) ([]mutant, string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, "", err
	}
	replace := map[string]string{}
	var mutants []mutant
	name := ""
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, "", err
		}
		m := mutator{file: file, src: src, changed: changed, first: len(mutants) + 1}
		if err := m.run(); err != nil {
			return nil, "", err
		}
		mutants, name = append(mutants, m.mutants...), m.pkg
		copied := filepath.Join(work, fmt.Sprintf("m%d.go", len(replace)))
		if err := os.WriteFile(copied, m.out.Bytes(), 0o644); err != nil {
			return nil, "", err
		}
		replace[absolute(file)] = copied
	}
	control := filepath.Join(work, "control.go")
	if err := os.WriteFile(control, fmt.Appendf(nil, switchSource, name, variable),
		0o644); err != nil {
		return nil, "", err
	}
	replace[absolute(filepath.Join(dir, "mutant_switch.go"))] = control
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", err
	}
	path := filepath.Join(work, "overlay.json")
	return mutants, path, os.WriteFile(path, overlay, 0o644)
}

func absolute(path string) string {
	if a, err := filepath.Abs(path); err == nil {
		return a
	}
	return path
}

// A mutator inserts a switch at the beginning of the functions of one file.
type mutator struct {
	file    string
	src     []byte
	changed lineSet
	first   int // number of the first mutant

	pkg     string
	out     bytes.Buffer
	mutants []mutant
}

// run fills out and mutants.
func (m *mutator) run() error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, m.file, m.src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.pkg = f.Name.Name
	at := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || isZeroAlready(fn) || fn.Name.Name == "init" {
			continue
		}
		from, to := fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line
		if !m.changed.meets(m.file, from, to) {
			continue
		}
		number := m.first + len(m.mutants)
		at = m.nameResults(fset, fn.Type.Results, at)
		open := fset.Position(fn.Body.Lbrace).Offset + 1
		m.out.Write(m.src[at:open])
		fmt.Fprintf(&m.out, " if mutantOn == %d { return }; ", number)
		at = open
		m.mutants = append(m.mutants, mutant{number, m.file, from, funcName(fn)})
	}
	m.out.Write(m.src[at:])
	return nil
}

// nameResults copies the source from at on, with names for the results, so that a
// bare return returns their zero values. It returns the offset that it has
// reached.
func (m *mutator) nameResults(fset *token.FileSet, results *ast.FieldList, at int) int {
	if results == nil || len(results.List) == 0 || len(results.List[0].Names) > 0 {
		return at
	}
	for i, r := range results.List {
		start, end := fset.Position(r.Type.Pos()).Offset, fset.Position(r.Type.End()).Offset
		m.out.Write(m.src[at:start])
		format := "mutantZero%d %s"
		if !results.Opening.IsValid() {
			format = "(mutantZero%d %s)"
		}
		fmt.Fprintf(&m.out, format, i, m.src[start:end])
		at = end
	}
	return at
}

// isZeroAlready reports whether a function does nothing, or only returns literal
// zero values.
func isZeroAlready(fn *ast.FuncDecl) bool {
	if len(fn.Body.List) == 0 {
		return true
	}
	r, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(fn.Body.List) != 1 {
		return false
	}
	for _, x := range r.Results {
		switch x := x.(type) {
		case *ast.Ident:
			if x.Name != "nil" && x.Name != "false" {
				return false
			}
		case *ast.BasicLit:
			if x.Value != "0" && x.Value != `""` {
				return false
			}
		case *ast.CompositeLit:
			if len(x.Elts) > 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// funcName returns the name of a function, with the type of its receiver.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t, star := fn.Recv.List[0].Type, ""
	if p, ok := t.(*ast.StarExpr); ok {
		t, star = p.X, "*"
	}
	if x, ok := t.(*ast.IndexExpr); ok {
		t = x.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return "(" + star + id.Name + ")." + fn.Name.Name
	}
	return fn.Name.Name
}

// A lineSet has the changed lines of files; nil means all lines of all files.
type lineSet map[string]map[int]bool

// meets reports whether a line from first to last has changed.
func (s lineSet) meets(file string, first, last int) bool {
	if s == nil {
		return true
	}
	for line := range s[file] {
		if first <= line && line <= last {
			return true
		}
	}
	return false
}

// changedLines returns the lines in dir that changed since a revision,
// including changes in the work tree; nil without a revision.
func changedLines(ctx context.Context, since, dir string) (lineSet, error) {
	if since == "" {
		return nil, nil
	}
	diff := exec.CommandContext(ctx, "git", "diff", "--relative", "--unified=0", "--no-color",
		since, "--", dir)
	diff.Stderr = os.Stderr
	out, err := diff.Output()
	if err != nil {
		return nil, fmt.Errorf("git diff %s: %w", since, err)
	}
	return parseDiff(string(out)), nil
}

// parseDiff returns the lines that a diff without context adds or changes.
func parseDiff(diff string) lineSet {
	set := lineSet{}
	var lines map[int]bool
	for line := range strings.Lines(diff) {
		if file, ok := strings.CutPrefix(strings.TrimSpace(line), "+++ b/"); ok {
			lines = map[int]bool{}
			set[filepath.FromSlash(file)] = lines
			continue
		}
		// @@ -a,b +c,d @@
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "@@" || lines == nil {
			continue
		}
		first, count, _ := strings.Cut(strings.TrimPrefix(fields[2], "+"), ",")
		from, _ := strconv.Atoi(first)
		n := 1
		if count != "" {
			n, _ = strconv.Atoi(count)
		}
		for i := range max(n, 1) {
			lines[from+i] = true
		}
	}
	return set
}
