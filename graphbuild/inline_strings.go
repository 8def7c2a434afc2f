package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/sqltext"
)

// A segment is a part of a string with its names resolved: a literal, what a
// definition holds, what a parameter is given, or a hole.
type segment struct {
	text  string // of a literal
	def   defID  // the field, constant or property, or the callable of the parameter; none otherwise
	param int    // position among the callable's parameters; -1 for what def itself holds
}

var holeSegment = segment{text: hole, def: none, param: -1}

func literalSegment(text string) segment { return segment{text: text, def: none, param: -1} }

// A boundText is a string that is SQL, or that is if its segments make it so, or
// that is run as a procedure.
type boundText struct {
	use      parse.TextUse
	from     defID
	at       uint32
	segments []segment
}

// statedStrings takes the strings of a language in which no names are resolved in
// them.
func (b *binder) statedStrings() {
	for i := range b.f.Embedded {
		e := &b.f.Embedded[i]
		b.strings.texts = append(b.strings.texts, boundText{e.Use, b.f.def(e.Def), e.Range.Start, []segment{literalSegment(e.Text)}})
	}
}

// A heldText is a string that a definition has as its value.
type heldText struct {
	def      defID
	segments []segment
}

// A handedCall is a call of a method that may run what it is given.
type handedCall struct {
	from   defID
	callee defID
	args   []handedArg // by parameter
}

// A handedArg is a string that a call gives to a parameter; it has no segments
// where it is none.
type handedArg struct {
	segments []segment
	at       uint32
}

// boundTexts is what the strings of one file say once names are resolved.
type boundTexts struct {
	texts []boundText // by place
	held  []heldText
	calls []handedCall // by place
}

// A stringTable knows what the strings of the whole tree hold.
type stringTable struct {
	held map[defID][]segment // nil where several places give a value
}

func newStringTable(binders []*binder) *stringTable {
	t := &stringTable{held: map[defID][]segment{}}
	for _, b := range binders {
		for _, h := range b.strings.held {
			if _, twice := t.held[h.def]; twice {
				h.segments = nil
			}
			t.held[h.def] = withoutParams(h.segments)
		}
	}
	return t
}

// withoutParams makes holes of the parameters among segments: what a field was
// set to is not known where it is used.
func withoutParams(segments []segment) []segment {
	for i, s := range segments {
		if s.param >= 0 {
			segments[i] = holeSegment
		}
	}
	return segments
}

// maxHeldDepth bounds strings that hold one another.
const maxHeldDepth = 20

// expand puts in what definitions hold; parameters stay, all else becomes a hole.
func (t *stringTable) expand(segments []segment) []segment { return t.expandTo(nil, segments, 0) }

func (t *stringTable) expandTo(out, segments []segment, depth int) []segment {
	for _, p := range segments {
		switch {
		case p.def == none:
			out = append(out, p)
		case p.param >= 0:
			out = append(out, p)
		case depth < maxHeldDepth && len(t.held[p.def]) > 0:
			out = t.expandTo(out, t.held[p.def], depth+1)
		default:
			out = append(out, holeSegment)
		}
	}
	return out
}

// fold is the value of segments, with a hole for what is not known.
func (t *stringTable) fold(segments []segment) string {
	if len(segments) == 1 && segments[0].def == none {
		return segments[0].text
	}
	var b strings.Builder
	for _, p := range t.expand(segments) {
		if p.def == none {
			b.WriteString(p.text)
		} else {
			b.WriteString(hole)
		}
	}
	return b.String()
}

// A runner is a callable that runs a procedure whose name is made of its
// parameters.
type runner struct {
	of       defID
	segments []segment // expanded
}

// A procedureRun is a string that is run as a procedure at a place of b's file.
type procedureRun struct {
	b    *binder
	from defID
	at   uint32
	name string
}

// runs lists the procedures that are run in the whole tree, by (path, position)
// within each round: first those that a call names itself, then those that
// methods get from their callers, those from theirs, and so on.
func (t *stringTable) runs(ix *index, binders []*binder) []procedureRun {
	s := runSearch{ix: ix, table: t, runners: map[defID][]runner{}}
	for _, b := range binders {
		for _, x := range b.strings.texts {
			if x.use == parse.UseProcedure {
				s.add(b, x.from, x.at, t.expand(x.segments))
			}
		}
	}
	for round := 0; len(s.fresh) > 0 && round < maxRunRounds; round++ {
		fresh := s.fresh
		s.fresh = nil
		for _, b := range binders {
			for i := range b.strings.calls {
				c := &b.strings.calls[i]
				for _, r := range fresh[c.callee] {
					s.call(b, c, r)
				}
			}
		}
	}
	return s.found
}

// maxRunRounds bounds how many methods hand a name on to each other.
const maxRunRounds = 12

type runSearch struct {
	ix      *index
	table   *stringTable
	runners map[defID][]runner
	fresh   map[defID][]runner // those of the last round
	found   []procedureRun
}

// add enters a string that is run: a procedure if its name is known, a runner if
// parameters are in it.
func (s *runSearch) add(b *binder, from defID, at uint32, segments []segment) {
	of := none
	for i, p := range segments {
		switch {
		case p.def == none:
		case of == none:
			of = p.def
		case p.def != of:
			segments[i] = holeSegment
		}
	}
	if of == none {
		s.found = append(s.found, procedureRun{b, from, at, s.table.fold(segments)})
		return
	}
	s.addRunner(runner{of, segments})
	if r, ok := s.ix.def(of).file.rules.(implementer); ok {
		for _, i := range r.implementedBy(of) {
			s.addRunner(runner{i, moved(segments, i)})
		}
	}
}

// moved returns segments with the parameters of another callable.
func moved(segments []segment, to defID) []segment {
	out := slices.Clone(segments)
	for i := range out {
		if out[i].def != none {
			out[i].def = to
		}
	}
	return out
}

func (s *runSearch) addRunner(r runner) {
	for _, known := range s.runners[r.of] {
		if slices.Equal(known.segments, r.segments) {
			return
		}
	}
	if s.fresh == nil {
		s.fresh = map[defID][]runner{}
	}
	s.runners[r.of] = append(s.runners[r.of], r)
	s.fresh[r.of] = append(s.fresh[r.of], r)
}

// call enters what a call of a runner runs.
func (s *runSearch) call(b *binder, c *handedCall, r runner) {
	var segments []segment
	var at uint32
	for _, p := range r.segments {
		if p.def == none {
			segments = append(segments, p)
			continue
		}
		if p.param >= len(c.args) || c.args[p.param].segments == nil {
			segments = append(segments, holeSegment)
			continue
		}
		a := c.args[p.param]
		segments = append(segments, s.table.expand(a.segments)...)
		at = a.at // the last part of a name says most
	}
	if at != 0 {
		s.add(b, c.from, at, segments)
	}
}

// bindRun makes the edges of a procedure that is run.
func (e embedder) bindRun(x *procedureRun) {
	text := strings.TrimSpace(x.name)
	if isRoutineName(text) {
		text = "EXEC " + text
	} else if !sqltext.Is(text) {
		return
	}
	e.read(x.b, x.from, x.at, text)
}

// isRoutineName reports whether a string is a name and nothing else; in brackets
// it may have blanks.
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
