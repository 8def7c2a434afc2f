package parse

import (
	"slices"
	"strconv"
	"strings"
)

// A TemplateArgs holds the arguments that are inserted into the placeholders of the
// value of a name, if that is a template.
//
//	string.Format(Select, Table)    // BracePlaceholders, with Table
type TemplateArgs struct {
	Style PlaceholderStyle
	Args  []TextParts
	// Names are the names of the keyword arguments, which follow the positional ones;
	// of TextPlaceholders the text that the only argument replaces.
	Names []string
}

// A PlaceholderStyle is the syntax of the placeholders of a template.
type PlaceholderStyle uint8

const (
	PrintfPlaceholders PlaceholderStyle = iota // %s, %1$s, %(name)s
	BracePlaceholders                          // {0}, {0:x}, {}, {name}
	TextPlaceholders                           // any text, replaced
)

// Values that Cut passes instead of an argument index.
const (
	NoArg  = -1 // no argument follows the text
	AnyArg = -2 // the inserted value is unknown
)

// Cut splits a template at its placeholders. yield receives each text and the
// index of the argument inserted after it. next counts the placeholders without a
// number or name; it continues across the pieces of a template.
func (f *TemplateArgs) Cut(text string, next *int, yield func(text string, arg int)) {
	switch f.Style {
	case PrintfPlaceholders:
		f.cutVerbs(text, next, yield)
	case BracePlaceholders:
		f.cutItems(text, next, yield)
	case TextPlaceholders:
		pieces := strings.Split(text, f.Names[0])
		for _, p := range pieces[:len(pieces)-1] {
			yield(p, 0)
		}
		yield(pieces[len(pieces)-1], NoArg)
	}
}

func (f *TemplateArgs) cutVerbs(text string, next *int, yield func(string, int)) {
	for {
		at, end := nextVerb(text)
		if at < 0 {
			yield(text, NoArg)
			return
		}
		switch verb := text[at:end]; {
		case verb == "%%":
			yield(text[:at]+"%", NoArg)
		case verb[1] == '(' && strings.Contains(verb, ")"):
			name, _, _ := strings.Cut(verb[2:], ")")
			yield(text[:at], f.named(name))
		default:
			yield(text[:at], f.verb(verb, next))
		}
		text = text[end:]
	}
}

// verb returns the index of the argument of a verb. A number selects that
// argument, and in Go the following verbs continue from it; < selects the previous
// argument.
//
//	%s, %[2]s (Go), %2$s (Java), %<s (Java)
func (f *TemplateArgs) verb(verb string, next *int) int {
	switch n, mark := verbNumber(verb); {
	case mark == ']' && n > 0:
		*next = n
	case mark == '$' && n > 0:
		return f.numbered(n - 1)
	case mark == '<' && *next > 0:
	default:
		*next++
	}
	return f.numbered(*next - 1)
}

// verbNumber returns the explicit argument number in a verb and the sign that
// marks it as one; 0 for a verb without a number.
func verbNumber(verb string) (n int, mark byte) {
	for i := 1; i < len(verb); i++ {
		switch c := verb[i]; {
		case c >= '0' && c <= '9':
			n = min(10*n+int(c-'0'), maxVerbNumber)
		case c == '$' || c == ']' || c == '<':
			return n, c
		default:
			n = 0
		}
	}
	return 0, 0
}

// maxVerbNumber bounds explicit argument numbers.
const maxVerbNumber = 1_000

// cutItems splits a template at items such as {0}, {0,5}, {0:x}, {} and {name};
// doubled braces are unescaped.
func (f *TemplateArgs) cutItems(text string, next *int, yield func(string, int)) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c {
			b.WriteByte(c)
			i++
			continue
		}
		if end := strings.IndexByte(text[i:], '}'); c == '{' && end > 0 {
			if arg := f.item(text[i+1:i+end], next); arg != NoArg {
				yield(b.String(), arg)
				b.Reset()
				i += end
				continue
			}
		}
		b.WriteByte(c)
	}
	yield(b.String(), NoArg)
}

// item returns the argument index of an item, given without its braces; NoArg if
// it is not an item.
func (f *TemplateArgs) item(s string, next *int) int {
	if i := strings.IndexAny(s, ",:!"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimSpace(s)
	if s == "" {
		*next++
		return f.numbered(*next - 1)
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return f.numbered(n)
	}
	if nameLen(s) == len(s) {
		return f.named(s)
	}
	return NoArg
}

// nameLen returns the length of the name that s begins with.
func nameLen(s string) int {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' ||
		i > 0 && s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return i
}

func (f *TemplateArgs) numbered(n int) int {
	if n < len(f.Args)-len(f.Names) {
		return n
	}
	return AnyArg
}

func (f *TemplateArgs) named(name string) int {
	if i := slices.Index(f.Names, name); i >= 0 {
		return len(f.Args) - len(f.Names) + i
	}
	return AnyArg
}

// maxFilled bounds the text inserted into one template: with a repeated argument,
// as in "{0}{0}", every nesting level of templates doubles the size.
const maxFilled = 64 << 10

// size returns the number of parts plus the bytes of their texts.
func (p TextParts) size() int {
	n := len(p)
	for _, part := range p {
		n += len(part.Text)
	}
	return n
}

// AppendFilled appends the parts of a filled template. If the template is a name,
// filling is left to the resolver, which knows its value.
func (p TextParts) AppendFilled(template TextParts, f *TemplateArgs) TextParts {
	if len(template) == 1 && template[0].At != 0 && template[0].Args == nil {
		template[0].Args = f
		return append(p, template[0])
	}
	next, room := 0, maxFilled
	for _, part := range template {
		if part.At != 0 || part.Text == "" {
			p = append(p, part)
			continue
		}
		f.Cut(part.Text, &next, func(text string, arg int) {
			p = p.Literal(text)
			if arg >= 0 {
				room -= 1 + f.Args[arg].size()
			}
			switch {
			case arg >= 0 && room > 0:
				p = p.Join(f.Args[arg])
			case arg >= 0:
				p = p.Hole()
			case arg == AnyArg:
				p = p.Hole()
			}
		})
	}
	return p
}

// Join appends parts, merging adjacent literals.
func (p TextParts) Join(parts TextParts) TextParts {
	for _, part := range parts {
		if part.At == 0 && part.Text != "" {
			p = p.Literal(part.Text)
		} else {
			p = append(p, part)
		}
	}
	return p
}

// IsFilled reports whether a part is a name whose value is a template to be
// filled.
func (p TextParts) IsFilled() bool {
	return slices.ContainsFunc(p, func(part TextPart) bool { return part.Args != nil })
}
