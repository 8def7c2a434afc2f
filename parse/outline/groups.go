package outline

import "strings"

// groups returns the changes that complete groups and declarations of a file: a
// group whose word or parenthesis is missing, and a function without its word. It
// examines lines that begin at the left edge, where only declarations begin. Time
// is linear in the number of tokens.
//
//	const       // becomes const (
//		A = 1
//	)
func (r *reader) groups() changes {
	var out changes
	for i := range r.tokens {
		if !r.lines.first[i] || r.lines.indent[i] > 1 {
			continue
		}
		switch w := r.word(i); {
		case r.Groups[w] != 0:
			out = append(out, r.group(i)...)
		case w != "" && !among(w, " func import package "):
			out = append(out, r.declaration(i)...)
		case r.byteAt(i) == '(' && r.isReceiver(i):
			out = append(out, Change{At: r.tokens[i].Start, Put: "func "})
		case r.byteAt(i) == '(' && i+1 < len(r.tokens) && r.lines.first[i+1]:
			if w := r.keyword(i); w != "" {
				out = append(out, Change{At: r.tokens[i].Start, Put: w + " "})
			}
			out = append(out, r.closing(i)...)
		}
	}
	return out
}

// isReceiver reports whether a method follows whose receiver begins with token i.
func (r *reader) isReceiver(i int) bool {
	p := int(r.pair[i])
	return p > i && r.lines.indent[p] == r.lines.indent[i] && r.word(p+1) != "" &&
		!r.lines.first[p+1] && r.byteAt(p+2) == '('
}

// declaration adds the word before a function or a type that lacks it.
func (r *reader) declaration(i int) changes {
	put := ""
	switch next := r.word(i + 1); {
	case next == "struct" || next == "interface":
		put = "type "
	case r.byteAt(i+1) == '(' && int(r.pair[i+1]) > i && r.opensLater(int(r.pair[i+1])):
		put = "func "
	default:
		return nil
	}
	return changes{{At: r.tokens[i].Start, Put: put}}
}

// opensLater reports whether a brace ends the line of the token at i.
func (r *reader) opensLater(i int) bool {
	for i++; i < len(r.tokens) && !r.lines.first[i]; i++ {
	}
	return r.byteAt(i-1) == '{'
}

// group returns the changes that add the missing parentheses of a group whose word
// is token i, or the missing struct or interface of a type with members.
func (r *reader) group(i int) changes {
	switch {
	case i+1 >= len(r.tokens):
	case r.word(i) == "type" && r.word(i+1) != "" && r.byteAt(i+2) == '{':
		put := " struct"
		if r.word(i+3) != "" && r.byteAt(i+4) == '(' {
			put = " interface"
		}
		return changes{{At: r.tokens[i+1].End, Put: put}}
	case r.byteAt(i+1) == '(' && i+2 < len(r.tokens) && r.lines.first[i+2]:
		return r.closing(i + 1)
	case r.lines.first[i+1] && r.lines.indent[i+1] > r.lines.indent[i]:
		return append(changes{{At: r.tokens[i].End, Put: "("}}, r.closing(i)...)
	}
	return nil
}

// closing adds the parenthesis that ends the group of a line, unless there is one.
func (r *reader) closing(i int) changes {
	j := i + 1
	for j < len(r.tokens) && !(r.lines.first[j] && r.lines.indent[j] <= 1) {
		j++
	}
	if r.byteAt(j) == ')' {
		return nil
	}
	return changes{{At: r.tokens[j-1].End, Put: "\n)"}}
}

// keyword returns the word of the group whose parenthesis is at token i, as far as
// its lines determine it.
func (r *reader) keyword(i int) string {
	word := ""
	for j := i + 1; j < len(r.tokens) && r.lines.indent[j] > 1; j++ {
		if !r.lines.first[j] || r.lines.indent[j] != r.lines.indent[i+1] || r.word(j) == "" {
			continue
		}
		switch w := r.line(j); {
		case strings.Contains(w, "iota") || !strings.Contains(w, " "):
			return "const"
		case strings.Contains(w, " struct ") || strings.Contains(w, " interface "):
			return "type"
		default:
			word = "var"
		}
	}
	return word
}

// line returns the tokens of the line that token i begins, with blanks between them.
func (r *reader) line(i int) string {
	from := i
	for i++; i < len(r.tokens) && !r.lines.first[i]; i++ {
	}
	var b strings.Builder
	for ; from < i; from++ {
		b.WriteString(r.text[r.tokens[from].Start:r.tokens[from].End])
		if from+1 < i {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
