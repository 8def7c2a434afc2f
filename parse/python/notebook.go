package python

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"seedgraph/parse"
)

// A notebook is a Jupyter file whose cells are in Python. Its cells are read in
// order as the code of one module; positions are those of the file. Outputs, other
// cells and IPython syntax (magics, shell commands) are not code.
type notebook struct{}

func (notebook) Name() string { return "jupyter" }

func (notebook) Extensions() []string { return []string{".ipynb"} }

// Takes implements [parse.Picker]: the language of the kernel is Python or
// unspecified.
func (notebook) Takes(src parse.Source) bool {
	language := notebookOf(src.Text).language
	return language == "" || strings.HasPrefix(strings.ToLower(language), "python")
}

// Facts implements [parse.Language].
//
// Time and memory are linear in the length of the file and the nodes of the syntax
// tree.
func (notebook) Facts(p *parse.Parser, src parse.Source) (*parse.Facts, error) {
	code := notebookOf(src.Text).code(src.Text)
	tree, err := p.Parse(grammar(), code.String())
	if err != nil {
		return nil, err
	}
	tree.Move(src.Text, code.Start, code.End)
	f := factsOf(p, src, tree)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		d.Signature = strings.TrimRight(unescaped.Replace(d.Signature), ` \`)
		d.Doc = strings.Trim(unescaped.Replace(d.Doc), ` \`)
	}
	return f, nil
}

// unescaped removes the JSON escapes from the displayed text of a definition.
var unescaped = strings.NewReplacer(`\n","`, "", `\n", "`, "", `\n`, "\n", `\"`, `"`, `\\`, `\`, `\t`, " ")

// A jsonString is a string of a notebook, without its quotes.
type jsonString struct{ start, end int }

// cells describes a notebook.
type cells struct {
	language string
	code     func(text string) *parse.Patchwork
}

// notebookOf finds the cells of a notebook.
func notebookOf(text string) cells {
	s := jsonScanner{text: text}
	s.value("", nil)
	return cells{s.language, func(text string) *parse.Patchwork {
		var c parse.Patchwork
		for _, cell := range s.cells {
			addCell(&c, text, cell)
		}
		return &c
	}}
}

// A jsonScanner scans the JSON of a notebook.
type jsonScanner struct {
	text     string
	at       int
	cells    [][]jsonString // code cells: the strings of their sources
	language string
}

// A cell is an element of the list of cells.
type cell struct {
	isCode bool
	source []jsonString
}

// maxNotebookNesting bounds the levels of JSON that are read.
const maxNotebookNesting = 100

// value reads a value, which is at a path, in a cell or nil.
func (s *jsonScanner) value(path string, in *cell) {
	s.blanks()
	if s.at >= len(s.text) || strings.Count(path, "/") > maxNotebookNesting {
		s.at = len(s.text)
		return
	}
	switch s.text[s.at] {
	case '{':
		c := cell{}
		if path == "/cells" {
			in = &c
		}
		s.members(path, in)
		if in == &c && c.isCode {
			s.cells = append(s.cells, c.source)
		}
	case '[':
		s.elements(path, in)
	case '"':
		s.found(path, s.str(), in)
	default:
		for s.at < len(s.text) && strings.IndexByte(",]}\n", s.text[s.at]) < 0 {
			s.at++
		}
	}
}

// found handles a string at a path.
func (s *jsonScanner) found(path string, str jsonString, in *cell) {
	switch path {
	case "/cells/cell_type":
		if in != nil {
			in.isCode = s.text[str.start:str.end] == "code"
		}
	case "/cells/source":
		if in != nil {
			in.source = append(in.source, str)
		}
	case "/metadata/kernelspec/language", "/metadata/language_info/name":
		s.language = s.text[str.start:str.end]
	}
}

// members reads an object.
func (s *jsonScanner) members(path string, in *cell) {
	for s.at++; s.more('}'); {
		if s.text[s.at] != '"' {
			s.at++
			continue
		}
		name := s.str()
		s.blanks()
		if s.at < len(s.text) && s.text[s.at] == ':' {
			s.at++
		}
		s.value(path+"/"+s.text[name.start:name.end], in)
	}
}

// elements reads a list.
func (s *jsonScanner) elements(path string, in *cell) {
	for s.at++; s.more(']'); {
		before := s.at
		s.value(path, in)
		s.at = max(s.at, before+1)
	}
}

// more reports whether another element precedes the end of an object or a list;
// otherwise it moves after the end.
func (s *jsonScanner) more(end byte) bool {
	for s.blanks(); s.at < len(s.text) && s.text[s.at] == ','; s.blanks() {
		s.at++
	}
	if s.at < len(s.text) && s.text[s.at] == end {
		s.at++
		return false
	}
	return s.at < len(s.text)
}

func (s *jsonScanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// str reads a string.
func (s *jsonScanner) str() jsonString {
	out := jsonString{s.at + 1, len(s.text)}
	for s.at++; s.at < len(s.text) && s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	out.end = min(s.at, len(s.text))
	s.at++
	return out
}

// addCell adds the code of a cell, line by line: IPython syntax becomes an empty
// line.
func addCell(c *parse.Patchwork, text string, source []jsonString) {
	first, end := true, 0
	for _, str := range source {
		for at := str.start; at < str.end; {
			line := at
			at = lineOf(text, at, str.end)
			switch kind := magic(text[line:at]); {
			case first && kind == otherCell:
				return
			case kind == code:
				addLine(c, text, line, at)
			case kind == assigned:
				sign := line + strings.IndexByte(text[line:at], '=')
				c.Copy(text, line, sign)
				c.Put("= []", sign)
			}
			c.Put("\n", at)
			first, end = false, at
		}
	}
	if !first {
		c.Put("\n", end)
	}
}

// lineOf returns the end of a line in a string of JSON, after its escape.
func lineOf(text string, at, end int) int {
	for ; at < end; at++ {
		if text[at] == '\\' {
			if at++; at < end && text[at] == 'n' {
				return at + 1
			}
		}
	}
	return end
}

// addLine adds a line without the escapes of JSON.
func addLine(c *parse.Patchwork, text string, at, end int) {
	from := at
	for ; at < end; at++ {
		if text[at] != '\\' || at+1 >= end {
			continue
		}
		c.Copy(text, from, at)
		escape := at
		at++
		switch b := text[at]; b {
		case 'n', 'r', 'b', 'f':
		case 't':
			c.Put("\t", escape)
		case 'u':
			if n, err := strconv.ParseUint(text[at+1:min(at+5, end)], 16, 32); err == nil {
				c.Put(string(utf8.AppendRune(nil, rune(n))), escape)
				at += 4
			}
		default:
			c.Copy(text, at, at+1)
		}
		from = at + 1
	}
	c.Copy(text, from, end)
}

// The kinds of lines of a cell.
const (
	code      = iota
	command   // of IPython or the shell
	assigned  // the output of one, to a variable
	otherCell // the whole cell is in another language
)

// sameLanguage are the magics of Python cells.
var sameLanguage = map[string]bool{"time": true, "timeit": true, "capture": true, "prun": true,
	"python": true, "python3": true, "debug": true, "memit": true}

// outputOf matches the assignment of the output of a command.
var outputOf = regexp.MustCompile(`^ *\w+ *= *[!%]`)

// magic returns the kind of a line: %matplotlib inline, !ls, %%bash, value?, files = !ls
func magic(line string) int {
	line = strings.TrimSuffix(line, `\n`)
	trimmed := strings.TrimLeft(line, " ")
	switch {
	case strings.HasPrefix(trimmed, "%%"):
		name, _, _ := strings.Cut(trimmed[2:], " ")
		if sameLanguage[name] {
			return command
		}
		return otherCell
	case trimmed != "" && strings.IndexByte("%!?", trimmed[0]) >= 0, strings.HasSuffix(trimmed, "?"):
		return command
	case outputOf.MatchString(line):
		return assigned
	}
	return code
}
