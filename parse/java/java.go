// Package java is the front end of Java.
//
//   - The module of a definition is its package, its symbol the names of its
//     enclosing classes and members, with the parameter types after methods
//     and constructors: Outer.Inner.place(Order,int[]).
//   - An anonymous class is a definition named after the type that it extends
//     and its number among its siblings of that name: Outer.FIELD.Reader$1,
//     Outer.run().Reader$1.read(). It only has members: references in its
//     initializers, and the creation itself, belong to the enclosing named
//     definition. The body of an enum constant is such a class, too.
//   - A component of a record is one property: a field and its accessor.
//   - A chained constructor is a creation of the class itself, on this, or of
//     its base class, on base. The constructor that an enum constant calls is
//     not written as a call and makes no reference.
//   - The declarations of a compact source file (JLS 7.3) are in a class named after the file.
//     It imports the module java.base.
//   - The import of a module (JLS 7.5.5) is Whole and All.
//   - A name in a case label is a member of the switch operand, followed by a
//     [parse.StepCase]: an enum constant, or else a constant in scope.
package java

import (
	"sync"

	"github.com/smacker/go-tree-sitter/java"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

var grammar = sync.OnceValue(func() *parse.Grammar {
	g := parse.NewGrammar(java.GetLanguage())
	g.Adapt = adapt
	return g
})

type language struct{}

// Languages returns the front end of Java.
func Languages() []parse.Language { return []parse.Language{language{}} }

func (language) Name() string { return "java" }

func (language) Extensions() []string { return []string{".java"} }

// Facts reads one file. Time and memory are linear in the nodes of the syntax
// tree, apart from parts that are read again at each nesting level, which
// parse.MaxNesting bounds.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	tree, err := p.Parse(grammar(), src.Text)
	if err != nil {
		return nil, err
	}
	w := newWalk(p, tree, src)
	defer w.release()
	w.file(tree.Root())
	w.growing.Keep(w.f, sqltext.Is)
	f := w.facts(tree)
	f.DataFlow = tree.DataFlow()
	if src.Sites != parse.NoSites {
		g := siteGrammar{f, src.Sites >= parse.AllSites}
		parse.NewSiteReader(f, g, src.Sites).Read(tree.Root())
	}
	if src.ContainsAny(processors) {
		keepAnnotations(f, tree.Root())
	}
	return f, nil
}

// processors are words in files with annotations for which processors generate
// members.
var processors = []string{"lombok", "org.immutables", "org.mapstruct"}

// keepAnnotations keeps the annotations of all definitions with their arguments,
// whether or not the sites of the file are requested.
func keepAnnotations(f *parse.Facts, root parse.Node) {
	read := &parse.Facts{Definitions: f.Definitions}
	parse.NewSiteReader(read, siteGrammar{read, false}, parse.AttributeSites).Read(root)
	for i := range read.Sites {
		if s := &read.Sites[i]; s.Kind == parse.SiteAttribute {
			rare := f.Definitions[s.Def].AddRare()
			rare.Annotations = append(rare.Annotations, s.Expr)
		}
	}
}
