package secrets

import "strings"

// variableForm finds the defaults of HCL variables (Terraform, Packer) that are
// sensitive or have names of credentials.
//
//	variable "login" {
//	  sensitive = true
//	  default   = "x"
//	}
var variableForm = form{kind: "variable", anchors: []string{`variable "`}, read: defaults}

// maxBlock limits the bytes of a block that are read.
const maxBlock = 20_000

// defaults parses the block whose label begins at text[end:].
func defaults(src *source, _, end int) []span {
	label, _, ok := strings.Cut(src.text[end:min(len(src.text), end+maxCredential)], `"`)
	s := scanner{text: src.text[:min(len(src.text), end+maxBlock)], at: end + len(label) + 1}
	s.blanks()
	if !ok || !s.take("{") {
		return nil
	}
	least, secret := proofOf(label)
	var found []span
	for {
		s.gap()
		mark := s.at
		name := s.word()
		s.blanks()
		switch {
		case mark == len(s.text) || s.peek() == '}' && name == "":
			if !secret {
				return nil
			}
			return s.each(found, least)
		case name == "sensitive" && s.take("="):
			if s.blanks(); s.take("true") {
				least, secret = known, true
			}
		case name == "default" && s.take("="):
			found = s.literals()
		case !s.value() && s.at == mark:
			s.at++
		}
	}
}

// proofOf returns the evidence required of the default of a variable; false if its name
// is not that of a credential.
func proofOf(label string) (proof, bool) {
	plain := strings.ToLower(joiners.Replace(label))
	for _, n := range names {
		words := strings.ReplaceAll(n.words, " ", "")
		if !strings.HasSuffix(plain, words) || n.whole && plain != words {
			continue
		}
		if isPublic(plain, len(plain)-len(words)) {
			return 0, false
		}
		if n.strong {
			return noWord, true
		}
		return anyWord, true
	}
	return 0, false
}

// each returns the literals that are credentials and not masked.
func (s *scanner) each(literals []span, p proof) []span {
	var out []span
	for _, l := range literals {
		if strings.Trim(s.text[l.from:l.to], "* \t\r\n") == "" {
			continue
		}
		if p == known || isCredential(s.text[l.from:l.to], p) {
			out = append(out, l)
		}
	}
	return out
}

// gap skips white space and comments.
func (s *scanner) gap() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			s.at++
		case rest[0] == '#', strings.HasPrefix(rest, "//"):
			s.line()
		case strings.HasPrefix(rest, "/*"):
			inside, _, _ := strings.Cut(rest[2:], "*/")
			s.at = min(len(s.text), s.at+len(inside)+len("/**/"))
		default:
			return
		}
	}
}

// line skips the rest of a line.
func (s *scanner) line() {
	line, _, _ := strings.Cut(s.text[s.at:], "\n")
	s.at += len(line)
}

// value skips the value of an attribute or a block, up to the end of its line or of its
// brackets, and reports whether there is one.
func (s *scanner) value() bool {
	at := s.at
	s.literals()
	return s.at > at
}

// literals returns the strings and numbers of an expression, which ends with its line
// or with the brackets that it begins with. A masked number is not valid HCL any more,
// which is better than showing it. It is linear in the expression.
func (s *scanner) literals() []span {
	var out []span
	for depth := 0; s.at < len(s.text); {
		rest := s.text[s.at:]
		switch c := rest[0]; {
		case c == '\n' && depth == 0, strings.IndexByte("]})", c) >= 0 && depth == 0:
			return out
		case strings.IndexByte("[{(", c) >= 0:
			depth++
			s.at++
		case strings.IndexByte("]})", c) >= 0:
			depth--
			s.at++
		case c == '#', strings.HasPrefix(rest, "//"):
			s.line()
		case strings.HasPrefix(rest, "/*"):
			s.gap()
		case strings.HasPrefix(rest, "<<"):
			out = append(out, s.heredoc())
		case c == '"':
			out = append(out, s.quoted())
		case isDigit(c):
			from := s.at
			for s.at < len(s.text) && (isWord(s.text[s.at]) || s.text[s.at] == '.') {
				s.at++
			}
			out = append(out, span{from, s.at})
		case isLetter(c), c == '_':
			s.word()
		default:
			s.at++
		}
	}
	return out
}

// quoted skips a string, and returns the text between its quotes.
func (s *scanner) quoted() span {
	from := s.at + 1
	for s.at++; s.at < len(s.text) && s.text[s.at] != '"' && s.text[s.at] != '\n'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at = min(s.at, len(s.text))
	in := span{from, s.at}
	s.take(`"`)
	return in
}

// heredoc skips a heredoc, and returns it without its marks.
//
//	<<-EOT
//	  text
//	EOT
func (s *scanner) heredoc() span {
	s.any("<<-", "<<")
	mark := s.word()
	s.line()
	in := span{min(s.at+1, len(s.text)), len(s.text)}
	for s.at < len(s.text) {
		s.at++
		begin := s.at
		s.line()
		if strings.TrimSpace(s.text[begin:s.at]) == mark {
			in.to = begin
			break
		}
	}
	in.to = max(in.from, in.to)
	return in
}
