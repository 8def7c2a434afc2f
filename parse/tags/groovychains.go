package tags

import (
	"strings"

	"seedgraph/parse"
)

// isOperand reports whether an expression begins at a token.
func (g *groovyReader) isOperand(i int) bool {
	if i >= len(g.tokens) {
		return false
	}
	switch g.text(i) {
	case "this", "super", "new", "(":
		return true
	}
	return g.isName(i) || g.is(i, tokenString) || g.is(i, tokenNumber)
}

// expression reads one operand, group or operator, and returns the index behind it.
// first means that a statement begins at i.
func (g *groovyReader) expression(i, end int, first bool) int {
	switch t := g.text(i); {
	case t == "{":
		g.closure(i)
		return g.closing(i) + 1
	case t == "catch" && g.text(i+1) == "(":
		return g.caught(i)
	case t == "[" || t == "${":
		g.block(i+1, min(g.closing(i), end))
		return g.closing(i) + 1
	case t == "as" || t == "instanceof":
		typ, next := g.written(i + 1)
		g.typeRefs(typ)
		return next
	case t == "if" || t == "for" || t == "while" || t == "case":
		g.Definitions[g.def].Complexity++
	case g.isName(i) && g.text(i+1) == ":" && g.text(i-1) != "?" && g.text(i-1) != "case": // a named argument, or a label
		return i + 2
	case g.isOperand(i):
		_, next := g.chain(i, end, first)
		return next
	}
	return i + 1
}

// closure reads a closure or a block, whose bracket is at i.
func (g *groovyReader) closure(i int) {
	end := g.closing(i)
	g.Within(parse.Range{Start: g.start(i), End: g.stop(end)}, func() {
		from := i + 1
		for k := from; k < end && k < from+maxAngles; k++ {
			t := g.text(k)
			if t == "->" {
				g.parameters(from, k, nil)
				from = k + 1
				break
			}
			if t == "{" || t == "(" || t == ";" || k > from && g.tokens[k].newLine && g.text(k-1) != "," {
				break
			}
		}
		g.block(from, end)
	})
}

// caught reads catch (A | B e), whose name is a local of the block after it.
func (g *groovyReader) caught(i int) int {
	end := g.closing(i + 1)
	body := end + 1
	if g.text(body) != "{" {
		return i + 1
	}
	var typ parse.TypeRef
	for k := i + 2; k < end-1; k++ {
		t, next := g.written(k)
		g.typeRefs(t)
		if k = next - 1; typ.IsZero() {
			typ = t
		}
		if g.text(next) != "|" {
			break
		}
		k++
	}
	g.Within(parse.Range{Start: g.start(body), End: g.stop(g.closing(body))}, func() {
		g.Local(g.text(end-1), g.scope.Start, parse.LocalVar, typ, parse.Run{}, 0)
		g.block(body+1, g.closing(body))
	})
	return g.closing(body) + 1
}

// A groovyPart is a part of a chain of names and calls.
type groovyPart struct {
	kind   parse.StepKind
	at     int // the token of the name
	called bool
	args   int16
	groups [][2]int // tokens of the arguments
}

// chain reads names, member accesses and calls from token i on, and returns their
// steps and the index behind them. Arguments are read after the steps, which are
// contiguous. In a statement, the last name may be called without brackets.
func (g *groovyReader) chain(i, end int, statement bool) (parse.Run, int) {
	parts, next := g.operand(i, end)
	for next < end {
		last := &parts[len(parts)-1]
		switch t := g.text(next); {
		case isGroovyDot(t) && (g.is(next+1, tokenWord) || g.is(next+1, tokenString)):
			parts = append(parts, groovyPart{kind: parse.StepMember, at: next + 1})
			next += 2
			continue
		case t == "(" && g.sameLine(next) && !last.called && last.kind != parse.StepOpaque && last.kind != parse.StepIndex:
			last.called = true
			last.groups = append(last.groups, [2]int{next + 1, g.closing(next)})
			last.args = g.count(next+1, g.closing(next))
			next = g.closing(next) + 1
			continue
		case t == "{" && g.sameLine(next) && last.kind != parse.StepOpaque && last.kind != parse.StepThis && last.kind != parse.StepBase:
			if last.kind == parse.StepNew {
				last.groups = append(last.groups, [2]int{next, g.closing(next) + 1})
			} else {
				last.called = true
				last.args++
				last.groups = append(last.groups, [2]int{next, g.closing(next) + 1})
			}
			next = g.closing(next) + 1
			continue
		case t == "[" && g.sameLine(next) && g.tokens[next].at == g.stop(next-1):
			parts = append(parts, groovyPart{kind: parse.StepIndex, groups: [][2]int{{next + 1, g.closing(next)}}})
			next = g.closing(next) + 1
			continue
		case statement && !last.called && (last.kind == parse.StepName || last.kind == parse.StepMember) && g.isCommand(next):
			stop := g.statementEnd(next, end)
			last.called, last.args = true, g.count(next, stop)
			last.groups = append(last.groups, [2]int{next, stop})
			next = stop
		}
		break
	}
	return g.emit(parts), next
}

func isGroovyDot(t string) bool {
	switch t {
	case ".", "?.", "??.", "*.", ".@", ".&", "::":
		return true
	}
	return false
}

// operand reads the start of a chain.
func (g *groovyReader) operand(i, end int) ([]groovyPart, int) {
	switch t := g.text(i); {
	case t == "this":
		return []groovyPart{{kind: parse.StepThis, at: i}}, i + 1
	case t == "super":
		return []groovyPart{{kind: parse.StepBase, at: i}}, i + 1
	case t == "(":
		return []groovyPart{{kind: parse.StepOpaque, at: i, groups: [][2]int{{i + 1, min(g.closing(i), end)}}}}, g.closing(i) + 1
	case t == "new":
		_, next := g.written(i + 1)
		p := groovyPart{kind: parse.StepNew, at: i + 1}
		for g.text(next) == "[" {
			p.groups = append(p.groups, [2]int{next + 1, g.closing(next)})
			next = g.closing(next) + 1
		}
		return []groovyPart{p}, max(next, i+1)
	case g.is(i, tokenString):
		return []groovyPart{{kind: parse.StepType, at: i}}, i + 1
	case g.is(i, tokenNumber):
		return []groovyPart{{kind: parse.StepOpaque, at: i}}, i + 1
	}
	return []groovyPart{{kind: parse.StepName, at: i}}, i + 1
}

// isCommand reports whether the argument of a call without brackets begins at a token.
func (g *groovyReader) isCommand(i int) bool {
	if !g.sameLine(i) || g.tokens[i].at == g.stop(i-1) {
		return false
	}
	switch g.text(i) {
	case "in", "as", "instanceof", "implements", "extends":
		return false
	case "[":
		return true
	}
	return g.is(i, tokenString) || g.is(i, tokenNumber) || g.is(i, tokenWord) && (!groovyWords[g.text(i)] ||
		g.text(i) == "new" || g.text(i) == "this" || g.text(i) == "null" || g.text(i) == "true" || g.text(i) == "false")
}

// statementEnd returns the index behind the statement that contains token i.
func (g *groovyReader) statementEnd(i, end int) int {
	for k := i; k < end; k++ {
		t := g.text(k)
		if k > i && (t == ";" || t == "}" || g.tokens[k].newLine && g.text(k-1) != "," && !isGroovyDot(t)) {
			return k
		}
		k = g.closingOr(k)
	}
	return end
}

// count counts the arguments in tokens [i, end); named ones are one map.
func (g *groovyReader) count(i, end int) int16 {
	if i >= end {
		return 0
	}
	n, named := int16(0), false
	for first := i; i < end; i++ {
		if (i == first || g.text(i-1) == ",") && g.text(i+1) == ":" {
			if named {
				n--
			}
			named = true
		}
		if i == first || g.text(i) == "," {
			n++
		}
		i = g.closingOr(i)
	}
	return n
}

// emit adds the steps and references of a chain, and then reads its arguments.
func (g *groovyReader) emit(parts []groovyPart) parse.Run {
	off := int32(len(g.Steps))
	for k := range parts {
		g.part(&parts[k], off, k == len(parts)-1)
	}
	run := parse.Run{Off: off, N: int32(len(g.Steps)) - off}
	for k := range parts {
		p := &parts[k]
		if p.kind == parse.StepNew {
			t, _ := g.written(p.at)
			if g.addNamed(t.Name, t.At, parse.RefCreate); !t.IsZero() {
				g.References[len(g.References)-1].Args = p.args
			}
			for _, a := range t.Args {
				g.typeRefs(a)
			}
		}
		for _, r := range p.groups {
			if g.text(r[0]) == "{" && r[1] == g.closing(r[0])+1 {
				g.closure(r[0])
			} else {
				g.block(r[0], r[1])
			}
		}
	}
	return run
}

// part adds one part of a chain.
func (g *groovyReader) part(p *groovyPart, off int32, last bool) {
	name := strings.Trim(g.text(p.at), `"'`)
	switch p.kind {
	case parse.StepNew:
		t, _ := g.written(p.at)
		if t.IsZero() || t.Form == parse.FormList {
			g.opaque()
			return
		}
		g.Steps = append(g.Steps, parse.Step{Kind: parse.StepNew, Name: lastPart(t.Name), Args: p.args, Type: &t})
	case parse.StepType:
		g.Steps = append(g.Steps, parse.Step{Kind: parse.StepType, Name: "String", Type: &parse.TypeRef{Name: "String", At: g.start(p.at)}})
	case parse.StepName, parse.StepMember:
		if p.called {
			g.refer(name, g.start(p.at), parse.RefCall, p.args, off)
			g.Steps = append(g.Steps, parse.Step{Kind: parse.StepCall, Name: name, Args: p.args, At: g.start(p.at)})
			return
		}
		if name != "it" || p.kind == parse.StepMember {
			g.refer(name, g.start(p.at), parse.RefMember, -1, off)
		}
		g.Steps = append(g.Steps, parse.Step{Kind: p.kind, Name: name})
	case parse.StepThis, parse.StepBase, parse.StepIndex:
		g.Steps = append(g.Steps, parse.Step{Kind: p.kind})
	default:
		g.opaque()
	}
}
