package python

import (
	"strings"

	"seedgraph/parse"
)

// matchStatement reads a match statement: its cases are branches.
func (w *walker) matchStatement(n parse.Node) {
	f := w.scope.flowOf()
	start, dead := f.mark(), f.dead
	s := subject{node: n.Field("subject")}
	var ends []end
	exhaustive := false
	clause := func(c parse.Node) {
		w.caseClause(c, s)
		ends = append(ends, f.rollback(start, dead, c.End()))
		exhaustive = exhaustive || isCatchAll(c)
	}
	for c := range n.Named {
		switch c.Kind() {
		case "case_clause":
			clause(c)
		case "block", "match_block":
			for d := range c.Named {
				if d.Kind() == "case_clause" {
					clause(d)
				} else {
					w.stmt(d, d.Start())
				}
			}
		default:
			chain := w.expr(c)
			if c == s.node {
				s.steps = chain
			}
			start = f.mark()
		}
	}
	if !exhaustive {
		ends = append(ends, end{dead: dead})
	}
	f.join(n.End(), ends...)
}

// isCatchAll reports whether a case matches every value: `case _` or `case name`,
// without a condition.
func isCatchAll(clause parse.Node) bool {
	if !clause.Child("if_clause").IsZero() {
		return false
	}
	text := strings.TrimSpace(clause.Child("case_pattern").Text())
	return text != "" && !strings.ContainsAny(text, ".([{|,'\"*") && !strings.Contains(text, " ") &&
		isNameByte(text[0]) && (text[0] < '0' || text[0] > '9') &&
		text != "None" && text != "True" && text != "False"
}

// A subject is the value that a pattern is matched against.
type subject struct {
	node  parse.Node   // zero if it has no name
	steps []parse.Step // nil if unknown
}

// part returns the subject of a nested pattern: a part of s.
func (w *walker) part(s subject, step parse.Step) subject {
	if s.steps == nil || len(s.steps) >= maxSteps {
		return subject{}
	}
	return subject{steps: w.fork(s.steps, step)}
}

// values returns the values of a name that captures the subject.
func (s subject) values(at uint32) []parse.Value {
	if s.steps == nil {
		return opaqueValues
	}
	return []parse.Value{{Steps: s.steps, At: at}}
}

// patternClasses reads the classes that a pattern admits, zero if it admits
// others.
func patternClasses(pattern parse.Node) parse.TypeRef {
	for c := range pattern.Named {
		switch c.Kind() {
		case "class_pattern":
			return classInfo(c.First())
		case "union_pattern", "as_pattern", "case_pattern":
			return classAlternatives(c)
		}
		break
	}
	return parse.TypeRef{}
}

// classAlternatives reads A() | B(), or the pattern of A() as x.
func classAlternatives(n parse.Node) parse.TypeRef {
	if !n.Is("union_pattern") {
		if n.Is("as_pattern") {
			n = n.First()
		}
		return patternClasses(n)
	}
	t := parse.TypeRef{Form: parse.FormUnion, At: n.Start()}
	for c := range n.Named {
		if !c.Is("class_pattern") {
			return parse.TypeRef{}
		}
		t.Args = append(t.Args, classInfo(c.First()))
	}
	return t
}

func (w *walker) caseClause(n parse.Node, s subject) {
	for c := range n.Named {
		switch c.Kind() {
		case "case_pattern":
			if strings.TrimSpace(c.Text()) != "_" {
				w.decide()
			}
			w.pattern(c, s)
			if t := patternClasses(c); !t.IsZero() && s.node.Is("identifier", "attribute") {
				w.narrow(s.node, t, false, c.End())
			}
		case "if_clause":
			w.decide()
			w.children(c)
		case "block":
			w.block(c, c.Start())
		default:
			w.stmt(c, c.Start())
		}
	}
}

// pattern reads a pattern of a case: names that it captures are locals, dotted
// names and classes are references.
func (w *walker) pattern(n parse.Node, s subject) {
	switch n.Kind() {
	case "dotted_name":
		if strings.Contains(n.Text(), ".") {
			w.dottedRef(n, parse.RefMember)
		} else if n.Text() != "_" {
			w.bindName(n, s.values(n.Start()), parse.TypeRef{}, n)
		}
	case "splat_pattern":
		for c := range n.Named {
			w.bindName(c, opaqueValues, parse.TypeRef{}, n)
		}
	case "class_pattern":
		w.classPattern(n)
	case "as_pattern":
		w.asPattern(n, s)
	case "list_pattern", "tuple_pattern":
		for i, c := range items(n) {
			w.pattern(c, w.part(s, elementAt(i)))
		}
	case "dict_pattern":
		w.dictPattern(n, s)
	case "string", "concatenated_string":
	default:
		for c := range n.Named {
			w.pattern(c, s)
		}
	}
}

// classPattern reads C(x, name=y): x is a field by position, y one by name.
func (w *walker) classPattern(n parse.Node) {
	var object subject
	place := int16(0)
	for c := range n.Named {
		switch {
		case c.Kind() == "dotted_name":
			w.dottedRef(c, parse.RefType)
			t := classInfo(c)
			object.steps = w.cut(parse.Step{Kind: parse.StepType, Name: t.Name, Type: &t})
		case c.Kind() == "keyword_pattern":
			w.keywordPattern(c, object)
		case c.Child("keyword_pattern").IsZero():
			w.pattern(c, w.part(object, parse.Step{Kind: parse.StepCapture, Args: place}))
			place++
		default:
			w.keywordPattern(c.Child("keyword_pattern"), object)
		}
	}
}

// keywordPattern reads name=pattern of an object.
func (w *walker) keywordPattern(n parse.Node, object subject) {
	field := n.First()
	if object.steps != nil {
		w.refer(parse.Reference{Kind: parse.RefMember, Name: field.Text(), Recv: object.steps, Args: -1,
			At: field.Start()}, false)
	}
	member := w.part(object, parse.Step{Kind: parse.StepMember, Name: field.Text()})
	for c := range n.Named {
		if c != field {
			w.pattern(c, member)
		}
	}
}

// dictPattern reads {"key": pattern}.
func (w *walker) dictPattern(n parse.Node, s subject) {
	value := subject{}
	for c := range n.Named {
		switch c.FieldName() {
		case "key":
			value = subject{}
			if c.Is("string") {
				name := c.Child("string_content").Text()
				value = w.part(s, parse.Step{Kind: parse.StepIndex, Name: name})
			}
			w.pattern(c, subject{})
		default:
			w.pattern(c, value)
		}
	}
}

// asPattern reads pattern as name.
func (w *walker) asPattern(n parse.Node, s subject) {
	for c := range n.Named {
		if c.Kind() != "identifier" {
			w.pattern(c, s)
			continue
		}
		t := classAlternatives(n)
		vals := s.values(c.Start())
		if !t.IsZero() {
			vals = opaqueValues
		}
		w.bindName(c, vals, t, n)
	}
}
