package outline

// A row is a statement of an indented language, up to the end of its line or of
// the brackets that it opens.
type row struct {
	from, to int   // its tokens
	indent   int32 // of its first line
	opens    bool  // it ends with a colon
	cut      int32 // number of surplus blanks
}

// compound are the words that begin a compound statement.
const compound = " def class async if elif else for while try except finally with match case "

// statements returns the changes that complete compound statements: a colon, the
// keyword of a definition, and the removal of surplus blanks compared with
// adjacent statements. Time is linear in the number of tokens.
//
//	class A:
//	     m(self):         // becomes def m(self):
//	        return self
func (r *reader) statements() changes {
	rows := r.rows()
	var out changes
	var open []int // rows with increasing indentation, up to the last one
	for i := range rows {
		for len(open) > 0 && rows[open[len(open)-1]].indent > rows[i].indent {
			open = open[:len(open)-1]
		}
		if i+1 < len(rows) && rows[i+1].indent > rows[i].indent+1 {
			before := ""
			if n := len(open); n > 0 && rows[open[n-1]].indent >= rows[i].indent-1 {
				before = r.word(rows[open[n-1]].from)
			}
			out = append(out, r.opener(&rows[i], before, r.word(rows[i+1].from))...)
		}
		open = append(open, i)
	}
	straighten(rows)
	for i := range rows {
		if n := rows[i].cut; n > 0 {
			at := r.tokens[rows[i].from].Start - uint32(n)
			if r.text[at] == ' ' {
				out = append(out, Change{At: at, Cut: uint32(n)})
			}
		}
	}
	return out
}

// rows lists the statements of a text.
func (r *reader) rows() []row {
	var out []row
	for i := 0; i < len(r.tokens); {
		end := r.rowEnd(i)
		out = append(out, row{from: i, to: end, indent: r.lines.indent[i],
			opens: r.byteAt(end-1) == ':'})
		i = end
	}
	return out
}

// rowEnd returns the token after a statement: the first of a line outside
// brackets, or of one that can only begin a statement.
func (r *reader) rowEnd(from int) int {
	column, depth := r.lines.indent[from], 0
	for j := from; j < len(r.tokens); j++ {
		if j > from && r.lines.first[j] {
			if depth == 0 || among(r.word(j), pythonStatements) ||
				r.lines.indent[j] <= column && !r.closes(j) {
				return j
			}
		}
		switch r.byteAt(j) {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return len(r.tokens)
}

// opener returns the changes that complete the header of a block: its colon, or
// its first word. before is the first word of the previous statement, and inside
// that of the block.
func (r *reader) opener(s *row, before, inside string) changes {
	w := r.word(s.from)
	put, p := "", -1 // index of the partner of the second token
	if s.from+1 < s.to {
		p = int(r.pair[s.from+1])
	}
	switch {
	case among(w, compound):
		if s.opens {
			return nil
		}
		s.opens = true
		return changes{{At: r.tokens[s.to-1].End, Put: ":"}}
	case !s.opens:
		return nil
	case s.from+1 == s.to && among(before, " try except "):
		put = "finally"
	case s.from+1 == s.to && among(before, " if elif for while "):
		put = "else"
	case s.from+1 == s.to:
		return nil
	case before == "case" || inside == "case":
		put = "case "
		if inside == "case" {
			put = "match "
		}
	case before == "try" || before == "except":
		put = "except "
	case r.has(s, "as"):
		put = "with "
	case w == "" || r.byteAt(s.from+1) != '(':
		put = "if "
	case w[0] >= 'A' && w[0] <= 'Z':
		put = "class "
	case p > 0 && !r.areParameters(s.from+2, p):
		put = "if "
	default:
		put = "def "
	}
	return changes{{At: r.tokens[s.from].Start, Put: put}}
}

// has reports whether a statement contains a word.
func (r *reader) has(s *row, word string) bool {
	for i := s.from; i < s.to; i++ {
		if r.word(i) == word {
			return true
		}
	}
	return false
}

// areParameters reports whether the text between two tokens may be the parameters
// of a function: each begins with a name, and is not a value that does.
func (r *reader) areParameters(from, to int) bool {
	for begins := true; from < to; from++ {
		c := r.byteAt(from)
		if begins && c != '*' && c != '/' && (r.word(from) == "" ||
			from+1 < to && !among(string(r.byteAt(from+1)), " , : = ")) {
			return false
		}
		if p := int(r.pair[from]); p > from && p < to {
			from = p
		}
		begins = c == ',' || begins && c == '*'
	}
	return true
}

// straighten finds the rows that are indented one blank more than the others of
// their block, because their first word is missing.
func straighten(rows []row) {
	type block struct {
		indent int32
		first  int // row
	}
	open := []block{{}}
	for i := range rows {
		s := &rows[i]
		for n := len(open) - 1; n > 0 && s.indent < open[n].indent; n-- {
			if s.indent > open[n-1].indent+1 && s.indent+1 == open[n].indent {
				rows[open[n].first].cut = 1
				open[n].indent = s.indent
				break
			}
			open = open[:n]
		}
		top := open[len(open)-1].indent
		switch {
		case i > 0 && rows[i-1].opens && s.indent > top:
			open = append(open, block{s.indent, i})
		case s.indent == top+1:
			s.cut = 1
		}
	}
}
