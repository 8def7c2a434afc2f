package parse

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A Condensed is what is kept of a file that is too large to be held or parsed whole.
type Condensed struct {
	Text string
	Gaps Gaps
	Left []Omission // by What
}

// A Gap is a place of a condensed text where the file has more.
type Gap struct {
	At    uint32 // what begins here comes behind the gap in the file
	Lines uint32 // line ends that the text lacks up to here
	Bytes int64  // bytes of the file that it lacks up to here, less those of notes
}

// Gaps are those of one text, by At.
type Gaps []Gap

// An Omission says what a condensed text lacks.
type Omission struct {
	What  string // in the plural: rows
	Count int
	At    uint32 // where the first of them was
}

// Before returns the last gap that is not behind an offset; the zero Gap if none is.
func (g Gaps) Before(at uint32) Gap {
	if i := sort.Search(len(g), func(i int) bool { return g[i].At > at }); i > 0 {
		return g[i-1]
	}
	return Gap{}
}

// Line returns the line of the file, from 1, that an offset of the text is on. It reads the
// text up to there.
func (f *Facts) Line(at uint32) uint32 {
	return 1 + uint32(strings.Count(f.Text[:at], "\n")) + f.Gaps.Before(at).Lines
}

// A StreamReader is a Language that reads files of any size: of their text, which comes in
// pieces, it keeps what it needs.
type StreamReader interface {
	Language
	// Condense returns what condenses one file. width tells how many bytes of the file a
	// text was.
	Condense(width func(text string) int64) StreamCondenser
}

// A StreamCondenser is given the text of one file, piece by piece, and condenses it. Its
// memory does not grow with the text.
type StreamCondenser interface {
	Take(text string)
	Condensed() Condensed // once everything was taken
}

// CondenseCode returns the text of a file without what is inside the bodies of functions and in
// the long values of variables, so that its definitions can be read. Time and memory are
// linear in its length. Nothing of the text is copied if the result is longer than limit;
// then ok is false.
func CondenseCode(l Mendable, src Source, width func(string) int64, limit int) (c Condensed,
	size int, ok bool) {
	text := src.Text
	bodies := outlined(l, src).Bodies()
	size = len(text)
	for _, b := range bodies {
		size -= int(b.End - b.Start)
	}
	if size > limit {
		return Condensed{}, size, false
	}
	k := &Keeping{Width: width}
	at := uint32(0)
	for _, b := range bodies {
		k.Keep(text[at:b.Start])
		k.Drop(text[b.Start:b.End])
		k.Note(b.Note)
		at = b.End
	}
	k.Keep(text[at:])
	c = k.Condensed()
	if len(bodies) > 0 {
		c.Left = []Omission{{What: "bodies", Count: len(bodies), At: max(bodies[0].Start, 1) - 1}}
	}
	return c, size, true
}

// A Keeping is a condensed text that is being made.
type Keeping struct {
	Width func(text string) int64 // bytes in the file
	Text  []byte
	gaps  []Gap // what each of them lacks by itself
	next  Gap   // what was dropped since something was kept last
}

// Keep adds a part of the file.
func (k *Keeping) Keep(text string) {
	if text == "" {
		return
	}
	k.close()
	k.Text = append(k.Text, text...)
}

// Drop leaves a part of the file out.
func (k *Keeping) Drop(text string) {
	k.next.Lines += uint32(strings.Count(text, "\n"))
	k.next.Bytes += k.Width(text)
}

// Note adds a text that the file does not have, at the end of what was dropped.
func (k *Keeping) Note(text string) {
	k.Text = append(k.Text, text...)
	k.next.Lines -= uint32(strings.Count(text, "\n"))
	k.next.Bytes -= k.Width(text)
}

// NoteAt adds a note in front of what was kept from an offset of the text on. Nothing was
// dropped since.
func (k *Keeping) NoteAt(at int, text string) {
	behind := string(k.Text[at:])
	k.Cut(at)
	k.Note(text)
	k.next.Lines -= uint32(strings.Count(behind, "\n"))
	k.next.Bytes -= k.Width(behind)
	k.Keep(behind)
}

// Dropped reports whether something was dropped and nothing was kept since.
func (k *Keeping) Dropped() bool { return k.next != Gap{} }

// Len is the length of what is kept.
func (k *Keeping) Len() int { return len(k.Text) }

// Cut drops what was kept from an offset of the text on.
func (k *Keeping) Cut(at int) {
	cut := k.Text[at:]
	k.next.Lines += uint32(bytes.Count(cut, []byte("\n")))
	k.next.Bytes += k.Width(string(cut))
	n := len(k.gaps)
	for n > 0 && int(k.gaps[n-1].At) >= at {
		n--
		k.next.Lines += k.gaps[n].Lines
		k.next.Bytes += k.gaps[n].Bytes
	}
	k.gaps, k.Text = k.gaps[:n], k.Text[:at]
}

// close ends the gap that is open.
func (k *Keeping) close() {
	if !k.Dropped() {
		return
	}
	k.next.At = uint32(len(k.Text))
	if n := len(k.gaps); n > 0 && k.gaps[n-1].At == k.next.At {
		k.gaps[n-1].Lines += k.next.Lines
		k.gaps[n-1].Bytes += k.next.Bytes
	} else {
		k.gaps = append(k.gaps, k.next)
	}
	k.next = Gap{}
}

// Condensed returns the text and its gaps.
func (k *Keeping) Condensed() Condensed {
	k.close()
	gaps := make(Gaps, len(k.gaps))
	var sum Gap
	for i, g := range k.gaps {
		sum = Gap{At: g.At, Lines: sum.Lines + g.Lines, Bytes: sum.Bytes + g.Bytes}
		gaps[i] = sum
	}
	return Condensed{Text: string(k.Text), Gaps: gaps}
}

// Omissions returns counted omissions in order, without those that are zero.
func Omissions(list ...Omission) []Omission {
	list = slices.DeleteFunc(list, func(o Omission) bool { return o.Count == 0 })
	slices.SortFunc(list, func(a, b Omission) int { return cmp.Compare(a.What, b.What) })
	return list
}
