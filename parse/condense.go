package parse

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A Condensed is the kept part of a file that is too large to be held or parsed
// whole.
type Condensed struct {
	Text      string
	Gaps      Gaps
	Omissions []Omission // by What
}

// A Gap is a place of a condensed text where the file has more text.
type Gap struct {
	At    uint32 // the text from here on follows the gap in the file
	Lines uint32 // line ends missing from the text up to here
	Bytes int64  // bytes of the file missing from the text up to here, less those of notes
}

// Gaps are the gaps of one text, by At.
type Gaps []Gap

// An Omission describes something missing from a condensed text.
type Omission struct {
	Unit  string // in the plural: rows
	Count int
	At    uint32 // position of the first one
}

// Before returns the last gap at or before an offset, or the zero Gap.
func (g Gaps) Before(at uint32) Gap {
	if i := sort.Search(len(g), func(i int) bool { return g[i].At > at }); i > 0 {
		return g[i-1]
	}
	return Gap{}
}

// Line returns the line of the file, from 1, of an offset of the text. It reads
// the text up to there.
func (f *Facts) Line(at uint32) uint32 {
	return 1 + uint32(strings.Count(f.Text[:at], "\n")) + f.Gaps.Before(at).Lines
}

// A StreamReader is a Language that reads files of any size: it receives the text
// in pieces and keeps only the parts it needs.
type StreamReader interface {
	Language
	// Condense returns a condenser of one file. width returns the number of bytes that
	// a text had in the file.
	Condense(width func(text string) int64) StreamCondenser
}

// A StreamCondenser condenses the text of one file, which it receives piece by
// piece. Its memory does not grow with the text.
type StreamCondenser interface {
	Take(text string)
	Condensed() Condensed // called after all text was taken
}

// CondenseCode returns the text of a file without function bodies and the long
// values of variables, so that its definitions can be read. Time and memory are
// linear in its length. Nothing is copied if the result is longer than limit; then
// ok is false.
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
	k := &CondensedBuilder{Width: width}
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
		c.Omissions = []Omission{{Unit: "bodies", Count: len(bodies), At: max(bodies[0].Start, 1) - 1}}
	}
	return c, size, true
}

// A CondensedBuilder is a condensed text under construction.
type CondensedBuilder struct {
	Width func(text string) int64 // bytes in the file
	Text  []byte
	gaps  []Gap // with the lines and bytes of each gap alone
	next  Gap   // dropped since the last text was kept
}

// Keep adds a part of the file.
func (k *CondensedBuilder) Keep(text string) {
	if text == "" {
		return
	}
	k.close()
	k.Text = append(k.Text, text...)
}

// Drop leaves a part of the file out.
func (k *CondensedBuilder) Drop(text string) {
	k.next.Lines += uint32(strings.Count(text, "\n"))
	k.next.Bytes += k.Width(text)
}

// Note adds a text that is not in the file, after the dropped text.
func (k *CondensedBuilder) Note(text string) {
	k.Text = append(k.Text, text...)
	k.next.Lines -= uint32(strings.Count(text, "\n"))
	k.next.Bytes -= k.Width(text)
}

// NoteAt adds a note before the text kept from offset at on. Nothing may have been
// dropped since.
func (k *CondensedBuilder) NoteAt(at int, text string) {
	behind := string(k.Text[at:])
	k.Cut(at)
	k.Note(text)
	k.next.Lines -= uint32(strings.Count(behind, "\n"))
	k.next.Bytes -= k.Width(behind)
	k.Keep(behind)
}

// Dropped reports whether text was dropped after the last text that was kept.
func (k *CondensedBuilder) Dropped() bool { return k.next != Gap{} }

// Len returns the length of the kept text.
func (k *CondensedBuilder) Len() int { return len(k.Text) }

// Cut drops the kept text from an offset on.
func (k *CondensedBuilder) Cut(at int) {
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

// close ends the open gap.
func (k *CondensedBuilder) close() {
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
func (k *CondensedBuilder) Condensed() Condensed {
	k.close()
	gaps := make(Gaps, len(k.gaps))
	var sum Gap
	for i, g := range k.gaps {
		sum = Gap{At: g.At, Lines: sum.Lines + g.Lines, Bytes: sum.Bytes + g.Bytes}
		gaps[i] = sum
	}
	return Condensed{Text: string(k.Text), Gaps: gaps}
}

// Omissions returns the omissions with a nonzero count, in order.
func Omissions(list ...Omission) []Omission {
	list = slices.DeleteFunc(list, func(o Omission) bool { return o.Count == 0 })
	slices.SortFunc(list, func(a, b Omission) int { return cmp.Compare(a.Unit, b.Unit) })
	return list
}
