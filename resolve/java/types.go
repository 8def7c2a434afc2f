package java

import (
	"seedgraph/parse"
	"seedgraph/resolve"
)

// The owners of the type parameters that an external class declares, and of those of
// its methods. [tree.put] and [eval.infer] substitute them before a type leaves the
// class.
const (
	libraryTypeVar   resolve.DefID = -2
	libraryMethodVar resolve.DefID = -3
)

// wildAny is the name of the wildcard without bound.
const wildAny = "?"

// An ternary is a three-valued truth value: maybe if the tree and the known part of
// the platform do not decide.
type ternary uint8

const (
	no ternary = iota
	maybe
	yes
)

// outsideType returns the class of a full name that the tree does not declare.
func outsideType(name string, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: name,
		Args: args}
}

var (
	object     = outsideType("java.lang.Object")
	javaString = outsideType("java.lang.String")
)

// unknownExternal is an unknown external type.
var unknownExternal = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Name: "*"}

// isUnknown reports whether t is unknown, and possibly a primitive type.
func isUnknown(t resolve.Type) bool {
	return !t.Known() || t.External && t.Name == unknownExternal.Name
}

// inUnknownPackage returns the type of a simple name that one of several external
// packages declares.
func inUnknownPackage(name string) resolve.Type { return outsideType("*." + name) }

// compound returns a type composed of others: an array, a wildcard, a union, an
// intersection.
func compound(form parse.TypeForm, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: form, Args: args}
}

// arrayOf returns the array type with element type t.
func arrayOf(t resolve.Type) resolve.Type {
	return compound(parse.FormList, t)
}

// isArray reports whether t is an array.
func isArray(t resolve.Type) bool { return t.Form == parse.FormList && len(t.Args) == 1 }

// isWildcard reports whether t is a wildcard: a type argument, never the type of a value
// (JLS 4.5.1).
func isWildcard(t resolve.Type) bool {
	return t.Form == parse.FormExtends || t.Form == parse.FormSuper || t.External && t.Name == wildAny
}

var primitives = map[string]bool{
	"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true,
	"float": true, "double": true, "void": true,
}

// isPrimitive reports whether t is a primitive type, or void.
func isPrimitive(t resolve.Type) bool {
	return t.Def == resolve.None && t.External && primitives[t.Name]
}

// isNull reports whether t is the type of null, which converts to every reference type
// (JLS 4.1).
func isNull(t resolve.Type) bool { return t.External && t.Name == "null" }

// widths orders the numeric types: each converts to those of greater width (JLS
// 5.1.2), but neither byte nor short to char.
var widths = map[string]int{
	"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6,
}

var boxes = map[string]string{
	"boolean": "java.lang.Boolean", "byte": "java.lang.Byte", "short": "java.lang.Short",
	"char": "java.lang.Character", "int": "java.lang.Integer", "long": "java.lang.Long",
	"float": "java.lang.Float", "double": "java.lang.Double",
}

var javaUnboxed = func() map[string]string {
	m := map[string]string{}
	for p, b := range boxes {
		m[b] = p
	}
	return m
}()

// boxed returns the class of a primitive type, and any other type unchanged.
func boxed(t resolve.Type) resolve.Type {
	if b, ok := boxes[t.Name]; ok && isPrimitive(t) {
		return outsideType(b).WithTier(t.Tier)
	}
	return t
}

// unboxed returns the primitive type that t is or converts to; ok is false otherwise.
func unboxed(t resolve.Type) (p resolve.Type, ok bool) {
	if isPrimitive(t) {
		return t, true
	}
	if u := javaUnboxed[t.Name]; u != "" && t.External {
		return outsideType(u).WithTier(t.Tier), true
	}
	return resolve.Unknown, false
}

// sameClass reports whether two types are of one class, whatever their arguments.
func sameClass(a, b resolve.Type) bool {
	if a.Def != resolve.None || b.Def != resolve.None {
		return a.Def == b.Def
	}
	return a.External && b.External && a.SameForm(b) && a.Name != unknownExternal.Name
}

// upper returns the type of a value of type t: for a wildcard, its bound.
//
//	List<? extends Order> list;   // list.get(0) is an Order
func upper(t resolve.Type) resolve.Type {
	switch {
	case t.Form == parse.FormExtends && len(t.Args) == 1:
		return t.Args[0].WithTier(t.Tier)
	case isWildcard(t):
		return object.WithTier(t.Tier)
	}
	return t
}

// lower returns the type of a wildcard as a parameter of a function type (JLS 9.9) or
// of a method.
//
//	Consumer<? super Order> c;    // c.accept takes an Order
func lower(t resolve.Type) resolve.Type {
	switch {
	case (t.Form == parse.FormExtends || t.Form == parse.FormSuper) && len(t.Args) == 1:
		return t.Args[0].WithTier(t.Tier)
	case isWildcard(t):
		return object.WithTier(t.Tier)
	}
	return t
}

// isClass reports whether t is a class or interface.
func (j *tree) isClass(t resolve.Type) bool {
	if t.Def != resolve.None || !t.External {
		return t.Def != resolve.None
	}
	return !isPrimitive(t) && !isNull(t) && !isWildcard(t) && t.Name != unknownExternal.Name
}

// isVoid reports whether t is void, the result of a method that returns no value.
func isVoid(t resolve.Type) bool { return t.External && t.Name == "void" }
