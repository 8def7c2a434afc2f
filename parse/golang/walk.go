package golang

import (
	"path"
	"sort"
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A walk reads one tree from top to bottom. Its slices are scratch space that
// the next file uses again; facts copies what the file keeps.
type walk struct {
	text string
	f    *parse.Facts
	scope

	packages map[string]bool // names that imports are likely to have here
	blocks   int32           // numbered so far

	defs   []parse.Definition
	inits  []initial
	refs   []ref
	locals []local
	steps  []parse.Step
	spine  []parse.Node // see expr
}

// A scope is the state that holds for a part of the tree: it is saved before
// the part is read and put back behind it.
type scope struct {
	def      int32  // innermost named definition
	block    int32  // innermost block
	blockEnd uint32 // where the scope of a local declared here ends
	sink     string // the call whose direct argument is being read
	limits   bool   // a constraint is being read: what it lists are no definitions
	bodiless bool   // a function type is being read: its parameters are in scope nowhere
	names    []name // locals in scope, innermost last
}

// A name is a local in scope and the block that declares it.
type name struct {
	text  string
	block int32
}

// A span is a run of steps.
type span struct{ off, n int32 }

type ref struct {
	parse.Reference
	recv span
}

type local struct {
	parse.Local
	init span
}

// An initial is what a definition is set to.
type initial struct {
	def int32
	at  uint32
	is  span
}

var walks = sync.Pool{New: func() any { return &walk{packages: map[string]bool{}} }}

func newWalk(tree *parse.Tree, src parse.Source) *walk {
	w := walks.Get().(*walk)
	w.text = src.Text
	w.f = &parse.Facts{Path: src.Path, Language: "go", Text: src.Text, HasError: tree.HasError, Test: testFile(src.Path), Module: path.Dir(src.Path)}
	w.scope = scope{blockEnd: uint32(len(src.Text)), names: w.names[:0]}
	w.blocks = 0
	return w
}

func (w *walk) release() {
	clear(w.names[:cap(w.names)])
	clear(w.defs)
	clear(w.refs)
	clear(w.locals)
	clear(w.steps)
	clear(w.spine[:cap(w.spine)])
	clear(w.packages)
	w.defs, w.inits, w.refs, w.locals, w.steps, w.spine = w.defs[:0], w.inits[:0], w.refs[:0], w.locals[:0], w.steps[:0], w.spine[:0]
	w.text, w.f = "", nil
	walks.Put(w)
}

// file reads a whole file.
func (w *walk) file(root parse.Node) {
	w.defs = append(w.defs, parse.Definition{
		Kind: graph.KindFile, Name: path.Base(w.f.Path), Symbol: "<module>", Parent: -1, Range: parse.Range{End: uint32(len(w.text))}, Breaks: breaks(w.text, root),
	})
	w.children(root)
}

// children reads the named children of n, with the comments right before each.
func (w *walk) children(n parse.Node) {
	var doc parse.Range
	prev := n.Start()
	for c := n.First(); !c.IsZero(); c = c.Next() {
		if !c.IsNamed() {
			continue
		}
		if !c.Is("comment") {
			if !doc.IsEmpty() && lines(w.text, doc.End, c.Start()) > 1 {
				doc = parse.Range{}
			}
			w.node(c, doc)
			doc = parse.Range{}
		} else if !doc.IsEmpty() && lines(w.text, doc.End, c.Start()) <= 1 {
			doc.End = c.End()
		} else if prev == n.Start() || lines(w.text, prev, c.Start()) > 0 {
			doc = c.Range()
		}
		prev = c.End()
	}
}

// node reads a declaration or a statement.
func (w *walk) node(n parse.Node, doc parse.Range) {
	switch n.Kind() {
	case "package_clause":
		w.packageClause(n, doc)
	case "import_declaration", "import_spec_list", "var_spec_list":
		w.children(n)
	case "import_spec":
		w.importSpec(n)
	case "function_declaration", "method_declaration":
		w.function(n, doc)
	case "type_declaration":
		w.grouped(n, doc, w.typeSpec)
	case "const_declaration":
		w.constants(n, doc)
	case "var_declaration":
		w.grouped(n, doc, w.varSpec)
	default:
		w.statement(n)
	}
}

func (w *walk) packageClause(n parse.Node, doc parse.Range) {
	pkg := n.Child("package_identifier").Text()
	w.defs[0].Signature = "package " + pkg
	if !doc.IsEmpty() {
		w.defs[0].Doc = docText(w.text[doc.Start:doc.End])
	}
	if w.f.Test && strings.HasSuffix(pkg, "_test") {
		w.f.Module += "_test"
	}
}

func (w *walk) importSpec(n parse.Node) {
	p := n.Field("path").Text()
	if len(p) < 3 {
		return
	}
	m := parse.Import{Path: p[1 : len(p)-1], At: n.Start()}
	switch alias := n.Field("name").Text(); alias {
	case "":
		w.packages[likelyName(m.Path)] = true
	case ".":
		m.All = true
	default:
		m.Alias = alias
		w.packages[alias] = true
	}
	w.f.Imports = append(w.f.Imports, m)
}

// likelyName guesses the name of a package from its import path.
func likelyName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".v")
	return strings.TrimPrefix(base, "go-")
}

// facts copies what was found into slices of their own.
func (w *walk) facts(tree *parse.Tree) *parse.Facts {
	f := w.f
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	f.Definitions = append([]parse.Definition(nil), w.defs...)
	steps := w.usedSteps()
	for _, v := range w.inits {
		d := &f.Definitions[v.def]
		d.Init = append(d.Init, parse.Value{Steps: cut(steps, v.is), At: v.at})
	}
	byAt := func(i, j int) bool { return w.refs[i].At < w.refs[j].At }
	if !sort.SliceIsSorted(w.refs, byAt) {
		sort.SliceStable(w.refs, byAt)
	}
	f.References = make([]parse.Reference, len(w.refs))
	for i := range w.refs {
		f.References[i] = w.refs[i].Reference
		f.References[i].Recv = cut(steps, w.refs[i].recv)
	}
	byScope := func(i, j int) bool { return w.locals[i].Scope.Start < w.locals[j].Scope.Start }
	if !sort.SliceIsSorted(w.locals, byScope) {
		sort.SliceStable(w.locals, byScope)
	}
	f.Locals = make([]parse.Local, len(w.locals))
	for i := range w.locals {
		f.Locals[i] = w.locals[i].Local
		f.Locals[i].Init = cut(steps, w.locals[i].init)
	}
	sort.SliceStable(f.Embedded, func(i, j int) bool { return f.Embedded[i].Range.Start < f.Embedded[j].Range.Start })
	return f
}

// usedSteps copies the steps that something refers to, and moves the spans of
// all references, locals and definitions to where these are in the copy.
func (w *walk) usedSteps() []parse.Step {
	place := make([]int32, len(w.steps)+1) // first 1 for a step in use, then its new place
	mark := func(s span) {
		for i := s.off; i < s.off+s.n; i++ {
			place[i] = 1
		}
	}
	for i := range w.refs {
		mark(w.refs[i].recv)
	}
	for i := range w.locals {
		mark(w.locals[i].init)
	}
	for i := range w.inits {
		mark(w.inits[i].is)
	}
	count := int32(0)
	for i, used := range place {
		place[i] = count
		count += used
	}
	steps := make([]parse.Step, count)
	for i := range w.steps {
		if place[i] < place[i+1] {
			steps[place[i]] = w.steps[i]
		}
	}
	for i := range w.refs {
		w.refs[i].recv.off = place[w.refs[i].recv.off]
	}
	for i := range w.locals {
		w.locals[i].init.off = place[w.locals[i].init.off]
	}
	for i := range w.inits {
		w.inits[i].is.off = place[w.inits[i].is.off]
	}
	return steps
}

// cut returns the steps of s; nil for an empty span.
func cut(steps []parse.Step, s span) []parse.Step {
	if s.n == 0 {
		return nil
	}
	return steps[s.off : s.off+s.n : s.off+s.n]
}
