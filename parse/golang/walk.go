package golang

import (
	"path"
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

	packages map[string]bool // the likely names of imports
	declared map[string]bool // names of the language that the file redeclares
	blocks   int32           // the number of blocks so far

	spine   []parse.Node // see expr
	growing parse.AppendedStrings
}

// A scope is the state for a part of the tree: it is saved before the part is read
// and restored after it.
type scope struct {
	def      int32  // innermost named definition
	block    int32  // innermost block
	blockEnd uint32 // where the scope of a local declared here ends
	sink     string // the call whose direct argument is being read
	limits   bool   // in a constraint: the elements it lists are not definitions
	keeps    bool   // the arguments of the current call are kept
	asked    bool   // the call about to be read may run methods of its arguments
	quiet    bool   // no references are added: for reading a second time
	bodiless bool   // in a function type: its parameters are not in scope anywhere
	names    []name // locals in scope, innermost last
}

// A name is a local in scope and the block that declares it.
type name struct {
	text   string
	block  int32
	isType bool // a type declared in a body: unlike others it is a definition
}

var walks = sync.Pool{New: func() any {
	return &walk{packages: map[string]bool{},
		declared: map[string]bool{}}
}}

func newWalk(p *parse.Parser, tree *parse.Tree, src parse.Source) *walk {
	w := walks.Get().(*walk)
	w.text = src.Text
	w.f = &parse.Facts{Path: src.Path, Language: "go", Text: src.Text, HasError: tree.HasError,
		Test: testFile(src.Path), Module: path.Dir(src.Path)}
	p.Room(w.f)
	w.Room(w.f)
	w.scope = scope{blockEnd: uint32(len(src.Text)), names: w.names[:0]}
	w.blocks = 0
	w.growing = texts.AppendedStrings(isText)
	w.growing.Read, w.growing.List = grown, listed
	for _, name := range src.Shadowed {
		w.declared[name] = true
	}
	return w
}

func (w *walk) release() {
	clear(w.names[:cap(w.names)])
	clear(w.spine[:cap(w.spine)])
	clear(w.packages)
	clear(w.declared)
	w.Reset()
	w.spine = w.spine[:0]
	w.text, w.f, w.growing = "", nil, parse.AppendedStrings{}
	walks.Put(w)
}

// file reads a whole file.
func (w *walk) file(root parse.Node) {
	w.Definitions = append(w.Definitions, parse.Definition{
		Kind: graph.KindFile, Name: path.Base(w.f.Path), Symbol: "<module>", Parent: -1,
		Range: parse.Range{End: uint32(len(w.text))}, Breaks: breaks(w.text, root),
	})
	w.findRedeclared(root)
	w.children(root)
}

// findRedeclared records the names of the language that the file redeclares.
func (w *walk) findRedeclared(root parse.Node) {
	note := func(id parse.Node) {
		if s := id.Text(); predeclared[s] || builtin[s] {
			w.declared[s] = true
		}
	}
	for c := range root.Named {
		switch c.Kind() {
		case "function_declaration":
			note(c.Field("name"))
		case "type_declaration":
			for spec := range c.Named {
				note(spec.Field("name"))
			}
		}
	}
}

// isPredeclared reports whether s is a predeclared type here.
func (w *walk) isPredeclared(s string) bool { return predeclared[s] && !w.declared[s] }

// isBuiltin reports whether s is a builtin function here.
func (w *walk) isBuiltin(s string) bool { return builtin[s] && !w.declared[s] }

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
	w.Definitions[0].Signature = "package " + pkg
	if !doc.IsEmpty() {
		w.Definitions[0].Doc = docText(w.text[doc.Start:doc.End])
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
		m.Name = likelyName(m.Path)
		w.packages[m.Name] = true
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

// facts returns the facts found.
func (w *walk) facts(tree *parse.Tree) *parse.Facts {
	f := w.f
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	w.Fill(f)
	return f
}
