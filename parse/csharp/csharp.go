// Package csharp reads C# files.
//
// The grammar covers C# 12 and little of later versions, and it stumbles over
// preprocessor directives inside expressions. A file is therefore mended before it
// is parsed: see mend. The mended text has the length and the lines of the source,
// so every position is valid for both; visible text (signatures, strings, doc
// comments) is always taken from the source.
//
// A namespace is not a definition: each definition has it as its Module. The
// parameters of a primary constructor are the Params of the type; those of a
// record are properties, too. Some references have a synthetic name:
//
//	Invoke call on the chain of a value: `f(x)` where f is a local, `f()(x)`
//	base   creation on [StepBase]: `: base(…)`, and the arguments of a base type
//	this   creation on [StepThis]: `: this(…)`
//	new    creation on the chain of an expression: `x.Y = new(…)` creates the type of Y;
//	       on a [StepArgument]: the expected type of that argument, or followed by a
//	       [StepFuncResult], the return value of the lambda that is the argument
//
// A deconstructed value (`var (a, b) = x`) is followed by a [parse.StepDeconstruct], and
// each of the names takes one of its results.
//
// A [StepType] with Args is the type itself, as the receiver of a static member.
//
// The type of a lambda argument has a [parse.FuncForm]. Its At is the position of
// the first value it returns, 0 if it returns none.
//
// Strings are recorded if they read as SQL; if they are run as the name of a
// procedure (see command); and if they may be parts of others: the values of
// constants, readonly fields and locals, and arguments that look like the name of
// a procedure or are a local string, because the called method may run them.
package csharp

import (
	"path"

	grammar "github.com/smacker/go-tree-sitter/csharp"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/testpath"
)

// Languages returns the front ends of C#, Razor and XAML.
func Languages() []parse.Language {
	return []parse.Language{language{}, razorPages{}, webFormsPages{}, xamlPages{}}
}

var csharpGrammar = parse.LazyGrammar(grammar.GetLanguage)

type language struct{}

func (language) Name() string         { return "csharp" }
func (language) Extensions() []string { return []string{".cs", ".csx", ".cake"} }

// Facts reads one file.
//
// Time and memory are linear in the nodes of the syntax tree, apart from parts
// that are read again at each nesting level, which parse.MaxNesting bounds.
func (language) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	text, arms := mend(src.Text, src.Symbols)
	tree, err := p.Parse(csharpGrammar(), text)
	if err != nil {
		return nil, err
	}
	errors, hasError := tree.ErrorBytes(), tree.HasError
	tree, broken, err := withArms(p, tree, src, arms)
	if err != nil {
		return nil, err
	}
	f := &parse.Facts{
		Path:       src.Path,
		Language:   "csharp",
		Text:       src.Text,
		ErrorBytes: errors,
		HasError:   hasError || len(broken) > 0,
		Inactive:   arms.inactive,
	}
	if n := len(arms.unread); n > 0 {
		f.Limits = append(f.Limits, parse.Limit{At: arms.unread[0].Start, Quantity: "readings of #if",
			Max: maxReadings, Count: n})
	}
	p.Room(f)
	r := newReader(f)
	r.sites, r.dropped = src.Sites, arms.dropped
	r.file(tree.Root())
	f.DataFlow = tree.DataFlow()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(f, siteGrammar{r}, src.Sites).Read(tree.Root())
	}
	for i := range broken {
		f.Lost = append(f.Lost, broken[i].lostIn(f)...)
	}
	f.Test = testpath.Is("csharp", src.Path)
	return f, nil
}

// fileDefinition returns Definitions[0].
func fileDefinition(f *parse.Facts) parse.Definition {
	end := uint32(len(f.Text))
	return parse.Definition{
		Kind: graph.KindFile, Name: path.Base(f.Path), Symbol: "<module>", Parent: -1,
		Range: parse.Range{End: end}, Body: parse.Range{End: end},
	}
}
