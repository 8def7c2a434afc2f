package csharp

import (
	"strings"

	"seedgraph/parse"
)

// leadStart returns the start of n including the comments right before it, and
// drops the comments from r.lead that do not belong to it.
func (r *reader) leadStart(n parse.Node) uint32 {
	start := n.Start()
	first := len(r.lead)
	for i := len(r.lead) - 1; i >= 0; i-- {
		c := r.lead[i]
		if !r.belongs(c, start) {
			break
		}
		start, first = c.Start(), i
	}
	r.lead = r.lead[first:]
	return start
}

// belongs reports whether a comment leads the declaration that begins at next: a
// doc comment always, another one if it is on lines of its own without a blank
// line in between.
func (r *reader) belongs(c parse.Node, next uint32) bool {
	text := c.Text()
	if strings.HasPrefix(text, "///") || strings.HasPrefix(text, "/**") {
		return true
	}
	between := r.text[c.End():next]
	if strings.TrimSpace(between) != "" || strings.Count(between, "\n") > 1 {
		return false
	}
	before := r.text[:c.Start()]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return strings.TrimSpace(before) == ""
}

// doc consumes the leading comments and returns their text: of the doc comments if
// there are any, otherwise of the others.
func (r *reader) doc() string {
	var xml, plain []string
	lead := r.lead
	r.lead = r.lead[:0]
	for _, c := range lead {
		text := c.Text()
		switch {
		case strings.HasPrefix(text, "///"):
			xml = append(xml, text[3:])
		case strings.HasPrefix(text, "/**") && len(text) > 4:
			xml = append(xml, unstarred(text[3:])...)
		case strings.HasPrefix(text, "//"):
			plain = append(plain, text[2:])
		case strings.HasPrefix(text, "/*"):
			plain = append(plain, unstarred(text[2:])...)
		}
	}
	if xml != nil {
		return plainDoc(strings.Join(xml, "\n"))
	}
	return strings.Join(trimmed(plain), "\n")
}

// unstarred strips the comment marks from the lines of a block comment.
func unstarred(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "*/"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimSpace(l), "*")
	}
	return lines
}

// trimmed trims lines and drops empty ones.
func trimmed(lines []string) []string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// plainDoc converts the XML of a doc comment to text: tags are dropped, the names
// they refer to (cref="Order") are kept.
func plainDoc(xml string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(xml, '<')
		if i < 0 {
			break
		}
		end := strings.IndexByte(xml[i:], '>')
		if end < 0 {
			break
		}
		b.WriteString(xml[:i])
		b.WriteString(tagText(xml[i+1 : i+end]))
		xml = xml[i+end+1:]
	}
	b.WriteString(xml)
	text := strings.Join(trimmed(strings.Split(b.String(), "\n")), "\n")
	return entities.Replace(text)
}

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;",
	"&")

// tagText returns the replacement text of a tag: the name it refers to, without
// the prefix for the kind of member.
func tagText(tag string) string {
	for _, attribute := range []string{"cref=", "name=", "langword=", "paramref="} {
		i := strings.Index(tag, attribute)
		if i < 0 || i+len(attribute) >= len(tag) {
			continue
		}
		value := tag[i+len(attribute):]
		if j := strings.IndexByte(value[1:], value[0]); j >= 0 {
			value = value[1 : j+1]
		}
		if len(value) > 2 && value[1] == ':' {
			value = value[2:]
		}
		if strings.HasPrefix(tag, "param ") || strings.HasPrefix(tag, "typeparam ") {
			value += ": "
		}
		return value
	}
	return ""
}
