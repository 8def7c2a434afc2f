package render

import "strings"

// A Counter counts the tokens of a text.
type Counter interface {
	Count(text string) int
	// Additive reports whether the count of a+b is known to be the count of a
	// plus that of b.
	Additive(a, b string) bool
}

// A Packer joins blocks into one text that never has more tokens than Budget.
type Packer struct {
	Counter Counter
	Budget  int

	text strings.Builder
	used int
}

// Add appends a block if the whole text stays within the budget. It reports the
// tokens that the block added, or would have added.
func (p *Packer) Add(block string) (tokens int, ok bool) {
	tokens = p.cost(block)
	if p.used+tokens > p.Budget {
		return tokens, false
	}
	p.text.WriteString(block)
	p.used += tokens
	return tokens, true
}

// cost is what the text as a whole would grow by.
func (p *Packer) cost(block string) int {
	if text := p.text.String(); !p.Counter.Additive(text, block) {
		return p.Counter.Count(text+block) - p.used
	}
	return p.Counter.Count(block)
}

// Text returns the text.
func (p *Packer) Text() string { return p.text.String() }

// Tokens returns the tokens of the text.
func (p *Packer) Tokens() int { return p.used }

// ContextBlock is a node of a context: a header that says what and where it is,
// and its text.
func ContextBlock(it Item, text string) string {
	var b strings.Builder
	b.WriteString("## " + Range(it) + " " + OneLine(it.label) + " " + it.Handle + "\n")
	b.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.String()
}
