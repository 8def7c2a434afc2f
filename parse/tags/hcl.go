package tags

import (
	"path"
	"strings"

	hclGrammar "github.com/smacker/go-tree-sitter/hcl"

	"seedgraph/graph"
	"seedgraph/parse"
)

// hcl has the blocks of Terraform as variables of their folder, which is the module. Their symbols are
// the addresses that expressions name: var.region, local.prefix, aws_instance.web,
// data.aws_ami.base, module.net, output.id.
//
//   - A module block is an import of the folder of its source, whose alias is its address; its
//     arguments are members of "module.net()", what it gives those of "module.net".
//   - What a file of values sets is a variable of the folder.
//
// Names that stand alone, functions and what loops declare make no references.
var hcl = Row{
	Name: "hcl", Accepts: "HCL 2, Terraform 1.9", Extensions: []string{".tf", ".tofu", ".tfvars", ".hcl"},
	Grammar: hclGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"block":       {Op: Do, Do: hclBlock},
		"attribute":   {Op: Do, Do: hclAttribute},
		"object_elem": {Op: Do, Do: func(w *Walk, n parse.Node) { w.hclElement(n) }},
		"expression":  {Op: Do, Do: hclExpression},
	},
	Comments: "comment",
	Module:   func(w *Walk, _ parse.Node) string { return folderModule(w.F.Path) },
	TestFile: func(p string) bool { return strings.HasSuffix(p, ".tftest.hcl") },
}

// folderModule is the module of the files of a folder: its path, "" at the root.
func folderModule(p string) string {
	if dir := path.Dir(p); dir != "." {
		return dir
	}
	return ""
}

// hclBlock reads a block: at the top of a file a definition, in other blocks a part of them.
func hclBlock(w *Walk, n parse.Node) {
	kind, labels := n.Child("identifier").Text(), []parse.Node{}
	for c := range n.Named {
		if c.Is("string_lit") {
			labels = append(labels, c.Child("template_literal"))
		}
	}
	address := kind
	switch kind {
	case "variable":
		address = "var"
	case "resource":
		address = ""
	}
	body := n.Child("body")
	if w.def != 0 || len(labels) == 0 {
		w.Visit(body)
		return
	}
	for _, l := range labels {
		address = strings.TrimPrefix(address+"."+l.Text(), ".")
	}
	last := labels[len(labels)-1]
	if kind == "module" {
		w.hclSource(body, address)
	}
	w.hclDefine(n, address, last, body)
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

// hclSource makes a module block with a path as its source an import.
func (w *Walk) hclSource(body parse.Node, address string) {
	for a := range body.Named {
		if a.Child("identifier").Text() != "source" {
			continue
		}
		source := strings.Trim(a.Child("expression").Text(), `"`)
		im := parse.Import{Path: source, Alias: address, Whole: true, At: a.Child("expression").Start()}
		if strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") {
			im.Static = true
		}
		w.F.Imports = append(w.F.Imports, im)
	}
}

// hclArguments makes references of the variables that a module block sets.
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

// hclAttribute reads name = value: in a block of locals a definition, in a file of values one of a
// variable.
func hclAttribute(w *Walk, n parse.Node) {
	name, value := n.Child("identifier"), n.Child("expression")
	block := n.Parent().Parent()
	switch {
	case w.def == 0 && block.Is("block") && block.Child("identifier").Text() == "locals":
		w.hclDefine(n, "local."+name.Text(), name, value)
		return
	case w.def == 0 && block.Is("config_file") && strings.HasSuffix(w.F.Path, ".tfvars"):
		w.refer("var."+name.Text(), name.Start(), parse.RefMember, -1, int32(len(w.Steps)))
	}
	w.Visit(value)
}

// hclElement reads an element of an object, whose key is a word where it is a name alone.
func (w *Walk) hclElement(n parse.Node) {
	if key := n.Field("key"); key.Child("get_attr").Text() != "" || !key.First().Is("variable_expr") {
		w.Visit(key)
	}
	w.Visit(n.Field("val"))
}

// hclExpression reads the address that an expression begins with, and what else is in it.
func hclExpression(w *Walk, n parse.Node) {
	root := n.First()
	if !root.Is("variable_expr") {
		w.Children(n)
		return
	}
	parts := []string{root.Text()}
	var places []uint32
	for c := range n.Named {
		if !c.Is("get_attr") {
			if len(parts) == 1 && c.Index() != root.Index() {
				break
			}
			continue
		}
		parts, places = append(parts, strings.TrimPrefix(c.Text(), ".")), append(places, c.Child("identifier").Start())
	}
	length := hclAddress(parts)
	if length > 0 && !hclBound(n, parts[0]) {
		address := strings.Join(parts[:length], ".")
		w.refer(address, root.Start(), parse.RefMember, -1, int32(len(w.Steps)))
		if parts[0] == "module" && len(parts) > length {
			off := int32(len(w.Steps))
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: address})
			w.refer(parts[length], places[length-1], parse.RefMember, -1, off)
		}
	}
	w.Children(n)
}

// hclAddress returns how many parts of an expression are the address of a block; 0 for none.
func hclAddress(parts []string) int {
	n := 0
	switch parts[0] {
	case "var", "local", "module":
		n = 2
	case "data":
		n = 3
	default:
		if strings.Contains(parts[0], "_") { // the types of resources begin with the provider
			n = 2
		}
	}
	if n > len(parts) {
		return 0
	}
	return n
}

// hclBound reports whether a loop around declares a name.
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
