package secrets

import (
	_ "embed"
	"slices"
	"strings"
)

// arguments.txt has a line for each library function that is documented to take a
// credential:
//
//	language	package	name(parameters)	source
//
// Package and name are the full name of the function, method or constructor. A
// lower-case module before a name also precedes it in code, and so does a type with an
// exclamation mark. A parameter with a star is a credential; one in braces is a
// property of an object argument, as in session({*secret}). A name with a colon instead
// of parentheses is a command, whose arguments follow it. The source is the
// documentation of that.
//
//go:embed arguments.txt
var argumentTable string

// A callee is a function that takes credentials.
type callee struct {
	evidence []string // texts of which one must occur in the file; nil if the name is distinctive
	module   string   // required before the name, with its dot
	params   []param
	command  bool // its arguments have no parentheses
}

// A param is one of the parameters of a callee.
type param struct {
	name     string
	secret   bool
	property bool // of an object argument, at any position
}

// telling are parts of names that only occur in functions that take credentials.
var telling = []string{"Credential", "Password", "Secret", "BasicAuth", "PassPhrase", "hmac",
	"Hmac", "HMAC", "AuthenticationHeader", "PlainAuth", "SecureString", "SecurityKey", "sp_",
	"password", "basic_auth", "PASSWORD", "auth="}

// callees are the rows of the table by the last part of the name; commands are the rows
// for commands, by their names in lower case.
var (
	callees  = readCallees(argumentTable)
	commands = commandsOf(callees)
)

// commandsOf returns only the commands.
func commandsOf(all map[string][]callee) map[string][]callee {
	out := map[string][]callee{}
	for name, list := range all {
		if list[0].command {
			out[strings.ToLower(name)] = list
		}
	}
	return out
}

// readCallees reads the table.
func readCallees(table string) map[string][]callee {
	out := map[string][]callee{}
	for _, line := range strings.Split(table, "\n") {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		name, params, _ := strings.Cut(fields[2], "(")
		simple := name[strings.LastIndexByte(name, '.')+1:]
		c := callee{command: strings.HasSuffix(simple, ":"), params: readParams(params)}
		simple, name = strings.TrimSuffix(simple, ":"), strings.TrimSuffix(name, ":")
		if q := strings.TrimSuffix(name, simple); q != "" && (q[0] >= 'a' || q[0] == '!') {
			c.module = strings.TrimPrefix(q, "!")
		}
		if !isDistinctive(simple) && !c.command {
			c.evidence = evidenceOf(fields[0], fields[1], name)
		}
		out[simple] = append(out[simple], c)
	}
	return out
}

// readParams parses a, *b, {*c}).
func readParams(list string) []param {
	var out []param
	for _, p := range strings.Split(strings.TrimSuffix(list, ")"), ",") {
		p = strings.TrimSpace(p)
		bare := strings.Trim(p, "{}")
		name := strings.TrimPrefix(bare, "*")
		out = append(out, param{name: name, secret: name != bare, property: p != bare})
	}
	return out
}

// isDistinctive reports whether a name is enough evidence that a function takes a
// credential.
func isDistinctive(name string) bool {
	if name == "Credentials" || name == "Secret" {
		return false
	}
	for _, t := range telling {
		if strings.Contains(name, t) {
			return true
		}
	}
	return false
}

// evidenceOf returns the package and the type of a function: a file that uses the
// function contains one of them.
func evidenceOf(language, pkg, name string) []string {
	out := []string{pkg}
	if language == "javascript" {
		out = []string{"'" + pkg, `"` + pkg, "node:" + pkg}
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		typ := name[:i]
		out = append(out, typ[strings.LastIndexByte(typ, '.')+1:])
	}
	return out
}

// argumentForms returns forms that match calls of callees.
func argumentForms() []form {
	f := form{kind: "argument", read: calls}
	for name, list := range callees {
		if !list[0].command {
			f.anchors = append(f.anchors, name+"(")
			continue
		}
		spellings := []string{name, strings.ToLower(name), strings.ToUpper(name)}
		slices.Sort(spellings)
		f.anchors = append(f.anchors, slices.Compact(spellings)...)
	}
	return []form{f}
}

// calls finds the credentials in the arguments of a call of the callee named at
// text[at:end].
func calls(src *source, at, end int) []span {
	if at > 0 && isWord(src.text[at-1]) {
		return nil
	}
	for _, c := range calleesOf(strings.TrimSuffix(src.text[at:end], "(")) {
		if !strings.HasSuffix(src.text[:at], c.module) || !src.names(c.evidence) {
			continue
		}
		s := scanner{text: src.text, at: end}
		if c.command {
			if s.peek() != '(' && s.peek() != ' ' {
				continue
			}
			s.space()
			s.take("(")
		}
		if out := c.secrets(&s); out != nil {
			return out
		}
	}
	return nil
}

// calleesOf returns the callees with a name; commands match in any case.
func calleesOf(name string) []callee {
	if list := callees[name]; list != nil {
		return list
	}
	return commands[strings.ToLower(name)]
}

// names reports whether the text contains one of the given names, or none are
// given.
func (src *source) names(evidence []string) bool {
	if src.named == nil {
		src.named = map[string]bool{}
	}
	for _, e := range evidence {
		has, known := src.named[e]
		if !known {
			has = strings.Contains(src.text, e)
			src.named[e] = has
		}
		if has {
			return true
		}
	}
	return len(evidence) == 0
}

// secrets finds the credentials among the arguments that follow.
func (c *callee) secrets(s *scanner) []span {
	var out []span
	for i := 0; i < 20; i++ {
		s.lines(3)
		mark := s.at
		label := s.label()
		at := s.at
		if c.isSecret(i, label) {
			out = append(out, s.credentials(s.joined(), known)...)
			s.at = at
		}
		out = append(out, c.properties(s)...)
		s.at = mark
		if !s.argument() || !s.any(",", ";") {
			break
		}
	}
	return out
}

// label skips the parameter name of a named argument, and returns it.
func (s *scanner) label() string {
	mark := s.at
	s.take("@")
	if w := s.word(); w != "" {
		s.blanks()
		if s.any(":", "=") && strings.IndexByte(":=>", s.peek()) < 0 {
			s.blanks()
			return w
		}
	}
	s.at = mark
	return ""
}

// isSecret reports whether an argument is a credential, by its label or, without
// one, by its position.
func (c *callee) isSecret(i int, label string) bool {
	for n, p := range c.params {
		if p.secret && !p.property && (label == p.name || label == "" && n == i) {
			return true
		}
	}
	return false
}

// properties finds credentials among the properties of an object argument.
func (c *callee) properties(s *scanner) []span {
	if s.peek() != '{' && s.peek() != '[' {
		return nil
	}
	from := s.at
	if !s.brackets() {
		return nil
	}
	object, end := s.text[:s.at], s.at
	var out []span
	for _, p := range c.params {
		if !p.property || !p.secret {
			continue
		}
		for at := from; ; {
			i := strings.Index(object[at:], p.name)
			if i < 0 {
				break
			}
			at += i + len(p.name)
			in := scanner{text: object, at: at}
			in.any("'", `"`)
			if isWord(object[at-len(p.name)-1]) || !in.any(":", " =>") {
				continue
			}
			out = append(out, in.credentials(in.joined(), known)...)
		}
	}
	s.at = end
	return out
}
