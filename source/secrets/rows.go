package secrets

import "strings"

// rowForm finds the values of columns with names of credentials in inserted rows.
var rowForm = form{kind: "row", anchors: []string{"INSERT", "insert", "Insert"}, read: rows}

// maxRows is the maximum number of rows of one statement that are read.
const maxRows = 10_000

// rows parses INSERT INTO t (a, password) VALUES (…, '…'), (…).
func rows(src *source, at, end int) []span {
	s := scanner{text: src.text, at: end}
	if at < src.rows || at > 0 && isWord(src.text[at-1]) {
		return nil
	}
	columns := s.columns()
	secret := map[int]proof{}
	for i, c := range columns {
		if p, ok := columnProof(c); ok {
			secret[i] = p
		}
	}
	if len(secret) == 0 {
		return nil
	}
	s.lines(3)
	var out []span
	switch keyword := strings.ToLower(s.word()); keyword {
	case "values":
		for n := 0; n < maxRows && s.opens(); n++ {
			out = append(out, s.row(secret)...)
			s.lines(3)
			s.take(",")
		}
	case "select":
		out = s.row(secret)
	}
	src.rows = s.at
	return out
}

// opens skips the bracket that opens a row.
func (s *scanner) opens() bool {
	s.lines(3)
	return s.take("(")
}

// columns skips INTO, the name of a table and the names of its columns, and returns
// the latter.
func (s *scanner) columns() []string {
	s.lines(2)
	for n := 0; n < 200 && s.peek() != '('; n++ {
		c := s.peek()
		if !isWord(c) && strings.IndexByte(" .[]\"`\r\n\t{}$@", c) < 0 {
			return nil
		}
		s.at++
	}
	if !s.take("(") {
		return nil
	}
	end := strings.IndexAny(s.ahead(4000), "();")
	if end < 0 || s.text[s.at+end] != ')' {
		return nil
	}
	list := s.text[s.at : s.at+end]
	s.at += end + 1
	columns := strings.Split(list, ",")
	for i, c := range columns {
		columns[i] = strings.Trim(c, " \r\n\t[]\"`\\")
	}
	return columns
}

// columnProof returns the evidence required of a value in a column; ok is false if
// the column has no credentials.
func columnProof(column string) (proof, bool) {
	words := wordsOf(column)
	for len(words) > 1 && suffixes[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	ends := strings.Join(words, "")
	for _, n := range names {
		if !strings.HasSuffix(ends, strings.ReplaceAll(n.words, " ", "")) ||
			n.whole && len(words) > 0 && words[len(words)-1] != n.words ||
			isPublic(column, strings.Index(strings.ToLower(column), words[len(words)-1])) {
			continue
		}
		if n.strong {
			return noWord, true
		}
		return known, true
	}
	return 0, false
}

// row parses the values of one row, up to its end.
func (s *scanner) row(secret map[int]proof) []span {
	var out []span
	for i := 0; ; i++ {
		s.lines(2)
		mark := s.at
		if p, ok := secret[i]; ok {
			out = append(out, s.credentials(s.joined(), p)...)
			s.at = mark
		}
		if !s.argument() || !s.take(",") {
			s.take(")")
			return out
		}
	}
}

// inputForm finds the value of a password field in markup.
var inputForm = form{kind: "password", anchors: []string{`type="password"`, `type='password'`,
	`type={"password"}`}, read: input}

// input parses the other attributes of the element around type="password".
func input(src *source, at, end int) []span {
	from := strings.LastIndexByte(src.text[max(0, at-300):at], '<')
	if from < 0 {
		return nil
	}
	from += max(0, at-300)
	tag, _, _ := strings.Cut(src.text[from:min(len(src.text), end+300)], ">")
	for _, name := range []string{" value=", " defaultValue=", " Value=", " :value=\""} {
		i := strings.Index(tag, name)
		if i < 0 {
			continue
		}
		s := scanner{text: src.text, at: from + i + len(name)}
		s.take("{")
		if in, ok := s.literal(); ok {
			return s.credentials([]span{in}, anyWord)
		}
	}
	return nil
}
