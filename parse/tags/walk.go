package tags

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Walk reads one syntax tree in preorder by the rules of a row.
type Walk struct {
	*table
	Text string
	F    *parse.Facts
	parse.Draft
	place
	spine      []link
	typeParams []string     // of the current template
	returned   int          // the last of the definition being built
	results    []parse.Node // return values of the definition being built
	given      []parse.Run  // the arguments of the calls being read
	list       argumentList // the list of arguments that is read next
	quotes     *quotes      // of a scanner that finds strings without an end
}

// A place is the state for a part of the tree.
type place struct {
	def    int32       // the innermost definition
	symbol string      // prefix of the symbols of definitions in it
	module string      // the enclosing namespace
	scope  parse.Range // of names declared here
	quiet  bool        // names are not references
	static bool        // methods belong to the class itself
	last   int         // the last statement of a body, whose value is returned; 0: none
}

func newWalk(t *table, p *parse.Parser, src parse.Source) *Walk {
	w := &Walk{table: t, Text: src.Text, F: &parse.Facts{Path: src.Path, Language: t.row.Name,
		Text: src.Text, Module: strings.TrimSuffix(src.Path, path.Ext(src.Path))}}
	p.Room(w.F)
	w.Room(w.F)
	return w
}

// file reads a whole file.
func (w *Walk) file(root parse.Node) {
	if w.row.TestFile != nil {
		w.F.Test = w.row.TestFile(w.F.Path)
	}
	whole := parse.Range{End: uint32(len(w.Text))}
	w.Definitions = append(w.Definitions, parse.Definition{Kind: graph.KindFile,
		Name: path.Base(w.F.Path), Symbol: "<module>", Parent: -1, Range: whole})
	if w.row.Read == nil {
		w.Definitions[0].Breaks = w.breaks(root)
	}
	if w.row.Module != nil {
		w.F.Module = w.row.Module(w, root)
	}
	w.place = place{scope: whole}
	if w.row.Read != nil {
		w.row.Read(w)
		return
	}
	w.Children(root)
}

// facts returns the facts found; tree is nil for a language without grammar.
func (w *Walk) facts(tree *parse.Tree) *parse.Facts {
	if tree != nil && tree.HasError {
		w.F.ErrorBytes = tree.ErrorBytes()
	}
	w.Fill(w.F)
	return w.F
}

// rule returns the rule of a node.
func (w *Walk) rule(n parse.Node) *rule {
	if s := n.Symbol(); s >= 0 {
		return &w.rules[s]
	}
	return &noRule
}

var noRule rule

// has reports whether the kind of a node is in a set by symbol.
func has(set []bool, n parse.Node) bool {
	s := n.Symbol()
	return s >= 0 && set[s]
}

// A lead is the comments and attributes before a definition that belong to it.
type lead struct {
	start      uint32
	doc        parse.Range
	attributes []parse.Node
}

// Children reads the children of n, with the comments and attributes right before
// each.
func (w *Walk) Children(n parse.Node) {
	lead := lead{start: none}
	for c := range n.Named {
		switch {
		case has(w.comment, c):
			lead.comment(w.Text, c)
			continue
		case has(w.attribute, c):
			lead.attributes = append(lead.attributes, c)
			lead.start = min(lead.start, c.Start())
			w.Visit(c)
			continue
		}
		if !lead.doc.IsEmpty() && strings.Count(w.Text[lead.doc.End:max(lead.doc.End, lead.before(c))], "\n") > 1 {
			lead.doc = parse.Range{}
		}
		w.visit(c, lead)
		lead = leadOf()
	}
}

const none = ^uint32(0)

func leadOf() lead { return lead{start: none} }

// before returns the start of n including its comment.
func (l *lead) before(n parse.Node) uint32 { return min(l.start, n.Start()) }

// comment adds a comment: to the one right before it, or as the first line of a
// new one.
func (l *lead) comment(text string, c parse.Node) {
	if !l.doc.IsEmpty() && l.doc.End <= c.Start() && strings.Count(text[l.doc.End:c.Start()], "\n") <= 1 {
		l.doc.End = c.End()
		return
	}
	if trails(text, c.Start()) {
		return
	}
	l.doc = c.Range()
	if l.start != none { // attributes precede it
		l.doc = parse.Range{}
	}
}

// trails reports whether there is code before a comment on its line.
func trails(text string, at uint32) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.TrimSpace(line) != ""
}

// Visit reads a node.
func (w *Walk) Visit(n parse.Node) { w.visit(n, leadOf()) }

func (w *Walk) visit(n parse.Node, l lead) {
	r := w.rule(n)
	if w.list.call > 0 && n.Index() == w.list.node {
		w.arguments(n)
		return
	}
	if has(w.branch, n) {
		w.Definitions[w.def].Complexity++
	}
	if r.Unless != nil && r.Unless(w, n) {
		return
	}
	switch r.Op {
	case Descend:
		w.Children(n)
	case Skip:
	case Define:
		if r.Local && w.inCallable() {
			w.declare(n, r)
		} else {
			w.define(n, r, l)
		}
	case Declare:
		w.declare(n, r)
	case Scope:
		w.Within(n.Range(), func() { w.Children(n) })
	case TypeName, TypeArgs, TypeList, TypeWrap, TypeFunc:
		w.TypeRefs(n)
	case Lambda:
		w.lambda(n, r)
	case Argument:
		if of := r.of.from(n); !of.IsZero() {
			w.Visit(of)
		}
	case Do:
		r.Do(w, n)
	default:
		if run := w.Chain(n); n.Index() == w.last && w.last > 0 {
			w.Values = append(w.Values, parse.DraftValue{Def: w.def, At: n.Start(), Is: run})
		}
	}
}

// Within calls read for a part of the tree in which the scope of declared names is
// the given range.
func (w *Walk) Within(scope parse.Range, read func()) {
	before := w.scope
	w.scope = scope
	read()
	w.scope = before
}

// inCallable reports whether the innermost definition has a body of statements.
func (w *Walk) inCallable() bool {
	d := &w.Definitions[w.def]
	return d.Kind.IsCallable() && d.Kind != graph.KindProperty || d.Kind == graph.KindProperty && !d.Body.IsEmpty()
}

// declare reads names with a scope: up to the end of the enclosing one, or of the
// loop that binds them.
func (w *Walk) declare(n parse.Node, r *rule) {
	if r.Each {
		w.Within(n.Range(), func() { w.declared(n, r) })
	} else {
		w.declared(n, r)
	}
}

func (w *Walk) declared(n parse.Node, r *rule) {
	value, typ := r.value.from(n), r.typ.from(n)
	var patterns, names []parse.Node
	r.name.all(n, func(c parse.Node) {
		patterns = append(patterns, c)
		names = append(names, w.bound(c)...)
	})
	x := parse.Local{Def: w.def, Kind: parse.LocalVar, Scope: parse.Range{Start: n.End(), End: w.scope.End}}
	if len(names) > 0 && value.IsZero() {
		x.Scope.Start = names[0].Start()
	}
	init := parse.Run{}
	if !value.IsZero() {
		init = w.Chain(value)
		x.At, x.Scope.Start = value.Start(), value.End()
	}
	if !typ.IsZero() {
		x.Type = w.Type(typ)
		w.TypeRefs(typ)
	}
	x.Scope.Start = min(x.Scope.Start, x.Scope.End)
	if w.row.Pattern != nil && len(patterns) == 1 && typ.IsZero() && !r.Each {
		first := len(w.Locals)
		if w.row.Pattern(w, patterns[0], init) {
			names = nil
		}
		for i := first; i < len(w.Locals); i++ {
			w.Locals[i].Scope.Start, w.Locals[i].At = x.Scope.Start, x.At
		}
	}
	for i, id := range names {
		l := parse.DraftLocal{Local: x}
		if l.Name = id.Text(); l.Name == "" {
			continue
		}
		if len(names) == 1 || r.Each || r.Element {
			l.Init = init
		}
		if r.Each || r.Element {
			l.LastStep = parse.StepElement
		}
		if w.row.Components && len(names) > 1 && init.N > 0 {
			l.Init, l.LastStep = w.componentOf(init, r.Each || r.Element, i), 0
		}
		w.Locals = append(w.Locals, l)
	}
	for c := range n.Named {
		switch {
		case !value.IsZero() && c.Index() == value.Index(), !typ.IsZero() && c.Index() == typ.Index():
		case containsNode(patterns, c) && !w.isTarget(c):
			w.inPattern(c, typ)
		default:
			w.Visit(c)
		}
	}
}

// componentOf returns the steps of component i of a value, or of each of its elements.
//
//	val (name, order) = pair
func (w *Walk) componentOf(init parse.Run, each bool, i int) parse.Run {
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[init.Off:init.Off+init.N]...)
	if each {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepElement})
	}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCapture, Args: int16(i)})
	return parse.Run{Off: off, N: int32(len(w.Steps)) - off}
}

// isTarget reports whether an expression is an assignment target that is not a new
// name: a member.
func (w *Walk) isTarget(n parse.Node) bool {
	switch w.rule(n).Op {
	case Member, Item, Call:
		return true
	}
	return false
}

// inPattern reads the types in a pattern, except for the type of the whole
// pattern.
func (w *Walk) inPattern(n, typ parse.Node) {
	for c := range n.Named {
		if !typ.IsZero() && c.Index() == typ.Index() {
			continue
		}
		switch w.rule(c).Op {
		case TypeName, TypeArgs, TypeList, TypeWrap:
			w.TypeRefs(c)
		case Name:
			if w.row.Binds != nil && !w.row.Binds(c) {
				w.Chain(c)
			}
		case Member:
			w.Chain(c)
		default:
			w.inPattern(c, typ)
		}
	}
}

func containsNode(list []parse.Node, n parse.Node) bool {
	for _, x := range list {
		if n.Start() <= x.Start() && x.End() <= n.End() {
			return true
		}
	}
	return false
}

// bound lists the names bound by a pattern: the node itself, or the names in it.
func (w *Walk) bound(n parse.Node) []parse.Node {
	switch {
	case w.isTarget(n):
		return nil
	case n.First().IsZero(), w.rule(n).Op == Name:
		return []parse.Node{n}
	}
	var out []parse.Node
	n.Descendants(func(c parse.Node) bool {
		if w.rule(c).Op == Name && (w.row.Binds == nil || w.row.Binds(c)) {
			out = append(out, c)
		}
		o := w.rule(c).Op
		return o != Member && o != TypeName && o != TypeArgs
	})
	return out
}

// Local declares a name with a scope up to the end of the innermost one.
func (w *Walk) Local(name string, at uint32, kind parse.LocalKind, typ parse.TypeRef, init parse.Run, take parse.StepKind) {
	if name == "" {
		return
	}
	w.Locals = append(w.Locals, parse.DraftLocal{Local: parse.Local{Name: name, Type: typ, Def: w.def,
		At: at, Kind: kind, LastStep: take, Scope: parse.Range{Start: min(at, w.scope.End), End: w.scope.End}}, Init: init})
}

// scopeLast changes the scope of the local added last.
func (w *Walk) scopeLast(r parse.Range) {
	if len(w.Locals) == 0 {
		return
	}
	w.Locals[len(w.Locals)-1].Scope = r
}

// classAround returns the innermost enclosing type, or 0.
func (w *Walk) classAround() int32 {
	d := w.def
	for d > 0 && !w.Definitions[d].Kind.IsType() {
		d = w.Definitions[d].Parent
	}
	return max(d, 0)
}

// Field adds a member to the enclosing type, wherever it is located in it, and
// returns its index.
func (w *Walk) Field(n parse.Node, d parse.Definition) int32 {
	d.Parent, d.Module, d.Range = w.classAround(), w.module, n.Range()
	d.Symbol = d.Name
	if d.Parent > 0 {
		d.Symbol = w.Definitions[d.Parent].Symbol + "." + d.Name
	}
	d.Signature = w.signature(n, parse.Node{})
	w.Definitions = append(w.Definitions, d)
	return int32(len(w.Definitions) - 1)
}
