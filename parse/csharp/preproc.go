package csharp

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/parse"
)

// directives blanks every directive line and, of conditional branches that cannot
// coexist as statements or members, all but one. Tokens in blanked ranges are
// removed.
func (m *mender) directives() {
	first := slices.IndexFunc(m.tokens, func(t token) bool { return t.kind == tokDirective })
	if first < 0 {
		return
	}
	d := conditionals{m: m, defined: map[string]bool{}, as: m.as}
	kept := d.block(0, len(m.tokens), make([]token, 0, len(m.tokens)))
	m.tokens = repair(m.text, kept)
	m.arms.inactive, m.arms.dropped = outermost(m.arms.inactive), outermost(m.arms.dropped)
}

// outermost sorts nested ranges, and drops those inside others.
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
	defined map[string]bool // by directives of the file; false: by #undef
	level   int
	as      configuration      // the configuration in which the text is read
	within  []test             // the conditions of the enclosing branches
	places  []int              // where these branches begin
	known   map[string]balance // by configuration
}

// maxConditionals bounds the nesting of conditionals: each level scans all of its
// text. Deeper ones are read as if their directives were absent.
const maxConditionals = 50

// A branch is one branch of an #if: its condition ("" for #else) and its tokens.
type branch struct {
	cond     string
	from, to int
	live     []token // the remaining tokens once inner conditionals are resolved
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
		case "define", "undef":
			if d.holds(d.within) {
				d.defined[rest] = name == "define"
			}
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

// branches collects the branches of the #if at i; end is the index of its #endif.
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

// choose appends the kept branches to out, and blanks the others. All are kept if
// they can coexist, as are broken branches: the broken member is then found and
// reported with the whole file.
func (d *conditionals) choose(arms []branch, out []token) []token {
	apart := len(out) == 0 || d.ends(out[len(out)-1], ";{}],([")
	whole, around := apart, len(d.within)
	compiled := d.compiled(arms)
	for i := range arms {
		a := &arms[i]
		d.enter(arms[:i+1], around)
		a.live = d.block(a.from, a.to, nil)
		whole = whole && d.whole(a.live) && (i == 0 || d.follows(arms[i-1].live, out))
	}
	listed := len(out) > 0 && d.ends(out[len(out)-1], "{],")
	for i := range arms {
		a := &arms[i]
		if len(a.live) == 0 {
			continue
		}
		if i != compiled && d.m.symbols != nil {
			d.m.arms.inactive = append(d.m.arms.inactive, d.rangeOf(a.live))
		}
		d.enter(arms[:i+1], around)
		if whole || i == compiled || apart && d.breaks(arms, i, compiled) {
			out = append(out, a.live...)
			continue
		}
		if d.mayDefine(a.live, listed) {
			d.cut(a.live)
		}
		d.blank(a)
	}
	d.within, d.places = d.within[:around], d.places[:d.level-1]
	return out
}

// blank overwrites a branch, including its comments.
func (d *conditionals) blank(a *branch) {
	end := uint32(len(d.m.text))
	if a.to < len(d.m.tokens) {
		end = d.m.tokens[a.to].start
	}
	start := d.m.tokens[a.from-1].end
	d.m.blank(start, end)
	d.m.arms.dropped = append(d.m.arms.dropped, parse.Range{Start: start, End: end})
}

// enter records the conditions of the last branch of arms, and where it begins.
func (d *conditionals) enter(arms []branch, around int) {
	d.within = d.within[:around]
	for i, a := range arms {
		if a.cond != "" {
			d.within = append(d.within, test{a.cond, i == len(arms)-1})
		}
	}
	d.places = append(d.places[:d.level-1], arms[len(arms)-1].from)
}

// compiled returns the index of the compiled branch, or -1.
func (d *conditionals) compiled(arms []branch) int {
	i := slices.IndexFunc(arms, func(a branch) bool { return slices.Contains(d.as.places, a.from) })
	if i >= 0 {
		return i
	}
	return slices.IndexFunc(arms, func(a branch) bool { return a.cond == "" || d.eval(a.cond) })
}

func (d *conditionals) rangeOf(tokens []token) parse.Range {
	return parse.Range{Start: tokens[0].start, End: tokens[len(tokens)-1].end}
}

// follows reports whether another branch may follow one, where out precedes both:
// elements of a list need a comma in between.
func (d *conditionals) follows(live, out []token) bool {
	listed := len(out) > 0 && d.ends(out[len(out)-1], ",(")
	return !listed || len(live) == 0 || d.ends(live[len(live)-1], ",")
}

// whole reports whether the tokens are balanced and end like a statement, a member
// or an element of a list.
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

// repair pairs brackets again after tokens were removed.
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
