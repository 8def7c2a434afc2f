package component

import "strings"

// bound adds an expression of Angular as a statement.
func (s *scanner) bound(start, end int) {
	if start, end = s.trim(start, end); start < end {
		s.put("(", start)
		s.piped(start, end, 0)
		s.put(");\n", end)
	}
}

// deepestPipe bounds the nesting of brackets that are searched for pipes.
const deepestPipe = 20

// piped adds an expression with its pipes as calls of functions with their names,
// and the pipe async as an await:
//
//	day | date : 'short'      // date(day, 'short')
//	users | async             // (await (users))
func (s *scanner) piped(start, end, depth int) {
	if depth > deepestPipe || strings.IndexByte(s.text[start:end], '|') < 0 {
		s.copy(start, end)
		return
	}
	s.pipe(s.cut(start, end, '|'), depth)
}

// pipe adds an expression passed to a sequence of pipes, which are the other
// parts.
func (s *scanner) pipe(parts [][2]int, depth int) {
	last := len(parts) - 1
	if last < 0 {
		return
	}
	if last == 0 || last > deepestPipe {
		s.nested(parts[0][0], parts[0][1], depth)
		return
	}
	args := s.cut(parts[last][0], parts[last][1], ':')
	if len(args) == 0 {
		s.pipe(parts[:last], depth)
		return
	}
	start, end := s.trim(args[0][0], args[0][1])
	if s.text[start:end] == "async" {
		s.put("(await (", start)
		s.pipe(parts[:last], depth)
		s.put("))", end)
		return
	}
	s.file.Pipes = append(s.file.Pipes, uint32(start))
	s.copy(start, end)
	s.put("(", end)
	s.pipe(parts[:last], depth)
	for _, a := range args[1:] {
		s.put(", ", a[0])
		s.nested(a[0], a[1], depth)
	}
	s.put(")", parts[last][1])
}

// nested adds an expression without top-level pipes, which may have some in
// brackets.
func (s *scanner) nested(start, end, depth int) {
	from := start
	for at := start; at < end; at++ {
		switch s.text[at] {
		case '"', '\'':
			at = max(stringEnd(s.text, at, end)-1, at)
		case '`':
			stop := max(stringEnd(s.text, at, end), at+1)
			from = s.filled(from, at, stop, depth)
			at = stop - 1
		case '(', '[', '{':
			stop := s.matching(at, end)
			if inner := s.text[at:stop]; strings.IndexByte(inner, '|') >= 0 && stop-at > 2 {
				s.copy(from, at+1)
				s.elements(at+1, stop-1, inner[0] == '{', depth+1)
				from = stop - 1
			}
			at = stop - 1
		}
	}
	s.copy(from, end)
}

// filled adds the text up to and including a substitution of a template string
// that contains pipes, and returns where the rest begins: `${day | date}`.
func (s *scanner) filled(from, at, end, depth int) int {
	for at < end {
		next := strings.Index(s.text[at:end], "${")
		if next < 0 {
			break
		}
		at += next + 1
		stop := s.matching(at, end)
		if strings.IndexByte(s.text[at:stop], '|') >= 0 && stop-at > 2 {
			s.copy(from, at+1)
			s.piped(at+1, stop-1, depth+1)
			from = stop - 1
		}
		at = stop
	}
	return from
}

// elements adds comma-separated parts; the members of an object have names.
func (s *scanner) elements(start, end int, object bool, depth int) {
	for i, part := range s.cut(start, end, ',') {
		if i > 0 {
			s.put(", ", part[0])
		}
		if key := strings.IndexByte(s.text[part[0]:part[1]], ':'); object && key >= 0 {
			s.copy(part[0], part[0]+key+1)
			part[0] += key + 1
		}
		s.piped(part[0], part[1], depth)
	}
}

// matching returns the position after the bracket that closes the one at a
// position, or the end.
func (s *scanner) matching(at, end int) int {
	depth := 0
	for ; at < end; at++ {
		switch s.text[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"', '\'', '`':
			at = max(stringEnd(s.text, at, end)-1, at)
		}
	}
	return end
}

// cut lists the parts between the occurrences of a mark outside of brackets and
// strings: of a | that is not ||, of a : that is not in a conditional. Blank parts
// are left out.
func (s *scanner) cut(start, end int, mark byte) [][2]int {
	var out [][2]int
	from, choices := start, 0
	add := func(to int) {
		if a, b := s.trim(from, to); a < b {
			out = append(out, [2]int{a, b})
		}
		from = to + 1
	}
	for at := start; at < end; at++ {
		next := byte(0)
		if at+1 < end {
			next = s.text[at+1]
		}
		switch c := s.text[at]; {
		case c == '"' || c == '\'' || c == '`':
			at = max(stringEnd(s.text, at, end)-1, at)
		case c == '(' || c == '[' || c == '{':
			at = s.matching(at, end) - 1
		case c == next && (c == '|' || c == '?'), c == '?' && next == '.':
			at++
		case c == '?':
			choices++
		case c == ':' && choices > 0:
			choices--
		case c == mark:
			add(at)
		}
	}
	add(end)
	return out
}
