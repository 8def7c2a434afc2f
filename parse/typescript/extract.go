package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
	"seedgraph/source/testpath"
)

// An extractor walks one tree once and collects its facts.
type extractor struct {
	f    *parse.Facts
	text string

	scope

	// the definition made by the last statement or member, or -1
	made     int32
	global   bool             // inside declare global
	exported map[string]bool  // names in export lists
	fields   map[string]int32 // of JavaScript classes: fields by symbol
	hint     hint             // the type expected of the next visited expression
	growing  parse.AppendedStrings
	infer    parse.Range              // the enclosing conditional type: the scope of an inferred name
	textEnd  uint32                   // where the last examined string expression ends
	generic  map[string]parse.TypeRef // bounds of the type parameters of the enclosing function types
	again    int                      // the depth of a type that is read without adding references
	sumAt    uint32                   // where the last sum that is not a string begins, from 1
	quiet    bool                     // read types without adding references
	inline   []parse.AngularTemplate  // templates of Angular in strings of the file
}

// A scope is the context of the walk.
type scope struct {
	owner   int32       // innermost definition: the parent of what is defined
	def     int32       // the definition that references belong to: owner, or its type for a field
	block   parse.Range // the scope of let and const
	fn      parse.Range // the scope of var
	flow    parse.Range // the enclosing list of statements
	loop    parse.Range // the outermost loop in the enclosing function; empty outside of loops
	top     bool        // directly in a file or namespace: variables are definitions
	returns int32       // the function that a return statement ends, -1 in callbacks
	lambda  int32       // the group of a callback's return values, -1 outside of callbacks
	yields  int32       // the enclosing generator, or -1
	result  hint        // the type expected of the enclosing function's return value
	ctor    int32       // the class or, in JavaScript, the function whose constructor this is, or -1
	amd     bool        // directly in the factory of an AMD module: its return value is exported
	self    self        // the local that holds the object under construction in a constructor function
	// the definition that owns the functions of an object literal, or -1
	literal int32
	// withFunctions caches, for object literals by node, whether they contain
	// functions.
	withFunctions map[int]bool
	sink          string // the function that takes the visited arguments
	members       int32  // the definition that owns the members of an object type, or -1
	suite         int32  // the innermost group of tests, or 0
}

// A self is a local that a constructor function sets to its instance: var self =
// this.
type self struct {
	name string
	of   int32 // the function
}

// inside returns the scope of the body of definition def.
func (s scope) inside(def int32, r parse.Range) scope {
	return scope{owner: def, def: def, block: r, fn: r, flow: r, returns: -1, lambda: -1,
		yields: -1, ctor: -1, literal: -1, members: -1}
}

// A hint is the chain of the type expected of an expression.
type hint struct {
	steps []parse.Step
	at    uint32 // where the names in it are looked up
}

// typed returns the hint of a declared type.
func typed(t parse.TypeRef) hint {
	if t.IsZero() {
		return hint{}
	}
	return hint{[]parse.Step{{Kind: parse.StepType, Type: &t}}, t.At}
}

func (h hint) isZero() bool { return h.steps == nil }

// step returns the hint of a part of the expected value.
func (h hint) step(s parse.Step) hint {
	if h.isZero() {
		return h
	}
	return hint{append(h.steps[:len(h.steps):len(h.steps)], s), h.at}
}

// param returns the hint of parameter i of an expected function.
func (h hint) param(i int) hint {
	return h.step(parse.Step{Kind: parse.StepFuncParam, Args: int16(i)})
}

// member returns the hint of a member of an expected object.
func (h hint) member(name string) hint {
	return h.step(parse.Step{Kind: parse.StepMember, Name: name})
}

// takeHint returns the type expected of the current expression, and clears it.
func (e *extractor) takeHint() hint {
	h := e.hint
	e.hint = hint{}
	return h
}

func newExtractor(p *parse.Parser, name string, src parse.Source, tree *parse.Tree) *extractor {
	f := &parse.Facts{Path: src.Path, Language: name, Text: src.Text, Gaps: src.Gaps, Module: modulePath(src.Path),
		HasError: tree.HasError, Test: testpath.Is("typescript", src.Path)}
	if tree.HasError {
		f.ErrorBytes = tree.ErrorBytes()
	}
	p.Room(f)
	e := &extractor{f: f, text: src.Text, made: -1, growing: texts.AppendedStrings(concatenates)}
	e.growing.List = elementsOf
	return e
}

func (e *extractor) file(root parse.Node) {
	e.begin()
	e.statements(root, 0)
}

// begin adds the definition of the file.
func (e *extractor) begin() {
	whole := parse.Range{Start: 0, End: uint32(len(e.text))}
	name := e.f.Path[strings.LastIndexByte(e.f.Path, '/')+1:]
	e.f.Definitions = append(e.f.Definitions, parse.Definition{
		Kind: graph.KindFile, Name: name, Symbol: "<module>", Parent: -1, Range: whole, Body: whole,
		Test: e.f.Test,
	})
	e.scope = e.scope.inside(0, whole)
	e.top = true
}

// finish sorts the facts and drops those that turn out to be superfluous once the
// whole file is known.
func (e *extractor) finish() {
	f := e.f
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if (d.Parent == 0 || d.Parent == 1 && isComponent(f)) && e.exported[d.Name] {
			d.Exported = true
		}
	}
	e.growing.Keep(f, sqltext.Is)
	f.Sort()
	e.dropLocalUses()
}

// dropLocalUses removes the plain uses of locals: they refer to nothing that has a
// node. Types and values have separate namespaces.
func (e *extractor) dropLocalUses() {
	if len(e.f.Locals) == 0 {
		return
	}
	var values, types scopes
	for _, l := range e.f.Locals {
		if l.Kind == parse.LocalTypeParam {
			types.add(l.Name, l.Scope)
		} else {
			values.add(l.Name, l.Scope)
		}
	}
	e.f.References = slices.DeleteFunc(e.f.References, func(r parse.Reference) bool {
		if r.Recv != nil {
			return false
		}
		isValue := r.Kind == parse.RefMember || r.Kind == parse.RefRender ||
			r.Kind == parse.RefHandler
		return isValue && values.hold(r.Name, r.At) ||
			r.Kind == parse.RefType && types.hold(r.Name, r.At)
	})
}

// A scopes maps names to their scopes.
type scopes struct {
	ranges map[string][]parse.Range
	nested map[string]parse.Nesting // of names with many, built on first use
}

// fewScopes is the number of scopes of one name up to which they are searched
// linearly.
const fewScopes = 16

func (s *scopes) add(name string, scope parse.Range) {
	if s.ranges == nil {
		s.ranges, s.nested = map[string][]parse.Range{}, map[string]parse.Nesting{}
	}
	s.ranges[name] = append(s.ranges[name], scope)
}

func (s *scopes) hold(name string, at uint32) bool {
	ranges := s.ranges[name]
	if len(ranges) <= fewScopes {
		return slices.ContainsFunc(ranges, func(r parse.Range) bool { return r.Contains(at) })
	}
	n, ok := s.nested[name]
	if !ok {
		n = parse.NestingOf(ranges)
		s.nested[name] = n
	}
	for range n.Enclosing(at) {
		return true
	}
	return false
}

// A lead is the comments, decorators and modifiers that precede a definition and
// belong to it.
type lead struct {
	start      uint32 // where its comment, or its first decorator, begins
	ok         bool   // whether start is set
	doc        parse.Range
	decorators []parse.Node
	exported   bool
	modifiers  []string
	from       uint32 // where the signature begins, if fromOK: at export or declare
	fromOK     bool
}

// begin returns where a definition at n begins.
func (l *lead) begin(n parse.Node) uint32 {
	if l.ok && l.start < n.Start() {
		return l.start
	}
	if l.fromOK && l.from < n.Start() {
		return l.from
	}
	return n.Start()
}

// statements visits the statements or members of a block. Comments and decorators
// are attached to the next one. def is the definition whose body the block is, or
// -1: it gets the starts as breaks.
func (e *extractor) statements(block parse.Node, def int32) {
	var l lead
	prevEnd := uint32(0)
	if first := block.First(); !first.IsZero() {
		prevEnd = first.Start()
	}
	keep, keepFlow := e.made, e.flow
	e.made, e.flow = -1, block.Range()
	for c := range block.Children {
		switch c.Kind() {
		case "comment":
			e.comment(c, &l, prevEnd)
		case "decorator":
			if !l.ok {
				l.start, l.ok = c.Start(), true
			}
			l.decorators = append(l.decorators, c)
		case "{", "}", ";", ",":
			if c.Kind() == ";" || c.Kind() == "," {
				l = lead{}
			}
		default:
			e.breakAt(def, &l, c)
			if l.ok && len(l.decorators) == 0 &&
				blankLine(e.text[l.doc.End:max(l.doc.End, c.Start())]) {
				l = lead{}
			}
			made := e.made
			e.made = -1
			e.member(c, &l, made)
			l = lead{}
		}
		prevEnd = c.End()
	}
	e.made, e.flow = keep, keepFlow
}

// comment adds a comment to the run before the next statement.
func (e *extractor) comment(c parse.Node, l *lead, prevEnd uint32) {
	if len(l.decorators) > 0 {
		return
	}
	gap := e.text[min(prevEnd, c.Start()):c.Start()]
	if l.ok && !blankLine(gap) {
		l.doc.End = c.End()
		return
	}
	if !l.ok && prevEnd > 0 && prevEnd < c.Start() && strings.IndexByte(gap, '\n') < 0 {
		return // it trails the previous statement on its line
	}
	l.start, l.ok, l.doc = c.Start(), true, c.Range()
}

// breakAt records where the text of a definition may be split.
func (e *extractor) breakAt(def int32, l *lead, n parse.Node) {
	if def < 0 {
		return
	}
	at := l.begin(n)
	if b := e.f.Definitions[def].Breaks; len(b) == 0 || b[len(b)-1] < at {
		e.f.Definitions[def].Breaks = append(b, at)
	}
}

// blankLine reports whether the space between two nodes has an empty line.
func blankLine(space string) bool {
	lines := 0
	for i := 0; i < len(space); i++ {
		switch space[i] {
		case '\n':
			if lines++; lines > 1 {
				return true
			}
		case ' ', '\t', '\r':
		default:
			lines = 0
		}
	}
	return false
}

// each visits the children of n as expressions or statements.
func (e *extractor) each(n parse.Node) {
	for c := range n.Children {
		e.visit(c)
	}
}

// scoped visits n with its own scope for let and const.
func (e *extractor) scoped(n parse.Node, visit func(parse.Node)) {
	keep := e.block
	keepTop := e.top
	e.block, e.top = n.Range(), false
	visit(n)
	e.block, e.top = keep, keepTop
}

// holds returns the hint of a function held by a variable or field of type t.
func holds(d *parse.Definition, t parse.TypeRef) hint {
	if !t.IsZero() {
		d.AddRare().VariableType = t
	}
	return typed(t)
}
