package markdown

import (
	"regexp"
	"strings"
)

// A heading is a heading of the document.
type heading struct {
	level      int // from 1
	start, end int // its lines
	name       int // where its text begins
	text       string
}

// A blocks reads the lines of a document.
type blocks struct {
	text     string
	headings []heading
	marks    marks

	para     []paraLine // of the current paragraph, if it may become a heading
	fence    string     // the end mark of the current code block
	html     string     // the end mark of the current HTML block; "\n" for a blank line
	item     int        // the content indentation of the current list item, or 0
	lazy     bool       // the next line may continue a paragraph of an item or a quotation
	wasBlank bool
}

// A paraLine is a line of a paragraph.
type paraLine struct {
	start int
	text  string
}

// read reads all lines. Time is linear in the text.
func (b *blocks) read() {
	at := frontMatter(b.text)
	for at < len(b.text) {
		end := strings.IndexByte(b.text[at:], '\n')
		next := at + end + 1
		if end < 0 {
			next = len(b.text)
		}
		b.line(at, strings.TrimRight(b.text[at:next], "\r\n"), next)
		at = next
	}
}

// frontMatter returns where a document begins after its front matter, or 0 without
// one.
//
//	---                +++
//	title: guide       title = "guide"
//	---                +++
func frontMatter(text string) int {
	for _, fence := range []string{"---", "+++"} {
		first, rest, found := strings.Cut(text, "\n")
		if !found || strings.TrimRight(first, " \t\r") != fence {
			continue
		}
		at := len(text) - len(rest)
		for line := range strings.Lines(rest) {
			at += len(line)
			if l := strings.TrimRight(line, " \t\r\n"); l == fence || fence == "---" && l == "..." {
				return at
			}
		}
	}
	return 0
}

// indentOf returns the width of the white space before a line, where a tab extends
// to a multiple of four, and its bytes.
func indentOf(line string) (width, bytes int) {
	for bytes < len(line) {
		switch line[bytes] {
		case ' ':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return width, bytes
		}
		bytes++
	}
	return width, bytes
}

var (
	atx      = regexp.MustCompile(`^#{1,6}(?:[ \t]+|$)`)
	closing  = regexp.MustCompile(`(?:^|[ \t]+)#+[ \t]*$`)
	under    = regexp.MustCompile(`^(?:=+|-+)[ \t]*$`)
	fenced   = regexp.MustCompile("^(?:`{3,}|~{3,})")
	listItem = regexp.MustCompile(`^(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)`)
	breaks   = regexp.MustCompile(`^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	htmlRaw  = regexp.MustCompile(`^(?i)<(script|pre|style|textarea)(?:[ \t>]|$)`)
	htmlTag  = regexp.MustCompile(`^(?i)</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|` +
		`fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|` +
		`optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|/?>|$)`)
	htmlWhole = regexp.MustCompile(`^</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>[ \t]*$`)
)

// line reads the line at an offset; next is the offset of the next line.
func (b *blocks) line(at int, line string, next int) {
	width, bytes := indentOf(line)
	rest := line[bytes:]
	switch {
	case b.fence != "":
		if width < 4 && strings.HasPrefix(rest, b.fence) && strings.Trim(rest, b.fence[:1]+" \t") == "" {
			b.fence = ""
		}
		return
	case b.html != "":
		b.marks.line(at, line)
		if b.html == "\n" && rest == "" || b.html != "\n" && strings.Contains(strings.ToLower(line), b.html) {
			b.html = ""
		}
		return
	case rest == "":
		b.para, b.wasBlank, b.lazy = nil, true, false
		return
	}
	b.outOfItem(width, rest)
	b.wasBlank = false
	inItem := b.item > 0 && width >= b.item
	if inItem {
		width -= b.item
	}
	if width >= 4 {
		if b.para == nil && !b.lazy {
			return // indented code
		}
		b.goOn(at, bytes, rest)
		b.marks.line(at, line)
		return
	}
	b.block(at, bytes, line, next, inItem)
}

// outOfItem leaves the current list item, if a line does not belong to it.
func (b *blocks) outOfItem(width int, rest string) {
	if b.item == 0 || width >= b.item {
		return
	}
	if b.wasBlank || !b.lazy || atx.MatchString(rest) || fenced.MatchString(rest) || breaks.MatchString(rest) ||
		listItem.MatchString(rest) {
		b.item, b.lazy, b.para = 0, false, nil
	}
}

// block reads a line that is not indented code.
func (b *blocks) block(at, bytes int, line string, next int, inItem bool) {
	rest := line[bytes:]
	switch {
	case atx.MatchString(rest):
		b.para, b.lazy = nil, false
		mark := atx.FindString(rest)
		if !inItem {
			name := at + bytes + len(mark)
			b.headings = append(b.headings, heading{level: len(strings.TrimRight(mark, " \t")), start: at,
				end: next, name: name, text: closing.ReplaceAllString(rest[len(mark):], "")})
		}
		b.marks.line(at, line)
		return
	case fenced.MatchString(rest):
		mark := fenced.FindString(rest)
		if mark[0] == '~' || !strings.Contains(rest[len(mark):], "`") {
			b.fence, b.para, b.lazy = mark, nil, false
			return
		}
	case under.MatchString(rest) && len(b.para) > 0 && !inItem:
		b.setext(rest, next)
		return
	case breaks.MatchString(rest):
		b.para, b.lazy = nil, false
		return
	case b.beginsHTML(rest):
		b.para = nil
		b.marks.line(at, line)
		return
	case rest[0] == '>', listItem.MatchString(rest):
		b.container(rest, bytes, inItem)
		b.marks.line(at, line)
		return
	}
	b.goOn(at, bytes, rest)
	b.marks.line(at, line)
}

// goOn reads a line of a paragraph.
func (b *blocks) goOn(at, bytes int, rest string) {
	if b.item == 0 && !b.lazy {
		b.para = append(b.para, paraLine{at + bytes, rest})
	}
}

// container reads the first line of a list item or of a quotation. Fenced text in
// an item is code.
func (b *blocks) container(rest string, bytes int, inItem bool) {
	b.para, b.lazy = nil, true
	if rest[0] == '>' {
		return
	}
	mark := listItem.FindString(rest)
	if !inItem {
		b.item = 0
	}
	b.item = max(b.item, 0) + bytes - min(b.item, bytes) + len(strings.TrimRight(mark, " \t")) + 1
	inside := rest[len(mark):]
	if f := fenced.FindString(inside); f != "" && !strings.Contains(inside[len(f):], "`") {
		b.fence = f
	}
}

// setext turns a paragraph into a heading.
//
//	Usage
//	-----
func (b *blocks) setext(rest string, next int) {
	var words []string
	for _, l := range b.para {
		words = append(words, strings.TrimSpace(l.text))
	}
	level := 2
	if rest[0] == '=' {
		level = 1
	}
	start := b.para[0].start
	line := start - len(b.text[strings.LastIndexByte(b.text[:start], '\n')+1:start])
	b.headings = append(b.headings, heading{level: level, start: line, end: next, name: start,
		text: strings.Join(words, " ")})
	b.para = nil
}

// beginsHTML reports whether a line begins HTML, and records its end mark.
func (b *blocks) beginsHTML(rest string) bool {
	if rest[0] != '<' {
		return false
	}
	ends := ""
	switch m := htmlRaw.FindStringSubmatch(rest); {
	case m != nil:
		ends = "</" + strings.ToLower(m[1]) + ">"
	case strings.HasPrefix(rest, "<!--"):
		ends = "-->"
	case strings.HasPrefix(rest, "<?"):
		ends = "?>"
	case strings.HasPrefix(rest, "<![CDATA["):
		ends = "]]>"
	case htmlTag.MatchString(rest), htmlWhole.MatchString(rest) && b.para == nil && !b.lazy:
		b.html = "\n"
		return true
	default:
		return false
	}
	from := 0
	if ends == "-->" {
		from = len("<!--")
	}
	if !strings.Contains(strings.ToLower(rest[from:]), ends) {
		b.html = ends
	}
	return true
}
