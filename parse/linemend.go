package parse

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A LineMend describes the definitions of a language by what their lines begin with. That
// suffices to leave broken ones out of a file, whatever its grammar makes of the rest.
type LineMend struct {
	// Head matches the beginning of a definition from the start of its line, up to where
	// its body can begin; one of its groups is the name. A match without one is no definition.
	Head string
	// Body is the smallest body, if an empty one is not allowed, and Close what ends a
	// definition that has no closing line.
	Body, Close string
	// Lead is put before a definition that is parsed by itself.
	Lead string
}

// A region is the lines of a definition: its head and what is indented more, with a
// closing bracket or keyword. All are offsets.
type region struct {
	name      string
	nameAt    int
	head      int // after the head
	body, end int // the lines between the first one and the closing one; empty if there are none
	start     int // where the first line begins
	last      int // after the last line
}

// regions lists the definitions of a text, except for what looks like one in a string or
// comment, for which skip holds.
func (m *LineMend) regions(text string, skip func(at int) bool) []region {
	var out []region
	for _, at := range m.head().FindAllStringSubmatchIndex(text, -1) {
		if skip(at[0] + indentation(text[at[0]:])) {
			continue
		}
		name := 2
		for name < len(at) && at[name] < 0 {
			name += 2
		}
		if name == len(at) {
			continue
		}
		r := region{name: text[at[name]:at[name+1]], nameAt: at[name], head: at[1], start: at[0]}
		r.extend(text, skip)
		out = append(out, r)
	}
	return out
}

// head returns the expression that matches the beginnings of definitions.
func (m *LineMend) head() *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:` + m.Head + `)`) }

// closing matches the line that ends a definition.
var closing = regexp.MustCompile(`^(?:[})\]]|end\b)`)

// conflict matches the lines by which version control marks the two sides of a conflict.
var conflict = regexp.MustCompile(`^(?:<{7}|={7}|>{7})(?:\s|$)`)

// extend finds the lines of a definition by their indentation; lines in strings and
// comments, for which skip holds, have none.
func (r *region) extend(text string, skip func(at int) bool) {
	indent := indentation(text[r.start:])
	next := lineEnd(text, r.head)
	r.body, r.end, r.last = next, next, next
	for next < len(text) {
		end := lineEnd(text, next)
		line := text[next:end]
		switch trimmed := strings.TrimLeft(line, " \t\r\n"); {
		case trimmed == "":
		case indentation(line) > indent || skip(next+indentation(line)) || conflict.MatchString(line):
			r.end, r.last = end, end
		case indentation(line) == indent && closing.MatchString(trimmed):
			r.end, r.last = next, end
			return
		default:
			return
		}
		next = end
	}
}

// lineEnd returns where the line after a position begins.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// leaveOut returns a text of the same length without the bodies of the definitions that
// sound rejects by themselves, or without all of such a definition, and lists them. Inner
// definitions are tried before those that contain them.
func (m *LineMend) leaveOut(text string, regions []region, sound func(string) bool) (mended string, without []region) {
	out := []byte(text)
regions:
	for _, r := range slices.Backward(regions) {
		if sound(string(out[r.start:r.last])) {
			continue
		}
		without = append(without, r)
		whole := slices.Clone(out[r.start:r.last])
		for _, part := range []struct {
			from, to int
			close    bool
		}{{r.body, r.end, r.end == r.last}, {r.head, r.last, true}} {
			copy(out[r.start:], whole)
			m.fill(out[part.from:part.to], part.close)
			if sound(string(out[r.start:r.last])) {
				continue regions
			}
		}
		blank(out[r.start:r.last])
	}
	return string(out), without
}

// fill overwrites the body of a definition with the smallest one, if there is room: Body at
// its beginning and Close at its end.
func (m *LineMend) fill(body []byte, toClose bool) {
	blank(body)
	text := string(body)
	at := strings.Index(text, strings.Repeat(" ", len(m.Body)+len(m.Close)+1))
	if at < 0 {
		return
	}
	copy(body[at+1:], m.Body)
	if toClose {
		copy(body[len(strings.TrimRight(text, "\r\n"))-len(m.Close):], m.Close)
	}
}

// Mended reads a file again that the grammar did not accept. raw holds the facts that read
// returned for its tree. If those lack definitions, or extend some over others, the result
// is the better one of raw and the facts without the broken definitions. It lists what it
// lacks. isQuoted reports whether a node is a comment or a string.
func (m *LineMend) Mended(p *Parser, g *Grammar, tree *Tree, raw *Facts, isQuoted func(Node) bool,
	read func(*Tree) *Facts) (*Facts, error) {
	text := tree.Text
	var failed error
	parsed := func(text string) *Tree {
		tree, err := p.Parse(g, text)
		if failed == nil {
			failed = err
		}
		return tree
	}
	base := newQuotedText(tree, isQuoted)
	if len(text) <= maxMended {
		base = m.closed(base, func(text string) quotedText {
			return newQuotedText(parsed(text), isQuoted)
		})
	}
	regions := m.regions(text, base.skip)
	was := newReading(raw, regions)
	if len(was.Lost)+was.overlong == 0 || len(text) > maxMended || failed != nil {
		return raw, failed
	}
	again := func(text string) reading {
		tree := parsed(text)
		if failed != nil {
			return was
		}
		f := read(tree)
		f.HasError, f.ErrorBytes = true, raw.ErrorBytes
		return newReading(f, regions)
	}
	mended, without := m.leaveOut(base.text, regions, func(part string) bool {
		tree := parsed(m.Lead + part)
		return tree != nil && !tree.HasError
	})
	best := again(mended)
	if best.loss() >= was.loss() {
		return raw, failed
	}
	for _, r := range without[:min(len(without), maxRestored)] {
		restored := mended[:r.start] + text[r.start:r.last] + mended[r.last:]
		if next := again(restored); next.loss() <= best.loss() {
			best, mended = next, restored
		}
	}
	return best.Facts, failed
}

// maxRestored bounds the broken definitions of a file whose bodies are put back if nothing
// else is lost by that: the file is parsed again with each of them.
const maxRestored = 16

// A reading is the facts of a text.
type reading struct {
	*Facts
	overlong int // definitions that extend beyond their regions, over what follows
}

// newReading lists the definitions of regions that f lacks.
func newReading(f *Facts, regions []region) reading {
	end := map[uint32]uint32{}
	for i := range f.Definitions {
		end[f.Definitions[i].NameAt] = f.Definitions[i].Range.End
	}
	out := reading{Facts: f}
	f.Lost = nil
	for _, r := range regions {
		switch end, ok := end[uint32(r.nameAt)]; {
		case !ok:
			f.Lost = append(f.Lost, LostDefinition{r.name, uint32(r.nameAt)})
		case int(end) > r.last:
			out.overlong++
		}
	}
	return out
}

// FindLost lists the definitions that f lacks, except for what looks like one in a string
// or comment, for which skip holds.
func (m *LineMend) FindLost(f *Facts, skip func(at int) bool) {
	newReading(f, m.regions(f.Text, skip))
}

// Next returns where the first definition after a position seems to begin at the start of
// a line, or the length of the text.
func (m *LineMend) Next(text string, at int) int {
	next := lineEnd(text, at)
	if h := m.head().FindStringIndex(text[next:]); h != nil {
		return next + h[0]
	}
	return len(text)
}

// definitionWeight is the number of references that a definition is worth when two
// readings of a broken file are compared: as many as a short function has.
const definitionWeight = 20

// loss measures what is missing from a reading: definitions that it lacks or extends over
// others, less the references that it has.
func (x reading) loss() int {
	return definitionWeight*(len(x.Lost)+x.overlong) - len(x.References)
}

// A quotedText is a text with its comments and strings.
type quotedText struct {
	text   string
	quotes []Range // in order
	errors int     // bytes in error nodes; at least 1 if the grammar does not accept it
}

// newQuotedText returns the text of a tree, which is nil if it could not be parsed. The
// grammar yields one that never ends in pieces, in an error node.
func newQuotedText(tree *Tree, isQuoted func(Node) bool) quotedText {
	if tree == nil {
		return quotedText{}
	}
	t := quotedText{text: tree.Text, errors: tree.ErrorBytes()}
	if tree.HasError {
		t.errors++
	}
	tree.Root().Descendants(func(n Node) bool {
		if !isQuoted(n) {
			return true
		}
		r, last := n.Range(), len(t.quotes)-1
		if n.Parent().Is("ERROR") && r.Start > 0 && !isMark(t.text[r.Start]) {
			if last >= 0 && isGap(t.text[t.quotes[last].End:r.Start]) {
				t.quotes[last].End = r.End
				return false
			}
			if t.text[r.Start-1] == '\n' { // after the line with its mark
				r.Start--
			}
		}
		t.quotes = append(t.quotes, r)
		return false
	})
	return t
}

// isMark reports whether a string can begin with a byte.
func isMark(c byte) bool { return strings.IndexByte("\"'`<", c) >= 0 }

// isGap reports whether a text between two pieces of a string belongs to it.
func isGap(text string) bool {
	return strings.TrimSpace(text) == "" || !strings.Contains(text, "\n")
}

// skip reports whether a position is in a comment or a string.
func (t *quotedText) skip(at int) bool {
	i, found := slices.BinarySearchFunc(t.quotes, uint32(at), func(r Range, at uint32) int {
		return cmp.Compare(r.Start, at)
	})
	return found || i > 0 && t.quotes[i-1].Contains(uint32(at))
}

// skipUntil is skip for the positions before end; those behind it are code.
func (t *quotedText) skipUntil(end uint32) func(at int) bool {
	return func(at int) bool { return at < int(end) && t.skip(at) }
}

// closed returns a text without the comments and strings that lack their end: such a one
// takes the definitions up to the next quote, or all that follow, for its text, and what
// is code from then on seems to be quoted. The definition that it begins in is left out,
// up to the next one.
//
// A quotation that contains the heads of definitions lacks its end if it extends to the
// end of the text, or if the lines between are sound as code: otherwise they would have
// the true end.
func (m *LineMend) closed(t quotedText, parsed func(string) quotedText) quotedText {
	from := uint32(0)
	for range maxUnclosed {
		i := slices.IndexFunc(t.quotes, func(r Range) bool {
			return r.Start >= from && m.hasHead(t.text, r)
		})
		if i < 0 {
			break
		}
		q := t.quotes[i]
		from = q.Start + 1
		long, _ := m.without(t.text, q, t.skip)
		_, end := m.without(t.text, q, t.skipUntil(q.End))
		short, cut := m.without(t.text, q, t.skipUntil(q.Start))
		next := parsed(short)
		if strings.TrimSpace(t.text[q.End:]) == "" ||
			parsed(m.Lead+t.text[min(cut, end):end]).errors == 0 ||
			next.errors <= parsed(long).errors && next.errors < len(short)/2 {
			t = next
		}
	}
	return t
}

// maxUnclosed bounds the strings of a file that are examined for a missing end: the file is
// parsed twice for each.
const maxUnclosed = 8

// hasHead reports whether a definition seems to begin on a line within a range.
func (m *LineMend) hasHead(text string, r Range) bool {
	return strings.Contains(text[r.Start:r.End], "\n") && m.Next(text, int(r.Start)) < int(r.End)
}

// without returns a text of the same length without the body of the definition in which
// a quotation begins, and where the rest begins. If that is followed by another definition
// in the same one, or is outside of definitions, only the lines between are left out.
func (m *LineMend) without(text string, q Range, skip func(at int) bool) (string, int) {
	at, end, next := int(q.Start), len(text), lineEnd(text, int(q.Start))
	for _, h := range m.head().FindAllStringIndex(text[next:], -1) {
		if h := next + h[0]; !skip(h + indentation(text[h:])) {
			end = h
			break
		}
	}
	out := []byte(text)
	for _, r := range slices.Backward(m.regions(text[:next], skip)) {
		if r.extend(text, skip); r.last <= at {
			continue
		}
		if end < r.last {
			break
		}
		if at >= r.body {
			m.fill(out[r.body:r.end], r.end == r.last)
		} else {
			m.fill(out[min(r.head, at):r.last], true)
		}
		return string(out), r.last
	}
	blank(out[lineStart(text, at):end])
	return string(out), end
}

// lineStart returns where the line of a position begins.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }
