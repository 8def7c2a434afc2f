package java

import (
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A walk reads one tree in preorder. Its slices are scratch space reused for the
// next file.
type walk struct {
	text string
	f    *parse.Facts

	scope
	parse.Draft
	given   parse.Run    // the results of the lambda or method reference read last
	returns []parse.Run  // the values returned by the block of the innermost lambda
	arms    []parse.Run  // the values of the innermost switch
	spine   []parse.Node // see expr
	keep    map[string][]string
	growing parse.AppendedStrings
}

// A scope is the state for a part of the tree: it is saved before the part is read
// and restored after it.
type scope struct {
	flow
	def int32 // innermost named definition, without anonymous classes
	typ int32 // innermost type, anonymous classes included

	blockEnd uint32    // where the scope of a local declared here ends
	subject  parse.Run // the operand of the innermost switch
	sink     string    // the call whose direct argument is being read
	// the target type of the current expression; zero if unknown
	target    parse.TypeRef
	inLambda  bool   // a return returns from a lambda, not from the definition
	isCompact bool   // directly in a compact source file: variables are fields
	header    string // the component types of the innermost record, as in symbols

	names  []string // locals in scope, innermost last
	tparam []string // type parameters in scope
}

// A flow is the scope of the pattern variables of a condition (JLS 6.3.1, 6.3.2):
// from where they are bound to patternEnd if it is true; under a negation, to the
// end of the condition and in otherwise.
type flow struct {
	patternEnd uint32
	otherwise  parse.Range
	negated    bool
}

var walks = sync.Pool{New: func() any { return &walk{keep: map[string][]string{}} }}

func newWalk(p *parse.Parser, tree *parse.Tree, src parse.Source) *walk {
	w := walks.Get().(*walk)
	w.text = src.Text
	w.f = &parse.Facts{Path: src.Path, Language: "java", Text: src.Text, HasError: tree.HasError,
		Test: parse.IsJVMTest(src.Path)}
	p.Room(w.f)
	w.Room(w.f)
	w.growing = texts.AppendedStrings(isText)
	w.scope = scope{blockEnd: uint32(len(src.Text)), flow: flow{patternEnd: uint32(len(src.Text))},
		names: w.names[:0], tparam: w.tparam[:0]}
	return w
}

func (w *walk) release() {
	clear(w.names[:cap(w.names)])
	clear(w.tparam[:cap(w.tparam)])
	clear(w.spine[:cap(w.spine)])
	w.Reset()
	w.spine = w.spine[:0]
	w.growing = parse.AppendedStrings{}
	w.text, w.f, w.given, w.returns, w.arms = "", nil, parse.Run{}, nil, nil
	walks.Put(w)
}

// file reads a whole file.
func (w *walk) file(root parse.Node) {
	name := w.f.Path[strings.LastIndexByte(w.f.Path, '/')+1:]
	w.Definitions = append(w.Definitions, parse.Definition{
		Kind: graph.KindFile, Name: name, Symbol: "<module>", Parent: -1,
		Range: parse.Range{End: uint32(len(w.text))}, Breaks: breaks(w.text, root),
	})
	if !w.f.HasError && isCompact(root) {
		w.compact(root)
		return
	}
	w.children(root)
}

// facts returns the facts found.
func (w *walk) facts(tree *parse.Tree) *parse.Facts {
	f := w.f
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	w.Fill(f)
	return f
}

// children reads the children of n. A doc comment is attached to the next child.
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

// joinDoc adds a line to a doc comment of line comments.
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
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
		"annotation_type_declaration":
		w.typeDeclaration(n, doc)
	case "method_declaration", "annotation_type_element_declaration", "constructor_declaration",
		"compact_constructor_declaration":
		w.callable(n, doc)
	case "field_declaration", "constant_declaration":
		w.fields(n, doc)
	case "enum_constant":
		w.enumConstant(n, doc)
	case "local_variable_declaration":
		if n.Parent().Is("program") && w.isCompact {
			w.fields(n, doc)
			return
		}
		w.statement(n)
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

// isModuleImport reports whether a text begins with the import of a module.
func isModuleImport(text string) bool {
	rest, _ := strings.CutPrefix(text, "import")
	name, found := strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), "module")
	return found && name != "" && strings.IndexByte(" \t\r\n", name[0]) >= 0
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
	if isModuleImport(n.Text()) {
		m.Whole, m.All = true, true
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
