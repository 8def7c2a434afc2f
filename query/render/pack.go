package render

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Counter counts the tokens of a text.
type Counter interface {
	Count(text string) int
	// Additive reports whether the count of a+b is known to be the sum of the counts of a
	// and b.
	Additive(a, b string) bool
}

// A Packer joins the texts of nodes into one text of at most Budget tokens, headers
// included. Nodes of one file are grouped under its path, in line order; files are in the
// order of their first node, by section.
type Packer struct {
	Counter Counter
	Budget  int

	files []packedFile
	tail  piece
	used  int
}

type packedFile struct {
	section int
	path    string
	title   piece // heading of the section, printed before its first file
	header  piece
	blocks  []piece // by line, then in the order added
}

// A piece is a text with its token count, beginning at a line of its file.
type piece struct {
	text   string
	tokens int
	line   uint32
}

func (p *Packer) piece(text string, line uint32) piece {
	return piece{text, p.Counter.Count(text), line}
}

// Add adds the text of a node if the whole stays within the budget. It reports the tokens
// that this takes, or would have taken.
func (p *Packer) Add(it Item, text string) (tokens int, ok bool) {
	return p.try(p.insert(p.files, it, block(it, text)), p.tail)
}

// insert returns files with the text inserted at the node's place.
func (p *Packer) insert(files []packedFile, it Item, text string) []packedFile {
	at := slices.IndexFunc(files,
		func(f packedFile) bool { return f.path == it.Path && f.section == it.Section })
	files = slices.Clone(files)
	if at < 0 {
		at = slices.IndexFunc(files, func(f packedFile) bool { return f.section > it.Section })
		if at < 0 {
			at = len(files)
		}
		files = slices.Insert(files, at, packedFile{section: it.Section, path: it.Path,
			header: p.piece("# "+OneLine(it.Path)+"\n", 0), title: p.title(it)})
	}
	f := &files[at]
	place, _ := slices.BinarySearchFunc(f.blocks, it.StartLine+1,
		func(b piece, line uint32) int { return cmp.Compare(b.line, line) })
	f.blocks = slices.Insert(slices.Clone(f.blocks), place, p.piece(text, it.StartLine))
	return files
}

// title returns the heading of the section of an item.
func (p *Packer) title(it Item) piece {
	if it.Section == 0 {
		return piece{}
	}
	return p.piece("=== "+strings.ToUpper(it.SectionName)+" ===\n", 0)
}

// AddLine adds a line at the end if the whole stays within the budget.
func (p *Packer) AddLine(line string) (tokens int, ok bool) {
	return p.try(p.files, p.piece(p.tail.text+line+"\n", 0))
}

// try replaces the content if the new content fits.
func (p *Packer) try(files []packedFile, tail piece) (tokens int, ok bool) {
	total := p.count(pieces(files, tail))
	if total > p.Budget {
		return total - p.used, false
	}
	tokens = total - p.used
	p.files, p.tail, p.used = files, tail, total
	return tokens, true
}

// count counts the tokens of pieces: their sum, or the count of the joined text if the
// sum may be wrong.
func (p *Packer) count(all []piece) int {
	sum, before := 0, ""
	for _, x := range all {
		if !p.Counter.Additive(before, x.text) {
			return p.Counter.Count(join(all))
		}
		sum += x.tokens
		before = x.text
	}
	return sum
}

// pieces lists the nonempty parts of the text in order.
func pieces(files []packedFile, tail piece) []piece {
	var out []piece
	section := 0
	for _, f := range files {
		if f.section != section {
			out = append(out, f.title)
			section = f.section
		}
		out = append(append(out, f.header), f.blocks...)
	}
	if tail.text != "" {
		out = append(out, tail)
	}
	return out
}

func join(all []piece) string {
	var b strings.Builder
	for _, x := range all {
		b.WriteString(x.text)
	}
	return b.String()
}

// Text returns the text.
func (p *Packer) Text() string { return join(pieces(p.files, p.tail)) }

// Tokens returns the tokens of the text.
func (p *Packer) Tokens() int { return p.used }

// block formats the text of a node under a header with its lines and name.
func block(it Item, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %d", it.StartLine)
	if it.EndLine > it.StartLine {
		fmt.Fprintf(&b, "-%d", it.EndLine)
	}
	b.WriteString(" " + OneLine(shortLabel(it)) + "\n")
	b.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.String()
}

// shortLabel returns the label of an item below the path of its file: without the type
// after which the file is named.
func shortLabel(it Item) string {
	stem, _, _ := strings.Cut(path.Base(it.Path), ".")
	if short, ok := strings.CutPrefix(it.label, stem+"."); ok && short != "" {
		return short
	}
	return it.label
}
