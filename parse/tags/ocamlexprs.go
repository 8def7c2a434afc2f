package tags

import (
	"seedgraph/parse"
)

// expressions reads all of tokens [i, end).
func (o *ocamlReader) expressions(i, end int) {
	if o.depth++; o.depth < maxDepth {
		for i < end {
			i = max(o.expression(i, end), i) + 1 // past what ends an expression
		}
	}
	o.depth--
}

// expression reads an expression and returns the index of the token that ends it: a
// separator of arms, a keyword of the enclosing construct, or end.
func (o *ocamlReader) expression(i, end int) int {
	if o.depth++; o.depth >= maxDepth {
		o.depth--
		return end
	}
	defer func() { o.depth-- }()
	for i < end {
		switch t := o.text(i); t {
		case "|", "in", "and", "and*", "and+", "with":
			return i
		case "let", "let*", "let+":
			i = o.local(i, end)
		case "fun":
			i = o.lambda(i+1, end)
		case "function":
			i = o.arms(i+1, end)
		case "match", "try":
			if i = o.expression(i+1, end); o.text(i) == "with" {
				i = o.arms(i+1, end)
			}
		case "for":
			o.Local(o.text(i+1), o.start(i+1), parse.LocalVar, parse.TypeRef{}, parse.Run{}, 0)
			i += 2
		case ":", ":>":
			stop := i + 1
			for stop < end && o.text(stop) != "=" {
				stop = o.skip(stop)
			}
			o.typeRefs(i+1, stop)
			i = stop
		case "struct", "sig", "object":
			o.structure(i+1, min(o.tokens[i].match, end))
			i = o.skip(i)
		case "new":
			i++
		case "if", "while", "when":
			o.Definitions[o.def].Complexity++
			i++
		default:
			i = o.operand(i, end)
		}
	}
	return end
}

// operand reads a name, a group or any other token.
func (o *ocamlReader) operand(i, end int) int {
	switch t := o.text(i); {
	case ocamlBrackets[t] != "":
		o.group(i, end)
		return o.skip(i)
	case o.isUpper(i):
		return o.qualified(i, end)
	case t == "~" || t == "?":
		if o.isValue(i+1) && o.text(i+2) == ":" {
			return i + 3
		}
		return i + 1
	case o.isValue(i):
		if prev := o.text(i - 1); prev != "." && prev != "#" && prev != "'" && prev != "`" {
			o.name(i, i, "")
		}
		return i + 1
	}
	return i + 1
}

// group reads the contents of brackets.
func (o *ocamlReader) group(i, end int) {
	last := min(o.tokens[i].match, end)
	o.Within(parse.Range{Start: o.start(i), End: o.start(last)}, func() {
		if o.text(i) != "{" {
			o.expressions(i+1, last)
			return
		}
		for k := i + 1; k < last; { // { r with a = 1; M.b = 2; c }
			stop := k
			for stop < last && o.text(stop) != ";" && o.text(stop) != "with" {
				stop = o.skip(stop)
			}
			field := k
			if _, next := o.modulePath(k); next > k && o.text(next) == "." {
				field = next + 1
			}
			if o.isValue(field) && (o.text(field+1) == "=" || o.text(field+1) == ":") {
				k = field + 2
			}
			o.expressions(k, stop)
			k = stop + 1
		}
	})
}

// qualified reads M.x, M.C, C, and M.(e), in which the names of M are visible.
func (o *ocamlReader) qualified(i, end int) int {
	path, next := o.modulePath(i)
	switch {
	case o.text(next) != ".":
		o.addNamed(path, o.start(next-1), parse.RefMember)
		return next
	case o.isValue(next + 1):
		o.name(i, next+1, path)
		return next + 2
	case ocamlBrackets[o.text(next+1)] != "" && next+1 < end:
		last := min(o.tokens[next+1].match, end)
		scope := parse.Range{Start: o.start(next + 1), End: o.start(last)}
		o.F.Imports = append(o.F.Imports, parse.Import{Path: path, All: true, At: o.start(i), Def: o.def, Scope: scope})
		return next + 1
	}
	return next
}

// name adds the reference of a value, which may be qualified: a call if an argument
// follows, or an operator applies it.
func (o *ocamlReader) name(first, at int, path string) {
	kind := parse.RefMember
	if o.beginsArgument(at+1) || o.text(at+1) == "@@" || o.text(first-1) == "|>" {
		kind = parse.RefCall
	}
	off := int32(len(o.Steps))
	if path != "" {
		for i, part := range segments(path) {
			o.Steps = append(o.Steps, parse.Step{Kind: nameKind(i), Name: part})
		}
	}
	o.refer(o.text(at), o.start(at), kind, -1, off)
}

// beginsArgument reports whether an argument of an application begins at a token.
func (o *ocamlReader) beginsArgument(i int) bool {
	if i >= len(o.tokens) {
		return false
	}
	switch t := o.tokens[i]; t.kind {
	case tokenString, tokenNumber:
		return true
	case tokenWord:
		return !ocamlWords[t.text] || t.text == "true" || t.text == "false" || t.text == "begin"
	default:
		return t.text == "(" || t.text == "[" || t.text == "{" || t.text == "[|" || t.text == "~" || t.text == "?" || t.text == "!" || t.text == "`"
	}
}

// lambda reads the parameters and the body of fun.
func (o *ocamlReader) lambda(i, end int) int {
	arrow := i
	for arrow < end && o.text(arrow) != "->" {
		arrow = o.skip(arrow)
	}
	o.pattern(i, arrow)
	return o.expression(arrow+1, end)
}

// arms reads the arms of a match: the names of a pattern are visible in its arm.
func (o *ocamlReader) arms(i, end int) int {
	for i < end {
		if o.text(i) == "|" {
			i++
		}
		arrow := i
		for arrow < end && o.text(arrow) != "->" && o.text(arrow) != "when" {
			arrow = o.skip(arrow)
		}
		first := len(o.Locals)
		o.pattern(i, arrow)
		o.Definitions[o.def].Complexity++
		if o.text(arrow) == "when" {
			guard := arrow + 1
			for arrow < end && o.text(arrow) != "->" {
				arrow = o.skip(arrow)
			}
			o.expressions(guard, arrow)
		}
		i = o.expression(arrow+1, end)
		for k := first; k < len(o.Locals); k++ {
			if s := &o.Locals[k].Scope; s.End > o.start(i) {
				s.End = max(s.Start, o.start(i))
			}
		}
		if o.text(i) != "|" {
			return i
		}
	}
	return end
}

// local reads let … in, whose names are visible up to the end of the innermost scope.
func (o *ocamlReader) local(i, end int) int {
	i++
	switch o.text(i) {
	case "open":
		if o.text(i+1) == "!" {
			i++
		}
		path, next := o.modulePath(i + 1)
		if path != "" {
			o.F.Imports = append(o.F.Imports, parse.Import{Path: path, All: true, At: o.start(i), Def: o.def,
				Scope: parse.Range{Start: o.start(next), End: o.scope.End}})
		}
		return next + 1
	case "module", "exception":
		next := o.expression(i+1, end)
		return next + 1
	case "rec":
		i++
	}
	for {
		equals := i
		for equals < end && o.text(equals) != "=" && o.text(equals) != "in" {
			equals = o.skip(equals)
		}
		params := o.skip(i)
		isFunction := o.isValue(i) && params < equals && o.text(params) != ":" && o.text(params) != ","
		first := len(o.Locals)
		if isFunction {
			o.pattern(i, params)
			first = len(o.Locals)
			o.pattern(params, equals)
		} else {
			o.pattern(i, equals)
		}
		next := o.expression(equals+1, end)
		for k := first; isFunction && k < len(o.Locals); k++ {
			if s := &o.Locals[k].Scope; s.End > o.start(next) {
				s.End = max(s.Start, o.start(next))
			}
		}
		if next >= end {
			return end
		}
		switch o.text(next) {
		case "and", "and*", "and+":
			i = next + 1
		case "in":
			return next + 1
		default:
			return next
		}
	}
}
