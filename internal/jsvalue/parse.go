package jsvalue

import "strings"

type op uint8

const (
	opUnknown op = iota
	opText
	opTemplate // kids: texts and substitutions
	opRegexp
	opName
	opMember // of kids[0]: text
	opIndex  // of kids[0]: kids[1]
	opCall   // kids[0], with the others as arguments
	opNew
	opList
	opObject // fields
	opSpread
	opPlus
	opChoice // one of kids
	opFunction
)

// A node is an expression.
type node struct {
	op     op
	text   string
	line   int
	kids   []*node
	fields []field
	params []string // of a function; empty names for patterns
	rest   bool     // the last parameter takes all further arguments
	body   []statement
}

// A field is a member of an object literal.
type field struct {
	name  string
	named *node // [named]: value
	value *node // of a spread, without a name
	line  int
}

type statementKind uint8

const (
	stateValue  statementKind = iota // an expression
	stateName                        // names = value
	stateReturn                      //
	stateSet                         // to = value
	stateExport                      // export default value
	stateBlock                       // body, of a branch or loop
	stateTake                        // import names from text
)

// A statement is the relevant part of a statement.
type statement struct {
	kind     statementKind
	names    []taken // that are assigned the value, or parts of it
	exported bool
	to       *node
	value    *node
	text     string
	body     []statement
}

// A taken name is assigned a part of a value: "" is the whole.
type taken struct{ name, part string }

// maxDepth limits the nesting of expressions and statements.
const maxDepth = 150

type parser struct {
	tokens []token
	at     int
	depth  int
}

func parse(text string) []statement {
	p := &parser{tokens: scan(text)}
	return p.statements()
}

func (p *parser) peek() *token { return &p.tokens[min(p.at, len(p.tokens)-1)] }

func (p *parser) ahead(n int) *token { return &p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.kind == tokenSign || t.kind == tokenName) && t.text == text
}

func (p *parser) take(text string) bool {
	if !p.is(text) {
		return false
	}
	p.at++
	return true
}

func (p *parser) done() bool { return p.peek().kind == tokenEnd }

// statements parses statements up to a closing brace or the end.
func (p *parser) statements() []statement {
	var out []statement
	if p.depth >= maxDepth {
		return nil
	}
	p.depth++
	for !p.done() && !p.is("}") {
		before := p.at
		if s, ok := p.statement(); ok {
			out = append(out, s)
		}
		if p.at == before { // skip unknown syntax
			p.at++
		}
	}
	p.depth--
	return out
}

// block parses statements in braces, or a single one.
func (p *parser) block() statement {
	if !p.is("{") {
		before := p.at
		s, ok := p.statement()
		if p.at == before {
			p.at++
		}
		if !ok {
			return statement{kind: stateBlock}
		}
		return statement{kind: stateBlock, body: []statement{s}}
	}
	return statement{kind: stateBlock, body: p.braced()}
}

// braced parses the statements between braces.
func (p *parser) braced() []statement {
	end := p.peek().match
	if end == 0 {
		end = len(p.tokens) - 1
	}
	p.at++
	body := p.statements()
	p.at = max(p.at, min(end+1, len(p.tokens)-1))
	return body
}

func (p *parser) statement() (statement, bool) {
	if p.depth >= maxDepth {
		return statement{}, false
	}
	p.depth++
	defer func() { p.depth-- }()
	switch t := p.peek(); {
	case t.text == ";" && t.kind == tokenSign:
		p.at++
		return statement{}, false
	case t.text == "{" && t.kind == tokenSign:
		return p.block(), true
	case t.kind != tokenName:
	case t.text == "import" && !isSign(p.ahead(1), ".") && !isSign(p.ahead(1), "("):
		return p.importing(), true
	case t.text == "export":
		return p.exporting()
	case t.text == "const" || t.text == "let" || t.text == "var":
		p.at++
		return p.declaration(), true
	case t.text == "function" || t.text == "async" && p.ahead(1).text == "function":
		fn := p.expression()
		return statement{kind: stateName, names: []taken{{fn.text, ""}}, value: fn}, fn.text != ""
	case t.text == "return":
		p.at++
		return statement{kind: stateReturn, value: p.expression()}, true
	case t.text == "if" || t.text == "for" || t.text == "while" || t.text == "switch" || t.text == "catch":
		p.at++
		if m := p.peek().match; p.is("(") && m > 0 {
			p.at = m + 1
		}
		return p.block(), true
	case t.text == "else" || t.text == "try" || t.text == "finally" || t.text == "do":
		p.at++
		return p.block(), true
	case t.text == "interface" || t.text == "class" || t.text == "type" && p.ahead(1).kind == tokenName:
		p.skipTo("{", "=")
		return statement{}, false
	}
	return p.plain(), true
}

// plain parses an expression, or an assignment.
func (p *parser) plain() statement {
	to := p.expression()
	if p.take("=") {
		return statement{kind: stateSet, to: to, value: p.expression()}
	}
	return statement{kind: stateValue, value: to}
}

// skipTo skips to one of the given signs, over balanced brackets.
func (p *parser) skipTo(signs ...string) {
	for ; !p.done() && !p.is(";"); p.at++ {
		for _, s := range signs {
			if p.is(s) {
				p.at = max(p.at, p.peek().match) + 1
				return
			}
		}
	}
}

// importing parses an import.
//
//	import path, { resolve as r } from "node:path"
func (p *parser) importing() statement {
	p.at++
	s := statement{kind: stateTake}
	if p.is("type") && !isSign(p.ahead(1), ",") && p.ahead(1).text != "from" {
		p.at++
	}
	for !p.done() && !p.is("from") && p.peek().kind != tokenText && !p.is(";") {
		switch {
		case p.is("{"):
			s.names = append(s.names, p.pattern("as")...)
		case p.take("*"):
			p.take("as")
			s.names = append(s.names, taken{p.peek().text, ""})
			p.at++
		case p.peek().kind == tokenName:
			s.names = append(s.names, taken{p.peek().text, "default"})
			p.at++
		default:
			p.at++
		}
	}
	p.take("from")
	if p.peek().kind == tokenText {
		s.text = p.peek().text
		p.at++
	}
	return s
}

// pattern parses names in braces; rename is the sign before a new name.
//
//	{ resolve, join: j }, { resolve as r }
func (p *parser) pattern(rename string) []taken {
	end := p.peek().match
	if end == 0 {
		p.at++
		return nil
	}
	var out []taken
	for p.at++; p.at < end; p.at++ {
		if p.is("type") && p.ahead(1).kind == tokenName && p.ahead(1).text != rename {
			continue
		}
		if t := p.peek(); t.kind == tokenName || t.kind == tokenText {
			name := taken{t.text, t.text}
			if p.ahead(1).text == rename {
				p.at += 2
				name.name = p.peek().text
			}
			out = append(out, name)
		}
		for ; p.at < end && !p.is(","); p.at++ {
			p.at = max(p.at, min(p.peek().match, end))
		}
	}
	p.at = end + 1
	return out
}

// exporting parses an export.
func (p *parser) exporting() (statement, bool) {
	p.at++
	switch {
	case p.take("default"), p.take("="):
		return statement{kind: stateExport, value: p.expression()}, true
	case p.is("{"), p.is("*"):
		p.skipTo("{", "from")
		return statement{}, false
	}
	s, ok := p.statement()
	s.exported = ok
	return s, ok
}

// declaration parses a declaration of names; those after a comma become separate
// blocks.
func (p *parser) declaration() statement {
	out := statement{kind: stateBlock}
	for {
		s := statement{kind: stateName}
		switch {
		case p.is("{"):
			s.names = p.pattern(":")
		case p.peek().kind == tokenName:
			s.names = []taken{{p.peek().text, ""}}
			p.at++
		default:
			p.at = max(p.at, p.peek().match) + 1
		}
		if p.is(":") {
			p.skipType()
		}
		if p.take("=") {
			s.value = p.expression()
		}
		if s.value == nil {
			s.value = &node{}
		}
		out.body = append(out.body, s)
		if !p.take(",") {
			break
		}
	}
	if len(out.body) == 1 {
		return out.body[0]
	}
	return out
}

func isSign(t *token, text string) bool { return t.kind == tokenSign && t.text == text }

// expression parses an expression without comma operator.
func (p *parser) expression() *node {
	if p.depth >= maxDepth {
		p.skipOperand()
		return &node{}
	}
	p.depth++
	defer func() { p.depth-- }()
	left := p.operand()
	for {
		switch t := p.peek(); {
		case p.take("+"):
			left = &node{op: opPlus, kids: []*node{left, p.operand()}, line: t.line}
		case p.take("||"), p.take("??"):
			left = &node{op: opChoice, kids: []*node{left, p.expression()}, line: t.line}
		case p.take("&&"):
			left = p.expression()
		case p.take("?"):
			then := p.expression()
			p.take(":")
			left = &node{op: opChoice, kids: []*node{then, p.expression()}, line: t.line}
		case t.kind == tokenName && (t.text == "as" || t.text == "satisfies"):
			p.at++
			p.skipOperand()
		case t.kind == tokenName && (t.text == "in" || t.text == "instanceof"),
			t.kind == tokenSign && strings.Contains("=== !== == != <= >= < > - * / % & | ^ += -=", t.text) && t.text != "=":
			p.at++
			p.operand()
			left = &node{line: t.line}
		default:
			return left
		}
	}
}

// operand parses an expression without binary operators.
func (p *parser) operand() *node {
	switch t := p.peek(); {
	case p.take("!"), p.take("-"), p.take("typeof"), p.take("void"), p.take("delete"):
		p.operand()
		return &node{line: t.line}
	case t.text == "await" && t.kind == tokenName, t.text == "yield" && t.kind == tokenName:
		p.at++
		return p.operand()
	case p.take("new"):
		n := p.postfix(p.primary(), true)
		made := &node{op: opNew, kids: []*node{n}, line: t.line}
		if p.is("(") {
			made.kids = append(made.kids, p.arguments()...)
		}
		return p.postfix(made, false)
	}
	return p.postfix(p.primary(), false)
}

// postfix parses members, elements and calls; without calls after new.
func (p *parser) postfix(n *node, plain bool) *node {
	for {
		t := p.peek()
		if t.kind != tokenSign {
			return n
		}
		switch t.text {
		case ".", "?.":
			p.at++
			if isSign(p.peek(), "(") || isSign(p.peek(), "[") {
				continue
			}
			n = &node{op: opMember, text: p.peek().text, kids: []*node{n}, line: t.line}
			p.at++
		case "[":
			p.at++
			n = &node{op: opIndex, kids: []*node{n, p.expression()}, line: t.line}
			p.close(t)
		case "(":
			if plain {
				return n
			}
			n = &node{op: opCall, kids: append([]*node{n}, p.arguments()...), line: t.line}
		case "!", "++", "--":
			p.at++
		case "<":
			if !p.skipTypeArguments() {
				return n
			}
		default:
			return n
		}
	}
}

// close moves past the bracket that closes open.
func (p *parser) close(open *token) {
	if open.match > 0 {
		p.at = open.match + 1
	}
}

// skipTypeArguments skips the type arguments of a call, if there are any.
//
//	defineConfig<Options>({ … })
func (p *parser) skipTypeArguments() bool {
	depth := 0
	for i := p.at; i < len(p.tokens) && i < p.at+64; i++ {
		switch t := &p.tokens[i]; {
		case isSign(t, "<"):
			depth++
		case isSign(t, ">"):
			if depth--; depth == 0 {
				if !isSign(&p.tokens[min(i+1, len(p.tokens)-1)], "(") {
					return false
				}
				p.at = i + 1
				return true
			}
		case t.kind == tokenName, t.kind == tokenText, isSign(t, "."), isSign(t, ","), isSign(t, "|"), isSign(t, "["), isSign(t, "]"):
		default:
			return false
		}
	}
	return false
}

// arguments parses the arguments of a call.
func (p *parser) arguments() []*node {
	open := p.peek()
	out := p.list(")")
	p.close(open)
	return out
}

// list parses expressions between brackets.
func (p *parser) list(end string) []*node {
	var out []*node
	for p.at++; !p.done() && !p.is(end); {
		before := p.at
		if p.take("...") {
			out = append(out, &node{op: opSpread, kids: []*node{p.expression()}})
		} else if !p.is(",") {
			out = append(out, p.expression())
		}
		if !p.take(",") && p.at == before {
			p.at++
		}
	}
	return out
}

func (p *parser) primary() *node {
	t := p.peek()
	switch t.kind {
	case tokenText:
		p.at++
		return &node{op: opText, text: t.text, line: t.line}
	case tokenRegexp:
		p.at++
		return &node{op: opRegexp, text: t.text, line: t.line}
	case tokenTemplate:
		p.at++
		return p.template(t)
	case tokenName:
		return p.name(t)
	case tokenSign:
		switch t.text {
		case "(":
			return p.parenthesis(t)
		case "[":
			n := &node{op: opList, kids: p.list("]"), line: t.line}
			p.close(t)
			return n
		case "{":
			n := &node{op: opObject, line: t.line, fields: p.fields()}
			p.close(t)
			return n
		}
	case tokenNumber:
		p.at++
	}
	return &node{line: t.line}
}

// template parses the substitutions of a template.
func (p *parser) template(t *token) *node {
	n := &node{op: opTemplate, line: t.line}
	for i, part := range t.parts {
		if i%2 == 0 {
			n.kids = append(n.kids, &node{op: opText, text: part, line: t.line})
			continue
		}
		in := &parser{tokens: scan(part), depth: p.depth + 1}
		n.kids = append(n.kids, in.expression())
	}
	return n
}

// name parses a name, or a function that begins with one.
func (p *parser) name(t *token) *node {
	p.at++
	switch {
	case t.text == "function" || t.text == "async" && p.is("function"):
		p.take("function")
		p.take("*")
		fn := &node{op: opFunction, line: t.line}
		if p.peek().kind == tokenName {
			fn.text = p.peek().text
			p.at++
		}
		p.function(fn)
		return fn
	case t.text == "async" && (p.is("(") || p.peek().kind == tokenName):
		return p.primary()
	case p.is("=>"):
		return p.arrow(&node{op: opFunction, params: []string{t.text}, line: t.line})
	}
	return &node{op: opName, text: t.text, line: t.line}
}

// parenthesis parses an arrow function, or an expression in parentheses.
func (p *parser) parenthesis(t *token) *node {
	if t.match > 0 && p.beforeArrow(t.match+1) {
		n := &node{op: opFunction, line: t.line}
		n.params, n.rest = p.params()
		for !p.done() && !p.is("=>") {
			p.at++
		}
		return p.arrow(n)
	}
	p.at++
	n := p.expression()
	for p.take(",") {
		n = p.expression()
	}
	p.close(t)
	return n
}

// beforeArrow reports whether an arrow follows, possibly after a return type.
func (p *parser) beforeArrow(i int) bool {
	if i >= len(p.tokens) {
		return false
	}
	if isSign(&p.tokens[i], "=>") {
		return true
	}
	if !isSign(&p.tokens[i], ":") {
		return false
	}
	for i++; i < len(p.tokens); i++ {
		switch t := &p.tokens[i]; {
		case isSign(t, "=>"):
			return true
		case t.kind == tokenName, isSign(t, "."), isSign(t, "<"), isSign(t, ">"), isSign(t, "|"), isSign(t, "["), isSign(t, "]"):
		default:
			return false
		}
	}
	return false
}

// params parses the names of parameters; rest reports whether the last one takes all further
// arguments.
func (p *parser) params() (out []string, rest bool) {
	end := p.peek().match
	for p.at++; p.at < end; p.at++ {
		name := ""
		if rest = p.is("..."); rest {
			p.at++
		}
		if p.peek().kind == tokenName {
			name = p.peek().text
		}
		out = append(out, name)
		for ; p.at < end && !p.is(","); p.at++ {
			p.at = max(p.at, min(p.peek().match, end-1))
		}
	}
	p.at = end + 1
	return out, rest
}

// function parses parameters and a body.
func (p *parser) function(fn *node) {
	if p.is("(") && p.peek().match > 0 {
		fn.params, fn.rest = p.params()
	}
	for !p.done() && !p.is("{") && !p.is(";") {
		p.at++ // return type
	}
	if p.is("{") {
		fn.body = p.braced()
	}
}

// arrow parses the body of an arrow function.
func (p *parser) arrow(fn *node) *node {
	p.take("=>")
	if p.is("{") {
		fn.body = p.braced()
	} else {
		fn.body = []statement{{kind: stateReturn, value: p.expression()}}
	}
	return fn
}

// fields parses the members of an object literal.
func (p *parser) fields() []field {
	var out []field
	for p.at++; !p.done() && !p.is("}"); {
		before := p.at
		out = p.field(out)
		if !p.take(",") && p.at == before {
			p.at++
		}
	}
	return out
}

func (p *parser) field(out []field) []field {
	for p.is("async") || p.is("get") || p.is("set") || p.is("*") {
		if next := p.ahead(1); next.kind == tokenSign && next.text != "[" && next.text != "*" {
			break
		}
		p.at++
	}
	t := p.peek()
	f := field{line: t.line, name: t.text}
	switch {
	case p.is(","):
		return out
	case p.take("..."):
		f.name, f.value = "", p.expression()
		return append(out, f)
	case p.take("["):
		f.name, f.named = "", p.expression()
		p.close(t)
	default:
		p.at++
	}
	switch {
	case p.take(":"):
		f.value = p.expression()
	case p.is("("):
		f.value = &node{op: opFunction, line: t.line}
		p.function(f.value)
	case t.kind == tokenName:
		f.value = &node{op: opName, text: t.text, line: t.line}
	default:
		return out
	}
	return append(out, f)
}
