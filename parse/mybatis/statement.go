package mybatis

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// A writer builds one statement from the text and the elements of a statement or
// fragment. The contents of conditions and loops are included once, so it names
// everything that the statement can read and write.
//
//	SELECT * FROM orders <where> <if test="id != null">AND id = #{id}</if> </where>
//	SELECT * FROM orders  where   AND id = ?
type writer struct {
	text  string
	parts []parse.TextPart
	ends  []string // by open element: the text of its end tag

	choices []choice // the open elements of alternatives
	ifs     choice   // consecutive conditions, some of which hold
	apart   bool     // there is more than white space after the last of them
}

// A choice has alternatives, one of which is taken.
type choice struct {
	names bool // each of them is, or begins with, the name of a table
	count int
}

// open adds the text for the start tag of an element.
func (w *writer) open(e *element) {
	shut := ""
	switch e.name {
	case "where", "set":
		w.put(" " + e.name + " ")
	case "trim":
		w.put(" " + e.attr("prefix").value + " ")
		shut = " " + e.attr("suffix").value + " "
	case "foreach":
		w.put(e.attr("open").value)
		shut = e.attr("close").value
	case "selectKey": // a separate statement
		w.put(";")
		shut = ";"
	case "choose":
		w.choices = append(w.choices, choice{names: w.awaitsName()})
	case "when", "otherwise":
		if len(w.choices) > 0 {
			w.alternative(&w.choices[len(w.choices)-1], e)
		}
	case "if":
		if w.ifs.count == 0 || w.apart {
			w.ifs = choice{names: w.awaitsName()}
		}
		w.alternative(&w.ifs, e)
	}
	w.ends = append(w.ends, shut)
}

// close adds the text for an end tag.
func (w *writer) close(name string) {
	if name == "choose" && len(w.choices) > 0 {
		w.choices = w.choices[:len(w.choices)-1]
	}
	if last := len(w.ends) - 1; last >= 0 && name != "include" {
		w.put(w.ends[last])
		w.ends = w.ends[:last]
	}
	if name == "if" {
		w.apart = false
	}
}

// alternative separates an alternative from the previous one: as a table in a
// list, or as a statement.
func (w *writer) alternative(c *choice, e *element) {
	if c.count++; c.count == 1 {
		return
	}
	inner := strings.TrimLeft(w.text[e.inner:], " \t\r\n")
	switch {
	case c.names:
		w.put(",")
	case sqltext.Is(inner[:min(len(inner), maxLooked)]):
		w.put(";")
	}
}

// maxLooked bounds the text by which an alternative is recognized as a statement.
const maxLooked = 400

// awaitsName reports whether the name of a table is expected next.
func (w *writer) awaitsName() bool {
	if len(w.parts) == 0 {
		return false
	}
	before := strings.TrimRight(w.parts[len(w.parts)-1].Text, " \t\r\n")
	switch strings.ToUpper(before[strings.LastIndexAny(before, " \t\r\n(")+1:]) {
	case "FROM", "JOIN", "INTO", "UPDATE":
		return true
	}
	return false
}

// put appends text that is not in the file.
func (w *writer) put(text string) {
	if strings.TrimSpace(text) != "" {
		w.add(parse.TextPart{Text: text})
	}
}

func (w *writer) add(p parse.TextPart) { w.parts, w.apart = append(w.parts, p), true }

// hole appends an unknown part.
func (w *writer) hole() { w.add(parse.TextPart{}) }

// include appends the text of a fragment.
func (w *writer) include(id attr) {
	w.add(parse.TextPart{Text: id.value, At: id.at})
}

// content appends text of the file: unescaped, with parameters as they are sent,
// and with text substitutions as holes.
//
//	#{id}  ?      ${table}  {}      &lt;  <
func (w *writer) content(start, end int, raw bool) {
	for at := start; at < end; {
		n := strings.IndexAny(w.text[at:end], "#$&")
		if n < 0 {
			w.keep(at, end)
			return
		}
		w.keep(at, at+n)
		at += n
		at += w.special(at, end, raw)
	}
}

// maxSpecial bounds a construct that begins with a mark.
const maxSpecial = 500

// special appends a construct that begins with a mark, and returns its length.
func (w *writer) special(at, end int, raw bool) int {
	rest := w.text[at:min(end, at+maxSpecial)]
	if rest[0] == '&' {
		if i := strings.IndexByte(rest, ';'); !raw && i > 0 && entities[rest[1:i]] != "" {
			w.put(entities[rest[1:i]])
			return i + 1
		}
	} else if i := strings.IndexByte(rest, '}'); i > 1 && rest[1] == '{' {
		if rest[0] == '#' {
			w.put("?")
		} else {
			w.hole()
		}
		return i + 1
	}
	w.keep(at, at+1)
	return 1
}

// entities are the names of characters with a special meaning in XML.
var entities = map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'",
	"#39": "'", "#34": `"`, "#60": "<", "#62": ">", "#38": "&"}

// keep appends text of the file unchanged.
func (w *writer) keep(start, end int) {
	if start >= end {
		return
	}
	w.apart = w.apart || strings.TrimLeft(w.text[start:end], " \t\r\n") != ""
	if n := len(w.parts) - 1; n >= 0 {
		if p := &w.parts[n]; p.Place > 0 && int(p.Place)+len(p.Text) == start {
			p.Text = w.text[p.Place:end]
			return
		}
	}
	w.parts = append(w.parts, parse.TextPart{Text: w.text[start:end], Place: uint32(start)})
}
