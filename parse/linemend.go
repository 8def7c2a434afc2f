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
	// its body can begin; one of its groups is the name.
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
	for _, at := range regexp.MustCompile(`(?m)^(?:`+m.Head+`)`).FindAllStringSubmatchIndex(text, -1) {
		if skip(at[0] + indentation(text[at[0]:])) {
			continue
		}
		name := 2
		for at[name] < 0 {
			name += 2
		}
		r := region{name: text[at[name]:at[name+1]], nameAt: at[name], head: at[1], start: at[0]}
		r.extend(text, skip)
		out = append(out, r)
	}
	return out
}

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
	regions := m.regions(text, quoted(tree, isQuoted))
	was := newReading(raw, regions)
	if len(was.Lost)+was.overlong == 0 || len(text) > maxMended {
		return raw, nil
	}
	var failed error
	parsed := func(text string) *Tree {
		tree, err := p.Parse(g, text)
		if failed == nil {
			failed = err
		}
		return tree
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
	mended, without := m.leaveOut(text, regions, func(part string) bool {
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

// definitionWeight is the number of references that a definition is worth when two
// readings of a broken file are compared: as many as a short function has.
const definitionWeight = 20

// loss measures what is missing from a reading: definitions that it lacks or extends over
// others, less the references that it has.
func (x reading) loss() int {
	return definitionWeight*(len(x.Lost)+x.overlong) - len(x.References)
}

// quoted returns a function that reports whether a position is in a comment or a string.
func quoted(tree *Tree, isQuoted func(Node) bool) func(at int) bool {
	var list []Range // in order
	tree.Root().Descendants(func(n Node) bool {
		is := isQuoted(n)
		if is {
			list = append(list, n.Range())
		}
		return !is
	})
	return func(at int) bool {
		i, found := slices.BinarySearchFunc(list, uint32(at), func(r Range, at uint32) int { return cmp.Compare(r.Start, at) })
		return found || i > 0 && list[i-1].Contains(uint32(at))
	}
}
