package resolve

import (
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// A Segment is a part of a string with its names resolved: a literal, what a
// definition holds, what a parameter is given, or a hole.
type Segment struct {
	text string // of a literal
	// the field, constant or property, or the callable of the parameter; none
	// otherwise
	Def   DefID
	Param int // position among the callable's parameters; -1 for what def itself holds
	fill  *segmentFill

	typeParam bool // what it stands for is the name of the type argument at Param of Def

	// place is where a literal begins in the file, see [parse.TextPart], or the name of what
	// is put in; 0: unknown
	place uint32
}

// A segmentFill says what is put into what a definition holds, a template.
//
//	static readonly string Of = "SELECT * FROM {0}";
//	string.Format(Of, Table)    // the segment of Of is filled with that of Table
type segmentFill struct {
	*parse.TextFill
	args [][]Segment
}

// filled appends a template that is filled in; put appends an argument of it.
//
// What the template has from elsewhere stays as it is. In templates with items in braces a
// hole looks like an item without a number, and Python means one by it: C# has none, where
// doubled braces or a number would be needed.
func (f *segmentFill) filled(out, template []Segment,
	put func(out, arg []Segment) []Segment) []Segment {
	next := 0
	for _, s := range template {
		if s.Def != None || s == HoleSegment && f.Style != parse.FillsItems {
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

// A BoundText is a string that is SQL, or that is if its segments make it so, or
// that is run as a procedure.
type BoundText struct {
	Use      parse.TextUse
	From     DefID
	At       uint32
	Segments []Segment
	Origin   graph.InlineOrigin // if asked for

	// Sets says that it is assigned to the value From, in the definition By.
	Sets bool
	By   DefID
}

// A HeldText is a string that a definition has as its value.
type HeldText struct {
	Def      DefID
	Segments []Segment
}

// A PassedCall is a call of a method that may run what it is given.
type PassedCall struct {
	From   DefID
	Callee DefID
	Args   []PassedArg // by parameter
}

// A PassedArg is a string that a call gives to a parameter; it has no segments
// where the argument is no string.
type PassedArg struct {
	Segments []Segment
	At       uint32
}

// Texts is what the strings of one file say once names are resolved.
type Texts struct {
	Texts []BoundText // by place
	Held  []HeldText
	Begun []HeldText   // what settable members begin with
	Given []HeldText   // members that constructors set to a parameter
	Calls []PassedCall // by place

	Assigned []AssignedValue // by place
}

// A stringTable knows what the strings of the whole tree hold.
type stringTable struct {
	held map[DefID][]Segment // nil where several places give a value

	// begun has what members begin with that may be set to something else: of some objects it is
	// the value, of which ones nothing says.
	begun map[DefID][]Segment
}

// newStringTable collects the strings that definitions of all files hold. One that is set
// to two strings, or set again to anything, holds nothing that is known.
//
//	readonly string table = "orders";     // held by the field
//	Repo() { table = "lines"; }           // and again: nothing is known of it
func newStringTable(binders []*Binder) *stringTable {
	t := &stringTable{held: map[DefID][]Segment{}, begun: map[DefID][]Segment{}}
	for _, b := range binders {
		for _, h := range b.Strings.Begun {
			t.begin(h.Def, withoutParams(h.Segments))
		}
		for _, h := range b.Strings.Held {
			h.Segments = withoutParams(h.Segments)
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

// mayBegin reports whether some objects may still hold what a member is declared with, though
// something sets it. What a constructor sets for good holds nothing else.
func mayBegin(d *Def) bool {
	return (d.Kind == graph.KindField || d.Kind == graph.KindProperty) &&
		!HasModifier(d, "readonly") && !HasModifier(d, "final") && !HasModifier(d, "static")
}

// begin notes what a member begins with. An empty text is a value that is yet to be given.
func (t *stringTable) begin(d DefID, value []Segment) {
	if len(value) == 0 || len(value) == 1 && value[0].Def == None && value[0].text == "" {
		return
	}
	t.begun[d] = value
}

// withoutParams makes holes of the parameters among segments: what a field was
// set to is not known where it is used.
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

// maxHeldDepth bounds strings that hold one another.
const maxHeldDepth = 20

// expand puts in what definitions hold; parameters stay, all else becomes a hole.
// What grows beyond MaxFolded ends with a hole.
//
//	const A = "x"; const B = A + A; const C = B + B; …
//
// doubles with each constant: the bytes are bounded, not the depth alone.
func (t *stringTable) expand(segments []Segment) []Segment {
	room := MaxFolded
	return t.expandTo(nil, segments, 0, &room)
}

// expandTo appends the segments as long as there is room for their bytes; a name
// takes a byte, so that the steps are bounded, too.
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
		case depth < maxHeldDepth && len(t.held[p.Def]) > 0 && p.fill != nil:
			template := t.expandTo(nil, t.held[p.Def], depth+1, room)
			out = p.fill.filled(out, template, func(out, arg []Segment) []Segment {
				return t.expandTo(out, arg, depth+1, room)
			})
			if *room < 0 {
				return append(out, HoleSegment)
			}
		case depth < maxHeldDepth && len(t.held[p.Def]) > 0:
			if out = t.expandTo(out, t.held[p.Def], depth+1, room); *room < 0 {
				return out
			}
		default:
			out = append(out, HoleSegment)
		}
	}
	return out
}

// fold is the value of segments, with a hole for what is not known.
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

// A placing tells the places in a file of those in a text that is made of several parts.
type placing struct {
	at    uint32 // of all of it
	parts []placedPart
}

// A placedPart begins at an offset of the text. What is put in has the place of its name.
type placedPart struct {
	from, place uint32
	moves       bool // the file has it as it is
}

// of returns the place of an offset.
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

// foldPlaced is fold for a string whose parts have places, as in files that are no source of
// a program. In all others a string has one.
func (t *stringTable) foldPlaced(x *BoundText) (string, placing) {
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

// sources lists the definitions whose values are in what segments expand to, each once, in
// the order met.
func (t *stringTable) sources(segments []Segment) []DefID {
	var out []DefID
	var add func(segments []Segment, depth int)
	add = func(segments []Segment, depth int) {
		for _, p := range segments {
			if p.Def == None || p.Param >= 0 || depth >= maxHeldDepth ||
				slices.Contains(out, p.Def) {
				continue
			}
			if held := t.held[p.Def]; len(held) > 0 && len(out) < maxSources {
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

// maxSources bounds the definitions that a text is said to be made of: each is compared with
// those before it, and what a text is folded to is bounded all the same.
const maxSources = 1000

// A runner is a callable that runs a procedure whose name is made of its
// parameters.
type executor struct {
	of       DefID
	segments []Segment // expanded
	by       []DefID   // what tells that it runs them, itself left out

	// base is the statement before anything is put in, where it is no name of a procedure:
	// the objects in it are used by the callable that has it, not by those that call it.
	base string
	at   textPlace // of base
}

// A textPlace is that of a string in the file of a binder.
type textPlace struct {
	b  *Binder
	at uint32
}

// An execution is a string that is run as a procedure at a place of b's file.
type execution struct {
	b     *Binder
	from  DefID
	at    uint32
	name  string
	by    []DefID // what tells it, but for from
	base  string  // see executor
	fills textPlace
	share int        // of a candidate: how many there are; else 0
	where []Receiver // of a candidate: the objects for which the text is that; nil: any
}

// runs lists the procedures that are run in the whole tree, by (path, position)
// within each round: first those that a call names itself, then those that
// methods get from their callers, those from theirs, and so on.
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
			if x.Sets { // by whom it is run, nobody says here
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

// withCandidates adds what members of base classes may run. A string with holes of its own is
// none where some candidate is known: what remains of the holes is said where nothing fills them,
// so that {}.{}_Create is an object that can be asked about.
func withCandidates(found []execution, c *candidates, binders []*Binder) []execution {
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

// maxRunRounds bounds how many methods hand a name on to each other.
const maxRunRounds = 12

type runSearch struct {
	ix      *Table
	table   *stringTable
	runners map[DefID][]executor
	fresh   map[DefID][]executor // those of the last round
	found   []execution
	room    int // see maxFilledText
}

// maxFilledText bounds the bytes of all statements that are filled: each call of a method that
// names an object by a parameter has the whole statement once more.
const maxFilledText = 16 << 20

// add enters a string that is run: a procedure if its name is known, a runner if
// parameters are in it. what says where it comes from: by, base and at of an executor.
//
// A name that is made of the parameters of two callables, as inside of a local function, keeps
// those of the first: a caller can fill in no more than its own call.
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

// moved returns segments with the parameters of another callable: that of an interface method
// for those of what implements it, which callers do not name.
func moved(segments []Segment, to DefID) []Segment {
	out := slices.Clone(segments)
	for i := range out {
		if out[i].Def != None {
			out[i].Def = to
		}
	}
	return out
}

// addRunner notes a method that executes one of its parameters, once. What it is noted for first
// counts: another way to the same string tells nothing new.
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

// call enters what a call of a runner runs.
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
		at = a.At // the last part of a name says most
	}
	if at != 0 {
		r.by = by
		s.add(b, c.From, at, segments, r)
	}
}

// bindRun makes the edges of a procedure that is run.
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

// isRoutineName reports whether a string is a name and nothing else; in brackets
// it may have blanks.
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
