package csharp

import (
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// holeMark marks a hole while the value of a string is computed.
const holeMark = "\x00"

// parts appends the parts of a string expression: literals, names, and unknown
// parts. depth bounds nested expressions.
func (r *reader) parts(out parse.TextParts, n parse.Node, depth int) parse.TextParts {
	if depth > maxStringDepth {
		return out.Hole()
	}
	switch n.Kind() {
	case "string_literal", "verbatim_string_literal", "raw_string_literal":
		return out.Literal(literalValue(r.str(n), "{}"))
	case "interpolated_string_expression":
		return r.interpolated(out, n, depth)
	case "integer_literal":
		return out.Literal(r.str(n))
	case "identifier":
		return out.Name(n)
	case "member_access_expression":
		name := n.Field("name")
		if t := n.Field("expression"); t.Is("typeof_expression") && r.str(name) == "Name" {
			if of := typeOfName(t); !of.IsZero() {
				return append(out, parse.TextPart{Text: r.str(of), At: of.Start(), OfType: true})
			}
		}
		if name.Kind() == "identifier" {
			return out.Name(name)
		}
	case "parenthesized_expression":
		return r.parts(out, argumentValue(n), depth+1)
	case "binary_expression":
		if operator(n) == "+" {
			for _, o := range operands(n) {
				out = r.parts(out, o, depth+1)
			}
			return out
		}
	case "invocation_expression":
		return r.composed(out, n, depth+1)
	}
	return out.Hole()
}

// typeOfName returns the name of the type in typeof(T); zero for anything but
// plain names.
func typeOfName(n parse.Node) parse.Node {
	for c := range n.Named {
		switch c.Kind() {
		case "identifier":
			return c
		case "qualified_name":
			if name := c.Field("name"); name.Is("identifier") {
				return name
			}
		}
	}
	return parse.Node{}
}

// interpolated appends the parts of an interpolated string.
func (r *reader) interpolated(out parse.TextParts, n parse.Node, depth int) parse.TextParts {
	texts := strings.Split(literalValue(r.str(n), holeMark), holeMark)
	var holes []parse.Node
	for c := range n.Named {
		if c.Kind() == "interpolation" {
			holes = append(holes, c)
		}
	}
	if len(holes) != len(texts)-1 {
		return out.Hole()
	}
	for i, text := range texts {
		out = out.Literal(text)
		if i < len(holes) {
			out = r.parts(out, holeValue(holes[i]), depth+1)
		}
	}
	return out
}

// holeValue returns the expression in a hole of an interpolated string.
func holeValue(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("interpolation_brace", "interpolation_format_clause",
			"interpolation_alignment_clause", "comment") {
			return c
		}
	}
	return parse.Node{}
}

// A composer is the kind of a call that builds a string from its arguments.
type composer uint8

const (
	composesNot composer = iota
	composesName
	composesFormat
	composesAll
	composesJoined
	composesReplaced
)

// composerOf returns the composer that a call is: nameof(x), string.Format(…),
// FormattableString.Invariant(…), string.Concat(…), string.Join(" ", …),
// template.Replace("{table}", …).
func (r *reader) composerOf(n parse.Node) composer {
	function := n.Field("function")
	var owner parse.Node
	if function.Kind() == "member_access_expression" {
		owner, function = function.Field("expression"), function.Field("name")
	}
	switch r.str(function) {
	case "nameof":
		if owner.IsZero() {
			return composesName
		}
	case "Format":
		if isStringType(r.str(owner)) {
			return composesFormat
		}
	case "Replace":
		if r.replacesPlace(n, owner) {
			return composesReplaced
		}
	case "Concat":
		if isStringType(r.str(owner)) {
			return composesAll
		}
	case "Join":
		if isStringType(r.str(owner)) && len(joined(n)) > 1 {
			return composesJoined
		}
	case "Invariant":
		if owner.IsZero() || r.str(owner) == "FormattableString" {
			return composesAll
		}
	}
	return composesNot
}

// composed appends the parts of the string that a call composes.
func (r *reader) composed(out parse.TextParts, n parse.Node, depth int) parse.TextParts {
	var args []parse.Node
	for c := range n.Field("arguments").Named {
		if c.Kind() == "argument" {
			args = append(args, argumentValue(c))
		}
	}
	kind := r.composerOf(n)
	switch {
	case kind == composesName && len(args) == 1:
		name := r.str(args[0])
		name = name[strings.LastIndexByte(name, '.')+1:]
		name, _, _ = strings.Cut(name, "<")
		return out.Literal(strings.TrimPrefix(name, "@"))
	case kind == composesFormat && len(args) > 0:
		return r.formatted(out, args, depth)
	case kind == composesReplaced:
		return r.replaced(out, n, args, depth)
	case kind == composesJoined:
		for i, a := range joined(n) {
			if i > 0 {
				out = r.parts(out, args[0], depth)
			}
			out = r.parts(out, a, depth)
		}
		return out
	case kind == composesAll:
		for _, a := range args {
			out = r.parts(out, a, depth)
		}
		return out
	}
	return out.Hole()
}

// joined lists the strings that string.Join joins, or nil if they are in a list.
//
//	string.Join(" ", "SELECT *", "FROM " + Table)
//	string.Join(" ", new[] { "SELECT *", "FROM " + Table })
func joined(n parse.Node) []parse.Node {
	var args []parse.Node
	for c := range n.Field("arguments").Named {
		if c.Kind() == "argument" {
			args = append(args, argumentValue(c))
		}
	}
	if len(args) == 0 || !isLiteral(args[0]) {
		return nil
	}
	if len(args) == 2 && args[1].Is("implicit_array_creation_expression",
		"array_creation_expression") {
		return slices.Collect(args[1].Child("initializer_expression").Named)
	}
	return args[1:]
}

// formatted appends the parts of string.Format(format, args…).
func (r *reader) formatted(out parse.TextParts, args []parse.Node, depth int) parse.TextParts {
	if len(args) > 1 && r.literalType(args[0]) != "string" && isLiteral(args[1]) &&
		strings.Contains(r.str(args[1]), "{") {
		args = args[1:] // a culture precedes the format
	}
	return out.AppendFilled(r.parts(nil, args[0], depth),
		&parse.TemplateArgs{Style: parse.BracePlaceholders, Args: r.eachParts(args[1:], depth)})
}

// eachParts returns the parts of each expression.
func (r *reader) eachParts(args []parse.Node, depth int) []parse.TextParts {
	out := make([]parse.TextParts, len(args))
	for i, a := range args {
		out[i] = r.parts(nil, a, depth)
	}
	return out
}

// replaced appends the parts of template.Replace("{table}", value).
func (r *reader) replaced(out parse.TextParts, n parse.Node, args []parse.Node,
	depth int) parse.TextParts {
	template := n.Field("function").Field("expression")
	return out.AppendFilled(r.parts(nil, template, depth), &parse.TemplateArgs{Style: parse.TextPlaceholders,
		Args:  r.eachParts(args[1:], depth),
		Names: []string{literalValue(r.str(args[0]), "{}")}})
}

// replacesPlace reports whether a call replaces a placeholder of a template: a
// text delimited by marks.
func (r *reader) replacesPlace(n, template parse.Node) bool {
	args := slices.Collect(n.Field("arguments").Named)
	if len(args) != 2 {
		return false
	}
	first := argumentValue(args[0])
	if !isLiteral(first) ||
		!isLiteral(template) && !isName(template) && !template.Is("invocation_expression") {
		return false
	}
	return parse.IsPlaceholder(literalValue(r.str(first), "{}"))
}

// embed keeps the string n if it reads as SQL, or might once its leading name is
// known.
func (r *reader) embed(n parse.Node) {
	e := parse.Embedded{Range: r.rangeOf(n), Def: r.def}
	switch {
	case isLiteral(n):
		e.Text = literalValue(r.str(n), "{}")
		if !sqltext.Is(e.Text) {
			return
		}
	default:
		parts := r.parts(nil, n, 0)
		e.Text, e.Parts = parts.Text(), parts.Named()
		if !sqltext.Is(e.Text) {
			if !parts.IsFilled() && (len(parts) < 2 || parts[0].At == 0 ||
				r.local(parts[0].Text) != nil || !strings.Contains(e.Text, " ")) {
				return
			}
			e.Use = parse.UseText
		}
	}
	r.f.Embedded = append(r.f.Embedded, e)
}

// keep records the string expression n for use, unless it is recorded already, and
// returns it; nil if n is not a string usable that way.
func (r *reader) keep(n parse.Node, use parse.TextUse) *parse.Embedded {
	place := r.rangeOf(n)
	if e := r.stated(place); e != nil {
		if use == parse.UseProcedure && e.Use == parse.UseText {
			e.Use = use
		}
		return e
	}
	parts := r.parts(nil, n, 0)
	text := parts.Text()
	if len(parts) == 0 || text == "{}" && parts.Named() == nil {
		return nil
	}
	r.f.Embedded = append(r.f.Embedded, parse.Embedded{Text: text, Parts: parts.Named(),
		Range: place, Def: r.def, Use: use})
	return &r.f.Embedded[len(r.f.Embedded)-1]
}

// stated finds the string recorded for a place. Recent strings are among the last
// ones, though not always in order.
func (r *reader) stated(place parse.Range) *parse.Embedded {
	list := r.f.Embedded
	for i, before := len(list)-1, 0; i >= 0 && (before < 8 || r.pairing); i-- {
		if list[i].Range == place {
			return &list[i]
		}
		if list[i].Range.Start < place.Start {
			before++
		}
	}
	return nil
}

// isText reports whether an expression is evidently a string.
func (r *reader) isText(n parse.Node) bool {
	switch n.Kind() {
	case "parenthesized_expression":
		return r.isText(argumentValue(n))
	case "binary_expression":
		if operator(n) != "+" {
			return false
		}
		for _, o := range operands(n) {
			if r.literalType(o) == "string" {
				return true
			}
		}
		return false
	case "invocation_expression":
		return r.composerOf(n) != composesNot
	}
	return r.literalType(n) == "string"
}

// isName reports whether an expression is a name, possibly of a member.
func isName(n parse.Node) bool {
	return n.Kind() == "identifier" || n.Kind() == "member_access_expression" &&
		n.Field("name").Kind() == "identifier"
}

// valueOf records the string n as the value of the constant, or similar, whose
// name is at name, and returns it; nil if it is not a string. A mere name counts
// only if typ is string.
func (r *reader) valueOf(name uint32, n parse.Node, typ parse.TypeRef) *parse.Embedded {
	if !r.isText(n) && !(isName(n) && isString(typ)) {
		return nil
	}
	e := r.keep(n, parse.UseText)
	if e != nil {
		e.For, e.IsValue = name, true
	}
	return e
}

// memberValue is like valueOf, for a field, constant or property. If it is
// settable, the value is the initial one.
func (r *reader) memberValue(name uint32, n parse.Node, typ parse.TypeRef, settable bool) {
	if e := r.valueOf(name, n, typ); e != nil {
		e.Initial = settable
	}
}

// laterValueOf is like valueOf, for the values of locals and of fields set by a
// constructor. Of plain texts only statements and names matter there.
func (r *reader) laterValueOf(name uint32, n parse.Node, typ parse.TypeRef) {
	if isLiteral(n) && !sqltext.Is(literalValue(r.str(n), "{}")) &&
		!sqltext.IsName(literalValue(r.str(n), "{}")) {
		return
	}
	r.valueOf(name, n, typ)
}

// isLiteral reports whether n is a string without holes.
func isLiteral(n parse.Node) bool {
	return n.Is("string_literal", "verbatim_string_literal", "raw_string_literal")
}

// isString reports whether a type is string or string?.
func isString(t parse.TypeRef) bool { return isStringType(bare(t).Name) }

func isStringType(name string) bool { return name == "string" || name == "String" }

// handed records an argument of the call with index call if it is a string that
// the called method may run: a name of a procedure, or a local string.
func (r *reader) handed(n parse.Node, call int, arg int16) {
	switch {
	case n.Kind() == "identifier":
		l := r.local(r.str(n))
		if l == nil || l.Kind == parse.LocalTypeParam ||
			!isString(l.Type) && !(len(l.Init) == 1 && isString(l.Init[0].WrittenType())) {
			return
		}
	case isLiteral(n):
		if !sqltext.IsName(strings.Trim(r.str(n), `@"`)) {
			return
		}
	case n.Kind() == "invocation_expression" && r.composerOf(n) == composesName:
		if r.local(r.parts(nil, n, 0).Text()) != nil {
			return // the name of the parameter that an error is about
		}
	case !r.isText(n) || !r.isShort(n):
		return
	}
	if e := r.keep(n, parse.UseText); e != nil {
		e.Callee, e.Arg, e.Sink = r.f.References[call].At, arg, r.f.References[call].Name
	}
}

// isShort reports whether a composed string might be the name of a procedure.
func (r *reader) isShort(n parse.Node) bool {
	if n.End()-n.Start() >= 200 {
		return false
	}
	parts := r.parts(nil, n, 0)
	text := parts.Text()
	return sqltext.IsName(text) || parts.Named() != nil && sqltext.IsName("x"+text)
}
