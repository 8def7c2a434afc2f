package jsvalue

import "strings"

// This file skips the types of TypeScript.

// skipType skips a type annotation. A comma between type arguments does not end it.
//
//	const alias: Record<string, string> = { … }
func (p *parser) skipType() {
	for open := 0; !p.done() && !p.is("=") && !p.is(";") && !p.is(")") && (open > 0 || !p.is(",")); {
		open += p.peek().angles()
		p.at = max(p.at, p.peek().match) + 1
	}
}

// angles returns the number of lists of type arguments that a token opens, less those that
// it closes.
func (t *token) angles() int {
	if t.kind != tokenSign || t.text == "=>" {
		return 0
	}
	return strings.Count(t.text, "<") - strings.Count(t.text, ">")
}

// skipOperand skips names and brackets, as in types.
func (p *parser) skipOperand() {
	for open := 0; !p.done(); {
		t := p.peek()
		open += t.angles()
		switch {
		case open > 0 && p.is(","):
			p.at++
		case t.match > p.at:
			p.at = t.match + 1
		case t.kind == tokenName, t.kind == tokenText, isSign(t, "."), isSign(t, "<"), isSign(t, ">"), isSign(t, "|"), isSign(t, "&"):
			p.at++
		default:
			return
		}
	}
}
