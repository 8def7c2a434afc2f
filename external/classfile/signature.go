package classfile

import (
	"fmt"
	"strings"

	"seedgraph/external"
)

// A sigReader reads the signatures and descriptors of JVMS 4.3 and 4.7.9.1. A
// descriptor is a signature without type variables and arguments, so one reader
// serves both.
type sigReader struct {
	s    string
	i    int
	err  error
	name func(binary string) string // the full name of a class
}

func (r *sigReader) fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("signature %q: %s expected at %d", r.s, what, r.i)
	}
	r.i = len(r.s)
}

// peek returns the next byte, 0 at the end.
func (r *sigReader) peek() byte {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

// accept consumes c if it is next.
func (r *sigReader) accept(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.i++
	return true
}

func (r *sigReader) expect(c byte) {
	if !r.accept(c) {
		r.fail(string(c))
	}
}

// until consumes the bytes before the first one that is in stop.
func (r *sigReader) until(stop string) string {
	n := strings.IndexAny(r.s[r.i:], stop)
	if n < 0 {
		r.fail(stop)
		return ""
	}
	out := r.s[r.i : r.i+n]
	r.i += n
	return out
}

var primitives = map[byte]string{
	'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short",
	'Z': "boolean", 'V': "void",
}

// typ reads a type, including void.
func (r *sigReader) typ() external.TypeRef {
	if name := primitives[r.peek()]; name != "" {
		r.i++
		return external.TypeRef{Form: external.Named, Name: name}
	}
	switch {
	case r.accept('['):
		return external.TypeRef{Form: external.Array, Name: "[]", Args: []external.TypeRef{r.typ()}}
	case r.accept('T'):
		name := r.until(";")
		r.expect(';')
		return external.TypeRef{Form: external.TypeVar, Name: name}
	case r.accept('L'):
		return r.class()
	}
	r.fail("type")
	return external.TypeRef{}
}

// class reads the rest of a class type. The arguments of an inner class are those of
// the enclosing classes, followed by its own.
func (r *sigReader) class() external.TypeRef {
	binary := r.until("<;.")
	args := r.args()
	for r.accept('.') {
		binary += "$" + r.until("<;.")
		args = append(args, r.args()...)
	}
	r.expect(';')
	return external.TypeRef{Form: external.Named, Name: r.name(binary), Args: args}
}

// args reads type arguments, if there are any.
func (r *sigReader) args() []external.TypeRef {
	if !r.accept('<') {
		return nil
	}
	var out []external.TypeRef
	for r.err == nil && !r.accept('>') {
		switch {
		case r.accept('*'):
			out = append(out, external.TypeRef{Form: external.Wildcard})
		case r.accept('+'):
			out = append(out, wildcard("extends", r.typ()))
		case r.accept('-'):
			out = append(out, wildcard("super", r.typ()))
		default:
			out = append(out, r.typ())
		}
	}
	return out
}

func wildcard(kind string, bound external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Wildcard, Name: kind, Args: []external.TypeRef{bound}}
}

// typeParams reads <T:Bound;…>, if present. A bound that is only Object is omitted.
func (r *sigReader) typeParams() []external.TypeParam {
	if !r.accept('<') {
		return nil
	}
	var out []external.TypeParam
	for r.err == nil && !r.accept('>') {
		p := external.TypeParam{Name: r.until(":")}
		for r.accept(':') {
			if r.peek() != ':' { // no class bound: only interfaces
				p.Bounds = append(p.Bounds, r.typ())
			}
		}
		if len(p.Bounds) == 1 && p.Bounds[0].Name == "java.lang.Object" {
			p.Bounds = nil
		}
		out = append(out, p)
	}
	return out
}

// params reads the types of parameters between parentheses. Parameter names are
// optional in class files (JVMS 4.7.24), and mostly missing.
func (r *sigReader) params(variadic bool) []external.Param {
	var out []external.Param
	r.expect('(')
	for r.err == nil && !r.accept(')') {
		out = append(out, external.Param{Type: r.typ()})
	}
	if variadic && len(out) > 0 {
		out[len(out)-1].Variadic = true
	}
	return out
}
