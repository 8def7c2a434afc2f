package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/component"
)

// components is the front end of single-file components: Vue and Svelte.
//
// A file is a component named after it and exported by default. Definitions in its
// scripts are its members; references made when the markup is rendered belong to
// the component itself, so its calls and uses have the lines of the markup. An
// object exported by default in a script, such as the options of Vue, is the
// member "default": its methods and computed properties are visible in the markup,
// and its functions access them by this.
type components struct {
	name, extension string
	dialect         component.Dialect
}

// Name implements [parse.Language].
func (c *components) Name() string { return c.name }

// Extensions implements [parse.Language].
func (c *components) Extensions() []string { return []string{c.extension} }

// Facts implements [parse.Language].
//
// Time and memory are linear in the length of the file and of the two texts
// derived from it.
func (c *components) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	file := component.Read(src.Text, c.dialect)
	grammar := tsxGrammar()
	if file.Lang == "ts" {
		grammar = tsGrammar()
	}
	script := withoutWrapper(file.Script)
	tree, err := p.Parse(grammar, script)
	if err != nil {
		return nil, err
	}
	tree.Text = src.Text
	e := newExtractor(p, c.name, src, tree)
	e.f.Page = &parse.Page{Tags: file.Tags}
	e.component(tree.Root())
	e.f.Sort()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(e.f, siteGrammar{e.f}, src.Sites).Read(tree.Root())
	}
	if tree, err = p.Parse(grammar, file.Markup.String()); err != nil {
		return nil, err
	}
	e.f.ErrorBytes += tree.ErrorBytes()
	e.f.HasError = e.f.HasError || tree.HasError
	tree.Move(src.Text, file.Markup.Start, file.Markup.End)
	e.markup(tree.Root(), file)
	e.finish()
	if src.Sites >= parse.AllSites {
		parse.NewSiteReader(e.f, siteGrammar{e.f}, src.Sites).Read(tree.Root())
	}
	return e.f, nil
}

// isComponent reports whether a file is a single-file component.
func isComponent(f *parse.Facts) bool { return f.Definitions[1].Kind == graph.KindComponent }

// component reads the scripts. The component is definition 1.
func (e *extractor) component(root parse.Node) {
	e.begin()
	whole := parse.Range{End: uint32(len(e.text))}
	name := e.f.Module[strings.LastIndexByte(e.f.Module, '/')+1:]
	e.f.Definitions = append(e.f.Definitions, parse.Definition{
		Kind: graph.KindComponent, Name: name, Symbol: name, Range: whole, Body: whole,
		Signature: e.f.Path[strings.LastIndexByte(e.f.Path, '/')+1:],
		Exported:  true, Complexity: 1, Test: e.f.Test,
	})
	e.scope = e.scope.inside(1, whole)
	e.top = true
	e.statements(root, 1)
	e.byThis()
}

// markup reads the statements derived from the markup.
func (e *extractor) markup(root parse.Node, file *component.File) {
	e.scope = e.scope.inside(1, e.f.Definitions[1].Range)
	before := len(e.f.References)
	e.statements(root, -1)
	for i := before; i < len(e.f.References); i++ {
		if r := &e.f.References[i]; r.Kind == parse.RefMember && file.Handlers[r.At] {
			r.Kind = parse.RefHandler
		}
	}
	// the name for the event is not in the source, or refers to nothing
	e.f.Locals = slices.DeleteFunc(e.f.Locals, func(l parse.Local) bool { return l.Name == "" })
	e.f.References = slices.DeleteFunc(e.f.References, func(r parse.Reference) bool {
		return r.Name == "$event"
	})
}

// byThis resolves members of this, in functions among the options of a component,
// to the option that declares them:
//
//	methods: { save() { this.load(); }, load() {} }    // default.methods.load
func (e *extractor) byThis() {
	owner := map[string]string{} // the option by the name of its member
	for i := range e.f.Definitions {
		d := &e.f.Definitions[i]
		for _, option := range memberOptions {
			if strings.HasSuffix(d.Symbol, ".default."+option+"."+d.Name) {
				owner[d.Name] = option
			}
		}
	}
	if len(owner) == 0 {
		return
	}
	for i := range e.f.References {
		r := &e.f.References[i]
		if len(r.Recv) != 1 || r.Recv[0].Kind != parse.StepThis || owner[r.Name] == "" {
			continue
		}
		at := r.Recv[0].At
		r.Recv = []parse.Step{{Kind: parse.StepName, Name: "default", At: at},
			{Kind: parse.StepMember, Name: owner[r.Name], At: at}}
	}
}

// memberOptions are the options of Vue whose members are members of the component.
var memberOptions = []string{"methods", "computed"}

// wrappers are the functions around the options of a component, which return their
// argument.
var wrappers = []string{"export default defineComponent(", "export default Vue.extend(",
	"export default defineNuxtComponent("}

// withoutWrapper blanks the function around the options: their members are the
// members of the exported object. A script with code after it is left unchanged.
func withoutWrapper(script string) string {
	for _, w := range wrappers {
		at := strings.Index(script, w)
		end := strings.LastIndexByte(script, ')')
		if at < 0 || end < at || strings.Trim(script[end+1:], "; \t\r\n") != "" {
			continue
		}
		open := at + len(w)
		inner := strings.TrimSpace(script[open:end])
		if !strings.HasPrefix(inner, "{") || !strings.HasSuffix(strings.TrimRight(inner, ", \n\t"), "}") {
			continue
		}
		const kept = len("export default ")
		return script[:at+kept] + strings.Repeat(" ", len(w)-kept) + script[open:end] + " " +
			script[end+1:]
	}
	return script
}
