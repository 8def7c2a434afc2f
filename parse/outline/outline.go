package outline

import "strings"

// A Syntax describes a language.
type Syntax struct {
	// Prepare blanks parts of a text that would mislead Lex, such as directives; its
	// length stays. It may be nil.
	Prepare func(text string) string
	Lex     func(text string) []Token
	// Containers maps the words that begin a definition with members to the context of
	// these: class to Class.
	Containers map[string]Context
	Leaves     string // words that begin a definition and precede its name: " func type "
	Continues  string // words that continue a statement at the beginning of a line
	NotNames   string // words that are not names before a parenthesis
	NameFirst  bool   // the name of a value precedes its type
	WordsOnly  bool   // only definitions that begin with a word of Containers or Leaves have names
	Attributes string // the start of an annotation: "[" or "@"
	// Blocks are the words that begin a nameless block of members: " extension ".
	Blocks string
	// Anonymous means that the block after new and its arguments has members (Java).
	Anonymous bool
	// Overloads means that several members of one name are separate definitions: C#
	// and Java. In other languages they may be a single one; Within then differs for
	// any two names of an outline.
	Overloads bool
	// Groups maps the words before parentheses that enclose definitions to their
	// context.
	Groups map[string]Context
	// Missing are the words and other tokens that may be missing, the likely ones
	// first: " _ if ".
	Missing string
	// Indented means that blocks are delimited by indentation (Python).
	Indented bool
	// Wrap has, for each context, the text before and after a part that is parsed by
	// itself.
	Wrap map[Context][2]string
}

// A Context is the kind of the enclosing construct of a member.
type Context uint8

const (
	Top       Context = iota + 1 // a file or a namespace
	Class                        // a class or similar
	Shape                        // an interface, if its members have another syntax
	Body                         // statements
	Closed                       // an enumeration, whose parts are nameless here
	Constants                    // a group of constants (Go)
	Variables                    // a group of variables
	Types                        // a group of types
	Literal                      // a literal with comma-separated parts (TypeScript, Go)
)

// An Item is a member or a statement.
type Item struct {
	Start, End uint32
	Name       string // empty if it defines nothing
	At         uint32 // where the name begins
	Open       int    // the token that opens its block; -1 without one
	Inner      Context
	Items      []Item  // of containers; of an enumeration those after its parts
	in         Context // its own context
	called     bool    // parentheses follow its name
	of         string  // the type of the receiver of a method
	orphans    bool    // the block has members though there is no container keyword
	from, to   int     // its tokens
	header     int     // the token after its header
	plain      int     // tokens before this one belong to attributes
}

// An Outline is the structure of a text.
type Outline struct {
	Text  string // the source with missing tokens added; see Changes
	Items []Item
	r     *reader
	place Place
}

// A Name is an apparent definition of a file.
type Name struct {
	Text     string
	At       uint32
	Within   int    // the same number for all adjacent ones; see Syntax.Overloads
	Parent   string // the name of the container; empty if it has none
	Called   bool   // it has the syntax of a method
	Receiver string // the receiver type, of a method declared outside of it
}

// A reader reads the items of one text.
type reader struct {
	*Syntax
	source string // unchanged
	text   string // without misleading parts
	tokens []Token
	pair   []int32
	lines  lines
}

// Read returns the outline of a text.
func (s *Syntax) Read(text string) *Outline { return s.outline(text, (*reader).complete) }

// AsIs returns the outline of a text without adding tokens.
func (s *Syntax) AsIs(text string) *Outline {
	return s.outline(text, func(r *reader, text string) changes {
		r.read(text)
		return nil
	})
}

// outline returns the outline of a text, with read as its reader.
func (s *Syntax) outline(text string, read func(r *reader, text string) changes) *Outline {
	r := &reader{Syntax: s, source: text}
	if s.Prepare != nil {
		text = s.Prepare(text)
	}
	made := read(r, text)
	r.source = Apply(r.source, made)
	o := &Outline{Text: r.text, r: r, place: placeOf(made)}
	o.Items = r.items(0, len(r.tokens), Top, maxDepth)
	return o
}

// complete reads the tokens of a text, and adds those missing around blocks and
// groups.
func (r *reader) complete(text string) changes {
	r.read(text)
	var made changes
	if r.Indented {
		made = r.statements()
	} else {
		made = r.balance(text, r.tokens)
		if r.Groups != nil {
			made = append(made, r.groups()...)
		}
		if r.NameFirst && !r.WordsOnly {
			made = append(made, r.scripts()...)
		}
	}
	if len(made) > 0 {
		made = made.sorted()
		r.read(Apply(text, made))
	}
	return made
}

func (r *reader) read(text string) {
	r.text, r.tokens = text, r.Lex(text)
	r.lines = linesOf(text, r.tokens)
	r.pair, _ = pairs(text, r.tokens, r.lines)
}

// Names lists the apparent definitions of the text, by position.
func (o *Outline) Names() []Name {
	var out []Name
	var walk func(items []Item, parent string)
	lists := 0
	walk = func(items []Item, parent string) {
		lists++
		within := lists
		for i := range items {
			if o.r.Overloads {
				lists++
				within = lists
			}
			if items[i].Name != "" {
				out = append(out, Name{items[i].Name, o.Source(items[i].At), within, parent,
					items[i].called, items[i].of})
			}
			walk(items[i].Items, items[i].Name)
		}
	}
	walk(o.Items, "")
	return out
}

// Named counts the names listed by Names.
func (o *Outline) Named() int { return named(o.Items) }

func named(items []Item) int {
	n := 0
	for i := range items {
		if items[i].Name != "" {
			n++
		}
		n += named(items[i].Items)
	}
	return n
}

func (r *reader) word(i int) string {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].Kind != Word {
		return ""
	}
	return r.text[r.tokens[i].Start:r.tokens[i].End]
}

// byteAt returns the byte of a one-byte token, 0 for any other.
func (r *reader) byteAt(i int) byte {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].Kind != Punct {
		return 0
	}
	return r.text[r.tokens[i].Start]
}

// among reports whether a word is in a list of words that are each enclosed in
// blanks.
func among(word, list string) bool {
	return word != "" && strings.Contains(list, " "+word+" ")
}

// maxDepth bounds the nesting of containers.
const maxDepth = 100

// items reads the items between two tokens, including the items of containers up
// to a depth.
func (r *reader) items(from, to int, ctx Context, depth int) []Item {
	var out []Item
	for i := from; i < to; {
		it := r.item(i, to, ctx)
		if depth > 0 && it.Open >= 0 && it.Inner != Body && it.Inner != Closed {
			it.Items = r.items(it.Open+1, r.inner(&it), it.Inner, depth-1)
		}
		if depth > 0 && it.Open >= 0 && it.Inner == Closed {
			it.Items = r.items(r.partsEnd(&it), r.inner(&it), Class, depth-1)
		}
		if depth > 0 && r.mayBeContainer(&it, ctx) {
			if members := r.items(it.Open+1, r.inner(&it), Class, depth-1); worthy(members) {
				it.Items, it.orphans = members, true
			}
		}
		out = append(out, it)
		i = it.to
	}
	return out
}

// partsEnd returns the token after the semicolon that ends the parts of an
// enumeration; without one, the token after the last part.
//
//	enum A { B, C(1); int d; }
func (r *reader) partsEnd(it *Item) int {
	end := r.inner(it)
	for i := it.Open + 1; i < end; i++ {
		if r.byteAt(i) == ';' {
			return i + 1
		}
		if p := int(r.pair[i]); p > i && p < end {
			i = p
		}
	}
	return end
}

// inner returns the token after the last one inside the block of an item.
func (r *reader) inner(it *Item) int {
	if r.Indented {
		return it.to
	}
	if p := int(r.pair[it.Open]); p > it.Open {
		return p
	}
	return it.to
}

// item reads the item that begins with token i.
func (r *reader) item(i, to int, ctx Context) Item {
	it := Item{from: i, Open: -1, Inner: Body, header: -1, in: ctx}
	if r.Indented {
		it.to = r.indentedEnd(&it, to)
	} else {
		it.to = r.bracedEnd(&it, to)
	}
	if it.header < 0 {
		it.header = it.to
	}
	it.Start, it.End = r.tokens[it.from].Start, r.tokens[it.to-1].End
	r.classify(&it, ctx)
	return it
}

// bracedEnd finds the token after the last one of an item, and its block.
func (r *reader) bracedEnd(it *Item, to int) int {
	for j := it.from; j < to; j++ {
		if j > it.from && r.begins(it, j) {
			return j
		}
		if group := r.Groups[r.word(it.from)]; group != 0 && j == it.from+1 && r.byteAt(j) == '(' {
			it.Open, it.header, it.Inner = j, j, group
			return r.groupEnd(j, to)
		}
		switch r.byteAt(j) {
		case '(', '[':
			if p := int(r.pair[j]); p > j && p < to {
				j = p
			}
		case ';':
			r.headerEnds(it, j)
			return j + 1
		case '=':
			r.headerEnds(it, j)
		case '{':
			r.headerEnds(it, j)
			if it.Open < 0 {
				it.Open = j
			}
			p := int(r.pair[j])
			if p < j || p >= to {
				return to
			}
			if j = p; r.blockEnds(it, j, to) {
				if r.byteAt(j+1) == ';' && j+1 < to {
					j++
				}
				return j + 1
			}
		}
	}
	return to
}

// groupEnd finds the token after the last one of a group whose parenthesis is at
// open: the group ends at a line that is not further indented. A parenthesis after
// another token ends only a construct begun on its line, and one on a further
// indented line ends a value.
func (r *reader) groupEnd(open, to int) int {
	for j := open + 1; j < to; j++ {
		if j == int(r.pair[open]) && (r.lines.first[j] || !r.lines.first[open+1]) &&
			r.lines.indent[j] <= r.lines.indent[open] {
			return j + 1
		}
		if r.lines.first[j] && r.lines.indent[j] <= r.lines.indent[open] {
			r.pair[open] = -1
			if r.byteAt(j) == ')' {
				r.pair[open], r.pair[j] = int32(j), int32(open)
				return j + 1
			}
			return j
		}
	}
	return to
}

func (r *reader) headerEnds(it *Item, j int) {
	if it.header < 0 {
		it.header = j
	}
}

// blockEnds reports whether an item ends with the brace at j.
func (r *reader) blockEnds(it *Item, j, to int) bool {
	if j+1 >= to || r.byteAt(j+1) == ';' || r.byteAt(j+1) == '}' {
		return true
	}
	if among(r.word(j+1), r.Continues) {
		return false
	}
	return r.lines.first[j+1] && (!r.continues(j+1) || r.nameless(it, j+1)) ||
		r.tokens[j+1].Kind == Word
}

// begins reports whether the token at j begins a new line that is not further
// indented than the item, and does not continue it.
func (r *reader) begins(it *Item, j int) bool {
	if !r.lines.first[j] || r.continues(j) && !r.nameless(it, j) || among(r.word(j), r.Continues) {
		return false
	}
	if it.in == Top && r.WordsOnly && (r.Groups[r.word(j)] != 0 || among(r.word(j), r.Leaves)) {
		return true
	}
	if r.follows(it, j) {
		return true
	}
	// a deleted word leaves one additional blank
	if r.lines.indent[j] > r.lines.indent[it.from]+1 {
		return false
	}
	if it.in != Top && it.in != Body && r.word(j) != "" && r.open(j-1) {
		return true
	}
	switch c := r.byteAt(j - 1); {
	case c == ']' || c == ')':
		return !r.annotated(it, j)
	case c == '>' && r.byteAt(j-2) != '=':
		return true
	case c != 0 && c != '}' && c != ';':
		return r.declares(j)
	}
	return !r.annotated(it, j)
}

// nameless reports whether the line of token j is a field or value without its
// name: such a line never continues a complete one.
func (r *reader) nameless(it *Item, j int) bool {
	c := r.byteAt(j)
	switch {
	case r.open(j - 1):
		return false
	case r.WordsOnly:
		return (it.in == Class || it.in == Constants || it.in == Variables) && (c == '=' || c == '*')
	}
	return r.NameFirst && (it.in == Class || it.in == Shape) && (c == ':' || c == '=')
}

// follows reports whether the token at j begins a field or value of Go, at any
// indentation: a complete line ends with the word before it. In aligned columns,
// the type of a nameless one is indented.
//
//	a    int
//	     int    // the name was deleted
func (r *reader) follows(it *Item, j int) bool {
	return r.WordsOnly && (it.in == Class || it.in == Constants || it.in == Variables) &&
		r.word(j-1) != "" && r.word(j) != "" && !among(r.word(j-1), " struct interface func map chan ")
}

// open reports whether a type or an operand must follow the token at i.
func (r *reader) open(i int) bool {
	c := r.byteAt(i)
	return c == '>' && r.byteAt(i-1) == '=' || c != 0 && strings.IndexByte(".=:([<|&*/+-?,", c) >= 0
}

// modifiers are words that only declarations begin with.
const modifiers = " public private protected internal export "

// declares reports whether a declaration begins with the token at j, whatever
// precedes it.
//
//	[A] private B b = default!    // a semicolon is missing
//	[A] private C c;
func (r *reader) declares(j int) bool {
	if r.byteAt(j) == '[' {
		j = r.skipAttributes(j, len(r.tokens))
	}
	w := r.word(j)
	return r.word(j+1) != "" && (among(w, modifiers) || among(w, r.Leaves) || r.Containers[w] != 0)
}

// continues reports whether no statement can begin with the token at j.
func (r *reader) continues(j int) bool {
	c := r.byteAt(j)
	return c != 0 && strings.IndexByte("{.?:=+-*/%&|,;)]}<>^", c) >= 0
}

// annotated reports whether the item up to token j consists only of attributes.
func (r *reader) annotated(it *Item, j int) bool {
	it.plain = r.skipAttributes(max(it.plain, it.from), j)
	return it.plain >= j
}

// skipAttributes returns the first token from i on outside attributes.
func (r *reader) skipAttributes(i, to int) int {
	if r.Indented {
		return r.skipDecorators(i, to)
	}
	for i < to {
		switch c := r.byteAt(i); {
		case c == '[' && r.Attributes == "[":
			p := int(r.pair[i])
			if p < i {
				return i
			}
			i = p + 1
		case c == '@' && r.Attributes == "@" && r.word(i+1) != "interface":
			i += 2
			for r.byteAt(i) == '.' {
				i += 2
			}
			if p := i; r.byteAt(i) == '(' && int(r.pair[p]) > i {
				i = int(r.pair[p]) + 1
			}
		default:
			return i
		}
	}
	return i
}
