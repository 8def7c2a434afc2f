package csharp

import (
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// A reader walks the tree once and collects the facts.
type reader struct {
	f    *parse.Facts
	text string // the source; the tree's text is the mended one
	// of a page: names that are not in the source, by the position they map to
	implied map[uint32]string
	dropped []parse.Range // #if branches; by Start

	def       int32  // the innermost enclosing definition
	namespace string // the enclosing namespace
	// the target type of `return` in the innermost function; nil if unknown
	result    *parse.TypeRef
	lambdaArg *argument // the argument that the innermost lambda is; nil if it is not an argument
	yield     *yielded  // the return value of the innermost lambda; nil outside one
	extends   extended  // inside an extension block: the extended type

	scopes   []scope
	bindings []binding
	visible  map[string]int32 // name -> 1 + index of its innermost binding

	lead    []parse.Node // comments since the last member
	steps   []parse.Step // backing array of chains
	folding bool         // inside a string expression that was read as a whole
	sum     parse.Range  // the last chain of + in which no operand is a string literal

	sites      parse.SiteScope
	commands   []command // facts about database commands, in source order
	procedures int8      // whether the file runs procedures: 0 not known yet, 1, -1
	pairing    bool      // the file has been read, its commands are being paired
	growing    parse.AppendedStrings
}

// An extended describes the receiver of an extension block.
type extended struct {
	typ        parse.TypeRef
	param      parse.Param // the receiver, if it has a name
	text       string      // of the type
	typeParams []string    // of the block
}

func newReader(f *parse.Facts) *reader {
	r := &reader{f: f, text: f.Text, visible: map[string]int32{}}
	r.growing = parse.AppendedStrings{Read: r.grownParts, IsText: r.isText, Sum: "binary_expression",
		Operands: operands}
	return r
}

// file reads a whole compilation unit.
func (r *reader) file(root parse.Node) {
	r.f.Definitions = append(r.f.Definitions, fileDefinition(r.f))
	r.push(uint32(len(r.text)))
	r.topLevel(root)
	r.members(root)
	r.pop()
	r.pairCommands()
	r.growing.Keep(r.f, sqltext.Is)
	r.f.Sort() // the facts of local functions and headers come out of order
}

// topLevel declares the implicit name of top-level statements: args, an array of
// strings (C# 7.1.3).
func (r *reader) topLevel(root parse.Node) {
	for c := range root.Named {
		if c.Kind() == "global_statement" {
			r.declare(c.Start(), parse.Local{Name: "args", Kind: parse.LocalParam,
				Type: parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{{Name: "string"}}}})
			return
		}
	}
}

// str returns the source text of a node, which the mended text may differ from.
func (r *reader) str(n parse.Node) string {
	if n.IsZero() {
		return ""
	}
	if r.implied != nil && n.Start() == n.End() {
		return r.implied[n.Start()]
	}
	return r.text[n.Start():r.end(n)]
}

// end returns the end of a node within the source, without the white space that a
// mended body covers.
func (r *reader) end(n parse.Node) uint32 {
	end := min(n.End(), uint32(len(r.text)))
	for end > n.Start() && isSpace(r.text[end-1]) {
		end--
	}
	return end
}

func (r *reader) rangeOf(n parse.Node) parse.Range {
	return parse.Range{Start: n.Start(), End: r.end(n)}
}

// current returns the innermost definition.
func (r *reader) current() *parse.Definition { return &r.f.Definitions[r.def] }

// branch counts a decision point of the innermost definition.
func (r *reader) branch() {
	if d := r.current(); d.Complexity > 0 {
		d.Complexity++
	}
}

// open adds a definition inside the innermost one and makes it the innermost;
// close reverts the latter.
func (r *reader) open(d parse.Definition) (outer int32) {
	outer = r.def
	d.Parent = outer
	d.Module = r.namespace
	if outer != 0 {
		d.Symbol = r.f.Definitions[outer].Symbol + "." + d.Symbol
	}
	r.def = int32(len(r.f.Definitions))
	r.f.Definitions = append(r.f.Definitions, d)
	return outer
}

func (r *reader) close(outer int32) { r.def = outer }

// refer emits a reference of the innermost definition.
func (r *reader) refer(ref parse.Reference) {
	if ref.Name == "" {
		return
	}
	ref.Def = r.def
	r.f.References = append(r.f.References, ref)
}

// A scope ends with the block, lambda or definition that opened it.
type scope struct {
	bindings int // the number of bindings before it
	end      uint32
}

// A binding is a visible local name.
type binding struct {
	name  string
	local int32 // index in Facts.Locals during the walk
	outer int32 // the shadowed binding: 1 + its index
}

func (r *reader) push(end uint32) {
	r.scopes = append(r.scopes, scope{len(r.bindings), end})
}

func (r *reader) pop() {
	s := r.scopes[len(r.scopes)-1]
	r.scopes = r.scopes[:len(r.scopes)-1]
	for i := len(r.bindings) - 1; i >= s.bindings; i-- {
		b := r.bindings[i]
		if b.outer == 0 {
			delete(r.visible, b.name)
		} else {
			r.visible[b.name] = b.outer
		}
	}
	r.bindings = r.bindings[:s.bindings]
}

// declare adds a local whose scope is the rest of the innermost one.
func (r *reader) declare(at uint32, l parse.Local) {
	if l.Name == "" || l.Name == "_" {
		return
	}
	l.Def = r.def
	l.Scope = parse.Range{Start: at, End: max(at, r.scopes[len(r.scopes)-1].end)}
	r.bindings = append(r.bindings, binding{l.Name, int32(len(r.f.Locals)), r.visible[l.Name]})
	r.visible[l.Name] = int32(len(r.bindings))
	r.f.Locals = append(r.f.Locals, l)
}

// local returns the local that name refers to here, or nil.
func (r *reader) local(name string) *parse.Local {
	if i := r.visible[name]; i > 0 {
		return &r.f.Locals[r.bindings[i-1].local]
	}
	return nil
}

// chain returns an empty chain with capacity for a few steps. Chains are cut from
// one array; growing one beyond its capacity moves it.
func (r *reader) chain(first parse.Step) []parse.Step {
	const room = 3
	if cap(r.steps)-len(r.steps) < room {
		// most files are small
		r.steps = make([]parse.Step, 0, min(max(2*cap(r.steps), 16*room), 256))
	}
	n := len(r.steps)
	r.steps = r.steps[:n+room]
	return append(r.steps[n:n:n+room], first)
}

// opaque returns the chain of an unknown expression.
func (r *reader) opaque(g goal) []parse.Step {
	if !g.steps {
		return nil
	}
	return r.chain(parse.Step{Kind: parse.StepOpaque})
}

// typed returns the chain of an expression of a known type.
func (r *reader) typed(g goal, t parse.TypeRef) []parse.Step {
	if !g.steps {
		return nil
	}
	if t.IsZero() {
		return r.opaque(g)
	}
	return r.chain(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
}
