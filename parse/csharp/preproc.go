package csharp

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/parse"
)

// directives blanks every directive line and, of conditional branches that do
// not stand beside each other as statements or members do, all but one. Tokens
// of what is blanked are removed.
func (m *mender) directives() {
	first := -1
	for i, t := range m.tokens {
		if t.kind == tokDirective {
			first = i
			break
		}
	}
	if first < 0 {
		return
	}
	d := conditionals{m: m, defined: map[string]bool{}}
	kept := d.block(0, len(m.tokens), make([]token, 0, len(m.tokens)))
	m.tokens = repair(m.text, kept)
	m.inactive = outermost(m.inactive)
}

// outermost sorts ranges that nest, and drops those in others.
func outermost(ranges []parse.Range) []parse.Range {
	slices.SortFunc(ranges, func(a, b parse.Range) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	end := uint32(0)
	return slices.DeleteFunc(ranges, func(r parse.Range) bool {
		inner := r.End <= end
		end = max(end, r.End)
		return inner
	})
}

type conditionals struct {
	m       *mender
	defined map[string]bool // by directives of the file; false: undefined by one
	level   int
}

// maxConditionals bounds conditionals within conditionals: each level looks at all of
// its text. Deeper ones are read as if their directives were not there.
const maxConditionals = 50

// A branch is one arm of an #if: its condition ("" for #else) and its tokens.
type branch struct {
	cond     string
	from, to int
	live     []token // what of it remains once inner conditionals are resolved
}

// block appends the live tokens of [from, to) to out.
func (d *conditionals) block(from, to int, out []token) []token {
	for i := from; i < to; i++ {
		t := d.m.tokens[i]
		if t.kind != tokDirective {
			out = append(out, t)
			continue
		}
		d.m.blank(t.start, t.end)
		name, rest := directive(d.m.text[t.start:t.end])
		switch name {
		case "define":
			d.defined[rest] = true
		case "undef":
			d.defined[rest] = false
		case "if":
			if d.level == maxConditionals {
				continue
			}
			d.level++
			branches, end := d.branches(i, to, rest)
			out = d.choose(branches, out)
			d.level--
			i = end
		}
	}
	return out
}

// branches collects the arms of the #if at i; end is the index of its #endif.
func (d *conditionals) branches(i, to int, cond string) (arms []branch, end int) {
	arms = []branch{{cond: cond, from: i + 1}}
	depth := 0
	for end = i + 1; end < to; end++ {
		t := d.m.tokens[end]
		if t.kind != tokDirective {
			continue
		}
		name, rest := directive(d.m.text[t.start:t.end])
		switch {
		case name == "if":
			depth++
		case name == "endif" && depth > 0:
			depth--
		case depth > 0:
		case name == "elif" || name == "else":
			arms[len(arms)-1].to = end
			d.m.blank(t.start, t.end)
			arms = append(arms, branch{cond: rest, from: end + 1})
			if name == "else" {
				arms[len(arms)-1].cond = ""
			}
		case name == "endif":
			d.m.blank(t.start, t.end)
			arms[len(arms)-1].to = end
			return arms, end
		}
	}
	arms[len(arms)-1].to = end
	return arms, end
}

// choose appends the arms that stay to out, and blanks the others.
func (d *conditionals) choose(arms []branch, out []token) []token {
	whole := len(out) == 0 || d.ends(out[len(out)-1], ";{}],([")
	for i := range arms {
		a := &arms[i]
		a.live = d.block(a.from, a.to, nil)
		whole = whole && d.whole(a.live)
	}
	taken := false
	for _, a := range arms {
		compiled := !taken && (a.cond == "" || d.eval(a.cond))
		taken = taken || compiled
		if whole && !compiled && d.m.symbols != nil && len(a.live) > 0 {
			d.m.inactive = append(d.m.inactive,
				parse.Range{Start: a.live[0].start, End: a.live[len(a.live)-1].end})
		}
		if whole || compiled {
			out = append(out, a.live...)
			continue
		}
		for _, t := range a.live {
			d.m.blank(t.start, t.end)
		}
	}
	return out
}

// whole reports whether the tokens are balanced and end like a statement, a
// member or an element of a list does.
func (d *conditionals) whole(tokens []token) bool {
	level := 0
	for _, t := range tokens {
		if t.kind != tokPunct {
			continue
		}
		switch d.m.text[t.start] {
		case '(', '[', '{':
			level++
		case ')', ']', '}':
			if level--; level < 0 {
				return false
			}
		}
	}
	return level == 0 && (len(tokens) == 0 || d.ends(tokens[len(tokens)-1], ";}],"))
}

func (d *conditionals) ends(t token, with string) bool {
	return t.kind == tokPunct && strings.IndexByte(with, d.m.text[t.start]) >= 0
}

// repair pairs brackets anew after tokens were taken out.
func repair(text string, tokens []token) []token {
	var open []int32
	for i := range tokens {
		tokens[i].pair = -1
		if tokens[i].kind != tokPunct {
			continue
		}
		switch c := text[tokens[i].start]; c {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			if n := len(open) - 1; n >= 0 && closes(text[tokens[open[n]].start], c) {
				tokens[i].pair, tokens[open[n]].pair = open[n], int32(i)
				open = open[:n]
			}
		}
	}
	return tokens
}

// directive splits "# if X // why" into "if" and "X".
func directive(line string) (name, rest string) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "#"))
	if i := strings.Index(line, "//"); i >= 0 {
		line = line[:i]
	}
	name = line[:wordEnd(line, 0)]
	return name, strings.TrimSpace(line[len(name):])
}

// eval evaluates a condition by the symbols of the project, or as a debug build for a
// current .NET would.
func (d *conditionals) eval(cond string) bool {
	e := condition{text: cond, defined: d.isDefined}
	return e.or(0)
}

func (d *conditionals) isDefined(name string) bool {
	if here, ok := d.defined[name]; ok {
		return here
	}
	if d.m.symbols != nil {
		return name == "true" || d.m.symbols[name]
	}
	return isDefined(name)
}

// A condition is read by recursive descent.
type condition struct {
	text    string
	at      int
	defined func(name string) bool
}

const maxConditionDepth = 100

func (e *condition) take(op string) bool {
	for e.at < len(e.text) && isSpace(e.text[e.at]) {
		e.at++
	}
	if !strings.HasPrefix(e.text[e.at:], op) {
		return false
	}
	e.at += len(op)
	return true
}

func (e *condition) or(depth int) bool {
	v := e.and(depth)
	for e.take("||") {
		w := e.and(depth)
		v = v || w
	}
	return v
}

func (e *condition) and(depth int) bool {
	v := e.equal(depth)
	for e.take("&&") {
		w := e.equal(depth)
		v = v && w
	}
	return v
}

func (e *condition) equal(depth int) bool {
	v := e.unary(depth)
	for {
		switch {
		case e.take("=="):
			v = v == e.unary(depth)
		case e.take("!="):
			v = v != e.unary(depth)
		default:
			return v
		}
	}
}

func (e *condition) unary(depth int) bool {
	if depth > maxConditionDepth {
		return false
	}
	if !strings.HasPrefix(strings.TrimSpace(e.text[e.at:]), "!=") && e.take("!") {
		return !e.unary(depth + 1)
	}
	if e.take("(") {
		v := e.or(depth + 1)
		e.take(")")
		return v
	}
	e.take("")
	end := wordEnd(e.text, e.at)
	name := e.text[e.at:end]
	e.at = end
	return e.defined(name)
}

// isDefined reports whether a debug build for a current .NET defines name.
func isDefined(name string) bool {
	switch name {
	case "true", "DEBUG", "TRACE", "NET", "NETCOREAPP":
		return true
	}
	version, ok := strings.CutPrefix(name, "NETCOREAPP")
	if !ok {
		version, ok = strings.CutPrefix(name, "NET")
	}
	return ok && version != "" && version[0] >= '0' && version[0] <= '9' &&
		strings.HasSuffix(version, "_OR_GREATER") && strings.Count(version, "_") == 3
}
