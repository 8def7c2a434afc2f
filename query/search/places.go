package search

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// Reports mention places: src/cart.go:12, cart.py#L3-L9, Cart.cs(12,5), or a link to a
// file on a code host. A place with a line leads to the definition at the line, like the
// frame of a stack trace; a file without one makes its nodes likelier.

// A Places is an optional interface of an Index that knows the paths of the tree.
type Places interface {
	// Paths calls f for the paths that begin with prefix, in ascending order, until f
	// returns false.
	Paths(prefix string, f func(path string) bool) error
	// At returns the innermost definition at a line of a file, from 1.
	At(path string, line uint32) (n uint32, ok bool, err error)
}

// A textPlace is a location in a text.
type textPlace struct {
	file        string // as written, with '/'
	first, last uint32 // lines from 1; 0 if none is given
	start, end  int    // offsets in the text
	fileEnd     int    // offset of the end of file
}

// maxPlaces bounds the places of one text: a listing of a compiler has thousands.
const maxPlaces = 20

// placeForm matches a file with an extension, and the lines that follow it in the forms of
// compilers, editors and code hosts.
var placeForm = lazyregexp.New(`(?:\b\w+://)?([\w.@+$~%/\\-]*[\w$@+-]\.[A-Za-z]\w{0,9})\b` +
	`(?:(?:\?[\w=&]*)?(?:#L|:L?|\(|:line |", line )(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7}))?)?`)

// placesOf finds the places in a text that may be files, in order.
func placesOf(text string) []textPlace {
	if !strings.Contains(text, ".") {
		return nil
	}
	var out []textPlace
	for _, m := range placeForm.FindAllStringSubmatchIndex(text, -1) {
		p := textPlace{file: strings.ReplaceAll(text[m[2]:m[3]], `\`, "/"), start: m[0], end: m[1],
			fileEnd: m[3]}
		if m[4] >= 0 {
			p.first = lineNumber(text[m[4]:m[5]])
			p.last = p.first
		}
		if m[6] >= 0 {
			p.last = max(p.first, lineNumber(text[m[6]:m[7]]))
		}
		out = append(out, p)
	}
	return out
}

// lineNumber parses the digits of a line number.
func lineNumber(digits string) (n uint32) {
	for _, c := range digits {
		n = n*10 + uint32(c-'0')
	}
	return n
}

// A mention is a file of the tree that a text mentions.
type mention struct {
	textPlace
	path  string
	files int  // of the tree that the place may be
	body  bool // the place is not in the first line of a text of several
}

// symbol returns the place as displayed.
func (m *mention) symbol() string {
	if m.first == 0 {
		return m.path
	}
	return fmt.Sprintf("%s:%d", m.path, m.first)
}

// mentionsOf finds the files of the tree that a text mentions outside of stack frames.
// It returns the text without line numbers, and without what precedes the path of a file
// in a link. Files are compared by the last parts of their paths, because the text may
// have a path on another machine, a link, or only the name of the file. Of several
// candidates, those with the most parts in common count.
func mentionsOf(ix Index, text string) ([]mention, string, error) {
	tree, ok := ix.(Places)
	if !ok {
		return nil, text, nil
	}
	places := placesOf(text)
	if len(places) == 0 {
		return nil, text, nil
	}
	frames := framesOf(text)
	places = slices.DeleteFunc(places, func(p textPlace) bool {
		return slices.ContainsFunc(frames, func(f frame) bool { return p.start < f.end && f.start < p.end })
	})
	best := make([]int, len(places))
	found := make([][]string, len(places))
	wanted := map[string][]int{} // by the name of the file, in lower case
	for i, p := range places {
		name := strings.ToLower(lastOf(p.file))
		wanted[name] = append(wanted[name], i)
	}
	err := tree.Paths("", func(path string) bool {
		for _, i := range wanted[strings.ToLower(lastOf(path))] {
			switch parts := commonParts(places[i].file, path); {
			case parts == 0 || parts < best[i]:
			case parts > best[i]:
				best[i], found[i] = parts, []string{path}
			default:
				found[i] = append(found[i], path)
			}
		}
		return true
	})
	head := strings.IndexByte(strings.TrimSpace(text), '\n')
	prose := []byte(text)
	var out []mention
	for i, p := range places {
		for _, path := range found[i][:min(len(found[i]), maxPlaces-len(out))] {
			out = append(out, mention{p, path, len(found[i]), head >= 0 && p.start > head})
		}
		if len(found[i]) > 0 {
			blankExcept(prose, p, best[i])
		}
	}
	return out, string(prose), err
}

// blankExcept blanks a place except the last parts of its path.
func blankExcept(text []byte, p textPlace, parts int) {
	from := p.fileEnd
	for ; from > p.start; from-- {
		if c := text[from-1]; c == '/' || c == '\\' {
			if parts--; parts == 0 {
				break
			}
		}
	}
	for i := p.start; i < p.end; i++ {
		if i < from || i >= p.fileEnd {
			text[i] = ' '
		}
	}
}

// lastOf returns the last part of a path.
func lastOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// commonParts counts the last parts that a file of a text has in common with a path of
// the tree. It returns 0 for different files: if neither path ends with the other and
// only the name is the same.
func commonParts(file, path string) int {
	a := strings.Split(strings.Trim(strings.ToLower(file), "./"), "/")
	b := strings.Split(strings.ToLower(path), "/")
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	if n < len(a) && n < len(b) && n < 2 {
		return 0
	}
	return n
}

// addPlaces adds to the named nodes the definitions at the lines of mentioned places,
// and numbers the places like frames.
func (r *ranking) addPlaces() error {
	tree, ok := r.ix.(Places)
	if !ok {
		return nil
	}
	for _, m := range r.query.mentions {
		if m.first == 0 {
			continue
		}
		number := r.framePlace[m.symbol()]
		if number == 0 {
			number = len(r.framePlace) + 1
		}
		for _, line := range []uint32{m.first, m.last} {
			n, ok, err := tree.At(m.path, line)
			if err != nil {
				return err
			}
			if ok && r.named[n].match < Whole {
				r.named[n] = named{symbol: m.symbol(), match: Exact, alike: m.files, place: true}
				r.framePlace[m.symbol()] = number
			}
		}
	}
	return nil
}

// addMentions adds to the score of files that the text mentions, as a share of the best
// score. In a text of several lines, the first line counts twice.
func (r *ranking) addMentions(files []candidateFile) {
	if len(r.query.mentions) == 0 {
		return
	}
	top := slices.Max(r.base)
	for i := range files {
		share := 0.0
		for _, m := range r.query.mentions {
			if m.path != files[i].path {
				continue
			}
			this := r.w[weightMentioned] / float64(m.files)
			if m.body {
				this /= 2
			}
			share = max(share, this)
		}
		files[i].score.Stem += share * top
	}
}

// mentionedFiles appends the mentioned files that are not yet candidates.
func (r *ranking) mentionedFiles(files []candidateFile) ([]candidateFile, error) {
	for _, m := range r.query.mentions {
		if slices.ContainsFunc(files, func(f candidateFile) bool { return f.path == m.path }) {
			continue
		}
		nodes, err := r.ix.FileNodes(m.path)
		if err != nil {
			return nil, err
		}
		files = append(files, candidateFile{path: m.path, nodes: nodes})
	}
	return files, nil
}
