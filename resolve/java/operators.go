package java

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// operator returns the type of an operator on two values, or of a conditional on its two
// branches. The front end has already handled comparisons and concatenations with a
// literal.
//
//	"n = " + n    // String, whatever n is
//	a + b         // a number, if both are; unknown if one may be a String
//	n << 2L       // the promoted type of n only (JLS 15.19)
func (e *eval) operator(s *parse.Step, a, b resolve.Type) resolve.Type {
	a.Static, b.Static = false, false
	tier := resolve.WeakerTier(a.Tier, b.Tier)
	var t resolve.Type
	switch s.Name {
	case "": // of StepChoice
		t = e.j.conditional(a, b)
	case "+":
		if isString(a) || isString(b) {
			return javaString.WithTier(graph.Exact)
		}
		t = arithmetic(a, b)
		if !a.Known() || !b.Known() { // the unknown one may be a string
			return resolve.Unknown
		}
	case "&", "|", "^":
		t = bitwise(a, b)
	case "<<", ">>", ">>>":
		t = promoted(a)
		tier = a.Tier
	default:
		t = arithmetic(a, b)
	}
	if !t.Known() {
		return resolve.Unknown
	}
	return t.WithTier(tier)
}

// isString reports whether t is java.lang.String.
func isString(t resolve.Type) bool { return t.Def == resolve.None && t.Name == javaString.Name }

// promoted returns the type of a unary operator on a number (JLS 5.6).
func promoted(t resolve.Type) resolve.Type {
	p, ok := unboxed(t)
	switch w := widths[p.Name]; {
	case !ok || w == 0:
		return resolve.Unknown
	case w < widths["int"]:
		return outsideType("int").WithTier(t.Tier)
	}
	return p
}

// arithmetic returns the type of a binary operator on numbers (JLS 5.6). If one operand is
// a double, the type of the other is irrelevant.
//
//	1 + 2L      // long
//	'a' + 1     // int
//	x / 2.0     // double, whatever x is
func arithmetic(a, b resolve.Type) resolve.Type {
	x, y := promoted(a), promoted(b)
	switch {
	case x.Known() && x.Name == "double" && !b.Known():
		return x
	case y.Known() && y.Name == "double" && !a.Known():
		return y
	case !x.Known() || !y.Known():
		return resolve.Unknown
	case widths[x.Name] >= widths[y.Name]:
		return x
	}
	return y
}

// bitwise returns the type of &, | and ^ (JLS 15.22).
func bitwise(a, b resolve.Type) resolve.Type {
	if isBoolean(a) && isBoolean(b) {
		return outsideType("boolean")
	}
	return arithmetic(a, b)
}

// isBoolean reports whether t is boolean or its box.
func isBoolean(t resolve.Type) bool {
	p, ok := unboxed(t)
	return ok && p.Name == "boolean"
}

// conditional returns the type of a conditional expression (JLS 15.25). For two
// classes it is a union: as an argument, both must fit.
//
//	flag ? 1 : 2L        // long
//	flag ? dog : cat     // both; as a receiver, their common supertype
//	flag ? 1 : null      // Integer
func (j *tree) conditional(a, b resolve.Type) resolve.Type {
	switch {
	case isNull(a):
		// flag ? null : 1 is an Integer, since null has no primitive type.
		return boxed(b)
	case isNull(b):
		return boxed(a)
	case j.sameType(a, b):
		return a
	case isBoolean(a) && isBoolean(b):
		return outsideType("boolean")
	}
	x, isX := unboxed(a)
	y, isY := unboxed(b)
	switch {
	case isX && isY && x.SameForm(y):
		return x
	case isX && isY:
		if widths[x.Name] < widths["int"] || widths[y.Name] < widths["int"] {
			return resolve.Unknown // a constant takes the narrower type
		}
		return arithmetic(x, y)
	case (isX || isY) && (!a.Known() || !b.Known()):
		// Whether the known operand is unboxed or the unknown one boxed depends on
		// the unknown type.
		return resolve.Unknown
	}
	return compound(parse.FormUnion, boxed(a), boxed(b))
}
