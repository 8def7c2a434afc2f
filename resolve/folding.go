package resolve

import (
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// A Segment is a part of a string with its names resolved: a literal, the value of a
// definition, the argument of a parameter, or a hole.
type Segment struct {
	text string // of a literal; of a value, the member of the object that it is
	// the field, constant or property, or the callable of the parameter; None otherwise
	Def   DefID
	Param int // index among the callable's parameters; -1 for the value of Def itself
	fill  *segmentFill

	typeParam bool // it is the name of the type argument at Param of Def

	// place is the position of a literal in the file, see [parse.TextPart], or of the
	// name whose value is inserted; 0: unknown
	place uint32
}

// A segmentFill holds the arguments that are put into the value of a definition, a
// template.
//
//	static readonly string Of = "SELECT * FROM {0}";
//	string.Format(Of, Table)    // the segment of Of is filled with that of Table
type segmentFill struct {
	*parse.TemplateArgs
	args [][]Segment
}

// filled appends a template with its arguments filled in; put appends one argument.
//
// Values that the template takes from other definitions stay as they are. In templates
// with items in braces, a hole looks like an item without a number. Python allows such
// items; C# requires doubled braces or a number there.
func (f *segmentFill) filled(out, template []Segment,
	put func(out, arg []Segment) []Segment) []Segment {
	next := 0
	for _, s := range template {
		if s.Def != None || s == HoleSegment && f.Style != parse.BracePlaceholders {
			out = append(out, s)
			continue
		}
		f.Cut(s.text, &next, func(text string, arg int) {
			if text != "" {
				out = append(out, LiteralSegment(text))
			}
			switch {
			case arg >= 0:
				out = put(out, f.args[arg])
			case arg == parse.AnyArg:
				out = append(out, HoleSegment)
			}
		})
	}
	return out
}

// HoleSegment is a segment of unknown text.
var HoleSegment = Segment{text: Hole, Def: None, Param: -1}

// LiteralSegment is a segment of known text.
func LiteralSegment(text string) Segment { return Segment{text: text, Def: None, Param: -1} }

// A BoundString is a string that is SQL, or may be SQL depending on the values of its
// segments, or that is run as a procedure.
type BoundString struct {
	Use      parse.TextUse
	From     DefID
	At       uint32
	Segments []Segment
	Origin   graph.InlineOrigin // if requested

	// Sets reports that the string is assigned to the value From, in the definition By.
	Sets bool
	By   DefID
}

// A StringValue is a string that is the value of a definition.
type StringValue struct {
	Def      DefID
	Member   string // of the object that is the value of Def; empty for the value itself
	Segments []Segment
}

// A PassedCall is a call of a method that may run its arguments.
type PassedCall struct {
	From   DefID
	Callee DefID
	Args   []PassedArg // by parameter
}

// A PassedArg is a string argument of a call; it has no segments if the argument is not a
// string.
type PassedArg struct {
	Segments []Segment
	At       uint32
}

// FileStrings holds the strings of one file after its names are resolved.
type FileStrings struct {
	Texts      []BoundString // by place
	Values     []StringValue
	Initial    []StringValue // initial values of settable members
	FromParams []StringValue // members that constructors set to a parameter
	Calls      []PassedCall  // by place

	Assigned []AssignedValue // by place
}

// A stringTable holds the strings of the whole tree by definition.
type stringTable struct {
	held map[DefID][]Segment // nil if it is set to several values

	// begun has the initial values of members that may be set to other values: they apply
	// to some objects, but it is unknown to which.
	begun map[DefID][]Segment

	members map[memberOf][]Segment // of objects that definitions hold; nil for several values
}

// A memberOf is a member of the object that is the value of a definition.
type memberOf struct {
	def  DefID
	name string
}

// of returns the value that a segment inserts, or nil.
func (t *stringTable) of(p Segment) []Segment {
	if p.text != "" {
		return t.members[memberOf{p.Def, p.text}]
	}
	return t.held[p.Def]
}

// newStringTable collects the strings that definitions of all files hold. A definition
// that is set to two strings, or set again to anything, has no known value.
//
//	readonly string table = "orders";     // held by the field
//	Repo() { table = "lines"; }           // set again: the value is unknown
func newStringTable(binders []*Binder) *stringTable {
	t := &stringTable{held: map[DefID][]Segment{}, begun: map[DefID][]Segment{}, members: map[memberOf][]Segment{}}
	for _, b := range binders {
		for _, h := range b.Strings.Initial {
			t.begin(h.Def, withoutParams(h.Segments))
		}
		for _, h := range b.Strings.Values {
			h.Segments = withoutParams(h.Segments)
			if h.Member != "" {
				k := memberOf{h.Def, h.Member}
				if _, twice := t.members[k]; twice {
					h.Segments = nil
				}
				t.members[k] = h.Segments
				continue
			}
			if known, twice := t.held[h.Def]; twice && !slices.Equal(known, h.Segments) {
				h.Segments = nil
			}
			t.held[h.Def] = h.Segments
		}
	}
	for _, b := range binders {
		for _, a := range b.Strings.Assigned {
			v := t.held[a.Def]
			if v == nil {
				continue
			}
			t.held[a.Def] = nil
			if d := b.Table.Def(a.Def); mayBegin(d) {
				t.begin(a.Def, v)
			}
		}
	}
	return t
}

// mayBegin reports whether some objects may still hold a member's initial value although
// something sets it. A member that is final once constructed always holds the value that
// was set.
func mayBegin(d *Def) bool {
	return (d.Kind == graph.KindField || d.Kind == graph.KindProperty) &&
		!HasModifier(d, "readonly") && !HasModifier(d, "final") && !HasModifier(d, "static")
}

// begin records the initial value of a member. An empty string is a placeholder.
func (t *stringTable) begin(d DefID, value []Segment) {
	if len(value) == 0 || len(value) == 1 && value[0].Def == None && value[0].text == "" {
		return
	}
	t.begun[d] = value
}

// withoutParams turns the parameters among segments into holes: the argument is unknown
// where a field is used.
func withoutParams(segments []Segment) []Segment {
	for i, s := range segments {
		if s.Param >= 0 && !s.typeParam {
			segments[i] = HoleSegment
		}
		if s.fill != nil {
			for _, a := range s.fill.args {
				withoutParams(a)
			}
		}
	}
	return segments
}

// maxHeldDepth bounds the nesting of strings that hold one another.
const maxHeldDepth = 20

// expand replaces definitions with their values; parameters stay, and all other segments
// become holes. A string longer than MaxFolded ends with a hole.
//
//	const A = "x"; const B = A + A; const C = B + B; …
//
// doubles with each constant, so the bytes are bounded in addition to the depth.
func (t *stringTable) expand(segments []Segment) []Segment {
	room := MaxFolded
	return t.expandTo(nil, segments, 0, &room)
}

// expandTo appends the segments while there is room for their bytes; a name takes a byte,
// so that the steps are bounded, too.
func (t *stringTable) expandTo(out, segments []Segment, depth int, room *int) []Segment {
	for _, p := range segments {
		if *room -= 1 + len(p.text); *room < 0 {
			return append(out, HoleSegment)
		}
		switch {
		case p.Def == None:
			out = append(out, p)
		case p.typeParam:
			out = append(out, HoleSegment)
		case p.Param >= 0:
			out = append(out, p)
		case depth < maxHeldDepth && len(t.of(p)) > 0 && p.fill != nil:
			template := t.expandTo(nil, t.of(p), depth+1, room)
			out = p.fill.filled(out, template, func(out, arg []Segment) []Segment {
				return t.expandTo(out, arg, depth+1, room)
			})
			if *room < 0 {
				return append(out, HoleSegment)
			}
		case depth < maxHeldDepth && len(t.of(p)) > 0:
			if out = t.expandTo(out, t.of(p), depth+1, room); *room < 0 {
				return out
			}
		default:
			out = append(out, HoleSegment)
		}
	}
	return out
}

// fold returns the text of segments, with a hole for each unknown part.
func (t *stringTable) fold(segments []Segment) string {
	if len(segments) == 1 && segments[0].Def == None {
		return segments[0].text
	}
	var b strings.Builder
	for _, p := range t.expand(segments) {
		if p.Def == None {
			b.WriteString(p.text)
		} else {
			b.WriteString(Hole)
		}
	}
	return b.String()
}

// A placing maps offsets in a text that has several parts to positions in a file.
type placing struct {
	at    uint32 // of the whole text
	parts []placedPart
}

// A placedPart begins at an offset of the text. An inserted value has the position of its
// name.
type placedPart struct {
	from, place uint32
	moves       bool // the text is that of the file, so offsets move along
}

// of returns the position of an offset.
func (p *placing) of(offset uint32) uint32 {
	i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].from > offset }) - 1
	switch {
	case i < 0 || p.parts[i].place == 0:
		return p.at
	case p.parts[i].moves:
		return p.parts[i].place + offset - p.parts[i].from
	}
	return p.parts[i].place
}

// foldPlaced is fold for strings whose parts have positions, as in files that are not
// program source. A string in source code has only one position.
func (t *stringTable) foldPlaced(x *BoundString) (string, placing) {
	p := placing{at: x.At}
	if !slices.ContainsFunc(x.Segments, func(s Segment) bool { return s.place > 0 }) {
		return t.fold(x.Segments), p
	}
	var b strings.Builder
	for i := range x.Segments {
		s := &x.Segments[i]
		p.parts = append(p.parts, placedPart{uint32(b.Len()), s.place, s.Def == None})
		b.WriteString(t.fold(x.Segments[i : i+1]))
	}
	return b.String(), p
}

// sources lists the distinct definitions whose values occur in the expansion of segments,
// in the order of their first occurrence.
func (t *stringTable) sources(segments []Segment) []DefID {
	var out []DefID
	var add func(segments []Segment, depth int)
	add = func(segments []Segment, depth int) {
		for _, p := range segments {
			if p.Def == None || p.Param >= 0 || depth >= maxHeldDepth ||
				slices.Contains(out, p.Def) {
				continue
			}
			if held := t.of(p); len(held) > 0 && len(out) < maxSources {
				out = append(out, p.Def)
				add(held, depth+1)
			}
			if p.fill != nil {
				for _, a := range p.fill.args {
					add(a, depth+1)
				}
			}
		}
	}
	add(segments, 0)
	return out
}

// maxSources bounds the definitions listed as sources of a text, because each is compared
// with those before it. The folded text has its own bound.
const maxSources = 1000

// An executor is a callable that runs a procedure whose name is built from its
// parameters.
type executor struct {
	of       DefID
	segments []Segment // expanded
	by       []DefID   // provenance: the definitions it depends on, without the callable itself

	// base is the statement with its parameters unfilled, if it is not the name of a
	// procedure: its objects are used by the callable that contains it, not by its
	// callers.
	base string
	at   textPlace // of base
}

// A textPlace is the position of a string in the file of a binder.
type textPlace struct {
	b  *Binder
	at uint32
}

// An execution is a string that is run as a procedure at a position in b's file.
type execution struct {
	b     *Binder
	from  DefID
	at    uint32
	name  string
	by    []DefID // provenance, without from
	base  string  // see executor
	fills textPlace
	share int        // for a candidate: the number of candidates; otherwise 0
	where []Receiver // for a candidate: the objects for which the text has this value; nil: any
}

// runs lists the procedures that are run in the whole tree, by (path, position) within
// each round: first those that calls name directly, then those that methods receive from
// their callers, then from the callers of these, and so on.
//
//	void Run(string name) { command.CommandText = name; … }    // runs its parameter
//	void Twice(string name) { Run(name); }                     // so does this, in round two
//	Twice("dbo.Refresh");                                      // runs dbo.Refresh, in round three
func (t *stringTable) runs(ix *Table, binders []*Binder) []execution {
	s := runSearch{ix: ix, table: t, runners: map[DefID][]executor{},
		room: maxFilledText}
	for _, b := range binders {
		for _, x := range b.Strings.Texts {
			if x.Use == parse.UseProcedure {
				s.add(b, x.From, x.At, t.expand(x.Segments), executor{by: t.sources(x.Segments)})
				continue
			}
			if x.Sets { // its users run it, and are unknown here
				continue
			}
			if segments, ok := statementParams(t.expand(x.Segments)); ok {
				if base := t.fold(segments); sqltext.Is(base) {
					s.add(b, x.From, x.At, segments, executor{by: t.sources(x.Segments),
						base: base, at: textPlace{b, x.At}})
				}
			}
		}
	}
	for round := 0; len(s.fresh) > 0 && round < maxRunRounds; round++ {
		fresh := s.fresh
		s.fresh = nil
		for _, b := range binders {
			for i := range b.Strings.Calls {
				c := &b.Strings.Calls[i]
				for _, r := range fresh[c.Callee] {
					s.call(b, c, r)
				}
			}
		}
	}
	return withCandidates(s.found, newCandidates(ix, binders, t), binders)
}

// withCandidates adds the statements that members of base classes may run. A string that
// still has holes is dropped if it has a known candidate. Without candidates it stays, so
// that {}.{}_Create is an object that can be queried.
func withCandidates(found []execution, c *candidateFinder, binders []*Binder) []execution {
	filled := map[textPlace]bool{}
	var more []execution
	for _, b := range binders {
		more = append(more, c.ofMembers(b)...)
	}
	for _, x := range more {
		filled[textPlace{x.b, x.at}] = true
	}
	found = slices.DeleteFunc(found,
		func(x execution) bool {
			return filled[textPlace{x.b, x.at}] &&
				strings.Contains(x.name, Hole)
		})
	return append(found, more...)
}

// maxRunRounds bounds the length of a chain of methods that pass on a name.
const maxRunRounds = 12

type runSearch struct {
	ix      *Table
	table   *stringTable
	runners map[DefID][]executor
	fresh   map[DefID][]executor // those found in the last round
	found   []execution
	room    int // see maxFilledText
}

// maxFilledText bounds the bytes of all filled statements: each call of a method that
// names an object by a parameter makes another copy of the whole statement.
const maxFilledText = 16 << 20

// add records a string that is run: a procedure if its name is known, an executor if it
// contains parameters. Its provenance is in the by, base and at of the argument executor.
//
// A name built from the parameters of two callables, as in a local function, keeps those
// of the first: a caller can fill in only its own call.
func (s *runSearch) add(b *Binder, from DefID, at uint32, segments []Segment, what executor) {
	of := None
	for i, p := range segments {
		switch {
		case p.Def == None:
		case of == None:
			of = p.Def
		case p.Def != of:
			segments[i] = HoleSegment
		}
	}
	if of == None {
		if what.base != "" {
			if s.room -= len(what.base) + 1; s.room < 0 {
				return
			}
		}
		s.found = append(s.found, execution{b: b, from: from, at: at,
			name: s.table.fold(segments), by: what.by, base: what.base, fills: what.at})
		return
	}
	what.of, what.segments = of, segments
	s.addRunner(what)
	if r, ok := s.ix.Def(of).File.Rules.(Implementer); ok {
		what.by = append(what.by[:len(what.by):len(what.by)], of)
		for _, i := range r.ImplementedBy(of) {
			what.of, what.segments = i, moved(segments, i)
			s.addRunner(what)
		}
	}
}

// moved returns segments with the parameters of an interface method replaced by those of
// its implementation, which callers do not name.
func moved(segments []Segment, to DefID) []Segment {
	out := slices.Clone(segments)
	for i := range out {
		if out[i].Def != None {
			out[i].Def = to
		}
	}
	return out
}

// addRunner records a method that executes one of its parameters, once. The first
// provenance is kept: another path to the same string adds nothing.
func (s *runSearch) addRunner(r executor) {
	for _, known := range s.runners[r.of] {
		if slices.Equal(known.segments, r.segments) {
			return
		}
	}
	if s.fresh == nil {
		s.fresh = map[DefID][]executor{}
	}
	s.runners[r.of] = append(s.runners[r.of], r)
	s.fresh[r.of] = append(s.fresh[r.of], r)
}

// call records the string that a call of an executor runs.
func (s *runSearch) call(b *Binder, c *PassedCall, r executor) {
	var segments []Segment
	var at uint32
	by := append(r.by[:len(r.by):len(r.by)], r.of)
	for _, p := range r.segments {
		if p.Def == None {
			segments = append(segments, p)
			continue
		}
		if p.Param >= len(c.Args) || c.Args[p.Param].Segments == nil {
			segments = append(segments, HoleSegment)
			continue
		}
		a := c.Args[p.Param]
		segments = append(segments, s.table.expand(a.Segments)...)
		by = append(by, s.table.sources(a.Segments)...)
		at = a.At // the last part of a name is the most specific
	}
	if at != 0 {
		r.by = by
		s.add(b, c.From, at, segments, r)
	}
}

// bindRun emits the edges of an executed procedure.
func (e embedder) bindRun(x *execution) {
	text := strings.TrimSpace(x.name)
	if isRoutineName(text) {
		text, x.base = "EXEC "+text, ""
	} else if !sqltext.Is(text) {
		return
	}
	first := len(x.b.Bindings)
	e.readFilled(x, text)
	for i := first; i < len(x.b.Bindings) && x.share > 0; i++ {
		x.b.Bindings[i].Tier = graph.Hierarchy
		x.b.Bindings[i].Share = uint16(x.share)
		x.b.Bindings[i].Recv = x.b.AddReceivers(slices.Clone(x.where))
	}
}

// isRoutineName reports whether a string is only a name; names in brackets may contain
// blanks.
//
//	dbo.Refresh, [my schema].[a procedure], "Refresh", refresh$all    // names
//	DELETE FROM orders                                                // a statement
func isRoutineName(s string) bool {
	bracket := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '[' || c == ']':
			bracket = c == '['
		case bracket && c >= ' ':
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80:
		case strings.IndexByte("._[]{}$#\"", c) < 0:
			return false
		}
	}
	return s != "" && s[0] != '.' && s[len(s)-1] != '.'
}
