package assemble

import (
	"strings"

	"seedgraph/query/render"
)

// Texts late in a context are less likely to be needed but cost as much: long ones are
// reduced to the lines that show their relevance, so that more definitions fit.
const (
	excerptAfter  = 3000 // tokens at the beginning of a context with whole texts, and
	excerptShare  = 2    // at least the budget divided by this
	excerptTokens = 60   // maximum tokens of a text that is always printed whole
	excerptHead   = 3    // lines at the beginning, for the signature
	excerptBeside = 2    // lines before and after a line with a word of the request
)

// gap replaces the lines that an excerpt omits.
const gap = "…\n"

// excerpts reports whether an item is printed as an excerpt at this point.
func (a *assembly) excerpts(item *Item) bool {
	return !a.walk.keepsComments() && len(a.walk.found.Terms) > 0 && item.Form == formFull && item.Tokens > excerptTokens &&
		a.pack.Tokens() > max(a.pack.Budget/excerptShare, excerptAfter)
}

// excerpt returns the beginning of a text and the lines around those with a word of the
// request, and the numbers of these lines in the file. It returns "" if no line would be
// omitted.
func excerpt(text string, item *Item, has func(string) bool) (short string, runs [][2]uint32) {
	code := render.Code(text, item.Language)
	keep := make([]bool, len(code))
	kept := 0
	for i := range code {
		if i >= excerptHead && !has(code[i].Text) {
			continue
		}
		first, last := i, i
		if i >= excerptHead {
			first, last = max(0, i-excerptBeside), min(len(code)-1, i+excerptBeside)
		}
		for j := first; j <= last; j++ {
			if !keep[j] {
				keep[j] = true
				kept++
			}
		}
	}
	if kept == len(code) {
		return "", nil
	}
	var b strings.Builder
	for i, line := range code {
		first := item.StartLine + line.Number
		last := first + uint32(strings.Count(strings.TrimSuffix(line.Text, "\n"), "\n"))
		switch {
		case keep[i] && i > 0 && keep[i-1]:
			b.WriteString(line.Text)
			runs[len(runs)-1][1] = last
		case keep[i]:
			b.WriteString(line.Text)
			runs = append(runs, [2]uint32{first, last})
		case i == 0 || keep[i-1]:
			b.WriteString(gap)
		}
	}
	return outdent(b.String()), runs
}
