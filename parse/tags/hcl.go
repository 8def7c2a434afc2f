package tags

import (
	"path"
	"strings"

	hclGrammar "github.com/smacker/go-tree-sitter/hcl"

	"seedgraph/graph"
	"seedgraph/parse"
)

// hcl has the blocks of Terraform as variables of their folder, which is the
// module. Their symbols are the addresses used in expressions: var.region,
// local.prefix, aws_instance.web, data.aws_ami.base, module.net, output.id,
// provider.aws.west.
//
//   - A module block is an import of the folder of its source, whose alias is its address; its
//     arguments are members of "module.net()", its outputs those of "module.net".
//   - In the values of provider or providers, a name refers to a provider.
//
// Plain names, functions and loop variables are not references. Files of values
// are settings (package config/keyfile), whose values no text may show.
var hcl = Row{
	Name: "hcl", Accepts: "HCL 2, Terraform 1.9", Extensions: []string{".tf", ".tofu", ".hcl"},
	Grammar: hclGrammar.GetLanguage,
	Takes:   func(src parse.Source) bool { return !strings.HasSuffix(src.Path, ".pkrvars.hcl") },
	Nodes: map[string]Rule{
		"block":         {Op: Do, Do: hclBlock},
		"attribute":     {Op: Do, Do: hclAttribute},
		"object_elem":   {Op: Do, Do: func(w *Walk, n parse.Node) { w.hclElement(n) }},
		"variable_expr": {Op: Do, Do: hclName},
	},
	Mend:     &parse.LineMend{Head: `(?:resource|data) +"[^"\n]+" +"([^"\n]+)"[^\n{]*\{?|(?:variable|output|module) +"([^"\n]+)"[^\n{]*\{?`, Close: "}"},
	Comments: "comment",
	Module:   func(w *Walk, _ parse.Node) string { return folderModule(w.F.Path) },
	TestFile: func(p string) bool {
		return strings.HasSuffix(p, ".tftest.hcl") || strings.HasSuffix(p, ".tofutest.hcl")
	},
	Scoping: Scoping{FolderModules: true},
}

// folderModule returns the module of the files of a folder: its path, "" at the
// root.
func folderModule(p string) string {
	if dir := path.Dir(p); dir != "." {
		return dir
	}
	return ""
}

// hclBlock reads a block: at the top of a file a definition, in other blocks a part of them.
func hclBlock(w *Walk, n parse.Node) {
	labels := hclLabels(n)
	body := n.Child("body")
	if len(labels) == 0 || !n.Parent().Parent().Is("config_file") {
		w.Visit(body)
		return
	}
	address := n.Child("identifier").Text()
	last := labels[len(labels)-1]
	switch address {
	case "variable":
		address = "var"
	case "resource":
		address = ""
	case "provider":
		if alias := hclLiteral(hclGiven(body, "alias")); !alias.IsZero() {
			labels, last = append(labels, alias), alias
		}
	}
	for _, l := range labels {
		address = strings.TrimPrefix(address+"."+l.Text(), ".")
	}
	if strings.HasPrefix(address, "module.") {
		w.hclSource(body, address)
	}
	w.hclDefine(n, address, last, body)
}

// hclLabels returns the labels of a block, without quotes.
func hclLabels(n parse.Node) []parse.Node {
	var out []parse.Node
	for c := range n.Named {
		switch {
		case c.Is("string_lit"):
			out = append(out, c.Child("template_literal"))
		case c.Is("identifier") && c.Index() != n.Child("identifier").Index():
			out = append(out, c)
		}
	}
	return out
}

// hclGiven returns the expression of an attribute in a body.
func hclGiven(body parse.Node, name string) parse.Node {
	for a := range body.Named {
		if a.Is("attribute") && a.Child("identifier").Text() == name {
			return a.Child("expression")
		}
	}
	return parse.Node{}
}

// hclLiteral returns the text of an expression that is a string without
// interpolations.
func hclLiteral(expression parse.Node) parse.Node {
	return expression.Child("literal_value").Child("string_lit").Child("template_literal")
}

// hclDefine adds a definition, whose name is the last part of its address.
func (w *Walk) hclDefine(n parse.Node, address string, name, value parse.Node) {
	d := parse.Definition{Kind: graph.KindVariable, Name: name.Text(), NameAt: name.Start(), Symbol: address,
		Exported: true, Range: n.Range(), Body: value.Range(), Signature: w.signature(n, value)}
	if doc := w.pendingDoc(n); !doc.IsEmpty() {
		d.Doc, d.Range.Start = docText(w.Text[doc.Start:doc.End]), doc.Start
	}
	if d.Name == "" {
		w.Visit(value)
		return
	}
	before := w.place
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: address, scope: n.Range()}
	if strings.HasPrefix(address, "module.") {
		w.hclArguments(value, address)
	}
	w.Visit(value)
	w.place = before
}

// hclSource turns a module block with a path as its source into an import.
func (w *Walk) hclSource(body parse.Node, address string) {
	source := hclLiteral(hclGiven(body, "source"))
	if source.IsZero() {
		return
	}
	im := parse.Import{Path: source.Text(), Alias: address, Whole: true, At: source.Start()}
	im.Static = strings.HasPrefix(im.Path, "./") || strings.HasPrefix(im.Path, "../")
	w.F.Imports = append(w.F.Imports, im)
}

// hclArguments adds references to the variables that a module block sets.
func (w *Walk) hclArguments(body parse.Node, address string) {
	for a := range body.Named {
		name := a.Child("identifier")
		switch name.Text() {
		case "source", "version", "count", "for_each", "depends_on", "providers":
			continue
		}
		if a.Is("attribute") {
			off := int32(len(w.Steps))
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: address + "()"})
			w.refer(name.Text(), name.Start(), parse.RefMember, -1, off)
		}
	}
}

// hclAttribute reads name = value: in a block of locals a definition.
func hclAttribute(w *Walk, n parse.Node) {
	name, value := n.Child("identifier"), n.Child("expression")
	block := n.Parent().Parent()
	switch {
	case w.def == 0 && block.Is("block") && block.Child("identifier").Text() == "locals":
		w.hclDefine(n, "local."+name.Text(), name, value)
	case name.Text() == "provider" || name.Text() == "providers":
		w.hclProviders(value)
	default:
		w.Visit(value)
	}
}

// hclProviders adds references to providers.
//
//	provider = aws.west    providers = { aws = aws.west, aws.peer = aws }
func (w *Walk) hclProviders(value parse.Node) {
	if root := value.First(); root.Is("variable_expr") {
		name := "provider." + root.Text()
		if alias := value.Child("get_attr"); !alias.IsZero() {
			name += alias.Text()
		}
		w.refer(name, value.Start(), parse.RefMember, -1, int32(len(w.Steps)))
		return
	}
	value.Descendants(func(n parse.Node) bool {
		if n.Is("object_elem") {
			w.hclProviders(n.Field("val"))
		}
		return !n.Is("object_elem")
	})
}

// hclElement reads an element of an object, whose key is a word if it is a plain
// name.
func (w *Walk) hclElement(n parse.Node) {
	if key := n.Field("key"); key.Child("get_attr").Text() != "" || !key.First().Is("variable_expr") {
		w.Visit(key)
	}
	w.Visit(n.Field("val"))
}

// hclName reads a name and the address that begins with it; index expressions are
// read separately.
func hclName(w *Walk, root parse.Node) {
	parts := []string{root.Text()}
	var places []uint32
	for c := hclBehind(root); c.Is("get_attr") || c.Is("index") || c.Is("splat"); c = c.Next() {
		if c.Is("get_attr") {
			parts, places = append(parts, strings.TrimPrefix(c.Text(), ".")), append(places, c.Child("identifier").Start())
		}
	}
	length := hclAddress(parts)
	if length == 0 || hclBound(root, parts[0]) {
		return
	}
	address := strings.Join(parts[:length], ".")
	w.refer(address, root.Start(), parse.RefMember, -1, int32(len(w.Steps)))
	if parts[0] == "module" && len(parts) > length {
		off := int32(len(w.Steps))
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: address})
		w.refer(parts[length], places[length-1], parse.RefMember, -1, off)
	}
}

// hclBehind returns the node after a name. The suffix of the last operand of an
// operator follows the whole operation in the grammar.
func hclBehind(n parse.Node) parse.Node {
	next := n.Next()
	for next.IsZero() && (n.Parent().Is("operation") || n.Parent().Is("binary_operation") || n.Parent().Is("unary_operation")) {
		n = n.Parent()
		next = n.Next()
	}
	return next
}

// hclAddress returns the number of parts of an expression that are the address of
// a block, or 0.
func hclAddress(parts []string) int {
	n := 0
	switch parts[0] {
	case "var", "local", "module":
		n = 2
	case "data":
		n = 3
	default:
		if strings.Contains(parts[0], "_") { // resource types begin with the provider
			n = 2
		}
	}
	if n > len(parts) {
		return 0
	}
	return n
}

// hclBound reports whether an enclosing loop declares a name.
func hclBound(n parse.Node, name string) bool {
	for p := n.Parent(); !p.IsZero(); p = p.Parent() {
		for c := range p.Child("for_intro").Named {
			if c.Is("identifier") && c.Text() == name {
				return true
			}
		}
	}
	return false
}
