// Package mybatis reads the XML files with the statements of MyBatis mappers.
// Other XML files are ignored.
//
//	mybatis.go    the language; statements, fragments and result maps as definitions
//	scan.go       elements and text, with their positions
//	statement.go  the SQL of an element, with the text of its dynamic elements
package mybatis

import (
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Languages returns the language of mapper files.
func Languages() []parse.Language { return []parse.Language{language{}} }

type language struct{}

// Name implements [parse.Language].
func (language) Name() string { return "mybatis" }

// Extensions implements [parse.Language].
func (language) Extensions() []string { return []string{".xml"} }

// Takes implements [parse.Picker]: a file is a mapper file if its root element is
// a mapper.
//
//	<mapper namespace="shop.OrderMapper">
func (language) Takes(src parse.Source) bool {
	rest := src.Text
	for {
		rest = strings.TrimLeft(rest, "\ufeff \t\r\n")
		end := "" // the end of constructs allowed before the root element
		switch {
		case strings.HasPrefix(rest, "<!--"):
			end = "-->"
		case strings.HasPrefix(rest, "<?"), strings.HasPrefix(rest, "<!"):
			end = ">"
		default:
			tag, ok := strings.CutPrefix(rest, "<mapper")
			tag, _, closed := strings.Cut(tag, ">")
			return ok && closed && tag != "" && isBlank(tag[0]) &&
				strings.Contains(tag, "namespace")
		}
		i := strings.Index(rest, end)
		if i < 0 {
			return false
		}
		rest = rest[i+len(end):]
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// statements are the elements whose content is executed, with their kind of
// access.
var statements = map[string]bool{"select": true, "insert": true, "update": true, "delete": true}

// Facts implements [parse.Language].
//
// The namespace of the file is its only import: the interface whose methods its
// statements implement. A statement, a fragment and a result map are constants,
// with the name of the element as a modifier.
//
// Time and memory are linear in the length of the file.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	r := &reader{f: &parse.Facts{Path: src.Path, Language: "mybatis", Text: src.Text,
		Gaps: src.Gaps, Module: src.Path,
		Definitions: []parse.Definition{{Kind: graph.KindFile, Name: path.Base(src.Path),
			Symbol: "<module>", Parent: -1,
			Range: parse.Range{End: uint32(len(src.Text))}}}}}
	r.f.HasError = !scan(src.Text, r) || r.depth != 0
	r.finish()
	r.f.Sort()
	return r.f, nil
}

// A reader turns the elements of a mapper file into facts.
type reader struct {
	f     *parse.Facts
	depth int // number of enclosing elements
	def   int32
	level int     // the depth of the element of def; 0: none is open
	sql   *writer // of the open statement or fragment; nil for others
	doc   comment // right before the next element
}

// A comment is the last comment read.
type comment struct {
	text       string
	start, end int
}

// start implements handler.
func (r *reader) start(e *element) {
	r.depth++
	switch {
	case r.level > 0:
		r.inside(e)
	case e.name == "mapper":
		if ns := e.attr("namespace"); ns.value != "" && len(r.f.Imports) == 0 {
			r.f.Imports = append(r.f.Imports, parse.Import{Path: ns.value, At: ns.at})
		}
	case statements[e.name] || e.name == "sql" || e.name == "resultMap" ||
		e.name == "parameterMap":
		r.define(e)
	}
	r.doc = comment{}
}

// define begins the definition of an element that has an id.
func (r *reader) define(e *element) {
	id := e.attr("id")
	if id.value == "" || strings.ContainsAny(id.value, " \t\r\n#@:") {
		return
	}
	d := parse.Definition{Kind: graph.KindConstant, Name: id.value, Symbol: id.value,
		Range: parse.Range{Start: uint32(e.at)}, NameAt: id.at, Exported: true,
		Signature: strings.Join(strings.Fields(r.f.Text[e.at:e.inner]), " "),
		Modifiers: []string{e.name}}
	if text := r.f.Text; r.doc.text != "" && strings.TrimSpace(text[r.doc.end:e.at]) == "" {
		d.Doc, d.Range.Start = r.doc.text, uint32(r.doc.start)
	}
	d.Body.Start = uint32(e.inner)
	r.def, r.level = int32(len(r.f.Definitions)), r.depth
	r.f.Definitions = append(r.f.Definitions, d)
	if statements[e.name] || e.name == "sql" {
		r.sql = &writer{text: r.f.Text}
	}
	r.named(e)
}

// named adds the references in the attributes of an element.
func (r *reader) named(e *element) {
	for _, name := range []string{"resultType", "parameterType", "type", "ofType", "javaType"} {
		if class := e.attr(name); class.value != "" && e.name != "selectKey" {
			r.refer(parse.RefType, class)
		}
	}
	for list := e.attr("resultMap"); list.value != ""; {
		one := list
		first, rest, _ := strings.Cut(list.value, ",") // of several result sets
		one.value = strings.TrimSpace(first)
		one.at += uint32(len(first) - len(strings.TrimLeft(first, " \t\r\n")))
		r.refer(parse.RefCreate, one)
		list.value, list.at = rest, list.at+uint32(len(first))+1
	}
	if e.name == "resultMap" {
		r.refer(parse.RefCreate, e.attr("extends"))
	}
	r.refer(parse.RefCall, e.attr("select"))
}

// refer adds a reference to the name in an attribute.
func (r *reader) refer(kind parse.RefKind, a attr) {
	if a.value != "" && !strings.Contains(a.value, "${") {
		r.f.References = append(r.f.References, parse.Reference{Name: a.value, Kind: kind,
			Def: r.def, At: a.at, Args: -1})
	}
}

// inside reads an element within a definition.
func (r *reader) inside(e *element) {
	if r.sql == nil {
		r.named(e)
		return
	}
	if e.name != "include" {
		r.sql.open(e)
		return
	}
	if id := e.attr("refid"); strings.Contains(id.value, "${") {
		r.sql.hole()
	} else if id.value != "" {
		r.refer(parse.RefMember, id)
		r.sql.include(id)
	}
}

// end implements handler.
func (r *reader) end(name string, at, end int) {
	if r.level == r.depth && r.level > 0 {
		r.close(at, end)
	} else if r.sql != nil && r.level > 0 {
		r.sql.close(name)
	}
	r.depth = max(r.depth-1, 0) // a broken file may have more end tags than start tags
}

// close ends the open definition.
func (r *reader) close(at, end int) {
	d := &r.f.Definitions[r.def]
	d.Range.End, d.Body.End = uint32(end), max(uint32(at), d.Body.Start)
	if r.sql != nil && len(r.sql.parts) > 0 {
		e := parse.Embedded{Text: parse.TextParts(r.sql.parts).Text(), Parts: r.sql.parts,
			Range: d.Body, Def: r.def}
		if d.Modifiers[0] == "sql" {
			e.Use, e.IsValue, e.For = parse.UseText, true, d.NameAt
		}
		r.f.Embedded = append(r.f.Embedded, e)
	}
	r.def, r.level, r.sql = 0, 0, nil
}

// text implements handler.
func (r *reader) text(start, end int, raw bool) {
	if r.sql != nil {
		r.sql.content(start, end, raw)
	}
}

// comment implements handler.
func (r *reader) comment(text string, start, end int) {
	r.doc = comment{strings.Join(strings.Fields(text), " "), start, end}
}

// finish closes the elements left open by a broken file.
func (r *reader) finish() {
	if r.level > 0 {
		r.close(len(r.f.Text), len(r.f.Text))
	}
}
