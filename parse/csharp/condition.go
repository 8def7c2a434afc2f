package csharp

import "strings"

// eval evaluates a condition with the symbols of the project, or else with those
// of a debug build for a current .NET.
func (d *conditionals) eval(cond string) bool {
	e := condition{text: cond, defined: d.isDefined}
	return e.or(0)
}

func (d *conditionals) isDefined(name string) bool {
	if here, ok := d.defined[name]; ok {
		return here
	}
	if unlike, ok := d.as.symbols[name]; ok {
		return unlike
	}
	if d.m.symbols != nil {
		return name == "true" || d.m.symbols[name]
	}
	return isDefined(name)
}

// A condition is evaluated by recursive descent.
type condition struct {
	text    string
	at      int
	defined func(name string) bool
}

// maxConditionDepth bounds the nesting of parentheses and negations.
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
