package typescript

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/component"
)

// angular is the front end of Angular templates in separate files.
//
// A template is the definition of its file. Its renderings, calls and uses are
// references of it; names in it that it does not declare are members of its
// component, which is not specified in the file.
type angular struct{}

// Name implements [parse.Language].
func (angular) Name() string { return "angular" }

// Extensions implements [parse.Language].
func (angular) Extensions() []string { return []string{".html"} }

// signs are strings specific to templates of Angular: each is followed by a name
// or a value.
var signs = []string{"<ng-template", "<ng-container", "<ng-content", "<router-outlet",
	" *ng", " [routerLink]=", " routerLink=", "@if (", "@for (", "@switch (", "[(ngModel)]="}

// Takes implements [parse.Picker].
func (angular) Takes(src parse.Source) bool {
	return strings.HasSuffix(src.Path, ".component.html") || src.ContainsAny(signs) ||
		bindsBy(src.Text, ")=\"", '(') || bindsBy(src.Text, "]=\"", '[')
}

// bindsBy reports whether an attribute is in brackets: (click)="…".
func bindsBy(text, end string, open byte) bool {
	for at := 0; ; at += len(end) {
		next := strings.Index(text[at:], end)
		if next < 0 {
			return false
		}
		at += next
		from := at
		for from > 0 && (isAlpha(text[from-1]) || strings.IndexByte("-.%", text[from-1]) >= 0) {
			from--
		}
		if from > 1 && from < at && text[from-1] == open &&
			strings.IndexByte(" \t\r\n", text[from-2]) >= 0 {
			return true
		}
	}
}

func isAlpha(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// Unhosted implements [parse.HostedLanguage]: templates count only in trees with files that
// import Angular.
func (angular) Unhosted(files []*parse.Facts) []int {
	var out []int
	for i, f := range files {
		switch {
		case f == nil:
		case f.Language == "angular":
			out = append(out, i)
		case f.Page != nil && len(f.Page.Parts) > 0:
			return nil
		}
	}
	return out
}

// Facts implements [parse.Language].
//
// Time and memory are linear in the length of the file and of the text derived
// from it.
func (angular) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	whole := parse.Range{End: uint32(len(src.Text))}
	file := component.ReadTemplate(src.Text, whole)
	tree, err := p.Parse(tsGrammar(), file.Markup.String())
	if err != nil {
		return nil, err
	}
	tree.Move(src.Text, file.Markup.Start, file.Markup.End)
	e := newExtractor(p, "angular", src, tree)
	e.begin()
	name := strings.TrimSuffix(path.Base(src.Path), path.Ext(src.Path))
	e.f.Definitions = append(e.f.Definitions, parse.Definition{Kind: graph.KindTemplate, Name: name,
		Symbol: name, Range: whole, Body: whole, Signature: path.Base(src.Path), Exported: true,
		Complexity: 1, Test: e.f.Test, Breaks: tagStarts(file.Tags)})
	e.f.Page = &parse.Page{}
	e.template(tree.Root(), file, parse.AngularTemplate{Def: 1, Range: whole})
	e.finish()
	return e.f, nil
}

// tagStarts returns the positions at which the text of a template may be split.
func tagStarts(tags []parse.Tag) []uint32 {
	out := make([]uint32, len(tags))
	for i := range tags {
		out[i] = tags[i].At - 1
	}
	return out
}

// template reads the statements derived from a template.
func (e *extractor) template(root parse.Node, file *component.File, m parse.AngularTemplate) {
	e.scope = e.scope.inside(m.Def, m.Range)
	from := len(e.f.References)
	e.statements(root, -1)
	e.f.Locals = slices.DeleteFunc(e.f.Locals, func(l parse.Local) bool { return l.Name == "" })
	kept := slices.DeleteFunc(e.f.References[from:], func(r parse.Reference) bool {
		return r.Name == "$event"
	})
	e.f.References = e.f.References[:from+len(kept)]
	for _, r := range file.Refs { // elements named in a template are visible in all of it
		e.f.Locals = append(e.f.Locals, parse.Local{Name: e.f.Slice(r), Kind: parse.LocalVar,
			Def: m.Def, Scope: m.Range})
	}
	m.Pipes = file.Pipes
	e.f.Page.Markups = append(e.f.Page.Markups, m)
	e.f.Page.Tags = append(e.f.Page.Tags, file.Tags...)
}

// inlineTemplates reads the templates in strings of the file.
func (e *extractor) inlineTemplates(p *parse.Parser) error {
	for _, m := range e.inline {
		file := component.ReadTemplate(e.text, m.Range)
		tree, err := p.ParseApart(tsGrammar(), file.Markup.String())
		if err != nil {
			return err
		}
		tree.Move(e.text, file.Markup.Start, file.Markup.End)
		m.Def = e.f.DefinitionAt(m.Range.Start)
		e.template(tree.Root(), file, m)
	}
	return nil
}

// core is the package of Angular's decorators.
const core = "@angular/core"

// angularParts records the metadata in the Angular decorators of a class.
//
//	@Component({ selector: 'app-user', templateUrl: './user.html', imports: [DatePipe] })
func (e *extractor) angularParts(class int32, l *lead) {
	for _, d := range l.decorators {
		call := namedChild(d)
		if !call.Is("call_expression") || !call.Field("function").Is("identifier") {
			continue
		}
		name := e.fromCore(call.Field("function").Text())
		switch name {
		case "Component", "Directive", "Pipe", "NgModule":
			part := parse.Part{Def: class, Decorator: name}
			for pair := range namedChild(call.Field("arguments")).Named {
				if pair.Is("pair") {
					e.partMember(&part, pair.Field("key").Text(), pair.Field("value"))
				}
			}
			if e.f.Page == nil {
				e.f.Page = &parse.Page{}
			}
			e.f.Page.Parts = append(e.f.Page.Parts, part)
		}
	}
}

// fromCore returns the original name of a name imported from Angular; empty for
// other names.
func (e *extractor) fromCore(name string) string {
	for i := range e.f.Imports {
		if im := &e.f.Imports[i]; im.Alias == name && im.Path == core {
			return im.Name
		}
	}
	return ""
}

// partMember records a member of the argument of a decorator.
func (e *extractor) partMember(part *parse.Part, key string, value parse.Node) {
	switch key {
	case "selector", "name":
		part.Selector, _ = plainString(value)
	case "templateUrl":
		if text, at := plainString(value); text != "" {
			part.Template = parse.TextPart{Text: text, At: at.Start}
		}
	case "template":
		if _, at := plainString(value); !at.IsEmpty() {
			e.inline = append(e.inline, parse.AngularTemplate{Range: at})
		}
	case "imports":
		part.Imports = listed(value)
	case "declarations":
		part.Declarations = listed(value)
	case "exports":
		part.Exports = listed(value)
	}
}

// plainString returns the value of a string without escapes, and its range.
func plainString(n parse.Node) (string, parse.Range) {
	if !n.Is("string", "template_string") || n.End() < n.Start()+2 {
		return "", parse.Range{}
	}
	for c := range n.Named {
		if c.Is("template_substitution", "escape_sequence") {
			return "", parse.Range{}
		}
	}
	text := n.Text()
	return text[1 : len(text)-1], parse.Range{Start: n.Start() + 1, End: n.End() - 1}
}

// listed returns the names in a list, or a name that refers to one: the operand of
// a spread, the return value of a function such as forwardRef, and the X of
// X.forRoot().
func listed(n parse.Node) []parse.TextPart {
	switch n.Kind() {
	case "identifier":
		return []parse.TextPart{{Text: n.Text(), At: n.Start()}}
	case "array", "spread_element", "as_expression", "parenthesized_expression":
		var out []parse.TextPart
		for c := range n.Named {
			out = append(out, listed(c)...)
		}
		return out
	case "call_expression":
		if f := n.Field("function"); f.Is("member_expression") {
			return listed(f.Field("object"))
		}
		return listed(namedChild(n.Field("arguments")))
	case "arrow_function":
		return listed(n.Field("body"))
	}
	return nil
}
