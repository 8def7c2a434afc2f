package java

import (
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
	defs   []parse.Definition
	refs   []ref
	locals []local
	steps  []parse.Step
	args   []span       // of all references, see ref.args
	given  span         // what the lambda or method reference read last gives
	spine  []parse.Node // see expr
	keep   map[string][]string
}

// A scope is the state that holds for a part of the tree: it is saved before
// the part is read and put back behind it.
type scope struct {
	def int32 // innermost named definition; anonymous classes do not count
	typ int32 // innermost type, anonymous classes included

	blockEnd   uint32        // where the scope of a local declared here ends
	patternEnd uint32        // where the scope of a pattern variable bound here ends
	subject    span          // what the innermost switch is on
	sink       string        // the call whose direct argument is being read
	target     parse.TypeRef // the type wanted of the expression that is being read; zero when unknown
	inLambda   bool          // a return leaves a lambda, not the definition
	header     string        // the component types of the innermost record, as in symbols

	names  []string // locals in scope, innermost last
	tparam []string // type parameters in scope
}

// A span is a run of steps, or of entries in args.
type span struct{ off, n int32 }

type ref struct {
	parse.Reference
	recv, args span
}

type local struct {
	parse.Local
	init span
}

var walks = sync.Pool{New: func() any { return &walk{keep: map[string][]string{}} }}

func newWalk(tree *parse.Tree, src parse.Source) *walk {
	w := walks.Get().(*walk)
	w.text = src.Text
	w.f = &parse.Facts{Path: src.Path, Language: "java", Text: src.Text, HasError: tree.HasError, Test: testFile(src.Path)}
	w.scope = scope{blockEnd: uint32(len(src.Text)), patternEnd: uint32(len(src.Text)), names: w.names[:0], tparam: w.tparam[:0]}
	return w
}

func (w *walk) release() {
	clear(w.names[:cap(w.names)])
	clear(w.tparam[:cap(w.tparam)])
	clear(w.defs)
	clear(w.refs)
	clear(w.locals)
	clear(w.steps)
	clear(w.spine[:cap(w.spine)])
	w.defs, w.refs, w.locals = w.defs[:0], w.refs[:0], w.locals[:0]
	w.steps, w.args, w.spine = w.steps[:0], w.args[:0], w.spine[:0]
	w.text, w.f, w.given = "", nil, span{}
	walks.Put(w)
}

// file reads a whole file.
func (w *walk) file(root parse.Node) {
	name := w.f.Path[strings.LastIndexByte(w.f.Path, '/')+1:]
	w.defs = append(w.defs, parse.Definition{
		Kind: graph.KindFile, Name: name, Symbol: "<module>", Parent: -1, Range: parse.Range{End: uint32(len(w.text))}, Breaks: breaks(w.text, root),
	})
	w.children(root)
}

// facts copies what was found into slices of their own.
func (w *walk) facts(tree *parse.Tree) *parse.Facts {
	f := w.f
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	f.Definitions = append([]parse.Definition(nil), w.defs...)
	steps := w.usedSteps()
	args := make([][]parse.Step, len(w.args))
	for i, s := range w.args {
		args[i] = cut(steps, s)
	}
	byAt := func(i, j int) bool { return w.refs[i].At < w.refs[j].At }
	if !sort.SliceIsSorted(w.refs, byAt) {
		sort.SliceStable(w.refs, byAt)
	}
	f.References = make([]parse.Reference, len(w.refs))
	for i := range w.refs {
		r := &w.refs[i]
		f.References[i] = r.Reference
		f.References[i].Recv = cut(steps, r.recv)
		if r.args.n > 0 {
			f.References[i].SetArgs(r.ArgTypes(), args[r.args.off:r.args.off+r.args.n:r.args.off+r.args.n])
		}
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
// all references, arguments and locals to where these are in the copy.
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
	for _, s := range w.args {
		mark(s)
	}
	for i := range w.locals {
		mark(w.locals[i].init)
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
	for i := range w.args {
		w.args[i].off = place[w.args[i].off]
	}
	for i := range w.locals {
		w.locals[i].init.off = place[w.locals[i].init.off]
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

// children reads the children of n. A doc comment goes to what follows it.
func (w *walk) children(n parse.Node) {
	var doc parse.Range
	for c := n.First(); !c.IsZero(); c = c.Next() {
		switch c.Kind() {
		case "block_comment":
			if t := c.Text(); strings.HasPrefix(t, "/**") && len(t) > 4 {
				doc = c.Range()
			}
		case "line_comment":
			if strings.HasPrefix(c.Text(), "///") {
				doc = joinDoc(w.text, doc, c.Range())
			}
		default:
			if c.IsNamed() {
				w.node(c, doc)
			}
			doc = parse.Range{}
		}
	}
}

// joinDoc adds a line to a doc comment of lines.
func joinDoc(text string, doc, line parse.Range) parse.Range {
	if doc.IsEmpty() || !strings.HasPrefix(text[doc.Start:], "///") {
		return line
	}
	return parse.Range{Start: doc.Start, End: line.End}
}

// node reads a declaration, a statement or an expression.
func (w *walk) node(n parse.Node, doc parse.Range) {
	switch n.Kind() {
	case "package_declaration":
		w.packageDeclaration(n)
	case "import_declaration":
		w.importDeclaration(n)
	case "module_declaration":
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		w.typeDeclaration(n, doc)
	case "method_declaration", "annotation_type_element_declaration", "constructor_declaration", "compact_constructor_declaration":
		w.callable(n, doc)
	case "field_declaration", "constant_declaration":
		w.fields(n, doc)
	case "enum_constant":
		w.enumConstant(n, doc)
	default:
		w.statement(n)
	}
}

func (w *walk) packageDeclaration(n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "identifier", "scoped_identifier":
			w.f.Module = squeeze(c.Text())
		case "marker_annotation", "annotation":
			w.annotation(c)
		}
	}
}

func (w *walk) importDeclaration(n parse.Node) {
	m := parse.Import{At: n.Start()}
	for c := range n.Children {
		switch c.Kind() {
		case "static":
			m.Static = true
		case "asterisk":
			m.All = true
		case "identifier", "scoped_identifier":
			m.Path = squeeze(c.Text())
		}
	}
	if m.Path == "" {
		return
	}
	if !m.All {
		if i := strings.LastIndexByte(m.Path, '.'); i >= 0 {
			m.Path, m.Name = m.Path[:i], m.Path[i+1:]
		} else {
			m.Path, m.Name = "", m.Path
		}
		m.Alias = m.Name
	}
	w.f.Imports = append(w.f.Imports, m)
}
