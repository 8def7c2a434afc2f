package outline

import "strings"

// Tokens are the tokens of a text with matched brackets.
type Tokens struct {
	Text string
	list []Token
	pair []int32 // by token: its partner, or -1
}

// Matched returns tokens with their brackets matched as far as possible.
func Matched(text string, list []Token) Tokens {
	t := Tokens{text, list, make([]int32, len(list))}
	var open []int32
	for i := range list {
		t.pair[i] = -1
		switch t.Byte(i) {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			n := len(open) - 1
			if n < 0 || !partners(t.Byte(int(open[n])), t.Byte(i)) {
				continue
			}
			t.pair[i], t.pair[open[n]] = open[n], int32(i)
			open = open[:n]
		}
	}
	return t
}

func partners(open, end byte) bool {
	return open == '(' && end == ')' || open == '[' && end == ']' || open == '{' && end == '}'
}

// Len returns the number of tokens.
func (t *Tokens) Len() int { return len(t.list) }

// At returns token i, which must exist.
func (t *Tokens) At(i int) Token { return t.list[i] }

// Word returns the text of token i, if it is a word.
func (t *Tokens) Word(i int) string {
	if i < 0 || i >= len(t.list) || t.list[i].Kind != Word {
		return ""
	}
	return t.Text[t.list[i].Start:t.list[i].End]
}

// Byte returns token i, if it is punctuation, and 0 otherwise.
func (t *Tokens) Byte(i int) byte {
	if i < 0 || i >= len(t.list) || t.list[i].Kind != Punct {
		return 0
	}
	return t.Text[t.list[i].Start]
}

// Is reports whether token i is the byte c of punctuation.
func (t *Tokens) Is(i int, c byte) bool { return t.Byte(i) == c }

// Pair returns the partner of the bracket i, or -1.
func (t *Tokens) Pair(i int) int {
	if i < 0 || i >= len(t.list) {
		return -1
	}
	return int(t.pair[i])
}

// Adjacent reports whether there is nothing between tokens i and i+1.
func (t *Tokens) Adjacent(i int) bool {
	return i >= 0 && i+1 < len(t.list) && t.list[i].End == t.list[i+1].Start
}

// Line reports whether token i is the first one of its line, or of the text.
func (t *Tokens) Line(i int) bool {
	return i == 0 || i < len(t.list) &&
		strings.IndexByte(t.Text[t.list[i-1].End:t.list[i].Start], '\n') >= 0
}
