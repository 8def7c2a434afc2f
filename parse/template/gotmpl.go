package template

import (
	"maps"
	"slices"
	"strings"
	tp "text/template/parse"

	"seedgraph/graph"
	"seedgraph/parse"
)

// goHosts are the libraries that render templates of Go.
var goHosts = &hosts{language: "go", packages: []string{"html/template", "text/template"}}

// keywords begin actions that do not exist in other engines with braces.
var keywords = []string{"define", "template", "block", "range", "end", "with", "if", "else"}

// isGo reports whether a text contains actions of Go templates, and parses as a
// template.
func isGo(text string) bool {
	at := 0
	for {
		next := strings.Index(text[at:], "{{")
		if next < 0 {
			return false
		}
		at += next + 2
		inner := strings.TrimLeft(strings.TrimPrefix(text[at:min(at+40, len(text))], "-"),
			" \t\r\n")
		if strings.HasPrefix(inner, ".") || strings.HasPrefix(inner, "$") ||
			slices.Contains(keywords, firstName(inner)) {
			break
		}
	}
	_, err := goTrees(text)
	return err == nil
}

// firstName returns the name that a text begins with.
func firstName(text string) string {
	end := 0
	for end < len(text) && isName(text[end]) {
		end++
	}
	return text[:end]
}

// goTrees parses a text: its templates by name, the file itself under the empty
// name.
func goTrees(text string) (map[string]*tp.Tree, error) {
	t := tp.New("")
	t.Mode = tp.SkipFuncCheck
	trees := map[string]*tp.Tree{}
	main, err := t.Parse(text, "", "", trees)
	if err == nil {
		trees[""] = main
	}
	return trees, err
}

// readGo reads a template of Go.
func readGo(r *reader) {
	trees, err := goTrees(r.text)
	if err != nil {
		r.f.HasError = true
		return
	}
	g := &goReader{reader: r}
	g.findActions()
	opaque := func(at int) int {
		if a := g.actionAt(at); a != nil && a.start == at {
			return a.end
		}
		return at
	}
	r.scan(opaque)
	for _, name := range slices.Sorted(maps.Keys(trees)) {
		if root := trees[name].Root; root != nil {
			g.list(root)
		}
	}
	for i := range r.elements {
		for _, l := range r.links(&r.elements[i]) {
			if !strings.Contains(r.value(l.attr), "{{if") &&
				!strings.Contains(r.value(l.attr), "{{else") {
				address, lead := r.address(l.attr, opaque)
				r.linked(l, l.attr.start, address, lead)
			}
		}
	}
}

// A goReader reads one template of Go.
type goReader struct {
	*reader
	actions []action // by start
}

// An action is an action of a template: {{range .Orders}}.
type action struct {
	start, end int
	close      int // of an action that opens a block: where the block ends
	outer      int // the action that opens the enclosing block, or -1
}

// findActions finds the actions, the ends of blocks, and the defined templates.
func (g *goReader) findActions() {
	var open []int
	for at := 0; ; {
		next := strings.Index(g.text[at:], "{{")
		if next < 0 {
			break
		}
		start := at + next
		at = actionEnd(g.text, start)
		inner := strings.TrimLeft(strings.TrimPrefix(g.text[start+2:at], "-"), " \t\r\n")
		outer := -1
		if n := len(open); n > 0 {
			outer = open[n-1]
		}
		g.actions = append(g.actions, action{start, at, len(g.text), outer})
		switch firstName(inner) {
		case "if", "range", "with", "define", "block":
			open = append(open, len(g.actions)-1)
		case "end":
			if n := len(open); n > 0 {
				g.actions[open[n-1]].close = at
				open = open[:n-1]
			}
		}
	}
	for _, a := range g.actions {
		g.defined(a)
	}
}

// defined adds the template that an action defines.
func (g *goReader) defined(a action) {
	words := wordsOf(g.text, a.start+2, a.end-2)
	if len(words) > 0 && words[0].text == "-" {
		words = words[1:]
	}
	if len(words) < 2 || !words[1].isString ||
		words[0].text != "define" && words[0].text != "block" {
		return
	}
	header := strings.Trim(g.text[a.start+2:a.end-2], "- \t\r\n")
	g.define(graph.KindTemplate, words[1].text, words[1].at, a.start, a.close, header, nil)
}

// actionEnd returns the position after the action that begins at a position.
func actionEnd(text string, at int) int {
	if rest := strings.TrimPrefix(strings.TrimPrefix(text[at+2:], "- "),
		"-\n"); strings.HasPrefix(rest, "/*") {
		return after(text, after(text, at, "*/"), "}}")
	}
	for i := at + 2; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "}}"):
			return i + 2
		case c == '`':
			i = after(text, i+1, "`") - 1
		case c == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return len(text)
}

// actionAt returns the action around a position, or nil.
func (g *goReader) actionAt(at int) *action {
	i, found := slices.BinarySearchFunc(g.actions, at, func(a action, at int) int {
		return a.start - at
	})
	if !found {
		i--
	}
	if i < 0 || at >= g.actions[i].end {
		return nil
	}
	return &g.actions[i]
}

// list reads the nodes of a list.
func (g *goReader) list(l *tp.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *tp.ActionNode:
			g.pipe(n.Pipe)
			g.declared(n.Pipe, g.around(int(n.Pos)), false)
		case *tp.IfNode:
			g.branch(&n.BranchNode, "if")
		case *tp.RangeNode:
			g.branch(&n.BranchNode, "range")
		case *tp.WithNode:
			g.branch(&n.BranchNode, "with")
		case *tp.TemplateNode:
			g.pipe(n.Pipe)
			g.mark(parse.TemplateRef{Kind: parse.MarkTemplate, Name: n.Name, At: uint32(n.Pos),
				Path: g.given(n.Pipe)})
		}
	}
}

// branch reads a block: in a range or with, the dot is an element or the value of
// its operand.
func (g *goReader) branch(n *tp.BranchNode, kind string) {
	g.pipe(n.Pipe)
	end := g.blockEnd(int(n.Pos))
	if n.ElseList != nil {
		end = min(end, int(n.ElseList.Pos))
	}
	start := int(n.List.Pos)
	if kind != "if" {
		g.set(parse.Here, start, end, g.given(n.Pipe), kind == "range")
	}
	g.declared(n.Pipe, [2]int{start, end}, kind == "range")
	g.list(n.List)
	g.list(n.ElseList)
}

// blockEnd returns the end of the block opened by the action around a position.
func (g *goReader) blockEnd(at int) int {
	if a := g.actionAt(at); a != nil {
		return a.close
	}
	return len(g.text)
}

// around returns the rest of the innermost block around a position.
func (g *goReader) around(at int) [2]int {
	end := len(g.text)
	if a := g.actionAt(at); a != nil && a.outer >= 0 {
		end = g.actions[a.outer].close
	}
	return [2]int{at, end}
}

// declared sets the variables of a pipeline. Of two in a range the second is an
// element.
func (g *goReader) declared(p *tp.PipeNode, scope [2]int, each bool) {
	if p == nil || len(p.Decl) == 0 {
		return
	}
	v := p.Decl[len(p.Decl)-1]
	g.set(v.Ident[0], scope[0], scope[1], g.given(p), each)
}

// given returns the path of a pipeline that is a path; nil for others.
func (g *goReader) given(p *tp.PipeNode) []parse.TextPart {
	if p == nil || len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return nil
	}
	return goPath(p.Cmds[0].Args[0])
}

// goPath returns the path of an operand that is a path; nil for others.
func goPath(n tp.Node) []parse.TextPart {
	at := uint32(n.Position())
	var out []parse.TextPart
	add := func(names ...string) {
		for _, name := range names {
			out = append(out, parse.TextPart{Text: name, At: at})
		}
	}
	switch n := n.(type) {
	case *tp.DotNode:
		add(parse.Here)
	case *tp.FieldNode:
		add(parse.Here)
		add(n.Ident...)
	case *tp.VariableNode:
		add(n.Ident...)
	}
	return out
}

// pipe marks the functions and values of a pipeline.
func (g *goReader) pipe(p *tp.PipeNode) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		for _, a := range c.Args {
			g.operand(a)
		}
	}
}

func (g *goReader) operand(n tp.Node) {
	switch n := n.(type) {
	case *tp.IdentifierNode:
		g.mark(parse.TemplateRef{Kind: parse.MarkFunc, Name: n.Ident, At: uint32(n.Pos)})
	case *tp.PipeNode:
		g.pipe(n)
	case *tp.ChainNode:
		g.operand(n.Node)
	default:
		if path := goPath(n); len(path) > 1 {
			g.mark(parse.TemplateRef{Kind: parse.MarkValue, At: path[0].At, Path: path})
		}
	}
}
